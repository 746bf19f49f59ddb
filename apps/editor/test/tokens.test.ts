import assert from 'node:assert/strict';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {asUser, editorForTests} from './editor-fixture.ts';

const users = {ada: 'ANALYST', bob: 'STEWARD'};

test('a script logs in once, goes on with a token, and gets another one for it', async t => {
  const {inject} = await editorForTests(t, undefined, users);
  const post = (url: string, payload: object, authorization?: string) =>
    inject({
      method: 'POST',
      url,
      payload,
      headers: authorization === undefined ? {} : {authorization},
    });
  const wrong = await post('/api/v1/token/auth', {username: 'ada', password: 'x'});
  assert.deepEqual([wrong.status, Object.keys(wrong.body)], [401, ['detail']]);
  const {body} = await post('/api/token/auth/', {username: 'ada', password: 'ada'});
  const [access, refresh] = [String(body['access']), String(body['refresh'])];
  const run = await post('/api/v1/editor/execute/hive', {statement: 'ROWS 1'}, `Bearer ${access}`);
  assert.equal(run.body['status'], 0);
  const result = await inject({
    method: 'GET',
    url: `/api/v1/results/${String(run.body['history_uuid'])}/download?format=csv`,
    headers: {authorization: `Bearer ${access}`},
  });
  assert.deepEqual([result.status, result.text], [200, 'n,text\r\n0,<0>\r\n']);
  assert.deepEqual((await post('/api/v1/token/verify/', {token: access})).body, {});
  const renewed = await post('/api/v1/token/refresh/', {refresh});
  assert.equal(
    (await post('/api/v1/token/verify', {token: String(renewed.body['access'])})).status,
    200,
  );
  const refused = await post(
    '/api/v1/editor/execute/hive',
    {statement: 'ROWS 1'},
    `Bearer ${refresh}`,
  );
  assert.equal(refused.status, 401);
  assert.deepEqual(
    [refused.body['code'], refused.body['detail']],
    ['token_not_valid', 'Given token not valid for any token type'],
  );
  assert.equal((await post('/api/v1/token/refresh', {refresh: access})).status, 401);
});

test('people make tokens for their scripts and take them back', async t => {
  const editor = await editorForTests(t, undefined, users);
  const ada = asUser(editor, 'ada');
  const made = await ada('POST', '/api/v1/tokens', {name: 'nightly', days: 30});
  assert.equal(made.status, 201);
  const headers = {authorization: `Bearer ${String(made.body['token'])}`};
  const {body} = await editor.inject({url: '/api/v1/people', headers});
  assert.deepEqual(body['me'], {name: 'ada', groups: ['ANALYST']});
  const listed = (await ada('GET', '/api/v1/tokens')).body['tokens'] as Record<string, unknown>[];
  assert.deepEqual(
    [listed.length, listed[0]?.['name'], 'token' in (listed[0] ?? {})],
    [1, 'nightly', false],
  );
  assert.equal(typeof listed[0]?.['usedAt'], 'number');
  assert.equal(
    (await asUser(editor, 'bob')('DELETE', `/api/v1/tokens/${String(made.body['uuid'])}`)).status,
    404,
  );
  assert.equal((await ada('DELETE', `/api/v1/tokens/${String(made.body['uuid'])}`)).status, 204);
  assert.equal((await editor.inject({url: '/api/v1/people', headers})).status, 401);
  assert.equal((await ada('POST', '/api/v1/tokens', {name: ''})).status, 400);
});

test('who logs out everywhere has no token left either', async t => {
  const editor = await editorForTests(t, undefined, users);
  const tokenOf = async (user: string) => {
    const {body} = await asUser(editor, user)('POST', '/api/v1/tokens', {name: 'x'});
    return {authorization: `Bearer ${String(body['token'])}`};
  };
  const [adas, bobs] = [await tokenOf('ada'), await tokenOf('bob')];
  const login = await editor.inject({
    method: 'POST',
    url: '/hue/accounts/login',
    headers: {'content-type': 'application/x-www-form-urlencoded'},
    payload: 'username=ada&password=ada',
  });
  const cookie = /sessionid=[^;]+/.exec([login.headers['set-cookie']].flat().join(' '))?.[0] ?? '';
  const statusOf = async (headers: Record<string, string>) =>
    (await editor.inject({url: '/api/v1/people', headers})).status;
  const out = (headers: Record<string, string>) =>
    editor.inject({url: '/hue/accounts/logout?everywhere=true', headers: {cookie, ...headers}});
  assert.deepEqual([await statusOf({cookie}), await statusOf(adas)], [200, 200]);
  await out({});
  assert.deepEqual(
    [await statusOf({cookie}), await statusOf(adas), await statusOf(bobs)],
    [401, 401, 200],
  );
});

test('a token is worth nothing when its user is gone', async t => {
  const editor = await editorForTests(t, undefined, users);
  const made = await asUser(editor, 'ada')('POST', '/api/v1/tokens', {name: 'x'});
  const login = await editor.inject({
    method: 'POST',
    url: '/api/v1/token/auth',
    payload: {username: 'ada', password: 'ada'},
  });
  await writeFile(join(editor.folder, 'users-credentials.properties'), 'bob=STEWARD::x\n');
  for (const token of [made.body['token'], login.body['access']]) {
    const headers = {authorization: `Bearer ${String(token)}`};
    // The file is looked at once a second.
    await soon(async () =>
      assert.equal((await editor.inject({url: '/api/v1/people', headers})).status, 401),
    );
  }
});
