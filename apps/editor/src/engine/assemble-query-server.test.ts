import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import type {Endpoint} from '../config/endpoint.ts';
import {type Engine, engineOf, engines} from '../config/interpreters.ts';
import {readTestConfig, type TestSurroundings} from '../config/testing.ts';
import {assembleQueryServer, endpointSource} from './assemble-query-server.ts';
import type {Connector} from './connector-record.ts';
import {expandPrincipal, hasHostPattern} from './principal.ts';
import {connectionTarget, type QueryServerRecord, recordText} from './query-server-record.ts';

const fullNameOf = (host: string) => `${host}.Example.COM`;

function record(
  engine: Engine,
  ini = '',
  around: TestSurroundings = {},
  more: {endpoint?: Endpoint; connector?: Connector} = {},
): QueryServerRecord {
  const {config, findings} = readTestConfig(ini, around);
  assert.deepEqual(findings.errors, []);
  return assembleQueryServer({engine, config, fullNameOf, ...more});
}

const hive = {
  'hive.server2.authentication': 'KERBEROS',
  'hive.server2.authentication.kerberos.principal': 'hive/_HOST@EXAMPLE.COM',
};
const discovered: Endpoint = {host: 'found1', port: 10009, isDiscovered: true};
const login = '[desktop]\nauth_username=svc\nauth_password=hunter2\n';
const sqlalt = `
[sqlalt]
sql_server_host = sql2.example.com
sql_server_port = 10016
sql_server_principal = spark/sql2.example.com@EXAMPLE.COM
use_sasl = true
`;

/** The record of the main server with nothing configured, which every case below is a change of. */
const plainMain: QueryServerRecord = {
  server_name: 'main',
  server_host: 'localhost',
  server_port: 10000,
  principal: undefined,
  http_url: 'http://localhost:10001/cliservice',
  transport_mode: 'socket',
  auth_username: 'hue',
  auth_password: undefined,
  use_sasl: true,
  close_sessions: true,
  has_session_pool: false,
  max_number_of_sessions: -1,
  dialect: 'main',
};

describe('the record of each engine with nothing configured', () => {
  const cases: Record<Engine, QueryServerRecord> = {
    main: plainMain,
    procedural: {...plainMain, server_name: 'procedural', dialect: 'procedural'},
    llap: {...plainMain, server_port: 10500, http_url: 'http://localhost:10501/cliservice'},
    catalog: {
      server_name: 'catalog',
      server_host: 'localhost',
      server_port: 9083,
      principal: undefined,
      transport_mode: 'socket',
      auth_username: 'hue',
      auth_password: undefined,
      use_sasl: true,
      dialect: 'catalog',
    },
    sqlalt: {...plainMain, server_name: 'sqlalt', dialect: 'sqlalt'},
    analytic: {
      server_name: 'analytic',
      server_host: 'localhost',
      server_port: 21050,
      principal: 'impala/editor.example.com',
      http_url: 'http://localhost:21050',
      transport_mode: 'socket',
      auth_username: 'hue',
      auth_password: undefined,
      use_sasl: false,
      dialect: 'analytic',
      impersonation_enabled: false,
      querycache_rows: 0,
      QUERY_TIMEOUT_S: 300,
      SESSION_TIMEOUT_S: 900,
    },
  };
  for (const engine of engines) {
    test(engine, () => assert.deepEqual(record(engine), cases[engine]));
  }
});

