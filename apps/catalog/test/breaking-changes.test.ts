// Subscriptions to breaking changes: told once each, with what they affect and may be read.
import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer} from './client.ts';
import {any, allEntities, wholeRole} from './policy-roles.ts';
import type {RunningCatalog} from './server-fixture.ts';
import {receiver, type Received} from './post-receiver.ts';

type Json = Record<string, unknown>;
type Hook = Awaited<ReturnType<typeof receiver>>;
type Told = {
  id: string;
  operationType: string;
  user: string;
  entity: {guid: string; displayText: string};
  breaking: {
    kind: string;
    columns: Json[];
    affected: {entity: {displayText: string}; hops: number; columns: string[]}[];
    affectedCount: number;
    isPartial: boolean;
  };
};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const policy = {
  roles: {
    ALL: wholeRole,
    // Whose name and address begin otherwise.
    NOTHING_SECRET: {
      ...wholeRole,
      entityPermissions: [{...allEntities, privileges: any, entityIds: ['[^s].*']}],
    },
  },
  userRoles: {ann: ['ALL'], cy: ['ALL'], bob: ['NOTHING_SECRET']},
  groupRoles: {},
};

/** *margins 1 amount*: what is affected, how far it is, and by which columns. */
const affectedOf = ({breaking}: Told) =>
  breaking.affected.map(({entity, hops, columns}) =>
    [entity.displayText, hops, ...columns].join(' '),
  );
const changesOf = ({requests}: {requests: readonly Received[]}) =>
  requests.flatMap(({body}) => body['changes'] as Told[]);
