import assert from 'node:assert/strict';
import {describe, test, type TestContext} from 'node:test';
import {databases} from '../../test/databases.ts';
import {StatementStore} from './statement-store.ts';

const session = {
  guid: 'c2Vzc2lvbg==',
  secret: 'secret1',
  protocol: 10,
  server: {host: 'h', port: 10_000},
};
const handle = {guid: 'c3RhdGVtZW50', secret: 'secret2', kind: 0, hasResultSet: true};

function statement(n: number, sql = `SELECT ${n}`, userName = 'alice') {
  return {
    uuid: `uuid-${userName}-${n}`,
    userName,
    engine: 'hive',
    database: 'default',
    body: `${sql};`,
    place: 0,
    count: 1,
    sql,
  };
}

for (const {name, skip = false, open} of databases) {
  describe(`Statements on ${name}`, {skip}, () => {
    const opened = async (t: TestContext): Promise<StatementStore> => {
      const store = await StatementStore.open(open(t));
      t.after(() => store.close());
      return store;
    };

    test('a statement is known from before it is sent until its server has nothing of it', async t => {
      const store = await opened(t);
      const {id, uuid} = await store.add(statement(1));
      assert.deepEqual(
        (await store.unfinished()).map(one => [one.uuid, one.state, one.handle]),
        [[uuid, 'sending', undefined]],
      );
      await store.accepted(id, session, handle);
      const accepted = await store.byGuid('alice', handle.guid);
      assert.deepEqual(
        [accepted?.session, accepted?.handle, accepted?.hasResultSet],
        [session, handle, true],
      );
      await store.finished(id, {state: 'available', hasResultSet: true});
      assert.equal((await store.unfinished()).length, 1, 'its rows are still on the server');
      await store.released(id);
      assert.deepEqual(await store.unfinished(), []);
      const released = await store.byUuid('alice', uuid);
      assert.deepEqual([released?.state, released?.handle], ['available', undefined]);
      assert.equal(released && (await store.bodyOf(released)), 'SELECT 1;');
    });

    test('the first end of a statement stays, whichever comes behind it', async t => {
      const store = await opened(t);
      const noted: string[] = [];
      const ends = ['available', 'canceled'] as const;
      for (const [n, first] of ends.entries()) {
        const {id} = await store.add(statement(n));
        const others = ends.filter(state => state !== first);
        for (const state of [first, ...others])
          await store.finished(id, {state, hasResultSet: false}, async () => {
            noted.push(`${n} ${state}`);
          });
        assert.equal((await store.byId(id))?.state, first);
      }
      assert.deepEqual(noted, ['0 available', '1 canceled']);
    });

    test('nobody finds the statements of others', async t => {
      const store = await opened(t);
      const {id, uuid} = await store.add(statement(1));
      await store.accepted(id, session, handle);
      assert.equal(await store.byUuid('bob', uuid), undefined);
      assert.equal(await store.byGuid('bob', handle.guid), undefined);
      const query = {engine: undefined, text: '', limit: 10, offset: 0};
      assert.equal((await store.history({...query, userName: 'bob'})).count, 0);
    });

    test('history is newest first, in pages, searched without regard to case or wildcards', async t => {
      const store = await opened(t);
      const texts = ['SELECT a', 'select 100%', 'INSERT INTO a_b', 'select \\d', 'SELECT z'];
      for (const [n, text] of texts.entries()) await store.add(statement(n, text));
      const find = async (text: string, limit = 10, offset = 0) => {
        const {count, found} = await store.history({
          userName: 'alice',
          engine: 'hive',
          text,
          limit,
          offset,
        });
        return [count, found.map(one => one.sql)];
      };
      assert.deepEqual(await find('', 2, 1), [5, ['select \\d', 'INSERT INTO a_b']]);
      assert.deepEqual(await find('SELECT'), [
        4,
        ['SELECT z', 'select \\d', 'select 100%', 'SELECT a'],
      ]);
      assert.deepEqual(await find('0%'), [1, ['select 100%']]);
      assert.deepEqual(await find('a_b'), [1, ['INSERT INTO a_b']]);
      assert.deepEqual(await find('\\'), [1, ['select \\d']]);
    });

    test('a script is kept once for all of its statements, and goes with the last of them', async t => {
      const db = open(t);
      const store = await StatementStore.open(db);
      t.after(() => store.close());
      const scripts = async () =>
        (
          await db.read(session => session.all<{body: string}>('SELECT body FROM editor_script'))
        ).map(row => row.body);
      const body = 'SELECT 1; SELECT 2';
      const of = (n: number, script?: string) => ({
        ...statement(n),
        body,
        place: n - 1,
        count: 2,
        script,
      });
      const first = await store.add(of(1));
      const second = await store.add(of(2, first.script));
      const alone = await store.add({...statement(3), body: 'SELECT 3'});
      assert.deepEqual(
        [second.script, alone.script, await scripts()],
        [first.script, undefined, [body]],
      );
      assert.deepEqual([await store.bodyOf(second), await store.bodyOf(alone)], [body, 'SELECT 3']);
      await store.forget(first);
      assert.deepEqual(await scripts(), [body]);
      await store.finished(second.id, {state: 'available', hasResultSet: false});
      assert.equal(await store.clear('alice', undefined), 1);
      assert.deepEqual(await scripts(), []);
      const after = await store.add(of(4, first.script));
      assert.equal(await store.bodyOf(after), body, 'what was cleared meanwhile is kept anew');
    });

    test('a history that is cleared while a statement is added takes no text away from it', async t => {
      const store = await opened(t);
      const body = 'SELECT 1; SELECT 2';
      const of = (n: number, script?: string) => ({
        ...statement(n),
        body,
        place: 0,
        count: 2,
        script,
      });
      const {id, script} = await store.add(of(0));
      await store.finished(id, {state: 'available', hasResultSet: false});
      const added = Array.from({length: 20}, (_, n) => store.add(of(n + 1, script)));
      const cleared = Array.from({length: 5}, () => store.clear('alice', undefined));
      await Promise.all(cleared);
      for (const one of await Promise.all(added)) assert.equal(await store.bodyOf(one), body);
    });

    test('statements that are added at the same time get numbers of their own', async t => {
      const store = await opened(t);
      const added = await Promise.all(Array.from({length: 10}, (_, n) => store.add(statement(n))));
      assert.equal(new Set(added.map(one => one.id)).size, 10);
    });
  });
}
