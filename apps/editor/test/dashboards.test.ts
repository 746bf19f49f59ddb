// Dashboards over HTTP, with the embedded engine: who may read, run and change what.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';
import {temporaryFolder} from './editor-process.ts';
import type {TestLog} from './test-log.ts';

type Json = Readonly<Record<string, unknown>>;
type Result = Json & {document: string; statement?: string; state?: string; isKept: boolean};
const users = {ada: 'ANALYST', bob: 'ANALYST'};
const place = {x: 0, y: 0, w: 6, h: 4};

async function opened(t: TestContext) {
  const own = await temporaryFolder(t);
  const duckdb = (log: TestLog) => new Map([['duckdb', duckDbForTests(own, log)]]);
  const editor = await editorForTests(t, duckdb, users);
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const made = async (body: object, person = ada) => {
    const answer = await person('POST', '/api/v1/documents', {name: randomUUID(), ...body});
    assert.equal(answer.status, 201, answer.text);
    return String(answer.body['uuid']);
  };
  const query = async (text: string, more: object = {}, person = ada) =>
    await made({content: {engine: 'duckdb', database: 'main', text, ...more}}, person);
  const dashboard = async (
    tiles: readonly object[],
    filters: readonly object[] = [],
    person = ada,
  ) => await made({kind: 'dashboard', dashboard: {tiles, filters}}, person);
  const table = (document: string, id = 'a') => ({...place, id, kind: 'table', document});
  const resultsOf = async (uuid: string, variables: object = {}, person = ada) => {
    const answer = await person('POST', `/api/v1/dashboards/${uuid}/results`, {variables});
    assert.equal(answer.status, 200, answer.text);
    return answer.body['results'] as Result[];
  };
  const run = async (uuid: string, document: string, variables: object = {}, person = ada) =>
    await person('POST', `/api/v1/dashboards/${uuid}/queries/${document}/runs`, {variables});
  /** Runs it, and waits until its rows are there. */
  const rows = async (uuid: string, document: string, variables: object = {}, person = ada) => {
    const {status, text} = await run(uuid, document, variables, person);
    assert.equal(status, 201, text);
    const {statement} = await soon(async () => {
      const [one] = await resultsOf(uuid, variables, person);
      assert.deepEqual([one?.state, one?.isKept], ['available', true], JSON.stringify(one));
      return one as Result;
    });
    return (await person('GET', `/api/v1/results/${statement}/rows`)).body['rows'];
  };
  const share = async (uuid: string, permission: string) => {
    const grants = [{kind: 'user', name: 'bob', permission}];
    const {status} = await ada('PUT', `/api/v1/documents/${uuid}/grants`, {grants});
    assert.equal(status, 200);
  };
  return {...editor, ada, bob, made, query, dashboard, table, resultsOf, run, rows, share};
}

test('a dashboard shows what its queries are, and the latest results with their values', async t => {
  const {ada, query, dashboard, table, resultsOf, rows} = await opened(t);
  const charts = [{title: 'C', kind: 'bar', x: 'n', y: ['n'], aggregate: 'sum', isStacked: false}];
  const document = await query(
    'select n from range(${count=3}) r(n) where n >= ${least=0, 1(One)}',
    {
      state: {charts, variables: {count: '2'}},
    },
  );
  const uuid = await dashboard(
    [table(document), {...table(document, 'b'), kind: 'chart', x: 6}],
    [{name: 'least', kind: 'number', label: 'At least', value: '1'}],
  );
  const {body} = await ada('GET', `/api/v1/dashboards/${uuid}`);
  const [shown] = body['queries'] as Json[];
  assert.deepEqual(shown?.['state'], {charts});
  assert.deepEqual(shown?.['variables'], [
    {name: 'count', fallback: '2', choices: []},
    {
      name: 'least',
      fallback: '1',
      choices: [
        {value: '0', label: '0'},
        {value: '1', label: 'One'},
      ],
    },
  ]);
  assert.deepEqual(await resultsOf(uuid), [{document, isKept: false}]);
  assert.deepEqual(await rows(uuid, document), [[1]]);
  assert.deepEqual(await rows(uuid, document, {count: '4', least: ''}), [[1], [2], [3]]);
  const [first] = await resultsOf(uuid);
  const [second] = await resultsOf(uuid, {count: '4'});
  assert.equal(first?.isKept, true);
  assert.notEqual(first?.statement, second?.statement);
  assert.deepEqual(await resultsOf(uuid, {count: '5'}), [{document, isKept: false}]);
  // A change of the query has no result yet.
  const text = 'select 7 as n';
  await ada('PUT', `/api/v1/documents/${document}`, {
    version: 1,
    content: {engine: 'duckdb', text},
  });
  assert.deepEqual(await resultsOf(uuid), [{document, isKept: false}]);
});

