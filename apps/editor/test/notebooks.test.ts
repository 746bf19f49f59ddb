// Notebooks over HTTP, with the embedded engine: who may read, run and change what.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';
import {temporaryFolder} from './editor-process.ts';
import type {TestLog} from './test-log.ts';

type Json = Readonly<Record<string, unknown>>;
type Result = Json & {cell: string; statement?: string; isKept: boolean; isCurrent: boolean};
const users = {ada: 'ANALYST', bob: 'ANALYST'};
const sql = (id: string, text: string, more: object = {}) => ({id, kind: 'sql', text, ...more});

async function opened(t: TestContext) {
  const own = await temporaryFolder(t);
  const duckdb = (log: TestLog) => new Map([['duckdb', duckDbForTests(own, log)]]);
  const editor = await editorForTests(t, duckdb, users);
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const contents = (cells: readonly object[], more: object = {}) => ({
    engine: 'duckdb',
    database: 'main',
    cells,
    ...more,
  });
  const notebook = async (cells: readonly object[], more: object = {}) => {
    const wanted = {kind: 'notebook', name: randomUUID(), notebook: contents(cells, more)};
    const answer = await ada('POST', '/api/v1/documents', wanted);
    assert.equal(answer.status, 201, answer.text);
    return String(answer.body['uuid']);
  };
  const save = async (uuid: string, version: number, cells: readonly object[], more = {}) =>
    await ada('PUT', `/api/v1/documents/${uuid}`, {version, notebook: contents(cells), ...more});
  const resultsOf = async (uuid: string, variables: object = {}, person = ada) => {
    const answer = await person('POST', `/api/v1/notebooks/${uuid}/results`, {variables});
    assert.equal(answer.status, 200, answer.text);
    return answer.body['results'] as Result[];
  };
  const run = async (uuid: string, cell: string, body: object = {}, person = ada) =>
    await person('POST', `/api/v1/notebooks/${uuid}/cells/${cell}/runs`, body);
  /** Runs it, and waits for its end. */
  const ran = async (uuid: string, cell: string, body: {variables?: object} & Json = {}) => {
    const {status, text} = await run(uuid, cell, body);
    assert.equal(status, 201, text);
    return await soon(async () => {
      const found = await resultsOf(uuid, body.variables);
      const one = found.find(each => each.cell === cell);
      assert.equal(one?.['state'], 'available', JSON.stringify(one));
      return one as Result;
    });
  };
  const rowsOf = async ({statement}: Result) =>
    (await ada('GET', `/api/v1/results/${statement}/rows`)).body['rows'];
  const share = async (uuid: string, permission: string) => {
    const grants = [{kind: 'user', name: 'bob', permission}];
    assert.equal((await ada('PUT', `/api/v1/documents/${uuid}/grants`, {grants})).status, 200);
  };
  return {...editor, ada, bob, notebook, save, resultsOf, run, ran, rowsOf, share};
}

test('cells keep what they were run with, and say when they would run something else', async t => {
  const {notebook, save, resultsOf, ran, rowsOf} = await opened(t);
  const cells = [
    {id: 't', kind: 'text', text: '# Numbers'},
    sql('a', 'select n from range(${count=2}) r(n);'),
    sql('b', 'select 7 as n'),
  ];
  const uuid = await notebook(cells, {variables: {count: '3'}});
  assert.deepEqual(await resultsOf(uuid), [
    {cell: 'a', isKept: false, hasResultSet: false, isCurrent: false},
    {cell: 'b', isKept: false, hasResultSet: false, isCurrent: false},
  ]);
  const first = await ran(uuid, 'a');
  assert.deepEqual([await rowsOf(first), first.isCurrent], [[[0], [1], [2]], true]);
  const other = await ran(uuid, 'a', {variables: {count: '1'}});
  assert.deepEqual([await rowsOf(other), other.isCurrent], [[[0]], true]);
  const [before] = await resultsOf(uuid);
  assert.deepEqual([before?.statement, before?.isCurrent], [other.statement, false]);
  // The result stays with its cell wherever that is moved to and whatever is written there.
  await save(uuid, 1, [sql('b', 'select 8 as n'), sql('a', 'select 9 as n')]);
  const [, moved] = await resultsOf(uuid);
  assert.deepEqual(
    [moved?.cell, moved?.statement, moved?.isCurrent],
    ['a', other.statement, false],
  );
});

