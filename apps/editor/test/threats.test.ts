// What somebody may try against the editor; docs/security.md lists it.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {type AddressInfo, createServer} from 'node:net';
import {test} from 'node:test';
import {admin} from './editor-client.ts';
import {asUser, editorForTests} from './editor-fixture.ts';

const form = {'content-type': 'application/x-www-form-urlencoded'};

function cookieOf(headers: Readonly<Record<string, unknown>>, name: string): string {
  const lines = [headers['set-cookie']].flat().map(String);
  return lines.find(line => line.startsWith(`${name}=`))?.split(';', 1)[0] ?? '';
}

test('the session after a login is not one that somebody chose before', async t => {
  const {inject} = await editorForTests(t);
  const logIn = (cookie: string) =>
    inject({
      method: 'POST',
      url: '/hue/accounts/login',
      headers: {...form, cookie},
      payload: 'username=admin&password=admin',
    });
  const chosen = 'sessionid=chosen-by-somebody';
  const answer = await logIn(chosen);
  const session = cookieOf(answer.headers, 'sessionid');
  assert.notEqual(session, chosen);
  assert.equal((await inject({url: '/app/editor/', headers: {cookie: chosen}})).status, 302);
  // The one that was good before ends with the next login.
  await logIn(session);
  assert.equal((await inject({url: '/app/editor/', headers: {cookie: session}})).status, 302);
});

test('the token of one session does not change anything in another, and another site changes nothing', async t => {
  const {inject} = await editorForTests(t);
  const logIn = async (headers: Record<string, string> = {}) => {
    const payload = 'username=admin&password=admin';
    const answer = await inject({
      method: 'POST',
      url: '/hue/accounts/login',
      headers: {...form, ...headers},
      payload,
    });
    return {
      status: answer.status,
      cookie: cookieOf(answer.headers, 'sessionid'),
      token: cookieOf(answer.headers, 'csrftoken').split('=')[1] ?? '',
    };
  };
  const [mine, theirs] = [await logIn(), await logIn()];
  const change = async (headers: Record<string, string>) =>
    (
      await inject({
        method: 'POST',
        url: '/notebook/api/check_status',
        headers: {...form, ...headers},
      })
    ).status;
  assert.equal(await change({cookie: mine.cookie, 'x-csrftoken': theirs.token}), 403);
  assert.equal(await change({cookie: `${mine.cookie}; csrftoken=own`, 'x-csrftoken': 'own'}), 403);
  assert.equal(await change({cookie: mine.cookie, 'x-csrftoken': mine.token}), 200);
  assert.equal((await logIn({'sec-fetch-site': 'cross-site'})).status, 403);
});

test('no route takes a change by a cookie alone', async t => {
  const {inject} = await editorForTests(t);
  const payload = 'username=admin&password=admin';
  const url = '/hue/accounts/login';
  const login = await inject({method: 'POST', url, headers: form, payload});
  const cookie = cookieOf(login.headers, 'sessionid');
  const {body} = await inject({url: '/api/editor/openapi.json'});
  const routes = Object.entries(body['paths'] as Record<string, object>).flatMap(
    ([path, methods]) =>
      Object.keys(methods)
        .filter(method => method !== 'get')
        .map(method => ({method: method.toUpperCase(), url: path.replaceAll(/\{\w+\}/g, 'x')})),
  );
  assert.ok(routes.length > 50, String(routes.length));
  const taken: string[] = [];
  for (const route of routes) {
    const headers = {...form, cookie};
    const {status} = await inject({...(route as {method: 'POST'; url: string}), headers});
    if (status !== 403) taken.push(`${route.method} ${route.url}`);
  }
  // They log in, with what is in the request itself.
  assert.ok(
    taken.every(route => /^POST \/api\/(v1\/)?token\//.test(route)),
    taken.join(', '),
  );
});

test('a gist leads to the editor, whatever it is called', async t => {
  const {inject} = await editorForTests(t);
  for (const uuid of ['x\r\nset-cookie: a=b', '\u2028', '//evil.example', 'a&b#c']) {
    const {status, headers} = await inject({
      url: `/hue/gist?uuid=${encodeURIComponent(uuid)}`,
      headers: {authorization: admin},
    });
    const to = `/hue/editor?editor=${encodeURIComponent(uuid)}`;
    assert.deepEqual([status, headers['location']], [302, to]);
    assert.doesNotMatch(String(headers['set-cookie']), /a=b/);
  }
});

test('a login leads to no other site, however its address is written', async t => {
  const {inject} = await editorForTests(t);
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/a\r\nx: y',
    '\\/evil',
    '/\u0000/evil',
  ]) {
    const payload = new URLSearchParams({username: 'admin', password: 'admin', next}).toString();
    const answer = await inject({
      method: 'POST',
      url: '/hue/accounts/login',
      headers: form,
      payload,
    });
    assert.equal(answer.headers['location'], '/app/editor/', JSON.stringify(next));
    const page = await inject({url: `/hue/accounts/login?next=${encodeURIComponent(next)}`});
    assert.match(page.text, /name="next" value=""/);
  }
  const quoted = await inject({
    url: `/hue/accounts/login?next=${encodeURIComponent('/a"><script>x')}`,
  });
  assert.doesNotMatch(quoted.text, /<script>x/);
});

