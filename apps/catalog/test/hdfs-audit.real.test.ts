import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, test} from 'node:test';
import {promisify} from 'node:util';
import {soon} from '@gazetteer/model/testing';
import {freePort} from '../../../packages/thrift/test/servers/free-port.ts';
import {needs, start, type RunningServer} from '../../../packages/thrift/test/servers/start.ts';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

const run = promisify(execFile);
const version = '/api/atlas/admin/version';
const skip = needs(
  '.cache/hive/complete',
  "Hive's jars in .cache/hive (packages/thrift/test/prepare-servers.sh)",
);
const skipKerberos =
  skip ||
  (!existsSync('/usr/sbin/krb5kdc') &&
    'needs an MIT KDC (Debian: krb5-kdc krb5-admin-server krb5-user)');

/** Ids of the records of all days, as WebHDFS hands them out; by curl, which is none of ours. */
async function idsIn(hdfs: RunningServer, args: readonly string[] = []): Promise<string[]> {
  const base = `http://localhost:${hdfs.port}/webhdfs/v1/audit/catalog`;
  const curl = async (path: string) =>
    (await run('curl', ['-s', '-L', ...args, `${base}${path}`])).stdout;
  const days = JSON.parse(await curl('?op=LISTSTATUS&user.name=atlas')) as {
    FileStatuses?: {FileStatus: {pathSuffix: string}[]};
  };
  const ids = [];
  for (const {pathSuffix: day} of days.FileStatuses?.FileStatus ?? []) {
    assert.match(day, /^\d{8}$/);
    const files = JSON.parse(await curl(`/${day}?op=LISTSTATUS&user.name=atlas`)) as typeof days;
    for (const {pathSuffix: file} of files.FileStatuses?.FileStatus ?? []) {
      const text = await curl(`/${day}/${file}?op=OPEN&user.name=atlas`);
      // It is made empty first.
      const lines = text.split('\n').filter(line => line !== '');
      ids.push(...lines.map(line => (JSON.parse(line) as {id: string}).id));
    }
  }
  return ids;
}

async function ask(url: string, count: number): Promise<(string | null)[]> {
  const ids = [];
  for (let i = 0; i < count; i++) {
    const answer = await fetch(url + version);
    await answer.text();
    ids.push(answer.headers.get('requestId'));
  }
  return ids;
}

describe('request audit in HDFS', {skip}, () => {
  test('HDFS is away from the start, comes, goes and comes back: every record is there once and in order', async t => {
    const folder = await temporaryFolder(t);
    const port = await freePort();
    const args = [
      '--audit-hdfs',
      '--audit-hdfs-user',
      'root',
      '--audit-hdfs-dir',
      `webhdfs://127.0.0.1:${port}/audit`,
    ];
    const catalog = await startCatalog(folder, {args});
    t.after(() => catalog.stop());
    const ids = await ask(catalog.url, 10);
    await soon(() => assert.match(catalog.output(), /Error sending logs to consumer/));
    const hdfs = await start('hdfs.sh', [], {port});
    t.after(() => hdfs.stop());
    ids.push(...(await ask(catalog.url, 10)));
    await soon(async () => assert.deepEqual(await idsIn(hdfs), ids));

    // Nobody answers, and nobody says no either.
    hdfs.pause();
    ids.push(...(await ask(catalog.url, 10)));
    await new Promise(resolve => setTimeout(resolve, 1000));
    hdfs.resume();
    ids.push(...(await ask(catalog.url, 10)));
    await soon(async () => assert.deepEqual(await idsIn(hdfs), ids));

    // Killed in the middle of a burst, and started again.
    const burst = ask(catalog.url, 200).catch(() => []);
    await new Promise(resolve => setTimeout(resolve, 100));
    await catalog.kill();
    await burst;
    const next = await startCatalog(folder, {args});
    t.after(() => next.stop());
    const last = await ask(next.url, 5);
    const known = await soon(async () => {
      const all = await idsIn(hdfs);
      assert.deepEqual(all.slice(-last.length), last);
      return all;
    });
    assert.deepEqual(known.slice(0, ids.length), ids);
    assert.equal(new Set(known).size, known.length);
  });
});

describe('request audit in a Kerberised HDFS', {skip: skipKerberos}, () => {
  test('the ticket of the process opens it', async t => {
    const kdc = await start('kdc.sh', []);
    t.after(() => kdc.stop());
    const env = {
      KRB5_CONFIG: join(kdc.folder, 'krb5.conf'),
      KRB5CCNAME: join(kdc.folder, 'tickets'),
    };
    const hdfs = await start('hdfs.sh', [], {env: {KEYTABS: kdc.folder}});
    t.after(() => hdfs.stop());
    const hadoop = join(kdc.folder, 'server.keytab');
    await run('kinit', ['-k', '-t', hadoop, 'hdfs/localhost'], {env: {...process.env, ...env}});
    const folder = await temporaryFolder(t);
    const dir = `webhdfs://localhost:${hdfs.port}/audit`;
    const catalog = await startCatalog(folder, {
      env,
      args: ['--audit-hdfs', '--audit-hdfs-kerberos', '--audit-hdfs-dir', dir],
    });
    t.after(() => catalog.stop());
    const ids = await ask(catalog.url, 10);
    const all = async () => {
      Object.assign(process.env, env);
      return await idsIn(hdfs, ['--negotiate', '-u', ':']);
    };
    await soon(async () => assert.deepEqual(await all(), ids));
  });
});
