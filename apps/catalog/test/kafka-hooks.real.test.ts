// A real Kafka: what hooks write there, whatever happens to it and to the catalog.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {setTimeout as delay} from 'node:timers/promises';
import {
  committedOffset,
  kafkaForTests,
  writeTopic,
} from '../../../packages/events/test/kafka-fixture.ts';
import {ask} from './client.ts';
import {
  startCatalog,
  startFreshCatalog,
  temporaryFolder,
  type RunningCatalog,
} from './server-fixture.ts';

type Failed = {messages: {origin: string; reason: string}[]; failed: number; waiting: number};

const broker = await kafkaForTests();

const message = (name: string, more: object = {}) =>
  JSON.stringify({
    version: {version: '1.0.0', versionParts: [1]},
    msgCompressionKind: 'NONE',
    msgSplitIdx: 1,
    msgSplitCount: 1,
    message: {
      type: 'ENTITY_CREATE_V2',
      user: 'etl',
      entities: {
        entities: [
          {
            typeName: 'hive_db',
            guid: '-1',
            attributes: {qualifiedName: `${name}@k`, name, clusterName: 'k', ...more},
          },
        ],
      },
    },
  });

suite('messages of hooks from Kafka', 'skip' in broker ? {skip: broker.skip} : {}, () => {
  if ('skip' in broker) return;
  after(() => broker.remove());
  const args = (topic: string) => [
    '--kafka-brokers',
    broker.address,
    '--hook-topics',
    topic,
    '--hook-retry-interval=1ms',
    '--entities-topic=',
  ];
  const failedAt = async (server: RunningCatalog) =>
    (await ask(`${server.url}/api/atlas/v2/notification/failed`)).json as Failed;
  const databases = async (server: RunningCatalog) => {
    const {json} = await ask(`${server.url}/api/atlas/v2/search/basic?typeName=hive_db&limit=1`);
    return (json as {approximateCount: number}).approximateCount;
  };
  const until = async (what: () => Promise<boolean>) => {
    while (!(await what())) await delay(50);
  };

  suite('to a catalog that runs', () => {
    let server: RunningCatalog;
    before(async () => (server = await startFreshCatalog({args: args('HOOK')})));
    after(() => server?.stop());

    test('messages are taken in, what is none is set aside, and all are committed', async () => {
      await writeTopic(broker.address, 'HOOK', [
        message('a'),
        'poison',
        message('b'),
        message('a'),
        message('c'),
      ]);
      await until(
        async () => (await databases(server)) === 3 && (await failedAt(server)).waiting === 0,
      );
      const {messages} = await failedAt(server);
      assert.deepEqual(
        messages.map(one => one.origin),
        ['HOOK/0/1'],
      );
      assert.match(messages[0]?.reason ?? '', /JSON/);
      await until(async () => (await committedOffset(broker.address, 'atlas', 'HOOK')) === 5n);
    });

    test('a broker that is away is found again when it is back', async () => {
      await broker.kill();
      await until(async () => server.output().includes('messages cannot be read from Kafka'));
      const posted = await ask(`${server.url}/api/atlas/v2/notification/topic/HOOK`, {
        body: [message('posted')],
      });
      assert.equal(posted.status, 204, 'posts need no Kafka');
      await broker.start();
      await writeTopic(broker.address, 'HOOK', [message('back')]);
      await until(async () => (await databases(server)) === 5);
    });
  });

  test('kills of both in a burst lose no message, and none is there twice', async t => {
    const data = await temporaryFolder(t);
    const batch = 100;
    let written = 0;
    const write = async () => {
      const names = Array.from({length: batch}, (_, n) => message(`m${written + n}`));
      await writeTopic(broker.address, 'BURST', names);
      written += batch;
    };
    let server = await startCatalog(data, {args: args('BURST')});
    for (let round = 0; round < 3; round++) {
      await write();
      await until(async () => (await databases(server)) > round * 2 * batch);
      await server.kill();
      await write();
      await broker.kill();
      server = await startCatalog(data, {args: args('BURST')});
      await broker.start();
    }
    t.after(() => server.stop());
    await until(
      async () => (await databases(server)) >= written && (await failedAt(server)).waiting === 0,
    );
    assert.equal(await databases(server), written);
    assert.equal((await failedAt(server)).failed, 0);
    t.diagnostic(
      `${written} messages written, ${await databases(server)} databases there, after 3 kills of both`,
    );
  });
});
