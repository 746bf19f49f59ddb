// Of two nodes that share a database one reads a source; it is killed, and the other goes on.
import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {DuckDBInstance} from '@duckdb/node-api';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {ask} from './catalog/test/client.ts';
import {startCatalog, type RunningCatalog} from './catalog/test/server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const tables = 1200;

type Run = {
  guid: string;
  status: string;
  assets: number;
  created: {count: number};
  changed: {count: number};
  deleted: {count: number};
  problems: string[];
};

suite('two nodes that read a source', 'skip' in cluster ? {skip: cluster.skip} : {}, () => {
  let folder: string;
  let nodes: RunningCatalog[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gazetteer-two-readers-'));
    const instance = await DuckDBInstance.create(join(folder, 'many.duckdb'));
    const connection = await instance.connect();
    await connection.run('BEGIN');
    for (let i = 0; i < tables; i++)
      await connection.run(`CREATE TABLE t${i} (id INTEGER PRIMARY KEY, name VARCHAR, day DATE)`);
    await connection.run('CREATE VIEW v AS SELECT * FROM t1');
    await connection.run('COMMIT');
    connection.closeSync();
    instance.closeSync();
    const database = 'skip' in cluster ? '' : await freshDatabase(cluster.url);
    const start = (name: string) =>
      startCatalog(join(folder, name), {args: ['--database', database]});
    nodes = await Promise.all([start('one'), start('other')]);
  });
  after(async () => {
    await Promise.all(nodes.map(node => node.stop()));
    await rm(folder, {recursive: true, force: true, maxRetries: 3});
  });

  async function ok<T>(
    node: RunningCatalog,
    path: string,
    {method = 'GET', body}: {method?: string; body?: unknown} = {},
  ): Promise<T> {
    const {status, text, json} = await ask(`${node.url}/api/meta/v2${path}`, {method, body});
    assert.ok(status < 300, `${path}: ${text}`);
    return json as T;
  }

  async function count(node: RunningCatalog, typeName: string): Promise<number> {
    const body = {typeName, excludeDeletedEntities: true, limit: 1};
    const found = await ok<{approximateCount: number}>(node, '/search/basic', {
      method: 'POST',
      body,
    });
    return found.approximateCount;
  }

  /** Whether a process of this node reads a source. */
  async function isReading({pid}: RunningCatalog): Promise<boolean> {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const commands = children
      .split(' ')
      .filter(child => child !== '')
      .map(child => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => ''));
    return (await Promise.all(commands)).some(command => command.includes('source-host'));
  }

  async function ended(node: RunningCatalog, guid: string): Promise<Run> {
    return await soon(async () => {
      const run = await ok<Run>(node, `/sources/runs/${guid}`);
      assert.ok(!['PENDING', 'IN_PROGRESS'].includes(run.status), JSON.stringify(run));
      return run;
    });
  }

  test('one is killed while it reads, the other ends the run, and nothing is there twice', async () => {
    const [first] = nodes;
    assert.ok(first);
    const config = {path: join(folder, 'many.duckdb'), name: 'many'};
    const source = {name: 'many', type: 'duckdb', config};
    await ok(first, '/sources', {method: 'POST', body: source});
    const {guid} = await ok<Run>(first, '/sources/many/runs', {method: 'POST'});
    await soon(async () => assert.ok((await count(first, 'rdbms_table')) > 0));
    const reading = await Promise.all(nodes.map(isReading));
    assert.equal(reading.filter(Boolean).length, 1, 'one node reads');
    const reader = nodes[reading.indexOf(true)];
    const other = nodes[reading.indexOf(false)];
    assert.ok(reader && other);
    await reader.kill();
    const known = await count(other, 'rdbms_table');
    assert.ok(known > 0 && known < tables, `${known} of ${tables}`);
    assert.equal((await ok<Run>(other, `/sources/runs/${guid}`)).status, 'IN_PROGRESS');
    const run = await ended(other, guid);
    assert.deepEqual(
      [run.status, run.assets, run.problems],
      ['COMPLETE', tables + 1, []],
      JSON.stringify(run),
    );
    assert.equal(await count(other, 'rdbms_table'), tables + 1);
    assert.equal(await count(other, 'rdbms_column'), 3 * (tables + 1));
    assert.equal(await count(other, 'rdbms_db'), 1);
    assert.equal(await count(other, 'sql_view_definition'), 1);
    const {guid: next} = await ok<Run>(other, '/sources/many/runs', {method: 'POST'});
    const second = await ended(other, next);
    assert.deepEqual(
      [second.status, second.created.count, second.changed.count, second.deleted.count],
      ['COMPLETE', 0, 0, 0],
      JSON.stringify(second),
    );
  });
});
