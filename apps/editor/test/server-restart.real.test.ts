// Servers that are started anew while the editor holds sessions, cookies and connections of the
// ones before them.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import type {LoginSettings} from '../src/engine/hive-engine-login.ts';
import type {QueryServerRecord} from '../src/engine/query-server-record.ts';
import {engineForTests, recordFor, rowsOf} from './sql-fixture.ts';

const skipHive = needs(
  '.cache/hive/complete',
  'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)',
);
const skipSpark = needs(
  '.cache/spark/bin',
  'PySpark in .cache/spark (packages/thrift/test/prepare-servers.sh)',
);
const skipKerberos =
  !existsSync('/usr/sbin/krb5kdc') && 'needs an MIT KDC (Debian: krb5-kdc krb5-user)';

type Case = {
  readonly title: string;
  readonly skip: string | false;
  readonly script: string;
  readonly args: readonly string[];
  readonly record: Partial<QueryServerRecord>;
  readonly login: Partial<LoginSettings>;
};

const http = {transport_mode: 'http', http_url: 'http://elsewhere:1/cliservice'} as const;
const ticket = {mechanism: 'GSSAPI'} as const;
const hive = {principal: 'hive/localhost@EXAMPLE.COM'};
const cases: readonly Case[] = [
  {
    title: 'a HiveServer2 with Kerberos over HTTP',
    skip: skipHive || skipKerberos,
    script: 'hive.sh',
    args: ['kerberos', 'http'],
    record: {...http, ...hive},
    login: ticket,
  },
  {
    title: 'a HiveServer2 with Kerberos by SASL',
    skip: skipHive || skipKerberos,
    script: 'hive.sh',
    args: ['kerberos', 'binary'],
    record: hive,
    login: ticket,
  },
  {
    title: 'Spark over HTTP',
    skip: skipSpark,
    script: 'spark.sh',
    args: ['http'],
    record: http,
    login: {flavour: 'spark'},
  },
];

describe('A server that is started anew', () => {
  let kdc: RunningServer | undefined;
  before(async () => {
    if (skipKerberos !== false) return;
    kdc = await start('kdc.sh', []);
    process.env['KRB5_CONFIG'] = join(kdc.folder, 'krb5.conf');
    process.env['KRB5CCNAME'] = join(kdc.folder, 'tickets');
    const asked = ['-l', '1h', '-k', '-t', join(kdc.folder, 'hue.keytab'), 'hue/localhost'];
    await promisify(execFile)('kinit', asked, {cwd: kdc.folder});
  });
  after(async () => await kdc?.stop());

  for (const {title, skip, script, args, record, login} of cases) {
    it(
      `${title}: work begins in new sessions, in what was held and in what was free, without a word of it to anybody`,
      {
        skip,
      },
      async t => {
        const env = {KEYTABS: kdc?.folder ?? ''};
        let server = await start(script, args, {env});
        t.after(() => server.stop());
        const one = {
          max_number_of_sessions: 1,
          close_sessions: false,
          has_session_pool: false,
        } as const;
        const {engine, pool, lines} = engineForTests(
          recordFor(server.port, {...record, ...one}),
          login,
        );
        t.after(() => pool.stop());
        const free = await pool.lease(engine, {name: 'alice'});
        const held = await pool.lease(engine, {name: 'bob'});
        for (const {session} of [free, held])
          assert.deepEqual(await rowsOf(session, 'select 1'), [[1]]);
        await free.release();
        for (let round = 0; round < 2; round++) {
          await server.kill();
          server = await start(script, args, {env, port: server.port});
          const again = await pool.lease(engine, {name: 'alice'});
          assert.deepEqual(await again.run(session => rowsOf(session, 'select 2')), [[2]]);
          await again.release();
          assert.deepEqual(await held.run(session => rowsOf(session, 'select 3')), [[3]]);
        }
        await held.release();
        assert.deepEqual(
          lines.filter(({level}) => level === 'error'),
          [],
        );
      },
    );
  }
});
