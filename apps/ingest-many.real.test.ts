import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {DuckDBInstance} from '@duckdb/node-api';
import {ask} from './catalog/test/client.ts';
import {soon} from '@gazetteer/model/testing';
import {IngestWorld} from './ingest-world.ts';

const tables = 2000;
const root = join(import.meta.dirname, '..');

suite('reading many tables into the catalog', () => {
  let world: IngestWorld;
  const keys = () => ({type: 'duckdb', path: join(world.folder, 'many.duckdb'), name: 'many'});

  before(async () => {
    world = await IngestWorld.start();
    const instance = await DuckDBInstance.create(keys().path);
    const connection = await instance.connect();
    await connection.run('BEGIN');
    for (let i = 0; i < tables; i++)
      await connection.run(
        `CREATE TABLE t${i} (id INTEGER PRIMARY KEY, name VARCHAR, amount DECIMAL(10,2), day DATE, note VARCHAR)`,
      );
    await connection.run('COMMIT');
    connection.closeSync();
    instance.closeSync();
  });
  after(() => world.stop());

  /** How many tables the catalog has. */
  async function known(): Promise<number> {
    const body = {typeName: 'rdbms_table', excludeDeletedEntities: true, limit: 1};
    const {json} = await ask(`${world.catalog.url}/api/meta/v2/search/basic`, {body});
    return (json as {approximateCount: number}).approximateCount;
  }

  test('a reading that is killed in the middle goes on with the next one, and that after it changes nothing', async t => {
    // Writes the file.
    await world.ingest(keys(), ['--test']);
    const file = join(world.folder, 'sources.yaml');
    const child = spawn(process.execPath, ['start.mjs', 'ingest', file], {
      cwd: root,
      env: {...process.env, CATALOG_PASSWORD: 'admin'},
      stdio: 'ignore',
    });
    t.after(() => child.kill('SIGKILL'));
    await soon(async () => assert.ok((await known()) > 0));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const before = await known();
    assert.ok(before > 0 && before < tables, `${before} of ${tables}`);
    const {printed, complained, code} = await world.ingest(keys());
    assert.equal(code, 0);
    assert.deepEqual(
      complained.filter(line => !line.endsWith('assets read so far')),
      [],
    );
    const made = Number(/(\d+) created, 0 changed, 0 deleted$/.exec(printed.join())?.[1]);
    assert.ok(made > 0 && made <= tables - before, printed.join());
    assert.equal(await known(), tables);
    assert.deepEqual((await world.ingest(keys())).printed, [
      `shop: ${tables} assets read; 0 created, 0 changed, 0 deleted`,
    ]);
  });
});
