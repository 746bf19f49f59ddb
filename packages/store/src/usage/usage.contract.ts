import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Database} from '@gazetteer/db';
import {dayMs, emptyChangeSet, type EntityRecord} from '@gazetteer/model';
import {testTypes} from '@gazetteer/model/testing';
import {GraphStore} from '../graph/graph-store.ts';
import {inner} from '../schema/graph.ts';
import {ageOutUsage, countUses, newReports, type CountedUse} from './count-uses.ts';
import {mostUsed, usageOf, usageTotals} from './read-usage.ts';

const today = 20_000;
const noon = (day: number) => day * dayMs + dayMs / 2;
const use = (guid: string, day: number, more: Partial<CountedUse> = {}): CountedUse => ({
  guid,
  time: noon(day),
  ms: 10,
  actor: 'ann',
  kind: 'person',
  isRead: true,
  isWritten: false,
  details: [],
  ...more,
});
const column = (name: string) => ({kind: 'column' as const, name, content: {name}});
const statement = (name: string, sql: string) => ({
  kind: 'query' as const,
  name,
  content: {sql},
});

function table(guid: string): EntityRecord {
  return {
    guid,
    typeName: 'table',
    status: 'ACTIVE',
    createdBy: 'ann',
    updatedBy: 'ann',
    createTime: 0,
    updateTime: 0,
    attributes: {name: guid, qualifiedName: guid},
  };
}

