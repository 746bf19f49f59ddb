import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {sectionsMarkdown} from '@gazetteer/settings';
import {configText} from './config-text.ts';
import {configTable} from './keys.ts';
import {readTestConfig, testConfig} from './testing.ts';

describe('the sections and keys', () => {
  test('all errors come at once, with file, line, key and what is allowed', () => {
    const {findings} = readTestConfig(`[beeswax]
hive_server_port=70000
use_sasl=perhaps
[desktop]
auth_password=hunter2,3
http_port=many
[[kerberos]]
mutual_authentication=SOMETIMES
[sqlalt]
sql_server_principal=spark
[libzookeeper]
ensemble=a:b
[notebook]
interpreters_shown_on_wheel=main,gone
default_interpreter=gone
[[interpreters]]
[[[sqlalt]]]
interface=odbc
options={"a": 1}
[[[main]]]
options='{"server_port":"x", "use_sasl":3}'`);
    assert.deepEqual(findings.errors.sort(), [
      'a.ini:10: [sqlalt] sql_server_principal = "spark" is not valid; allowed is <service>/<host>@<REALM>.',
      'a.ini:12: [libzookeeper] ensemble = "a:b" is not valid; allowed is <host>:<port> with commas, at the end /<path> if wanted (a:b is not <host>:<port>).',
      'a.ini:14: [notebook] interpreters_shown_on_wheel: there is no interpreter gone; allowed is one of sqlalt, main.',
      'a.ini:15: [notebook] default_interpreter: there is no interpreter gone; allowed is one of sqlalt, main.',
      'a.ini:18: [notebook] [[interpreters]] [[[sqlalt]]] interface = "odbc" is not valid; allowed is one of sqlserver2, hiveserver2, hms, duckdb, livy.',
      'a.ini:21: [notebook] [[interpreters]] [[[main]]] options: server_port = "x" is not valid; allowed is a whole number from 1 to 65535.',
      'a.ini:21: [notebook] [[interpreters]] [[[main]]] options: use_sasl = 3 is not valid; allowed is true or false.',
      'a.ini:2: [beeswax] hive_server_port = "70000" is not valid; allowed is a whole number from 1 to 65535.',
      'a.ini:3: [beeswax] use_sasl = "perhaps" is not valid; allowed is yes or no.',
      'a.ini:6: [desktop] http_port = "many" is not valid; allowed is a whole number from 0 to 65535.',
      'a.ini:8: [desktop] [[kerberos]] mutual_authentication = "SOMETIMES" is not valid; allowed is one of OPTIONAL, REQUIRED, DISABLED.',
    ]);
  });

  test('an unknown one warns with the nearest, one without effect is noted, and neither stops anything', () => {
    const {findings} = readTestConfig(`stray=1
[desktop]
http_prot=1
secret_key=x
[[ldap]]
anything=1
[[[deeper]]]
x=1
[[kerberus]]
[[auth]]
[[session]]
ttl=
[beesvax]
[oozie]
[[yarn]]
a=1`);
    assert.deepEqual(findings.errors, []);
    assert.deepEqual(findings.warnings, [
      'a.ini:3: the key http_prot in [desktop] is unknown and ignored. The nearest known one is http_port.',
      'a.ini:5: ldap in [desktop] has no effect here; a directory to log in by is named by --ldap-login and its like, in docs/login.md.',
      'a.ini:9: the section kerberus in [desktop] is unknown and ignored. The nearest known one is kerberos.',
      'a.ini:1: the key stray is unknown and ignored. The nearest known one is sqlalt.',
      'a.ini:13: the section beesvax is unknown and ignored. The nearest known one is beeswax.',
    ]);
    assert.deepEqual(findings.notices, [
      'Without effect in [desktop]: auth, secret_key, session.',
      'Without effect: oozie.',
    ]);
  });

  test('two names of one section or key may stand beside each other unless they differ', () => {
    assert.deepEqual(
      readTestConfig('[spark]\nuse_sasl=true\n[sqlalt]\nuse_sasl=true').findings.errors,
      [],
    );
    const {findings, config} = readTestConfig(`[spark]\nuse_sasl=true\nsql_server_host=h
[sqlalt]\nuse_sasl=false\nsql_server_port=1
[beeswax]\nlist_partitions_limit=5\nbrowse_partitioned_table_limit=6`);
    assert.deepEqual(findings.errors, [
      'browse_partitioned_table_limit (a.ini:9) and list_partitions_limit (a.ini:8) mean the same; give one of them.',
      '[spark] use_sasl (a.ini:2) and [sqlalt] use_sasl (a.ini:5) mean the same; give one of them.',
    ]);
    assert.deepEqual([config.sqlalt.sql_server_host, config.sqlalt.sql_server_port], ['h', 1]);
    assert.deepEqual(
      readTestConfig('[beeswax]\nbrowse_partitioned_table_limit=6').findings.notices,
      ['a.ini:2: browse_partitioned_table_limit is called list_partitions_limit now.'],
    );
  });

  test('a section where a key belongs, and the other way round', () => {
    assert.deepEqual(readTestConfig('desktop=1\n[beeswax]\n[[use_sasl]]').findings.errors, [
      'a.ini:1: desktop is a section, not a key.',
      'a.ini:3: use_sasl is a key, not a section.',
    ]);
  });

  const flags: [string, boolean][] = [
    ...['true', 'TRUE', '1', 'yes', 'On', 'yea'].map((word): [string, boolean] => [word, true]),
    ...['false', '0', 'No', 'off', 'nay'].map((word): [string, boolean] => [word, false]),
  ];
  for (const [word, expected] of flags) {
    test(`${word} is ${expected}`, () => {
      assert.equal(
        testConfig(`[beeswax]\nhive_discovery_hs2=${word}\nclose_sessions=${word}`).beeswax
          .close_sessions,
        expected,
      );
    });
  }

  test('an empty value of a key without a plain default stands for none', () => {
    const {beeswax, sqlalt} = testConfig(
      '[beeswax]\nhive_server_port=\nuse_sasl=\n[sqlalt]\nsql_server_principal=',
    );
    assert.deepEqual(
      [beeswax.hive_server_port, beeswax.use_sasl, sqlalt.sql_server_principal],
      [10000, true, undefined],
    );
  });

  test('a text with commas is one text', () => {
    const {desktop, ensemble} = testConfig(
      '[desktop]\nauth_password=a,b\n[libzookeeper]\nensemble=h1:1,h2:2/x',
    );
    assert.equal(desktop.auth_password, 'a,b');
    assert.deepEqual(ensemble, {
      servers: [
        {host: 'h1', port: 1},
        {host: 'h2', port: 2},
      ],
      chroot: '/x',
    });
  });

  test('ZooKeeper may be named in its other place', () => {
    const {ensemble} = testConfig('[zookeeper]\n[[clusters]]\n[[[default]]]\nhost_ports=z:1');
    assert.deepEqual(ensemble.servers, [{host: 'z', port: 1}]);
    assert.deepEqual(testConfig('').ensemble.servers, [{host: 'localhost', port: 2181}]);
  });
});

