// The feed of changes: what happened, in its order, for whoever follows.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, tableWithColumns, type Answer} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

type Change = {
  id: string;
  operationType: string;
  eventTime: number;
  user: string;
  classification?: string;
  entity?: {
    guid: string;
    typeName: string;
    status: string;
    attributes: Record<string, unknown>;
    labels: string[];
  };
  relationship?: {typeName: string; guid: string; end1: {uniqueAttributes: object}};
};
type Page = {changes: Change[]; next: string};
type Mutation = {guidAssignments: Record<string, string>};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: feed of changes`, options, () => {
    let server: RunningCatalog;
    before(async () => {
      server = await start(['--notify-relationships']);
      await ok('/types/typedefs', {classificationDefs: [{name: 'Told'}]});
    });
    after(() => server?.stop());

    const call = (path: string, body?: unknown, method?: string): Promise<Answer> =>
      ask(`${server.url}/api/meta/v2${path}`, {body, ...(method === undefined ? {} : {method})});
    const ok = async (path: string, body?: unknown, method?: string): Promise<unknown> => {
      const answer = await call(path, body, method);
      assert.ok(answer.status < 300, `${path}: ${answer.text}`);
      return answer.json;
    };
    const page = async (after: string, more = ''): Promise<Page> =>
      (await ok(`/changes?after=${after}&limit=1000${more}`)) as Page;
    const now = async () => (await page('now')).next;
    const create = async (name: string): Promise<string> => {
      const attributes = {qualifiedName: `${name}@feed`, name, clusterName: 'c'};
      const answer = await ok('/entity', {entity: {typeName: 'hive_db', guid: '-1', attributes}});
      return (answer as Mutation).guidAssignments['-1'] ?? '';
    };
    const words = (changes: readonly Change[]) =>
      changes.map(one => [one.operationType, one.classification].filter(Boolean).join(' '));

    test('what is created, changed, classified and deleted is told, with who and when', async () => {
      const from = await now();
      const guid = await create('life');
      await ok(`/entity/guid/${guid}?name=description`, '"text"', 'PUT');
      await ok(`/entity/guid/${guid}/labels`, ['l']);
      await ok(`/entity/guid/${guid}/classifications`, [{typeName: 'Told'}]);
      await ok(`/entity/guid/${guid}/classification/Told`, undefined, 'DELETE');
      await ok(`/entity/guid/${guid}`, undefined, 'DELETE');
      const {changes} = await page(from);
      assert.deepEqual(words(changes), [
        'ENTITY_CREATE',
        'ENTITY_UPDATE',
        'ENTITY_UPDATE',
        'CLASSIFICATION_ADD Told',
        'CLASSIFICATION_DELETE Told',
        'ENTITY_DELETE',
      ]);
      for (const {entity, user, eventTime} of changes) {
        assert.equal(entity?.guid, guid);
        assert.equal(entity.status, 'DELETED', 'as it is now');
        assert.deepEqual(
          [
            entity.attributes['qualifiedName'],
            entity.attributes['clusterName'],
            entity.attributes['description'],
          ],
          ['life@feed', 'c', 'text'],
          'unique attributes, those of every header, and those that the type wants to be told',
        );
        assert.deepEqual([user, typeof eventTime], ['admin', 'number']);
      }
      assert.equal(new Set(changes.map(one => one.id)).size, changes.length);
      await ask(`${server.url}/api/meta/admin/purge`, {method: 'PUT', body: [guid]});
      const purged = (await page(from)).changes.at(-1);
      assert.deepEqual([purged?.operationType, purged?.entity?.guid], ['ENTITY_PURGE', guid]);
    });

    test('a table with its columns comes in pages, once each, with its relationships', async () => {
      const guid = await create('pages');
      const from = await now();
      await ok('/entity', tableWithColumns('pages_table', 30, {guid}));
      const seen: Change[] = [];
      for (let next = from; ;) {
        const answer = (await ok(`/changes?after=${next}&limit=7`)) as Page;
        if (answer.changes.length === 0) break;
        assert.ok(answer.changes.length <= 7);
        seen.push(...answer.changes);
        next = answer.next;
      }
      const counts = Map.groupBy(seen, one => one.operationType);
      assert.equal(counts.get('ENTITY_CREATE')?.length, 31);
      assert.deepEqual(
        counts.get('ENTITY_UPDATE')?.map(one => one.entity?.guid),
        [guid],
        'the database gained a table',
      );
      const relationships = counts.get('RELATIONSHIP_CREATE') ?? [];
      assert.equal(relationships.length, 31);
      assert.deepEqual(
        relationships.find(one => one.relationship?.typeName === 'hive_table_columns')?.relationship
          ?.end1.uniqueAttributes,
        {
          qualifiedName: 'pages_table@test',
        },
      );
      assert.equal(new Set(seen.map(one => one.id)).size, seen.length);
    });

    test('nothing is told of a dry run, of what failed, of what changed nothing and of internal entities', async () => {
      const guid = await create('quiet');
      const from = await now();
      await ok(`/entity/guid/${guid}?dryRun=true`, undefined, 'DELETE');
      await create('quiet');
      assert.equal(
        (await call('/entity', {entity: {typeName: 'hive_db', attributes: {name: 'x'}}})).status,
        404,
      );
      await ok('/entity', {entity: {typeName: '__MetaUserProfile', attributes: {name: 'told'}}});
      assert.deepEqual((await page(from)).changes, []);
    });

    test('who waits is told when something happens, and answered when nothing does', async () => {
      const from = await now();
      const waiting = page(from, '&wait=60000');
      const guid = await create('waited');
      assert.equal((await waiting).changes[0]?.entity?.guid, guid);
      const {changes, next} = await page((await waiting).next, '&wait=50');
      assert.deepEqual([changes, next], [[], (await waiting).next]);
    });

    test('a place that is none or not kept is refused', async () => {
      assert.equal((await call('/changes?after=yesterday')).status, 400);
      assert.equal((await call('/changes?limit=0')).status, 400);
      const {status, json} = await call('/changes?after=999999999.0');
      assert.deepEqual(
        [status, (json as {errorCode: string}).errorCode],
        [410, 'GAZETTEER-410-00-001'],
      );
    });

    test('names are those of the address that is asked', async () => {
      const answer = await ask(`${server.url}/api/atlas/v2/changes?limit=1`);
      assert.equal(answer.status, 200);
      assert.equal((answer.json as Page).changes.length, 1);
    });
  });
}

suite('a feed that is off', () => {
  test('costs nothing and says so', async () => {
    const server = await startFreshCatalog({args: ['--change-feed=false']});
    try {
      const {status, text} = await ask(`${server.url}/api/meta/v2/changes`);
      assert.equal(status, 400);
      assert.match(text, /--change-feed/);
    } finally {
      await server.stop();
    }
  });

  test('a server with readers that wait stops at once', async () => {
    const server = await startFreshCatalog({args: ['--stop-timeout', '30s']});
    const waiting = ask(`${server.url}/api/meta/v2/changes?after=now&wait=60000`);
    const again = ask(`${server.url}/api/meta/v2/changes?wait=60000`);
    const bothWait = /gazetteer_operation_duration_seconds_count\{operation="readChanges"\} 2/;
    while (!bothWait.test((await ask(`${server.url}/api/meta/admin/prometheus`)).text)) {
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    assert.equal(await server.stop(), 0);
    assert.deepEqual([(await waiting).status, (await again).status], [200, 200]);
  });
});