/** What must hold on any database of counts of usage. */
export function usageContract(
  name: string,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  const contract = (title: string, work: (store: GraphStore, db: Database) => Promise<void>) =>
    test(`${name}: ${title}`, skip === undefined ? {} : {skip}, async t => {
      const db = await openDatabase();
      await GraphStore.migrate(db);
      const store = new GraphStore(db);
      t.after(() => store.close());
      await store.transaction(tx => tx.saveTypes(testTypes()));
      await store.transaction(tx =>
        tx.apply(
          {...emptyChangeSet(), created: [table('orders'), table('people')]},
          {userName: 'ann', now: 0},
        ),
      );
      await work(store, db);
    });
  const count = (store: GraphStore, uses: readonly CountedUse[]) =>
    store.transaction(tx => countUses(tx, uses));
  const usage = (store: GraphStore, guid: string, since = today - 89) =>
    store.read(graph => usageOf(graph, guid, since));
  const totals = (store: GraphStore, guid: string, since = today - 89) =>
    store.read(async graph => (await usageTotals(graph, [guid, 'people'], since)).get(guid));

  contract('counts add up by day and person, in one transaction and in several', async store => {
    await count(store, [
      use('orders', today - 1, {ms: 30}),
      use('orders', today, {ms: 40, isWritten: true}),
      use('orders', today, {time: noon(today) + 5, ms: 20}),
      use('orders', today, {actor: 'bob', isRead: false, isWritten: true}),
      use('orders', today, {actor: 'etl/nightly', kind: 'job'}),
      use('nothing', today),
    ]);
    await count(store, [use('orders', today, {ms: 70}), use('orders', today - 90)]);
    assert.deepEqual(await totals(store, 'orders'), {
      queries: 4,
      writes: 2,
      people: 2,
      jobRuns: 1,
      lastQuery: noon(today) + 5,
      lastWrite: noon(today),
    });
    const {days, actors} = await usage(store, 'orders');
    assert.deepEqual(days, [
      {day: today - 1, queries: 1, writes: 0, people: 1, jobRuns: 0},
      {day: today, queries: 3, writes: 2, people: 2, jobRuns: 1},
    ]);
    const newest = noon(today) + 5;
    const of = (actor: string, more: object) => ({kind: 'person', actor, ...more});
    assert.deepEqual(actors, [
      of('ann', {queries: 4, writes: 1, totalMs: 160, longestMs: 70, lastUse: newest}),
      of('bob', {queries: 0, writes: 1, totalMs: 10, longestMs: 10, lastUse: noon(today)}),
      {
        ...of('etl/nightly', {queries: 1, writes: 0, totalMs: 10, longestMs: 10}),
        kind: 'job',
        lastUse: noon(today),
      },
    ]);
    assert.equal(await totals(store, 'people'), undefined);
  });

  contract('sums stop where databases give no larger numbers out', async store => {
    const long = use('orders', today, {ms: 8.64e15});
    await count(store, [long, long]);
    await count(store, [long]);
    const longestMs = 366 * dayMs;
    const times = async () =>
      (await usage(store, 'orders')).actors.map(one => [one.totalMs, one.longestMs]);
    assert.deepEqual(await times(), [[3 * longestMs, longestMs]]);
    await count(store, [use('orders', today - 1)]);
    const most = Number.MAX_SAFE_INTEGER;
    await store.transaction(tx =>
      tx[inner].session.run(`UPDATE usage_day SET total_ms = ${most} + day - ${today - 1}`),
    );
    assert.deepEqual(await times(), [[most, longestMs]]);
    await count(store, [long, use('orders', today - 1)]);
    assert.deepEqual(await times(), [[most, longestMs]]);
  });

  contract('a report is news once, however often it comes', async store => {
    const report = (ids: string[]) =>
      store.transaction(async tx => [
        ...(await newReports(
          tx,
          ids.map(id => ({id, time: noon(today)})),
        )),
      ]);
    assert.deepEqual(await report(['a', 'b', 'a']), ['a', 'b']);
    assert.deepEqual(await report(['b', 'c']), ['c']);
    assert.deepEqual(await report([]), []);
  });

  contract('the newest of what is alike tells what it is, and the most used stay', async store => {
    await count(store, [
      use('orders', today, {details: [statement('s', 'SELECT 2'), column('id')]}),
      use('orders', today - 20, {details: [statement('s', 'SELECT 1'), column('id')]}),
      use('orders', today - 20, {details: [statement('s', 'SELECT 1')]}),
    ]);
    const {details} = await usage(store, 'orders');
    assert.deepEqual(details, {
      column: [{uses: 2, lastUse: noon(today), content: {name: 'id'}}],
      join: [],
      query: [{uses: 3, lastUse: noon(today), content: {sql: 'SELECT 2'}}],
    });
    const many = Array.from({length: 250}, (_, n) => statement(`t${n}`, `SELECT ${n}`));
    await count(store, [use('orders', today, {details: many})]);
    await count(store, [
      use('orders', today, {time: noon(today) + 1, details: [statement('u', 'SELECT u')]}),
    ]);
    const kept = await store.read(graph =>
      graph[inner].session.all<{name: string}>(
        'SELECT name FROM usage_detail WHERE kind = 2 AND week = 2857',
      ),
    );
    assert.equal(kept.length, 200);
    assert.ok(['s', 'u'].every(one => kept.some(row => row.name === one)));
  });

  contract('what is older goes, a part at a time, and the rest stays', async (store, db) => {
    const old = {details: [column('id'), statement('s', 'SELECT 1')]};
    await count(
      store,
      [0, 9, 10, 99, 130, 150].map(ago => use('orders', today - ago, old)),
    );
    await store.transaction(tx =>
      newReports(tx, [
        {id: 'old', time: noon(today - 31)},
        {id: 'new', time: noon(today - 30)},
      ]),
    );
    const age = (days: number) =>
      store.transaction(tx => ageOutUsage(tx, {now: noon(today), days, reportDays: 30}));
    const aged = async (days: number) => {
      let rounds = 0;
      for (; (await age(days)) > 0; rounds++) assert.ok(rounds < 100);
      return rounds;
    };
    const left = async (table: string, unit: string, more = '') =>
      (
        await db.read(session =>
          session.all<{n: number}>(`SELECT ${unit} AS n FROM ${table} ${more} ORDER BY n DESC`),
        )
      ).map(row => Number(row.n));
    await aged(140);
    assert.deepEqual(await left('usage_day', `${today} - day`), [130, 99, 10, 9, 0]);
    assert.deepEqual(await left('usage_report', `${today} - day`), [30]);
    assert.equal((await left('usage_detail', 'week', 'WHERE kind = 2')).length, 3);
    assert.ok((await aged(10)) > 1);
    assert.deepEqual(await left('usage_day', `${today} - day`), [9, 0]);
    assert.deepEqual(await left('usage_detail', 'week', 'WHERE kind = 0'), [2857, 2855]);
    assert.equal(await aged(10), 0);
  });

  contract('the most used are those that may be read', async store => {
    await count(store, [
      use('orders', today),
      use('people', today),
      use('people', today, {actor: 'bob'}),
      use('orders', today - 7, {actor: 'bob'}),
      use('orders', today - 7, {actor: 'eve'}),
    ]);
    const most = async (since: number) =>
      (await store.read(graph => mostUsed(graph, since, 10))).map(({record, queries, people}) => [
        record.guid,
        queries,
        people,
      ]);
    assert.deepEqual(await most(today - 6), [
      ['people', 2, 2],
      ['orders', 1, 1],
    ]);
    assert.deepEqual(await most(today - 7), [
      ['orders', 3, 3],
      ['people', 2, 2],
    ]);
  });
}
