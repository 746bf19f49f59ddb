// The audit of entities and what can be told from it, over the whole server.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, tableWithColumns, type Answer} from './client.ts';
import {Lineage} from './lineage-world.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Event = {
  entityId: string;
  timestamp: number;
  user: string;
  action: string;
  details: string;
  eventKey: string;
  entity: {attributes: Record<string, unknown>} | null;
  type: null;
  diff?: {
    attributes?: Record<string, {before: unknown; after: unknown}>;
    labels?: {before: string[]; after: string[]};
  };
};
type Mutation = {guidAssignments: Record<string, string>};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: audit`, options, () => {
    let server: RunningCatalog;
    const call = (path: string, body?: unknown, method?: string): Promise<Answer> =>
      ask(`${server.url}/api/atlas${path}`, {body, ...(method === undefined ? {} : {method})});
    const ok = async (path: string, body?: unknown, method?: string): Promise<unknown> => {
      const answer = await call(path, body, method);
      assert.ok(answer.status < 300, `${path}: ${answer.text}`);
      return answer.json;
    };
    const audit = async (guid: string, query = ''): Promise<Event[]> =>
      (await ok(`/v2/entity/${guid}/audit${query}`)) as Event[];
    const create = async (name: string, more: object = {}): Promise<string> => {
      const attributes = {qualifiedName: `${name}@audit`, name, clusterName: 'c'};
      const answer = await ok('/v2/entity', {
        entity: {typeName: 'hive_db', guid: '-1', attributes, ...more},
      });
      return (answer as Mutation).guidAssignments['-1'] ?? '';
    };
    const update = async (name: string, attributes: object): Promise<unknown> =>
      await ok('/v2/entity', {
        entity: {
          typeName: 'hive_db',
          attributes: {qualifiedName: `${name}@audit`, name, clusterName: 'c', ...attributes},
        },
      });
    const jsonOf = ({details}: Event) =>
      JSON.parse(details.slice(details.indexOf('{'))) as {
        attributes: Record<string, unknown>;
        updateTime: number;
      };

    before(async () => {
      server = await start();
      await ok('/v2/types/typedefs', {
        classificationDefs: [
          {name: 'Audited', attributeDefs: [{name: 'level', typeName: 'int', isOptional: true}]},
        ],
      });
    });
    after(() => server?.stop());

    test('each event tells who, when and what the entity was then', async () => {
      const guid = await create('told', {customAttributes: {k: 'v'}});
      await update('told', {description: 'one', owner: 'ann'});
      await update('told', {description: 'two'});
      await ok(`/v2/entity/guid/${guid}/labels`, ['a', 'b']);
      await ok(`/v2/entity/guid/${guid}/labels`, ['b'], 'DELETE');
      await ok(`/v2/entity/guid/${guid}`, undefined, 'DELETE');
      const events = await audit(guid);
      assert.deepEqual(
        events.map(one => one.action),
        [
          'ENTITY_DELETE',
          'LABEL_DELETE',
          'LABEL_ADD',
          'ENTITY_UPDATE',
          'ENTITY_UPDATE',
          'ENTITY_CREATE',
        ],
      );
      const [deleted, unlabelled, labelled, second, first, created] = events as [
        Event,
        Event,
        Event,
        Event,
        Event,
        Event,
      ];
      assert.deepEqual(Object.keys(created), [
        'entityId',
        'timestamp',
        'user',
        'action',
        'details',
        'eventKey',
        'entity',
        'type',
      ]);
      assert.deepEqual(
        [created.entityId, created.user, created.entity, created.type],
        [guid, 'admin', null, null],
      );
      assert.match(created.details, /^Created: \{/);
      assert.match(second.details, /^Updated: \{/);
      assert.deepEqual(
        [created, first, second].map(one => [
          jsonOf(one).attributes['description'],
          jsonOf(one).attributes['owner'],
        ]),
        [
          [null, null],
          ['one', 'ann'],
          ['two', 'ann'],
        ],
      );
      assert.equal(jsonOf(first).updateTime, first.timestamp);
      assert.deepEqual(
        [labelled.details, unlabelled.details],
        ['Added labels: a b', 'Deleted labels: b'],
      );
      assert.equal(deleted.details, 'Deleted entity');
      assert.equal(new Set(events.map(one => one.eventKey)).size, events.length);
    });

    test('what an event changed and the entity after it are told when asked for', async () => {
      const guid = await create('diff', {labels: ['x']});
      await update('diff', {description: 'one'});
      await ok(`/v2/entity/guid/${guid}/labels`, ['x', 'y']);
      const [labels, change] = (await audit(guid, '?diff=true&entity=true')) as [Event, Event];
      assert.deepEqual(labels.diff, {labels: {before: ['x'], after: ['x', 'y']}});
      assert.deepEqual(change.diff, {attributes: {description: {before: null, after: 'one'}}});
      assert.deepEqual([change.entity?.attributes['description']], ['one']);
    });

    test('an update that changes nothing leaves no event', async () => {
      const guid = await create('same');
      await update('same', {});
      assert.equal((await audit(guid)).length, 1);
    });

    test('a child that comes updates its parent', async () => {
      const guid = await create('parent');
      await ok('/v2/entity', tableWithColumns('audited_table', 1, {guid}));
      const [event, created] = (await audit(guid)) as [Event, Event];
      assert.deepEqual([event.action, created.action], ['ENTITY_UPDATE', 'ENTITY_CREATE']);
      assert.deepEqual(jsonOf(event).attributes, jsonOf(created).attributes);
    });

    test('classifications are told with their values, those that go by name', async () => {
      const guid = await create('tagged', {
        classifications: [{typeName: 'Audited', attributes: {level: 1}}],
      });
      await ok(`/v2/entity/guid/${guid}/classification/Audited`, undefined, 'DELETE');
      const [removed, added] = (await audit(guid)) as [Event, Event];
      assert.deepEqual(
        [removed.action, removed.details],
        ['CLASSIFICATION_DELETE', 'Deleted classification: Audited'],
      );
      assert.equal(added.action, 'CLASSIFICATION_ADD');
      assert.match(
        added.details,
        /^Added classification: \{"typeName":"Audited","attributes":\{"level":1\}/,
      );
    });

    test('a classification that is written again as it is, is told as an update', async () => {
      const classifications = [{typeName: 'Audited', attributes: {level: 1}}];
      const guid = await create('tagged_again', {classifications});
      await ok(`/v2/entity/guid/${guid}/classifications`, classifications, 'PUT');
      const [updated] = (await audit(guid)) as [Event];
      assert.equal(updated.action, 'CLASSIFICATION_UPDATE');
    });

    test('a classification that comes over relations is told wherever it comes, changes and goes', async () => {
      const api = new Lineage(`${server.url}/api/atlas`);
      const [source, process, target, , end] = await api.chain('audited_flow', 3);
      const path = `/v2/entity/guid/${source}/classifications`;
      await ok(path, [{typeName: 'Audited', attributes: {level: 1}}]);
      await ok(path, [{typeName: 'Audited', attributes: {level: 2}}], 'PUT');
      await ok(path, [{typeName: 'Audited', propagate: false}], 'PUT');
      await ok(path, [{typeName: 'Audited', propagate: true}], 'PUT');
      await ok(`/v2/entity/guid/${source}/classification/Audited`, undefined, 'DELETE');
      const told = [
        'Deleted propagated classification: Audited',
        'Added propagated classification: 2',
        'Deleted propagated classification: Audited',
        'Updated propagated classification: 2',
        'Added propagated classification: 1',
      ];
      for (const guid of [process, target, end as string]) {
        const events = (await audit(guid)).filter(one => one.action.startsWith('PROPAGATED_'));
        const short = events.map(({details}) => {
          const at = details.indexOf('{');
          if (at < 0) return details;
          const json = JSON.parse(details.slice(at)) as {
            attributes: {level: number};
            entityGuid: string;
          };
          assert.equal(json.entityGuid, source);
          return `${details.slice(0, at)}${json.attributes.level}`;
        });
        assert.deepEqual(short, told);
        assert.deepEqual(
          events.map(one => one.action.replace('PROPAGATED_CLASSIFICATION_', '')),
          ['DELETE', 'ADD', 'DELETE', 'UPDATE', 'ADD'],
        );
        assert.ok(events.every(one => one.user === 'admin'));
        // They can be asked for alone, in pages, in any order.
        const added = await audit(guid, '?auditAction=PROPAGATED_CLASSIFICATION_ADD');
        assert.deepEqual(added, [events[1], events[4]]);
        assert.deepEqual(
          await audit(
            guid,
            '?auditAction=PROPAGATED_CLASSIFICATION_ADD&offset=1&count=1&sortOrder=desc',
          ),
          [events[4]],
        );
        const [first] = await audit(guid, '?sortBy=action&sortOrder=desc&count=1');
        assert.equal(first?.action, 'PROPAGATED_CLASSIFICATION_UPDATE');
      }
      const own = (await audit(source))
        .map(one => one.action)
        .filter(action => action.includes('CLASSIFICATION'));
      assert.deepEqual(
        own.map(action => action.replace('CLASSIFICATION_', '')),
        ['DELETE', 'UPDATE', 'UPDATE', 'UPDATE', 'ADD'],
      );
    });

    test('pages: by cursor with the last event again, by offset, and sorted', async () => {
      const guid = await create('pages');
      for (let n = 1; n <= 5; n++) await update('pages', {description: `v${n}`});
      const all = await audit(guid);
      assert.equal(all.length, 6);
      const seen: Event[] = [];
      let startKey = '';
      for (;;) {
        const page = await audit(guid, `?count=3&startKey=${startKey}`);
        seen.push(...(startKey === '' ? page : page.slice(1)));
        if (page.length < 3) break;
        startKey = page.at(-1)?.eventKey ?? '';
      }
      assert.deepEqual(seen, all);
      assert.deepEqual(await audit(guid, '?offset=2&count=2&sortOrder=DESC'), all.slice(2, 4));
      for (const ascending of [
        'offset=0',
        'sortBy=timestamp',
        'sortBy=details',
        'offset=0&sortOrder=up',
        'sortOrder=asc',
      ]) {
        assert.deepEqual(await audit(guid, `?${ascending}`), all.toReversed(), ascending);
      }
      assert.deepEqual(await audit(guid, '?offset=-1'), all);
      const byAction = await audit(guid, '?sortBy=action&sortOrder=asc&count=2');
      assert.deepEqual(
        byAction.map(one => one.action),
        ['ENTITY_CREATE', 'ENTITY_UPDATE'],
      );
      assert.deepEqual(
        (await audit(guid, '?auditAction=ENTITY_CREATE')).map(one => one.eventKey),
        [all.at(-1)?.eventKey],
      );
    });

    test('what cannot be meant is refused', async () => {
      const guid = await create('refused');
      for (const query of ['auditAction=NOPE', 'startKey=x', 'count=many']) {
        assert.equal((await call(`/v2/entity/${guid}/audit?${query}`)).status, 400, query);
      }
      const unknown = await call('/v2/entity/00000000-0000-0000-0000-000000000000/audit');
      assert.deepEqual(
        [unknown.status, (unknown.json as {errorCode: string}).errorCode],
        [404, 'ATLAS-404-00-005'],
      );
    });

    test('an entity can be read as it was', async () => {
      const guid = await create('was', {classifications: [{typeName: 'Audited'}]});
      const created = (await audit(guid)).at(-1)?.timestamp ?? 0;
      await update('was', {description: 'later'});
      await ok('/v2/entity', tableWithColumns('as_of_table', 1, {guid}));
      await ok(`/v2/entity/guid/${guid}/classification/Audited`, undefined, 'DELETE');
      await ok(`/v2/entity/guid/${guid}`, undefined, 'DELETE');
      type Read = {
        entity: {
          status: string;
          attributes: Record<string, unknown>;
          classifications?: object[];
          relationshipAttributes: {tables: object[]};
        };
      };
      const at = async (time: number) =>
        ((await ok(`/v2/entity/guid/${guid}?asOf=${time}`)) as Read).entity;
      const events = await audit(guid);
      const [deletion, removal, , change] = events as [Event, Event, Event, Event];
      assert.deepEqual((await at(deletion.timestamp)).status, 'DELETED');
      const before = await at(removal.timestamp - 1);
      assert.deepEqual(
        [
          before.status,
          before.attributes['description'],
          before.classifications?.length,
          before.relationshipAttributes.tables.length,
        ],
        ['ACTIVE', 'later', 1, 1],
      );
      const first = await at(Math.max(created, change.timestamp - 1));
      assert.deepEqual(
        [first.attributes['description'], first.relationshipAttributes.tables.length],
        [null, 0],
      );
      assert.equal((await call(`/v2/entity/guid/${guid}?asOf=${created - 1}`)).status, 404);
    });
  });
}