test('a result is of another engine or database where the notebook has another now', async t => {
  const {ada, notebook, resultsOf, ran} = await opened(t);
  const uuid = await notebook([sql('u', '-- no USE'), sql('a', 'select 1 as n')]);
  assert.equal((await ran(uuid, 'a')).isCurrent, true);
  const cells = [sql('u', '-- no USE'), sql('a', 'select 1 as n')];
  const used = [sql('u', 'use other'), sql('a', 'select 1 as n')];
  for (const [n, [wanted, isCurrent]] of [
    [{engine: 'duckdb', database: 'other', cells}, false],
    [{engine: 'duckdb', database: 'main', cells: used}, false],
    [{engine: 'hive', database: 'main', cells}, false],
    [{engine: 'duckdb', database: 'main', cells}, true],
  ].entries() as ArrayIterator<[number, [object, boolean]]>) {
    const change = {version: n + 1, notebook: wanted};
    assert.equal((await ada('PUT', `/api/v1/documents/${uuid}`, change)).status, 200);
    const one = (await resultsOf(uuid)).find(({cell}) => cell === 'a');
    assert.equal(one?.isCurrent, isCurrent, JSON.stringify(wanted));
  }
});

test('a session keeps what cells have made, and USE counts for the cells below', async t => {
  const {ada, notebook, run, ran, resultsOf, rowsOf} = await opened(t);
  const uuid = await notebook([
    sql('s', 'create schema if not exists other'),
    sql('u', 'use other'),
    sql('m', 'create temp table mine as select 5 as n'),
    sql('r', 'select n, current_schema() as place from mine'),
    sql('n', 'select 1'),
  ]);
  const never = {cell: 'n', isKept: false, hasResultSet: false, isCurrent: false};
  const made = await ada('POST', '/api/editor/create_session', {session: {type: 'duckdb'}});
  const session = Number((made.body['session'] as Json)['id']);
  for (const cell of ['s', 'u', 'm']) await ran(uuid, cell, {session});
  const kept = await ran(uuid, 'r', {session});
  assert.deepEqual(await rowsOf(kept), [[5, 'other']]);
  // Nothing is run in another session than the one that is meant: what it had would be missed.
  await ada('POST', '/api/editor/close_session', {session: {id: session}});
  for (const [gone, cell] of [session, 1].flatMap(one =>
    ['r', 'n'].map(id => [one, id] as const),
  )) {
    const {status, body} = await run(uuid, cell, {session: gone});
    assert.deepEqual([status, body['errorCode']], [410, 'GAZETTEER-410-00-003']);
  }
  const latest = async (wanted: string) =>
    (await resultsOf(uuid)).find(({cell}) => cell === wanted);
  const [r, n] = [await latest('r'), await latest('n')];
  assert.deepEqual([r?.statement, r?.isKept, n], [kept.statement, true, never]);
  // Elsewhere the table is not there, and the failure is the result of the cell.
  assert.match((await run(uuid, 'r')).text, /mine/);
  const failed = await latest('r');
  assert.deepEqual([failed?.['state'], failed?.isKept], ['failed', false]);
});

test('a cell keeps its rows where the next one of the session is run before they are read', async t => {
  const {ada, notebook, ran, rowsOf} = await opened(t);
  const uuid = await notebook([sql('a', 'select n from range(9000) r(n)'), sql('b', 'select 2')]);
  const made = await ada('POST', '/api/editor/create_session', {session: {type: 'duckdb'}});
  const session = Number((made.body['session'] as Json)['id']);
  const [first, second] = [await ran(uuid, 'a', {session}), await ran(uuid, 'b', {session})];
  assert.deepEqual(await rowsOf(second), [[2]]);
  const path = `/api/v1/results/${first.statement}/rows?from=8999`;
  const answer = await ada('GET', path);
  assert.deepEqual(answer.body['rows'], [[8999]], answer.text);
});

