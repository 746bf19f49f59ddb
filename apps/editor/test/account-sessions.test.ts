// Where somebody is logged in, and how that is ended from elsewhere.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {editorForTests, type EditorForTests} from './editor-fixture.ts';

const users = {ada: 'ANALYST', bob: 'ANALYST', root: 'ADMIN'};

type Listed = {
  id: string;
  visitor: {address: string; agent: string};
  startedAt: number;
  usedAt: number;
  isThis: boolean;
};

/** A browser of somebody who has logged in by the page. */
async function browserOf({inject}: EditorForTests, name: string, agent: string) {
  const login = await inject({
    method: 'POST',
    url: '/hue/accounts/login',
    headers: {'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent},
    payload: `username=${name}&password=${name}`,
  });
  const cookies = [login.headers['set-cookie']].flat().join(' ');
  const cookie = /sessionid=[^;]+/.exec(cookies)?.[0] ?? '';
  const token = /csrftoken=([^;]+)/.exec(cookies)?.[1] ?? '';
  const ask = (
    method: 'GET' | 'DELETE',
    url: string,
    headers: Record<string, string> = {'x-csrftoken': token},
  ) => inject({method, url, headers: {cookie, ...headers}});
  return {
    ask,
    cookie,
    isIn: async () => (await ask('GET', '/api/v1/people')).status === 200,
    list: async (query = '') => {
      const {body} = await ask('GET', `/account/sessions${query}`);
      return (body as unknown as {sessions: Listed[]}).sessions;
    },
  };
}

test('people see where they are logged in, and end one of their sessions from another', async t => {
  const editor = await editorForTests(t, undefined, users);
  const before = Date.now();
  const [desk, phone] = [
    await browserOf(editor, 'ada', 'Desk/1'),
    await browserOf(editor, 'ada', 'Phone/2'),
  ];
  assert.ok((await desk.isIn()) && (await phone.isIn()));
  const listed = await desk.list();
  assert.deepEqual(
    listed.map(one => [one.visitor.agent, one.visitor.address, one.isThis]),
    [
      ['Desk/1', '127.0.0.1', true],
      ['Phone/2', '127.0.0.1', false],
    ],
  );
  for (const {startedAt, usedAt} of listed)
    assert.ok(before - 1000 < startedAt && startedAt <= usedAt);
  const other = listed[1]?.id ?? '';
  // What names a session is none.
  assert.equal(
    (await editor.inject({url: '/api/v1/people', headers: {cookie: `sessionid=${other}`}})).status,
    401,
  );
  assert.equal(
    (await desk.ask('DELETE', `/account/sessions/${other}`, {})).status,
    403,
    'without the token of the page',
  );
  assert.ok(await phone.isIn());
  assert.equal((await desk.ask('DELETE', `/account/sessions/${other}`)).status, 204);
  assert.deepEqual([await phone.isIn(), await desk.isIn()], [false, true]);
  assert.equal((await desk.ask('DELETE', `/account/sessions/${other}`)).status, 404);
});

test('nobody but an administrator sees or ends what others began', async t => {
  const editor = await editorForTests(t, undefined, users);
  const names = ['ada', 'bob', 'root'];
  const [ada, bob, root] = await Promise.all(
    names.map(async name => await browserOf(editor, name, `of ${name}`)),
  );
  assert.ok(ada && bob && root && (await ada.isIn()) && (await bob.isIn()));
  const [adas] = await ada.list();
  assert.equal((await bob.ask('GET', '/account/sessions?all=true')).status, 403);
  const everyone = (await root.list('?all=true')) as (Listed & {userName: string})[];
  assert.deepEqual(
    everyone.map(one => [one.userName, one.visitor.agent, one.isThis]).toSorted(),
    names.map(name => [name, `of ${name}`, name === 'root']),
  );
  assert.equal((await bob.ask('GET', '/account/sessions?user=ada')).status, 403);
  assert.equal((await bob.ask('DELETE', '/account/sessions?user=ada')).status, 403);
  for (const query of ['?user=ada', '?user=bob', '', '?user=ada&user=bob'])
    assert.notEqual(
      (await bob.ask('DELETE', `/account/sessions/${adas?.id}${query}`)).status,
      204,
      query,
    );
  assert.ok(await ada.isIn());
  assert.deepEqual(
    (await root.list('?user=ada')).map(one => one.id),
    [adas?.id],
  );
  assert.equal((await root.ask('DELETE', '/account/sessions?user=ada')).status, 204);
  assert.deepEqual([await ada.isIn(), await bob.isIn(), await root.isIn()], [false, true, true]);
});

test('a logout everywhere ends tokens of a login as well, and not those of the next', async t => {
  const editor = await editorForTests(t, undefined, users);
  const post = (url: string, payload: object) => editor.inject({method: 'POST', url, payload});
  const tokens = async (name: string) =>
    (await post('/api/v1/token/auth', {username: name, password: name})).body as {
      access: string;
      refresh: string;
    };
  const statusOf = async ({access}: {access: string}) =>
    (await editor.inject({url: '/api/v1/people', headers: {authorization: `Bearer ${access}`}}))
      .status;
  const [old, bobs, ada] = [
    await tokens('ada'),
    await tokens('bob'),
    await browserOf(editor, 'ada', 'Desk/1'),
  ];
  assert.deepEqual([await statusOf(old), await statusOf(bobs)], [200, 200]);
  assert.equal((await ada.ask('DELETE', '/account/sessions')).status, 204);
  assert.deepEqual([await statusOf(old), await statusOf(bobs)], [401, 200]);
  assert.equal((await post('/api/v1/token/refresh', {refresh: old.refresh})).status, 401);
  assert.equal(await statusOf(await tokens('ada')), 200);
});
