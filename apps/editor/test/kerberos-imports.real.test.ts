// A file becomes a table of a real Hive and a real Spark by way of a real HDFS, where all ask for
// Kerberos.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {AppError} from '@gazetteer/model';
import {WebHdfs} from '../src/files/web-hdfs.ts';
import {openImports} from './cluster-imports-world.ts';
import {asUser} from './editor-fixture.ts';
import {addressOf, startHdfs} from './hdfs-server.ts';
import {recordFor} from './sql-fixture.ts';

const run = promisify(execFile);
const skip =
  needs(
    '.cache/hive/complete',
    "Hive's jars in .cache/hive (packages/thrift/test/prepare-servers.sh)",
  ) ||
  (!existsSync('/usr/sbin/krb5kdc') &&
    'needs an MIT KDC (Debian: krb5-kdc krb5-admin-server krb5-user)');

const skipSpark = needs(
  '.cache/spark/complete',
  'PySpark in .cache/spark (packages/thrift/test/prepare-servers.sh)',
);
const clientOfHdfs = [
  'dfs.namenode.kerberos.principal=hdfs/localhost@EXAMPLE.COM',
  'ignore.secure.ports.for.testing=true',
].join('\n');

describe('files that become tables where all ask for Kerberos', {skip}, () => {
  let kdc: RunningServer;
  let hdfs: RunningServer;
  let hive: RunningServer;

  /** The tickets that this process has from now on. */
  const become = async (principal: string, keytab: string) => {
    process.env['KRB5CCNAME'] = join(kdc.folder, `tickets-${keytab}`);
    await run('kinit', ['-k', '-t', join(kdc.folder, `${keytab}.keytab`), principal]);
  };
  before(async () => {
    kdc = await start('kdc.sh', []);
    process.env['KRB5_CONFIG'] = join(kdc.folder, 'krb5.conf');
    await become('hdfs/localhost', 'server');
    hdfs = await startHdfs(['alice', 'bob'], kdc.folder);
    await become('hue/localhost', 'hue');
    // As a client of HDFS.
    const env = {KEYTABS: kdc.folder, HIVE_PROPERTIES: clientOfHdfs};
    hive = await start('hive.sh', ['kerberos', 'binary'], {seconds: 240, env});
  });
  after(async () => {
    for (const server of [hive, hdfs, kdc]) await server?.stop();
  });

  /** The section of the cluster, as the editor's configuration has it. */
  const clusterOf = async () =>
    `webhdfs_url=http://localhost:${hdfs.port}/webhdfs/v1\nfs_defaultfs=${await addressOf(hdfs)}\nsecurity_enabled=true\n`;
  const filesOf = () =>
    new WebHdfs({
      urls: [`http://localhost:${hdfs.port}/webhdfs/v1`],
      isKerberised: true,
      serviceUser: 'hue',
      timeoutMs: 30_000,
    });

  it(
    'reach a Spark that acts as itself where it may enter the home folder',
    {skip: skipSpark},
    async t => {
      const env = {
        KEYTABS: kdc.folder,
        SPARK_AUTHENTICATION: 'KERBEROS',
        SPARK_PROPERTIES: clientOfHdfs,
      };
      const spark = await start('spark.sh', ['binary'], {seconds: 240, env});
      t.after(() => spark.stop());
      const {put, guessed, loaded, rowsOf} = await openImports(t, {
        cluster: await clusterOf(),
        users: ['bob'],
        engines: [
          {
            id: 'sparksql',
            record: recordFor(spark.port, {principal: 'sqlalt/localhost@EXAMPLE.COM'}),
            login: {
              mechanism: 'GSSAPI',
              impersonationEnabled: true,
              defaultUser: 'hue',
              flavour: 'spark',
            },
          },
        ],
      });
      await put('orders.csv', 'id,name\n1,one\n2,"two, too"\n');
      const body = {...(await guessed('orders.csv', 'csv')), into: 'sparksql', table: 'orders'};
      // It reads the copy as sqlalt, whom the home folder of bob does not let in; Spark tells that as
      // a source that it does not know.
      const refused = await loaded(body);
      assert.equal(refused.phase, 'failed');
      assert.match(refused.message ?? '', /UNSUPPORTED_DATASOURCE_FOR_DIRECT_QUERY/);
      const files = filesOf();
      await files.setPermission('bob', '/user/bob', '711');
      for (const mode of ['create', 'append', 'replace']) {
        const {phase, rows, message} = await loaded({...body, mode});
        assert.deepEqual([phase, rows], ['finished', 2], message);
      }
      assert.deepEqual(await rowsOf('sparksql', 'SELECT * FROM orders ORDER BY id'), [
        [1n, 'one'],
        [2n, 'two, too'],
      ]);
      assert.deepEqual(await files.list('bob', '/user/bob/.gazetteer-imports'), []);
      await assert.rejects(files.list('alice', '/user/bob/.gazetteer-imports'), /user=alice/);
    },
  );

  it('are staged and loaded by the ticket of the server, as the person who is logged in', async t => {
    const cluster = await clusterOf();
    const record = recordFor(hive.port, {principal: 'hive/localhost@EXAMPLE.COM'});
    const {editor, put, guessed, loaded, rowsOf} = await openImports(t, {
      cluster,
      users: ['alice', 'eve'],
      engines: [
        {
          id: 'hive',
          record,
          login: {
            mechanism: 'GSSAPI',
            impersonationEnabled: true,
            defaultUser: 'hue',
            flavour: 'hive',
          },
        },
      ],
    });
    await put('orders.csv', 'id,name\n1,one\n2,"two, too"\n');
    const body = {...(await guessed('orders.csv', 'csv')), into: 'hive', table: 'orders'};
    for (const mode of ['create', 'append', 'replace']) {
      const {phase, rows, message} = await loaded({...body, mode});
      assert.deepEqual([phase, rows], ['finished', 2], message);
    }
    assert.deepEqual(await rowsOf('hive', 'SELECT * FROM orders ORDER BY id'), [
      [1n, 'one'],
      [2n, 'two, too'],
    ]);
    assert.deepEqual(await rowsOf('hive', 'SELECT current_user()'), [['alice']]);

    const files = filesOf();
    const [staging, ...more] = await files.list('alice', '/user/alice');
    assert.deepEqual([staging?.pathSuffix, staging?.owner], ['.gazetteer-imports', 'alice']);
    assert.deepEqual(more, []);
    assert.deepEqual(await files.list('alice', '/user/alice/.gazetteer-imports'), []);
    await assert.rejects(files.list('bob', '/user/alice'), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.match(error.message, /Permission denied: user=bob/);
      return true;
    });
    // Who has no home there is told so by HDFS.
    await put('e.csv', 'a\n1\n', 'eve');
    const eves = {...(await guessed('e.csv', 'csv', {}, 'eve')), into: 'hive', table: 'eves'};
    const refused = await loaded(eves, 'eve');
    assert.equal(refused.phase, 'failed');
    assert.match(refused.message ?? '', /Permission denied: user=eve/);
    // Without a ticket nothing goes.
    process.env['KRB5CCNAME'] = join(kdc.folder, 'nothing');
    const answer = await asUser(editor, 'alice')('POST', '/api/v1/imports/loads', {
      database: 'default',
      ...body,
      mode: 'append',
    });
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, /Kerberos failed for the service HTTP\/localhost/);
  });
});
