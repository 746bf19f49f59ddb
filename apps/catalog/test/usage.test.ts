// Who uses which table: what is counted, and who sees what of it, on both databases.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer} from './client.ts';
import {any, wholeRole} from './policy-roles.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const folder = mkdtempSync(join(tmpdir(), 'gazetteer-usage-'));
after(() => rmSync(folder, {recursive: true, force: true}));
const passwordFile = join(folder, 'users.properties');
writeFileSync(
  passwordFile,
  ['admin', 'reader', 'sam'].map(name => passwordLine(name, name)).join('\n'),
);
const reading = (entityIds: string[]) => ({
  privileges: ['entity-read'],
  entityTypes: any,
  entityIds,
  entityClassifications: any,
  labels: any,
  businessMetadata: any,
  classifications: any,
});
const types = [{privileges: any, typeCategories: any, typeNames: any}];
const policyFile = join(folder, 'policy.json');
writeFileSync(
  policyFile,
  JSON.stringify({
    roles: {
      ALL: wholeRole,
      READER: {typePermissions: types, entityPermissions: [reading(any)]},
      // Neither the table of people nor the column of amounts.
      SALES: {
        typePermissions: types,
        entityPermissions: [reading([String.raw`sales(\.(orders|items)(\.(id|order_id))?)?@x`])],
      },
    },
    userRoles: {admin: ['ALL'], reader: ['READER'], sam: ['SALES']},
  }),
);
const args = [
  '--password-file',
  passwordFile,
  '--policy-file',
  policyFile,
  '--lineage-cluster',
  'x',
  '--usage-ignored-users',
  'mallory, eve',
];

const namespace = 'hive://metastore.example:9083';
const minute = 60_000;
type Statement = Record<string, unknown> & {user: string; endTime: number; duration: number};
type Usage = {
  queries: number;
  writes: number;
  people: number;
  jobRuns: number;
  lastQuery?: number;
  lastWrite?: number;
  days: {date: string; queries: number; writes: number; people: number}[];
  users?: {user: string; queries: number; writes: number; totalTime: number; longestTime: number}[];
  jobs: {job: string; queries: number; writes: number}[];
  columns: {name: string; uses: number}[];
  joins: {entity: {attributes: {name: string}}; columns: object[]; uses: number}[];
  statements: {sql: string; uses: number; user?: string; engine: string}[];
};

const of = (name: string, columns: string[] = []) => ({namespace, name: `sales.${name}`, columns});
let ids = 0;
const statement = (more: Partial<Statement>): Statement => ({
  id: `s${++ids}`,
  user: 'ann',
  engine: 'hive',
  endTime: Date.now(),
  duration: 20,
  sql: 'SELECT id FROM sales.orders',
  inputs: [of('orders', ['id'])],
  ...more,
});

/** The catalog with tables of sales and their columns, as its people ask it. */
class World {
  readonly #server: RunningCatalog;
  readonly guids: Record<string, string> = {};

  constructor(server: RunningCatalog) {
    this.#server = server;
  }