test('a reader sees only what is shared, runs as themselves, and no result of others', async t => {
  const {ada, bob, query, dashboard, table, resultsOf, run, rows, share} = await opened(t);
  const [open, secret] = [await query('select 1 as n'), await query('select 2 as n')];
  const uuid = await dashboard([table(open), table(secret, 'b')]);
  const at = `/api/v1/dashboards/${uuid}`;
  assert.equal((await bob('GET', at)).status, 404);
  assert.equal((await bob('POST', `${at}/results`, {})).status, 404);
  assert.equal((await run(uuid, open, {}, bob)).status, 404);
  await share(uuid, 'read');
  await share(open, 'read');
  await rows(uuid, open);
  const seen = await bob('GET', at);
  assert.deepEqual(
    (seen.body['queries'] as Json[]).map(({document}) => document),
    [open],
  );
  assert.deepEqual(await resultsOf(uuid, {}, bob), [{document: open, isKept: false}]);
  const refused = await run(uuid, secret, {}, bob);
  assert.deepEqual([refused.status, refused.text.includes('isn’t shared with you')], [404, true]);
  assert.deepEqual(await rows(uuid, open, {}, bob), [[1]]);
  const [hers] = await resultsOf(uuid);
  const [his] = await resultsOf(uuid, {}, bob);
  assert.notEqual(hers?.statement, his?.statement);
  assert.equal((await bob('GET', `/api/v1/results/${String(hers?.statement)}/rows`)).status, 404);
  const change = {version: 1, dashboard: {tiles: [], filters: []}};
  assert.equal((await bob('PUT', `/api/v1/documents/${uuid}`, change)).status, 403);
  await share(uuid, 'write');
  const saved = await bob('PUT', `/api/v1/documents/${uuid}`, change);
  assert.deepEqual([saved.status, saved.body['version'], saved.body['changedBy']], [200, 2, 'bob']);
  const late = await ada('PUT', `/api/v1/documents/${uuid}`, change);
  assert.equal(late.status, 409);
  const diff = await ada('GET', `/api/v1/documents/${uuid}/diff?from=1&to=2`);
  assert.deepEqual(Object.keys(diff.body['fields'] as Json), ['tiles']);
  const restored = await ada('POST', `/api/v1/documents/${uuid}/versions/1/restore`);
  assert.equal((restored.body['dashboard'] as {tiles: Json[]}).tiles.length, 2);
  await ada('DELETE', `/api/v1/documents/${uuid}`);
  assert.equal((await bob('GET', at)).status, 410);
});

test('only a single statement that reads is run, whatever its values make of it', async t => {
  const {query, dashboard, table, run, resultsOf, ada} = await opened(t);
  const texts = [
    'create table t (a int)',
    'select 1; drop table t',
    'select ${a} as a',
    'select 1 -- ${a=x}',
  ];
  for (const text of texts) {
    const document = await query(text);
    const uuid = await dashboard([table(document)]);
    const variables = {a: '1; drop table t'};
    const {status, body} = await run(
      uuid,
      document,
      text.includes('=x') ? {a: 'x\n; drop table t'} : variables,
    );
    assert.equal(status, 400, text);
    assert.match(String(body['message']), /single statements that only read/);
  }
  const document = await query('select ${a} as a');
  const uuid = await dashboard([table(document)]);
  const missing = await run(uuid, document);
  assert.deepEqual([missing.status, missing.body['message']], [400, 'Enter a value for a.']);
  assert.deepEqual(await resultsOf(uuid), [
    {document, isKept: false, message: 'Enter a value for a.'},
  ]);
  const other = await query('select 1');
  assert.equal((await run(uuid, other)).status, 404);
  assert.equal((await run(uuid, randomUUID())).status, 404);
  assert.equal((await ada('GET', `/api/v1/dashboards/${document}`)).status, 400);
});

