// The servers that tests start, as a bundle: Node finds, reads and links some 1,100 files in the
// process of a server and 500 in each of its threads, which is more than half of what a server
// costs whose life is a few tests. The sources as they lie are run by `apps/start.test.ts`, by all
// tests that need no process, and by the suites with real servers.
import {createHash} from 'node:crypto';
import {existsSync} from 'node:fs';
import {mkdir, readdir, rename, rm, stat, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build, type Plugin} from 'vite';

const root = join(import.meta.dirname, '..');
const bundles = join(root, 'node_modules', '.cache', 'test-servers');
/** Bundles of sources that are gone; another run may use what is younger. */
const keptMs = 24 * 3_600_000;

/** What runs by itself: the start, and what is started as a thread or a process. */
const entries = [
  'apps/start.ts',
  'apps/catalog/src/server/store-thread.ts',
  'apps/editor/src/engine/duckdb/duckdb-host.ts',
  'apps/editor/src/result/formats/format-worker.ts',
  'packages/server/src/auth/password/bcrypt-thread.ts',
];

/** Stays beside: it has code of the machine, which it looks for around itself. */
const external = [/^@duckdb\//];

/**
 * Makes the bundle, unless it is there.
 * @returns the file to start in place of `start.mjs`
 */
export async function bundleServers(): Promise<string> {
  const started = new Set<string>();
  const {NODE_ENV: before} = process.env;
  const made = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [placesOfModules(started)],
    ssr: {noExternal: true},
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: Object.fromEntries(entries.map(file => [basename(file, '.ts'), join(root, file)])),
        external,
        output: {entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js'},
      },
    },
  });
  // A build says that it is for production; to tests and to the npm that they start nobody has said so.
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
  for (const file of entries.slice(1))
    if (!started.has(basename(file))) throw new Error(`${file} is not started by anything`);
  if (Array.isArray(made) || !('output' in made)) throw new Error('the bundle was not made');
  const files = made.output.map(one => ({
    name: one.fileName,
    text: 'code' in one ? one.code : one.source,
  }));
  return await put([...files, {name: 'start.mjs', text: startText}]);
}

/** As `start.mjs`, which is written for any Node. */
const startText = `import module from 'node:module';
module.enableCompileCache(process.env['NODE_COMPILE_CACHE']);
const {start} = await import('./start.js');
await start(process.argv.slice(2), process.env);
`;

/**
 * A module goes on to find what lies beside it. What it starts is started from the bundle.
 * @param started names of such files
 */
function placesOfModules(started: Set<string>): Plugin {
  const names = entries.map(file => basename(file)).join('|');
  const start = new RegExp(
    `(?:new URL|join)\\((?:import\\.meta\\.dirname, )?'(?:\\./)?(${names})'(?:, import\\.meta\\.url)?\\)`,
    'g',
  );
  return {
    name: 'places-of-modules',
    enforce: 'pre',
    transform: (code, id) => {
      if (!code.includes('import.meta.') || id.startsWith('\0')) return;
      const file = (name: string) => {
        started.add(name);
        return `new URL('./${basename(name, '.ts')}.js', BUNDLE)`;
      };
      return code
        .replace(start, (_, name: string) => file(name))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('BUNDLE', 'import.meta.url');
    },
  };
}

/** Whole or not at all, and under the name of what it is: other runs may start servers just now. */
async function put(files: readonly {name: string; text: string | Uint8Array}[]): Promise<string> {
  const hash = createHash('sha256');
  for (const {name, text} of files) hash.update(name).update(text);
  const folder = join(bundles, hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    await mkdir(fresh, {recursive: true});
    for (const {name, text} of files) await writeFile(join(fresh, name), text);
    await removeOld();
    await rename(fresh, folder);
  }
  return join(folder, 'start.mjs');
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(bundles)) {
    const path = join(bundles, name);
    const {mtimeMs} = await stat(path);
    if (Date.now() - mtimeMs > keptMs) await rm(path, {recursive: true, force: true});
  }
}
