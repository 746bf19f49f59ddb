import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {mountApi} from '../../http/api.ts';
import {createHttp} from '../../http/create-http.ts';
import {createLog} from '../../log.ts';
import type {Authenticator} from '../actor.ts';
import {basicAuthenticator} from '../password/basic.ts';
import {browserRules} from '../session/browser.ts';
import {CredentialCheck} from '../password/check-credentials.ts';
import {loginRoutes} from './login.ts';
import {PasswordFile} from '../password/password-file.ts';
import {passwordFileSource} from '../password/password-file-source.ts';
import {protect} from './protect.ts';
import {csrfTokenOf} from '../session/csrf-token.ts';
import {Sessions} from '../session/sessions.ts';
import {trustedProxies} from './trusted-proxy.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120 Safari/537.36';
const path = '/api/atlas/v2/types/typedefs/headers';
const basic = (text: string) => ({authorization: `Basic ${Buffer.from(text).toString('base64')}`});
const admin = basic('admin:admin');

function start(t: TestContext, proxyUsers: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'protect-'));
  const passwords = new PasswordFile(join(folder, 'users.properties'), 0);
  const sessions = new Sessions({idleMs: 60_000, maxAgeMs: 600_000});
  passwords.onChange(changed => sessions.endOf(changed));
  const credentials = new CredentialCheck([
    passwordFileSource(passwords, {plainSha256: true, saltedSha256: true}, {warn: assert.fail}),
  ]);
  const lines: string[] = [];
  const app = createHttp({
    log: createLog({
      level: 'info',
      format: 'json',
      destination: {write: line => void lines.push(line)},
    }),
    headers: {server: '', extra: {}},
    bodyLimit: {maxBytes: 1000, option: 'x'},
  });
  const bearer = {of: ''};
  const byToken: Authenticator = async ({headers}) =>
    bearer.of !== '' && headers.authorization?.startsWith('Bearer') === true
      ? {actor: {userName: bearer.of, groups: []}, validForMs: 1000}
      : undefined;
  protect(app, {
    login: {
      authenticators: [byToken, basicAuthenticator(credentials)],
      sessions,
      refresh: () => void passwords.entries(),
      proxies: trustedProxies(proxyUsers, async () => []),
      challenge: undefined,
    },
    browser: browserRules({
      enabled: true,
      browserUserAgents: '^Mozilla.*,^Opera.*,^Chrome.*,^Epiphany',
      methodsToIgnore: 'GET,OPTIONS,HEAD,TRACE',
      header: 'X-XSRF-HEADER',
    }),
  });
  loginRoutes(app, {
    credentials,
    sessions,
    openId: undefined,
    partner: undefined,
    endAllOf: userName => sessions.endEverywhereOf(userName),
  });
  mountApi(app, {maxParameterLength: 4096, ownLimit: []}, api => {
    api.get('/v2/types/typedefs/headers', request => [request.actor.userName]);
    api.post('/v2/search/basic', request => ({by: request.actor.userName}));
    api.get('/admin/token', request =>
      request.session === undefined ? {} : {token: csrfTokenOf(request.session)},
    );
    api.get('/admin/status', {config: {open: true}}, () => ({Status: 'ACTIVE'}));
    api.get('/admin/readiness', {config: {open: 'named'}}, request => [request.actor.userName]);
  });
  t.after(async () => {
    await app.close();
    rmSync(folder, {recursive: true});
  });
  return {app, bearer, lines, passwordFile: passwords.file};
}

function cookieOf(answer: {headers: {'set-cookie'?: unknown}}): string {
  return String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
}

test('without credentials the answer is byte for byte the known one, for unknown paths, too', async t => {
  const {app} = start(t);
  for (const url of [path, '/api/atlas/nope', '/api/meta/v2/types/typedefs/headers']) {
    const answer = await app.inject(`${url}?a=b`);
    assert.equal(answer.statusCode, 401);
    assert.equal(
      answer.body,
      `{\n"servlet":"jersey-servlet",\n"message":"Full authentication is required to access this resource",\n"url":"${url}",\n"status":"401"\n}`,
    );
    assert.equal(answer.headers['content-type'], 'application/json');
    assert.equal(answer.headers['cache-control'], 'must-revalidate,no-cache,no-store');
    assert.equal(answer.headers['www-authenticate'], undefined);
    assert.equal(answer.headers['set-cookie'], undefined);
  }
});

