// Changes of everything that a search finds: rehearsed, done, cancelled, taken back.
import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {tableWithColumns, callsTo} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {startCatalog, type RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Json = Record<string, unknown>;
type Counts = {
  changed: number;
  alongWith: number;
  unchanged: number;
  refused: number;
  conflicts: number;
};
type Bulk = {
  guid: string;
  status: string;
  counts: Counts;
  total?: number;
  reached?: number;
  errorMessage?: string;
};
type Listed = {entity: {guid: string; displayText: string}; outcome: string; reason: string};
type Saved = {guidAssignments: Record<string, string>};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const users = {admin: 'ADMIN', sally: 'sales', eve: 'none'};
const all = {
  entityTypes: ['.*'],
  entityIds: ['.*'],
  entityClassifications: ['.*'],
  classifications: ['.*'],
};
const policy = {
  roles: {
    ADMIN: {
      adminPermissions: [{privileges: ['.*']}],
      typePermissions: [{privileges: ['.*'], typeCategories: ['.*'], typeNames: ['.*']}],
      entityPermissions: [{privileges: ['.*'], ...all, labels: ['.*'], businessMetadata: ['.*']}],
      relationshipPermissions: [
        {
          privileges: ['.*'],
          relationshipTypes: ['.*'],
          end1EntityType: ['.*'],
          end1EntityId: ['.*'],
          end1EntityClassification: ['.*'],
          end2EntityType: ['.*'],
          end2EntityId: ['.*'],
          end2EntityClassification: ['.*'],
        },
      ],
    },
    SALES: {
      entityPermissions: [
        {privileges: ['entity-read'], ...all, entityIds: ['(open|shown)\\d+@x']},
        {privileges: ['entity-.*'], ...all, entityIds: ['open\\d+@x'], labels: ['.*']},
      ],
    },
  },
  userRoles: {},
  groupRoles: {ADMIN: ['ADMIN'], sales: ['SALES']},
};
const none: Counts = {changed: 0, alongWith: 0, unchanged: 0, refused: 0, conflicts: 0};

const places = [
  {database: 'sqlite', options: {}, args: () => Promise.resolve<string[]>([])},
  {
    database: 'postgres',
    options: 'skip' in cluster ? {skip: cluster.skip} : {},
    args: async () => ('url' in cluster ? ['--database', await freshDatabase(cluster.url)] : []),
  },
];

for (const {database, options, args} of places) {
  suite(`${database}: bulk changes`, options, () => {
    let server: RunningCatalog;
    let restart: () => Promise<void>;
    let term: string;
    let folder: string;
    const {send: call, ok} = callsTo(() => `${server.url}/api/meta`);
    const ended = async ({guid}: Bulk, user?: string): Promise<Bulk> =>
      await soon(async () => {
        const now = await ok<Bulk>(`/v2/bulk/${guid}`, undefined, 'GET', user);
        assert.ok(!['PENDING', 'IN_PROGRESS'].includes(now.status), now.status);
        return now;
      });
    const bulk = async (
      search: Json,
      action: Json,
      isRehearsal = false,
      user?: string,
    ): Promise<Bulk> =>
      await ended(await ok<Bulk>('/v2/bulk', {search, action, isRehearsal}, 'POST', user), user);
    const undo = async ({guid}: Bulk, query = ''): Promise<Bulk> =>
      await ended(await ok<Bulk>(`/v2/bulk/${guid}/undo${query}`, undefined, 'POST'));
    const listed = async ({guid}: Bulk, outcome = 'CHANGED', user?: string): Promise<Listed[]> => {
      const path = `/v2/bulk/${guid}/entities?limit=1000&outcome=${outcome}`;
      return (await ok<{entities: Listed[]}>(path, undefined, 'GET', user)).entities;
    };
    const entity = async (guid: string): Promise<Json> =>
      (await ok<{entity: Json}>(`/v2/entity/guid/${guid}`)).entity;
    const save = async (
      typeName: string,
      names: readonly string[],
      more: Json = {},
    ): Promise<string[]> => {
      const entities = names.map((name, i) => ({
        typeName,
        guid: `-${i + 1}`,
        attributes: {qualifiedName: `${name}@x`, name, ...more},
      }));
      const {guidAssignments} = await ok<Saved>('/v2/entity/bulk', {entities});
      return names.map((_, i) => guidAssignments[`-${i + 1}`] ?? '');
    };
    const names = (prefix: string, count: number) =>
      Array.from({length: count}, (_, i) => `${prefix}${i}`);
    const withOwner = (owner: string): Json => ({
      typeName: 'DataSet',
      entityFilters: {attributeName: 'owner', operator: '=', attributeValue: owner},
      excludeDeletedEntities: true,
    });

    const writePeople = (people: Readonly<Record<string, string>>) =>
      writeFile(
        join(folder, 'users.properties'),
        Object.entries(people)
          .map(([user, group]) => passwordLine(user, group))
          .join('\n'),
      );

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gazetteer-bulk-'));
      const [passwords, rules] = [join(folder, 'users.properties'), join(folder, 'policy.json')];
      await writePeople(users);
      await writeFile(rules, JSON.stringify(policy));
      const more = ['--password-file', passwords, '--policy-file', rules, ...(await args())];
      const start = async () =>
        void (server = await startCatalog(join(folder, 'data'), {args: more}));
      restart = async () => {
        await server.kill();
        await start();
      };
      await start();
      await ok('/v2/types/typedefs', {
        classificationDefs: [
          {name: 'Pii', attributeDefs: [{name: 'level', typeName: 'long', isOptional: true}]},
          {name: 'Processes', entityTypes: ['Process']},
        ],
        businessMetadataDefs: [
          {
            name: 'Care',
            attributeDefs: [
              {
                name: 'team',
                typeName: 'string',
                isOptional: true,
                options: {applicableEntityTypes: '["DataSet"]', maxStrLength: '20'},
              },
              {
                name: 'since',
                typeName: 'int',
                isOptional: true,
                options: {applicableEntityTypes: '["DataSet"]'},
              },
            ],
          },
        ],
      });
      const glossary = await ok<{guid: string}>('/v2/glossary', {name: 'g'});
      term = (
        await ok<{guid: string}>('/v2/glossary/term', {
          name: 't',
          anchor: {glossaryGuid: glossary.guid},
        })
      ).guid;
    });
    after(async () => {
      await server?.stop();
      await rm(folder, {recursive: true, force: true, maxRetries: 3});
    });

    test('a rehearsal tells what the change does, which is audited as any other, and undone', async () => {
      const guids = await save('DataSet', names('many', 620), {owner: 'many'});
      const [first = '', second = ''] = guids;
      await ok(`/v2/entity/guid/${first}/classifications`, [
        {typeName: 'Pii', attributes: {level: 1}},
      ]);
      const classify = {
        type: 'ADD_CLASSIFICATION',
        classification: {typeName: 'Pii', attributes: {level: 3}},
      };
      const rehearsed = await bulk(withOwner('many'), classify, true);
      assert.deepEqual(
        [rehearsed.status, rehearsed.total, rehearsed.counts],
        ['COMPLETE', 620, {...none, changed: 619, unchanged: 1}],
      );
      assert.equal((await listed(rehearsed)).length, 100);
      assert.equal((await entity(second))['classifications'], undefined);

      const done = await bulk(withOwner('many'), classify);
      assert.deepEqual(done.counts, rehearsed.counts);
      const shown = (await entity(second))['classifications'] as Json[];
      assert.deepEqual(
        shown.map(one => one['attributes']),
        [{level: 3}],
      );
      const audit = await ok<Json[]>(`/v2/entity/${second}/audit`);
      assert.deepEqual(audit.map(one => [one['action'], one['user']])[0], [
        'CLASSIFICATION_ADD',
        'admin',
      ]);

      // What was changed since is left as it is, and listed.
      await ok(
        `/v2/entity/guid/${second}/classifications`,
        [{typeName: 'Pii', attributes: {level: 9}}],
        'PUT',
      );
      const wouldUndo = await undo(done, '?isRehearsal=true');
      assert.deepEqual(wouldUndo.counts, {...none, changed: 618, conflicts: 1});
      const undone = await undo(done);
      assert.deepEqual(undone.counts, wouldUndo.counts);
      assert.deepEqual(
        (await listed(undone, 'CONFLICT')).map(one => [one.entity.guid, one.reason]),
        [[second, 'It was changed since.']],
      );
      const left = await ok<{approximateCount: number}>('/v2/search/basic', {
        classification: 'Pii',
      });
      assert.equal(left.approximateCount, 2);

      // An undo is a bulk change as well.
      const redone = await undo(undone);
      assert.deepEqual(redone.counts, {...none, changed: 618});
      const removed = await bulk(withOwner('many'), {
        type: 'REMOVE_CLASSIFICATION',
        typeName: 'Pii',
      });
      assert.deepEqual(removed.counts, {...none, changed: 620});
      await undo(removed);
      const levels = async (guid: string) =>
        ((await entity(guid))['classifications'] as {attributes: Json}[]).map(
          one => one.attributes['level'],
        );
      assert.deepEqual(
        [await levels(first), await levels(second), await levels(guids[2] ?? '')],
        [[1], [9], [3]],
      );
    });

    test('labels, attributes, business metadata and terms are set and taken back beside what others do', async () => {
      const [one = '', two = ''] = await save('DataSet', names('mixed', 2), {
        owner: 'mixed',
        description: 'old',
      });
      await ok(`/v2/entity/guid/${one}/labels`, ['kept', 'common']);
      await ok(`/v2/entity/guid/${one}/businessmetadata`, {Care: {team: 'before', since: 2001}});
      const search = withOwner('mixed');
      const labelled = await bulk(search, {type: 'ADD_LABELS', labels: ['common', 'fresh']});
      const cared = await bulk(search, {
        type: 'SET_BUSINESS_METADATA',
        values: {Care: {team: 'now', since: null}},
      });
      const described = await bulk(search, {
        type: 'SET_ATTRIBUTE',
        name: 'description',
        value: 'new',
      });
      const assigned = await bulk(search, {type: 'ADD_TERMS', termGuids: [term]});
      for (const done of [labelled, cared, described, assigned]) {
        assert.deepEqual(
          [done.status, done.counts],
          ['COMPLETE', {...none, changed: 2}],
          done.errorMessage,
        );
      }
      const shown = await entity(one);
      assert.deepEqual((shown['labels'] as string[]).toSorted(), ['common', 'fresh', 'kept']);
      assert.deepEqual((shown['businessAttributes'] as Json)['Care'], {team: 'now'});
      assert.equal((shown['attributes'] as Json)['description'], 'new');
      const meanings = (entity: Json) =>
        (entity['relationshipAttributes'] as {meanings: Json[]}).meanings;
      assert.deepEqual(
        meanings(shown).map(each => each['guid']),
        [term],
      );

      await ok(`/v2/entity/guid/${one}/labels`, ['later'], 'PUT');
      await ok(`/v2/entity/guid/${two}?name=description`, '"mine"', 'PUT');
      assert.deepEqual((await undo(described)).counts, {...none, changed: 1, conflicts: 1});
      for (const done of [labelled, cared, assigned])
        assert.deepEqual((await undo(done)).counts, {...none, changed: 2});
      const back = await entity(one);
      assert.deepEqual((back['labels'] as string[]).toSorted(), ['common', 'kept', 'later']);
      assert.deepEqual((back['businessAttributes'] as Json)['Care'], {team: 'before', since: 2001});
      assert.equal((back['attributes'] as Json)['description'], 'old');
      assert.deepEqual(meanings(back), []);
      const other = await entity(two);
      assert.deepEqual(
        [
          other['labels'] ?? [],
          other['businessAttributes'],
          (other['attributes'] as Json)['description'],
        ],
        [[], undefined, 'mine'],
      );
    });

    test('all that a query of the DSL finds is changed, page by page though it is found no more, and undone', async () => {
      const guids = await save('DataSet', names('asked', 230), {owner: 'asked'});
      const dsl = 'from DataSet where owner = "asked" orderby name';
      const change = async (body: Json) =>
        await ended(await ok<Bulk>('/v2/bulk', {dsl, ...body}, 'POST'));
      const action = {type: 'SET_ATTRIBUTE', name: 'owner', value: 'answered'};
      const rehearsed = await change({action, isRehearsal: true});
      assert.deepEqual(
        [rehearsed.status, rehearsed.total, rehearsed.counts],
        ['COMPLETE', 230, {...none, changed: 230}],
      );
      const done = await change({action});
      assert.deepEqual(done.counts, rehearsed.counts, done.errorMessage);
      const owner = async () => ((await entity(guids[0] ?? ''))['attributes'] as Json)['owner'];
      assert.equal(await owner(), 'answered');
      assert.deepEqual((await undo(done)).counts, {...none, changed: 230});
      assert.equal(await owner(), 'asked');

      for (const wrong of [
        {dsl: `${dsl} limit 3`},
        {dsl: 'from DataSet select name'},
        {dsl: 'from DataSet groupby owner select owner, count()'},
        {dsl: 'from Nowhere'},
        {dsl, search: withOwner('asked')},
        {dsl: 7},
        {},
      ]) {
        const {status, text} = await call('/v2/bulk', {action, ...wrong});
        assert.equal(status, 400, `${JSON.stringify(wrong)}: ${text}`);
      }
      // Of what whoever asks may not read none is found.
      const hidden = await ended(
        await ok<Bulk>('/v2/bulk', {dsl, action}, 'POST', 'sally'),
        'sally',
      );
      assert.deepEqual([hidden.total, hidden.counts], [0, none]);
    });

    test('what cannot be done to an entity is refused for that one', async () => {
      await save('DataSet', names('odd', 2), {owner: 'odd'});
      const tagged = await bulk(withOwner('odd'), {
        type: 'ADD_CLASSIFICATION',
        classification: {typeName: 'Processes'},
      });
      assert.deepEqual(tagged.counts, {...none, refused: 2});
      const [refused] = await listed(tagged, 'REFUSED');
      assert.match(refused?.reason ?? '', /Processes/);
      const wrong = await bulk(withOwner('odd'), {
        type: 'SET_ATTRIBUTE',
        name: 'qualifiedName',
        value: 'same',
      });
      assert.deepEqual(wrong.counts, {...none, refused: 2});
      const long = {Care: {team: 'a name that is much too long for it'}};
      assert.deepEqual(
        (await bulk(withOwner('odd'), {type: 'SET_BUSINESS_METADATA', values: long})).counts,
        {
          ...none,
          refused: 2,
        },
      );
      for (const [body, reason] of [
        [{search: {}, action: {type: 'DELETE'}}, /ATLAS-400-00-0/],
        [{search: withOwner('odd'), action: {type: 'ADD_LABELS'}}, /action.labels is needed/],
        [
          {
            search: withOwner('odd'),
            action: {type: 'ADD_CLASSIFICATION', classification: {typeName: 'No'}},
          },
          /No/,
        ],
        [{search: withOwner('odd'), action: {type: 'ADD_TERMS', termGuids: ['none']}}, /none/],
        [{search: {typeName: 'no_type'}, action: {type: 'DELETE'}}, /no_type/],
      ] as const) {
        const answer = await call('/v2/bulk', body);
        assert.ok(answer.status >= 400 && answer.status < 500, answer.text);
        assert.match(answer.text, reason);
      }
    });

    test('whoever asks changes what they may change, and is not told of what they may not read', async () => {
      const [open] = await save('DataSet', names('open', 3), {owner: 'rights'});
      await save('DataSet', names('shown', 2), {owner: 'rights'});
      const hidden = await save('DataSet', names('hidden', 4), {owner: 'rights'});
      const label = {type: 'ADD_LABELS', labels: ['sales']};
      const rehearsed = await bulk(withOwner('rights'), label, true, 'sally');
      assert.deepEqual([rehearsed.total, rehearsed.counts], [5, {...none, changed: 3, refused: 2}]);
      const done = await bulk(withOwner('rights'), label, false, 'sally');
      assert.deepEqual(done.counts, rehearsed.counts);
      const refused = await listed(done, 'REFUSED', 'sally');
      assert.match(refused[0]?.reason ?? '', /^sally is not authorized to perform add label/);
      assert.match(refused[0]?.reason ?? '', /shown/, 'by its name');
      assert.ok(refused.every(({entity: one, reason}) => !reason.includes(one.guid)));
      assert.deepEqual((await entity(open ?? ''))['labels'], ['sales']);
      assert.deepEqual((await entity(hidden[0] ?? ''))['labels'] ?? [], []);
      // Deleting is refused for what may only be read, too.
      const gone = await bulk(withOwner('rights'), {type: 'DELETE'}, true, 'sally');
      assert.deepEqual(gone.counts, {...none, changed: 3, refused: 2});

      for (const [path, method] of [
        ['', 'GET'],
        ['/entities', 'GET'],
        ['/undo', 'POST'],
        ['/cancel', 'POST'],
        ['/resume', 'POST'],
      ] as const) {
        const answer = await call(`/v2/bulk/${done.guid}${path}`, undefined, method, 'eve');
        assert.equal(answer.status, 404, answer.text);
      }
      assert.deepEqual(await ok('/v2/bulk', undefined, 'GET', 'eve'), []);
    });

    test('a change that is resumed is done with what its user may do by then', async () => {
      await save('DataSet', names('open', 900), {owner: 'moved'});
      const start = async (n: number): Promise<Bulk> => {
        const action = {type: 'ADD_LABELS', labels: [`moved${n}`]};
        const asked = await ok<Bulk>(
          '/v2/bulk',
          {search: withOwner('moved'), action},
          'POST',
          'sally',
        );
        const left = await ok<Bulk>(`/v2/bulk/${asked.guid}/cancel`, undefined, 'POST', 'sally');
        // One that has ended before leaves nothing to resume.
        return left.status === 'CANCELLED' ? left : await start(n + 1);
      };
      const {guid} = await start(1);
      const stopped = await ok<Bulk>(`/v2/bulk/${guid}`, undefined, 'GET', 'sally');
      await writePeople({...users, sally: 'none'});
      await soon(async () => {
        const {groups} = await ok<{groups: string[]}>('/admin/session', undefined, 'GET', 'sally');
        assert.deepEqual(groups, ['none']);
      });
      await ok(`/v2/bulk/${guid}/resume`, undefined, 'POST', 'sally');
      assert.equal((await ended(stopped, 'sally')).counts.changed, stopped.counts.changed);
      await writePeople(users);
      await soon(async () => {
        const {groups} = await ok<{groups: string[]}>('/admin/session', undefined, 'GET', 'sally');
        assert.deepEqual(groups, ['sales']);
      });
    });

    test('what was deleted comes back with what went along with it', async () => {
      const [db = ''] = await save('hive_db', ['shop'], {clusterName: 'x', owner: 'gone'});
      const made = await ok<Saved>('/v2/entity', tableWithColumns('shop.orders', 3, {guid: db}));
      const [table = '', column = ''] = ['-1', '-2'].map(one => made.guidAssignments[one] ?? '');
      await ok(`/v2/entity/guid/${table}/classifications`, [{typeName: 'Pii', propagate: true}]);
      const search = {typeName: 'hive_table', query: 'orders', excludeDeletedEntities: true};
      const done = await bulk(search, {type: 'DELETE'});
      assert.deepEqual(done.counts, {...none, changed: 1, alongWith: 3});
      assert.deepEqual(
        [(await entity(table))['status'], (await entity(column))['status']],
        ['DELETED', 'DELETED'],
      );
      assert.deepEqual(
        (await bulk({...search, excludeDeletedEntities: false}, {type: 'DELETE'})).counts,
        {
          ...none,
          unchanged: 1,
        },
      );
      const undone = await undo(done);
      assert.deepEqual(undone.counts, {...none, changed: 1, alongWith: 3}, undone.errorMessage);
      const back = await entity(table);
      const columns = (back['relationshipAttributes'] as {columns: Json[]}).columns;
      assert.equal(columns.length, 3);
      assert.deepEqual(
        [back['status'], columns.map(one => [one['entityStatus'], one['relationshipStatus']])],
        ['ACTIVE', columns.map(() => ['ACTIVE', 'ACTIVE'])],
      );
      // Its name is its own again, and may be taken only while it is gone.
      const again = await bulk(search, {type: 'DELETE'});
      await ok('/v2/entity', tableWithColumns('shop.orders', 0, {guid: db}));
      const conflicts = await undo(again);
      assert.deepEqual(conflicts.counts, {...none, alongWith: 3, conflicts: 1});
      assert.deepEqual(
        (await listed(conflicts, 'CONFLICT')).map(one => one.reason),
        ['Another entity has its name now.'],
      );
    });

    test('a cancelled change is resumed or taken back, and one that a kill ends goes on by itself', async () => {
      await save('DataSet', names('long', 900), {owner: 'long'});
      const action = {type: 'ADD_LABELS', labels: ['long']};
      const asked = await ok<Bulk>('/v2/bulk', {search: withOwner('long'), action});
      await restart();
      const done = await ended(asked);
      assert.equal(done.status, 'COMPLETE');
      const labelled = {
        typeName: 'DataSet',
        entityFilters: {attributeName: '__labels', operator: 'contains', attributeValue: 'long'},
      };
      const count = async () =>
        (await ok<{approximateCount: number}>('/v2/search/basic', labelled)).approximateCount;
      assert.equal(await count(), 900);
      for (const what of ['cancel', 'resume']) {
        assert.equal(
          (await ok<Bulk>(`/v2/bulk/${done.guid}/${what}`, undefined, 'POST')).status,
          'COMPLETE',
        );
      }
      assert.equal((await undo(done)).counts.changed, 900);
      assert.equal(await count(), 0);

      const next = await ok<Bulk>('/v2/bulk', {search: withOwner('long'), action});
      const {status, counts} = await ok<Bulk>(`/v2/bulk/${next.guid}/cancel`, undefined, 'POST');
      // It may have ended before.
      assert.ok(['CANCELLED', 'COMPLETE'].includes(status), status);
      assert.equal(await count(), counts.changed);
      await ok(`/v2/bulk/${next.guid}/resume`, undefined, 'POST');
      assert.equal((await ended(next)).counts.changed, 900);
      const tasks = await ok<Json[]>('/admin/tasks');
      assert.ok(tasks.some(one => one['guid'] === next.guid && one['type'] === 'BULK_CHANGE'));
    });
  });
}
