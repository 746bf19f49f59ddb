// Every operation of the API document with made-up requests: no answer is a failure of the server,
// none is missing, and each is of a status and a kind that the document names. Methods that it does
// not name are refused, with those that it does.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {errorTable} from '@gazetteer/model';
import {seed} from '@gazetteer/model/testing';
import {catalogRoutes} from '../src/server/routes.ts';
import {bothDatabases} from './both-databases.ts';
import {ask} from './client.ts';
import {fuzzWorld} from './fuzz-world.ts';
import {findPython} from './python.ts';
import {temporaryFolder} from './server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());
const found = await findPython('schemathesis');
const pythonFolder = join(import.meta.dirname, 'python');
const maxMs = 600_000;

/** How many requests an operation gets: SQLite sees every boundary of every parameter, too. */
const plans: Readonly<Record<string, string>> = {
  sqlite: '--phases coverage,fuzzing --max-examples 6',
  postgres: '--phases fuzzing --max-examples 8',
};

type Report = {operations: {tested: number; total: number}; test_cases: {generated: number}};

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(
    `${database}: made-up requests`,
    {skip: options.skip ?? ('skip' in found && found.skip)},
    () => {
      test('find no failure, no hang and no undeclared answer', async t => {
        assert.ok('python' in found);
        const folder = await temporaryFolder(t);
        const server = await start();
        t.after(() => server.stop());
        const world = join(folder, 'world.json');
        await writeFile(world, JSON.stringify(await fuzzWorld(server)));
        await writeFile(join(folder, 'schemathesis.toml'), refusals());
        const report = join(folder, 'report.json');
        const args = [
          `run ${server.url}/api/meta/openapi.json --url ${server.url}/api/meta --auth admin:admin`,
          '--checks all',
          `${plans[database]} --seed ${seed} --request-timeout 20 --no-shrink --continue-on-failure --warnings off`,
          '--generation-database none --generation-with-security-parameters false',
          `--report-json-path ${report}`,
        ].flatMap(line => line.split(' '));
        const {code, output} = await schemathesis(found.python, args, world, folder);
        assert.equal(code, 0, `${output}\nseed ${seed}`);
        const told = JSON.parse(await readFile(report, 'utf8')) as Report;
        assert.equal(told.operations.tested, told.operations.total);
        t.diagnostic(
          `${database}: ${told.test_cases.generated} requests of ${told.operations.tested} operations`,
        );
        assert.equal(
          (await ask(`${server.url}/api/meta/v2/search/basic?typeName=hive_db`)).status,
          200,
        );
        assert.doesNotMatch(server.output(), /"status":500/);
      });
    },
  );
}

/**
 * Which refusals a request of the right shape may get: of its operation's own errors and no other.
 * A 400 that the shape could exclude, or that the operation does not name, is a finding. Operations
 * of the same refusals share an entry, as each request is held against all entries.
 */
function refusals(): string {
  const operations = catalogRoutes.map(({method, path, errors = []}) => ({
    name: `${method} ${path}`.replace(/[.{}]/g, '\\$&'),
    statuses: [
      ...new Set([
        '2xx',
        '401',
        '403',
        '404',
        '409',
        ...errors.map(kind => String(errorTable[kind][1])),
      ]),
    ],
  }));
  return [...Map.groupBy(operations, ({statuses}) => JSON.stringify(statuses.sort()))]
    .map(([statuses, alike]) =>
      [
        '[[operations]]',
        `include-name-regex = ${JSON.stringify(`^(${alike.map(({name}) => name).join('|')})$`)}`,
        `checks.positive_data_acceptance.expected-statuses = ${statuses}`,
      ].join('\n'),
    )
    .join('\n');
}

async function schemathesis(
  python: string,
  args: readonly string[],
  world: string,
  folder: string,
): Promise<{code: number | null; output: string}> {
  const hooks = {
    SCHEMATHESIS_HOOKS: 'fuzz_hooks',
    PYTHONPATH: pythonFolder,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const child = spawn(python, ['-m', 'schemathesis.cli', ...args], {
    cwd: folder,
    // Where nothing says that it goes without a proxy, each request looks through the environment
    // for one.
    env: {
      ...process.env,
      ...hooks,
      GAZETTEER_FUZZ_WORLD: world,
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxMs,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return {code, output};
}