test('a reader runs as themselves, and sees no result of others', async t => {
  const {bob, notebook, run, ran, resultsOf, share, ada, save} = await opened(t);
  const uuid = await notebook([sql('a', 'select 1 as n')]);
  const hers = await ran(uuid, 'a');
  for (const answer of [
    await bob('POST', `/api/v1/notebooks/${uuid}/results`, {}),
    await run(uuid, 'a', {}, bob),
    await bob('GET', `/api/v1/documents/${uuid}`),
  ])
    assert.equal(answer.status, 404);
  await share(uuid, 'read');
  const unseen = [{cell: 'a', isKept: false, hasResultSet: false, isCurrent: false}];
  assert.deepEqual(await resultsOf(uuid, {}, bob), unseen);
  assert.equal((await bob('GET', `/api/v1/results/${hers.statement}/rows`)).status, 404);
  assert.equal((await run(uuid, 'a', {}, bob)).status, 201);
  const his = await soon(async () => {
    const [one] = await resultsOf(uuid, {}, bob);
    assert.equal(one?.isKept, true);
    return one;
  });
  assert.notEqual(his?.statement, hers.statement);
  assert.equal((await ada('GET', `/api/v1/results/${his?.statement}/rows`)).status, 404);
  const refused = await bob('PUT', `/api/v1/documents/${uuid}`, {version: 1, name: 'mine'});
  assert.equal(refused.status, 403);
  await share(uuid, 'write');
  const notebookOfBob = {engine: 'duckdb', cells: [sql('a', 'select 2')]};
  const change = {version: 1, notebook: notebookOfBob};
  assert.equal((await bob('PUT', `/api/v1/documents/${uuid}`, change)).status, 200);
  const late = await save(uuid, 1, [sql('a', 'select 3')]);
  assert.equal(late.status, 409);
  const theirs = late.body['document'] as {notebook: {cells: Json[]}; changedBy: string};
  assert.deepEqual([theirs.notebook.cells[0]?.['text'], theirs.changedBy], ['select 2', 'bob']);
  await ada('DELETE', `/api/v1/documents/${uuid}`);
  assert.equal((await run(uuid, 'a', {}, bob)).status, 410);
});

test('what is saved while somebody types is one version, and versions are compared', async t => {
  const {ada, bob, notebook, save, share} = await opened(t);
  const uuid = await notebook([{id: 't', kind: 'text', text: 'Hello'}]);
  const words = (text: string) => [{id: 't', kind: 'text', text}, sql('a', 'select 1')];
  for (const [n, text] of ['H', 'He', 'Hel'].entries())
    assert.equal((await save(uuid, n + 1, words(text))).body['version'], n + 2);
  await save(uuid, 4, words('Help'), {comment: 'Whole'});
  await save(uuid, 5, words('Helping'));
  await share(uuid, 'write');
  const ofBob = {version: 6, notebook: {engine: 'duckdb', cells: words('Bob')}};
  assert.equal((await bob('PUT', `/api/v1/documents/${uuid}`, ofBob)).status, 200);
  const {body} = await ada('GET', `/api/v1/documents/${uuid}/versions`);
  assert.deepEqual(
    (body['versions'] as Json[]).map(one => [one['version'], one['savedBy'], one['comment']]),
    [
      [7, 'bob', ''],
      [6, 'ada', ''],
      [5, 'ada', 'Whole'],
      [4, 'ada', ''],
      [1, 'ada', ''],
    ],
  );
  const diff = await ada('GET', `/api/v1/documents/${uuid}/diff?from=1&to=5`);
  assert.deepEqual(
    (diff.body['lines'] as Json[]).map(one => [one['kind'], one['text']]),
    [
      ['removed', 'Hello'],
      ['added', 'Help'],
      ['added', ''],
      ['added', 'select 1'],
    ],
  );
  const restored = await ada('POST', `/api/v1/documents/${uuid}/versions/1/restore`);
  assert.equal((restored.body['notebook'] as {cells: Json[]}).cells.length, 1);
});

test('what was written last is still there when an earlier version is restored', async t => {
  const {ada, notebook, save} = await opened(t);
  const uuid = await notebook([{id: 't', kind: 'text', text: 'Old'}]);
  for (const [n, text] of ['New', 'Newest'].entries())
    await save(uuid, n + 1, [{id: 't', kind: 'text', text}]);
  const restored = await ada('POST', `/api/v1/documents/${uuid}/versions/1/restore`);
  assert.equal(restored.body['version'], 4);
  await save(uuid, 4, [{id: 't', kind: 'text', text: 'Older'}]);
  for (const version of [3, 4])
    assert.equal(
      (await ada('GET', `/api/v1/documents/${uuid}/versions/${version}`)).status,
      200,
      String(version),
    );
});

