// A real Kafka that wants a login over TLS, set up by the catalog's options as an operator would.
import assert from 'node:assert/strict';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {readTopic, writeTopic} from '../../../packages/events/test/kafka-fixture.ts';
import {login, securedKafkaForTests} from '../../../packages/events/test/secured-kafka.ts';
import {ask} from './client.ts';
import {until} from './secure-client.ts';
import {runCatalog, startCatalog, temporaryFolder} from './server-fixture.ts';

const cleanUp: (() => Promise<void>)[] = [];
after(async () => {
  for (const work of cleanUp.toReversed()) await work();
});
const folder = await temporaryFolder({after: work => void cleanUp.push(work)});
const kafka = await securedKafkaForTests(folder);
if ('broker' in kafka) cleanUp.push(() => kafka.broker.remove());

test(
  'a wrong password is told and loses nothing: with the right one everything goes out and comes in',
  {timeout: 300_000, ...('skip' in kafka ? {skip: kafka.skip} : {})},
  async t => {
    if ('skip' in kafka) return;
    const {broker, identity} = kafka;
    const data = await temporaryFolder(t);
    const [properties, password] = [
      join(folder, 'catalog.properties'),
      join(folder, 'kafka-password'),
    ];
    await writeFile(password, `${login.password}\n`);
    const lines = (secret: string) =>
      [
        `atlas.kafka.bootstrap.servers=${broker.secured['SASL_SSL']}`,
        'atlas.kafka.security.protocol=SASL_SSL',
        'atlas.kafka.sasl.mechanism=SCRAM-SHA-512',
        'atlas.notification.hook.consumer.topic.names=ATLAS_HOOK, SPARK_HOOK',
        `atlas.kafka.ssl.ca.file=${identity.certFile}`,
        `atlas.jaas.KafkaClient.option.username=${login.user}`,
        `atlas.jaas.KafkaClient.option.password=${secret}`,
      ].join('\n');
    await writeFile(properties, lines('mistyped-6b1'));
    let server = await startCatalog(data, {args: ['--config', properties]});
    t.after(() => server.kill());
    const attributes = {qualifiedName: 'out@kafka', name: 'out', clusterName: 'c'};
    const created = await ask(`${server.url}/api/atlas/v2/entity`, {
      body: {entity: {typeName: 'hive_db', guid: '-1', attributes}},
    });
    assert.equal(created.status, 200, created.text);
    await until(
      server.output,
      text => /authentication failed/i.test(text) && /cannot be read from Kafka/.test(text),
    );
    assert.doesNotMatch(server.output(), /mistyped-6b1/);
    await server.stop();

    await writeFile(properties, lines(`file:${password}`));
    server = await startCatalog(data, {args: ['--config', properties]});
    const [record] = await readTopic(broker.address, 'ATLAS_ENTITIES', all => all.length === 1);
    assert.match(record?.value ?? '', /out@kafka/);
    for (const topic of ['ATLAS_HOOK', 'SPARK_HOOK']) {
      const entity = {
        typeName: 'hive_db',
        guid: '-1',
        attributes: {qualifiedName: `${topic}@kafka`, name: 'in', clusterName: 'c'},
      };
      const message = {type: 'ENTITY_CREATE_V2', user: 'etl', entities: {entities: [entity]}};
      await writeTopic(broker.address, topic, [
        JSON.stringify({version: {version: '1.0.0'}, message}),
      ]);
      const found = `${server.url}/api/atlas/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=${topic}@kafka`;
      await until(
        () => ask(found),
        ({status}) => status === 200,
      );
    }
    assert.doesNotMatch(server.output(), new RegExp(login.password));
  },
);

test('a login that cannot work is refused at the start', async t => {
  const data = await temporaryFolder(t);
  const args = ['--data', data, '--kafka-brokers', '127.0.0.1:9', '--kafka-protocol', 'SASL_SSL'];
  const {code, output} = await runCatalog([...args, '--kafka-mechanism', 'SCRAM-SHA-256']);
  assert.equal(code, 1, output);
  assert.match(output, /SASL_SSL with SCRAM-SHA-256 wants a name to log in to Kafka with/);
});