test('wrong credentials tell what is wrong', async t => {
  const {app} = start(t);
  const messageOf = async (headers: Record<string, string>) => {
    const answer = await app.inject({url: path, headers});
    return [answer.statusCode, answer.json().message];
  };
  assert.deepEqual(await messageOf(basic('admin:wrong')), [401, 'Wrong password']);
  assert.deepEqual(await messageOf(basic('no"body:x')), [401, 'Username not found.no"body']);
  assert.deepEqual(await messageOf(basic('nocolon')), [401, 'Invalid basic authentication token']);
  assert.deepEqual(await messageOf({authorization: 'Bearer x'}), [
    401,
    'Full authentication is required to access this resource',
  ]);
});

test('a browser is sent to the login page, a script in a page is told that the session ended', async t => {
  const {app} = start(t);
  const browser = await app.inject({
    url: path,
    headers: {'user-agent': chrome, accept: 'text/html'},
  });
  assert.equal(browser.statusCode, 302);
  assert.equal(browser.headers['location'], '/login.jsp');
  const script = await app.inject({
    url: path,
    headers: {'user-agent': chrome, 'x-requested-with': 'XMLHttpRequest'},
  });
  assert.equal(script.statusCode, 419);
  assert.deepEqual(script.json(), {
    servlet: 'jersey-servlet',
    message: 'Session Timeout',
    url: path,
    status: '419',
  });
});

test('open routes need no login, under both prefixes', async t => {
  const {app} = start(t);
  for (const prefix of ['/api/atlas', '/api/meta']) {
    const answer = await app.inject(`${prefix}/admin/status`);
    assert.deepEqual(answer.json(), {Status: 'ACTIVE'});
    assert.equal(answer.headers['set-cookie'], undefined);
  }
});

test('where nobody is let in as well, those who say who they are must be it, a foreign cookie says nothing', async t => {
  const {app} = start(t);
  const url = '/api/meta/admin/readiness';
  const asked = async (headers: Record<string, string>) => {
    const {statusCode, body} = await app.inject({url, headers});
    return [statusCode, statusCode === 200 ? JSON.parse(body) : undefined];
  };
  const cookie = cookieOf(await app.inject({url: path, headers: admin}));
  assert.deepEqual(await asked({}), [200, ['']]);
  assert.deepEqual(await asked({cookie}), [200, ['admin']]);
  assert.deepEqual(await asked(admin), [200, ['admin']]);
  assert.deepEqual(await asked({cookie: 'other=1'}), [200, ['']]);
  assert.deepEqual(await asked({cookie: `${cookie}x`, 'user-agent': chrome}), [200, ['']]);
  assert.deepEqual(await asked(basic('admin:wrong')), [401, undefined]);
  assert.deepEqual(await asked({...basic('admin:wrong'), cookie: 'other=1'}), [401, undefined]);
});

