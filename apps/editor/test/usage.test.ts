// What people run in the editor is counted in the catalog: with the embedded engine, from end to
// end.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {admin, EditorClient} from './editor-client.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';

type Used = {uses: number};
type Usage = {
  queries: number;
  writes: number;
  people: number;
  users: {user: string; queries: number; totalTime: number}[];
  columns: (Used & {name: string})[];
  joins: (Used & {entity: {attributes: {name: string}}; columns: {own: string; other: string}[]})[];
  statements: (Used & {sql: string; engine: string; user: string})[];
};

test('statements that succeed are counted with their columns and joins, each once', async t => {
  const data = await temporaryFolder(t);
  const both = await startEditorProcess(['--http-port', '0', '--data', data]);
  t.after(async () => void (await both.stop()));
  const url = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${url}/api/meta/v2/${path}`, {headers: {authorization: admin}});
    assert.ok(answer.ok, path);
    return (await answer.json()) as T;
  };
  const usage = async (table: string) => {
    const name = encodeURIComponent(table);
    const path = `entity/uniqueAttribute/type/rdbms_table/header?attr:qualifiedName=${name}`;
    const {guid} = await get<{guid: string}>(path);
    return await get<Usage>(`entity/guid/${guid}/usage`);
  };
  const client = new EditorClient(both.url);
  // Registers what it reads.
  await client.query(
    'duckdb',
    'CREATE TABLE by_country AS SELECT c.country, count(*) AS n FROM sample.orders o JOIN sample.customers c USING (customer_id) GROUP BY 1',
  );
  await soon(async () => assert.equal((await usage('sample.main.orders@duckdb')).queries, 1));
  const joined = (country: string) =>
    `SELECT o.order_id FROM sample.orders o JOIN sample.customers c ON o.customer_id = c.customer_id WHERE c.country = '${country}'`;
  await client.query('duckdb', joined('SE'));
  await client.query('duckdb', joined('NO'));
  await client.query('duckdb', 'EXPLAIN SELECT order_id FROM sample.orders');
  await assert.rejects(client.execute('duckdb', 'SELECT nothing FROM sample.orders'), /nothing/);
  await client.query('duckdb', 'SELECT * FROM by_country');
  await client.query('duckdb', "INSERT INTO by_country VALUES ('XX', 0)");
  // The last one is counted when all before it are.
  const made = await soon(async () => {
    const now = await usage('warehouse.main.by_country@duckdb/admin');
    assert.deepEqual([now.queries, now.writes, now.people], [1, 2, 1]);
    return now;
  });
  assert.deepEqual(made.columns, []);
  const orders = await usage('sample.main.orders@duckdb');
  assert.deepEqual([orders.queries, orders.writes, orders.people], [3, 0, 1]);
  const [user] = orders.users;
  assert.equal(user?.user, 'admin');
  assert.deepEqual(orders.columns.map(({name, uses}) => [name, uses]).toSorted(), [
    ['customer_id', 3],
    ['order_id', 2],
  ]);
  assert.deepEqual(
    orders.joins.map(({entity, columns, uses}) => [entity.attributes.name, columns, uses]),
    [['customers', [{own: 'customer_id', other: 'customer_id'}], 3]],
  );
  const [first] = orders.statements;
  assert.deepEqual(
    [first?.sql, first?.uses, first?.engine, first?.user],
    [joined('NO'), 2, 'duckdb', 'admin'],
  );
});