  async asked(path: string, body?: unknown, user = 'admin'): Promise<Answer> {
    const headers = {authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`};
    return await ask(`${this.#server.url}/api/meta/v2${path}`, {body, headers});
  }

  async fill(): Promise<void> {
    for (const name of ['orders', 'items', 'people']) {
      const fields = ['id', 'order_id', 'amount'].map(one => ({name: one, type: 'int'}));
      const body = {namespace, name: `sales.${name}`, facets: {schema: {fields}}};
      const told = await this.asked('/lineage/datasets', body);
      assert.equal(told.status, 200, told.text);
      const found = await this.asked('/lineage/datasets/find', [of(name)]);
      const {datasets} = found.json as {datasets: {asset: {guid: string}}[]};
      this.guids[name] = datasets[0]?.asset.guid ?? '';
    }
  }

  async report(statements: readonly Statement[]): Promise<void> {
    const answer = await this.asked('/usage/statements', {statements});
    assert.equal(answer.status, 204, answer.text);
  }

  async usage(name: string, user = 'admin', query = ''): Promise<Usage> {
    const answer = await this.asked(
      `/entity/guid/${this.guids[name] ?? ''}/usage${query}`,
      undefined,
      user,
    );
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Usage;
  }

  async most(user = 'admin'): Promise<[string, number, number][]> {
    const {json} = await this.asked('/usage/most', undefined, user);
    const {assets} = json as {assets: {name: string; queries: number; people: number}[]};
    return assets.map(one => [one.name, one.queries, one.people]);
  }
}

/** A day of people who query and write; each report says what it has to count. */
function simulatedDay(people: number): Statement[] {
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const tables = ['orders', 'items', 'people'];
  return Array.from({length: people}, (_, person) =>
    Array.from({length: 1 + next(6)}, () => {
      const read = tables.filter(() => next(2) === 0);
      const written = next(4) === 0 ? tables.slice(next(3), 3).slice(0, 1) : [];
      return statement({
        user: `person${person}`,
        duration: next(5000),
        endTime: Date.now() - next(20) * 86_400_000,
        inputs: read.map(name => of(name, ['id', 'amount'].slice(0, next(3)))),
        outputs: written.map(name => of(name)),
      });
    }),
  ).flat();
}

type Listed = {name: string; columns: string[]}[];
const has = (list: unknown, name: string) =>
  (list as Listed | undefined)?.some(one => one.name === `sales.${name}`) === true;

/** What should be counted of a table. */
function expected(all: readonly Statement[], name: string) {
  const reads = all.filter(one => has(one['inputs'], name));
  const writes = all.filter(one => has(one['outputs'], name));
  const both = all.filter(one => reads.includes(one) || writes.includes(one));
  const byUser = [...Map.groupBy(both, one => one.user)].map(([user, list]) => ({
    user,
    queries: list.filter(one => reads.includes(one)).length,
    writes: list.filter(one => writes.includes(one)).length,
    totalTime: list.reduce((sum, {duration}) => sum + duration, 0),
    longestTime: Math.max(...list.map(({duration}) => duration)),
    lastUse: Math.max(...list.map(({endTime}) => endTime)),
  }));
  const uses = (column: string) =>
    reads.filter(one =>
      (one['inputs'] as Listed).some(
        input => input.name === `sales.${name}` && input.columns.includes(column),
      ),
    ).length;
  return {
    queries: reads.length,
    writes: writes.length,
    people: byUser.length,
    lastQuery: Math.max(...reads.map(({endTime}) => endTime)),
    users: Object.fromEntries(byUser.map(({user, ...rest}) => [user, rest])),
    columns: {id: uses('id'), amount: uses('amount')},
  };
}

function counted({queries, writes, people, lastQuery, users = [], columns}: Usage) {
  return {
    queries,
    writes,
    people,
    lastQuery,
    users: Object.fromEntries(users.map(({user, ...rest}) => [user, rest])),
    columns: Object.fromEntries(columns.map(({name, uses}) => [name, uses])),
  };
}

function batches(all: readonly Statement[]): Statement[][] {
  return Array.from({length: Math.ceil(all.length / 20)}, (_, n) => all.slice(n * 20, n * 20 + 20));
}

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: who uses which table`, options, () => {
    let server: RunningCatalog;
    let world: World;
    before(async () => {
      server = await start(args);
      world = new World(server);
      await world.fill();
    });
    after(() => server.stop());

    test('a day of 50 people is counted exactly, though each report comes twice', async () => {
      const all = simulatedDay(50);
      for (const part of batches(all)) {
        await world.report(part);
        await world.report([...part, ...part].slice(0, 30));
      }
      for (const name of ['orders', 'items', 'people'])
        await soon(async () =>
          assert.deepEqual(counted(await world.usage(name)), expected(all, name)),
        );
      // What is not counted: who is left out, what is long ago or no asset.
      await world.report([
        statement({user: 'eve'}),
        statement({endTime: Date.now() - 31 * 86_400_000}),
        statement({inputs: [of('nothing')]}),
        statement({user: 'last', inputs: [of('orders')]}),
      ]);
      const {queries, people} = expected(all, 'orders');
      await soon(async () => {
        const now = await world.usage('orders');
        assert.deepEqual([now.queries, now.people], [queries + 1, people + 1]);
      });
      const [first] = await world.most();
      assert.ok(first !== undefined && first[1] > 0 && first[2] > 0);
    });

    test('joins, statements and names are shown to those who may see them', async () => {
      const sql = 'SELECT secret FROM sales.orders JOIN sales.people';
      const columns = [{left: 'id', right: 'order_id'}];
      const joined = (right: string, pairs = columns) => ({
        left: of('orders'),
        right: of(right),
        columns: pairs,
      });
      const both = {inputs: [of('orders', ['id']), of('items')]};
      const shape = 'same';
      await world.report([
        statement({
          user: 'joe',
          sql,
          endTime: Date.now() - minute,
          inputs: [of('orders'), of('people')],
          joins: [joined('people')],
        }),
        statement({user: 'joe', ...both, sql: 'SELECT 1', shape, joins: [joined('items')]}),
        statement({user: 'joe', ...both, sql: 'SELECT 2', shape, joins: [joined('items')]}),
        statement({
          user: 'joe',
          ...both,
          sql: 'SELECT 3',
          shape: 'other',
          joins: [joined('items', [{left: 'amount', right: 'amount'}])],
        }),
      ]);
      const joins = ({joins: list}: Usage) =>
        list.map(one => [one.entity.attributes.name, one.columns, one.uses]);
      const pair = (own: string, other: string) => ({own, other});
      const all = await soon(async () => {
        const now = await world.usage('orders');
        assert.deepEqual(joins(now), [
          ['items', [pair('id', 'order_id')], 2],
          ['items', [pair('amount', 'amount')], 1],
          ['people', [pair('id', 'order_id')], 1],
        ]);
        return now;
      });
      const texts = ({statements}: Usage) =>
        statements.filter(one => one.sql !== 'SELECT id FROM sales.orders');
      assert.deepEqual(
        texts(all).map(one => [one.sql, one.uses, one.user]),
        [
          ['SELECT 2', 2, 'joe'],
          ['SELECT 3', 1, 'joe'],
          [sql, 1, 'joe'],
        ],
      );
      assert.deepEqual(joins(await world.usage('items')).slice(0, 1), [
        ['orders', [pair('order_id', 'id')], 2],
      ]);
      const read = await world.usage('orders', 'reader');
      assert.equal(read.users, undefined);
      assert.equal(read.people, all.people);
      assert.equal(texts(read).length, 3);
      assert.ok(read.statements.every(one => one.user === undefined));
      // Who may not read the other table, nor a column, hears of neither.
      const own = await world.usage('orders', 'sam');
      assert.deepEqual(joins(own), [['items', [pair('id', 'order_id')], 2]]);
      assert.deepEqual(
        own.columns.map(({name}) => name),
        ['id'],
      );
      assert.ok(!JSON.stringify(own).includes('secret'));
      assert.ok(!(await world.most('sam')).some(([name]) => name === 'people'));
      const hidden = await world.asked(
        `/entity/guid/${world.guids['people'] ?? ''}/usage`,
        undefined,
        'sam',
      );
      assert.equal(hidden.status, 404);
      assert.equal((await world.asked('/usage/statements', {statements: []}, 'sam')).status, 403);
    });

    test('a run of a job is counted once, and not as a person', async () => {
      const before = await world.usage('items');
      const event = {
        eventType: 'COMPLETE',
        eventTime: new Date(Date.now() - minute).toISOString(),
        producer: 'https://example.org/nightly',
        run: {runId: '01939a1c-0000-7000-8000-000000000001'},
        job: {namespace: 'etl', name: 'nightly'},
        inputs: [{namespace, name: 'sales.items'}],
        outputs: [{namespace, name: 'sales.totals'}],
      };
      const editor = {...event, run: {runId: '01939a1c-0000-7000-8000-000000000002'}};
      const facets = {
        jobType: {
          _producer: 'urn:x',
          _schemaURL: 'urn:y',
          processingType: 'BATCH',
          integration: 'GAZETTEER_EDITOR',
        },
      };
      for (const one of [event, event, {...editor, job: {...event.job, facets}}])
        assert.equal((await world.asked('/lineage/events', one)).status, 201);
      await world.report([statement({user: 'after', inputs: [of('items')]})]);
      await soon(async () => {
        const now = await world.usage('items');
        assert.deepEqual(
          [now.queries - before.queries, now.people - before.people, now.jobRuns, now.jobs.length],
          [1, 1, 1, 1],
        );
        assert.equal(now.jobs[0]?.job, 'etl/nightly');
      });
      // Its process can be read by the one, and not by the other.
      const jobs = async (user: string) =>
        (await world.usage('items', user)).jobs.map(one => one.job);
      assert.deepEqual([await jobs('reader'), await jobs('sam')], [['etl/nightly'], []]);
      assert.equal((await world.usage('items', 'sam')).jobRuns, 1);
    });

    test('what databases do not store is left out of texts, and long durations are counted', async () => {
      const odd = (text: string) => `${text}\0\ud800`;
      const long = {user: odd('odd'), duration: 8.64e15};
      const named = {...of('items', [odd('id')]), name: 'sales.items\0'};
      // The text is cut in the middle of a character.
      const sql = `SELECT ${odd('id')}${'x'.repeat(3989)}\u{1f600}\u{1f600}`;
      await world.report([
        statement({...long, id: odd('odd 1'), sql, inputs: [named]}),
        statement({...long, id: odd('odd 2'), sql, inputs: [named]}),
        statement({...long, id: 'odd 2\ufffd', sql, inputs: [named]}),
      ]);
      await soon(async () => {
        const {users = [], columns, statements} = await world.usage('items');
        const found = users.find(({user}) => user === 'odd\ufffd');
        assert.deepEqual(
          [found?.queries, found?.totalTime],
          [2, 2 * 366 * 86_400_000],
          'a year at most for each',
        );
        assert.ok(columns.some(({name, uses}) => name === 'id\ufffd' && uses === 2));
        const text = statements.find(one => one.user === 'odd\ufffd')?.sql ?? '';
        assert.match(text, /^SELECT id\ufffdx+\ufffd$/);
        assert.equal(text.length, 4000);
      });
      const event = {
        eventType: 'COMPLETE',
        eventTime: new Date(Date.now() - minute).toISOString(),
        producer: 'https://example.org/nightly',
        run: {runId: '01939a1c-0000-7000-8000-000000000003'},
        job: {namespace: 'etl', name: `${'x'.repeat(995)}\u{1f600}`},
        inputs: [{namespace, name: 'sales.items'}],
      };
      assert.equal((await world.asked('/lineage/events', event)).status, 201);
      await soon(async () => {
        const {jobs} = await world.usage('items');
        assert.ok(jobs.some(({job}) => job === `etl/${'x'.repeat(995)}\ufffd`));
      });
    });

    test('a rehearsal counts nothing, and odd reports are refused', async () => {
      const before = await world.usage('people');
      const rehearsed = await world.asked('/usage/statements?dryRun=true', {
        statements: [statement({inputs: [of('people')]})],
      });
      assert.equal(rehearsed.status, 200);
      const good = statement({inputs: [of('people')]});
      for (const odd of [
        null,
        [],
        {},
        {statements: null},
        {statements: [null]},
        {statements: [{...good, id: ''}]},
        {statements: [{...good, duration: -1}]},
        {statements: [{...good, duration: 1.5}]},
        {statements: [{...good, endTime: 1e300}]},
        {statements: [{...good, user: 'x'.repeat(201)}]},
        {statements: [{...good, inputs: [{namespace, name: ''}]}]},
        {statements: [{...good, inputs: [{...of('people'), columns: ['']}]}]},
        {statements: [{...good, joins: [{left: of('people'), right: null, columns: []}]}]},
        {statements: Array.from({length: 101}, () => good)},
      ])
        assert.equal(
          (await world.asked('/usage/statements', odd)).status,
          400,
          JSON.stringify(odd),
        );
      assert.equal((await world.asked('/usage/most?days=0')).status, 400);
      await world.report([statement({user: 'end', inputs: [of('people')]})]);
      await soon(async () =>
        assert.equal((await world.usage('people')).queries, before.queries + 1),
      );
    });
  });
}

test('a catalog that is killed while it counts has counted each statement once', async t => {
  const data = await temporaryFolder(t);
  let server = await startCatalog(data, {args});
  t.after(() => server.stop());
  const world = new World(server);
  await world.fill();
  const all = simulatedDay(40);
  const sent = batches(all);
  for (const part of sent.slice(0, -1)) await world.report(part);
  await server.kill();
  server = await startCatalog(data, {args});
  const again = new World(server);
  Object.assign(again.guids, world.guids);
  for (const part of sent) await again.report(part);
  for (const name of ['orders', 'items', 'people'])
    await soon(async () => assert.deepEqual(counted(await again.usage(name)), expected(all, name)));
});

test('where usage is off nothing is kept', async t => {
  const server = await startCatalog(await temporaryFolder(t), {args: [...args, '--usage', 'off']});
  t.after(() => server.stop());
  const world = new World(server);
  await world.fill();
  await world.report([statement({})]);
  const {queries, days} = await world.usage('orders');
  assert.deepEqual([queries, days], [0, []]);
});
