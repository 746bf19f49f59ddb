// Messages of hooks: all kinds, whatever their order, their form and what becomes of the process.
import assert from 'node:assert/strict';
import {gzipSync} from 'node:zlib';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer, type Entity} from './client.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

type Failed = {
  messages: {id: number; reason: string; message: string}[];
  failed: number;
  waiting: number;
};
type Full = {
  entity: Entity & {status: string; isIncomplete: boolean; createdBy: string};
  referredEntities: Record<string, Entity>;
};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const enveloped = (message: object, more: object = {}) => ({
  source: {source: 'hive', version: '2.4.0'},
  version: {version: '1.0.0', versionParts: [1]},
  msgCompressionKind: 'NONE',
  msgSplitIdx: 1,
  msgSplitCount: 1,
  msgSourceIP: '10.0.0.1',
  msgCreatedBy: 'etl',
  msgCreationTime: 1_700_000_000_000,
  spooled: false,
  message,
  ...more,
});
const database = (name: string, more: object = {}) => ({
  typeName: 'hive_db',
  guid: `-${name}`,
  attributes: {qualifiedName: `${name}@hook`, name, clusterName: 'hook', ...more},
});
const saved = (entities: object[], referredEntities: object = {}, type = 'ENTITY_CREATE_V2') => ({
  type,
  user: 'etl',
  entities: {entities, referredEntities},
});
const id = (qualifiedName: string, typeName = 'hive_db') => ({
  typeName,
  uniqueAttributes: {qualifiedName},
});
const oldId = (text: string, typeName: string) => ({
  jsonClass: 'org.apache.atlas.typesystem.json.InstanceSerialization$_Id',
  id: text,
  version: 0,
  typeName,
  state: 'ACTIVE',
});
const referenceable = (text: string, typeName: string, values: object) => ({
  jsonClass: 'org.apache.atlas.typesystem.json.InstanceSerialization$_Reference',
  id: oldId(text, typeName),
  typeName,
  values,
  traitNames: [],
  traits: {},
});

class World {
  readonly #server: () => RunningCatalog;

  constructor(server: () => RunningCatalog) {
    this.#server = server;
  }

  call(path: string, body?: unknown, method?: string): Promise<Answer> {
    return ask(`${this.#server().url}/api/atlas${path}`, {
      body,
      ...(method === undefined ? {} : {method}),
    });
  }

  /** As hooks do it: texts in a list. */
  async post(...messages: object[]): Promise<void> {
    const {status, text} = await this.call(
      '/v2/notification/topic/ATLAS_HOOK',
      messages.map(one => JSON.stringify(one)),
    );
    assert.equal(status, 204, text);
  }

  async failed(): Promise<Failed> {
    return (await this.call('/v2/notification/failed')).json as Failed;
  }