test('a query that fails leaves the others, and a schedule fills a dashboard', async t => {
  const {ada, query, dashboard, table, resultsOf, run} = await opened(t);
  const [good, bad] = [await query('select ${n=5} as n'), await query('select * from nowhere')];
  const uuid = await dashboard([table(good), table(bad, 'b')]);
  const failed = await run(uuid, bad);
  assert.match(failed.text, /nowhere/);
  const [, again] = await resultsOf(uuid);
  assert.deepEqual([again?.state, again?.isKept], ['failed', false]);
  assert.match(String(again?.['message']), /nowhere/);
  const scheduled = {name: 'S', cron: '0 6 * * *', rules: [], document: good, variables: {n: '6'}};
  const schedule = await ada('POST', '/api/v1/schedules', scheduled);
  await ada('POST', `/api/v1/schedules/${String(schedule.body['uuid'])}/runs`);
  await soon(async () => {
    const [one, other] = await resultsOf(uuid, {n: '6'});
    assert.deepEqual([one?.state, one?.isKept, other?.isKept], ['available', true, false]);
  });
  assert.deepEqual((await resultsOf(uuid))[0], {document: good, isKept: false});
});

test('tiles that make no sense are refused, and documents list dashboards', async t => {
  const {ada, query, dashboard, table} = await opened(t);
  const document = await query('select 1');
  const tile = table(document);
  const text = {...place, id: 't', kind: 'text', text: '# Hello *there*'};
  const wrong: readonly (readonly object[])[] = [
    [{...tile, w: 13}],
    [{...tile, x: 8}],
    [{...tile, w: 0}],
    [{...tile, x: -1}],
    [{...tile, id: ''}],
    [{...tile, document: 'x'}],
    [{...tile, document: null}],
    [{...tile, kind: 'map'}],
    [{...text, document}],
    [tile, tile],
    Array.from({length: 51}, (_, n) => ({...text, id: String(n)})),
  ];
  const refused = async (given: unknown) => {
    const wanted = {kind: 'dashboard', name: 'x', dashboard: given};
    const answer = await ada('POST', '/api/v1/documents', wanted);
    assert.equal(answer.status, 400, JSON.stringify(given));
  };
  for (const tiles of wrong) await refused({tiles, filters: []});
  const twice = {name: 'a', kind: 'text'};
  for (const filters of [[twice, twice], [{name: 'a b'}], 5]) await refused({tiles: [], filters});
  for (const given of [{}, [], 'x', {tiles: {}}, {tiles: [null], filters: []}])
    await refused(given);
  const uuid = await dashboard([text]);
  const found = await ada('GET', '/api/v1/documents?kind=dashboard&text=hello');
  assert.deepEqual(
    (found.body['documents'] as Json[]).map(one => [one['uuid'], one['kind']]),
    [[uuid, 'dashboard']],
  );
  const content = {engine: 'duckdb', text: 'select 1'};
  const tiles = {tiles: [], filters: []};
  const folder = String(
    (await ada('POST', '/api/v1/documents', {kind: 'folder', name: 'f'})).body['uuid'],
  );
  for (const [at, contents] of [
    [uuid, {content}],
    [document, {dashboard: tiles}],
    [folder, {content}],
    [folder, {dashboard: tiles}],
  ] as const) {
    const saved = await ada('PUT', `/api/v1/documents/${at}`, {version: 1, ...contents});
    assert.equal(saved.status, 400, JSON.stringify(contents));
  }
  const copied = await ada('POST', `/api/v1/documents/${uuid}/copy`, {});
  assert.equal(copied.status, 201);
  assert.deepEqual((copied.body['dashboard'] as {tiles: Json[]}).tiles.length, 1);
  const hue = await ada('GET', '/desktop/api2/docs/?type=dashboard');
  assert.deepEqual(
    (hue.body['documents'] as Json[]).map(one => one['type']),
    ['dashboard', 'dashboard'],
  );
  const files = await ada('GET', '/api/v1/documents/export?format=json');
  assert.equal((files.body['files'] as Json[]).length, 1);
  const scheduled = {name: 'S', cron: '0 6 * * *', rules: [], document: uuid};
  assert.equal((await ada('POST', '/api/v1/schedules', scheduled)).status, 400);
});