test('a request cannot make the editor connect to an address of its choice', async t => {
  // A server that would notice.
  let connections = 0;
  const trap = createServer(socket => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  t.after(async () => {
    await new Promise(resolve => trap.close(resolve));
  });
  const {port} = trap.address() as AddressInfo;
  const {post, inject} = await editorForTests(t);
  const url = `http://127.0.0.1:${port}`;
  const options = {
    server_host: '127.0.0.1',
    server_port: port,
    url,
    livy_server_url: url,
    hive_server_host: '127.0.0.1',
  };
  const connector = {
    type: 'hive',
    name: 'x',
    dialect: 'hive',
    interface: 'hiveserver2',
    options,
    optionsList: options,
  };
  const snippet = JSON.stringify({
    type: 'hive',
    statement: 'SELECT 1',
    connector,
    properties: {...options, settings: []},
  });
  const notebook = JSON.stringify({
    type: 'hive',
    sessions: [{type: 'hive', properties: [options]}],
    snippets: [connector],
  });
  for (const call of [
    'execute/hive',
    'autocomplete',
    'create_session',
    'sample/default/t',
    'explain',
  ]) {
    await post(`/notebook/api/${call}`, {
      snippet,
      notebook,
      statement: 'SELECT 1',
      connector: JSON.stringify(connector),
      ...Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)])),
    });
  }
  await inject({
    url: `/api/jobs?url=${encodeURIComponent(url)}&livy_server_url=${encodeURIComponent(url)}`,
    headers: {authorization: admin},
  });
  assert.equal(connections, 0);
});

test('no address leads out of the folders that are served, and no id to a file', async t => {
  const {inject, post} = await editorForTests(t);
  const climbs = [
    '..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '....//etc/passwd',
    '..%5c..%5cetc%5cpasswd',
    '%00',
  ];
  for (const climb of climbs) {
    for (const folder of ['/static/', '/static/assets/', '/api/results/', '/desktop/']) {
      const answer = await inject({url: folder + climb, headers: {authorization: admin}});
      assert.ok(answer.status >= 400 && answer.status < 500, `${folder}${climb} ${answer.status}`);
      assert.doesNotMatch(answer.text, /root:/);
    }
  }
  const {text} = await post('/notebook/api/fetch_result_data', {
    operationId: '../../../../etc/passwd',
  });
  assert.doesNotMatch(text, /root:/);
});

test('statements and results of others are neither read, stopped nor downloaded', async t => {
  const tested = await editorForTests(t, undefined, {ann: 'USERS', eve: 'USERS'});
  const [ann, eve] = [asUser(tested, 'ann'), asUser(tested, 'eve')];
  const {body} = await ann('POST', '/api/editor/execute/hive', {statement: 'SELECT 1'});
  const operationId = String(body['history_uuid']);
  assert.match(operationId, /^[\da-f-]{36}$/, JSON.stringify(body));
  for (const call of [
    'check_status',
    'fetch_result_data',
    'get_logs',
    'cancel_statement',
    'close_statement',
  ]) {
    const answer = await eve('POST', `/api/editor/${call}`, {operationId});
    const isUnknown =
      answer.body['status'] !== 0 || /could not be found/.test(String(answer.body['message']));
    assert.ok(isUnknown, `${call} ${answer.text}`);
  }
  const {body: own} = await ann('POST', '/api/editor/check_status', {operationId});
  assert.equal(own['status'], 0, JSON.stringify(own));
});

test('a name with line breaks makes no line of its own in any log', async t => {
  const {inject, accessLines, log} = await editorForTests(t);
  const name = 'x\n127.0.0.1 admin - "GET /forged';
  await inject({
    url: '/api/editor/get_history',
    headers: {authorization: `Basic ${Buffer.from(`${name}:x`).toString('base64')}`},
  });
  await inject({url: '/app/editor/', headers: {'x-forwarded-for': '1.1.1.1\n9.9.9.9 admin'}});
  for (const line of accessLines) {
    assert.equal(line.trimEnd().split('\n').length, 1);
    assert.doesNotMatch(line, /forged|9\.9\.9\.9/);
  }
  assert.ok(log);
});
