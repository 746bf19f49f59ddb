import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {soon} from '@gazetteer/model/testing';
import {after, before, suite, test} from 'node:test';
import {Admin} from '@platformatic/kafka';
import {kafkaForTests, type TestBroker} from '../packages/events/test/kafka-fixture.ts';
import {IngestWorld, type SourceKeys} from './ingest-world.ts';

const broker = await kafkaForTests();
const schema = JSON.stringify({
  type: 'record',
  name: 'Order',
  namespace: 'shop',
  fields: [{name: 'id', type: 'long'}],
});

suite('reading Kafka into the catalog', {skip: 'skip' in broker ? broker.skip : false}, () => {
  let world: IngestWorld;
  let admin: Admin;
  let registry: Server;
  const kafka = broker as TestBroker;
  before(async () => {
    world = await IngestWorld.start();
    admin = new Admin({clientId: 'test', bootstrapBrokers: [kafka.address]});
    await admin.createTopics({topics: ['orders', 'clicks'], partitions: 3, replicas: 1});
    // Answers as a schema registry does, which has one subject.
    registry = createServer(({url}, answer) => {
      const isKnown = url === '/subjects/orders-value/versions/latest';
      answer.writeHead(isKnown ? 200 : 404, {'content-type': 'application/json'});
      answer.end(
        JSON.stringify(
          isKnown
            ? {subject: 'orders-value', version: 4, id: 1, schema}
            : {error_code: 40401, message: 'Subject not found.'},
        ),
      );
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });
  after(async () => {
    registry?.close();
    await admin?.close();
    await Promise.all([world?.stop(), kafka.remove()]);
  });
  const keys = () => ({
    type: 'kafka',
    brokers: kafka.address,
    cluster: 'cm',
    'schema-registry': `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
  });

  test('topics and schemas come in, a second reading changes nothing, and what is deleted goes', async () => {
    assert.deepEqual((await world.ingest(keys(), ['--test'])).printed, [
      `shop: Kafka at ${kafka.address}: 2 topics to read`,
    ]);
    const {printed, complained} = await world.ingest(keys());
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, ['shop: 2 assets read; 2 created, 0 changed, 0 deleted']);
    const orders = await world.entity('kafka_topic', 'orders@cm');
    const {partitionCount, replicationFactor, desiredRetentionInHrs} = orders.attributes;
    assert.deepEqual([partitionCount, replicationFactor, desiredRetentionInHrs], [3, 1, 168]);
    const {avroSchema} = orders.relationshipAttributes as {avroSchema: {displayText: string}[]};
    assert.deepEqual(
      avroSchema.map(one => one.displayText),
      ['Order'],
    );
    const record = await world.entity('avro_schema', 'orders#orders-value@cm');
    assert.deepEqual(
      [record.attributes['versionId'], record.attributes['avro_notation']],
      [4, schema],
    );
    assert.deepEqual((await world.ingest(keys())).printed, [
      'shop: 2 assets read; 0 created, 0 changed, 0 deleted',
    ]);
    await admin.deleteTopics({topics: ['clicks']});
    await soon(async () => assert.ok(!(await admin.listTopics({})).includes('clicks')));
    const gone = await world.ingest(keys(), ['--names']);
    assert.deepEqual(gone.printed, [
      'shop: 1 asset read; 0 created, 0 changed, 1 deleted',
      '  - clicks@cm',
    ]);
  });

  test('a registry that is something else, or is not asked any more, deletes no schema', async () => {
    const other = createServer((_request, response) => response.writeHead(404).end('no page'));
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
    const {port} = other.address() as AddressInfo;
    const url = `http://ann:hush@127.0.0.1:${port}`;
    const wrong = await world.ingest({...keys(), 'schema-registry': url});
    await new Promise(resolve => other.close(resolve));
    assert.match(
      wrong.complained.join(),
      /the schema registry at http:\/\/127\.0\.0\.1:\d+ answers 404/,
    );
    assert.ok(!wrong.complained.join().includes('hush'));
    const {'schema-registry': _registry, ...without} = keys();
    await world.ingest(without as SourceKeys);
    assert.deepEqual(await world.names('avro_schema'), ['orders#orders-value@cm']);
  });

  test('brokers and registries that do not answer delete nothing', async () => {
    const away = await world.ingest({...keys(), 'schema-registry': 'http://127.0.0.1:1'});
    assert.match(
      away.complained.join(),
      /the schema registry at http:\/\/127\.0\.0\.1:1 does not answer/,
    );
    const nobody = await world.ingest({...keys(), brokers: '127.0.0.1:1'});
    assert.equal(nobody.code, 1);
    assert.match(nobody.complained.join(), /no broker answers .* Check brokers/);
    assert.deepEqual(await world.names('kafka_topic'), ['orders@cm']);
  });
});
