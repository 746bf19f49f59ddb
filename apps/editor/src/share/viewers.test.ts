// Who looked at what others share: noted once an hour, kept for a while, deleted with what it was.
import assert from 'node:assert/strict';
import {describe, test, type TestContext} from 'node:test';
import type {Database} from '@gazetteer/db';
import {databases} from '../../test/databases.ts';
import {TestLog} from '../../test/test-log.ts';
import {migrations} from '../store/schema.ts';
import {addComment} from './comments.ts';
import {dropTraces, listViewers, Views} from './viewers.ts';

const ada = {userName: 'ada', groups: [], sharing: {isOn: true, byLink: true}};
const found = async () => await Promise.resolve({owner: 'ada'});
const [minute, day] = [60_000, 86_400_000];

for (const {name, skip = false, open} of databases) {
  describe(`viewers in ${name}`, {skip}, () => {
    async function opened(t: TestContext): Promise<Database> {
      const db = open(t);
      t.after(() => db.close());
      await db.migrate(migrations);
      return db;
    }
    const seen = async (db: Database, subject = 'x', keptMs = 90 * day) =>
      (await listViewers(db, found, ada, subject, keptMs)).map(({name: who, viewedAt}) => [
        who,
        viewedAt,
      ]);

    test('are noted once an hour each, in all processes together', async t => {
      t.mock.timers.enable({apis: ['Date'], now: 1000 * day});
      const [db, log] = [await opened(t), new TestLog()];
      const noted = async (...given: (readonly [string, string])[]) => {
        // A process that knows nothing of what was noted.
        const views = new Views({db, log, keptMs: 90 * day});
        for (const [subject, viewer] of given) views.noted(subject, viewer);
        await views.stop();
      };
      await noted(['x', 'bob'], ['x', 'bob'], ['y', 'bob'], ['x', 'cleo']);
      const first = 1000 * day;
      assert.deepEqual(await seen(db), [
        ['bob', first],
        ['cleo', first],
      ]);
      assert.deepEqual(await seen(db, 'y'), [['bob', first]]);
      t.mock.timers.tick(59 * minute);
      await noted(['x', 'cleo']);
      assert.deepEqual((await seen(db))[1], ['cleo', first], 'not an hour later');
      t.mock.timers.tick(minute);
      await noted(['x', 'cleo']);
      assert.deepEqual(await seen(db), [
        ['cleo', first + 60 * minute],
        ['bob', first],
      ]);
      assert.deepEqual(log.lines, []);
    });

    test('are noted more often where they are kept for less than two hours', async t => {
      t.mock.timers.enable({apis: ['Date'], now: 1000 * day});
      const db = await opened(t);
      const views = new Views({db, log: new TestLog(), keptMs: 10 * minute});
      for (let n = 0; n < 3; n++) {
        views.noted('x', 'bob');
        await views.stop();
        t.mock.timers.tick(6 * minute);
        assert.equal((await seen(db, 'x', 10 * minute)).length, 1);
      }
    });

    test('are forgotten after their time, at once where none are kept, and with their subject', async t => {
      t.mock.timers.enable({apis: ['Date'], now: 1000 * day});
      const [db, log] = [await opened(t), new TestLog()];
      const views = new Views({db, log, keptMs: 2 * day});
      t.after(() => views.stop());
      const off = new Views({db, log, keptMs: 0});
      t.after(() => off.stop());
      const count = async (table = 'editor_viewer') =>
        Number(
          (await db.read(s => s.all<{n: number}>(`SELECT COUNT(*) AS n FROM ${table}`)))[0]?.n,
        );
      for (const uuid of ['x', 'y'])
        await db.write(session =>
          session.run(
            `INSERT INTO editor_result_share (uuid, statement, owner, title, view, grants, created_at)
             VALUES (?, 's', 'ada', '', '{}', '[]', 1)`,
            [uuid],
          ),
        );
      const note = async (subject: string, viewer: string) => {
        const before = await count();
        const one = new Views({db, log, keptMs: 2 * day});
        one.noted(subject, viewer);
        await one.stop();
        assert.equal(await count(), before + 1);
      };
      await note('x', 'bob');
      t.mock.timers.tick(day);
      await note('x', 'cleo');
      t.mock.timers.tick(day);
      assert.deepEqual(
        (await seen(db, 'x', 2 * day)).map(([who]) => who),
        ['cleo'],
      );
      await views.age();
      assert.equal(await count(), 1);
      await note('y', 'cleo');
      await db.write(session => dropTraces(session, ['x']));
      assert.deepEqual((await seen(db, 'y')).length, 1);
      assert.equal(await count(), 1);
      // What is about nothing that is there any more, as editors of an earlier version leave it.
      await note('gone', 'cleo');
      for (const subject of ['y', 'gone'])
        await addComment(db, found, ada, subject, 'Is that with returns?');
      await views.age();
      assert.deepEqual([await count(), await count('editor_document_comment')], [1, 1]);
      off.noted('y', 'dan');
      await off.stop();
      assert.equal(await count(), 1, 'nothing is noted');
      await off.age();
      assert.equal(await count(), 0);
    });
  });
}

test('a database that fails keeps nobody from reading, is told of, and is asked again', async () => {
  const log = new TestLog();
  let writes = 0;
  const failing = {
    write: async () => {
      writes++;
      return await Promise.reject(new Error('The disk is full.'));
    },
  };
  const views = new Views({db: failing as unknown as Database, log, keptMs: day});
  views.noted('x', 'bob');
  await views.stop();
  views.noted('x', 'bob');
  await views.stop();
  assert.equal(writes, 2);
  await views.age();
  assert.equal(log.lines.length, 3);
});
