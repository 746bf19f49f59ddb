import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join, relative} from 'node:path';

/** Pages that a build makes of sources: where both are. Paths are absolute. */
export type WebPages = {
  /** What the build writes; it does not exist before. */
  readonly output: string;
  /** Every file and folder that the output is made of. Those that do not exist count as empty. */
  readonly sources: readonly string[];
  /** Paths in fingerprints are relative to this folder, so that a copied tree has the same. */
  readonly root: string;
};

const stampName = 'sources.sha256';
const buildScript = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'build-web.ts');

/** The pages of an app in this repository, whose folder is `apps/<app>`. */
export function webPagesOf(app: string): WebPages {
  const root = join(import.meta.dirname, '..', '..', '..', '..');
  const sources = [
    ...['web', 'vite.config.ts'].map(name => join('apps', app, name)),
    ...['ui', 'client', 'model', 'sql'].map(name => join('packages', name, 'src')),
    join('scripts', 'pages-config.ts'),
    join('scripts', 'unused-styles.ts'),
    'package-lock.json',
  ];
  return {
    root,
    output: join(root, 'apps', app, 'dist', 'web'),
    sources: sources.map(path => join(root, path)),
  };
}

/**
 * Changes when any source changes; times of files do not count, since copies and checkouts change
 * them.
 */
export async function fingerprint({sources, root}: WebPages): Promise<string> {
  const files = (await Promise.all(sources.map(filesOf))).flat().sort();
  const hashes = await Promise.all(
    files.map(async file =>
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ),
  );
  const all = createHash('sha256');
  files.forEach((file, n) => all.update(`${relative(root, file)} ${hashes[n]}\n`));
  return all.digest('hex');
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(path, {withFileTypes: true, recursive: true});
  return entries
    .filter(entry => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(entry => join(entry.parentPath, entry.name));
}

export function stampOf(pages: WebPages): string {
  return join(pages.output, stampName);
}

/** True when the output was made of the sources as they are. */
export async function isBuilt(pages: WebPages): Promise<boolean> {
  const stamp = stampOf(pages);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === (await fingerprint(pages));
}

/**
 * Builds the pages when they are missing or older than their sources. In a process of its own: the
 * build takes more memory than the server, and a server must not wait for it. Throws what the build
 * printed.
 */
export async function ensureBuilt(app: string, pages: WebPages): Promise<'was built' | 'built'> {
  if (await isBuilt(pages)) return 'was built';
  const child = spawn(process.execPath, [buildScript, app], {
    cwd: pages.root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`the pages of the ${app} could not be built:\n${output.trim()}`);
  return 'built';
}
