// What `npm start`, `npm test` and the like begin with: `node scripts/run.mjs FILE ARGUMENT...`
// runs the file with the pinned runtime, and installs before where nothing is installed or the lock
// file says otherwise. Plain JavaScript that any Node since 18 can parse, and nothing but what
// comes with it: there may be no packages yet.
import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {constants} from 'node:os';
import {basename, delimiter, dirname, join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const needed = 24;
/** Before it, Node warns with each start that what is used of it is an experiment. */
const quiet = [24, 21];
const machine = `${process.platform.replace('win32', 'win')}-${process.arch}`;
/** Where the pinned runtime may lie. */
const runtimes = [`node_modules/node-${machine}`, `node_modules/node-bin-${machine}`];

/** Packages by path, of a lock file; undefined where there is none. */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Why what is installed is not what the lock file says, or undefined. Optional packages are those
 * of other machines, and a server may have been installed without what only developers need.
 */
function reasonToInstall(isForDevelopers) {
  const installed = packagesOf(join('node_modules', '.package-lock.json'));
  if (installed === undefined) return 'Nothing is installed yet';
  const differing = Object.entries(packagesOf('package-lock.json') ?? {}).filter(
    ([path, {version, link, optional, devOptional, dev}]) =>
      path.includes('node_modules/') &&
      // A package of our own may have been added.
      (link
        ? !existsSync(join(root, path))
        : !((optional || devOptional) && installed[path] === undefined) &&
          (isForDevelopers || !dev) &&
          installed[path]?.version !== version),
  );
  return differing.length === 0 ? undefined : 'What is installed is older than the lock file';
}

/**
 * What the pages are built from and an older `trim-packages.ts` removed: of such an installation
 * only the package is installed again.
 */
const neededOf = {'dt-sql-parser': 'dist/parser/mysql'};

async function completePackages() {
  const packages = Object.keys(neededOf).filter(
    name =>
      packagesOf('package-lock.json')?.[`node_modules/${name}`] !== undefined &&
      !existsSync(join(root, 'node_modules', name, neededOf[name])),
  );
  if (packages.length === 0) return;
  console.error(`Files of ${packages.join(', ')} are missing: running "npm install" first.`);
  for (const name of packages)
    rmSync(join(root, 'node_modules', name), {recursive: true, force: true});
  // What a server was installed without stays away.
  const omit = existsSync(join(root, 'node_modules', 'typescript')) ? [] : ['--omit=dev'];
  await runNpm(root, process.execPath, ['install', '--no-save', '--ignore-scripts', ...omit]);
}

async function install(reason) {
  console.error(`${reason}: running "npm ci" first, which takes some minutes.`);
  const first = join(root, '.cache', `runtime-${process.pid}`);
  const remove = () => rmSync(first, {recursive: true, force: true});
  process.once('exit', remove);
  const node = isNewEnough()
    ? process.execPath
    : ((await installRuntime(first)) ?? process.execPath);
  await runNpm(root, node, ['ci']);
  remove();
}

/**
 * The pinned runtime alone, by the hash of the lock file: npm leaves out optional packages that
 * want a newer Node than the one it runs in. Undefined where there is none for this machine.
 */
async function installRuntime(folder) {
  const [path, runtime] =
    runtimes
      .map(name => [name, packagesOf('package-lock.json')?.[name]])
      .find(([, one]) => one !== undefined) ?? [];
  if (path === undefined) return undefined;
  const project = {
    name: 'runtime',
    version: '0.0.0',
    dependencies: {[basename(path)]: runtime.version},
  };
  const packages = {'': project, [path]: {...runtime, optional: false}};
  mkdirSync(folder, {recursive: true});
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({...project, lockfileVersion: 3, packages}),
  );
  writeFileSync(join(folder, '.npmrc'), readFileSync(join(root, '.npmrc')));
  await runNpm(folder, process.execPath, ['ci']);
  return runtimeIn(folder);
}

