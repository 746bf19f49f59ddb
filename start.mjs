// Starts the catalog, the editor, or both in one process. Plain JavaScript that any Node since 14
// can parse, so that a too old runtime gets a sentence instead of a syntax error: everything else
// in this repository is TypeScript and needs the pinned runtime.
import {createHash} from 'node:crypto';
import {existsSync, readFileSync, statSync} from 'node:fs';
import module from 'node:module';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const needed = 24;

if (Number(process.versions.node.split('.')[0]) < needed || !module.isBuiltin('node:sqlite')) {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  console.error(
    `Gazetteer needs Node ${needed} or newer with node:sqlite; this is Node ${process.versions.node}.\n` +
      (existsSync(pinned)
        ? `The right one came along with "npm ci": start with "npm start", or with "${pinned}" in place of "node".`
        : `Run "npm start" in ${root}: it brings the right one along.`),
  );
  process.exit(1);
}

/**
 * The same in few files, which start in half the time (`scripts/bundle-servers.ts`), if it is of
 * the sources as they are.
 */
function bundled() {
  try {
    const text = readFileSync(
      join(root, 'node_modules', '.cache', 'servers', 'current.json'),
      'utf8',
    );
    const {root: madeIn, file, madeOf} = JSON.parse(text);
    return madeIn === root && existsSync(file) && madeOf.every(isUnchanged) ? file : undefined;
  } catch {
    // There is none, or one of its sources is gone.
    return undefined;
  }
}

function isUnchanged([name, mtimeMs, sha256]) {
  const path = join(root, name);
  return (
    statSync(path).mtimeMs === mtimeMs ||
    createHash('sha256').update(readFileSync(path)).digest('hex') === sha256
  );
}

// Where the code lies read-only, the cache is given up and the start takes a little longer.
const cache = join(root, 'node_modules', '.cache', 'compile');
module.enableCompileCache(cache);
// Threads take it from here, and need no translator from TypeScript then.
process.env['NODE_COMPILE_CACHE'] ??= cache;
const {start} = await import(pathToFileURL(bundled() ?? join(root, 'apps', 'start.ts')).href);
await start(process.argv.slice(2), process.env);