  /** Until nothing waits any more but what cannot be whole. */
  async settled(waiting = 0): Promise<Failed> {
    for (;;) {
      const failed = await this.failed();
      if (failed.waiting === waiting) return failed;
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }

  async find(qualifiedName: string, typeName = 'hive_db'): Promise<Full | undefined> {
    const path = `/v2/entity/uniqueAttribute/type/${typeName}?attr:qualifiedName=${encodeURIComponent(qualifiedName)}`;
    const {status, json} = await this.call(path);
    return status === 200 ? (json as Full) : undefined;
  }
}

for (const {database: name, options, start} of bothDatabases(cluster)) {
  suite(`${name}: messages of hooks`, options, () => {
    let server: RunningCatalog;
    const world = new World(() => server);
    before(async () => {
      server = await start(['--hook-retry-interval=1ms', '--hook-ignore-tables=.*\\.secret@hook']);
    });
    after(() => server?.stop());

    test('entities are created, updated, changed in part and deleted, as their user', async () => {
      await world.post(enveloped(saved([database('life', {description: 'one'})])));
      await world.settled();
      const created = await world.find('life@hook');
      assert.deepEqual(
        [created?.entity.attributes['description'], created?.entity.createdBy],
        ['one', 'etl'],
      );
      await world.post(
        enveloped(saved([database('life', {description: 'two'})], {}, 'ENTITY_FULL_UPDATE_V2')),
        enveloped({
          type: 'ENTITY_PARTIAL_UPDATE_V2',
          user: 'etl',
          entityId: id('life@hook'),
          entity: {entity: {typeName: 'hive_db', attributes: {owner: 'ann'}}, referredEntities: {}},
        }),
      );
      await world.settled();
      const changed = (await world.find('life@hook'))?.entity;
      assert.deepEqual(
        [changed?.attributes['description'], changed?.attributes['owner']],
        ['two', 'ann'],
      );
      assert.equal(changed?.guid, created?.entity.guid);
      await world.post(
        enveloped({type: 'ENTITY_DELETE_V2', user: 'etl', entities: [id('life@hook')]}),
      );
      assert.deepEqual((await world.settled()).messages, []);
      assert.equal(await world.find('life@hook'), undefined);
    });

    test('each message is a change of its own, of its user', async () => {
      const users = ['eve', 'bob', 'eve'];
      await world.post(
        ...users.map((user, n) => enveloped({...saved([database(`undone${n}`)]), user})),
      );
      await world.settled();
      const changesOf = async (user: string) => {
        const {json} = await world.call(`/v2/undo?user=${user}`);
        return (json as {changes: {counts: {created: number}; changeId: string}[]}).changes;
      };
      const of = {eve: await changesOf('eve'), bob: await changesOf('bob')};
      assert.deepEqual(
        [of.eve, of.bob].map(list => list.map(one => one.counts.created)),
        [[1, 1], [1]],
      );
      await world.call(`/v2/undo/${of.bob[0]?.changeId}`, undefined, 'POST');
      const left = await Promise.all(users.map((_user, n) => world.find(`undone${n}@hook`)));
      assert.deepEqual(
        left.map(one => one?.entity.status),
        ['ACTIVE', undefined, 'ACTIVE'],
      );
    });

    test('the first form of messages, without an envelope', async () => {
      await world.post(
        {
          type: 'ENTITY_CREATE',
          user: 'old',
          entities: [
            referenceable('-2', 'hive_table', {
              qualifiedName: 'old.t@hook',
              name: 't',
              db: referenceable('-1', 'hive_db', {
                qualifiedName: 'old@hook',
                name: 'old',
                clusterName: 'hook',
              }),
            }),
          ],
        },
        {
          type: 'ENTITY_FULL_UPDATE',
          user: 'old',
          entities: [
            referenceable('-1', 'hive_db', {
              qualifiedName: 'old@hook',
              name: 'old',
              clusterName: 'hook',
              owner: 'bob',
            }),
          ],
        },
        {
          type: 'ENTITY_PARTIAL_UPDATE',
          user: 'old',
          typeName: 'hive_table',
          attribute: 'qualifiedName',
          attributeValue: 'old.t@hook',
          entity: referenceable('-7', 'hive_table', {owner: 'eve'}),
        },
      );
      assert.deepEqual((await world.settled()).messages, []);
      assert.equal((await world.find('old@hook'))?.entity.attributes['owner'], 'bob');
      assert.equal(
        (await world.find('old.t@hook', 'hive_table'))?.entity.attributes['owner'],
        'eve',
      );
      await world.post({
        type: 'ENTITY_DELETE',
        user: 'old',
        typeName: 'hive_db',
        attribute: 'qualifiedName',
        attributeValue: 'old@hook',
      });
      assert.deepEqual((await world.settled()).messages, []);
      assert.equal(await world.find('old@hook'), undefined);
    });

    test('types are created and updated', async () => {
      const classType = (attributes: string[]) => ({
        enumTypes: [],
        structTypes: [],
        traitTypes: [],
        classTypes: [
          {
            hierarchicalMetaTypeName: 'org.apache.atlas.typesystem.types.ClassType',
            typeName: 'hook_asset',
            superTypes: ['DataSet'],
            attributeDefinitions: attributes.map(attribute => ({
              name: attribute,
              dataTypeName: 'string',
              multiplicity: 'optional',
            })),
          },
        ],
      });
      await world.post({type: 'TYPE_CREATE', user: 'old', typesDef: classType(['one'])});
      await world.settled();
      await world.post(
        {type: 'TYPE_UPDATE', user: 'old', typesDef: classType(['one', 'two'])},
        enveloped(
          saved([
            {typeName: 'hook_asset', attributes: {qualifiedName: 'a@hook', name: 'a', two: '2'}},
          ]),
        ),
      );
      assert.deepEqual((await world.settled()).messages, []);
      assert.equal((await world.find('a@hook', 'hook_asset'))?.entity.attributes['two'], '2');
    });

    test('what is referred to and not there is made incomplete, and filled by a later message', async () => {
      const table = {
        typeName: 'hive_table',
        guid: '-1',
        attributes: {qualifiedName: 'late.t@hook', name: 't', db: id('late@hook')},
      };
      await world.post(enveloped(saved([table])));
      await world.settled();
      const shell = await world.find('late@hook');
      assert.equal(shell?.entity.isIncomplete, true);
      await world.post(enveloped(saved([database('late')])), enveloped(saved([database('late')])));
      await world.settled();
      const filled = await world.find('late@hook');
      assert.deepEqual(
        [filled?.entity.isIncomplete, filled?.entity.guid],
        [false, shell.entity.guid],
      );
    });

    test('messages that come twice or in another order come to the same', async () => {
      const deleted = enveloped({
        type: 'ENTITY_DELETE_V2',
        user: 'etl',
        entities: [id('order@hook')],
      });
      const partial = enveloped({
        type: 'ENTITY_PARTIAL_UPDATE_V2',
        user: 'etl',
        entityId: id('order@hook'),
        entity: {entity: {typeName: 'hive_db', attributes: {owner: 'x'}}},
      });
      const made = enveloped(saved([database('order')]));
      await world.post(deleted, partial, made, made, partial, partial);
      assert.equal(
        (await world.settled()).failed,
        0,
        'what is not there is neither deleted nor changed, and no failure',
      );
      assert.equal((await world.find('order@hook'))?.entity.attributes['owner'], 'x');
    });

    test('columns that a message does not list stay, and tables that are not wanted never come', async () => {
      const column = (guid: string, column: string, parent: object) => ({
        typeName: 'hive_column',
        guid,
        attributes: {
          qualifiedName: `cols.t.${column}@hook`,
          name: column,
          type: 'int',
          table: parent,
        },
      });
      const table = (columns: string[]) => ({
        typeName: 'hive_table',
        guid: '-1',
        attributes: {
          qualifiedName: 'cols.t@hook',
          name: 't',
          db: id('cols@hook'),
          columns: columns.map(guid => ({guid, typeName: 'hive_column'})),
        },
      });
      const parent = {guid: '-1', typeName: 'hive_table'};
      await world.post(
        enveloped(saved([database('cols')])),
        enveloped(
          saved([table(['-2', '-3'])], {
            '-2': column('-2', 'a', parent),
            '-3': column('-3', 'b', parent),
          }),
        ),
        enveloped(saved([table(['-2'])], {'-2': column('-2', 'a', parent)})),
        enveloped(
          saved([
            {
              typeName: 'hive_table',
              guid: '-1',
              attributes: {qualifiedName: 'cols.secret@hook', name: 'secret', db: id('cols@hook')},
            },
          ]),
        ),
      );
      assert.deepEqual((await world.settled()).messages, []);
      const found = await world.find('cols.t@hook', 'hive_table');
      const columns = found?.entity['relationshipAttributes'] as {
        columns: {displayText: string; entityStatus: string}[];
      };
      assert.deepEqual(columns.columns.map(one => [one.displayText, one.entityStatus]).toSorted(), [
        ['a', 'ACTIVE'],
        ['b', 'ACTIVE'],
      ]);
      assert.equal(await world.find('cols.secret@hook', 'hive_table'), undefined);
    });

    test('a compressed message, and one in segments that come in any order', async () => {
      const version = {version: '1.0.0', versionParts: [1]};
      const packed = gzipSync(JSON.stringify(enveloped(saved([database('packed')])))).toString(
        'base64',
      );
      await world.post({
        version,
        msgId: 'p_1',
        msgCompressionKind: 'GZIP',
        msgSplitIdx: 1,
        msgSplitCount: 1,
        message: packed,
      });
      const text = gzipSync(JSON.stringify(enveloped(saved([database('cut')])))).toString('base64');
      const third = Math.ceil(text.length / 3);
      const segment = (n: number) => ({
        version,
        msgId: 'c_2',
        msgCompressionKind: 'GZIP',
        msgSplitIdx: n,
        msgSplitCount: 3,
        message: text.slice((n - 1) * third, n * third),
      });
      await world.post(segment(3), segment(1), segment(1), enveloped(saved([database('between')])));
      await world.settled(3);
      assert.equal(await world.find('cut@hook'), undefined);
      assert.ok((await world.find('between@hook')) !== undefined, 'others go on meanwhile');
      await world.post(segment(2));
      assert.deepEqual((await world.settled()).messages, []);
      assert.ok(
        (await world.find('packed@hook')) !== undefined &&
          (await world.find('cut@hook')) !== undefined,
      );
    });

    test('classifications of hooks do not propagate unless they say so', async () => {
      await world.call('/v2/types/typedefs', {classificationDefs: [{name: 'FromHook'}]});
      await world.post(
        enveloped(saved([{...database('tagged'), classifications: [{typeName: 'FromHook'}]}])),
      );
      await world.settled();
      const found = (await world.find('tagged@hook'))?.entity['classifications'];
      assert.deepEqual(
        (found as {typeName: string; propagate: boolean}[]).map(one => [
          one.typeName,
          one.propagate,
        ]),
        [['FromHook', false]],
      );
    });

    test('what cannot be taken in is set aside, told why, and tried again when somebody says so', async () => {
      const unknown = enveloped(
        saved([{typeName: 'later_type', attributes: {qualifiedName: 'l@hook', name: 'l'}}]),
      );
      await world.post(
        unknown,
        {type: 'IMPORT_ENTITY', user: 'x'},
        enveloped(saved([database('behind')])),
      );
      await world.call('/v2/notification/topic/ATLAS_HOOK', ['{no json']);
      const {messages} = await world.settled();
      assert.deepEqual(messages.length, 3);
      assert.match(
        messages.map(one => one.reason).join('\n'),
        /later_type[^]*IMPORT_ENTITY[^]*JSON/,
      );
      assert.deepEqual(JSON.parse(messages[0]?.message ?? ''), unknown);
      assert.ok((await world.find('behind@hook')) !== undefined, 'nobody waits for it');
      await world.call('/v2/types/typedefs', {
        entityDefs: [{name: 'later_type', superTypes: ['DataSet']}],
      });
      const replayed = await world.call('/v2/notification/failed/replay', [messages[0]?.id]);
      assert.deepEqual(replayed.json, {count: 1});
      assert.equal((await world.settled()).failed, 2);
      assert.ok((await world.find('l@hook', 'later_type')) !== undefined);
      for (const ids of [[], [null], [1.7e23], ['x']]) {
        assert.equal(
          (await world.call('/v2/notification/failed', ids, 'DELETE')).status,
          400,
          JSON.stringify(ids),
        );
      }
      assert.deepEqual(
        (await world.call('/v2/notification/failed?all=true', undefined, 'DELETE')).json,
        {count: 2},
      );
      assert.equal((await world.failed()).failed, 0);
    });

    test('whatever user a message names, it is not taken for what that user or the catalog keeps', async () => {
      const counts = {metricsId: 'm', metrics: '{}', collectionTime: 1, timeToLiveMillis: 1};
      const search = {
        name: 'planted',
        ownerName: 'admin',
        searchType: 'BASIC',
        uniqueName: 'admin:planted:BASIC',
        searchParameters: '{}',
      };
      const records = {__AtlasMetricsStat: counts, __AtlasUserSavedSearch: search};
      for (const user of ['admin', 'system']) {
        const messages = Object.entries(records).map(([typeName, attributes]) =>
          enveloped({...saved([{typeName, guid: '-1', attributes}]), user}),
        );
        await world.post(...messages);
      }
      const {messages} = await world.settled();
      assert.deepEqual(
        messages.map(({reason}) => /not authorized to perform change record/.test(reason)),
        [true, true, true, true],
        JSON.stringify(messages),
      );
      await world.call('/v2/notification/failed?all=true', undefined, 'DELETE');
    });

    test('turns are counted under the name of the reference', async () => {
      const turns = async () => {
        const {json} = await world.call('/admin/debug/metrics');
        return (
          (json as Record<string, {numops: number} | undefined>)['NotificationHookConsumer_doWork']
            ?.numops ?? 0
        );
      };
      const before = await turns();
      await world.post(enveloped(saved([database('turn')])));
      await world.settled();
      // A turn is counted after its messages.
      await soon(async () => assert.ok((await turns()) > before));
    });

    test('what was taken in is counted', async () => {
      const stats = async () => {
        const {json} = await world.call('/admin/metrics');
        return (json as {data: {general: {stats: Record<string, number>}}}).data.general.stats;
      };
      const before = await stats();
      await world.post(enveloped(saved([database('counted1'), database('counted2')])));
      await world.settled();
      await soon(async () => {
        const after = await stats();
        const gained = (name: string) =>
          (after[`Notification:${name}`] ?? NaN) - (before[`Notification:${name}`] ?? NaN);
        assert.deepEqual(
          ['total', 'totalCreates', 'totalUpdates', 'totalFailed'].map(gained),
          [1, 2, 0, 0],
        );
        const {text} = await world.call('/admin/prometheus');
        assert.match(text, /gazetteer_hook_messages_total\{result="done"\} [1-9]/);
      });
    });

    test('another topic is refused', async () => {
      const {status, json} = await world.call('/v2/notification/topic/OTHER', ['{}']);
      assert.deepEqual(
        [status, (json as {errorCode: string}).errorCode],
        [400, 'ATLAS-400-00-101'],
      );
    });
  });
}

test('segments whose message never becomes whole are set aside', async t => {
  const server = await startCatalog(await temporaryFolder(t), {args: ['--hook-segment-wait=1s']});
  t.after(() => server.stop());
  const world = new World(() => server);
  await world.post({
    version: {version: '1.0.0'},
    msgId: 'x',
    msgSplitIdx: 1,
    msgSplitCount: 2,
    message: 'half',
  });
  assert.match((await world.settled()).messages[0]?.reason ?? '', /did not come/);
});

test('a catalog that is killed again and again while messages wait takes each in', async t => {
  const data = await temporaryFolder(t);
  let server = await startCatalog(data);
  const world = new World(() => server);
  t.after(() => server.stop());
  const count = 120;
  for (let round = 0; round < 3; round++) {
    const messages = Array.from({length: count}, (_, n) =>
      enveloped(saved([database(`k${round}_${n}`)])),
    );
    await world.post(...messages);
    await server.kill();
    server = await startCatalog(data);
  }
  assert.deepEqual((await world.settled()).messages, []);
  const {json} = await world.call(`/v2/search/basic?typeName=hive_db&limit=1`);
  assert.equal(
    (json as {approximateCount: number}).approximateCount,
    3 * count,
    'all of them, once',
  );
});