const briefly = (hook: {requests: readonly Received[]}) =>
  changesOf(hook).map(one => [
    one.entity.displayText,
    one.breaking.columns.map(({name, change}) => `${String(name)} ${String(change)}`).join(', '),
    affectedOf(one).join(', '),
  ]);

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: breaking changes`, options, () => {
    let server: RunningCatalog;
    let folder: string;
    const guids = new Map<string, string>();
    const users = ['ann', 'bob', 'cy'].map(name => passwordLine(name, 'ADMIN'));
    const passwords = () => join(folder, 'users.properties');
    const send = (user: string, path: string, method = 'GET', body?: unknown): Promise<Answer> =>
      ask(`${server.url}/api/meta/v2${path}`, {
        method,
        ...(body === undefined ? {} : {body}),
        headers: {authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`},
      });
    const ok = async <T = Json>(...args: Parameters<typeof send>): Promise<T> => {
      const answer = await send(...args);
      assert.ok(answer.status < 300, `${args.join(' ')}: ${answer.text}`);
      return answer.json as T;
    };
    const create = async (entities: {guid: string; attributes: Json; typeName: string}[]) => {
      const made = await ok<{guidAssignments: Record<string, string>}>(
        'ann',
        '/entity/bulk',
        'POST',
        {entities},
      );
      for (const [guid, own] of Object.entries(made.guidAssignments)) guids.set(guid.slice(1), own);
    };
    const ref = (typeName: string, name: string) => ({
      typeName,
      uniqueAttributes: {qualifiedName: name === 'd' ? 'd@x' : `${name}@x`},
    });
    /** With columns as *name type*. */
    const tables = (all: Record<string, readonly string[]>, more: Record<string, Json> = {}) =>
      create(
        Object.entries(all).flatMap(([name, columns]) => [
          {
            typeName: 'hive_table',
            guid: `-${name}`,
            attributes: {qualifiedName: `${name}@x`, name, db: ref('hive_db', 'd'), ...more[name]},
          },
          ...columns.map(column => {
            const [own = '', type] = column.split(' ');
            const qualifiedName = `${name}.${own}@x`;
            const table = {guid: `-${name}`, typeName: 'hive_table'};
            return {
              typeName: 'hive_column',
              guid: `-${name}.${own}`,
              attributes: {qualifiedName, name: own, type, table},
            };
          }),
        ]),
      );
    const flows = (typeName: string, pairs: readonly (readonly [string, string])[]) =>
      create(
        pairs.map(([from, to]) => ({
          typeName: 'Process',
          guid: `-${from}>${to}`,
          attributes: {
            qualifiedName: `${from}>${to}@x`,
            name: `${from}>${to}`,
            inputs: [ref(typeName, from)],
            outputs: [ref(typeName, to)],
          },
        })),
      );
    const retype = (column: string, type: string, attribute = 'type') =>
      ok('ann', `/entity/guid/${guids.get(column)}?name=${attribute}`, 'PUT', JSON.stringify(type));
    const drop = (name: string) => ok('ann', `/entity/guid/${guids.get(name)}`, 'DELETE');
    const subscribe = (user: string, filter: Json, target: Json, more: Json = {}) =>
      ok<{uuid: string; isPaused: boolean; pauseReason?: string}>(user, '/subscriptions', 'POST', {
        name: 'Breaks',
        target,
        filter: {operations: ['BREAKING_CHANGE'], ...filter},
        every: 0,
        ...more,
      });

    /** A server with a database of tables. */
    const started = async (args: readonly string[]) => {
      server = await start(['--password-file', passwords(), '--webhook-allow-private', ...args]);
      const attributes = {qualifiedName: 'd@x', name: 'd', clusterName: 'x'};
      await create([{typeName: 'hive_db', guid: '-d', attributes}]);
    };

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gazetteer-breaking-'));
      await writeFile(passwords(), users.join('\n'));
      const rules = join(folder, 'policy.json');
      await writeFile(rules, JSON.stringify(policy));
      await started(['--policy-file', rules, '--subscription-pause-after', '1s']);
      await tables(
        {
          orders: ['amount int', 'day string', 'note string'],
          margins: ['amount int'],
          report: ['total int'],
          secret: ['amount int'],
          items: ['id int', 'size int'],
          stock: ['id int'],
          alone: ['id int'],
        },
        {margins: {owner: 'mia'}},
      );
      await flows('hive_table', [
        ['orders', 'margins'],
        ['margins', 'report'],
        ['report', 'orders'],
        ['orders', 'secret'],
        ['items', 'stock'],
      ]);
      await flows('hive_column', [['orders.amount', 'margins.amount']]);
      const domain = await ok<{guid: string}>('ann', '/domains', 'POST', {name: 'Finance'});
      guids.set('Finance', domain.guid);
      await ok('ann', `/domains/${domain.guid}/assets`, 'POST', {guids: [guids.get('report')]});
    });
    after(async () => {
      await server?.stop();
      await rm(folder, {recursive: true, force: true});
    });

    test('each is told once, with what it affects of what is asked for and may be read', async t => {
      const filters: [string, Json][] = [
        ['ann', {}],
        ['bob', {}],
        ['ann', {affects: {owners: ['mia']}}],
        ['ann', {affects: {domains: [guids.get('Finance')]}}],
        ['ann', {affects: {assets: [guids.get('report')], owners: ['nobody']}}],
        ['ann', {affects: {owners: ['nobody']}}],
        ['ann', {types: ['hive_db']}],
        ['bob', {affects: {assets: [guids.get('secret')]}}],
      ];
      const hooks: Hook[] = [];
      for (const [user, filter] of filters) {
        const hook = await receiver(t);
        hooks.push(hook);
        await subscribe(user, filter, {kind: 'WEBHOOK', url: hook.url});
      }
      const [all, few, owned] = hooks as [Hook, Hook, Hook];
      const chat = await receiver(t);
      await subscribe('bob', {}, {kind: 'SLACK', url: chat.url});
      // Nothing of this breaks anything, or anything that is there.
      await retype('orders.amount', 'in cents', 'comment');
      await retype('orders.day', 'STRING');
      await drop('alone');
      await retype('orders.amount', 'decimal');
      const retyped = (affected: string) => ['orders', 'amount RETYPED', affected];
      await soon(() =>
        assert.deepEqual(hooks.map(briefly), [
          [retyped('margins 1 amount, secret 1, report 2')],
          [retyped('margins 1 amount, report 2')],
          [retyped('margins 1 amount')],
          [retyped('report 2')],
          [retyped('report 2')],
          [],
          [],
          [],
        ]),
      );
      const [first] = changesOf(all);
      assert.deepEqual(
        [first?.operationType, first?.user, first?.breaking.kind, first?.breaking.columns],
        [
          'BREAKING_CHANGE',
          'ann',
          'COLUMNS_CHANGED',
          [{name: 'amount', change: 'RETYPED', from: 'int', to: 'decimal'}],
        ],
      );
      await soon(() =>
        assert.deepEqual(
          chat.requests.map(({body}) => body['text']),
          [
            '*Breaks: one change*\n• Changed columns of orders (hive_table) by ann: amount retyped from int to decimal. Affects margins (amount), report',
          ],
        ),
      );
      // Two columns at once are one change; a table is dropped with its columns.
      await ok(
        'ann',
        `/entity/bulk?guid=${guids.get('orders.day')}&guid=${guids.get('orders.note')}`,
        'DELETE',
      );
      // Each is read as it is then: the next change waits until all have been told.
      const counts = (expected: readonly number[]) =>
        soon(() =>
          assert.deepEqual(
            hooks.map(hook => briefly(hook).length),
            expected,
          ),
        );
      await counts([2, 2, 2, 2, 2, 0, 0, 0]);
      assert.deepEqual(briefly(few)[1], [
        'orders',
        'day REMOVED, note REMOVED',
        'margins 1, report 2',
      ]);
      await drop('orders');
      await counts([3, 3, 3, 3, 3, 0, 0, 0]);
      assert.deepEqual(briefly(few)[2], ['orders', '', 'margins 1, report 2']);
      assert.deepEqual(briefly(owned)[2], ['orders', '', 'margins 1']);
      assert.equal(changesOf(all)[2]?.breaking.kind, 'TABLE_DROPPED');
      await drop('margins');
      await counts([4, 4, 3, 4, 4, 0, 0, 0]);
      assert.deepEqual(briefly(all)[3], ['margins', '', 'report 1']);
      const ids = changesOf(all).map(one => one.id);
      assert.equal(new Set(ids).size, 4);
      for (const {uuid} of (await ok<{subscriptions: {uuid: string}[]}>('ann', '/subscriptions'))
        .subscriptions)
        await ok('ann', `/subscriptions/${uuid}`, 'DELETE');
    });

    test('a table that was created again breaks only what is not as it was', async t => {
      const hook = await receiver(t);
      const target = {kind: 'WEBHOOK', url: hook.url};
      const {uuid} = await subscribe('ann', {}, target, {isPaused: true});
      await drop('items');
      await tables({items: ['id int', 'size string']});
      await ok('ann', `/subscriptions/${uuid}`, 'PUT', {isPaused: false});
      await soon(() => assert.deepEqual(briefly(hook), [['items', 'size RETYPED', 'stock 1']]));
      await ok('ann', `/subscriptions/${uuid}`, 'DELETE');
    });

    test('without the user who subscribed nothing is read, and the subscription says why', async t => {
      const hook = await receiver(t);
      const {uuid} = await subscribe('cy', {}, {kind: 'WEBHOOK', url: hook.url});
      await writeFile(passwords(), users.slice(0, 2).join('\n'));
      await soon(async () => {
        await retype('stock.id', `int${Date.now()}`);
        const one = await ok<{isPaused: boolean; pauseReason?: string}>(
          'ann',
          `/subscriptions/${uuid}`,
        );
        assert.equal(one.isPaused, true);
        assert.match(one.pauseReason ?? '', /There is no user cy any more/);
      });
      assert.equal(hook.requests.length, 0);
    });

    test('what cannot be meant is refused', async () => {
      const target = {kind: 'SLACK', url: 'https://hooks.example.com/x'};
      const breaking = {operations: ['BREAKING_CHANGE']};
      for (const filter of [
        {operations: ['BREAKING_CHANGE', 'ENTITY_UPDATE']},
        {affects: {owners: ['ann']}},
        {...breaking, affects: {owners: [null]}},
        {...breaking, affects: []},
      ]) {
        const {status, text} = await send('ann', '/subscriptions', 'POST', {
          name: 'x',
          target,
          filter,
        });
        assert.equal(status, 400, text);
      }
      assert.equal((await send('ann', '/changes?operation=BREAKING_CHANGE')).status, 400);
    });

    test('where lineage is not followed to its end it is told that more may be affected', async t => {
      await server.stop();
      await writeFile(passwords(), users.join('\n'));
      await started(['--lineage-max-nodes', '8']);
      const outputs = Array.from({length: 9}, (_, i) => `out${i}`);
      const before = Array.from({length: 9}, (_, i) => `before${i}`);
      await tables({
        ...Object.fromEntries([...outputs, ...before, 'kept'].map(name => [name, []])),
        wide: ['id int'],
        old: ['id int'],
        alone: ['id int'],
      });
      await flows('hive_table', [
        ...outputs.map(name => ['wide', name] as const),
        ...before.map(name => ['old', name] as const),
      ]);
      for (const name of before) await drop(`old>${name}`);
      await flows('hive_table', [['old', 'kept']]);
      const hook = await receiver(t);
      const chat = await receiver(t);
      const affects = {assets: [guids.get('out8'), guids.get('kept')]};
      await subscribe('ann', {affects}, {kind: 'WEBHOOK', url: hook.url});
      await subscribe('ann', {affects}, {kind: 'SLACK', url: chat.url});
      const told = async (expected: readonly unknown[][]) =>
        await soon(() =>
          assert.deepEqual(
            changesOf(hook).map(one => [
              one.entity.displayText,
              affectedOf(one).join(', '),
              one.breaking.affectedCount,
              one.breaking.isPartial,
            ]),
            expected,
          ),
        );
      // What has ended takes no room of what is there.
      await retype('old.id', 'string');
      await told([['old', 'kept 1', 1, false]]);
      await ok(
        'ann',
        `/entity/bulk?guid=${guids.get('alone')}&guid=${guids.get('wide')}`,
        'DELETE',
      );
      await told([
        ['old', 'kept 1', 1, false],
        ['wide', '', 0, true],
      ]);
      await soon(() =>
        assert.match(
          JSON.stringify(chat.requests.map(({body}) => body['text'])),
          /Dropped wide \(hive_table\) by ann\. There is more downstream than is followed, so what it affects is not known/,
        ),
      );
    });

    test('a column that is retyped several times is compared with its first type', async t => {
      const hook = await receiver(t);
      const target = {kind: 'WEBHOOK', url: hook.url};
      await tables({twice: ['back int', 'on int'], reader: ['id int']});
      await flows('hive_table', [['twice', 'reader']]);
      const {uuid} = await subscribe('ann', {}, target, {isPaused: true});
      for (const type of ['string', 'int']) await retype('twice.back', type);
      for (const type of ['string', 'decimal']) await retype('twice.on', type);
      await ok('ann', `/subscriptions/${uuid}`, 'PUT', {isPaused: false});
      await soon(() =>
        assert.deepEqual(
          changesOf(hook).map(one => one.breaking.columns),
          [[{name: 'on', change: 'RETYPED', from: 'int', to: 'decimal'}]],
        ),
      );
    });
  });
}
