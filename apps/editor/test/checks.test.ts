// Checks of the contents of tables, over HTTP and with the embedded engine.
import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {hiveDialect} from '../src/engine/hive-dialect.ts';
import {checkSql} from '../src/schedule/check-sql.ts';
import type {Check} from '../src/schedule/schedule.ts';
import {EditorClient} from './editor-client.ts';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';
import type {TestLog} from './test-log.ts';

type Json = Readonly<Record<string, unknown>>;
const users = {ada: 'ANALYST', bob: 'ANALYST'};
const orders = {engine: 'duckdb', database: 'main', table: 'orders'};
const rows = `create table orders as select * from (values
  (1, 'new', 10.5, timestamp '2020-01-01 00:00:00'),
  (2, 'paid', 20, timestamp '2020-01-02 00:00:00'),
  (2, 'it''s \\ odd', -1, now()::timestamp - interval 90 minute),
  (null, null, null, null)) r(id, "the state", price, placed_at)`;

async function opened(t: TestContext, argv: readonly string[] = []) {
  const own = await temporaryFolder(t);
  const duckdb = (log: TestLog) => new Map([['duckdb', duckDbForTests(own, log)]]);
  const editor = await editorForTests(t, duckdb, users, '', 0, undefined, undefined, argv);
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const wait = async (at: string, person = ada): Promise<Json> =>
    await soon(async () => {
      const [run] = (await person('GET', `${at}/runs`)).body['runs'] as Json[];
      assert.match(String(run?.['state']), /done|failed/, JSON.stringify(run));
      return run as Json;
    });
  const query = async (text: string, person = ada) => {
    const content = {engine: 'duckdb', database: 'main', text};
    const made = await person('POST', '/api/v1/documents', {name: text.slice(0, 20), content});
    const document = made.body['uuid'];
    const body = {document, name: 'once', cron: '0 6 * * *', rules: []};
    const {body: schedule} = await person('POST', '/api/v1/schedules', body);
    const at = `/api/v1/schedules/${String(schedule['uuid'])}`;
    await person('POST', `${at}/runs`);
    const run = await wait(at, person);
    assert.equal(run['state'], 'done', String(run['message']));
    await person('DELETE', at);
  };
  const check = async (fields: object, person = ada) => {
    const body = {...orders, name: 'Orders', rules: [], ...fields};
    const {status, body: made, text} = await person('POST', '/api/v1/checks', body);
    assert.equal(status, 201, text);
    return String(made['uuid']);
  };
  const listed = async (person = ada) => {
    const of = new URLSearchParams(orders).toString();
    return (await person('GET', `/api/v1/checks?${of}`)).body['checks'] as Json[];
  };
  /** Creates it, runs it, and deletes it. @returns how it ended, and what it found */
  const outcome = async (fields: object) => {
    const uuid = await check(fields);
    const at = `/api/v1/schedules/${uuid}`;
    await ada('POST', `${at}/runs`);
    await wait(at);
    const [one] = await listed();
    assert.equal((await ada('DELETE', at)).status, 204);
    return [one?.['state'], one?.['found'] ?? one?.['message']];
  };
  return {...editor, ada, bob, wait, query, check, listed, outcome};
}

test('each kind of check passes and fails by what is in the table', async t => {
  const {query, outcome, listed} = await opened(t);
  await query(rows);
  const state = {columns: ['the state']};
  const cases: readonly (readonly [object, string, string | undefined])[] = [
    [{kind: 'rows', min: '4', max: '4'}, 'passed', '4 rows'],
    [{kind: 'rows', max: '3'}, 'failed', '4 rows'],
    [{kind: 'rows', min: '1', filter: 'price > 15'}, 'passed', '1 row'],
    [{kind: 'nulls', columns: ['ID', 'placed_at']}, 'failed', '1 row with NULL'],
    [{kind: 'nulls', columns: ['id'], filter: 'price > 0'}, 'passed', '0 rows with NULL'],
    [{kind: 'unique', columns: ['id']}, 'failed', '1 value more than once'],
    [{kind: 'unique', columns: ['id', 'the state']}, 'passed', '0 values more than once'],
    [{kind: 'range', columns: ['price'], min: '0'}, 'failed', '1 row with other values'],
    [
      {kind: 'range', columns: ['price'], min: '-1', max: '20'},
      'passed',
      '0 rows with other values',
    ],
    [
      {kind: 'range', columns: ['placed_at'], min: '2020-01-02'},
      'failed',
      '1 row with other values',
    ],
    [{...state, kind: 'list', values: ['new', 'paid']}, 'failed', '1 row with other values'],
    [
      {...state, kind: 'list', values: ['new', 'paid', String.raw`it's \ odd`]},
      'passed',
      '0 rows with other values',
    ],
    [{kind: 'list', columns: ['id'], values: ['1', '2']}, 'passed', '0 rows with other values'],
    [{kind: 'freshness', columns: ['placed_at'], hours: 2}, 'passed', undefined],
    [{kind: 'sql', sql: 'select * from orders where price < 0;'}, 'failed', '1 row'],
    [{kind: 'sql', sql: 'select * from orders where price < -1'}, 'passed', '0 rows'],
    [
      {
        kind: 'sql',
        sql: 'select max(price) from orders',
        condition: {of: 'value', operator: '<', value: '100'},
      },
      'passed',
      'first value 20.0',
    ],
  ];
  for (const [fields, state_, found] of cases)
    assert.deepEqual(await outcome(fields), [state_, found], JSON.stringify(fields));
  const [old, found] = await outcome({kind: 'freshness', columns: ['placed_at'], hours: 1});
  assert.equal(old, 'failed');
  assert.match(String(found), /^newest value \d{4}-/);
  const [state_, message] = await outcome({kind: 'sql', sql: 'select nothing from orders'});
  assert.equal(state_, 'error');
  assert.match(String(message), /nothing/);
  assert.deepEqual(await listed(), []);
});