describe('rule by rule: what a setting changes, and nothing else', () => {
  type Case = {
    readonly says: string;
    readonly engine?: Engine;
    readonly ini?: string;
    readonly around?: TestSurroundings;
    readonly endpoint?: Endpoint;
    /** Keys that differ from the engine's record with nothing configured. */
    readonly changes: Partial<QueryServerRecord>;
  };
  const cases: Case[] = [
    {
      says: 'discovery off: the configured host, and the HTTP port for the URL',
      ini: '[beeswax]\nhive_server_host=h1\nhive_server_port=10002\nhive_server_http_port=10003',
      changes: {server_host: 'h1', server_port: 10002, http_url: 'http://h1:10003/cliservice'},
    },
    {
      says: 'the section may be called after the engine',
      ini: '[main]\nhive_server_host=h1',
      changes: {server_host: 'h1', http_url: 'http://h1:10001/cliservice'},
    },
    {
      says: 'ports of hive-site.xml count where the ini says nothing',
      around: {
        hive: {'hive.server2.thrift.port': '10004', 'hive.server2.thrift.http.port': '10005'},
      },
      changes: {server_port: 10004, http_url: 'http://localhost:10005/cliservice'},
    },
    {
      says: 'a server of the low-latency kind has other ports by itself',
      around: {hive: {'hive.execution.mode': 'llap'}},
      changes: {server_port: 10500, http_url: 'http://localhost:10501/cliservice'},
    },
    {
      says: 'HTTP transport: the record points to the HTTP port',
      around: {
        hive: {'hive.server2.transport.mode': 'http', 'hive.server2.thrift.http.path': 'sql'},
      },
      changes: {transport_mode: 'http', server_port: 10001, http_url: 'http://localhost:10001/sql'},
    },
    {
      says: 'a transport mode that is neither is the socket',
      around: {hive: {'hive.server2.transport.mode': 'all'}},
      changes: {},
    },
    {
      says: 'TLS makes the URL https',
      around: {hive: {'hive.server2.use.SSL': 'true'}},
      changes: {http_url: 'https://localhost:10001/cliservice'},
    },
    {
      says: 'a discovered server: its host and port everywhere',
      endpoint: discovered,
      changes: {
        server_host: 'found1',
        server_port: 10009,
        http_url: 'http://found1:10009/cliservice',
      },
    },
    {
      says: '_HOST is the host that is contacted, in lower case',
      around: {hive},
      endpoint: discovered,
      changes: {
        server_host: 'found1',
        server_port: 10009,
        http_url: 'http://found1:10009/cliservice',
        principal: 'hive/found1.example.com@EXAMPLE.COM',
      },
    },
    {
      says: 'a principal without _HOST stays as it is',
      around: {
        hive: {
          ...hive,
          'hive.server2.authentication.kerberos.principal': 'hive/Lb.example.com@EXAMPLE.COM',
        },
      },
      changes: {principal: 'hive/Lb.example.com@EXAMPLE.COM'},
    },
    {
      says: 'no SASL',
      ini: '[beeswax]\nuse_sasl=off',
      changes: {use_sasl: false},
    },
    {
      says: 'a server that does no SASL says so in hive-site.xml',
      around: {hive: {'hive.server2.authentication': 'NOSASL'}},
      changes: {use_sasl: false},
    },
    {
      says: 'the switch of the metastore stands before the kind of authentication',
      around: {hive: {...hive, 'hive.metastore.sasl.enabled': 'false'}},
      changes: {use_sasl: false, principal: 'hive/localhost.example.com@EXAMPLE.COM'},
    },
    {
      says: 'login of [desktop]',
      ini: login,
      changes: {auth_username: 'svc', auth_password: 'hunter2'},
    },
    {
      says: 'a login of its own',
      ini: `${login}[beeswax]\nauth_username=hs\nauth_password=other`,
      changes: {auth_username: 'hs', auth_password: 'other'},
    },
    {
      says: 'one session for each user: it stays open and is not pooled',
      ini: '[beeswax]\nmax_number_of_sessions=1',
      changes: {max_number_of_sessions: 1, close_sessions: false},
    },
    {
      says: 'sessions that stay open are pooled',
      ini: '[beeswax]\nmax_number_of_sessions=10\nclose_sessions=false',
      changes: {max_number_of_sessions: 10, close_sessions: false, has_session_pool: true},
    },
    {
      says: 'an IPv6 address stands in brackets in the URL alone',
      ini: '[beeswax]\nhive_server_host="::1"',
      changes: {server_host: '::1', http_url: 'http://[::1]:10001/cliservice'},
    },
    {
      says: 'procedural: all of the main server but the name',
      engine: 'procedural',
      around: {hive},
      endpoint: discovered,
      changes: {
        server_host: 'found1',
        server_port: 10009,
        http_url: 'http://found1:10009/cliservice',
        principal: 'hive/found1.example.com@EXAMPLE.COM',
      },
    },
    {
      says: 'llap: host and ports of its own',
      engine: 'llap',
      ini: '[beeswax]\nllap_server_host=fast\nllap_server_port=10510\nllap_server_thrift_port=10511\nhive_server_host=h1',
      changes: {server_host: 'fast', server_port: 10510, http_url: 'http://fast:10511/cliservice'},
    },
    {
      says: 'llap: the discovered port stands before the configured one',
      engine: 'llap',
      endpoint: discovered,
      changes: {
        server_host: 'found1',
        server_port: 10009,
        http_url: 'http://found1:10009/cliservice',
      },
    },
    {
      says: 'catalog: host and port of the metastore, whatever server is in use',
      engine: 'catalog',
      ini: '[beeswax]\nhive_metastore_host=ms\nhive_metastore_port=9084\nhive_server_host=h1',
      endpoint: discovered,
      changes: {server_host: 'ms', server_port: 9084},
    },
    {
      says: 'catalog: address of hive-site.xml',
      engine: 'catalog',
      around: {hive: {'hive.metastore.uris': 'thrift://ms1:9085,thrift://ms2:9085'}},
      changes: {server_host: 'ms1', server_port: 9085},
    },
    {
      says: 'catalog: the principal is that of the metastore and names its host',
      engine: 'catalog',
      ini: '[beeswax]\nhive_metastore_host=ms',
      around: {hive: {...hive, 'hive.metastore.kerberos.principal': 'meta/_HOST@EXAMPLE.COM'}},
      changes: {server_host: 'ms', principal: 'meta/ms.example.com@EXAMPLE.COM'},
    },
    {
      says: 'catalog: without one of its own it shares that of the main server',
      engine: 'catalog',
      ini: '[beeswax]\nhive_metastore_host=ms',
      around: {hive},
      changes: {server_host: 'ms', principal: 'hive/ms.example.com@EXAMPLE.COM'},
    },
    {
      says: 'sqlalt: exactly host, port, SASL and principal of its own section',
      engine: 'sqlalt',
      ini: sqlalt,
      around: {hive: {...hive, 'hive.metastore.sasl.enabled': 'false'}},
      changes: {
        server_host: 'sql2.example.com',
        server_port: 10016,
        use_sasl: true,
        principal: 'spark/sql2.example.com@EXAMPLE.COM',
      },
    },
    {
      says: 'sqlalt: the section may have its other name',
      engine: 'sqlalt',
      ini: sqlalt.replace('[sqlalt]', '[spark]'),
      around: {hive},
      changes: {
        server_host: 'sql2.example.com',
        server_port: 10016,
        principal: 'spark/sql2.example.com@EXAMPLE.COM',
      },
    },
    {
      says: 'sqlalt: a principal that is not given is none, and never that of the main server',
      engine: 'sqlalt',
      around: {hive},
      changes: {},
    },
    {
      says: 'sqlalt: _HOST is the host of the second server',
      engine: 'sqlalt',
      ini: '[sqlalt]\nsql_server_host=sql2\nsql_server_principal=spark/_HOST@R',
      around: {hive},
      endpoint: discovered,
      changes: {
        server_host: 'sql2',
        principal: 'spark/sql2.example.com@R',
        http_url: 'http://found1:10009/cliservice',
      },
    },
    {
      says: 'sqlalt: everything else is that of the main server',
      engine: 'sqlalt',
      ini: `${login}${sqlalt}[beeswax]\nhive_server_host=h1\nmax_number_of_sessions=7\nclose_sessions=false\nuse_sasl=false`,
      around: {
        hive: {...hive, 'hive.server2.transport.mode': 'http', 'hive.server2.use.SSL': 'true'},
      },
      changes: {
        server_host: 'sql2.example.com',
        server_port: 10016,
        principal: 'spark/sql2.example.com@EXAMPLE.COM',
        http_url: 'https://h1:10001/cliservice',
        transport_mode: 'http',
        auth_username: 'svc',
        auth_password: 'hunter2',
        max_number_of_sessions: 7,
        close_sessions: false,
        has_session_pool: true,
      },
    },
    {
      says: 'sqlalt: where security is off its principal is not used, and neither is that of the main server',
      engine: 'sqlalt',
      ini: `${sqlalt}security_enabled=false`,
      around: {hive},
      changes: {server_host: 'sql2.example.com', server_port: 10016, principal: undefined},
    },
    {
      says: 'sqlalt: its own short names and security switch change no key of the record',
      engine: 'sqlalt',
      ini: `${sqlalt}security_enabled=true\ncsrf_enabled=true\nlivy_server_url=http://livy:8998
kerberos_principal_short_name=spark\nsasl_service_name=spark`,
      changes: {
        server_host: 'sql2.example.com',
        server_port: 10016,
        principal: 'spark/sql2.example.com@EXAMPLE.COM',
      },
    },
    {
      says: 'analytic: its own section, untouched by the main server',
      engine: 'analytic',
      ini: `[beeswax]\nhive_server_host=h1\nauth_username=hs
[impala]\nserver_host=imp\nserver_port=21051\nimpala_principal=impala/_HOST@R\nuse_sasl=true\nimpersonation_enabled=true
querycache_rows=50\nquery_timeout_s=1\nsession_timeout_s=2\nauth_username=is`,
      around: {hive},
      endpoint: discovered,
      changes: {
        server_host: 'imp',
        server_port: 21051,
        http_url: 'http://imp:21051',
        principal: 'impala/_HOST@R',
        use_sasl: true,
        impersonation_enabled: true,
        querycache_rows: 50,
        QUERY_TIMEOUT_S: 1,
        SESSION_TIMEOUT_S: 2,
        auth_username: 'is',
      },
    },
    {
      says: 'analytic: HTTP has a port of its own',
      engine: 'analytic',
      ini: '[analytic]\nuse_thrift_http=true',
      around: {impalad: '-hs2_http_port=28001'},
      changes: {transport_mode: 'http', server_port: 28001, http_url: 'http://localhost:28001'},
    },
    {
      says: 'analytic: behind a proxy the configured port counts',
      engine: 'analytic',
      ini: '[impala]\nuse_thrift_http=true\nserver_port=443\nproxy_endpoint=/gate/cliservice\n[[ssl]]\nenabled=true',
      changes: {
        transport_mode: 'http',
        server_port: 443,
        http_url: 'https://localhost:443/gate/cliservice',
      },
    },
    {
      says: 'analytic: what the flags of the daemon say',
      engine: 'analytic',
      around: {
        impalad:
          '-principal=impala/x@R\n--authorized-proxy-user-config=bob=*;hue=*\n-max_result_cache_size=50000',
      },
      changes: {use_sasl: true, impersonation_enabled: true, querycache_rows: 50000},
    },
    {
      says: 'analytic: with a password it does SASL',
      engine: 'analytic',
      ini: '[impala]\nauth_password=x',
      changes: {use_sasl: true, auth_password: 'x'},
    },
  ];
  for (const {says, engine = 'main', ini = '', around = {}, endpoint, changes} of cases) {
    test(says, () => {
      const found = record(engine, ini, around, endpoint === undefined ? {} : {endpoint});
      assert.deepEqual(found, {...record(engine), ...changes});
    });
  }
});

