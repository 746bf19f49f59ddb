// Deletes that keep, deletes that remove, and purges.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, tableWithColumns, type Answer, type Entity} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

type Mutation = {
  mutatedEntities?: Record<string, Entity[]>;
  guidAssignments?: Record<string, string>;
  failedEntities?: {guid: string; errorCode: string}[];
  summary?: Record<string, number>;
};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: deletes`, options, () => {
    let server: RunningCatalog;
    const call = (path: string, body?: unknown, method?: string): Promise<Answer> =>
      ask(`${server.url}/api/atlas${path}`, {body, ...(method === undefined ? {} : {method})});
    const ok = async (path: string, body?: unknown, method?: string): Promise<Mutation> => {
      const answer = await call(path, body, method);
      assert.ok(answer.status < 300, `${path}: ${answer.text}`);
      return answer.json as Mutation;
    };
    const save = async (
      typeName: string,
      name: string,
      attributes: object = {},
    ): Promise<string> => {
      const all = {qualifiedName: `${name}@deletes`, name, ...attributes};
      const {guidAssignments} = await ok('/v2/entity', {
        entity: {typeName, guid: '-1', attributes: all},
      });
      return guidAssignments?.['-1'] ?? '';
    };
    const remove = (guid: string, query = '') =>
      ok(`/v2/entity/guid/${guid}${query}`, undefined, 'DELETE');
    const guidsOf = (answer: Mutation, key: string) =>
      (answer.mutatedEntities?.[key] ?? []).map(one => one.guid).toSorted();
    const statusOf = async (guid: string) => (await call(`/v2/entity/guid/${guid}`)).status;
    const ref = (guid: string, typeName: string) => ({guid, typeName});

    before(async () => {
      server = await start();
      await ok('/v2/types/typedefs', {
        entityDefs: [
          {
            name: 'Holder',
            superTypes: ['Asset'],
            attributeDefs: [
              {name: 'must', typeName: 'hive_db'},
              {name: 'may', typeName: 'hive_db', isOptional: true},
              {name: 'many', typeName: 'array<hive_db>', cardinality: 'LIST', isOptional: true},
            ],
          },
        ],
        classificationDefs: [{name: 'Doomed'}],
      });
    });
    after(() => server?.stop());

    test('deleting twice, or what is not there, is no error', async () => {
      const guid = await save('hive_db', 'twice', {clusterName: 'c'});
      assert.deepEqual(guidsOf(await remove(guid), 'DELETE'), [guid]);
      assert.deepEqual(await remove(guid), {});
      assert.deepEqual(await remove('00000000-0000-0000-0000-000000000000'), {});
      assert.deepEqual(
        await ok(
          '/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=nope',
          undefined,
          'DELETE',
        ),
        {},
      );
    });

    test('a process goes when all that it puts out has gone, and takes its column lineages along', async () => {
      const [a, b, c] = await Promise.all(
        ['a', 'b', 'c'].map(name => save('hive_table', `flow_${name}`)),
      );
      const sets = (list: (string | undefined)[]) =>
        list.map(guid => ref(guid ?? '', 'hive_table'));
      const process = await save('hive_process', 'flow', {
        inputs: sets([a]),
        outputs: sets([b, c]),
        userName: 'u',
        startTime: 1,
        endTime: 2,
        operationType: 'QUERY',
        queryText: '',
        queryPlan: '',
        queryId: '',
        recentQueries: [],
      });
      const column = await save('hive_column_lineage', 'flow_column', {
        query: ref(process, 'hive_process'),
        depenendencyType: 'SIMPLE',
      });
      assert.deepEqual(guidsOf(await remove(b ?? ''), 'DELETE'), [b]);
      assert.deepEqual(
        guidsOf(await remove(c ?? ''), 'DELETE'),
        [c ?? '', column, process].toSorted(),
      );
    });

    test('deleteType is ignored, and the log says so, as long as it is not enabled', async () => {
      const guid = await save('hive_db', 'override', {clusterName: 'c'});
      await remove(guid, '?deleteType=HARD');
      assert.equal(await statusOf(guid), 200);
      const said =
        /Override of deleteType is not enabled\. Ignoring parameter deleteType=HARD, in request from user=admin/;
      await soon(() => assert.match(server.output(), said));
    });

    test('a purge removes deleted entities with what they own and tells what it could not', async () => {
      const db = await save('hive_db', 'purge', {clusterName: 'c'});
      const created = await ok('/v2/entity', tableWithColumns('purged', 2, {guid: db}));
      const {guidAssignments = {}} = created;
      const table = guidAssignments['-1'] ?? '';
      await ok(`/v2/entity/guid/${table}/classifications`, [{typeName: 'Doomed'}]);
      await remove(table);
      const first = await ok('/admin/purge', [table, db, 'x'], 'PUT');
      assert.deepEqual(guidsOf(first, 'PURGE'), Object.values(guidAssignments).toSorted());
      assert.deepEqual(first.mutatedEntities?.['PURGE']?.[0]?.['classificationNames'], ['Doomed']);
      assert.deepEqual(
        first.failedEntities?.map(one => [one.guid, one.errorCode]),
        [
          [db, 'ATLAS-400-00-10A'],
          ['x', 'ATLAS-400-00-108'],
        ],
      );
      assert.deepEqual(
        [first.summary?.['purgedCount'], first.summary?.['purgedDependenciesCount']],
        [1, 2],
      );
      assert.equal(await statusOf(table), 404);
      const events = (await call(`/v2/entity/${table}/audit`)).json as {
        action: string;
        details: string;
      }[];
      assert.deepEqual(
        events.map(one => one.action),
        ['ENTITY_PURGE', 'ENTITY_DELETE', 'CLASSIFICATION_ADD', 'ENTITY_CREATE'],
      );
      assert.match(
        events[0]?.details ?? '',
        /^Purged: \{"typeName":"hive_table","attributes":\{"qualifiedName":"purged@test"\}/,
      );
      assert.match(events[3]?.details ?? '', /"owner":"etl"/);
      const read = (await call(`/v2/entity/guid/${db}`)).json as {
        entity: {relationshipAttributes: {tables: object[]}};
      };
      assert.deepEqual(read.entity.relationshipAttributes.tables, []);
      const metrics = (await call('/admin/metrics')).json as {
        data: {entity: {entityDeleted: Record<string, number>}};
      };
      assert.equal(metrics.data.entity.entityDeleted['hive_column'], undefined);
    });

    test('a purge of nothing or too much is refused', async () => {
      const code = async (body: unknown) => {
        const {status, json} = await call('/admin/purge', body, 'PUT');
        return [status, (json as {errorCode: string}).errorCode];
      };
      assert.deepEqual(await code([]), [400, 'ATLAS-400-00-01A']);
      assert.deepEqual(await code({}), [400, 'ATLAS-400-00-01A']);
      assert.deepEqual(await code(Array.from({length: 1001}, (_, n) => `${n}`)), [
        400,
        'ATLAS-400-00-109',
      ]);
    });

    test('who was purged is forgotten by those that could refer to it, and never taken from those that must', async () => {
      const [one, two] = [
        await save('hive_db', 'held_one', {clusterName: 'c'}),
        await save('hive_db', 'held_two', {clusterName: 'c'}),
      ];
      const dbs = [one, two].map(guid => ref(guid, 'hive_db'));
      const holder = await save('Holder', 'holder', {must: dbs[0], may: dbs[1], many: dbs});
      await remove(two);
      await remove(one);
      assert.deepEqual(guidsOf(await ok('/admin/purge', [two], 'PUT'), 'UPDATE'), [holder]);
      const {attributes} = ((await call(`/v2/entity/guid/${holder}`)).json as {entity: Entity})
        .entity;
      assert.deepEqual(
        [attributes['may'], attributes['many']],
        [null, [{...dbs[0], uniqueAttributes: {qualifiedName: 'held_one@deletes'}}]],
      );
      const refused = await call('/admin/purge', [one], 'PUT');
      assert.equal(refused.status, 400);
      assert.match(refused.text, /Cannot unset required attribute must/);
      assert.equal(await statusOf(one), 200);
    });
  });
}

suite('deletes that remove', () => {
  let server: RunningCatalog;
  before(async () => {
    const args = [
      '--delete-handler',
      'org.apache.atlas.HardDeleteHandlerV1',
      '--delete-type-override',
    ];
    server = await startFreshCatalog({args});
  });
  after(() => server?.stop());
  const create = async (name: string): Promise<string> => {
    const attributes = {qualifiedName: name, name, clusterName: 'c'};
    const body = {entity: {typeName: 'hive_db', guid: '-1', attributes}};
    return (
      ((await ask(`${server.url}/api/atlas/v2/entity`, {body})).json as Mutation).guidAssignments?.[
        '-1'
      ] ?? ''
    );
  };
  const remove = async (guid: string, query = '') =>
    await ask(`${server.url}/api/atlas/v2/entity/guid/${guid}${query}`, {method: 'DELETE'});
  const statusOf = async (guid: string) =>
    (await ask(`${server.url}/api/atlas/v2/entity/guid/${guid}`)).status;

  test('the entity is gone at once, and its audit tells so', async () => {
    const guid = await create('gone');
    const {mutatedEntities} = (await remove(guid)).json as Mutation;
    assert.deepEqual(
      mutatedEntities?.['DELETE']?.map(one => one.guid),
      [guid],
    );
    assert.equal(await statusOf(guid), 404);
    const events = (await ask(`${server.url}/api/atlas/v2/entity/${guid}/audit`)).json as {
      action: string;
    }[];
    assert.deepEqual(
      events.map(one => one.action),
      ['ENTITY_DELETE', 'ENTITY_CREATE'],
    );
    const other = await create('gone');
    assert.notEqual(other, guid);
    assert.equal(
      ((await ask(`${server.url}/api/atlas/v2/entity/${other}/audit`)).json as object[]).length,
      1,
    );
  });

  test('a request may choose otherwise, in words that exist', async () => {
    const guid = await create('kept');
    assert.equal((await remove(guid, '?deleteType=NEVER')).status, 400);
    await remove(guid, '?deleteType=SOFT');
    assert.equal(await statusOf(guid), 200);
  });
});
