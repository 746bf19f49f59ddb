// What a real HDFS cannot be made to show in a moment: two servers beside each other, and a file
// system that does not answer.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {startFakeWebHdfs, type FakeWebHdfs} from './fake-web-hdfs.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

const argsFor = ({port}: FakeWebHdfs) => [
  '--audit-hdfs',
  '--audit-hdfs-dir',
  `webhdfs://127.0.0.1:${port}/audit`,
  '--set',
  'xasecure.audit.destination.file=false',
];

function idsIn({files}: FakeWebHdfs): string[] {
  const lines = [...files.values()].flatMap(text => text.split('\n').filter(line => line !== ''));
  return lines.map(line => (JSON.parse(line) as {id: string}).id);
}

async function askOften(servers: readonly RunningCatalog[], count: number): Promise<string[]> {
  const ids = [];
  for (let i = 0; i < count; i++) {
    for (const {url} of servers) {
      const answer = await fetch(`${url}/api/atlas/admin/version`);
      await answer.text();
      ids.push(answer.headers.get('requestId') ?? '');
    }
  }
  return ids;
}

test('two catalogs on one machine leave what the other has written to HDFS as it is', async t => {
  const hdfs = await startFakeWebHdfs(t);
  const folder = await temporaryFolder(t);
  const start = (name: string) => startCatalog(join(folder, name), {args: argsFor(hdfs)});
  const servers = await Promise.all([start('one'), start('two')]);
  for (const server of servers) t.after(() => server.kill());
  const ids = await askOften(servers, 30);
  await soon(() => assert.equal(idsIn(hdfs).length, ids.length));
  ids.push(...(await askOften(servers, 30)));
  await soon(() => assert.deepEqual(idsIn(hdfs).toSorted(), ids.toSorted()));
  assert.deepEqual([hdfs.files.size, hdfs.cut()], [2, 0]);
});

test('an HDFS that takes calls and never answers does not hold up a stop, and has every record after the next start', async t => {
  const hdfs = await startFakeWebHdfs(t);
  hdfs.hangs = true;
  const folder = await temporaryFolder(t);
  const first = await startCatalog(folder, {args: argsFor(hdfs)});
  t.after(() => first.kill());
  const ids = await askOften([first], 20);
  assert.equal(await first.stop(), 0);
  assert.match(first.output(), /Audit records are not delivered yet/);
  assert.deepEqual(idsIn(hdfs), []);
  hdfs.hangs = false;
  const second = await startCatalog(folder, {args: argsFor(hdfs)});
  t.after(() => second.kill());
  await soon(() => assert.deepEqual(idsIn(hdfs), ids));
});
