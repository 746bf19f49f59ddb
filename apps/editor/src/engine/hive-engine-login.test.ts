import assert from 'node:assert/strict';
import {test} from 'node:test';
import {describeLogin, planLogin, type LoginSettings} from './hive-engine-login.ts';
import type {QueryServerRecord} from './query-server-record.ts';
import type {EngineUser} from './sql-engine.ts';

const record: QueryServerRecord = {
  server_name: 'main',
  server_host: 'sql1',
  server_port: 10000,
  principal: 'hive/sql1@EXAMPLE.COM',
  http_url: 'http://sql1:10001/cliservice',
  transport_mode: 'socket',
  auth_username: 'hue',
  auth_password: 'secret',
  use_sasl: true,
  dialect: 'main',
};
const settings: LoginSettings = {
  mechanism: 'GSSAPI',
  impersonationEnabled: true,
  defaultUser: 'hue',
  flavour: 'hive',
};
const alice: EngineUser = {name: 'alice'};

const plan = (
  changes: Partial<QueryServerRecord>,
  other: Partial<LoginSettings> = {},
  user = alice,
) => planLogin({...record, ...changes}, {...settings, ...other}, user);

test('the transport and the login follow record, settings and user', () => {
  const gssapi = {mechanism: 'GSSAPI', principal: 'hive/sql1@EXAMPLE.COM'};
  const hue = {user: 'hue', password: 'secret'};
  const cases: [Partial<QueryServerRecord>, Partial<LoginSettings>, EngineUser, object][] = [
    [{}, {}, alice, gssapi],
    [{use_sasl: false}, {}, alice, {mechanism: 'NOSASL'}],
    [{}, {mechanism: 'NOSASL'}, alice, {mechanism: 'NOSASL'}],
    [{}, {mechanism: 'PLAIN'}, alice, {mechanism: 'PLAIN', ...hue}],
    [
      {auth_password: undefined},
      {mechanism: 'PLAIN'},
      alice,
      {mechanism: 'PLAIN', user: 'hue', password: 'anything'},
    ],
    // The service's password goes with no other name.
    [
      {auth_username: ''},
      {mechanism: 'PLAIN'},
      alice,
      {mechanism: 'PLAIN', user: 'alice', password: 'anything'},
    ],
    [
      {},
      {mechanism: 'PLAIN'},
      {...alice, password: 'own'},
      {mechanism: 'PLAIN', user: 'alice', password: 'own'},
    ],
    [
      {transport_mode: 'http'},
      {},
      alice,
      {mechanism: 'NEGOTIATE', principal: 'HTTP/sql1@EXAMPLE.COM'},
    ],
    [{transport_mode: 'http'}, {mechanism: 'PLAIN'}, alice, {mechanism: 'BASIC', ...hue}],
    [
      {transport_mode: 'http', use_sasl: false},
      {mechanism: 'NOSASL'},
      alice,
      {mechanism: 'BASIC', ...hue},
    ],
    // There is no way for it over a socket.
    [{}, {token: () => 't'}, alice, gssapi],
  ];
  for (const [changes, other, user, auth] of cases) {
    assert.deepEqual(
      plan(changes, other, user).transport.auth,
      auth,
      JSON.stringify([changes, other, user]),
    );
  }
});

test('the token of the user is asked for whenever it is wanted', () => {
  let round = 0;
  const token = (userName: string) => `${userName} ${++round}`;
  const {auth} = plan({transport_mode: 'http', principal: undefined}, {token}).transport;
  assert.ok(auth.mechanism === 'BEARER');
  assert.equal(auth.token(), 'alice 2', 'the first was whether there is one at all');
  assert.equal(auth.token(), 'alice 3');
});

test('without a token, where one is wanted, nothing else is tried', () => {
  const wanted = {kind: 'login', message: /you are logged in without one/};
  assert.throws(() => plan({transport_mode: 'http'}, {token: () => undefined}), wanted);
});

test("the connection goes to the record's own host and port, whatever URL it inherited", () => {
  assert.equal(plan({server_host: 'sql2', server_port: 10015}).endpoint, 'sql2:10015');
  const inherited = {
    server_name: 'sqlalt',
    server_host: 'sql1',
    server_port: 10015,
    transport_mode: 'http',
  } as const;
  assert.equal(plan(inherited).endpoint, 'http://sql1:10015/cliservice');
  assert.equal(
    plan({...inherited, http_url: 'https://other:1/x', server_host: 'sql2'}).endpoint,
    'https://sql2:10015/x',
  );
});

