// ?dryRun=true: a change is rehearsed and told, and nothing of it stays. On both databases.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, tableWithColumns, type Ask, type Entity} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Listed<T> = {count: number; list: T[]};
type DryRun = {
  dryRun: true;
  response: {
    mutatedEntities?: Record<string, Entity[]>;
    guidAssignments?: Record<string, string>;
  } | null;
  changes: {
    entities: Record<string, Listed<Entity>>;
    relationships: Record<string, Listed<{typeName: string}>>;
    classifications: Record<string, Listed<{typeName: string; entityGuid: string}>>;
    types: Record<string, Listed<string>>;
  };
};

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`dry run on ${database}`, options, () => {
    let server: RunningCatalog;
    let tableGuid = '';
    before(async () => {
      server = await start();
      const db = {
        typeName: 'hive_db',
        attributes: {qualifiedName: 'd@test', name: 'd', clusterName: 'test'},
      };
      const dbGuid = Object.values(await assigned('/entity', {body: {entity: db}}))[0] ?? '';
      tableGuid =
        (await assigned('/entity', {body: tableWithColumns('t', 150, {guid: dbGuid})}))['-1'] ?? '';
      await api('/types/typedefs', {body: {classificationDefs: [{name: 'PII'}]}});
    });
    after(() => server?.stop());

    const api = (path: string, how: Ask = {}) => ask(`${server.url}/api/atlas/v2${path}`, how);
    const assigned = async (path: string, how: Ask) =>
      ((await api(path, how)).json as {guidAssignments: Record<string, string>}).guidAssignments;
    const rehearse = async (path: string, how: Ask): Promise<DryRun> => {
      const {status, json, text} = await api(
        `${path}${path.includes('?') ? '&' : '?'}dryRun=true`,
        how,
      );
      assert.equal(status, 200, text);
      assert.equal((json as DryRun).dryRun, true);
      return json as DryRun;
    };
    /** Everything that a change could leave behind, as clients see it. */
    const state = async () => {
      const answers = await Promise.all([
        api('/search/basic', {
          body: {typeName: '_ALL_ENTITY_TYPES', limit: 1000, sortBy: '__guid'},
        }),
        api(`/entity/guid/${tableGuid}`),
        api('/types/typedefs'),
      ]);
      const {json} = await ask(`${server.url}/api/atlas/admin/metrics`);
      const {general, ...metrics} = (json as {data: Record<string, Record<string, unknown>>}).data;
      return [
        ...answers.map(one => one.text),
        general?.['entityCount'],
        metrics['entity'],
        metrics['tag'],
      ];
    };
    const counts = (lists: Record<string, Listed<unknown>>) =>
      Object.fromEntries(
        Object.entries(lists).flatMap(([name, {count}]) => (count > 0 ? [[name, count]] : [])),
      );

    test('a delete is told with all that would go, and nothing goes', async () => {
      const before = await state();
      const {response, changes} = await rehearse(`/entity/guid/${tableGuid}`, {method: 'DELETE'});
      assert.equal(response?.mutatedEntities?.['DELETE']?.length, 151);
      assert.deepEqual(counts(changes.entities), {deleted: 151});
      assert.equal(changes.entities['deleted']?.list.length, 100);
      assert.equal(changes.entities['deleted']?.list[0]?.guid, tableGuid);
      assert.ok((changes.relationships['deleted']?.count ?? 0) > 0);
      assert.deepEqual(await state(), before);
    });

    test('a save is told whole, and its guids and names stay free', async () => {
      const before = await state();
      const entity = {
        typeName: 'hive_db',
        attributes: {qualifiedName: 'new@test', name: 'new', clusterName: 'test'},
      };
      const {response, changes} = await rehearse('/entity', {body: {entity}});
      assert.equal(response?.mutatedEntities?.['CREATE']?.length, 1);
      assert.deepEqual(counts(changes.entities), {created: 1});
      assert.equal(changes.entities['created']?.list[0]?.attributes['name'], 'new');
      assert.deepEqual(await state(), before);
      assert.equal(
        (await api('/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=new@test')).status,
        404,
      );
    });

    test('an operation without an answer of its own tells its changes, too', async () => {
      const before = await state();
      const body = [{typeName: 'PII', propagate: false}];
      const {response, changes} = await rehearse(`/entity/guid/${tableGuid}/classifications`, {
        body,
      });
      assert.equal(response, null);
      assert.deepEqual(changes.classifications['added'], {
        count: 1,
        list: [{typeName: 'PII', entityGuid: tableGuid, propagate: false}],
      });
      assert.deepEqual(await state(), before);
    });

    test('types are rehearsed, and the next request sees the old ones', async () => {
      const before = await state();
      const made = await rehearse('/types/typedefs', {
        body: {entityDefs: [{name: 'dry', superTypes: ['DataSet']}]},
      });
      assert.deepEqual(made.changes.types['created'], {count: 1, list: ['dry']});
      const gone = await rehearse('/types/typedef/name/PII', {method: 'DELETE'});
      assert.deepEqual(gone.changes.types['deleted'], {count: 1, list: ['PII']});
      assert.deepEqual(await state(), before);
      assert.equal(
        (await api('/entity', {body: {entity: {typeName: 'dry', attributes: {}}}})).status,
        400,
      );
    });

    test('what would fail fails the same way', async () => {
      const broken = {body: {entity: {typeName: 'hive_db', attributes: {name: 'x'}}}};
      const [real, dry] = [await api('/entity', broken), await api('/entity?dryRun=true', broken)];
      assert.deepEqual([dry.status, dry.json], [real.status, real.json]);
    });

    test('a value that is neither true nor false changes nothing', async () => {
      const before = await state();
      const {status} = await api(`/entity/guid/${tableGuid}?dryRun=1`, {method: 'DELETE'});
      assert.equal(status, 400);
      assert.deepEqual(await state(), before);
    });

    test('writes that run at the same time are kept', async () => {
      const entity = (n: number) => ({
        typeName: 'hive_db',
        attributes: {qualifiedName: `c${n}@test`, name: `c${n}`, clusterName: 'test'},
      });
      const answers = await Promise.all(
        Array.from({length: 20}, (_, n) =>
          api(`/entity${n % 2 === 0 ? '' : '?dryRun=true'}`, {body: {entity: entity(n)}}),
        ),
      );
      assert.deepEqual([...new Set(answers.map(one => one.status))], [200]);
      const found = await Promise.all(
        answers.map((_, n) =>
          api(`/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=c${n}@test`),
        ),
      );
      assert.deepEqual(
        found.map(one => one.status),
        answers.map((_, n) => (n % 2 === 0 ? 200 : 404)),
      );
    });
  });
}
