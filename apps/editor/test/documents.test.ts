import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {test} from 'node:test';
import {zipTexts} from '@gazetteer/formats/zip';
import {admin} from './editor-client.ts';
import {asUser, editorForTests} from './editor-fixture.ts';

const users = {ada: 'ANALYST', bob: 'ANALYST,STEWARD'};

test('an export of the documents of Hue comes in as queries in folders, from a file and from a zip', async t => {
  const editor = await editorForTests(t);
  const ask = asUser(editor, 'admin');
  const fields = (more: object) => ({
    model: 'desktop.document2',
    pk: 1,
    fields: {owner: ['ada'], description: '', ...more},
  });
  const parent = (uuid: string) => ({parent_directory: [uuid, 1, false]});
  const snippet = {type: 'hive', statement_raw: 'select 1', database: 'shop', variables: []};
  const text = JSON.stringify([
    fields({type: 'directory', uuid: 'd1', name: 'Team', data: '{}', ...parent('home')}),
    fields({
      type: 'query-hive',
      uuid: 'q1',
      name: 'One',
      data: JSON.stringify({snippets: [snippet]}),
      ...parent('d1'),
    }),
    fields({type: 'oozie-workflow2', uuid: 'w1', name: 'Flow', data: '{}', ...parent('d1')}),
  ]);
  const files = [{path: 'hue.json', text}];
  const {status, body} = await ask('POST', '/api/v1/documents/import', {files});
  assert.deepEqual([status, body], [200, {queries: 1, folders: 1, passedOver: 1}]);
  const zip = await editor.inject({
    method: 'POST',
    url: '/api/v1/documents/import',
    headers: {authorization: admin, 'content-type': 'application/zip'},
    payload: Buffer.from(
      zipTexts([
        ['hue.json', text],
        ['package.json', '{}'],
      ]),
    ),
  });
  assert.deepEqual(zip.body, {queries: 1, folders: 0, passedOver: 1});
  const [found] = (await ask('GET', '/api/v1/documents?text=One')).body['documents'] as {
    uuid: string;
  }[];
  const document = (await ask('GET', `/api/v1/documents/${found?.uuid}`)).body;
  assert.deepEqual(document['content'], {
    engine: 'hive',
    database: 'shop',
    text: 'select 1',
    state: {},
  });
  assert.deepEqual(
    (document['path'] as {name: string}[]).map(({name}) => name),
    ['Team'],
  );
  const wrong = await ask('POST', '/api/v1/documents/import', {
    files: [{path: 'x.json', text: '{}'}],
  });
  assert.deepEqual(
    [wrong.status, wrong.body['message']],
    [400, 'x.json is no export of documents.'],
  );
});

test('a page finds its tabs and preferences again', async t => {
  const editor = await editorForTests(t, undefined, users);
  const ada = asUser(editor, 'ada');
  const [one, two] = [randomUUID(), randomUUID()];
  const saved = await ada('PUT', `/api/v1/tabs/${one}`, {
    revision: 0,
    content: {text: 'select 1', caret: 3},
  });
  assert.deepEqual([saved.status, saved.body['revision']], [200, 1]);
  await ada('PUT', `/api/v1/tabs/${two}`, {content: {text: 'select 2'}});
  assert.equal((await ada('PUT', '/api/v1/tabs', {order: [two, one]})).status, 204);
  const {body} = await ada('GET', '/api/v1/tabs');
  const tabs = body['tabs'] as {uuid: string; content: unknown}[];
  assert.deepEqual(
    tabs.map(({uuid}) => uuid),
    [two, one],
  );
  assert.deepEqual(tabs[1]?.content, {text: 'select 1', caret: 3});
  const late = await ada('PUT', `/api/v1/tabs/${one}`, {revision: 0, content: {}});
  assert.equal(late.status, 409);
  assert.equal((late.body['tab'] as {revision: number}).revision, 1);
  assert.equal((await ada('DELETE', `/api/v1/tabs/${one}`)).status, 204);
  assert.equal((await ada('POST', `/api/v1/tabs/${one}/reopen`)).status, 200);
  assert.equal((await ada('PUT', '/api/v1/tabs/x', {content: {}})).status, 404);

  assert.equal((await ada('PUT', '/api/v1/preferences/theme', {value: {dark: true}})).status, 204);
  await ada('PUT', '/api/v1/preferences/width', {value: 300});
  await ada('PUT', '/api/v1/preferences/width', {});
  assert.deepEqual((await ada('GET', '/api/v1/preferences')).body, {theme: {dark: true}});
  assert.deepEqual((await asUser(editor, 'bob')('GET', '/api/v1/preferences')).body, {});
});

