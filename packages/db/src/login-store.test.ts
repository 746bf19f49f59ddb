import assert from 'node:assert/strict';
import {after, suite, test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {postgresForTests} from '../test/postgres-fixture.ts';
import type {Database} from './database.ts';
import {type LoginRow, LoginStore, loginTables, loginTryTable} from './login-store.ts';
import {PostgresDatabase} from './postgres.ts';
import {SqliteDatabase} from './sqlite.ts';

const server = await postgresForTests();
if ('url' in server) after(() => server.stop());
let schemas = 0;

const databases: [string, () => Database, string | undefined][] = [
  ['SQLite', () => new SqliteDatabase({file: ':memory:'}), undefined],
  [
    'PostgreSQL',
    () => {
      if ('skip' in server) throw new Error(server.skip);
      return new PostgresDatabase({url: server.url, schema: `login_${process.pid}_${++schemas}`});
    },
    'skip' in server ? server.skip : undefined,
  ],
];

const now = Date.now();
const row = (key: string, more: Partial<LoginRow> = {}): LoginRow => ({
  key,
  userName: 'maria',
  provider: undefined,
  usedAt: now,
  endsAt: now + 60_000,
  content: '{"a":1}',
  ...more,
});
const at = (subject: string, stay?: string, client = 'c') => ({provider: {client, subject, stay}});
const nothingOld = {usedBefore: 0, endedBefore: 0};

for (const [name, open, skip] of databases) {
  suite(`who is logged in, on ${name}`, skip === undefined ? {} : {skip}, () => {
    const fresh = async (t: TestContext): Promise<LoginStore> => {
      const db = open();
      t.after(() => db.close());
      // Two servers may share a database, and the second finds the tables there.
      for (const id of [1, 10_001])
        await db.migrate([
          {id, statements: dialect => [...loginTables(dialect), ...loginTryTable(dialect)]},
        ]);
      return new LoginStore(db);
    };
    const left = async (store: LoginStore, keys: readonly string[]) => {
      const found = await Promise.all(
        keys.map(async key => ((await store.session(key)) === undefined ? [] : [key])),
      );
      return found.flat().join('');
    };

    test('what is written down is read, and a use counts for the later time', async t => {
      const store = await fresh(t);
      const [plain, other] = [row('a'), row('b', at('s', 'stay'))];
      for (const one of [plain, other]) await store.addSession(one, nothingOld);
      assert.deepEqual(await store.session('a'), plain);
      assert.deepEqual(await store.session('b'), other);
      assert.equal(await store.session('c'), undefined);
      await store.useSession('a', now + 5);
      await store.useSession('a', now + 2);
      assert.equal((await store.session('a'))?.usedAt, now + 5);
    });

    test('tries to log in are told to all, from when they have heard the last', async t => {
      const store = await fresh(t);
      const one = {id: 'a', kind: 'failed', address: 'x', name: 'y'} as const;
      const none = await store.exchangeTries([one]);
      assert.deepEqual(none.tries, []);
      assert.ok(Math.abs(none.now - Date.now()) < 3_600_000);
      const other = {...one, id: 'b', kind: 'known'} as const;
      const told = await store.exchangeTries([other], none.now);
      assert.deepEqual(
        told.tries.map(({ageMs, ...rest}) => {
          assert.ok(ageMs >= 0);
          return rest;
        }),
        [one],
      );
      const {tries} = await store.exchangeTries([]);
      assert.deepEqual(tries.map(({id}) => id).sort(), ['a', 'b']);
      assert.deepEqual((await store.exchangeTries([], none.now + 3_600_000)).tries, []);
    });

    test('of tries there are so many at most, and the last ones stay', async t => {
      const store = await fresh(t);
      const many = (from: number) =>
        Array.from({length: 15_000}, (_, n) => ({
          id: `${from + n}`,
          kind: 'failed' as const,
          address: 'x',
          name: 'y',
        }));
      await store.exchangeTries([{id: 'who', kind: 'known', address: 'x', name: 'y'}]);
      await store.exchangeTries(many(0));
      const {now} = await store.exchangeTries([]);
      await soon(async () => assert.ok((await store.exchangeTries([])).now > now));
      await store.exchangeTries(many(15_000));
      await store.exchangeTries([{id: 'last', kind: 'failed', address: 'x', name: 'y'}]);
      const {tries} = await store.exchangeTries([]);
      assert.equal(tries.length, 15_002, 'those of the oldest moment go together');
      for (const one of ['last', 'who']) assert.ok(tries.some(({id}) => id === one));
    });

    test('sessions end one by one, by person, and with time', async t => {
      const store = await fresh(t);
      for (const one of [
        row('a'),
        row('b'),
        row('c', {userName: 'bob'}),
        row('d', {userName: 'bob', usedAt: 5}),
      ]) {
        await store.addSession(one, nothingOld);
      }
      await store.endSession('a');
      assert.equal(await left(store, ['a', 'b', 'c', 'd']), 'bcd');
      await store.endSessionsOf('maria');
      assert.equal(await left(store, ['a', 'b', 'c', 'd']), 'cd');
      await store.addSession(row('e', {endsAt: 7}), {usedBefore: 6, endedBefore: 0});
      assert.equal(await left(store, ['c', 'd', 'e']), 'ce');
      await store.addSession(row('f'), {usedBefore: 0, endedBefore: 8});
      assert.equal(await left(store, ['c', 'e', 'f']), 'cf');
    });

    test('of many sessions of one person the ones used last stay, and others keep theirs', async t => {
      const store = await fresh(t);
      await store.addSession(row('mine', {userName: 'bob', usedAt: 1}), nothingOld);
      for (let n = 0; n < 503; n++)
        await store.addSession(row(`m${n}`, {usedAt: now + n}), nothingOld);
      assert.equal((await store.sessionsOf('maria')).length, 500);
      assert.equal(await left(store, ['m2', 'm3', 'm502', 'mine']), 'm3m502mine');
    });

    test('sessions end by their stay at the provider, or by the person there where a stay is not known', async t => {
      const store = await fresh(t);
      const all = [
        row('a', at('m', '1')),
        row('b', at('m', '2')),
        row('c', at('m')),
        row('d', at('b', '3')),
      ];
      for (const one of [...all, row('e', at('m', '1', 'other')), row('f')])
        await store.addSession(one, nothingOld);
      const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
      assert.equal((await store.endSessionsAt('c', 'm', '1')).length, 2);
      assert.equal(await left(store, keys), 'bdef');
      assert.equal((await store.endSessionsAt('c', undefined, 'unknown')).length, 0);
      assert.equal((await store.endSessionsAt('c', undefined, '3')).length, 1);
      assert.equal((await store.endSessionsAt('c', 'm', undefined)).length, 1);
      assert.equal(await left(store, keys), 'ef');
    });

    test('sessions are listed by person', async t => {
      const store = await fresh(t);
      const [mine, other] = [row('a', at('s', 'stay')), row('b')];
      for (const one of [mine, other, row('c', {userName: 'bob'})])
        await store.addSession(one, nothingOld);
      const listed = await store.sessionsOf('maria');
      assert.deepEqual(
        listed.toSorted((a, b) => a.key.localeCompare(b.key)),
        [mine, other],
      );
      assert.deepEqual(await store.sessionsOf('nobody'), []);
      await store.useSession('c', mine.usedAt + 1000);
      const newest = await store.newestSessions(2);
      assert.deepEqual([newest.length, newest[0]?.userName], [2, 'bob']);
    });

    test('when somebody logged out everywhere is kept, whatever notes come', async t => {
      const store = await fresh(t);
      assert.equal(await store.loggedOutAt('maria'), 0);
      for (const time of [now, now + 7]) await store.keepLogout('maria', time);
      await store.keep('n', 'value', now + 60_000);
      assert.equal(await store.loggedOutAt('maria'), now + 7);
      assert.equal(await store.loggedOutAt('bob'), 0);
    });

    test('a note is for the first who takes it, in its time; a secret stays', async t => {
      const store = await fresh(t);
      await store.keep('n', 'value', now + 60_000);
      await store.keep('old', 'value', now - 1);
      assert.deepEqual((await Promise.all([store.take('n'), store.take('n')])).sort(), [
        'value',
        undefined,
      ]);
      assert.equal(await store.take('old'), undefined);
      assert.equal(await store.take('never'), undefined);
      assert.equal(await store.secret('k', 'first'), 'first');
      await store.keep('m', 'value', now + 60_000);
      assert.equal(await store.secret('k', 'second'), 'first');
    });
  });
}
