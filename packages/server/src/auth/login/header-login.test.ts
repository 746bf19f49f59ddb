import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {createHttp} from '../../http/create-http.ts';
import {createLog} from '../../log.ts';
import {browserRules} from '../session/browser.ts';
import {headerAuthenticator} from './header-login.ts';
import {protect} from './protect.ts';
import {csrfTokenOf} from '../session/csrf-token.ts';
import {Sessions} from '../session/sessions.ts';
import {trustedProxies} from './trusted-proxy.ts';

const proxy = '10.1.2.3';

function start(t: TestContext, groupsHeader = 'X-Forwarded-Groups') {
  const log = createLog({level: 'error', format: 'json', destination: {write: () => undefined}});
  const app = createHttp({
    log,
    headers: {server: '', extra: {}},
    bodyLimit: {maxBytes: 1000, option: 'x'},
  });
  const groupsOf = async (userName: string) => [`looked-up-of-${userName}`];
  const header = headerAuthenticator({
    userHeader: 'X-Forwarded-User',
    groupsHeader,
    from: ['10.1.0.0/16', '::1'],
    groupsOf,
  });
  const sessions = new Sessions({idleMs: 60_000, maxAgeMs: 600_000});
  protect(app, {
    login: {
      authenticators: [header],
      isNamed: ({headers}) => headers['x-forwarded-user'] !== undefined,
      sessions,
      refresh: () => undefined,
      proxies: trustedProxies({}, groupsOf),
      challenge: undefined,
    },
    browser: browserRules({
      enabled: true,
      browserUserAgents: 'Mozilla.*',
      methodsToIgnore: 'GET',
      header: 'x-token',
    }),
  });
  app.get('/who', ({actor}) => actor);
  app.get('/token', ({session}) => (session === undefined ? '' : csrfTokenOf(session)));
  app.post('/change', () => 'changed');
  t.after(() => app.close());
  const ask = (headers: Record<string, string>, remoteAddress = proxy) =>
    app.inject({url: '/who', headers, remoteAddress});
  return {ask, inject: app.inject.bind(app), sessions};
}

test('whom the proxy has logged in is who asks, with the groups that it tells', async t => {
  const {ask} = start(t);
  const answer = await ask({
    'x-forwarded-user': 'maria',
    'x-forwarded-groups': 'stewards, everybody,',
  });
  assert.deepEqual(answer.json(), {userName: 'maria', groups: ['stewards', 'everybody']});
  assert.deepEqual((await ask({'x-forwarded-user': 'bob'}, '::1')).json(), {
    userName: 'bob',
    groups: ['looked-up-of-bob'],
  });
  assert.deepEqual((await ask({'x-forwarded-user': 'bob'}, '::ffff:10.1.9.9')).statusCode, 200);
});

test('groups that nobody asked for are not taken from a header', async t => {
  const {ask} = start(t, '');
  const answer = await ask({'x-forwarded-user': 'maria', 'x-forwarded-groups': 'ADMIN'});
  assert.deepEqual(answer.json(), {userName: 'maria', groups: ['looked-up-of-maria']});
});

test('from any other address the header is refused, whatever else is said about where it comes from', async t => {
  const {ask} = start(t);
  for (const more of [
    {},
    {'x-forwarded-for': proxy},
    {forwarded: `for=${proxy}`},
    {'x-real-ip': proxy},
  ]) {
    const answer = await ask({'x-forwarded-user': 'admin', ...more}, '10.2.0.1');
    assert.equal(answer.statusCode, 401);
    assert.match(answer.body, /The header X-Forwarded-User is not taken from this address/);
  }
});

test('the proxy decides with every request: no session outlives it', async t => {
  const {ask} = start(t);
  const answer = await ask({'x-forwarded-user': 'maria'});
  assert.equal(answer.headers['set-cookie'], undefined);
  assert.equal((await ask({})).statusCode, 401);
  assert.equal((await ask({'x-forwarded-user': ''})).statusCode, 401);
});

test('whom the proxy names counts more than a session that a cookie brings along', async t => {
  const {ask, sessions} = start(t);
  const {id} = sessions.start({userName: 'ann', groups: []});
  const cookie = `ATLASSESSIONID=${id}`;
  assert.equal((await ask({cookie})).json().userName, 'ann');
  assert.equal((await ask({cookie, 'x-forwarded-user': 'maria'})).json().userName, 'maria');
  assert.equal((await ask({cookie, 'x-forwarded-user': 'maria'}, '9.9.9.9')).statusCode, 401);
});

test('a page that has read its token can change something with it, and with no other', async t => {
  const {inject} = start(t);
  const browser = {'user-agent': 'Mozilla/5.0', 'x-forwarded-user': 'maria'};
  const {body: token} = await inject({url: '/token', headers: browser, remoteAddress: proxy});
  const change = async (headers: Record<string, string>) =>
    (
      await inject({
        method: 'POST',
        url: '/change',
        headers: {...browser, ...headers},
        remoteAddress: proxy,
      })
    ).statusCode;
  assert.equal(await change({'x-token': token}), 200);
  assert.equal(await change({}), 400);
  assert.equal(
    await change({'x-token': token, 'x-forwarded-user': 'bob'}),
    400,
    'it is the token of one person',
  );
  const {body: elsewhere} = await start(t).inject({
    url: '/token',
    headers: browser,
    remoteAddress: proxy,
  });
  assert.equal(await change({'x-token': elsewhere}), 400, 'and of one process');
});
