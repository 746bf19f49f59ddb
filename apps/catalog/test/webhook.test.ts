// Changes that are posted to another system: all, in their order, whatever fails on the way.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer as createNetServer, type AddressInfo, type Socket} from 'node:net';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask} from './client.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';
import {create, Receiver, until} from './webhook-receiver.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: webhook`, options, () => {
    let receiver: Receiver;
    let server: RunningCatalog;
    before(async () => {
      receiver = await new Receiver().start();
      server = await start(receiver.args);
    });
    after(async () => {
      await server?.stop();
      receiver?.stop();
    });

    test('changes are posted in their order, and after a failure again', async () => {
      const guid = await create(server, 'first');
      await until(() => receiver.changes.length === 1);
      assert.deepEqual(
        [receiver.changes[0]?.operationType, receiver.changes[0]?.entity?.guid],
        ['ENTITY_CREATE', guid],
      );
      receiver.status = 503;
      const requests = receiver.requests;
      const guids = [];
      for (let i = 0; i < 5; i++) guids.push(await create(server, `later${i}`));
      await until(() => receiver.requests >= requests + 2);
      const {text} = await ask(`${server.url}/api/meta/admin/prometheus`);
      assert.match(
        text,
        /gazetteer_destination_failures_total\{destination="webhook-[^"]+"\} [1-9]/,
      );
      receiver.status = 204;
      await until(() => receiver.changes.length >= 6);
      assert.deepEqual(
        receiver.changes.slice(1).map(one => one.entity?.guid),
        guids,
      );
    });
  });
}

test('destinations that take what comes and answer nothing keep nobody from stopping, and get it after the next start', async t => {
  const receiver = await new Receiver().start();
  t.after(() => receiver.stop());
  receiver.isSilent = true;
  const broker = createNetServer().listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const sockets: Socket[] = [];
  broker.on('connection', socket => void sockets.push(socket.on('error', () => undefined)));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    broker.close();
  });
  const {port} = broker.address() as AddressInfo;
  const data = await temporaryFolder(t);
  const first = await startCatalog(data, {
    args: [
      ...receiver.args,
      '--kafka-brokers',
      `127.0.0.1:${port}`,
      '--stop-timeout',
      '1h',
      '--webhook-timeout',
      '10m',
    ],
  });
  t.after(() => first.kill());
  const guids = [await create(first, 'one'), await create(first, 'two')];
  await until(() => receiver.requests > 0 && sockets.length > 0);
  // Were the webhook waited for, it would be for ten minutes.
  assert.equal(await first.stop(), 0);
  assert.match(first.output(), /"msg":"stopped"/);
  assert.equal(receiver.changes.length, 0);
  receiver.isSilent = false;
  const second = await startCatalog(data, {args: receiver.args});
  t.after(() => second.kill());
  await until(() => receiver.changes.length >= guids.length);
  assert.deepEqual(
    receiver.changes.map(one => one.entity?.guid),
    guids,
  );
});
