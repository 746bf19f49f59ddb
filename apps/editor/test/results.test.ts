import assert from 'node:assert/strict';
import {test} from 'node:test';
import {admin} from './editor-client.ts';
import {editorForTests, type EditorForTests} from './editor-fixture.ts';

async function run({post}: EditorForTests, statement: string): Promise<string> {
  return String((await post('/api/editor/execute/hive', {statement}))['body']['history_uuid']);
}

function get({inject}: EditorForTests, path: string) {
  return inject({method: 'GET', url: `/api/v1/results/${path}`, headers: {authorization: admin}});
}

test('rows by their place, fetched no further than they are asked for; a client that reads on is not disturbed', async t => {
  const editor = await editorForTests(t);
  const id = await run(editor, 'ROWS 10000');
  const {body} = await get(editor, id);
  assert.deepEqual([body['rowCount'], body['isComplete']], [0, false]);
  assert.deepEqual(
    (body['columns'] as {name: string; kind: string}[]).map(({name, kind}) => `${name} ${kind}`),
    ['n int64', 'text text'],
  );
  const middle = await get(editor, `${id}/rows?from=2500&count=2`);
  assert.deepEqual(middle.body['rows'], [
    [2500, '<2500>'],
    [2501, '<2501>'],
  ]);
  assert.deepEqual([middle.body['rowCount'], middle.body['isComplete']], [4000, false]);
  const first = await editor.post('/api/editor/fetch_result_data', {
    operationId: id,
    rows: '1',
    format: 'json',
  });
  assert.deepEqual((first.body['result'] as {data: unknown}).data, [[0, '<0>']]);
  const behind = await get(editor, `${id}/rows?from=20000`);
  assert.deepEqual(
    [behind.body['rows'], behind.body['rowCount'], behind.body['isComplete']],
    [[], 10_000, true],
  );
});

test('a download has all rows, those that nobody has looked at, too', async t => {
  const editor = await editorForTests(t);
  const id = await run(editor, 'ROWS 5001');
  const {status, headers, text} = await get(
    editor,
    `${id}/download?name=${encodeURIComponent('Umsätze "1"/x')}`,
  );
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(
    headers['content-disposition'],
    `attachment; filename="Ums_tze _1__x.csv"; filename*=UTF-8''Ums%C3%A4tze%20%221%22_x.csv`,
  );
  const lines = text.split('\r\n');
  assert.deepEqual([lines.length, lines[0], lines[5001]], [5003, 'n,text', '5000,<5000>']);
  const again = await get(editor, `${id}/download?format=json`);
  assert.equal(again.text.split('\n').length, 5002);
});

test('what cannot be had says why, with a status of HTTP', async t => {
  const editor = await editorForTests(t);
  const id = await run(editor, 'ROWS 10');
  for (const [path, status, message] of [
    [`${id}/download?format=exe`, 400, /csv, xlsx, parquet, arrow, json, not as exe/],
    [`${id}/rows?from=-1`, 400, /from has to be a whole number/],
    [`${id}/rows?count=1e3`, 400, /count has to be a whole number/],
    ['00000000-0000-0000-0000-000000000000', 404, /no such statement/],
    [`${await run(editor, 'HANG')}/rows`, 409, /is running/],
    [`${await run(editor, 'FAIL because')}/download`, 410, /because/],
  ] as const) {
    const answer = await get(editor, path);
    assert.equal(answer.status, status, path);
    assert.match(String(answer.body['message']), message);
  }
});

test('nobody gets the result of somebody else', async t => {
  const editor = await editorForTests(t);
  const id = await run(editor, 'ROWS 10');
  const answer = await editor.inject({method: 'GET', url: `/api/v1/results/${id}/rows`});
  assert.equal(answer.status, 401);
  const {statements} = editor.editor;
  assert.equal(await statements.byUuid('somebody', id), undefined);
});
