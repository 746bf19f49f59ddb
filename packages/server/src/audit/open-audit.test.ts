import assert from 'node:assert/strict';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {openAudit} from './open-audit.ts';

const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

test('several servers on one machine write files of their own to HDFS, each the same after a restart', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'open-audit-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  const asked: string[] = [];
  const hdfs = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').pathname.replace('/webhdfs/v1', ''));
    response.writeHead(500).end();
  });
  hdfs.listen(0, '127.0.0.1');
  await once(hdfs, 'listening');
  t.after(() => hdfs.close());
  const urls = `http://127.0.0.1:${(hdfs.address() as AddressInfo).port}`;
  const fileOf = async (data: string) => {
    asked.length = 0;
    const trail = openAudit(
      {
        auditEnabled: true,
        auditFileEnabled: false,
        auditFileFolder: '',
        auditFileMaxBytes: 1000,
        auditFileCopies: 1,
        auditHdfsEnabled: true,
        auditHdfsFolder: '/audit',
        auditHdfsUrls: urls,
        auditHdfsUser: 'atlas',
        auditHdfsKerberos: false,
        auditSpoolMaxBytes: 1_000_000,
        dataFolder: join(folder, data),
      },
      'catalog',
      log,
    );
    await trail?.record('{"evtTime":"2026-01-02 00:00:00.000"}');
    await soon(() => assert.ok(asked.length > 0));
    await trail?.close(0);
    return asked[0] ?? '';
  };
  const first = await fileOf('one');
  assert.match(first, /^\/audit\/catalog\/20260102\/catalog_audit_.+_[0-9a-f]{8}\.log$/);
  assert.notEqual(await fileOf('two'), first);
  assert.equal(await fileOf('one'), first);
});