describe('the second engine beside the main server, configured as an operator would', () => {
  /** The options that such interpreters are given. */
  const options = {
    server_host: 'sql2.example.com',
    server_port: '10016',
    use_sasl: true,
    mechanism: 'GSSAPI',
    transportMode: 'binary',
    sasl_service_name: 'spark',
    kerberos_principal_short_name: 'spark',
    principal: 'spark/sql2.example.com@EXAMPLE.COM',
  };
  const ini = `${login}${sqlalt}security_enabled=true
kerberos_principal_short_name=spark
sasl_service_name=spark
[beeswax]
hive_server_host=h1
use_sasl=false
[notebook]
[[interpreters]]
[[[sparksql]]]
name=SQL
interface=sqlserver2
options='${JSON.stringify(options)}'`;
  const connector: Connector = {type: 'sparksql', options};

  for (const transport of ['binary', 'http']) {
    test(`changes these keys of its record and no other, where that speaks ${transport}`, () => {
      const around = {hive: {...hive, 'hive.server2.transport.mode': transport}};
      const main = record('main', ini, around, {endpoint: discovered});
      assert.deepEqual(record('sqlalt', ini, around, {endpoint: discovered, connector}), {
        ...main,
        server_name: 'sqlalt',
        server_host: 'sql2.example.com',
        server_port: 10016,
        use_sasl: true,
        principal: 'spark/sql2.example.com@EXAMPLE.COM',
        dialect: 'sqlalt',
      });
    });
  }
});