test('what a check would run is told before, and what cannot be is refused', async t => {
  const {ada, query} = await opened(t);
  await query(rows);
  const preview = async (fields: object) =>
    await ada('POST', '/api/v1/checks/preview', {...orders, ...fields});
  const {body} = await preview({kind: 'nulls', columns: ['the state'], filter: 'id > 1'});
  assert.deepEqual(body, {
    sql: 'SELECT COUNT(*) AS found\nFROM "main"."orders"\nWHERE ("the state" IS NULL)\n  AND (id > 1)',
    expectation: 'No NULL in the state',
  });
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{kind: 'rows'}, /minimum or a maximum/],
    [{kind: 'rows', min: 'x'}, /is not a number/],
    [{kind: 'range', columns: ['price'], min: '1 or 1=1'}, /not a number/],
    [{kind: 'nulls'}, /Choose a column/],
    [{kind: 'nulls', columns: ['none']}, /no column none/],
    [{kind: 'nulls', columns: [1]}, /list of texts/],
    [{kind: 'nulls', columns: 'id'}, /columns/],
    [{kind: 'range', columns: ['id', 'price'], min: '1'}, /one column/],
    [{kind: 'list', columns: ['id']}, /Enter a value/],
    [{kind: 'freshness', columns: ['placed_at'], hours: 0}, /hours/],
    [{kind: 'sql'}, /Enter a query/],
    [{kind: 'sql', sql: 'drop table orders'}, /only reads/],
    [{kind: 'sql', sql: 'select 1; select 2'}, /single statement/],
    [{kind: 'rows', min: '1', filter: '1=1) --'}, /filter/],
    [{kind: 'rows', min: '1', filter: '1=1) OR (1=1'}, /filter/],
    [{kind: 'rows', min: '1', filter: '1=1; drop table orders'}, /filter/],
    [{kind: 'other'}, /kind/],
    [{kind: 'rows', min: '1', table: 'nowhere'}, /no table nowhere/],
  ];
  for (const [fields, why] of wrong) {
    const {status, text} = await preview(fields);
    assert.match(text, why, JSON.stringify(fields));
    assert.equal(status, /no table/.test(why.source) ? 404 : 400);
  }
});

test('a check runs at its times, tells its owner when it fails, and is nobody else\u2019s', async t => {
  const {ada, bob, query, check, wait, listed} = await opened(t);
  await query(rows);
  const rules = [{on: 'condition', by: 'product'}];
  const uuid = await check({kind: 'rows', max: '3', rules, cron: '* * * * * *'});
  const at = `/api/v1/schedules/${uuid}`;
  const run = await wait(at);
  assert.deepEqual([run['cause'], run['verdict'], run['value']], ['schedule', 'failed', '4']);
  const [notice] = (await ada('GET', '/api/v1/notices')).body['notices'] as Json[];
  assert.deepEqual(
    [notice?.['title'], notice?.['text']],
    ['Orders: check failed', 'Number of rows: at most 3. Found: 4 rows.'],
  );
  // Each user has tables of their own in this engine: of the same name, and another one.
  assert.deepEqual(await listed(bob), []);
  assert.equal((await bob('POST', `${at}/runs`)).status, 404);
  // Something else is expected now, and nothing is known of it yet.
  const changed = {...orders, name: 'Rows', kind: 'rows', min: '1', rules: []};
  assert.equal((await bob('PUT', `/api/v1/checks/${uuid}`, changed)).status, 404);
  assert.equal((await ada('PUT', at, {...changed, cron: '@daily'})).status, 400);
  const saved = await ada('PUT', `/api/v1/checks/${uuid}`, changed);
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual([saved.body['cron'], saved.body['nextAt']], ['', undefined]);
  await soon(async () => {
    const [one] = await listed();
    assert.equal(one?.['isRunning'], false);
  });
  const all = (await ada('GET', '/api/v1/schedules')).body['schedules'] as Json[];
  assert.deepEqual(
    all.map(({name, document, check: of}) => [name, document, (of as Json)['table']]),
    [['Rows', '', 'orders']],
  );
  const own = (await ada('GET', '/api/v1/checks')).body['checks'] as Json[];
  assert.deepEqual(
    own.map(one => [one['uuid'], one['isOwn'], one['expectation']]),
    [[uuid, true, 'Number of rows: at least 1']],
  );
  for (const step of ['pause', 'resume'])
    assert.equal((await ada('POST', `${at}/${step}`)).status, 200);
  assert.equal((await ada('GET', at)).body['nextAt'], undefined);
});

