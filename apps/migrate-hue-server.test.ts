import assert from 'node:assert/strict';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {asUser, type EditorForTests} from './editor/test/editor-fixture.ts';
import {listening, targetForTests} from './migrate-hue-world.ts';

type Saved = {readonly uuid: string; readonly version: number};

/** As this server tells its times. */
const utc = ['--from-time-zone', 'UTC'];

/** What ada has: a folder with a query and a notebook, a dashboard, and a statement that she ran. */
async function filled(editor: EditorForTests) {
  const ada = asUser(editor, 'ada');
  const save = async (body: object): Promise<string> => {
    const {status, body: saved, text} = await ada('POST', '/api/v1/documents', body);
    assert.equal(status, 201, text);
    return (saved as unknown as Saved).uuid;
  };
  const team = await save({kind: 'folder', name: 'Team'});
  const state = {variables: {day: '1'}};
  const content = {engine: 'hive', database: 'shop', text: 'select ${day}', state};
  const sales = await save({name: 'Sales', description: 'by day', folder: team, content});
  const cells = [
    {id: 'a', kind: 'text', text: '# Title'},
    {id: 'b', kind: 'sql', text: 'select 2', view: 'chart', isFolded: true},
  ];
  const notebook = {engine: 'hive', database: 'shop', variables: {x: '2'}, cells};
  const book = await save({kind: 'notebook', name: 'Book', folder: team, notebook});
  const tile = {id: 't', kind: 'table', x: 0, y: 0, w: 6, h: 4, document: sales};
  const board = await save({
    kind: 'dashboard',
    name: 'Board',
    dashboard: {tiles: [tile], filters: []},
  });
  const gone = await save({name: 'Gone', content});
  await ada('DELETE', `/api/v1/documents/${gone}`);
  const grants = [
    {kind: 'user', name: 'bob', permission: 'read'},
    {kind: 'group', name: 'STEWARD', permission: 'write'},
    {kind: 'link', permission: 'read'},
  ];
  assert.equal((await ada('PUT', `/api/v1/documents/${sales}/grants`, {grants})).status, 200);
  await editor.inject({
    method: 'POST',
    url: '/api/editor/execute/hive',
    headers: {
      authorization: `Basic ${Buffer.from('ada:ada').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({statement: 'select 7', database: 'shop'}).toString(),
  });
  await soon(async () => {
    const {body} = await ada('GET', '/api/v1/history');
    const [first] = body['statements'] as {state: string}[];
    assert.equal(first?.state, 'available');
  });
  return {team, sales, book, board, gone};
}

test('what a person has on one server is copied to another, and compared', async t => {
  const source = await listening(t);
  const made = await filled(source.editor);
  const target = await targetForTests(t);
  const args = ['--from-hue', source.url, ...utc];
  const ada = target.as('ada');

  const rehearsal = await target.run([...args, '--dry-run']);
  assert.equal(rehearsal.code, 0);
  assert.match(rehearsal.printed, /4 documents and 1 statements: 5 would be copied/);
  assert.equal((await ada('GET', `/api/v1/documents/${made.sales}`)).status, 404);

  for (const endAt of [
    ['/desktop/api2/docs', 1],
    ['/desktop/api2/doc/', 2],
    ['/migration/documents', 1],
    ['/get_history', 1],
    ['/migration/statements', 1],
  ] as const)
    await assert.rejects(target.run(args, {endAt}), /interrupted/, String(endAt));
  const {code, printed, complained} = await target.run(args);
  assert.equal(code, 0, `${printed}\n${complained}`);
  assert.match(printed, /4 documents and 1 statements compared: no difference/);

  const read = async (uuid: string) => (await ada('GET', `/api/v1/documents/${uuid}`)).body;
  const was = asUser(source.editor, 'ada');
  for (const uuid of [made.team, made.sales, made.book, made.board]) {
    const {body} = await was('GET', `/api/v1/documents/${uuid}`);
    const {createdAt: _, changedAt: __, ...rest} = await read(uuid);
    assert.deepEqual({...body, ...rest}, body);
    const toSecond = (time: unknown) => Math.floor(Number(time) / 1000);
    assert.equal(toSecond(__), toSecond(body['changedAt']));
  }
  const grants = await ada('GET', `/api/v1/documents/${made.sales}/grants`);
  const theirs = await was('GET', `/api/v1/documents/${made.sales}/grants`);
  assert.deepEqual(grants.body, theirs.body);
  assert.equal((await ada('GET', `/api/v1/documents/${made.gone}`)).status, 404);
  const {body: history} = await ada('GET', '/api/v1/history');
  const [ran] = history['statements'] as {statement: string; engine: string}[];
  assert.deepEqual([ran?.statement, ran?.engine], ['select 7', 'hive']);

  const again = await target.run(args);
  assert.equal(again.code, 0);
  assert.match(again.printed, /4 documents read .*: 0 created, 0 changed, 4 unchanged, 0 kept/);
  assert.match(again.printed, /: 0 added/);
});

test('what differs is found by kind, with the reason; what is newer here stays', async t => {
  const source = await listening(t);
  const {sales, book, board, team} = await filled(source.editor);
  const target = await targetForTests(t);
  const args = ['--from-hue', source.url, ...utc];
  assert.equal((await target.run(args)).code, 0);
  const ada = target.as('ada');
  const content = {engine: 'hive', database: 'other', text: 'select 9', state: {}};
  await ada('PUT', `/api/v1/documents/${sales}`, {version: 1, content, name: 'Mine'});
  await ada('PUT', `/api/v1/documents/${sales}/grants`, {grants: []});
  await ada('POST', `/api/v1/documents/${book}/move`, {folder: ''});
  await ada('DELETE', `/api/v1/documents/${board}`);
  const {code} = await target.run([...args, '--verify']);
  assert.equal(code, 1);
  const {differences} = await target.report();
  const kindsOf = (uuid: string) =>
    differences.filter(one => one.uuid === uuid).map(({kind}) => kind);
  assert.deepEqual(kindsOf(sales), [
    'name',
    'time',
    'sharing',
    'database',
    'statement',
    'variables',
  ]);
  assert.deepEqual(kindsOf(book), ['folder']);
  assert.deepEqual(kindsOf(board), ['trash']);
  assert.deepEqual(kindsOf(team), []);
  const statement = differences.find(({kind}) => kind === 'statement');
  assert.deepEqual(
    [statement?.source, statement?.target, statement?.reason],
    ['select ${day}', 'select 9', 'ada saved it on the new server since.'],
  );
  // Nothing of it is taken back by another copy.
  const {printed} = await target.run(args);
  assert.match(printed, /0 created, 0 changed, 2 unchanged, 2 kept, 0 refused/);
  const {body} = await ada('GET', `/api/v1/documents/${sales}`);
  assert.equal((body['content'] as typeof content).text, 'select 9');
});

test('what others share is theirs to copy, with its folder', async t => {
  const source = await listening(t);
  const {sales, team} = await filled(source.editor);
  const target = await targetForTests(t);
  const args = ['--from-hue', source.url, ...utc];
  const {code, printed} = await target.run(args, {user: 'bob'});
  assert.equal(code, 0, printed);
  assert.match(printed, /1 left behind: of others, which are shared with bob/);
  const read = async () => await target.as('ada')('GET', `/api/v1/documents/${sales}`);
  assert.equal((await read()).status, 404);
  assert.equal((await target.run(args)).code, 0);
  const {body} = await read();
  assert.equal((body['path'] as {uuid: string}[])[0]?.uuid, team);
});

test('wrong options and logins are told before anything is written', async t => {
  const target = await targetForTests(t);
  const wrong = await target.run(['--from-hue', 'hue:8888', '--follow', '5', '--users', '/none']);
  assert.equal(wrong.code, 2);
  assert.match(
    wrong.complained,
    /--from-hue is the address.*\n.*--users: there is no \/none\n.*--follow is for Atlas/,
  );
  const nobody = await target.run(['--from-hue', 'http://a', '--from-time-zone', 'Moon'], {
    user: '',
  });
  assert.equal(nobody.code, 2);
  assert.match(nobody.complained, /--from-hue wants --from-user.*\n.*--from-time-zone is the/);
  const both = await target.run(['--from-hue', 'http://a', '--from-hue-dump', '/none']);
  assert.equal(both.code, 2);
  const source = await listening(t);
  await assert.rejects(
    target.run(['--from-hue', source.url], {user: 'nobody'}),
    /wants a login, or refused the one given/,
  );
});