describe('the second engine', () => {
  const cases: [string, string, string[]][] = [
    [
      'security without a principal',
      'security_enabled=true',
      [
        'default: [sqlalt] sql_server_principal is not given, though security_enabled is true: no Kerberos handshake can succeed.',
      ],
    ],
    [
      'a principal of another host',
      'sql_server_host=h1\nsql_server_principal=spark/h2@R',
      ['a.ini:3: [sqlalt] sql_server_principal names the host h2, but sql_server_host is h1.'],
    ],
    [
      'a principal of another service',
      'sql_server_principal=spark/_HOST@R\nkerberos_principal_short_name=hive\nsasl_service_name=spark',
      [
        'a.ini:2: [sqlalt] sql_server_principal names the service spark, but kerberos_principal_short_name is hive; the principal counts.',
      ],
    ],
    [
      'a principal where security is off',
      'sql_server_principal=spark/localhost@R\nsecurity_enabled=false',
      ['a.ini:2: [sqlalt] sql_server_principal is not used, as security_enabled is false.'],
    ],
    [
      'options that would have another transport than the section',
      `[notebook]\n[[interpreters]]\n[[[sparksql]]]\ninterface=sqlserver2\noptions='{"transportMode": "http"}'`,
      [
        'a.ini:6: [notebook] [[interpreters]] [[[sparksql]]] options: transportMode is http, but the second engine speaks ' +
          'binary; sql_server_transport_mode in [sqlalt] changes that.',
      ],
    ],
    [
      'all of one mind',
      'security_enabled=true\nsql_server_host=H1\nsql_server_principal=spark/h1@R\nsasl_service_name=spark',
      [],
    ],
  ];
  for (const [says, ini, warnings] of cases) {
    test(says, () =>
      assert.deepEqual(readTestConfig(`[sqlalt]\n${ini}`).findings.warnings, warnings),
    );
  }
});

