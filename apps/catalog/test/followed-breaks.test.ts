// Breaking changes of what somebody owns or follows: in a list and by mail, of what they may read.
import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {smtpForTests, type Mail} from '../../../packages/events/test/smtp-fixture.ts';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer} from './client.ts';
import {any, allEntities, wholeRole} from './policy-roles.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Json = Record<string, unknown>;
type Break = {
  kind: string;
  user: string;
  isNew: boolean;
  entity: {displayText: string};
  columns: {name: string; change: string; from?: string; to?: string}[];
  affected: {entity: {displayText: string}; hops: number; columns: string[]}[];
};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const policy = {
  roles: {
    ALL: wholeRole,
    // Reads what does not begin otherwise.
    READER: {
      typePermissions: [{privileges: any, typeCategories: any, typeNames: any}],
      entityPermissions: [{...allEntities, privileges: ['entity-read'], entityIds: ['[^s].*']}],
    },
  },
  userRoles: {ann: ['ALL'], mia: ['ALL'], bob: ['READER'], cy: ['ALL']},
  groupRoles: {},
};

/** *orders: amount RETYPED > margins 1 amount* */
const briefly = ({entity, kind, columns, affected}: Break) => {
  const what = columns.map(one => `${one.name} ${one.change}`).join(', ') || kind;
  const of = affected.map(one => [one.entity.displayText, one.hops, ...one.columns].join(' '));
  return `${entity.displayText}: ${what} > ${of.join(', ')}`;
};