test('a call with a password gets a session, whose cookie alone is enough from then on', async t => {
  const {app} = start(t);
  const first = await app.inject({url: path, headers: admin});
  assert.deepEqual(first.json(), ['admin']);
  assert.match(
    String(first.headers['set-cookie']),
    /^ATLASSESSIONID=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const cookie = cookieOf(first);
  const second = await app.inject({url: path, headers: {cookie: `other=1; ${cookie}`}});
  assert.deepEqual(second.json(), ['admin']);
  assert.equal(second.headers['set-cookie'], undefined);
  assert.equal(
    (await app.inject({url: path, headers: {cookie: 'ATLASSESSIONID=invented'}})).statusCode,
    401,
  );
});

test('a token counts more than the cookie, and what nobody takes does not', async t => {
  const {app, bearer} = start(t);
  const cookie = cookieOf(await app.inject({url: path, headers: admin}));
  bearer.of = 'maria';
  const ask = async (authorization: string) =>
    (await app.inject({url: path, headers: {cookie, authorization}})).json<string[]>()[0];
  assert.equal(await ask('Bearer x'), 'maria');
  assert.equal(await ask('Custom x'), 'admin');
});

test('credentials of another user count more than the cookie', async t => {
  const {app, passwordFile} = start(t);
  const hash = createHash('sha256').update('x').digest('hex');
  writeFileSync(passwordFile, `ann=A::${hash}\nbob=B::${hash}\n`);
  const cookie = cookieOf(await app.inject({url: path, headers: basic('ann:x')}));
  const bob = await app.inject({url: path, headers: {...basic('bob:x'), cookie}});
  assert.deepEqual(bob.json(), ['bob']);
  assert.notEqual(cookieOf(bob), cookie);
  assert.equal(
    (await app.inject({url: path, headers: {...basic('bob:no'), cookie}})).statusCode,
    401,
  );
});

test('a changed password ends the sessions of that user', async t => {
  const {app, passwordFile} = start(t);
  const cookie = cookieOf(await app.inject({url: path, headers: admin}));
  writeFileSync(passwordFile, `admin=ADMIN::${createHash('sha256').update('new').digest('hex')}\n`);
  assert.equal((await app.inject({url: path, headers: {cookie}})).statusCode, 401);
});

test('a browser may change something only with the token of its session', async t => {
  const {app} = start(t);
  const post = async (headers: Record<string, string>) => {
    const url = '/api/atlas/v2/search/basic';
    const all = {'content-type': 'application/json', ...headers};
    const answer = await app.inject({method: 'POST', url, headers: all, payload: '{}'});
    return [answer.statusCode, answer.body];
  };
  const unwanted = [
    400,
    '{"msgDesc":"Missing header or invalid Header value for CSRF Vulnerability Protection"}',
  ];
  const browser = {'user-agent': chrome, ...admin};
  assert.deepEqual(await post(browser), unwanted);
  assert.deepEqual(await post({...browser, 'x-xsrf-header': '""'}), unwanted);
  assert.deepEqual(await post({'user-agent': 'python-lab', ...admin}), [200, '{"by":"admin"}']);

  const session = await app.inject({url: '/api/atlas/admin/token', headers: browser});
  const cookie = cookieOf(session);
  const token = session.json().token as string;
  assert.deepEqual(await post({'user-agent': chrome, cookie, 'x-xsrf-header': token}), [
    200,
    '{"by":"admin"}',
  ]);
  assert.deepEqual(await post({'user-agent': chrome, cookie, 'x-xsrf-header': 'wrong'}), unwanted);
  assert.deepEqual(await post({'user-agent': 'Chrome/100', ...admin}), unwanted);
  // A pattern has to match as a whole.
  assert.deepEqual(await post({'user-agent': 'Epiphany/3', ...admin}), [200, '{"by":"admin"}']);
});

test('a browser that goes by another name is known by what it says of the page behind its request', async t => {
  const {app} = start(t);
  const post = async (headers: Record<string, string>) => {
    const all = {
      'content-type': 'application/json',
      host: 'catalog',
      'user-agent': 'other',
      ...headers,
    };
    const answer = await app.inject({
      method: 'POST',
      url: '/api/atlas/v2/search/basic',
      headers: all,
      payload: '{}',
    });
    return answer.statusCode;
  };
  const session = await app.inject({url: '/api/atlas/admin/token', headers: admin});
  const cookie = cookieOf(session);
  const own = {origin: 'http://catalog'};
  const foreign = {origin: 'https://evil.example.com'};
  for (const login of [admin, {cookie}]) {
    for (const site of ['cross-site', 'same-site'])
      assert.equal(await post({...login, 'sec-fetch-site': site}), 400);
    assert.equal(await post({...login, ...foreign}), 400);
    assert.equal(await post({...login, origin: 'null'}), 400);
    assert.equal(await post({...login, ...own}), 200);
    const passedOn = {host: 'catalog.example.com:443', origin: 'https://catalog.example.com'};
    if (!('authorization' in login)) assert.equal(await post({...login, ...passedOn}), 200);
    // What the browser says of the site holds; behind a proxy its page may have another address
    // than this server knows.
    assert.equal(await post({...login, ...foreign, 'sec-fetch-site': 'same-origin'}), 200);
  }
  const token = session.json().token as string;
  assert.equal(await post({cookie, 'sec-fetch-site': 'cross-site', 'x-xsrf-header': token}), 200);
});

test('the form logs in under a new session and out again', async t => {
  const {app} = start(t);
  const logIn = (body: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/j_spring_security_check',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': chrome,
        ...headers,
      },
      payload: body,
    });
  const failed = await logIn('j_username=admin&j_password=no');
  assert.deepEqual(
    [failed.statusCode, failed.json()],
    [401, {msgDesc: 'Wrong user name or password'}],
  );
  assert.equal(failed.headers['set-cookie'], undefined);

  const old = cookieOf(await app.inject({url: path, headers: admin}));
  const done = await logIn('j_username=admin&j_password=admin', {cookie: old});
  assert.deepEqual([done.statusCode, done.json()], [200, {msgDesc: 'Success'}]);
  const cookie = cookieOf(done);
  assert.equal((await app.inject({url: path, headers: {cookie}})).statusCode, 200);
  assert.equal((await app.inject({url: path, headers: {cookie: old}})).statusCode, 401);

  const out = await app.inject({url: '/logout.html', headers: {cookie}});
  assert.deepEqual([out.statusCode, out.headers['location']], [302, '/login.jsp']);
  assert.match(String(out.headers['set-cookie']), /^ATLASSESSIONID=; Max-Age=0;/);
  assert.equal((await app.inject({url: path, headers: {cookie}})).statusCode, 401);
});

