import assert from 'node:assert/strict';
import {test} from 'node:test';
import {asUser, type EditorForTests, editorForTests} from './editor-fixture.ts';

const users = {ada: 'ANALYST', bob: 'ANALYST', cleo: 'STEWARD'};

async function ran(editor: EditorForTests, statement: string): Promise<string> {
  const ada = asUser(editor, 'ada');
  const {body} = await ada('POST', '/api/editor/execute/hive', {statement});
  const operationId = String(body['history_uuid']);
  await ada('POST', '/api/editor/check_status', {operationId});
  return operationId;
}

test('a shared result is looked at by whom it is shared with, and by nobody else, until it is taken back', async t => {
  const editor = await editorForTests(t, undefined, users);
  const [ada, bob, cleo] = [asUser(editor, 'ada'), asUser(editor, 'bob'), asUser(editor, 'cleo')];
  const uuid = await ran(editor, 'ROWS 3');
  const view = {kind: 'chart', question: {search: '2'}};
  const shared = {title: 'Threes', view, grants: [{kind: 'group', name: 'ANALYST'}]};
  const made = await ada('POST', `/api/v1/results/${uuid}/shares`, shared);
  assert.equal(made.status, 201);
  const share = String(made.body['uuid']);
  const seen = await bob('GET', `/api/v1/shares/${share}`);
  assert.deepEqual(
    [
      seen.body['owner'],
      seen.body['isOwner'],
      seen.body['title'],
      seen.body['view'],
      seen.body['statement'],
    ],
    ['ada', false, 'Threes', view, 'ROWS 3'],
  );
  assert.equal(seen.body['keptMs'], 60_000);
  const rows = await bob('GET', `/api/v1/results/${share}/rows?from=1&count=5`);
  assert.deepEqual(rows.body['rows'], [
    [1, '<1>'],
    [2, '<2>'],
  ]);
  assert.match(
    (await bob('GET', `/api/v1/results/${share}/download?format=csv`)).text,
    /^n,text\r\n0,<0>/,
  );
  assert.equal(
    (await bob('GET', `/api/v1/results/${uuid}/rows`)).status,
    404,
    'not by the id of the statement',
  );
  for (const url of [
    `/api/v1/shares/${share}`,
    `/api/v1/results/${share}/rows`,
    `/api/v1/results/${share}`,
  ]) {
    assert.equal((await cleo('GET', url)).status, 404, url);
  }
  const others: ['GET' | 'POST' | 'DELETE', string, object?][] = [
    ['DELETE', `/api/v1/shares/${share}`],
    ['POST', `/api/v1/results/${uuid}/shares`, shared],
    ['POST', `/api/v1/results/${share}/shares`, shared],
  ];
  for (const [method, url, body] of others)
    assert.equal((await bob(method, url, body)).status, 404, url);
  const close = await bob('POST', '/api/editor/close_statement', {operationId: share});
  assert.equal(
    close.body['message'],
    'Query id could not be found.',
    'nobody ends what is somebody else’s',
  );
  const listed = await ada('GET', `/api/v1/results/${uuid}/shares`);
  assert.deepEqual(
    (listed.body['shares'] as {uuid: string}[]).map(one => one.uuid),
    [share],
  );
  assert.equal((await ada('GET', `/api/v1/results/${uuid}`)).body['isShared'], true);
  assert.equal((await ada('DELETE', `/api/v1/shares/${share}`)).status, 204);
  assert.equal((await bob('GET', `/api/v1/results/${share}/rows`)).status, 404);
});

test('what others share with somebody or with a group is listed, and not what has only a link', async t => {
  const editor = await editorForTests(t, undefined, users);
  const [ada, bob, cleo] = [asUser(editor, 'ada'), asUser(editor, 'bob'), asUser(editor, 'cleo')];
  const uuid = await ran(editor, 'ROWS 3');
  const share = async (title: string, ...grants: object[]) =>
    String((await ada('POST', `/api/v1/results/${uuid}/shares`, {title, grants})).body['uuid']);
  const byName = await share('By name', {kind: 'user', name: 'bob'}, {kind: 'user', name: 'bob'});
  await share('By group', {kind: 'group', name: 'ANALYST'}, {kind: 'user', name: 'bob'});
  await share('By link', {kind: 'link'});
  const listed = async (as: typeof ada) =>
    (await as('GET', '/api/v1/shares')).body['shares'] as Readonly<Record<string, unknown>>[];
  const titles = async (as: typeof ada) => (await listed(as)).map(({title}) => title).sort();
  assert.deepEqual(await titles(bob), ['By group', 'By name']);
  assert.deepEqual([await titles(cleo), await titles(ada)], [[], []], 'nor one’s own');
  const {createdAt, ...one} = (await listed(bob)).find(({title}) => title === 'By name') ?? {};
  assert.equal(typeof createdAt, 'number');
  assert.deepEqual(one, {
    uuid: byName,
    owner: 'ada',
    title: 'By name',
    engine: 'hive',
    database: 'default',
    statement: 'ROWS 3',
    isKept: true,
  });
  await editor.editor.live.close(editor.editor.live.known(uuid) ?? assert.fail());
  assert.equal((await listed(bob))[0]?.['isKept'], false);
  assert.equal((await ada('DELETE', `/api/v1/shares/${byName}`)).status, 204);
  assert.deepEqual(await titles(bob), ['By group']);
  await ada('DELETE', `/api/v1/history/${uuid}`);
  assert.deepEqual(await titles(bob), []);
  const left = await editor.editor.db.read(db => db.all('SELECT * FROM editor_result_share_grant'));
  assert.deepEqual(left, []);
});

test('a shared result ends with its rows, and is forgotten with its statement', async t => {
  const editor = await editorForTests(t, undefined, users);
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const uuid = await ran(editor, 'ROWS 3');
  const made = await ada('POST', `/api/v1/results/${uuid}/shares`, {grants: [{kind: 'link'}]});
  const share = String(made.body['uuid']);
  assert.equal((await bob('GET', `/api/v1/results/${share}`)).status, 200);
  const live = editor.editor.live.known(uuid) ?? assert.fail();
  await editor.editor.live.close(live);
  const gone = await bob('GET', `/api/v1/results/${share}`);
  assert.equal(gone.status, 410);
  assert.match(String(gone.body['message']), /expired/);
  assert.equal(
    (await bob('GET', `/api/v1/shares/${share}`)).status,
    200,
    'what it was is still told',
  );
  await ada('DELETE', `/api/v1/history/${uuid}`);
  assert.equal((await bob('GET', `/api/v1/shares/${share}`)).status, 404);
});

test('what makes no sense is refused', async t => {
  const editor = await editorForTests(t, undefined, users);
  const ada = asUser(editor, 'ada');
  const url = `/api/v1/results/${await ran(editor, 'ROWS 1')}/shares`;
  assert.match((await ada('POST', url, {grants: []})).text, /shared with 1 to 100/);
  assert.match((await ada('POST', url, {grants: [{kind: 'user'}]})).text, /name is missing/);
  assert.match((await ada('POST', url, {grants: [{kind: 'all'}]})).text, /kind has to be one of/);
  assert.match(
    (await ada('POST', url, {grants: [{kind: 'link'}], view: {x: 'y'.repeat(50_000)}})).text,
    /at most 50000/,
  );
});
