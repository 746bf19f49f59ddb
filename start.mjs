// Starts the catalog, the editor, or both in one process. Plain JavaScript that any Node since 14
// can parse, so that a too old runtime gets a sentence instead of a syntax error: everything else
// in this repository is TypeScript and needs the pinned runtime.
import {existsSync} from 'node:fs';
import module from 'node:module';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

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

// Where the code lies read-only, the cache is given up and the start takes a little longer.
const cache = join(root, 'node_modules', '.cache', 'compile');
module.enableCompileCache(cache);
// Threads take it from here, and need no translator from TypeScript then.
process.env['NODE_COMPILE_CACHE'] ??= cache;
const {start} = await import('./apps/start.ts');
await start(process.argv.slice(2), process.env);