test('cells that make no sense are refused, and only single statements are run', async t => {
  const {ada, notebook, run, resultsOf} = await opened(t);
  const cell = sql('a', 'select 1');
  const refused = async (given: unknown) => {
    const wanted = {kind: 'notebook', name: 'x', notebook: given};
    const answer = await ada('POST', '/api/v1/documents', wanted);
    assert.equal(answer.status, 400, JSON.stringify(given).slice(0, 200));
  };
  for (const cells of [
    [{...cell, id: ''}],
    [{...cell, id: 'a/b'}],
    [{...cell, kind: 'python'}],
    [{...cell, view: 'map'}],
    [{...cell, text: 5}],
    [{...cell, state: {charts: [{kind: 'bar', x: '', y: []}]}}],
    [cell, cell],
    [null],
    Array.from({length: 201}, (_, n) => ({...cell, id: String(n)})),
    Array.from({length: 6}, (_, n) => sql(String(n), 'x'.repeat(190_000))),
  ])
    await refused({cells});
  for (const given of [5, [], 'x', {cells: {}}, {}, {cells: [], variables: {a: 5}}])
    await refused(given);
  const uuid = await notebook([
    sql('two', 'select 1; select 2'),
    sql('none', '-- nothing'),
    sql('unset', 'select ${a}'),
    sql('broken', 'select * from nowhere'),
    {id: 'text', kind: 'text', text: 'select 1'},
  ]);
  const said = async (id: string, body: object = {}) => {
    const {status, body: answer} = await run(uuid, id, body);
    return [status, answer['message']];
  };
  const several = 'The cell has several statements. Use one cell for each of them.';
  assert.deepEqual(await said('two'), [400, several]);
  assert.deepEqual(await said('none'), [400, 'The cell has no statement.']);
  assert.deepEqual(await said('unset'), [400, 'Enter a value for a.']);
  assert.deepEqual(await said('unset', {variables: {a: '1; select 2'}}), [400, several]);
  assert.deepEqual(await said('text'), [400, 'A text can’t be run.']);
  assert.deepEqual(await said('other'), [404, 'The notebook has no such cell.']);
  assert.match(String((await said('broken'))[1]), /nowhere/);
  const failed = (await resultsOf(uuid)).find(one => one.cell === 'broken');
  assert.deepEqual([failed?.['state'], failed?.isKept, failed?.isCurrent], ['failed', false, true]);
  assert.match(String(failed?.['message']), /nowhere/);
  const query = await ada('POST', '/api/v1/documents', {name: 'q', content: {text: 'select 1'}});
  const other = `/api/v1/notebooks/${String(query.body['uuid'])}/results`;
  assert.equal((await ada('POST', other, {})).status, 400);
});

test('a document has the contents of its kind and no others', async t => {
  const {ada, notebook} = await opened(t);
  const uuid = await notebook([]);
  const contents = {
    content: {text: 'select 1'},
    dashboard: {tiles: [], filters: []},
    notebook: {cells: []},
  };
  const own = {query: 'content', dashboard: 'dashboard', notebook: 'notebook', folder: ''};
  for (const [kind, kept] of Object.entries(own)) {
    for (const [at, value] of Object.entries(contents)) {
      const wanted = {kind, name: randomUUID(), [at]: value};
      const {status, body} = await ada('POST', '/api/v1/documents', wanted);
      // The content of a folder is left out.
      const isTaken = at === kept || (kind === 'folder' && at === 'content');
      assert.equal(status, isTaken ? 201 : 400, `${kind} ${at}`);
      if (isTaken) assert.equal(body[at] !== undefined, at === kept, `${kind} ${at}`);
      else assert.equal(body['message'], `A ${kind} has no ${at}.`);
    }
    const {status} = await ada('POST', '/api/v1/documents', {kind, name: randomUUID()});
    assert.equal(status, 201, kind);
  }
  const change = {version: 1, content: contents.content};
  assert.equal((await ada('PUT', `/api/v1/documents/${uuid}`, change)).status, 400);
});

test('notebooks are found, copied and listed as other documents are', async t => {
  const {ada, notebook} = await opened(t);
  const uuid = await notebook([{id: 't', kind: 'text', text: 'About *pelicans*'}]);
  const found = await ada('GET', '/api/v1/documents?kind=notebook&text=pelicans');
  assert.deepEqual(
    (found.body['documents'] as Json[]).map(one => [one['uuid'], one['kind']]),
    [[uuid, 'notebook']],
  );
  const copied = await ada('POST', `/api/v1/documents/${uuid}/copy`, {});
  assert.equal((copied.body['notebook'] as {cells: Json[]}).cells.length, 1);
  const hue = await ada('GET', '/desktop/api2/docs/?type=notebook');
  assert.deepEqual(
    (hue.body['documents'] as Json[]).map(one => [one['type'], one['absoluteUrl']]).sort(),
    [uuid, String(copied.body['uuid'])].sort().map(one => ['notebook', `/app/notebooks/${one}`]),
  );
  const one = await ada('GET', `/desktop/api2/doc/?uuid=${uuid}&data=true`);
  assert.equal((one.body['document'] as Json)['type'], 'notebook');
  const files = await ada('GET', '/api/v1/documents/export?format=json');
  assert.deepEqual(files.body['files'], []);
  const scheduled = {name: 'S', cron: '0 6 * * *', rules: [], document: uuid};
  assert.equal((await ada('POST', '/api/v1/schedules', scheduled)).status, 400);
});