test('a query is saved, shared, changed by somebody else, and its versions compared', async t => {
  const editor = await editorForTests(t, undefined, users);
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const folder = await ada('POST', '/api/v1/documents', {kind: 'folder', name: 'Team'});
  assert.equal(folder.status, 201);
  const inFolder = {
    name: 'Sales',
    folder: folder.body['uuid'],
    content: {engine: 'hive', text: 'select 1\nfrom a'},
  };
  const made = await ada('POST', '/api/v1/documents', inFolder);
  const at = `/api/v1/documents/${String(made.body['uuid'])}`;
  assert.equal((await bob('GET', at)).status, 404);
  const grants = [{kind: 'group', name: 'STEWARD', permission: 'write'}];
  const shared = await ada('PUT', `/api/v1/documents/${String(folder.body['uuid'])}/grants`, {
    grants,
  });
  assert.deepEqual(shared.body, {grants, inherited: []});
  const listed = (await bob('GET', '/api/v1/documents?folder=shared')).body['documents'] as {
    name: string;
  }[];
  assert.deepEqual(
    listed.map(({name}) => name),
    ['Team'],
  );
  const changed = await bob('PUT', at, {
    version: 1,
    content: {text: 'select 2\nfrom a'},
    comment: 'two',
  });
  assert.deepEqual(
    [changed.status, changed.body['version'], changed.body['changedBy']],
    [200, 2, 'bob'],
  );
  const late = await ada('PUT', at, {version: 1, name: 'x'});
  assert.equal(late.status, 409);
  assert.equal((late.body['document'] as {version: number}).version, 2);
  const diff = await ada('GET', `${at}/diff?from=1&to=2`);
  assert.deepEqual(
    (diff.body['lines'] as {kind: string}[]).map(({kind}) => kind),
    ['removed', 'added', 'same'],
  );
  assert.deepEqual(Object.keys(diff.body['fields'] as object), ['engine']);
  const back = await ada('POST', `${at}/versions/1/restore`);
  assert.deepEqual(
    [back.body['version'], (back.body['content'] as {engine: string}).engine],
    [3, 'hive'],
  );
  assert.equal((await ada('DELETE', at)).status, 200);
  assert.equal((await bob('GET', at)).status, 410);
  assert.equal((await ada('DELETE', `${at}?forever=true`)).status, 204);
  assert.equal((await ada('GET', at)).status, 404);
});

test('documents leave as a zip of files and come back from one', async t => {
  const editor = await editorForTests(t, undefined, users);
  const ada = asUser(editor, 'ada');
  await ada('POST', '/api/v1/documents', {name: 'q', content: {text: 'select 1'}});
  const authorization = `Basic ${Buffer.from('bob:bob').toString('base64')}`;
  const exported = await editor.app.inject({
    url: '/api/v1/documents/export?name=all',
    headers: {authorization: `Basic ${Buffer.from('ada:ada').toString('base64')}`},
  });
  assert.equal(exported.headers['content-type'], 'application/zip');
  assert.equal(
    exported.headers['content-disposition'],
    `attachment; filename="all.zip"; filename*=UTF-8''all.zip`,
  );
  const imported = await editor.inject({
    method: 'POST',
    url: '/api/v1/documents/import',
    headers: {authorization, 'content-type': 'application/zip'},
    payload: exported.rawPayload,
  });
  assert.deepEqual(
    [imported.status, imported.body],
    [200, {queries: 1, folders: 0, passedOver: 0}],
  );
  const again = await asUser(editor, 'bob')('GET', '/api/v1/documents/export?format=json');
  assert.deepEqual(again.body, {files: [{path: 'q.sql', text: '-- @name: q\n\nselect 1'}]});
  const broken = await editor.inject({
    method: 'POST',
    url: '/api/v1/documents/import',
    headers: {authorization, 'content-type': 'application/zip'},
    payload: Buffer.from('no zip'),
  });
  assert.equal(broken.status, 400);
  assert.match(String(broken.body['message']), /no zip of queries/);
});

