import assert from 'node:assert/strict';
import {execFile, spawn} from 'node:child_process';
import {copyFile, mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {promisify} from 'node:util';
import {soon} from '@gazetteer/model/testing';

type Ran = {readonly code: number; readonly output: string};

const call = promisify(execFile);
/** npm's own list of what it has installed. */
const installedList = join('node_modules', '.package-lock.json');

/** Of what `npm test` gave this test, nothing that names a npm or its settings. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_fetch_retries: '0',
};

suite('the start of every npm script', () => {
  let folder: string;
  const path = (...parts: string[]) => join(folder, ...parts);
  const readJson = async (file: string) => JSON.parse(await readFile(path(file), 'utf8')) as object;
  const json = async (file: string, content: unknown) =>
    await writeFile(path(file), JSON.stringify(content));

  /** A project whose one dependency lies beside it, so that a real npm needs no network. */
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gazetteer-run-'));
    await mkdir(path('scripts'));
    await copyFile(join(import.meta.dirname, 'run.mjs'), path('scripts', 'run.mjs'));
    for (const file of ['start.mjs', 'tool.mjs']) {
      await writeFile(
        path(file),
        'console.log("ran", process.argv[1].endsWith(".mjs"), ...process.argv.slice(2));\n',
      );
    }
    await writeFile(path('fails.mjs'), 'process.exitCode = 7;\n');
    await mkdir(path('dependency'));
    await json('dependency/package.json', {name: 'dependency', version: '1.0.0'});
    await call('npm', ['pack', './dependency'], {cwd: folder, env});
    const dependencies = {dependency: 'file:dependency-1.0.0.tgz'};
    await json('package.json', {name: 'project', version: '1.0.0', type: 'module', dependencies});
    await call('npm', ['install', '--package-lock-only'], {cwd: folder, env});
  });

  after(async () => await rm(folder, {recursive: true, force: true}));

  const run = async (...args: string[]): Promise<Ran> => await runIn(env, ...args);
  const runIn = async (environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> =>
    await call(process.execPath, [path('scripts', 'run.mjs'), ...args], {
      cwd: tmpdir(),
      env: environment,
    }).then(
      ({stdout, stderr}) => ({code: 0, output: stdout + stderr}),
      ({code, stdout, stderr}: {code: number; stdout: string; stderr: string}) => ({
        code,
        output: stdout + stderr,
      }),
    );

  test('an installation without optional packages is refused with what to do instead', async () => {
    const npm = {npm_lifecycle_event: 'prepare', npm_config_omit: 'optional'};
    const {code, output} = await runIn({...env, ...npm}, 'start.mjs');
    assert.equal(code, 1);
    assert.match(
      output,
      /^Optional packages cannot be left out: [^]*rm -r node_modules\/@duckdb"\.\n$/,
    );
  });

  test('installs where nothing is installed, says so in a line, and goes on', async () => {
    const {code, output} = await run('start.mjs', 'catalog', '--help');
    assert.match(output, /^ran true catalog --help$/m);
    assert.match(
      output,
      /^Nothing is installed yet: running "npm ci" first, which takes some minutes\.$/m,
    );
    assert.equal(code, 0);
    assert.match(await readFile(path(installedList), 'utf8'), /"node_modules\/dependency"/);
  });

  test('adds nothing where all is there, and ends as what it ran', async () => {
    assert.deepEqual(await run('tool.mjs', 'a b'), {code: 0, output: 'ran true a b\n'});
    assert.deepEqual(await run('fails.mjs'), {code: 7, output: ''});
  });

  test('stops what it runs when npm is stopped, which tells nobody', async () => {
    await writeFile(
      path('serves.mjs'),
      `import {writeFileSync} from 'node:fs';
      setInterval(() => {}, 1000);
      process.on('SIGTERM', () => process.exit(writeFileSync('${path('stopped')}', 'yes')));
      console.log('serving');`,
    );
    await json('package.json', {
      ...(await readJson('package.json')),
      scripts: {serve: 'node scripts/run.mjs serves.mjs'},
    });
    const npm = spawn('npm', ['run', 'serve'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await soon(() => assert.match(output, /serving/));
    npm.kill('SIGTERM');
    await soon(async () => assert.equal(await readFile(path('stopped'), 'utf8'), 'yes'));
  });

  test('installs anew where the lock file has another version', async () => {
    const hidden = JSON.stringify(
      JSON.parse(await readFile(path(installedList), 'utf8')),
    ).replaceAll('"1.0.0"', '"0.9.0"');
    await writeFile(path(installedList), hidden);
    const {output} = await run('tool.mjs');
    assert.match(output, /^What is installed is older than the lock file: running "npm ci" first/m);
    assert.match(output, /^ran true$/m);
    assert.doesNotMatch(await readFile(path(installedList), 'utf8'), /0\.9\.0/);
  });

  test('a server wants nothing of what only developers need, nor of what other machines need', async () => {
    const lock = JSON.parse(await readFile(path('package-lock.json'), 'utf8')) as {
      packages: Record<string, object>;
    };
    const packages: Record<string, object> = {
      ...lock.packages,
      'node_modules/for-others': {version: '1.0.0', optional: true},
    };
    await json('package-lock.json', {...lock, packages});
    assert.deepEqual(await run('tool.mjs'), {code: 0, output: 'ran true\n'});
    const project = JSON.parse(await readFile(path('package.json'), 'utf8')) as object;
    const devDependencies = {tool: '1.0.0'};
    await json('package.json', {...project, devDependencies});
    Object.assign(packages, {
      '': {...packages[''], devDependencies},
      'node_modules/tool': {version: '1.0.0', dev: true},
    });
    await json('package-lock.json', {...lock, packages});
    assert.deepEqual(await run('start.mjs'), {code: 0, output: 'ran true\n'});
  });

  test('says what to do where npm cannot install', async () => {
    const {code, output} = await run('tool.mjs');
    assert.equal(code, 1, output);
    assert.match(output, /"npm ci" did not finish \(status 1\)/);
    assert.match(output, /On a machine without a network/);
    assert.match(output, /ECONNREFUSED/);
    assert.doesNotMatch(output, /^(npm \S+)?\s+at |^ran/m);
  });

  test('installs a package again of which an older version removed what is needed', async () => {
    const needed = ['dist', 'parser', 'mysql'] as const;
    await mkdir(path('parser', ...needed), {recursive: true});
    await json('parser/package.json', {name: 'dt-sql-parser', version: '1.0.0'});
    await writeFile(path('parser', ...needed, 'index.js'), 'export const is = true;');
    await call('npm', ['pack', './parser'], {cwd: folder, env});
    const dependencies = {
      dependency: 'file:dependency-1.0.0.tgz',
      'dt-sql-parser': 'file:dt-sql-parser-1.0.0.tgz',
    };
    await json('package.json', {name: 'project', version: '1.0.0', type: 'module', dependencies});
    await rm(path('package-lock.json'));
    await call('npm', ['install'], {cwd: folder, env});
    assert.deepEqual(await run('tool.mjs'), {code: 0, output: 'ran true\n'});
    const installed = path('node_modules', 'dt-sql-parser', ...needed);
    await rm(installed, {recursive: true});
    const {output} = await run('tool.mjs');
    assert.match(output, /^Files of dt-sql-parser are missing: running "npm install" first\.$/m);
    assert.match(output, /^ran true$/m);
    assert.equal(await readFile(join(installed, 'index.js'), 'utf8'), 'export const is = true;');
    assert.deepEqual(await run('tool.mjs'), {code: 0, output: 'ran true\n'});
  });
});
