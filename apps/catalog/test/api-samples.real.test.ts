// The programs that the API document shows for each operation are run as they stand, in each
// language against a catalog of its own.
import assert from 'node:assert/strict';
import {execFile, spawn, spawnSync} from 'node:child_process';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {suite, test, type TestContext} from 'node:test';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {ApiError} from '@gazetteer/client';
import {codeSamples} from '../src/api/code-samples.ts';
import {parametersOf} from '@gazetteer/kernel/http';
import {catalogDocument} from '../src/server/routes.ts';
import {ExampleWorld, type Reply, replyOf, type Request} from './api-examples-world.ts';
import {findPython} from './python.ts';
import {startFreshCatalog} from './server-fixture.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const operations = Object.entries(catalogDocument().paths).flatMap(([path, methods]) =>
  Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
);
const noCurl = spawnSync('curl', ['--version']).status !== 0 && 'needs curl: apt-get install curl';

/** Runs one program in the folder where its files are. */
type Runner = (source: string) => Promise<Reply>;

suite('the samples of the API document', () => {
  test('curl', {skip: noCurl}, async t => {
    await runEach(t, 'cURL', folder => Promise.resolve(throughShell(folder)));
  });

  test('Python', async t => {
    const found = await findPython('requests');
    if ('skip' in found) return t.skip(found.skip);
    await runEach(t, 'Python', folder => Promise.resolve(throughPython(t, found.python, folder)));
  });

  test('TypeScript, which fits the types of the client', async t => {
    const folder = await runEach(t, 'TypeScript', folder =>
      Promise.resolve(throughModules(t, folder)),
    );
    await checkTypes(folder);
  });
});

/** @returns the folder that the programs ran in */
async function runEach(
  t: TestContext,
  lang: string,
  begin: (folder: string) => Promise<Runner>,
): Promise<string> {
  // Inside the repository, so that what programs import is found as in the reader's copy of it.
  await mkdir(join(root, '.cache'), {recursive: true});
  const folder = await mkdtemp(join(root, '.cache', 'api-samples-'));
  t.after(() => rm(folder, {recursive: true, force: true, maxRetries: 3}));
  const args = [
    '--webhook-allow-private',
    '--metrics-schedule',
    '* * * * * *',
    '--set',
    `atlas.import.allowed.directory=${folder}`,
  ];
  const server = await startFreshCatalog({args});
  t.after(() => server.stop());
  const run = await begin(folder);
  const send = async (operation: string, request: Request): Promise<Reply> => {
    await writeFiles(folder, request);
    const samples = codeSamples(
      operation,
      {request, status: 200},
      parametersOf(catalogDocument(), operation),
    );
    const {source} = samples.find(one => one.lang === lang) ?? assert.fail(lang);
    return await run(source.replaceAll('http://127.0.0.1:21000', server.url));
  };
  const world = new ExampleWorld(`${server.url}/api/meta`, folder, send);
  await world.run();
  assert.deepEqual(
    operations.filter(one => !world.recorded.has(one)),
    [],
    'were not called',
  );
  return folder;
}

/** Files that a form names, where the reader has some of his own. */
async function writeFiles(folder: string, {form = {}}: Request): Promise<void> {
  for (const part of Object.values(form)) {
    if (typeof part !== 'string') await writeFile(join(folder, part.file), part.content);
  }
}

function throughShell(folder: string): Runner {
  const config = writeFile(join(folder, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\n');
  const env = {PATH: process.env['PATH'], HOME: folder, USER: 'admin', PASSWORD: 'admin'};
  return async source => {
    await config;
    const options = {cwd: folder, env, encoding: 'buffer', maxBuffer: 1 << 26} as const;
    const {stdout} = await promisify(execFile)('bash', ['-c', source], options);
    const end = stdout.lastIndexOf('\n');
    return replyOf(Number(stdout.subarray(end + 1).toString()), stdout.subarray(0, end));
  };
}

const python = `
import base64, contextlib, io, json, sys
for line in sys.stdin:
    scope = {'user': 'admin', 'password': 'admin', '__name__': '__main__'}
    failure = None
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(json.loads(line), scope)
    except Exception as error:
        failure = repr(error)
    answer = scope.get('answer')
    told = {} if answer is None else {'status': answer.status_code, 'content': base64.b64encode(answer.content).decode()}
    print(json.dumps({'failure': failure, **told}), flush=True)
`;

/** One interpreter for all of them. */
function throughPython(t: TestContext, path: string, folder: string): Runner {
  const child = spawn(path, ['-c', python], {cwd: folder, stdio: ['pipe', 'pipe', 'inherit']});
  t.after(() => child.kill());
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  return async source => {
    child.stdin.write(`${JSON.stringify(source)}\n`);
    const {value} = await lines.next();
    const told = JSON.parse(String(value)) as {
      failure: string | null;
      status?: number;
      content?: string;
    };
    assert.ok(told.status !== undefined, `${told.failure}\n${source}`);
    assert.equal(told.failure !== null, told.status >= 400, `${told.failure}\n${source}`);
    return replyOf(told.status, Buffer.from(told.content ?? '', 'base64'));
  };
}

/** Each as a module of its own, which also hands out what was answered. */
function throughModules(t: TestContext, folder: string): Runner {
  const given = {user: 'admin', password: 'admin'};
  Object.assign(globalThis, given);
  const before = process.cwd();
  process.chdir(folder);
  t.after(() => process.chdir(before));
  let count = 0;
  return async source => {
    const file = join(folder, `sample${count++}.ts`);
    await writeFile(file, `${source}\nexport {answer};\n`);
    try {
      const {answer} = (await import(pathToFileURL(file).href)) as {answer: unknown};
      const bytes =
        answer instanceof Blob ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array();
      return {status: 200, answer: answer instanceof Blob ? undefined : answer, bytes};
    } catch (error) {
      if (!(error instanceof ApiError)) throw new Error(source, {cause: error});
      return {status: error.status, answer: error.message, bytes: new Uint8Array()};
    }
  };
}

async function checkTypes(folder: string): Promise<void> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
  };
  await writeFile(
    join(folder, 'given.d.ts'),
    'declare const user: string;\ndeclare const password: string;\n',
  );
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({compilerOptions, include: ['*.ts']}),
  );
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const {status, stdout} = spawnSync(tsc, ['-p', folder, '--pretty', 'false'], {encoding: 'utf8'});
  assert.equal(status, 0, stdout);
}
