import assert from 'node:assert/strict';
import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {admin} from './editor-client.ts';
import {type Answer, editorForTests} from './editor-fixture.ts';

const form = {'content-type': 'application/x-www-form-urlencoded'};

function cookiesOf({headers}: Answer): Map<string, string> {
  const set = [headers['set-cookie']].flat().filter(value => typeof value === 'string');
  return new Map(set.map(line => line.split(';', 1)[0]?.split('=') as [string, string]));
}

test('without a login: a text for scripts in pages, the form for people, 401 for callers of the API', async t => {
  const {inject} = await editorForTests(t);
  const api = await inject({method: 'POST', url: '/api/editor/execute'});
  assert.deepEqual(
    [api.status, api.body],
    [401, {detail: 'Authentication credentials were not provided.'}],
  );
  const ajax = {'x-requested-with': 'XMLHttpRequest'};
  const script = await inject({method: 'POST', url: '/notebook/api/execute', headers: ajax});
  assert.deepEqual([script.status, script.text], [200, '/* login required */']);
  assert.equal(script.headers['x-hue-middleware-response'], 'LOGIN_REQUIRED');
  const page = await inject({url: '/hue/editor?type=hive'});
  assert.equal(page.status, 302);
  assert.equal(page.headers['location'], '/hue/accounts/login?next=%2Fhue%2Feditor%3Ftype%3Dhive');
  const alive = await inject({url: '/desktop/debug/is_alive'});
  assert.deepEqual([alive.status, alive.text], [200, '']);
});

test('logs in by form, leads on, and leaves', async t => {
  const {inject} = await editorForTests(t);
  const logIn = (fields: Record<string, string>) =>
    inject({
      method: 'POST',
      url: '/hue/accounts/login',
      headers: form,
      payload: new URLSearchParams(fields).toString(),
    });
  const wrong = await logIn({username: 'admin', password: '<wrong>', next: '/hue/editor'});
  assert.equal(wrong.status, 401);
  assert.match(wrong.text, /is wrong/);
  assert.match(wrong.text, /name="next" value="\/hue\/editor"/);
  const right = await logIn({username: 'admin', password: 'admin', next: '/hue/editor?type=hive'});
  assert.deepEqual([right.status, right.headers['location']], [302, '/hue/editor?type=hive']);
  const cookie = `sessionid=${cookiesOf(right).get('sessionid')}`;
  assert.equal((await inject({url: '/hue/editor', headers: {cookie}})).status, 200);
  assert.equal((await inject({url: '/hue/accounts/logout/', headers: {cookie}})).status, 302);
  assert.equal((await inject({url: '/hue/editor', headers: {cookie}})).status, 302);
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a b']) {
    const answer = await logIn({username: 'admin', password: 'admin', next});
    assert.equal(answer.headers['location'], '/app/editor/', next);
  }
});

test('a script finds a token at the login form, as it sends one along, and goes on with that of its session', async t => {
  const {inject} = await editorForTests(t);
  const shown = await inject({url: '/hue/accounts/login/?next=/'});
  const first = cookiesOf(shown).get('csrftoken') ?? '';
  assert.match(first, /^\w{20,}$/);
  const fields = {username: 'admin', password: 'admin', csrfmiddlewaretoken: first, next: '/'};
  const login = await inject({
    method: 'POST',
    url: '/hue/accounts/login/?next=/',
    headers: {...form, cookie: `csrftoken=${first}`},
    payload: new URLSearchParams(fields).toString(),
  });
  assert.deepEqual([login.status, login.headers['location']], [302, '/']);
  const [session, token] = [
    cookiesOf(login).get('sessionid'),
    cookiesOf(login).get('csrftoken') ?? '',
  ];
  const cookie = `sessionid=${session}; csrftoken=${token}`;
  const change = async (sent: string) =>
    (
      await inject({
        method: 'POST',
        url: '/notebook/api/autocomplete',
        headers: {cookie, 'x-csrftoken': sent},
      })
    ).status;
  assert.deepEqual([await change(first), await change(token)], [403, 200]);
  const again = await inject({url: '/hue/accounts/login', headers: {cookie}});
  assert.equal(again.headers['set-cookie'], undefined, 'a token that is there stays');
});

test('a change by cookie needs the token; a name and a password do not', async t => {
  const {inject} = await editorForTests(t);
  const login = await inject({
    method: 'POST',
    url: '/hue/accounts/login',
    headers: form,
    payload: 'username=admin&password=admin',
  });
  const cookies = cookiesOf(login);
  const cookie = `sessionid=${cookies.get('sessionid')}; csrftoken=${cookies.get('csrftoken')}`;
  const token = cookies.get('csrftoken') ?? '';
  const call = async (headers: Record<string, string>, payload = '') =>
    (
      await inject({
        method: 'POST',
        url: '/notebook/api/autocomplete',
        headers: {...form, ...headers},
        payload,
      })
    ).status;
  assert.equal(await call({cookie}), 403);
  assert.equal(await call({cookie, 'x-csrftoken': 'A'.repeat(token.length)}), 403);
  assert.equal(await call({cookie, 'x-csrftoken': token}), 200);
  assert.equal(await call({cookie}, `csrfmiddlewaretoken=${token}`), 200);
  assert.equal(await call({authorization: admin}), 200);
  assert.equal(await call({authorization: admin, 'sec-fetch-site': 'cross-site'}), 403);
});