test('Hive, Spark and Impala get names and values as they read them', () => {
  const check: Check = {
    engine: 'hive',
    database: 'sales',
    table: 'or`ders',
    kind: 'list',
    columns: ['state'],
    isNumber: false,
    min: '',
    max: '',
    values: [String.raw`it's \ odd`],
    hours: 36,
    filter: '',
    sql: '',
    condition: undefined,
  };
  const of = (more: Partial<Check>, dialect: string) =>
    checkSql({...check, ...more}, {dialect, sql: hiveDialect});
  assert.match(of({}, 'hive'), /FROM `sales`\.`or``ders`\n/);
  assert.ok(of({}, 'hive').includes(String.raw`NOT IN ('it\'s \\ odd')`));
  assert.match(of({kind: 'freshness'}, 'spark'), /CURRENT_TIMESTAMP - INTERVAL '36' HOUR$/);
  assert.match(of({kind: 'freshness'}, 'impala'), /NOW\(\) - INTERVAL 36 HOURS$/);
});

type Asset = {guid: string; attributes: Json; businessAttributes?: Json};

test('the catalog knows whether the checks of a table pass, and finds it by that', async t => {
  const data = await temporaryFolder(t);
  const both = await startEditorProcess(['--http-port', '0', '--data', data]);
  t.after(async () => void (await both.stop()));
  const url = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
  const headers = {
    authorization: `Basic ${btoa('admin:admin')}`,
    'content-type': 'application/json',
  };
  const ask = async <T>(method: string, address: string, body?: object): Promise<T> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await fetch(address, {method, headers, ...(text !== undefined && {body: text})});
    const found = await answer.text();
    assert.ok(answer.ok, `${address}: ${found}`);
    return (found === '' ? undefined : JSON.parse(found)) as T;
  };
  const client = new EditorClient(both.url);
  await client.query('duckdb', 'CREATE TABLE checked AS SELECT 1 AS id');
  const name = encodeURIComponent('warehouse.main.checked@duckdb/admin');
  const read = async () => {
    const path = `${url}/api/meta/v2/entity/uniqueAttribute/type/rdbms_table?attr:qualifiedName=${name}`;
    return (await ask<{entity: Asset}>('GET', path)).entity;
  };
  await soon(read);
  const table = {engine: 'duckdb', database: 'main', table: 'checked'};
  const create = async (fields: object) =>
    await ask<{uuid: string}>('POST', `${both.url}/api/v1/checks`, {
      ...table,
      rules: [],
      ...fields,
    });
  const runs = (uuid: string) => `${both.url}/api/v1/schedules/${uuid}`;
  const good = await create({name: 'Good', kind: 'nulls', columns: ['id']});
  await ask('POST', `${runs(good.uuid)}/runs`);
  const quality = async () => ((await read()).businessAttributes?.['AssetQuality'] ?? {}) as Json;
  await soon(async () =>
    assert.equal(
      (await quality())['checks'],
      'Passing',
      JSON.stringify(await ask('GET', `${runs(good.uuid)}/runs`)),
    ),
  );
  const bad = await create({name: 'Bad', kind: 'rows', min: '2'});
  await ask('POST', `${runs(bad.uuid)}/runs`);
  await soon(async () => {
    const {checks, passed, failed, errors} = await quality();
    assert.deepEqual([checks, passed, failed, errors], ['Failing', 1, 1, 0]);
  });
  const find = async (state: string) => {
    const query = {typeName: 'rdbms_table', facets: {checks: [state]}, limit: 5};
    type Found = {entities?: {guid: string}[]};
    const found = await ask<Found>('POST', `${url}/api/meta/v2/search/basic`, query);
    return (found.entities ?? []).map(({guid}) => guid);
  };
  const {guid} = await read();
  assert.deepEqual([await find('Failing'), await find('Passing')], [[guid], []]);
  const known = await ask<{tables: {asset: Json}[]}>('POST', `${both.url}/api/v1/catalog/tables`, {
    engine: 'duckdb',
    tables: [table],
  });
  assert.deepEqual(known.tables[0]?.asset['checks'], {
    state: 'Failing',
    passed: 1,
    failed: 1,
    errors: 0,
  });
  for (const {uuid} of [good, bad]) await ask('DELETE', runs(uuid));
  await soon(async () => assert.deepEqual(await quality(), {}));
});