test('a password that everybody knows is good only at names that no site can take', async t => {
  const {app} = start(t);
  const statusAt = async (host: string, credentials = admin) =>
    (await app.inject({url: path, headers: {...credentials, host}})).statusCode;
  for (const host of ['catalog.example.com', 'catalog.example.com:21000', '127.0.0.1.nip.example'])
    assert.equal(await statusAt(host), 403, host);
  for (const host of [
    'localhost:21000',
    '127.0.0.1:21000',
    '[::1]:21000',
    'catalog',
    'a.localhost',
  ])
    assert.equal(await statusAt(host), 200, host);
  assert.equal(await statusAt('catalog.example.com', basic('admin:other')), 401);

  const form = await app.inject({
    method: 'POST',
    url: '/j_spring_security_check',
    headers: {'content-type': 'application/x-www-form-urlencoded', host: 'catalog.example.com'},
    payload: 'j_username=admin&j_password=admin',
  });
  assert.equal(form.statusCode, 403);
  assert.match(form.json().msgDesc, /default password of admin does not work at catalog/);
  assert.equal(form.headers['set-cookie'], undefined);
});

test('the form refuses other sites and other content types', async t => {
  const {app} = start(t);
  const url = '/j_spring_security_check';
  const form = {'content-type': 'application/x-www-form-urlencoded'};
  const payload = 'j_username=admin&j_password=admin';
  const foreign = await app.inject({
    method: 'POST',
    url,
    headers: {...form, 'sec-fetch-site': 'cross-site'},
    payload,
  });
  assert.equal(foreign.statusCode, 400);
  assert.equal(foreign.headers['set-cookie'], undefined);
  // Of a server without TLS browsers say no more than the page's address.
  const plain = await app.inject({
    method: 'POST',
    url,
    headers: {...form, host: 'catalog.example.com', origin: 'http://elsewhere.example.com'},
    payload,
  });
  assert.equal(plain.statusCode, 400);
  // A page's address has no port where it is that of its scheme; a proxy may pass it on.
  for (const [host, origin, status] of [
    ['catalog.example.com:80', 'http://elsewhere.example.com', 400],
    ['catalog.example.com:8080', 'http://catalog.example.com', 400],
    ['catalog.example.com:443', 'http://catalog.example.com', 400],
  ] as const) {
    const {statusCode} = await app.inject({
      method: 'POST',
      url,
      headers: {...form, host, origin},
      payload,
    });
    assert.equal(statusCode, status, `${origin} at ${host}`);
  }
  const other = await app.inject({
    method: 'POST',
    url,
    headers: {'content-type': 'application/json'},
    payload: '{}',
  });
  assert.equal(other.statusCode, 400);
  assert.match(other.json().errorMessage, /x-www-form-urlencoded/);
});

test('guessing is slowed down, with the seconds to wait', async t => {
  const {app} = start(t);
  for (let attempt = 0; attempt < 5; attempt++)
    await app.inject({url: path, headers: basic(`admin:${attempt}`)});
  const answer = await app.inject({url: path, headers: basic('admin:5')});
  assert.equal(answer.json().message, 'Too many failed logins');
  assert.equal(answer.headers['retry-after'], '1');
});