/**
 * What npm says goes on, without the lines of its own code that an error came by; while it says
 * nothing, that it still runs.
 */
async function runNpm(cwd, node, args) {
  // npm says where it lies itself.
  const npm = process.env['npm_execpath'];
  const [command, ...before] = npm === undefined ? ['npm'] : [node, npm];
  const shell = npm === undefined && process.platform === 'win32';
  const child = spawn(command, [...before, ...args], {
    cwd,
    stdio: ['ignore', 2, 'pipe'],
    env: withFirst(node),
    shell,
  });
  const start = Date.now();
  const still = setInterval(
    () => console.error(`... installing (${Math.round((Date.now() - start) / 1000)} s)`),
    10_000,
  );
  createInterface({input: child.stderr}).on('line', line => {
    if (!/^npm (error|ERR!)\s+at /.test(line)) console.error(line);
    still.refresh();
  });
  const failure = await new Promise(done => {
    child.once('error', error => done(error.message));
    child.once('close', (status, signal) =>
      done(status === 0 ? undefined : (signal ?? `status ${status}`)),
    );
  });
  clearInterval(still);
  if (failure === undefined) return;
  console.error(
    `"npm ${args[0]}" did not finish (${failure}). What it said stands above.\n` +
      'It needs the npm registry: look at the network, a proxy (npm config get proxy) and the registry (npm config get registry), then\n' +
      `repeat this command. On a machine without a network, run "npm ci" where there is one and copy ${join(root, 'node_modules')} here.`,
  );
  process.exit(1);
}

/**
 * Looked for among the packages: some versions of npm make no link for what came for this platform
 * only.
 */
function runtimeIn(folder) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return runtimes.map(path => join(folder, path, 'bin', name)).find(path => existsSync(path));
}

/** Programs of packages ask for "node" by its name. */
function withFirst(node) {
  return {...process.env, PATH: [dirname(node), process.env['PATH']].join(delimiter)};
}

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= needed;
}

function isQuiet() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > quiet[0] || (major === quiet[0] && minor >= quiet[1]);
}

/**
 * In this process where it can run it, else in one of the pinned runtime, to which signals go on.
 */
async function runFile(file, args) {
  const pinned = runtimeIn(root);
  if (isQuiet() || (isNewEnough() && pinned === undefined)) {
    process.argv.splice(1, process.argv.length, file, ...args);
    await import(pathToFileURL(file).href);
    return;
  }
  if (pinned === undefined) {
    console.error(
      `Gazetteer needs Node ${needed} or newer; this is Node ${process.versions.node}, and there is no pinned one for ` +
        `${process.platform} on ${process.arch} among the packages. Install Node ${needed}, then repeat this command.`,
    );
    process.exit(1);
  }
  const child = spawn(pinned, [file, ...args], {stdio: 'inherit', env: withFirst(pinned)});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) =>
    process.exit(signal === null ? code : 128 + constants.signals[signal]),
  );
}

/**
 * npm that is told to stop ends without a word to what it runs, which would hold its port and its
 * folder for ever.
 */
function stopWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

const [file, ...args] = process.argv.slice(2);
stopWithNpm();
if (
  process.env['npm_lifecycle_event'] === 'prepare' &&
  /\boptional\b/.test(process.env['npm_config_omit'] ?? '')
) {
  console.error(
    'Optional packages cannot be left out: the pinned Node and what builds the pages are among them, as each is for one platform.\n' +
      'Run "npm ci"; to leave out the embedded engine alone, then run "rm -r node_modules/@duckdb".',
  );
  process.exit(1);
}
// The last step of an installation runs this, too.
const reason =
  process.env['npm_lifecycle_event'] === 'prepare'
    ? undefined
    : reasonToInstall(file !== 'start.mjs');
if (reason !== undefined) await install(reason);
else if (process.env['npm_lifecycle_event'] !== 'prepare') await completePackages();
await runFile(resolve(root, file), args);