describe('a connector', () => {
  const connector: Connector = {
    type: 'trino',
    dialect: 'presto',
    options: {server_host: 'c1', server_port: '8443', use_sasl: 'false'},
  };
  const on = '[desktop]\nenable_connectors=true\n';

  test('builds the record alone while connectors are enabled', () => {
    assert.deepEqual(record('sqlalt', on + sqlalt, {hive}, {connector, endpoint: discovered}), {
      server_name: 'trino',
      server_host: 'c1',
      server_port: 8443,
      principal: undefined,
      http_url: 'http://c1:8443/cliservice',
      transport_mode: 'http',
      auth_username: 'hue',
      auth_password: undefined,
      use_sasl: false,
      close_sessions: true,
      has_session_pool: false,
      max_number_of_sessions: -1,
      dialect: 'presto',
      impersonation_enabled: true,
      querycache_rows: 1000,
      QUERY_TIMEOUT_S: 900,
      SESSION_TIMEOUT_S: 900,
    });
  });

  test('is ignored while they are not', () => {
    assert.deepEqual(record('main', '', {}, {connector}), plainMain);
  });

  test('may say everything by itself', () => {
    const options = {
      server_host: 'c1',
      server_port: 10000,
      mechanism: 'GSSAPI',
      transportMode: 'binary',
      principal: 'sql/c1@R',
      auth_username: 'u',
      auth_password: 'p',
      close_sessions: false,
      has_session_pool: true,
      impersonation_enabled: 'false',
      http_url: 'https://gate/x',
    };
    const built = record('main', on, {}, {connector: {type: 'a', name: 'b', options}});
    assert.equal(built.server_name, 'a-b');
    assert.equal(built.dialect, 'a-b');
    assert.equal(built.transport_mode, 'socket');
    assert.equal(built.principal, 'sql/c1@R');
    assert.equal(built.auth_password, 'p');
    assert.equal(built.has_session_pool, true);
    assert.equal(built.impersonation_enabled, false);
    assert.equal(built.http_url, 'https://gate/x');
  });

  test('behind a tunnel is on this machine', () => {
    const options = {...connector.options, has_ssh: 'true'};
    assert.equal(
      record('main', on, {}, {connector: {...connector, options}}).server_host,
      '127.0.0.1',
    );
  });

  test('with options that cannot be meant is refused with all of them', () => {
    const options = {server_port: 'x', use_sasl: 'maybe', has_ssh: 3, mechanism: 'MD5'};
    assert.throws(() => record('main', on, {}, {connector: {type: 'a', options}}), {
      kind: 'INVALID_CONNECTOR',
      message:
        'The connector a cannot be used: server_port = "x" is not valid; allowed is a whole number from 1 to 65535; ' +
        'use_sasl = "maybe" is not valid; allowed is true or false; ' +
        'mechanism = "MD5" is not valid; allowed is one of GSSAPI, PLAIN, NOSASL; ' +
        'has_ssh = 3 is not valid; allowed is true or false.',
    });
  });
});

