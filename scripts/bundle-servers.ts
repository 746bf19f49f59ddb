// The servers as a bundle: Node finds, reads and links some 1,100 files in the process of a server
// and 500 in each of its threads, which is half of what a start costs, and keeps something of each.
// `npm ci` and `npm run build` make one that `start.mjs` takes while it is of the sources as they
// are; a run of `npm test` makes its own.
import {createHash} from 'node:crypto';
import {existsSync} from 'node:fs';
import {mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {basename, dirname, join, relative, sep} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build, type Plugin} from 'vite';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules', '.cache');
/** Bundles of sources that are gone; another run, or a server, may use what is younger. */
const keptMs = 24 * 3_600_000;

/** What runs by itself: the start, and what is started as a thread or a process. */
const entries = [
  'apps/start.ts',
  'apps/catalog/src/server/file-thread.ts',
  'apps/catalog/src/server/store-thread.ts',
  'apps/catalog/src/source/source-host.ts',
  'apps/editor/src/engine/duckdb/duckdb-host.ts',
  'apps/editor/src/result/formats/format-worker.ts',
  'packages/server/src/auth/password/bcrypt-thread.ts',
];

/**
 * Stays beside: it has code of the machine, asks for packages that may be missing, or
 * (`apache-arrow`) says that its modules do nothing by themselves, though one of them makes the
 * others fit for Node.
 */
const external = [/^@duckdb\//, '@platformatic/kafka', 'apache-arrow'];

/** Without it Node would parse each file, in each thread, to find out that it is a module. */
const kindOfFiles = {name: 'package.json', text: '{"type": "module"}\n'};

type Bundle = {
  readonly files: readonly {name: string; text: string | Uint8Array}[];
  /** The files of this repository that it is made of. */
  readonly sources: readonly string[];
};

async function bundle(): Promise<Bundle> {
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
        checks: {pluginTimings: false},
        output: {entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js'},
      },
    },
  });
  // A build says that it is for production; to tests and to the npm that they start nobody has said
  // so.
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
  for (const file of entries.slice(1))
    if (!started.has(basename(file))) throw new Error(`${file} is not started by anything`);
  if (Array.isArray(made) || !('output' in made)) throw new Error('the bundle was not made');
  const files = made.output.map(one => ({
    name: one.fileName,
    text: 'code' in one ? one.code : one.source,
  }));
  const modules = made.output.flatMap(one => ('moduleIds' in one ? one.moduleIds : []));
  const sources = modules.filter(id => id.startsWith(root) && !id.includes('node_modules'));
  return {files: [...files, kindOfFiles], sources: [...new Set(sources)].sort()};
}

/**
 * For tests: makes the bundle, unless it is there.
 * @returns the file to start in place of `start.mjs`
 */
export async function bundleForTests(): Promise<string> {
  const {files} = await bundle();
  const folder = await put('test-servers', [...files, {name: 'start.mjs', text: startText}]);
  return join(folder, 'start.mjs');
}

/**
 * As `start.mjs`, which is written for any Node. With room for what a start makes at once, its
 * memory is not cleaned up again and again meanwhile: a tenth of what a start costs.
 */
const startText = `import module from 'node:module';
import v8 from 'node:v8';
v8.setFlagsFromString('--min-semi-space-size=16');
module.enableCompileCache(process.env['NODE_COMPILE_CACHE']);
const {start} = await import('./start.js');
await start(process.argv.slice(2), process.env);
`;

/**
 * For `start.mjs`, which compares the sources with what is said of them here: times first, and
 * where these differ, as in a copy, what stands in them.
 */
export async function buildServers(): Promise<void> {
  const [start, begunAt] = [performance.now(), Date.now()];
  const {files, sources} = await bundle();
  const folder = await put('servers', files);
  // What the packages are is said by npm's own list of them.
  const paths = [...sources, join(root, 'node_modules', '.package-lock.json')];
  const madeOf = await Promise.all(
    paths.map(async (path): Promise<[name: string, mtimeMs: number, sha256: string]> => {
      const content = await readFile(path);
      const {mtimeMs} = await stat(path);
      return [relative(root, path), mtimeMs, createHash('sha256').update(content).digest('hex')];
    }),
  );
  if (madeOf.some(([name, at]) => sources.includes(join(root, name)) && at > begunAt)) {
    console.log('Sources changed while the servers were built: starts take the sources.');
    return;
  }
  const fresh = join(cache, 'servers', `current.${process.pid}`);
  await writeFile(
    fresh,
    JSON.stringify({root: join(root, sep), file: join(folder, 'start.js'), madeOf}),
  );
  await rename(fresh, join(cache, 'servers', 'current.json'));
  console.log(`Built the servers in ${Math.round(performance.now() - start)} ms.`);
}

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

/** Whole or not at all, and under the name of what it is: others may start servers just now. */
async function put(kind: string, files: Bundle['files']): Promise<string> {
  const bundles = join(cache, kind);
  const hash = createHash('sha256');
  for (const {name, text} of files) hash.update(name).update(text);
  const folder = join(bundles, hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    await mkdir(fresh, {recursive: true});
    for (const {name, text} of files) await writeFile(join(fresh, name), text);
    await removeOld(bundles);
    await rename(fresh, folder);
  } else await utimes(folder, new Date(), new Date());
  return folder;
}

/** All but the one that was the newest until now: a server may run that loads more of it. */
async function removeOld(bundles: string): Promise<void> {
  const current = await currentIn(bundles);
  for (const {name} of await foldersIn(bundles)) {
    const path = join(bundles, name);
    if (path === current) continue;
    const {mtimeMs} = await stat(path);
    if (Date.now() - mtimeMs > keptMs) await rm(path, {recursive: true, force: true});
  }
}

/** The folder that starts use just now; undefined where there is none, as of those of tests. */
async function currentIn(bundles: string): Promise<string | undefined> {
  const list = join(bundles, 'current.json');
  if (!existsSync(list)) return undefined;
  const {file} = JSON.parse(await readFile(list, 'utf8')) as {file: string};
  return dirname(file);
}

async function foldersIn(path: string) {
  return (await readdir(path, {withFileTypes: true})).filter(entry => entry.isDirectory());
}
