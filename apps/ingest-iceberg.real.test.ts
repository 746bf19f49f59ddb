import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {needs, root, start, type RunningServer} from '../packages/thrift/test/servers/start.ts';
import {IngestWorld} from './ingest-world.ts';

const skip =
  needs('.cache/iceberg', 'the REST catalog of Iceberg (packages/connectors/test/pom.xml)') ||
  (!existsSync(join(root, '.cache/spark')) &&
    'needs PySpark (packages/thrift/test/prepare-servers.sh)');

suite('reading a REST catalog of Iceberg into the catalog', {skip}, () => {
  let world: IngestWorld;
  let server: RunningServer;
  before(async () => {
    [world, server] = await Promise.all([IngestWorld.start(), start('iceberg.sh', [])]);
    await send('POST', 'namespaces', {
      namespace: ['shop'],
      properties: {comment: 'What is sold', owner: 'ada'},
    });
    await send('POST', 'namespaces/shop/tables', {
      name: 'orders',
      schema: {
        type: 'struct',
        fields: [
          {id: 1, name: 'id', type: 'long', required: true, doc: 'Key'},
          {id: 2, name: 'day', type: 'date', required: false},
          {
            id: 3,
            name: 'tags',
            type: {type: 'list', 'element-id': 4, element: 'string', 'element-required': false},
            required: false,
          },
        ],
      },
      'partition-spec': {
        'spec-id': 0,
        fields: [{'source-id': 2, 'field-id': 1000, name: 'day_month', transform: 'month'}],
      },
      properties: {comment: 'What was bought'},
    });
    await send('POST', 'namespaces/shop/views', {
      name: 'best',
      schema: {type: 'struct', fields: [{id: 1, name: 'id', type: 'long', required: false}]},
      'view-version': {
        'version-id': 1,
        'timestamp-ms': 0,
        'schema-id': 0,
        summary: {},
        representations: [{type: 'sql', sql: 'SELECT id FROM orders', dialect: 'spark'}],
        'default-namespace': ['shop'],
      },
      properties: {},
    });
  });
  after(async () => await Promise.all([world?.stop(), server?.stop()]));
  const keys = () => ({
    type: 'iceberg-rest',
    url: `http://127.0.0.1:${server.port}`,
    cluster: 'cm',
  });

  async function send(method: string, path: string, body?: object): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/${path}`, {
      method,
      headers: {'content-type': 'application/json'},
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    });
    assert.ok(response.ok, await response.text());
  }

  test('tables, columns and the lineage of views come in, a second reading changes nothing, and what is dropped goes', async () => {
    const {printed: answer} = await world.ingest(keys(), ['--test']);
    assert.match(answer.join(), /^shop: Iceberg catalog at .*; namespaces to read: shop$/);
    const {printed, complained} = await world.ingest(keys());
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, ['shop: 2 assets read; 2 created, 0 changed, 0 deleted']);
    const orders = await world.entity('hive_table', 'shop.orders@cm');
    const {comment, tableType, parameters} = orders.attributes;
    assert.deepEqual([comment, tableType], ['What was bought', 'ICEBERG']);
    assert.equal((parameters as Record<string, string>)['partitioned_by'], 'month(day)');
    const id = await world.entity('hive_column', 'shop.orders.id@cm');
    assert.deepEqual([id.attributes['type'], id.attributes['comment']], ['long', 'Key']);
    const tags = await world.entity('hive_column', 'shop.orders.tags@cm');
    assert.equal(tags.attributes['type'], 'array<string>');
    const best = await world.entity('hive_table', 'shop.best@cm');
    assert.deepEqual(await world.lineage(best, 'hive_table'), ['best', 'orders']);
    const bestId = await world.entity('hive_column', 'shop.best.id@cm');
    assert.deepEqual(await world.lineage(bestId, 'hive_column'), ['id', 'id']);
    const shop = await world.entity('hive_db', 'shop@cm');
    assert.deepEqual(
      [shop.attributes['description'], shop.attributes['owner']],
      ['What is sold', 'ada'],
    );
    assert.deepEqual((await world.ingest(keys())).printed, [
      'shop: 2 assets read; 0 created, 0 changed, 0 deleted',
    ]);
    await send('DELETE', 'namespaces/shop/views/best');
    const gone = await world.ingest(keys(), ['--names']);
    assert.deepEqual(gone.printed, [
      'shop: 1 asset read; 0 created, 0 changed, 1 deleted',
      '  - shop.best@cm',
    ]);
  });

  test('a catalog that does not answer deletes nothing', async () => {
    await server.kill();
    const {code, complained} = await world.ingest(keys());
    assert.equal(code, 1);
    assert.match(complained.join(), /does not answer\. Check url/);
    assert.deepEqual(await world.names('hive_table'), ['shop.orders@cm']);
  });
});
