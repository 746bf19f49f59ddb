// An engine of the editor as a source of the catalog beside it, and of one elsewhere.
import assert from 'node:assert/strict';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../packages/server/test/password-line.ts';
import {ask} from './catalog/test/client.ts';
import {EditorClient} from './editor/test/editor-client.ts';
import {
  type EditorProcess,
  startEditorProcess,
  temporaryFolder,
} from './editor/test/editor-process.ts';
import {IngestWorld} from './ingest-world.ts';

type Named = {count: number; names: string[]};
type Run = {
  guid: string;
  status: string;
  assets: number;
  created: Named;
  changed: Named;
  deleted: Named;
  problems: string[];
  errorMessage?: string;
};
type Entity = {
  entity: {
    attributes: Record<string, unknown>;
    customAttributes?: Record<string, string>;
    guid: string;
  };
};

suite('an engine of the editor as a source', () => {
  let both: EditorProcess;
  let catalog = '';
  let client: EditorClient;
  let removed: () => Promise<void>;

  before(async () => {
    const data = await temporaryFolder({after: work => void (removed = work)});
    const users = join(data, 'users.properties');
    await writeFile(users, `${passwordLine('admin', 'ADMIN')}\n${passwordLine('bob', 'ANALYST')}`);
    both = await startEditorProcess(['--http-port', '0', '--data', data, '--password-file', users]);
    catalog = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
    client = new EditorClient(both.url);
    await client.query('duckdb', 'CREATE TABLE orders (id INTEGER, amount DECIMAL(10,2))');
    await client.query('duckdb', `COMMENT ON TABLE orders IS 'What was sold'`);
    await client.query('duckdb', `COMMENT ON COLUMN orders.id IS 'Key'`);
    await client.query('duckdb', 'CREATE TABLE told (id INTEGER)');
  });
  after(async () => {
    await both.stop();
    await removed();
  });

  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await ask(`${catalog}/api/meta/v2${path}`, {method, body});
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.json as T;
  };
  const entity = async (typeName: string, qualifiedName: string) => {
    const query = `attr:qualifiedName=${encodeURIComponent(qualifiedName)}`;
    return (await call<Entity>('GET', `/entity/uniqueAttribute/type/${typeName}?${query}`)).entity;
  };
  const read = async (): Promise<Run> => {
    const {guid} = await call<Run>('POST', '/sources/mine/runs');
    return await soon(async () => {
      const run = await call<Run>('GET', `/sources/runs/${guid}`);
      assert.ok(!['PENDING', 'IN_PROGRESS'].includes(run.status), run.status);
      return run;
    });
  };
  const source = {
    name: 'mine',
    type: 'editor-engine',
    config: {engine: 'duckdb', databases: ['main', 'sample']},
  };

  test('it is tested as who asks, and an engine that is not there is told of', async () => {
    const {message} = await call<{message: string}>('POST', '/sources/test', source);
    assert.equal(message, 'DuckDB (embedded) of the editor; databases to read: main, sample');
    const other = {...source, config: {engine: 'hive'}};
    const refused = await ask(`${catalog}/api/meta/v2/sources/test`, {body: other});
    assert.equal(refused.status, 400);
    assert.match(refused.text, /the editor has no engine hive for this user\. Engines: duckdb/);
  });

  test('the engines are told with the sources that read them, to administrators', async () => {
    const told = async () => {
      const {engines} = await call<{engines: unknown[]}>('GET', '/sources/types/engines');
      return engines;
    };
    const engine = {engine: 'duckdb', name: 'DuckDB (embedded)'};
    const main = {engine: 'main', name: 'SQL', sources: []};
    assert.deepEqual(await told(), [{...engine, sources: []}, main]);
    const elsewhere = {name: 'far', type: source.type, config: {engine: 'duckdb', url: both.url}};
    for (const body of [{...elsewhere, name: 'near', config: {engine: 'duckdb'}}, elsewhere])
      await call('POST', '/sources', body);
    assert.deepEqual(await told(), [{...engine, sources: ['near']}, main]);
    for (const name of ['near', 'far']) await call('DELETE', `/sources/${name}`);
    const url = `${catalog}/api/meta/v2/sources/types/engines`;
    const headers = {authorization: `Basic ${Buffer.from('bob:bob').toString('base64')}`};
    assert.equal((await ask(url, {headers})).status, 403);
  });

  test('its tables come in under the names that the editor has for them, and nothing is there twice', async () => {
    const register = await fetch(`${both.url}/api/v1/catalog/register`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({engine: 'duckdb', database: 'main', table: 'told'}),
    });
    assert.equal(register.status, 200);
    await call('POST', '/sources', source);
    const run = await read();
    assert.deepEqual([run.status, run.problems], ['COMPLETE', []], JSON.stringify(run));
    const orders = await entity('rdbms_table', 'warehouse.main.orders@duckdb/admin');
    assert.deepEqual(
      [orders.attributes['comment'], orders.customAttributes?.['source']],
      ['What was sold', 'mine'],
    );
    const id = await entity('rdbms_column', 'warehouse.main.orders.id@duckdb/admin');
    assert.deepEqual([id.attributes['data_type'], id.attributes['comment']], ['integer', 'Key']);
    const sample = await entity('rdbms_table', 'sample.main.orders@duckdb');
    assert.equal(sample.customAttributes?.['source'], 'mine');
    const view = await entity('rdbms_table', 'sample.main.daily_sales@duckdb');
    assert.equal(view.attributes['type'], 'view');
    await entity('sql_view_definition', 'sample.main.daily_sales#view@duckdb');
    const told = await entity('rdbms_table', 'warehouse.main.told@duckdb/admin');
    assert.equal(told.customAttributes?.['source'], undefined, 'a person has added it');
    const places = await call<{places: {database: string; table: string}[]}>(
      'GET',
      `/entity/guid/${orders.guid}/editor`,
    );
    assert.deepEqual(
      places.places.map(({database, table}) => `${database}.${table}`),
      ['main.orders'],
    );
    const again = await read();
    assert.deepEqual(
      [again.created.count, again.changed.count, again.deleted.count, again.problems],
      [0, 0, 0, []],
      JSON.stringify(again),
    );
  });

  test('what is dropped goes, what is left out by the configuration stays', async () => {
    await client.query('duckdb', 'DROP TABLE orders');
    await client.query('duckdb', 'DROP TABLE told');
    await call('PUT', '/sources/mine', {
      ...source,
      config: {engine: 'duckdb', databases: ['main']},
    });
    const run = await read();
    assert.deepEqual(
      [run.status, run.deleted.names, run.problems],
      ['COMPLETE', ['warehouse.main.orders@duckdb/admin'], []],
      JSON.stringify(run),
    );
    await entity('rdbms_table', 'sample.main.orders@duckdb');
  });

  test('by the address of the editor, with a password, and as another user', async () => {
    const world = await IngestWorld.start();
    try {
      const keys = {
        type: 'editor-engine',
        engine: 'duckdb',
        url: both.url,
        user: 'bob',
        password: 'bob',
        databases: '[sample]',
      };
      const {printed, complained} = await world.ingest(keys);
      assert.deepEqual(complained, []);
      assert.match(printed.join(), /^shop: \d+ assets read; (\d+) created, 0 changed, 0 deleted$/);
      assert.ok((await world.names('rdbms_table')).includes('sample.main.orders@duckdb'));
      const wrong = await world.ingest({...keys, password: 'x'}, ['--test']);
      assert.equal(wrong.code, 1);
      assert.match(wrong.complained.join(), /wrong|401|password/i);
      const nowhere = await world.ingest({type: 'editor-engine', engine: 'duckdb'}, ['--test']);
      assert.match(nowhere.complained.join(), /there is no editor beside the catalog\. Set url/);
    } finally {
      await world.stop();
    }
  });
});