test('the session is for the user, under the name that impersonation asks for', () => {
  const open = (changes: Partial<QueryServerRecord>, other: Partial<LoginSettings>) => {
    const {sessionUser, configuration} = plan(changes, other);
    return [sessionUser, Object.fromEntries(configuration)];
  };
  const proxy = {'hive.server2.proxy.user': 'alice'};
  const kept = {'set:hiveconf:hive.server2.close.session.on.disconnect': 'false'};
  const impala = {server_name: 'analytic', impersonation_enabled: true, SESSION_TIMEOUT_S: 900};
  assert.deepEqual(open({}, {}), ['hue', proxy]);
  assert.deepEqual(open({}, {impersonationEnabled: false}), ['alice', proxy]);
  assert.deepEqual(open({server_name: 'procedural'}, {}), [
    'hue',
    {...proxy, ...kept, 'set:hivevar:mode': 'HPLSQL'},
  ]);
  assert.deepEqual(open({server_name: 'sqlalt'}, {flavour: 'spark'}), ['hue', proxy]);
  assert.deepEqual(open(impala, {flavour: 'impala', impersonationEnabled: false}), [
    'hue',
    {'impala.doas.user': 'alice', idle_session_timeout: '900'},
  ]);
  assert.deepEqual(
    open({...impala, impersonation_enabled: false, SESSION_TIMEOUT_S: 0}, {flavour: 'impala'}),
    ['alice', {}],
  );
});

test('the server is told where a request came from, but for Spark, which would make a setting of it', () => {
  const origin = () => ({'X-Forwarded-For': '192.0.2.7', 'X-CSRF-TOKEN': 'token'});
  const {configuration} = plan(
    {},
    {origin},
    {...alice, settings: {'X-Forwarded-For': '127.0.0.1'}},
  );
  assert.deepEqual(
    [configuration.get('X-Forwarded-For'), configuration.get('X-CSRF-TOKEN')],
    ['192.0.2.7', 'token'],
  );
  assert.equal(
    plan({}, {origin, flavour: 'impala'}).configuration.get('X-Forwarded-For'),
    '192.0.2.7',
  );
  assert.equal(plan({}, {origin, flavour: 'spark'}).configuration.has('X-Forwarded-For'), false);
});

test('settings of a request cannot name another user', () => {
  const settings = {
    'hive.server2.proxy.user': 'root',
    'impala.doas.user': 'root',
    'use:database': 'sales',
  };
  const {configuration} = plan({}, {}, {...alice, settings});
  assert.equal(configuration.get('hive.server2.proxy.user'), 'alice');
  assert.equal(configuration.has('impala.doas.user'), false);
  assert.equal(configuration.get('use:database'), 'sales');
  const analytic = plan(
    {},
    {flavour: 'impala', impersonationEnabled: false},
    {...alice, settings},
  ).configuration;
  assert.deepEqual([...analytic.keys()], ['use:database']);
});

test('Kerberos without a principal cannot work, and says so', () => {
  assert.throws(() => plan({principal: undefined}), {name: 'SqlError', kind: 'misconfigured'});
  assert.equal(plan({principal: undefined, use_sasl: false}).transport.auth.mechanism, 'NOSASL');
});

test('the line of an opening has the words and the spelling that operators know', () => {
  const line = (changes: Partial<QueryServerRecord>, other: Partial<LoginSettings> = {}) =>
    describeLogin({...record, ...changes}, plan(changes, other));
  assert.equal(
    line({}),
    'main: server_host=sql1, use_sasl=True, mechanism=GSSAPI, kerberos_principal_short_name=hive, ' +
      'impersonation_enabled=True, auth_username=hue',
  );
  const plain = {principal: undefined, use_sasl: false, auth_username: ''};
  assert.equal(
    line(plain, {mechanism: 'PLAIN', impersonationEnabled: false}),
    'main: server_host=sql1, use_sasl=False, mechanism=PLAIN, kerberos_principal_short_name=None, ' +
      'impersonation_enabled=False, auth_username=alice',
  );
});