test('the page has nothing inline, and no answer allows it', async t => {
  const {inject} = await editorForTests(t);
  const page = await inject({url: '/app/editor/', headers: {authorization: admin}});
  assert.equal(page.status, 200);
  assert.match(String(page.headers['content-security-policy']), /script-src 'self'/);
  assert.doesNotMatch(page.text, /<script>|<style|style=|onclick/);
  const files = [...page.text.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].map(
    match => match[1] ?? '',
  );
  assert.ok(files.length > 2);
  for (const url of files) assert.equal((await inject({url})).status, 200, url);
});

test('the access log has a line for each request, in its fixed form', async t => {
  const {inject, post, accessLines} = await editorForTests(t);
  await inject({url: '/desktop/debug/is_alive'});
  const {text} = await post('/api/editor/autocomplete/', {snippet: '{"type":"hive"}'});
  const forwarded = {authorization: admin, 'x-forwarded-for': '10.0.0.1, 10.1.2.3'};
  await inject({url: '/api/editor/get_history?doc_text=secret', headers: forwarded});
  await inject({url: '/desktop/debug/is_alive', headers: {'x-forwarded-for': 'not an address "'}});
  await inject({
    url: '/desktop/debug/is_alive',
    headers: {'x-forwarded-for': '10.1.2.3'},
    remoteAddress: '192.0.2.9',
  });
  await soon(() => assert.equal(accessLines.length, 5));
  const [alive, call, history, fake, own] = accessLines.map(line =>
    line.replace(/ in \d+ms /, ' in 0ms '),
  );
  assert.equal(
    alive,
    '127.0.0.1 -anon- - "GET /desktop/debug/is_alive HTTP/1.1" returned in 0ms 200 0\n',
  );
  const bytes = Buffer.byteLength(text);
  assert.equal(
    call,
    `127.0.0.1 admin - "POST /api/editor/autocomplete/ HTTP/1.1" returned in 0ms 200 ${bytes}\n`,
  );
  assert.match(
    history ?? '',
    /^10\.1\.2\.3 admin - "GET \/api\/editor\/get_history HTTP\/1\.1" returned in 0ms 200 \d+\n$/,
  );
  assert.match(fake ?? '', /^127\.0\.0\.1 -anon- /);
  assert.match(own ?? '', /^192\.0\.2\.9 -anon- /, 'nobody but a proxy says who it is');
});

test('nothing of our code is in the answer to an unexpected failure', async t => {
  const {post, engine, log} = await editorForTests(t);
  engine.refusal = new TypeError('inner detail');
  const {status, text} = await post('/api/editor/execute/hive', {statement: 'SELECT 1'});
  assert.equal(status, 500);
  assert.doesNotMatch(text, /inner detail|\.ts/);
  assert.ok(log.messages('error').includes('request failed'));
});

test('probes and Prometheus need no login, and are told nothing of people, statements and servers', async t => {
  const {inject, post, log, folder} = await editorForTests(t);
  await mkdir(join(folder, 'editor'));
  await post('/api/editor/execute/hive', {statement: 'SELECT secret FROM somewhere'});
  await inject({url: '/no/such/path'});
  const ready = await inject({url: '/desktop/debug/is_ready'});
  assert.deepEqual([ready.status, ready.text], [200, 'ready']);
  const {status, text, headers} = await inject({url: '/metrics'});
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
  assert.match(
    text,
    /^gazetteer_http_requests_total\{method="POST",route="\/api\/editor\/execute\/\*",status="200"\} 1$/m,
  );
  assert.match(text, /^gazetteer_editor_statements \d+$/m);
  assert.match(text, /^gazetteer_editor_sessions \d+$/m);
  assert.match(text, /^process_resident_memory_bytes \d+$/m);
  assert.doesNotMatch(text, /admin|secret|somewhere|such/);
  await rm(join(folder, 'editor'), {recursive: true});
  assert.equal((await inject({url: '/desktop/debug/is_ready'})).status, 503);
  assert.ok(log.lines.some(line => line.message === 'the editor is not ready'));
});

test('a browser that follows a link to nowhere is shown a page, and bookmarks of Hue lead somewhere', async t => {
  const {inject} = await editorForTests(t);
  const get = (url: string, accept: string) =>
    inject({url, headers: {authorization: admin, accept}});
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const page = await get('/hue/no<where>/at%20all', browser);
  assert.equal(page.status, 404);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(page.text, /There is nothing at .*\/hue\/no.*href="\/app\/editor\/"/s);
  assert.doesNotMatch(page.text, /<where>/);
  const script = await get('/useradmin/users', '*/*');
  assert.deepEqual([script.status, typeof script.body['message']], [404, 'string'], script.text);
  for (const [url, to] of [
    ['/hue/metastore/tables/default', '/app/tables/-/default'],
    ['/hue/home/', '/app/documents/'],
  ] as const) {
    const moved = await get(url, browser);
    assert.deepEqual([moved.status, moved.headers['location']], [302, to]);
  }
});
