// Programs of others write and read the catalog over its API. Here are their requests, in their
// order and their form.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer, type Entity} from './client.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

type Json = Record<string, unknown>;
type Full = {
  entity: Entity & {status: string; relationshipAttributes: Record<string, unknown>};
  entities: (Entity & {relationshipAttributes: Record<string, unknown>})[];
  referredEntities: Record<
    string,
    Entity & {relationshipAttributes: Record<string, {displayText: string}>}
  >;
};
type Assigned = {guidAssignments: Record<string, string>};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

/** By unique attribute, as programs refer to what they have not read. */
const byName = (typeName: string, qualifiedName: string, guid: string | null = null) => ({
  guid,
  typeName,
  uniqueAttributes: {qualifiedName},
});

/**
 * As the Java client writes an attribute: with all its fields, a list being SINGLE with at most one
 * value, too.
 */
const javaAttribute = (name: string, typeName: string, more: object = {}) => ({
  name,
  typeName,
  isOptional: false,
  cardinality: 'SINGLE',
  valuesMinCount: 1,
  valuesMaxCount: 1,
  isUnique: false,
  isIndexable: false,
  includeInNotification: false,
  defaultValue: null,
  description: null,
  searchWeight: -1,
  indexType: null,
  constraints: null,
  options: null,
  displayName: null,
  ...more,
});
const javaEntityDef = (
  name: string,
  superTypes: readonly string[],
  attributeDefs: readonly object[] = [],
) => ({
  category: 'ENTITY',
  guid: null,
  createTime: null,
  version: 1,
  typeVersion: '1.0',
  serviceType: null,
  subTypes: null,
  relationshipAttributeDefs: null,
  name,
  superTypes,
  attributeDefs,
});

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`programs of others on ${database}`, options, () => {
    let server: RunningCatalog;
    before(async () => {
      server = await start();
    });
    after(() => server?.stop());

    const api = async (path: string, body?: unknown, method?: string): Promise<Answer> =>
      await ask(`${server.url}/api/atlas${path}`, {
        ...(body !== undefined && {body}),
        ...(method !== undefined && {method}),
      });
    const done = async (path: string, body?: unknown, method?: string): Promise<unknown> => {
      const answer = await api(path, body, method);
      assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`);
      return answer.json;
    };
    const named = async (typeName: string, qualifiedName: string): Promise<Full['entity']> =>
      (
        (await done(
          `/v2/entity/uniqueAttribute/type/${typeName}?attr:qualifiedName=${encodeURIComponent(qualifiedName)}`,
        )) as Full
      ).entity;
    const guidsAt = (entity: Entity, name: string) =>
      (entity.attributes[name] as {guid: string}[] | null)?.map(({guid}) => guid);

    test('NiFi registers its types, its flow, and what has gone from it', async () => {
      const owned = {isOptional: true, constraints: [{type: 'ownedRef', params: null}]};
      const component = ['DataSet', 'nifi_component'];
      const entityDefs = [
        javaEntityDef('nifi_queue', component),
        javaEntityDef(
          'nifi_flow',
          ['Referenceable', 'Asset'],
          [
            javaAttribute('url', 'string'),
            javaAttribute('flowPaths', 'array<nifi_flow_path>', owned),
            javaAttribute('queues', 'array<nifi_queue>', owned),
          ],
        ),
        javaEntityDef(
          'nifi_component',
          [],
          [javaAttribute('nifiFlow', 'nifi_flow', {isOptional: true})],
        ),
        javaEntityDef(
          'nifi_flow_path',
          ['Process', 'nifi_component'],
          [javaAttribute('url', 'string')],
        ),
      ];
      for (const {name} of entityDefs) {
        assert.deepEqual(
          ((await done(`/v2/types/typedefs?name=${name}`)) as Json)['entityDefs'],
          [],
          name,
        );
      }
      await done('/v2/types/typedefs', {entityDefs});
      await done('/v2/types/typedefs', {entityDefs}, 'PUT');
      assert.equal(
        (await api('/v2/entity/uniqueAttribute/type/nifi_flow?attr:qualifiedName=root@ns')).status,
        404,
      );

      const save = async (...entities: object[]) =>
        ((await done('/v2/entity/bulk', {entities, referredEntities: {}})) as Assigned)
          .guidAssignments;
      const nifiFlow = byName('nifi_flow', 'root@ns');
      const flow = {
        typeName: 'nifi_flow',
        guid: '-1',
        version: Date.now(),
        status: null,
        attributes: {qualifiedName: 'root@ns', name: 'Flow', url: 'http://nifi.example/nifi'},
      };
      const guid = (await save(flow))['-1'] ?? '';
      const queues = ['q1', 'q2'].map((name, n) => ({
        typeName: 'nifi_queue',
        guid: `-1${n}`,
        attributes: {qualifiedName: `${name}@ns`, name, nifiFlow},
      }));
      const queueGuids = Object.values(await save(...queues));
      const paths = ['p1', 'p2'].map((name, n) => ({
        typeName: 'nifi_flow_path',
        guid: `-2${n}`,
        attributes: {
          qualifiedName: `${name}@ns`,
          name,
          url: 'http://nifi.example/nifi?processGroupId=a',
          nifiFlow,
          inputs: [byName('nifi_queue', 'q1@ns')],
          outputs: [byName('nifi_queue', 'q2@ns', queueGuids[1])],
        },
      }));
      const pathGuids = Object.values(await save(...paths));
      // What it owns comes as references of two kinds: ids with a name, and whole entities.
      const whole = queues.map((queue, n) => ({...queue, guid: queueGuids[n]}));
      const pathIds = pathGuids.map((id, n) => byName('nifi_flow_path', `p${n + 1}@ns`, id));
      const filled = {
        ...flow,
        guid,
        attributes: {...flow.attributes, flowPaths: pathIds, queues: whole},
      };
      await save(filled);
      const read = await named('nifi_flow', 'root@ns');
      assert.deepEqual(guidsAt(read, 'flowPaths')?.toSorted(), pathGuids.toSorted());
      assert.deepEqual(guidsAt(read, 'queues')?.toSorted(), queueGuids.toSorted());

      const less = {...filled, attributes: {...filled.attributes, flowPaths: pathIds.slice(0, 1)}};
      const query = 'attr:qualifiedName=root@ns';
      await done(
        `/v2/entity/uniqueAttribute/type/nifi_flow?${query}`,
        {entity: less, referredEntities: {}},
        'PUT',
      );
      // The program leaves out by itself what is deleted.
      assert.deepEqual(guidsAt(await named('nifi_flow', 'root@ns'), 'flowPaths'), pathGuids);
      const states = [];
      for (const id of pathGuids)
        states.push(((await done(`/v2/entity/guid/${id}`)) as Full).entity.status);
      assert.deepEqual(states, ['ACTIVE', 'DELETED']);
    });

    test('NiFi’s hook adds to the inputs of a path that the program had read', async () => {
      const reference = (
        typeName: string,
        qualifiedName: string,
        values: object = {},
        id = `-${Math.random()}`,
      ) => ({
        id: {id, version: 0, typeName, state: 'ACTIVE'},
        typeName,
        values: {qualifiedName, name: qualifiedName.split('@')[0], ...values},
        traitNames: [],
        traits: {},
      });
      const send = async (message: object) =>
        await done('/v2/notification/topic/ATLAS_HOOK', {
          version: {version: '1.0.0', versionParts: [1]},
          msgCompressionKind: 'NONE',
          msgSplitIdx: 1,
          msgSplitCount: 1,
          msgSourceIP: '192.0.2.1',
          msgCreatedBy: 'nifi',
          msgCreationTime: Date.now(),
          message: {user: 'nifi', ...message},
        });
      const topic = reference('kafka_topic', 't@ns', {topic: 't', uri: 't'});
      const folder = reference('fs_path', '/a@ns', {path: '/a'});
      const path = reference('nifi_flow_path', 'p3@ns', {
        url: 'http://nifi.example',
        inputs: [topic],
        outputs: [reference('nifi_queue', 'q1@ns')],
        nifiFlow: reference('nifi_flow', 'root@ns', {url: 'http://nifi.example'}),
      });
      await send({type: 'ENTITY_CREATE', entities: [topic, folder, path]});
      const first = await soon(async () => await named('nifi_flow_path', 'p3@ns'));
      assert.equal(guidsAt(first, 'inputs')?.length, 1);
      const known = (first.attributes['inputs'] as {guid: string; typeName: string}[]).map(
        ({guid, typeName}) => reference(typeName, 't@ns', {}, guid),
      );
      await send({
        type: 'ENTITY_PARTIAL_UPDATE',
        typeName: 'nifi_flow_path',
        attribute: 'qualifiedName',
        attributeValue: 'p3@ns',
        entity: {
          ...reference('nifi_flow_path', 'p3@ns', {}, first.guid),
          values: {inputs: [...known, folder], outputs: [reference('nifi_queue', 'q2@ns')]},
        },
      });
      await soon(async () => {
        const {attributes} = await named('nifi_flow_path', 'p3@ns');
        const kinds = (name: string) =>
          (attributes[name] as Entity[]).map(({typeName}) => typeName).toSorted();
        assert.deepEqual(
          [kinds('inputs'), kinds('outputs').length],
          [['fs_path', 'kafka_topic'], 2],
        );
      });
    });

    test('OpenMetadata lists tables by the first API, reads each with what it refers to, and its lineage', async () => {
      const table = (name: string, guid: string) => ({
        typeName: 'hive_table',
        guid,
        attributes: {
          qualifiedName: `sales.${name}@gold`,
          name,
          db: {guid: '-1', typeName: 'hive_db'},
        },
      });
      const column = (tableName: string, guid: string, owner: string) => ({
        typeName: 'hive_column',
        guid,
        attributes: {
          qualifiedName: `sales.${tableName}.id@gold`,
          name: 'id',
          type: 'int',
          table: {guid: owner, typeName: 'hive_table'},
        },
      });
      await done('/v2/entity/bulk', {
        entities: [
          {
            typeName: 'hive_db',
            guid: '-1',
            attributes: {qualifiedName: 'sales@gold', name: 'sales', clusterName: 'gold'},
          },
          table('orders', '-2'),
          table('copy', '-3'),
          column('orders', '-4', '-2'),
          column('copy', '-5', '-3'),
          {
            typeName: 'Process',
            guid: '-6',
            attributes: {
              qualifiedName: 'load@gold',
              name: 'load',
              inputs: [{guid: '-2', typeName: 'hive_table'}],
              outputs: [{guid: '-3', typeName: 'hive_table'}],
            },
          },
        ],
      });
      const {results} = (await done('/entities?type=hive_table')) as {results: string[]};
      assert.equal(results.length, 2);
      for (const guid of results) {
        const {entities, referredEntities} = (await done(`/v2/entity/bulk?guid=${guid}`)) as Full;
        const [entity] = entities;
        assert.ok(entity !== undefined);
        assert.equal(
          (entity.relationshipAttributes['db'] as {displayText: string}).displayText,
          'sales',
        );
        const columns = entity.relationshipAttributes['columns'] as {guid: string}[];
        const [id] = columns.map(one => referredEntities[one.guid]);
        assert.equal(id?.attributes['name'], 'id');
        assert.equal(id.relationshipAttributes['table']?.displayText, entity.attributes['name']);
        const lineage = (await done(`/v2/lineage/${guid}`)) as {
          baseEntityGuid: string;
          guidEntityMap: Record<string, Entity>;
          relations: {toEntityId: string}[];
        };
        assert.equal(lineage.baseEntityGuid, guid);
        const ends = lineage.relations.map(
          ({toEntityId}) => lineage.guidEntityMap[toEntityId]?.typeName,
        );
        assert.deepEqual(ends.toSorted(), ['Process', 'hive_table']);
      }
    });
  });
}

test('Amundsen puts a super type of its own above stock types, which stays over a restart', async t => {
  const folder = await temporaryFolder(t);
  let server = await startCatalog(folder);
  t.after(() => server.stop());
  const done = async (path: string, body?: unknown, method?: string): Promise<unknown> => {
    const answer = await ask(`${server.url}/api/atlas/v2${path}`, {
      ...(body !== undefined && {body}),
      ...(method !== undefined && {method}),
    });
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  const own = {
    name: 'popularityScore',
    typeName: 'float',
    isOptional: true,
    cardinality: 'SINGLE',
    defaultValue: '0.0',
  };
  await done('/types/typedefs', {
    entityDefs: [{name: 'Table', superTypes: ['DataSet'], attributeDefs: [own]}],
  });
  const {entityDefs} = (await done('/types/typedefs')) as {
    entityDefs: {name: string; superTypes: string[]}[];
  };
  // They are sent back as they were read, with one name more.
  const tables = entityDefs.filter(({name}) => name.endsWith('_table'));
  assert.ok(tables.length > 2);
  for (const {superTypes} of tables) superTypes.push('Table');
  await done('/types/typedefs', {entityDefs: tables}, 'PUT');
  await server.stop();
  server = await startCatalog(folder);
  const attributes = {qualifiedName: 'sales@gold', name: 'sales', clusterName: 'gold'};
  await done('/entity/bulk', {
    entities: [
      {typeName: 'hive_db', guid: '-1', attributes},
      {
        typeName: 'hive_table',
        guid: '-2',
        attributes: {
          qualifiedName: 'sales.o@gold',
          name: 'o',
          db: {guid: '-1'},
          popularityScore: 2.5,
        },
      },
    ],
  });
  const found = (await done('/search/basic', {
    typeName: 'Table',
    sortBy: 'popularityScore',
    sortOrder: 'DESCENDING',
    excludeDeletedEntities: true,
    limit: 10,
    attributes: ['popularityScore'],
  })) as {entities: Entity[]};
  assert.deepEqual(
    found.entities.map(({attributes: {name, popularityScore}}) => [name, popularityScore]),
    [['o', 2.5]],
  );
});
