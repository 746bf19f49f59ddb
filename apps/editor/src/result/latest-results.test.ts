import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {databases} from '../../test/databases.ts';
import {StatementStore} from '../statement/statement-store.ts';
import {fingerprintOf, latestResults, noteLatest} from './latest-results.ts';

for (const {name, skip = false, open} of databases) {
  describe(`latest results in ${name}`, {skip}, () => {
    test('are those of a person by a text, as far as the history has them', async t => {
      const db = open(t);
      const store = await StatementStore.open(db);
      t.after(() => store.close());
      const print = fingerprintOf('hive', 'default', 'SELECT 1');
      assert.notEqual(print, fingerprintOf('hive', 'default SELECT', '1'));
      const run = async (uuid: string, userName: string) => {
        const sql = 'SELECT 1';
        const text = {body: sql, sql, place: 0, count: 1};
        const made = await store.add({
          uuid,
          userName,
          engine: 'hive',
          database: 'default',
          ...text,
        });
        await noteLatest(db, userName, print, uuid);
        return made;
      };
      await run('one', 'alice');
      const two = await run('two', 'alice');
      await run('three', 'bob');
      await noteLatest(db, 'carol', print, 'two');
      await store.finished(two.id, {state: 'failed', hasResultSet: false, message: 'no'});
      const found = (await latestResults(db, 'alice', [print, 'other'])).get(print);
      assert.deepEqual(
        [found?.statement, found?.state, found?.hasResultSet, found?.message],
        ['two', 'failed', false, 'no'],
      );
      assert.equal((await latestResults(db, 'bob', [print])).get(print)?.statement, 'three');
      // The statement of somebody else is none of hers, whoever wrote that down.
      assert.equal((await latestResults(db, 'carol', [print])).size, 0);
      assert.equal((await latestResults(db, 'alice', [])).size, 0);
    });

    test('one that was submitted earlier and ends later stays behind the newer one', async t => {
      const db = open(t);
      const store = await StatementStore.open(db);
      t.after(() => store.close());
      const print = fingerprintOf('hive', 'default', 'SELECT 1');
      const add = async (uuid: string) => {
        const of = {userName: 'alice', engine: 'hive', database: 'default'};
        return await store.add({
          uuid,
          ...of,
          body: 'SELECT 1',
          sql: 'SELECT 1',
          place: 0,
          count: 1,
        });
      };
      const latest = async () => (await latestResults(db, 'alice', [print])).get(print)?.statement;
      await add('early');
      await add('late');
      await noteLatest(db, 'alice', print, 'late');
      await noteLatest(db, 'alice', print, 'early');
      assert.equal(await latest(), 'late');
      await add('last');
      await noteLatest(db, 'alice', print, 'last');
      assert.equal(await latest(), 'last');
      // One that the history has no more is no reason against what it has.
      await db.write(session =>
        session.run("DELETE FROM editor_statement WHERE uuid = 'last'", []),
      );
      await noteLatest(db, 'alice', print, 'early');
      assert.equal(await latest(), 'early');
    });
  });
}