/** A dashboard whose only query waits for its session until `open`. */
async function waitingQuery(t: TestContext) {
  const editor = await editorForTests(t, undefined, users);
  const ada = asUser(editor, 'ada');
  const gate = Promise.withResolvers<void>();
  editor.engine.gate = gate.promise;
  t.after(() => gate.resolve());
  const content = {engine: 'hive', database: 'default', text: 'select 1'};
  const query = await ada('POST', '/api/v1/documents', {name: 'Q', content});
  const document = String(query.body['uuid']);
  const tiles = [{...place, id: 'a', kind: 'table', document}];
  const wanted = {kind: 'dashboard', name: 'D', dashboard: {tiles, filters: []}};
  const uuid = String((await ada('POST', '/api/v1/documents', wanted)).body['uuid']);
  const run = ada('POST', `/api/v1/dashboards/${uuid}/queries/${document}/runs`, {});
  const look = async () => {
    const {body} = await ada('POST', `/api/v1/dashboards/${uuid}/results`, {});
    return (body['results'] as Result[])[0];
  };
  const statement = await soon(async () => {
    const one = await look();
    assert.equal(one?.state, 'sending');
    return String(one?.statement);
  });
  const assertNeverSent = async () => {
    gate.resolve();
    assert.match((await run).text, /cancelled before it was sent/);
    const after = await look();
    assert.deepEqual([after?.statement, after?.state], [statement, 'canceled']);
    assert.ok(!editor.engine.asked.statements.includes('select 1'));
  };
  return {ada, gate, run, look, statement, assertNeverSent};
}

test('what waits for its session is seen, and canceled before it is sent', async t => {
  const {ada, statement, assertNeverSent} = await waitingQuery(t);
  assert.equal((await ada('POST', `/api/v1/queries/${statement}/cancel`)).status, 204);
  await assertNeverSent();
});

test('questions leave what waits for its session as it is, and clients of Hue cancel it', async t => {
  for (const call of ['cancel_statement', 'close_statement']) {
    const {ada, look, statement, assertNeverSent} = await waitingQuery(t);
    const named = {operationId: statement};
    const checked = await ada('POST', '/api/editor/check_status', named);
    assert.deepEqual(checked.body['query_status'], {status: 'starting', has_result_set: false});
    assert.equal((await ada('POST', '/api/editor/get_logs', named)).body['logs'], '');
    const fetched = await ada('POST', '/api/editor/fetch_result_data', named);
    assert.equal(fetched.body['message'], 'The statement is still running');
    assert.equal((await ada('GET', `/api/v1/results/${statement}/rows`)).status, 409);
    assert.equal((await look())?.state, 'sending');
    assert.equal((await ada('POST', `/api/editor/${call}`, named)).body['status'], 0);
    await assertNeverSent();
  }
});

test('what was asked about while it waited is sent, and its end is known', async t => {
  const {ada, gate, run, look, statement} = await waitingQuery(t);
  await ada('POST', '/api/editor/check_status', {operationId: statement});
  gate.resolve();
  assert.equal((await run).status, 201);
  await soon(async () => assert.equal((await look())?.state, 'available'));
});