describe('interpreters', () => {
  test('with the options of a deployment', () => {
    const {interpreters} = testConfig(`[notebook]
[[interpreters]]
[[[hive]]]
name=Hive
interface=hiveserver2
[[[sqlalt]]]
name="Second, engine"
interface=sqlserver2
options='{"server_host": "h", "server_port": "10016", "use_sasl": true, "mechanism": "GSSAPI", "transportMode": "binary", "sasl_service_name": "spark", "kerberos_principal_short_name": "spark", "principal": "spark/h@R", "more": [1]}'`);
    const [hive, sqlalt] = interpreters;
    assert.deepEqual(hive, {
      type: 'hive',
      name: 'Hive',
      interface: 'hiveserver2',
      engine: 'main',
      options: {all: {}},
    });
    assert.equal(sqlalt?.name, 'Second, engine');
    assert.equal(sqlalt?.engine, 'sqlalt');
    const {all, ...options} = sqlalt?.options ?? {all: {}};
    assert.deepEqual(options, {
      server_host: 'h',
      server_port: 10016,
      use_sasl: true,
      mechanism: 'GSSAPI',
      transportMode: 'binary',
      sasl_service_name: 'spark',
      kerberos_principal_short_name: 'spark',
      principal: 'spark/h@R',
    });
    assert.deepEqual(all['more'], [1]);
  });

  test('the interface hms is the metastore, whatever its interpreter is called', () => {
    const {interpreters} = testConfig(`[notebook]
[[interpreters]]
[[[warehouse]]]
interface=hms
[[[hms]]]
interface=hms
[[[catalog]]]
interface=sqlserver2`);
    assert.deepEqual(
      interpreters.map(one => [one.type, 'engine' in one ? one.engine : undefined]),
      [
        ['main', 'main'],
        ['warehouse', 'catalog'],
        ['hms', 'catalog'],
        ['catalog', 'catalog'],
      ],
    );
  });

  test('the main server is there also when others are named, and what is not served is left out', () => {
    const {config, findings} = readTestConfig(
      '[notebook]\n[[interpreters]]\n[[[t]]]\ninterface=trino\n[[[impala]]]',
    );
    assert.deepEqual(
      config.interpreters.map(({type, engine}) => [type, engine]),
      [
        ['main', 'main'],
        ['impala', 'analytic'],
      ],
    );
    assert.deepEqual(findings.warnings, [
      'a.ini:4: the interpreter t is left out; trino is not served here.',
    ]);
  });
});