const textOf = ({text}: Mail) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: breaking changes of what somebody owns or follows`, options, () => {
    let server: RunningCatalog;
    let folder: string;
    let mails: Mail[];
    const ends: (() => unknown)[] = [];
    const guids = new Map<string, string>();
    const guid = (name: string) => guids.get(name) ?? name;
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
    const create = async (entities: readonly Json[]) => {
      const {guidAssignments} = await ok<{guidAssignments: Record<string, string>}>(
        'ann',
        '/entity/bulk',
        'POST',
        {entities},
      );
      for (const [name, own] of Object.entries(guidAssignments)) guids.set(name.slice(1), own);
    };
    const table = (name: string, columns: Readonly<Record<string, string>>, more: Json = {}) => [
      {
        typeName: 'hive_table',
        guid: `-${name}`,
        attributes: {qualifiedName: `${name}@x`, name, db: {guid: '-d'}, ...more},
      },
      ...Object.entries(columns).map(([own, type]) => ({
        typeName: 'hive_column',
        guid: `-${name}.${own}`,
        attributes: {
          qualifiedName: `${name}.${own}@x`,
          name: own,
          type,
          table: {guid: `-${name}`, typeName: 'hive_table'},
        },
      })),
    ];
    const flow = (from: string, to: string) => ({
      typeName: 'Process',
      guid: `-${from}>${to}`,
      attributes: {
        qualifiedName: `${from}>${to}@x`,
        name: `${from}>${to}`,
        inputs: [{guid: `-${from}`}],
        outputs: [{guid: `-${to}`}],
      },
    });
    const retype = (user: string, column: string, type: string) =>
      ok(user, `/entity/guid/${guid(column)}?name=type`, 'PUT', JSON.stringify(type));
    const drop = (name: string) => ok('ann', `/entity/guid/${guid(name)}`, 'DELETE');
    const follow = (user: string, name: string) =>
      ok(user, `/follows/entities/${guid(name)}`, 'PUT');
    const heard = async (user: string) =>
      await ok<{changes: Break[]; isMore: boolean}>(user, '/follows/breaking-changes');
    const told = async (user: string) => (await heard(user)).changes.map(briefly);

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gazetteer-followed-breaks-'));
      const [users, rules] = [join(folder, 'users.properties'), join(folder, 'policy.json')];
      const lines = ['ann', 'mia', 'bob', 'cy'].map(name => passwordLine(name, 'USER'));
      await writeFile(users, lines.join('\n'));
      await writeFile(rules, JSON.stringify(policy));
      const smtp = await smtpForTests(
        {after: end => void ends.push(end as () => unknown)},
        {authOptional: true, disabledCommands: ['STARTTLS']},
      );
      ({mails} = smtp);
      server = await start([
        '--password-file',
        users,
        '--policy-file',
        rules,
        '--mail-server',
        `127.0.0.1:${smtp.port}`,
        '--mail-tls',
        'off',
        '--mail-from',
        'catalog@example.com',
        '--notification-address',
        'https://catalog.example.com/',
        '--digest-daily-schedule',
        '* * * * * *',
      ]);
      await create([
        {
          typeName: 'hive_db',
          guid: '-d',
          attributes: {qualifiedName: 'd@x', name: 'd', clusterName: 'x'},
        },
        ...table('orders', {amount: 'int', day: 'string', note: 'string'}),
        ...table('margins', {amount: 'int'}, {owner: 'mia'}),
        ...table('report', {total: 'int'}),
        ...table('sales_raw', {id: 'int'}),
        ...table('elsewhere', {id: 'int'}),
        flow('orders', 'margins'),
        flow('margins', 'report'),
        flow('report', 'orders'),
        flow('sales_raw', 'report'),
        flow('orders.amount', 'margins.amount'),
      ]);
    });
    after(async () => {
      await server?.stop();
      for (const end of ends) await end();
      await rm(folder, {recursive: true, force: true});
    });

    test('nothing is told to whoever owns and follows nothing, nor what was before', async () => {
      await retype('ann', 'orders.note', 'varchar');
      await follow('bob', 'report');
      assert.deepEqual(await heard('cy'), {changes: [], isMore: false});
      assert.deepEqual(await told('bob'), []);
      // Owners are not followers: they have been told ever since.
      assert.deepEqual(await told('mia'), ['orders: note RETYPED > margins 1']);
    });

    test('changes upstream of what is owned or followed are told, as far as they may be read', async () => {
      await retype('ann', 'orders.amount', 'decimal');
      await retype('ann', 'elsewhere.id', 'string');
      await retype('ann', 'sales_raw.id', 'string');
      await retype('ann', 'orders.day', 'STRING');
      assert.deepEqual(await told('mia'), [
        'sales_raw: id RETYPED > margins 3',
        'orders: amount RETYPED > margins 1 amount',
        'orders: note RETYPED > margins 1',
      ]);
      assert.deepEqual(await told('bob'), ['orders: amount RETYPED > report 2']);
      const [first] = (await heard('bob')).changes;
      assert.deepEqual(
        [first?.user, first?.isNew, first?.kind, first?.columns],
        [
          'ann',
          true,
          'COLUMNS_CHANGED',
          [{name: 'amount', change: 'RETYPED', from: 'int', to: 'decimal'}],
        ],
      );
      await ok('bob', '/follows/seen', 'PUT', {seenTime: Date.now()});
      assert.equal((await heard('bob')).changes[0]?.isNew, false);
      // One's own changes are no news.
      await follow('ann', 'report');
      await retype('ann', 'orders.amount', 'bigint');
      assert.deepEqual(await told('ann'), []);
      const {changes, isMore} = await ok<{changes: Break[]; isMore: boolean}>(
        'mia',
        '/follows/breaking-changes?limit=1',
      );
      assert.deepEqual([changes.length, isMore], [1, true]);
    });

    test('of a domain its assets count; what was dropped is found until then', async () => {
      const {guid: domain} = await ok<{guid: string}>('ann', '/domains', 'POST', {name: 'Finance'});
      guids.set('Finance', domain);
      await ok('ann', `/domains/${domain}/assets`, 'POST', {guids: [guid('report')]});
      await follow('cy', 'Finance');
      await ok(
        'ann',
        `/entity/bulk?guid=${guid('orders.day')}&guid=${guid('orders.note')}`,
        'DELETE',
      );
      assert.deepEqual(await told('cy'), ['orders: day REMOVED, note REMOVED > report 2']);
      await drop('orders');
      assert.deepEqual((await told('cy'))[0], 'orders: TABLE_DROPPED > report 2');
      assert.deepEqual((await told('mia'))[0], 'orders: TABLE_DROPPED > margins 1');
    });

    test('a digest has them, each once', async () => {
      const address = {every: 'DAILY', address: 'cy@example.com'};
      await ok('cy', '/follows/digest', 'PUT', address);
      await retype('ann', 'sales_raw.id', 'char');
      await soon(() => assert.ok(mails.length > 0));
      const [mail] = mails as [Mail];
      assert.match(
        mail.text,
        /^Subject: Catalog: one breaking change to what you own or follow\r?$/m,
      );
      const link = `https://catalog.example.com/n/index.html#!/detailPage/${guid('sales_raw')}`;
      for (const part of [
        'Breaking changes:',
        '- Changed columns of sales_raw (hive_table) by ann: id retyped from string to char.',
        'Affects report',
        link,
      ])
        assert.ok(textOf(mail).includes(part), `${part} in ${textOf(mail)}`);
      await soon(async () => {
        const {sentTime = 0} = await ok<{sentTime?: number}>('cy', '/follows/digest');
        assert.ok(sentTime > 0);
      });
      await ok('cy', '/follows/digest', 'PUT', {every: 'NEVER'});
      assert.equal(mails.length, 1);
    });

    test('what cannot be meant is refused', async () => {
      for (const limit of ['0', 'x', '-1'])
        assert.equal((await send('mia', `/follows/breaking-changes?limit=${limit}`)).status, 400);
    });
  });
}
