// Changes that are undone: each kind of change, what others have changed since, and undoing an
// undo.
import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {tableWithColumns, callsTo, refusal} from './client.ts';
import {any, wholeRole} from './policy-roles.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Json = Record<string, unknown>;
type Counts = Record<'changed' | 'alongWith' | 'unchanged' | 'refused' | 'conflicts', number>;
type Bulk = {guid: string; status: string; counts: Counts};
type Undone = {change: Bulk; conflicts: {entity: {displayText: string}; reason: string}[]};
type Change = {
  changeId: string;
  userName: string;
  kind: string;
  operation: string;
  transactions: number;
  counts: Record<string, number>;
  canUndo: boolean;
  reason?: string;
  undoneBy?: string;
};
type Details = Change & {
  entities: {entity: {guid: string}; how: string; fields: {name: string; before?: unknown}[]}[];
};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const entities = {entityTypes: any, entityIds: any, entityClassifications: any};
const policy = {
  roles: {
    ADMIN: wholeRole,
    // Reads and changes what is open, and nothing else.
    OPEN: {
      entityPermissions: [
        {
          privileges: any,
          ...entities,
          entityIds: ['open.*'],
          labels: any,
          businessMetadata: any,
          classifications: any,
        },
      ],
    },
  },
  userRoles: {},
  groupRoles: {ADMIN: ['ADMIN'], open: ['OPEN']},
};

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: undo`, options, () => {
    let server: RunningCatalog;
    let folder: string;
    let db: string;
    let term: string;
    let made = 0;
    const {send, ok} = callsTo(() => `${server.url}/api/meta/v2`);
    const save = async (typeName: string, name: string, more: Json = {}, user?: string) => {
      const entity = {typeName, attributes: {name, qualifiedName: `${name}@x`, ...more}};
      const {guidAssignments} = await ok<{guidAssignments: Record<string, string>}>(
        '/entity/bulk',
        {entities: [{...entity, guid: '-1'}]},
        'POST',
        user,
      );
      return guidAssignments['-1'] ?? '';
    };
    const topic = (name = `topic${++made}`, more: Json = {}, user?: string) =>
      save('kafka_topic', name, {topic: name, uri: 'x', ...more}, user);
    const newest = async (user?: string): Promise<Change> => {
      const {changes} = await ok<{changes: Change[]}>('/undo?limit=1', undefined, 'GET', user);
      const [change] = changes;
      assert.ok(change !== undefined);
      return change;
    };
    const undo = async ({changeId}: {changeId: string}, query = '', user?: string) =>
      await ok<Undone>(`/undo/${changeId}${query}`, undefined, 'POST', user);
    /** All that people see of an entity but who changed it when. */
    const seen = async (guid: string): Promise<Json> => {
      const {entity} = await ok<{entity: Json}>(`/entity/guid/${guid}`);
      const {relationshipAttributes, classifications = [], meanings = []} = entity;
      const related = Object.entries(relationshipAttributes as Json).map(([name, value]) => {
        const list = (Array.isArray(value) ? value : [value]) as (Json | null)[];
        const active = list.filter(one => one?.['relationshipStatus'] === 'ACTIVE');
        return [name, active.map(one => one?.['guid']).sort()];
      });
      return {
        ...Object.fromEntries(
          ['status', 'attributes', 'customAttributes', 'businessAttributes'].map(name => [
            name,
            entity[name],
          ]),
        ),
        related: Object.fromEntries(related) as Json,
        labels: ((entity['labels'] ?? []) as string[]).toSorted(),
        meanings: (meanings as Json[]).map(one => one['termGuid']),
        classifications: (classifications as Json[]).map(({typeName, attributes}) => ({
          typeName,
          attributes,
        })),
      };
    };
    /** Changes something, undoes it, and undoes the undo. */
    const thereAndBack = async (
      guids: readonly string[],
      act: () => Promise<unknown>,
      counts: Partial<Counts> = {conflicts: 0, refused: 0},
    ) => {
      const all = async () => await Promise.all(guids.map(seen));
      const first = await all();
      await act();
      const change = await newest();
      const then = await all();
      assert.notDeepEqual(then, first);
      const undone = await undo(change);
      assert.deepEqual(undone.conflicts, []);
      assert.deepEqual({...undone.change.counts, ...counts}, undone.change.counts);
      assert.deepEqual(await all(), first);
      const again = await newest();
      assert.equal(again.changeId, undone.change.guid);
      assert.deepEqual((await undo(again)).conflicts, []);
      assert.deepEqual(await all(), then);
    };

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gazetteer-undo-'));
      const [users, rules] = [join(folder, 'users.properties'), join(folder, 'policy.json')];
      await writeFile(
        users,
        [
          passwordLine('admin', 'ADMIN'),
          passwordLine('maria', 'ADMIN'),
          passwordLine('olga', 'open'),
        ].join('\n'),
      );
      await writeFile(rules, JSON.stringify(policy));
      server = await start(['--password-file', users, '--policy-file', rules]);
      await ok('/types/typedefs', {
        classificationDefs: [
          {
            name: 'PII',
            attributeDefs: [
              {name: 'level', typeName: 'string', isOptional: true, cardinality: 'SINGLE'},
            ],
          },
        ],
        businessMetadataDefs: [
          {
            name: 'Cost',
            attributeDefs: [
              {
                name: 'centre',
                typeName: 'string',
                isOptional: true,
                cardinality: 'SINGLE',
                options: {applicableEntityTypes: '["Asset"]', maxStrLength: '50'},
              },
            ],
          },
        ],
      });
      db = await save('hive_db', 'sales', {clusterName: 'x'});
      const {guid} = await ok<{guid: string}>('/glossary', {name: 'Words'});
      const anchor = {glossaryGuid: guid};
      term = (await ok<{guid: string}>('/glossary/term', {name: 'Order', anchor})).guid;
    });
    after(async () => {
      await server.stop();
      await rm(folder, {recursive: true, force: true});
    });

    test('values, labels, custom attributes and business metadata come back', async () => {
      const guid = await topic('values', {description: 'first', owner: 'ann'});
      const change = (attributes: Json, more: Json = {}) =>
        ok('/entity', {
          entity: {
            typeName: 'kafka_topic',
            guid,
            attributes: {
              qualifiedName: 'values@x',
              name: 'values',
              topic: 't',
              uri: 'x',
              ...attributes,
            },
            ...more,
          },
        });
      await change({owner: 'ann', partitionCount: 3});
      await thereAndBack([guid], () => change({owner: 'eve', partitionCount: 4}));
      await thereAndBack([guid], () => change({}, {customAttributes: {a: '1', b_c: '2'}}));
      await thereAndBack([guid], () => ok(`/entity/guid/${guid}/labels`, ['x', 'y'], 'POST'));
      await thereAndBack([guid], () => ok(`/entity/guid/${guid}/labels`, ['x'], 'DELETE'));
      const cost = (centre: string) =>
        ok(`/entity/guid/${guid}/businessmetadata?isOverwrite=true`, {Cost: {centre}}, 'POST');
      await thereAndBack([guid], () => cost('A'));
      await thereAndBack([guid], () => cost('B'));
    });

    test('classifications come back with their values', async () => {
      const guid = await topic();
      const path = `/entity/guid/${guid}/classifications`;
      const pii = (level: string) => [{typeName: 'PII', attributes: {level}}];
      await thereAndBack([guid], () => ok(path, pii('low'), 'POST'));
      await thereAndBack([guid], () => ok(path, pii('high'), 'PUT'));
      await thereAndBack([guid], () =>
        ok(`/entity/guid/${guid}/classification/PII`, undefined, 'DELETE'),
      );
    });

    test('terms are assigned and removed again', async () => {
      const guid = await topic();
      const path = `/glossary/terms/${term}/assignedEntities`;
      await thereAndBack([guid], () => ok(path, [{guid}], 'POST'));
      const {entity} = await ok<{entity: {relationshipAttributes: {meanings: Json[]}}}>(
        `/entity/guid/${guid}`,
      );
      const {relationshipGuid} = entity.relationshipAttributes.meanings[0] ?? {};
      await thereAndBack([guid], () => ok(path, [{guid, relationshipGuid}], 'PUT'));
    });

    test('what was created is deleted, with all that it owns, and restored', async () => {
      const answer = await ok<{guidAssignments: Record<string, string>}>(
        '/entity',
        tableWithColumns('made', 3, {guid: db}),
      );
      const guids = Object.values(answer.guidAssignments);
      assert.equal(guids.length, 4);
      const change = await newest();
      assert.deepEqual(
        [change.counts['created'], change.operation, change.canUndo, change.kind],
        [4, 'saveEntity', true, 'REQUEST'],
      );
      const then = await Promise.all([db, ...guids].map(seen));
      const undone = await undo(change);
      assert.deepEqual(undone.conflicts, []);
      assert.equal(undone.change.counts.changed, 4);
      for (const guid of guids) assert.equal((await seen(guid))['status'], 'DELETED');
      await undo(await newest());
      assert.deepEqual(await Promise.all([db, ...guids].map(seen)), then);
    });

    test('what was deleted is restored with its relationships', async () => {
      const answer = await ok<{guidAssignments: Record<string, string>}>(
        '/entity',
        tableWithColumns('lost', 2, {guid: db}),
      );
      const guids = Object.values(answer.guidAssignments);
      const [first = ''] = guids;
      const table = (await ok<{entity: {typeName: string}}>(`/entity/guid/${first}`)).entity;
      const named = table.typeName === 'hive_table' ? first : (guids.at(-1) ?? '');
      await thereAndBack([db, ...guids], () => ok(`/entity/guid/${named}`, undefined, 'DELETE'));
    });

    test('relationships are ended, made and moved back', async () => {
      const [one, two] = [await topic(), await topic()];
      const process = (inputs: string[]) =>
        ok('/entity', {
          entity: {
            typeName: 'Process',
            attributes: {
              name: 'flow',
              qualifiedName: 'flow@x',
              inputs: inputs.map(guid => ({guid, typeName: 'kafka_topic'})),
              outputs: [],
            },
          },
        });
      await process([one]);
      await thereAndBack([one, two], () => process([two]));
      await thereAndBack([one, two], () => process([one, two]));
    });

    test('what was changed later stays and is named', async () => {
      const guid = await topic('later', {owner: 'ann', description: 'first'});
      const set = (attributes: Json, user?: string) =>
        ok(
          '/entity',
          {
            entity: {
              typeName: 'kafka_topic',
              guid,
              attributes: {
                qualifiedName: 'later@x',
                name: 'later',
                topic: 'later',
                uri: 'x',
                ...attributes,
              },
            },
          },
          'POST',
          user,
        );
      await set({owner: 'eve', description: 'second'});
      const change = await newest();
      await set({owner: 'zoe'}, 'maria');
      await ok(`/entity/guid/${guid}/labels`, ['kept'], 'POST', 'maria');

      const refused = await send(`/undo/${change.changeId}?conflicts=REFUSE`, undefined, 'POST');
      assert.equal(refused.status, 409);
      assert.match(refusal(refused), /later: “owner” was changed later; last changed by maria\./);
      const rehearsed = await ok<{dryRun: boolean; response: Undone}>(
        `/undo/${change.changeId}?dryRun=true`,
        undefined,
        'POST',
      );
      assert.ok(rehearsed.dryRun);
      const before = await seen(guid);
      assert.deepEqual((before['attributes'] as Json)['description'], 'second');
      const undone = await undo(change);
      assert.deepEqual(undone.conflicts, rehearsed.response.conflicts);
      assert.deepEqual(
        undone.conflicts.map(({entity, reason}) => [entity.displayText, reason]),
        [['later', '“owner” was changed later; last changed by maria.']],
      );
      const {description, owner} = (await seen(guid))['attributes'] as Json;
      assert.deepEqual([description, owner], ['first', 'zoe']);
      assert.deepEqual((await seen(guid))['labels'], ['kept']);
      const {changes} = await ok<{changes: Change[]}>(`/undo?guid=${guid}`);
      const now = changes.find(one => one.changeId === change.changeId);
      assert.equal(now?.undoneBy, undone.change.guid);
    });

    test('what was created and used by others since stays', async () => {
      const guids = [await topic(), await topic(), await topic(), await topic()];
      const ids = (await ok<{changes: Change[]}>('/undo?limit=4')).changes.toReversed();
      const [labelled = '', classified = '', related = '', free = ''] = guids;
      await ok(`/entity/guid/${labelled}/labels`, ['x'], 'POST', 'maria');
      await ok(`/entity/guid/${classified}/classifications`, [{typeName: 'PII'}], 'POST', 'maria');
      await ok(`/glossary/terms/${term}/assignedEntities`, [{guid: related}], 'POST', 'maria');
      for (const one of ids.slice(0, 3)) {
        const {change, conflicts} = await undo(one);
        assert.deepEqual([change.counts.changed, change.counts.conflicts], [0, 1]);
        assert.match(conflicts[0]?.reason ?? '', /later/);
      }
      for (const guid of [labelled, classified, related])
        assert.equal((await seen(guid))['status'], 'ACTIVE');
      const [, , , last] = ids;
      assert.ok(last !== undefined);
      await undo(last);
      assert.equal((await seen(free))['status'], 'DELETED');
      // Its name is somebody else's now: it cannot come back.
      const undoing = await newest();
      const name = String(((await seen(free))['attributes'] as Json)['name']);
      await topic(name, {}, 'maria');
      const {conflicts} = await undo(undoing);
      assert.deepEqual(
        conflicts.map(one => one.reason),
        ['Another entity has its name now.'],
      );
    });

    test('a column of others keeps the table that is undone', async () => {
      const answer = await ok<{guidAssignments: Record<string, string>}>(
        '/entity',
        tableWithColumns('shared', 2, {guid: db}),
      );
      const guids = Object.values(answer.guidAssignments);
      const change = await newest();
      const types = await Promise.all(
        guids.map(async guid => {
          const {entity} = await ok<{entity: {typeName: string}}>(`/entity/guid/${guid}`);
          return entity.typeName;
        }),
      );
      const table = guids[types.indexOf('hive_table')] ?? '';
      await ok(
        '/entity',
        {
          entity: {
            typeName: 'hive_column',
            attributes: {name: 'own', qualifiedName: 'own@x', type: 'int', table: {guid: table}},
          },
        },
        'POST',
        'maria',
      );
      const {conflicts} = await undo(change);
      assert.equal((await seen(table))['status'], 'ACTIVE');
      assert.equal(conflicts.length, 1);
    });

    test('several requests in one transaction are one change', async () => {
      await ok('/batch', {
        requests: ['b1', 'b2'].map(name => ({
          method: 'POST',
          path: '/v2/entity',
          body: {
            entity: {
              typeName: 'kafka_topic',
              attributes: {name, qualifiedName: `${name}@x`, topic: name, uri: 'x'},
            },
          },
        })),
      });
      const change = await newest();
      assert.deepEqual([change.operation, change.counts['created']], ['runBatch', 2]);
      assert.equal((await undo(change)).change.counts.changed, 2);
    });

    const status = async (guid: string) => (await seen(guid))['status'];
    const batch = async (...requests: Json[]) => {
      const {responses} = await ok<{responses: {status: number; body?: Json}[]}>('/batch', {
        requests,
      });
      return responses.map(one => one.body?.['guidAssignments'] as Record<string, string>);
    };
    const remove = (guid: string) => ({method: 'DELETE', path: `/v2/entity/guid/${guid}`});
    const put = (body: object) => ({method: 'POST', path: '/v2/entity', body});
    /** A table with one column, and another in its place by the same change. */
    const replaced = async (name: string) => {
      const assigned = await ok<{guidAssignments: Record<string, string>}>(
        '/entity',
        tableWithColumns(name, 1, {guid: db}),
      );
      const {'-1': table = '', '-2': column = ''} = assigned.guidAssignments;
      const [, made] = await batch(remove(table), put(tableWithColumns(name, 1, {guid: db})));
      const {'-1': newTable = '', '-2': newColumn = ''} = made ?? {};
      return {old: [table, column], made: [newTable, newColumn], change: await newest()};
    };
    const statuses = async (guids: readonly string[]) => await Promise.all(guids.map(status));

    test('what a change has put in the place of something makes room for it', async () => {
      const {old, made, change} = await replaced('place');
      assert.deepEqual(await statuses([...old, ...made]), [
        'DELETED',
        'DELETED',
        'ACTIVE',
        'ACTIVE',
      ]);
      const then = await Promise.all([db, ...old, ...made].map(seen));
      const {conflicts} = await undo(change);
      assert.deepEqual(conflicts, []);
      assert.deepEqual(await statuses([...old, ...made]), [
        'ACTIVE',
        'ACTIVE',
        'DELETED',
        'DELETED',
      ]);
      assert.deepEqual((await undo(await newest())).conflicts, []);
      assert.deepEqual(await Promise.all([db, ...old, ...made].map(seen)), then);
    });

    test('what cannot give up its place stays with its parts, and what was there stays deleted', async () => {
      const {old, made, change} = await replaced('kept');
      await ok(`/entity/guid/${made[0]}/labels`, ['x'], 'POST', 'maria');
      const {conflicts} = await undo(change);
      assert.deepEqual(conflicts.map(one => one.reason).toSorted(), [
        'Another entity has its name now.',
        'It was changed later; last changed by maria.',
        'What had its name before is not restored.',
        'What it belongs to is not restored.',
      ]);
      assert.deepEqual(await statuses([...old, ...made]), [
        'DELETED',
        'DELETED',
        'ACTIVE',
        'ACTIVE',
      ]);
    });

    test('parts of something that stays deleted stay deleted', async () => {
      const assigned = await ok<{guidAssignments: Record<string, string>}>(
        '/entity',
        tableWithColumns('whole', 1, {guid: db}),
      );
      const {'-1': table = '', '-2': column = ''} = assigned.guidAssignments;
      await ok(`/entity/guid/${table}`, undefined, 'DELETE');
      const change = await newest();
      await ok('/entity', tableWithColumns('whole', 0, {guid: db}), 'POST', 'maria');
      const {conflicts} = await undo(change);
      assert.deepEqual(conflicts.map(one => one.reason).toSorted(), [
        'Another entity has its name now.',
        'What it belongs to is not restored.',
      ]);
      assert.deepEqual(await statuses([table, column]), ['DELETED', 'DELETED']);
    });

    test('names that were swapped are swapped back', async () => {
      const guids = [await topic('swap1'), await topic('swap2')];
      const [one = '', two = ''] = guids;
      const rename = (guid: string, name: string) => ({
        method: 'PUT',
        path: `/v2/entity/guid/${guid}?name=qualifiedName`,
        body: name,
      });
      await thereAndBack(guids, () =>
        batch(rename(one, 'swap3@x'), rename(two, 'swap1@x'), rename(one, 'swap2@x')),
      );
    });

    test('what was restored with other values is deleted with those that it had', async () => {
      const guid = await topic('again', {owner: 'ann'});
      await ok(`/entity/guid/${guid}`, undefined, 'DELETE');
      const attributes = {qualifiedName: 'again@x', name: 'again', topic: 'again', uri: 'x'};
      const restoring = await newest();
      await batch(
        {method: 'POST', path: `/v2/undo/${restoring.changeId}`},
        put({entity: {typeName: 'kafka_topic', guid, attributes: {...attributes, owner: 'eve'}}}),
      );
      const change = await newest();
      assert.equal(await status(guid), 'ACTIVE');
      assert.deepEqual((await undo(change)).conflicts, []);
      assert.equal(await status(guid), 'DELETED');
      assert.equal(((await seen(guid))['attributes'] as Json)['owner'], 'ann');
    });

    test('of what is set back, only single values are listed', async () => {
      const guid = await save('hive_table', 'listed', {
        db: {guid: db, typeName: 'hive_db'},
        owner: 'ann',
        aliases: ['a'],
      });
      await ok('/entity/bulk', {
        entities: [
          {
            typeName: 'hive_table',
            guid,
            attributes: {
              name: 'listed',
              qualifiedName: 'listed@x',
              db: {guid: db, typeName: 'hive_db'},
              owner: 'eve',
              aliases: ['b'],
            },
          },
        ],
      });
      const {change} = await undo(await newest());
      assert.deepEqual(((await seen(guid))['attributes'] as Json)['aliases'], ['a']);
      const {entities: listed} = await ok<{entities: Json[]}>(`/bulk/${change.guid}/entities`);
      assert.deepEqual(
        listed.map(({oldValue, newValue}) => [oldValue, newValue]),
        [[{owner: 'eve'}, {owner: 'ann'}]],
      );
    });

    test('what was deleted permanently cannot be undone, and says so', async () => {
      const {guid} = await ok<{guid: string}>('/glossary', {name: 'Gone'});
      await ok(`/glossary/${guid}`, undefined, 'DELETE');
      const change = await newest();
      assert.deepEqual(
        [change.canUndo, change.reason, change.counts['purged']],
        [false, 'It only deleted entities permanently.', 1],
      );
      const answer = await send(`/undo/${change.changeId}`, undefined, 'POST');
      assert.equal(answer.status, 409);
    });

    test('people undo what they may change, and see their own changes', async () => {
      const open = await topic('open1', {}, 'olga');
      const mine = await newest('olga');
      assert.equal(mine.userName, 'olga');
      await ok(`/entity/guid/${open}/labels`, ['x'], 'POST', 'maria');
      const theirs = await newest();
      assert.equal(theirs.userName, 'maria');
      const hidden = await send(`/undo/${theirs.changeId}`, undefined, 'POST', 'olga');
      assert.equal(hidden.status, 404);
      assert.equal((await send(`/undo/${theirs.changeId}`, undefined, 'GET', 'olga')).status, 404);
      assert.deepEqual(
        (await ok<{changes: Change[]}>('/undo?user=maria', undefined, 'GET', 'olga')).changes,
        [],
      );
      await undo(theirs);
      await undo(mine, '', 'olga');
      assert.equal((await seen(open))['status'], 'DELETED');
      // Read again with what she may read of it by now.
      const details = await ok<Details>(`/undo/${mine.changeId}`, undefined, 'GET', 'olga');
      assert.deepEqual(
        details.entities.map(one => [one.entity.guid, one.how]),
        [[open, 'CREATED']],
      );
    });

    test('what somebody may not read any more is neither told nor undone', async () => {
      const answer = await ok<{guidAssignments: Record<string, string>}>(
        '/entity/bulk',
        {
          entities: ['open2', 'open3'].map((name, n) => ({
            typeName: 'kafka_topic',
            guid: `-${n + 1}`,
            attributes: {name, qualifiedName: `${name}@x`, topic: name, uri: 'x'},
          })),
        },
        'POST',
        'olga',
      );
      const {'-1': shown = '', '-2': hidden = ''} = answer.guidAssignments;
      const mine = await newest('olga');
      await ok(`/entity/guid/${hidden}?name=qualifiedName`, '"closed@x"', 'PUT');
      const told = await send(`/undo/${mine.changeId}`, undefined, 'GET', 'olga');
      assert.ok(told.text.includes(shown) && !told.text.includes(hidden), told.text);
      const {change, conflicts} = await undo(mine, '', 'olga');
      assert.deepEqual([change.counts.changed, change.counts.conflicts], [1, 1]);
      assert.deepEqual(conflicts, []);
      assert.equal((await seen(hidden))['status'], 'ACTIVE');
    });

    test('the details tell what was there before', async () => {
      const guid = await topic('told', {owner: 'ann'});
      await ok(`/entity/guid/${guid}/labels`, ['x'], 'POST');
      const {changeId} = await newest();
      const details = await ok<Details>(`/undo/${changeId}`);
      assert.deepEqual(
        details.entities.map(one => [one.entity.guid, one.how, one.fields]),
        [[guid, 'CHANGED', [{name: 'label x'}]]],
      );
      assert.equal((await send('/undo/none')).status, 404);
    });

    test('the answer to a change that can be undone names it, and no other does', async () => {
      const idOf = async (...asked: Parameters<typeof send>) => {
        const {status, headers, text} = await send(...asked);
        assert.ok(status < 300, text);
        return headers.get('change-id');
      };
      const guid = await topic('named');
      assert.equal(
        await idOf(`/entity/guid/${guid}/labels`, ['x'], 'POST'),
        (await newest()).changeId,
      );
      assert.equal(await idOf(`/entity/guid/${guid}`, undefined, 'GET'), null);
      assert.equal(await idOf(`/entity/guid/${guid}/labels`, ['x'], 'POST'), null);
      assert.equal(await idOf(`/entity/guid/${guid}/labels?dryRun=true`, ['y'], 'POST'), null);
      const deleted = await idOf(`/entity/guid/${guid}`, undefined, 'DELETE');
      assert.equal(deleted, (await newest()).changeId);
      const undone = await idOf(`/undo/${deleted}`, undefined, 'POST');
      assert.equal(undone, (await newest()).changeId);
      await ok(`/entity/guid/${guid}`, undefined, 'DELETE');
      const purged = await send('/../admin/purge', [guid], 'PUT');
      assert.deepEqual([purged.status, purged.headers.get('change-id')], [200, null]);
      assert.equal((await newest()).counts['purged'], 1);
    });

    test('a large change is undone as a task, rehearsed before', async () => {
      const names = Array.from({length: 620}, (_, n) => `large${n}`);
      await ok('/entity/bulk', {
        entities: names.map(name => ({
          typeName: 'kafka_topic',
          attributes: {name, qualifiedName: `${name}@x`, topic: name, uri: 'x'},
        })),
      });
      const change = await newest();
      const ended = async ({change: {guid}}: Undone) =>
        await soon(async () => {
          const now = await ok<Bulk>(`/bulk/${guid}`);
          assert.equal(now.status, 'COMPLETE');
          return now;
        });
      const rehearsal = await ended(await undo(change, '?isRehearsal=true'));
      assert.equal(rehearsal.counts.changed, 620);
      assert.equal((await newest()).changeId, change.changeId);
      const done = await ended(await undo(change));
      assert.equal(done.counts.changed, 620);
      const undoing = await newest();
      assert.deepEqual([undoing.kind, undoing.changeId], ['BULK_CHANGE', done.guid]);
      assert.equal(undoing.counts['deleted'], 620);
      const again = await ended({
        change: await ok<Bulk>(`/bulk/${done.guid}/undo`, undefined, 'POST'),
        conflicts: [],
      });
      assert.equal(again.counts.changed, 620);
      const {approximateCount} = await ok<{approximateCount: number}>('/search/basic', {
        typeName: 'kafka_topic',
        query: 'large*',
        excludeDeletedEntities: true,
        limit: 1,
      });
      assert.equal(approximateCount, 620);
    });
  });
}
