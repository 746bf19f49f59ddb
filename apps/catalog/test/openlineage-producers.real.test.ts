// Producers of OpenLineage of others, unmodified, each on an empty catalog of its own.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync, globSync} from 'node:fs';
import {copyFile, mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {promisify} from 'node:util';
import {soon} from '@gazetteer/model/testing';
import {ask, type Entity} from './client.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

const scripts = join(import.meta.dirname, 'openlineage', 'producers');
const cache = join(import.meta.dirname, '..', '..', '..', '.cache');
const programs = join(cache, 'openlineage');
const [marquez = ''] = globSync(join(programs, 'lib/python3*/site-packages/marquez_client'));
const [spark = ''] = globSync(join(cache, 'spark/lib/python3*/site-packages/pyspark'));
const airflow = join(cache, 'airflow', 'bin', 'airflow');
const [jar = ''] = globSync(join(cache, 'openlineage-spark', '*.jar'));
const prepare = 'apps/catalog/test/openlineage/producers/prepare.sh';
const skip =
  existsSync(join(programs, 'bin', 'dbt-ol')) && marquez !== '' && spark !== '' && jar !== ''
    ? false
    : `needs producers of OpenLineage: ${prepare}, its pom.xml, and packages/thrift/test/prepare-servers.sh`;
const skipAirflow = existsSync(airflow) ? false : `needs Airflow: ${prepare}`;

type World = {readonly folder: string; readonly catalog: RunningCatalog; readonly token: string};

async function world(t: TestContext): Promise<World> {
  const folder = await temporaryFolder(t);
  const catalog = await startCatalog(folder);
  t.after(() => catalog.stop());
  const body = {name: 'producer', scope: 'lineage'};
  const {status, json} = await ask(`${catalog.url}/api/meta/v2/tokens`, {body});
  assert.equal(status, 201);
  return {folder, catalog, token: (json as {token: string}).token};
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = {cwd, env: {...process.env, ...env}, timeout: 600_000, maxBuffer: 16 * 2 ** 20};
  const {stdout} = await promisify(execFile)(command, args, options);
  return stdout;
}

async function names({catalog}: World, typeName: string): Promise<string[]> {
  const url = `${catalog.url}/api/meta/v2/search/basic?typeName=${typeName}&limit=1000&excludeDeletedEntities=true`;
  const {json} = await ask(url);
  const {entities = []} = json as {entities?: Entity[]};
  return entities.map(one => String(one.attributes['qualifiedName'])).toSorted();
}

type Related = {readonly typeName: string; readonly displayText: string};

/** Type and name of what a process reads and writes, and how its runs ended. */
async function flowOf({catalog}: World, qualifiedName: string) {
  const {json} = await ask(
    `${catalog.url}/api/meta/v2/entity/uniqueAttribute/type/openlineage_process?attr:qualifiedName=${encodeURIComponent(qualifiedName)}`,
  );
  const {entity} = json as {entity: Entity};
  const related = entity.relationshipAttributes as Readonly<Record<string, readonly Related[]>>;
  const ends = (name: string) =>
    (related[name] ?? []).map(one => `${one.typeName} ${one.displayText}`);
  const {json: told} = await ask(`${catalog.url}/api/meta/v2/lineage/runs/${entity.guid}`);
  const {runs} = told as {runs: {state: string}[]};
  return {inputs: ends('inputs'), outputs: ends('outputs'), runs: runs.map(one => one.state)};
}

test('the Python client, plain and gzipped, and with a token that is none', {skip}, async t => {
  const w = await world(t);
  const script = join(scripts, 'client_steps.py');
  const python = join(programs, 'bin', 'python');
  const told = await run(python, ['-B', script, w.catalog.url, w.token], w.folder);
  assert.match(told, /^sent .*\nrefused .*401/s);
  await soon(async () =>
    assert.deepEqual(await flowOf(w, 'etl/nightly.totals'), {
      inputs: ['rdbms_table orders'],
      outputs: ['rdbms_table totals'],
      runs: ['COMPLETE'],
    }),
  );
  assert.deepEqual(await names(w, 'rdbms_column'), ['shop.public.totals.total@db.example']);
});

test(
  'the client of Marquez finds jobs, runs and data sets where it looks for them',
  {skip},
  async t => {
    const w = await world(t);
    const python = join(programs, 'bin', 'python');
    await run(python, ['-B', join(scripts, 'client_steps.py'), w.catalog.url, w.token], w.folder);
    await soon(async () =>
      assert.deepEqual(await names(w, 'openlineage_process'), ['etl/nightly.totals']),
    );
    const {json} = await ask(`${w.catalog.url}/api/meta/v2/tokens`, {
      body: {name: 'reader', scope: 'read'},
    });
    const {token} = json as {token: string};
    const told = await run(
      python,
      ['-B', join(scripts, 'marquez_steps.py'), w.catalog.url, token],
      w.folder,
    );
    assert.deepEqual(JSON.parse(told), {
      namespaces: ['etl', 'postgres://db.example:5432'],
      namespace: 'etl',
      jobs: [['nightly.totals', 'COMPLETED', ['shop.public.orders'], ['shop.public.totals']]],
      job: 'nightly.totals',
      runs: ['COMPLETED'],
      isRunFound: true,
      datasets: ['shop.public.orders', 'shop.public.totals'],
      fields: [['total', 'numeric', 'In euros']],
      missing: 'APIError',
      sources: ['postgres://db.example:5432'],
      source: 'POSTGRES',
      hasTags: true,
      columns: [],
    });
  },
);

test('dbt-ol with dbt-duckdb: a build with a failing test', {skip}, async t => {
  const w = await world(t);
  const project = join(w.folder, 'shop');
  await mkdir(join(project, 'models'), {recursive: true});
  const files: Readonly<Record<string, string>> = {
    'dbt_project.yml': 'name: shop\nversion: "1.0"\nprofile: shop\nmodel-paths: [models]\n',
    'profiles.yml':
      'shop:\n  target: dev\n  outputs:\n    dev: {type: duckdb, path: shop.duckdb, threads: 1}\n',
    'models/orders.sql': 'select 1 as id, 10 as amount union all select 1, 20',
    'models/totals.sql': `{{ config(materialized='table') }}
      with o as (select * from {{ ref('orders') }}) select id, sum(amount) as total from o group by id`,
    'models/schema.yml': `models:\n  - name: orders\n    columns:\n      - name: id\n        data_tests: [unique]\n`,
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(join(project, name), content);
  const env = {
    PATH: `${join(programs, 'bin')}:${process.env['PATH']}`,
    OPENLINEAGE_URL: w.catalog.url,
    OPENLINEAGE_API_KEY: w.token,
    OPENLINEAGE_NAMESPACE: 'lab',
    DBT_SEND_ANONYMOUS_USAGE_STATS: 'false',
  };
  const dbt = (command: string) =>
    run(
      join(programs, 'bin', 'dbt-ol'),
      [command, '--project-dir', '.', '--profiles-dir', '.'],
      project,
      env,
    );
  // A failing test is a failing build.
  await assert.rejects(dbt('build'), {code: 1});
  await dbt('run');
  await soon(async () =>
    assert.deepEqual(await flowOf(w, 'lab/model.shop.totals'), {
      inputs: ['rdbms_table orders'],
      outputs: ['rdbms_table totals'],
      runs: ['COMPLETE'],
    }),
  );
  assert.deepEqual(await names(w, 'rdbms_table'), [
    'shop.main.orders@shop.duckdb',
    'shop.main.totals@shop.duckdb',
  ]);
});

test(
  'Airflow with its provider: two tasks, of which one reads what the other writes',
  {skip: skipAirflow},
  async t => {
    const w = await world(t);
    const dags = join(w.folder, 'dags');
    await mkdir(dags);
    await copyFile(join(scripts, 'airflow_dag.py'), join(dags, 'shop.py'));
    const auth = {type: 'api_key', apiKey: w.token};
    const transport = {type: 'http', url: w.catalog.url, auth, timeout: 300};
    const env = {
      PATH: `${dirname(airflow)}:${process.env['PATH']}`,
      AIRFLOW_HOME: join(w.folder, 'airflow'),
      AIRFLOW__CORE__DAGS_FOLDER: dags,
      AIRFLOW__CORE__LOAD_EXAMPLES: 'False',
      AIRFLOW__OPENLINEAGE__NAMESPACE: 'lab',
      AIRFLOW__OPENLINEAGE__TRANSPORT: JSON.stringify(transport),
      // What takes longer is ended, on a machine that does much else as well.
      AIRFLOW__OPENLINEAGE__EXECUTION_TIMEOUT: '300',
      AIRFLOW__CORE__TASK_SUCCESS_OVERTIME: '300',
      AIRFLOW__CORE__DAGBAG_IMPORT_TIMEOUT: '300',
    };
    await run(airflow, ['db', 'migrate'], w.folder, env);
    await run(airflow, ['dags', 'test', 'shop_nightly', '2026-01-05'], w.folder, env);
    await soon(async () =>
      assert.deepEqual(await flowOf(w, 'lab/shop_nightly.load'), {
        inputs: ['fs_path raw.csv'],
        outputs: ['fs_path orders.csv'],
        runs: ['COMPLETE'],
      }),
    );
    await soon(async () =>
      assert.deepEqual(await flowOf(w, 'lab/shop_nightly.sum'), {
        inputs: ['fs_path orders.csv'],
        outputs: ['fs_path totals.csv'],
        runs: ['COMPLETE'],
      }),
    );
  },
);

test('Spark with its listener: a table that is made from another one', {skip}, async t => {
  const w = await world(t);
  const conf = {
    'spark.extraListeners': 'io.openlineage.spark.agent.OpenLineageSparkListener',
    'spark.openlineage.transport.type': 'http',
    'spark.openlineage.transport.url': w.catalog.url,
    'spark.openlineage.transport.auth.type': 'api_key',
    'spark.openlineage.transport.auth.apiKey': w.token,
    'spark.openlineage.transport.compression': 'gzip',
    'spark.openlineage.namespace': 'lab',
    'spark.sql.warehouse.dir': join(w.folder, 'warehouse'),
    'spark.hadoop.javax.jdo.option.ConnectionURL': `jdbc:derby:;databaseName=${join(w.folder, 'metastore')};create=true`,
    'spark.ui.enabled': 'false',
    'spark.sql.shuffle.partitions': '1',
  };
  const args = [
    '--master',
    'local[1]',
    '--driver-memory',
    '600m',
    '--jars',
    jar,
    ...Object.entries(conf).flatMap(([key, value]) => ['--conf', `${key}=${value}`]),
    join(scripts, 'spark_steps.py'),
  ];
  await run(join(spark, 'bin', 'spark-submit'), args, w.folder, {
    SPARK_HOME: spark,
    SPARK_LOCAL_IP: '127.0.0.1',
    PYSPARK_PYTHON: join(cache, 'spark', 'bin', 'python'),
  });
  await soon(async () => {
    const made = (await names(w, 'openlineage_process')).filter(name => name.includes('totals'));
    assert.deepEqual(made, ['lab/orders_nightly#shop.totals@primary']);
    const {inputs, outputs, runs} = await flowOf(w, made[0] ?? '');
    assert.deepEqual([inputs, outputs], [['hive_table orders'], ['hive_table totals']]);
    assert.ok(runs.length > 0 && runs.every(state => state === 'COMPLETE'), runs.join());
  });
  assert.deepEqual(await names(w, 'hive_table'), ['shop.orders@primary', 'shop.totals@primary']);
});