test('each engine starts from its own cached endpoint', () => {
  assert.deepEqual(
    engines.map(engine => [engine, endpointSource(engine)]),
    [
      ['main', 'hiveserver2'],
      ['llap', 'llap'],
      ['procedural', 'hiveserver2'],
      ['catalog', undefined],
      ['analytic', undefined],
      ['sqlalt', 'hiveserver2'],
    ],
  );
});

test('engines go by their names in the reference as well', () => {
  const names = [
    'hive',
    'beeswax',
    'MAIN',
    'llap',
    'hplsql',
    'hms',
    'impala',
    'sparksql',
    'spark2',
  ];
  assert.deepEqual(names.map(engineOf), [
    'main',
    'main',
    'main',
    'llap',
    'procedural',
    'catalog',
    'analytic',
    'sqlalt',
    'main',
  ]);
});

describe('where sessions go to', () => {
  test('is host and port of the record, over a socket', () => {
    assert.deepEqual(connectionTarget(record('main', '', {}, {endpoint: discovered})), {
      host: 'found1',
      port: 10009,
    });
  });

  test('is over a transport of its own where the section of the second engine has one', () => {
    const around = {hive: {'hive.server2.transport.mode': 'http', 'hive.server2.use.SSL': 'true'}};
    const of = (ini: string) => record('sqlalt', sqlalt + ini, around, {endpoint: discovered});
    const socket = {host: 'sql2.example.com', port: 10016};
    assert.deepEqual(connectionTarget(of('sql_server_transport_mode=binary')), socket);
    assert.equal(
      of('sql_server_transport_mode=binary').http_url,
      'https://found1:10009/cliservice',
    );
    assert.deepEqual(connectionTarget(of('sql_server_use_ssl=false\nsql_server_http_path=/sql')), {
      ...socket,
      url: 'http://sql2.example.com:10016/sql',
    });
  });

  test('is never the URL that the second engine inherited', () => {
    const around = {hive: {'hive.server2.transport.mode': 'http', 'hive.server2.use.SSL': 'true'}};
    assert.deepEqual(connectionTarget(record('sqlalt', sqlalt, around, {endpoint: discovered})), {
      host: 'sql2.example.com',
      port: 10016,
      url: 'https://sql2.example.com:10016/cliservice',
    });
  });

  test('has the path of the engine over HTTP', () => {
    const {url} = connectionTarget(
      record('analytic', '[impala]\nuse_thrift_http=true\nproxy_endpoint=/gate'),
    );
    assert.equal(url, 'http://localhost:21050/gate');
  });
});

test('the record for the log tells that there is a password, never which', () => {
  const text = recordText(record('main', login));
  assert.equal(text.includes('hunter2'), false);
  assert.equal(JSON.parse(text).auth_password_used, true);
  assert.equal('auth_password' in JSON.parse(text), false);
  assert.equal(JSON.parse(recordText(plainMain)).auth_password_used, false);
});

describe('a principal', () => {
  const cases: [string, string, boolean][] = [
    ['hive/_HOST@R', 'hive/h.example.com@R', true],
    ['hive/other@R', 'hive/other@R', false],
    ['hive/_HOST', 'hive/_HOST', false],
    ['hive@R', 'hive@R', false],
    ['_HOST/hive@R', '_HOST/hive@R', false],
    ['a/b/_HOST@R', 'a/b/_HOST@R', false],
    ['hive/x_HOST@R', 'hive/x_HOST@R', false],
  ];
  for (const [principal, expanded, hasPattern] of cases) {
    test(principal, () => {
      assert.equal(expandPrincipal(principal, 'H.example.com'), expanded);
      assert.equal(hasHostPattern(principal), hasPattern);
    });
  }
});