test('the request line names the user, and no log line holds a password, a token or a cookie', async t => {
  const {app, lines} = start(t);
  const first = await app.inject({url: path, headers: admin});
  await app.inject({url: path, headers: basic('admin:hunter2')});
  assert.equal(JSON.parse(lines[0] ?? '').user, 'admin');
  assert.equal(JSON.parse(lines[1] ?? '').user, undefined);
  const text = lines.join('');
  for (const secret of ['hunter2', cookieOf(first).split('=')[1] ?? '', admin.authorization]) {
    assert.ok(!text.includes(secret), secret);
  }
});

test('a proxy user speaks for others, from where and for whom it may', async t => {
  const {app} = start(t, {'admin.users': 'alice,bob', 'admin.hosts': '127.0.0.0/8'});
  const by = async (
    query: string,
    headers: Record<string, string> = admin,
    remoteAddress = '127.0.0.1',
  ) => {
    const answer = await app.inject({
      method: 'GET',
      url: `${path}?${query}`,
      headers,
      remoteAddress,
    });
    return answer.statusCode === 200
      ? answer.json<string[]>()[0]
      : `${answer.statusCode} ${answer.body}`;
  };
  assert.equal(await by('doAs=alice'), 'alice');
  assert.equal(await by('a=b&doas=bob'), 'bob');
  assert.equal(await by('doAs=admin'), 'admin');
  assert.equal(await by('doAs='), 'admin');
  assert.match(
    (await by('doAs=carol')) ?? '',
    /^403 .*ATLAS-403-00-001.*User admin may not act as carol/,
  );
  assert.match(
    (await by('doAs=alice', admin, '10.0.0.1')) ?? '',
    /^403 .*may not act as alice from 10.0.0.1/,
  );
  // The session is the proxy's: without doAs it is the proxy again.
  const first = await app.inject({method: 'GET', url: `${path}?doAs=alice`, headers: admin});
  const cookie = {cookie: cookieOf(first)};
  assert.equal(await by('', cookie), 'admin');
  assert.equal(await by('doAs=bob', cookie), 'bob');
});

test('nobody speaks for others unless it is set up', async t => {
  const {app} = start(t);
  const answer = await app.inject({method: 'GET', url: `${path}?doAs=alice`, headers: admin});
  assert.equal(answer.statusCode, 403);
});

test('the form does not tell whether there is somebody of that name', async t => {
  const {app} = start(t);
  const logIn = async (name: string) => {
    const payload = new URLSearchParams({j_username: name, j_password: 'wrong'}).toString();
    const headers = {'content-type': 'application/x-www-form-urlencoded'};
    const {statusCode, body} = await app.inject({
      method: 'POST',
      url: '/j_spring_security_check',
      headers,
      payload,
    });
    return [statusCode, body];
  };
  assert.deepEqual(await logIn('nobody'), await logIn('admin'));
});

test('a session that somebody chose before the login is not the one after it', async t => {
  const {app} = start(t);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    cookie: 'ATLASSESSIONID=chosen-by-somebody',
  };
  const payload = 'j_username=admin&j_password=admin';
  const answer = await app.inject({
    method: 'POST',
    url: '/j_spring_security_check',
    headers,
    payload,
  });
  assert.equal(answer.statusCode, 200);
  assert.doesNotMatch(cookieOf(answer), /chosen-by-somebody/);
  const fixed = await app.inject({
    url: path,
    headers: {cookie: 'ATLASSESSIONID=chosen-by-somebody'},
  });
  assert.equal(fixed.statusCode, 401);
  // Nor does one that was good before stay good beside the new one.
  const first = cookieOf(answer);
  await app.inject({
    method: 'POST',
    url: '/j_spring_security_check',
    headers: {...headers, cookie: first},
    payload,
  });
  assert.equal((await app.inject({url: path, headers: {cookie: first}})).statusCode, 401);
});

test('who logs out everywhere has no session left; another site cannot ask for that', async t => {
  const {app} = start(t);
  const logIn = async () => cookieOf(await app.inject({url: path, headers: admin}));
  const [here, there] = [await logIn(), await logIn()];
  const stays = async (cookie: string) =>
    (await app.inject({url: path, headers: {cookie}})).statusCode === 200;
  const out = (cookie: string, headers: Record<string, string> = {}) =>
    app.inject({url: '/logout.html?everywhere=true', headers: {cookie, ...headers}});
  await out(await logIn(), {'sec-fetch-site': 'cross-site'});
  assert.deepEqual([await stays(here), await stays(there)], [true, true]);
  await out(here);
  assert.deepEqual([await stays(here), await stays(there)], [false, false]);
});