describe('the password of a server', () => {
  const both = '[desktop]\nauth_password=d\nauth_password_script=echo ds\nldap_password=l\n';
  const cases: [string, string, NodeJS.ProcessEnv, string | undefined][] = [
    ['its own', `${both}[beeswax]\nauth_password=b\nauth_password_script=echo bs`, {}, 'b'],
    [
      'of its own script, without the line end',
      `${both}[beeswax]\nauth_password_script="printf ' bs \\n'"`,
      {},
      ' bs ',
    ],
    ['of [desktop]', both, {HUE_AUTH_PASSWORD: 'e'}, 'd'],
    ['of the environment', both.replace('auth_password=d', ''), {HUE_AUTH_PASSWORD: 'e'}, 'e'],
    [
      'of the script of [desktop]',
      both.replace('auth_password=d', ''),
      {HUE_LDAP_PASSWORD: 'le'},
      'ds',
    ],
    [
      'of LDAP, from the environment',
      '[desktop]\nldap_password=l',
      {HUE_LDAP_PASSWORD: 'le'},
      'le',
    ],
    ['of LDAP', '[desktop]\nldap_password=l\nldap_password_script=echo ls', {}, 'l'],
    ['of the script of LDAP', '[desktop]\nldap_password_script=echo ls', {}, 'ls'],
    ['none', '', {}, undefined],
  ];
  for (const [says, ini, env, expected] of cases) {
    test(says, () => assert.equal(testConfig(ini, {env}).beeswax.auth_password, expected));
  }

  test('whose command fails is an error without the command or its output', () => {
    const {findings} = readTestConfig(
      `${both.replace('auth_password=d', '')}[impala]\nauth_password_script=echo hunter2; exit 3`,
    );
    assert.deepEqual(findings.errors, [
      '[impala] auth_password_script: the command ended with status 3',
    ]);
  });
});

describe('the configuration in effect', () => {
  const ini = `[desktop]
auth_password=hunter2
ldap_password=hunter2
default_user=" spaced, user "
[beeswax]
hive_server_host=h1
config_whitelist=a,b
[[ssl]]
cacerts=/x
[spark]
livy_server_url=http://me:hunter2@livy/
[libzookeeper]
ensemble=a:1,b:2/c
[notebook]
[[interpreters]]
[[[x]]]
name='A # b'
options='{"url": "db://me:hunter2@h", "auth_password": "hunter2", "deep": [{"Password": "hunter2"}]}'
`;

  test('shows no secret, and where each value stands', () => {
    const text = configText(readTestConfig(ini));
    assert.equal(text.includes('hunter2'), false);
    assert.match(text, /^auth_password=\*{3} +# a\.ini:2$/m);
    assert.match(text, /^hive_server_host=h1 +# a\.ini:6$/m);
    assert.match(text, /^llap_server_host=localhost +# default$/m);
    assert.match(text, /^ {2}\[\[ssl\]\]\n {2}cacerts=\/x +# a\.ini:9$/m);
  });

  test('read again means the same', () => {
    const first = readTestConfig(ini);
    const again = readTestConfig(configText(first));
    assert.deepEqual(again.findings, {errors: [], warnings: [], notices: []});
    const withoutSecrets = ({config}: ReturnType<typeof readTestConfig>) => {
      const compared = {
        ...config,
        interpreters: [],
        sqlalt: {...config.sqlalt, livy_server_url: ''},
      };
      return JSON.stringify(compared).replaceAll('hunter2', '***');
    };
    assert.equal(withoutSecrets(again), withoutSecrets(first));
    assert.deepEqual(
      again.config.interpreters.map(({name}) => name),
      ['A # b'],
    );
  });
});

test('the page of the documentation has every section and key', () => {
  const page = sectionsMarkdown(configTable, 'T', 'I');
  for (const [name, {keys, alias}] of Object.entries<
    (typeof configTable)[keyof typeof configTable] & {alias?: string}
  >(configTable)) {
    assert.ok(page.includes(`\`[${name}]\``), name);
    if (alias !== undefined) assert.ok(page.includes(`\`[${alias}]\``), alias);
    for (const key of Object.keys(keys)) assert.ok(page.includes(`| \`${key}\` |`), key);
  }
});
