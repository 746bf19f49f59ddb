// A real Kafka: what leaves for it, whatever happens to it and to the catalog.
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {after, before, suite, test} from 'node:test';
import {setTimeout as delay} from 'node:timers/promises';
import {
  kafkaForTests,
  readTopic,
  type ReadRecord,
} from '../../../packages/events/test/kafka-fixture.ts';
import {ask} from './client.ts';
import {
  startCatalog,
  startFreshCatalog,
  temporaryFolder,
  type RunningCatalog,
} from './server-fixture.ts';

type Mutation = {guidAssignments: Record<string, string>};
type Notification = {
  type: string;
  operationType: string;
  eventTime: number;
  entity: {
    guid: string;
    typeName: string;
    attributes: Record<string, unknown>;
    classifications: {typeName: string}[];
    classificationNames: string[];
  };
};
type Envelope = {
  version: {version: string};
  msgSplitCount: number;
  msgCompressionKind: string;
  message: Notification;
};

const broker = await kafkaForTests();

suite('changes on their way to Kafka', 'skip' in broker ? {skip: broker.skip} : {}, () => {
  if ('skip' in broker) return;
  after(() => broker.remove());
  const args = (topic: string, more: readonly string[] = []) => [
    '--kafka-brokers',
    broker.address,
    '--entities-topic',
    topic,
    ...more,
  ];
  const create = async (
    server: RunningCatalog,
    name: string,
    more: object = {},
  ): Promise<string> => {
    const attributes = {qualifiedName: `${name}@kafka`, name, clusterName: 'c', ...more};
    const answer = await ask(`${server.url}/api/atlas/v2/entity`, {
      body: {entity: {typeName: 'hive_db', guid: '-1', attributes}},
    });
    assert.equal(answer.status, 200, answer.text);
    return (answer.json as Mutation).guidAssignments['-1'] ?? '';
  };
  const notifications = (records: readonly ReadRecord[]) =>
    records.map(record => (JSON.parse(record.value) as Envelope).message);
  /** Whether all have come; records are keyed by their entity. */
  const arrived = (guids: readonly string[]) => {
    const missing = new Set(guids);
    return (records: readonly ReadRecord[]) => {
      missing.delete(records.at(-1)?.key ?? '');
      return missing.size === 0;
    };
  };

  suite('of a catalog that runs', () => {
    let server: RunningCatalog;
    before(async () => {
      server = await startFreshCatalog({args: args('ONE', ['--message-max', '4000'])});
    });
    after(() => server?.stop());

    test('messages are those that readers of the topic know', async () => {
      await ask(`${server.url}/api/atlas/v2/types/typedefs`, {
        body: {classificationDefs: [{name: 'Parent'}, {name: 'Child', superTypes: ['Parent']}]},
      });
      const guid = await create(server, 'one');
      const classified = await ask(
        `${server.url}/api/atlas/v2/entity/guid/${guid}/classifications`,
        {
          body: [{typeName: 'Child'}],
        },
      );
      assert.equal(classified.status, 204);
      await ask(`${server.url}/api/atlas/v2/entity/guid/${guid}`, {method: 'DELETE'});
      await ask(`${server.url}/api/atlas/admin/purge`, {method: 'PUT', body: [guid]});
      await create(server, 'two');
      const records = await readTopic(broker.address, 'ONE', all => all.length >= 4);
      const messages = notifications(records);
      assert.deepEqual(
        messages.map(one => [one.type, one.operationType]),
        ['ENTITY_CREATE', 'CLASSIFICATION_ADD', 'ENTITY_DELETE', 'ENTITY_CREATE'].map(one => [
          'ENTITY_NOTIFICATION_V2',
          one,
        ]),
        'a purge has no word there',
      );
      const added = messages[1]?.entity;
      assert.deepEqual(
        [added?.attributes['qualifiedName'], added?.attributes['clusterName']],
        ['one@kafka', 'c'],
        'with what the type wants to be told',
      );
      assert.deepEqual(records.map(one => one.key).slice(0, 3), [guid, guid, guid]);
      assert.equal(new Set(records.map(one => one.id)).size, 4);
    });

    test('a subscription sends what its filter selects to a topic of its own', async () => {
      const call = (path: string, body: object) =>
        ask(`${server.url}/api/meta/v2/subscriptions${path}`, {body});
      const filter = {types: ['hive_db'], operations: ['ENTITY_DELETE']};
      const taken = await call('', {name: 'x', target: {kind: 'KAFKA', topic: 'ONE'}, filter});
      assert.equal(taken.status, 400, 'it has all changes already');
      const target = {kind: 'KAFKA', topic: 'DELETED'};
      const made = await call('', {name: 'Deleted', target, filter});
      assert.equal(made.status, 200, made.text);
      const {uuid} = made.json as {uuid: string};
      const guids = [await create(server, 'kept'), await create(server, 'deleted')];
      await ask(`${server.url}/api/atlas/v2/entity/guid/${guids[1]}`, {method: 'DELETE'});
      const records = await readTopic(broker.address, 'DELETED', all => all.length > 0);
      assert.deepEqual(
        notifications(records).map(one => [one.type, one.operationType, one.entity.guid]),
        [['ENTITY_NOTIFICATION_V2', 'ENTITY_DELETE', guids[1]]],
      );
      const tested = await call(`/${uuid}/test`, {});
      assert.match(tested.text, /have the topic DELETED/);
    });

    test('a classification is followed by its super types, and what is too long is compressed and cut', async () => {
      const guid = await create(server, 'long', {description: randomBytes(9000).toString('hex')});
      await ask(`${server.url}/api/atlas/v2/entity/guid/${guid}/classifications`, {
        body: [{typeName: 'Child'}],
      });
      const end = await create(server, 'end');
      const records = await readTopic(broker.address, 'ONE', all => all.at(-1)?.key === end);
      const cut = records
        .filter(one => one.key === guid)
        .map(one => JSON.parse(one.value) as Envelope);
      assert.ok(
        cut.length >= 4 &&
          cut.every(one => one.msgSplitCount > 1 && one.msgCompressionKind === 'GZIP'),
      );
      const small = await create(server, 'small');
      await ask(`${server.url}/api/atlas/v2/entity/guid/${small}/classifications`, {
        body: [{typeName: 'Child'}],
      });
      const last = await readTopic(
        broker.address,
        'ONE',
        all => all.filter(one => one.key === small).length === 2,
      );
      const {entity} = notifications(last.filter(one => one.key === small))[1] ?? {};
      assert.deepEqual(
        entity?.classifications.map(one => one.typeName),
        ['Child', 'Parent'],
      );
    });

    test('a broker that hangs keeps nobody waiting, and gets everything afterwards', async () => {
      broker.freeze();
      const guids: string[] = [];
      for (let n = 0; n < 50; n++) guids.push(await create(server, `frozen${n}`));
      broker.thaw();
      const records = await readTopic(broker.address, 'ONE', arrived(guids));
      const order = [...new Set(notifications(cutOff(records)).map(one => one.entity.guid))];
      assert.deepEqual(
        order.filter(guid => guids.includes(guid)),
        guids,
      );
    });
  });

  test('a broker that is killed and a catalog that is killed lose nothing of what was acknowledged', async t => {
    const data = await temporaryFolder(t);
    const acknowledged: string[] = [];
    const over = new AbortController();
    let server = await startCatalog(data, {args: args('BURST')});
    const writing = async (writer: number) => {
      for (let n = 0; !over.signal.aborted; n++) {
        try {
          acknowledged.push(await create(server, `w${writer}n${n}`));
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          // It was killed; the next one is coming.
          await delay(50);
        }
      }
    };
    const writers = [writing(1), writing(2)];
    for (let round = 1; round <= 3; round++) {
      while (acknowledged.length < round * 40) await delay(20);
      await broker.kill();
      while (acknowledged.length < round * 40 + 15) await delay(20);
      await server.kill();
      server = await startCatalog(data, {args: args('BURST')});
      await broker.start();
    }
    over.abort();
    await Promise.all(writers);
    t.after(() => server.stop());
    const records = await readTopic(broker.address, 'BURST', arrived(acknowledged));
    const ids = new Map(records.map(one => [one.id, one.key]));
    assert.equal(new Set(ids.values()).size, ids.size, 'an id is of one change');
    t.diagnostic(
      `${acknowledged.length} acknowledged over 3 kills of both; ${records.length} records arrived, ${ids.size} different`,
    );
  });
});

/** Without messages that were cut. */
function cutOff(records: readonly ReadRecord[]): ReadRecord[] {
  return records.filter(
    one =>
      (JSON.parse(one.value) as Envelope).msgSplitCount === 1 && one.value.startsWith('{"source"'),
  );
}