test('what makes no sense is refused with a status of HTTP and the name of the field', async t => {
  const editor = await editorForTests(t, undefined, users);
  const ada = asUser(editor, 'ada');
  const cases: ['GET' | 'POST' | 'PUT', string, object | undefined, number, RegExp][] = [
    ['POST', '/api/v1/documents', {name: ' '}, 400, /name is empty/],
    ['POST', '/api/v1/documents', {name: 5}, 400, /name has to be a text/],
    [
      'POST',
      '/api/v1/documents',
      {name: 'x', kind: 'y'},
      400,
      /kind has to be one of query, folder/,
    ],
    ['POST', '/api/v1/documents', {name: 'x', folder: 'y'}, 400, /folder has to be the id/],
    ['POST', '/api/v1/documents', {name: 'x', folder: randomUUID()}, 404, /Document not found/],
    ['POST', '/api/v1/documents', [], 400, /must be a JSON object/],
    ['PUT', `/api/v1/documents/${randomUUID()}`, {}, 400, /version is missing/],
    ['GET', '/api/v1/documents/7', undefined, 404, /no id/],
    [
      'PUT',
      `/api/v1/tabs/${randomUUID()}`,
      {revision: 1.5},
      400,
      /revision has to be a whole number/,
    ],
    ['PUT', '/api/v1/preferences/a%20b', {value: 1}, 400, /no name of a preference/],
  ];
  for (const [method, url, body, status, message] of cases) {
    const answer = await ada(method, url, body);
    assert.equal(answer.status, status, `${method} ${url} ${answer.text}`);
    assert.match(String(answer.body['message']), message);
  }
});

test('tells who there is to share with', async t => {
  const editor = await editorForTests(t, undefined, users);
  const {body} = await asUser(editor, 'bob')('GET', '/api/v1/people');
  assert.deepEqual(body, {
    me: {name: 'bob', groups: ['ANALYST', 'STEWARD']},
    users: ['ada', 'bob'],
    groups: ['ANALYST', 'STEWARD'],
  });
  assert.deepEqual((await asUser(editor, 'bob')('GET', '/api/v1/people?text=DA')).body['users'], [
    'ada',
  ]);
});

test('history is searched by words and filters, page by page, and forgotten', async t => {
  const editor = await editorForTests(t, undefined, users);
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const uuids: unknown[] = [];
  for (const statement of ['ROWS 3 first', 'SELECT Ärger', 'FAIL first', 'HANG']) {
    const {body} = await ada('POST', '/api/editor/execute/hive', {statement});
    await ada('POST', '/api/editor/check_status', {operationId: body['history_uuid']});
    uuids.push(body['history_uuid']);
  }
  const found = async (query: string) =>
    (
      (await ada('GET', `/api/v1/history?${query}`)).body['statements'] as {statement: string}[]
    ).map(s => s.statement);
  assert.deepEqual(await found('text=first'), ['FAIL first', 'ROWS 3 first']);
  assert.deepEqual(await found('text=ärger'), ['SELECT Ärger']);
  assert.deepEqual(await found('text=first+rows'), ['ROWS 3 first']);
  assert.deepEqual(await found('state=failed'), ['FAIL first']);
  assert.deepEqual(await found('from=99999999999999'), []);
  assert.deepEqual(await found('maxLength=10'), ['HANG', 'FAIL first']);
  const {body} = await ada('GET', '/api/v1/history?limit=2');
  const page = body['statements'] as {id: number}[];
  assert.deepEqual([body['count'], page.length], [4, 2]);
  assert.deepEqual(await found(`limit=2&before=${page[1]?.id}`), ['SELECT Ärger', 'ROWS 3 first']);
  assert.equal((await ada('GET', '/api/v1/history?state=odd')).status, 400);
  assert.equal((await bob('GET', `/api/v1/history/${String(uuids[0])}`)).status, 404);
  assert.equal((await ada('DELETE', `/api/v1/history/${String(uuids[3])}`)).status, 409);
  assert.equal((await ada('DELETE', `/api/v1/history/${String(uuids[2])}`)).status, 204);
  assert.equal((await bob('DELETE', '/api/v1/history')).body['cleared'], 0);
  assert.equal((await ada('DELETE', '/api/v1/history')).body['cleared'], 2);
  assert.deepEqual(await found(''), ['HANG']);
  assert.equal((await ada('GET', `/api/v1/results/${String(uuids[0])}`)).status, 404);
});
