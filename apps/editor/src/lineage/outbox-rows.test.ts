import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {databases} from '../../test/databases.ts';
import {migrations} from '../store/schema.ts';
import {claimNext, enqueue, removeOld} from './outbox-rows.ts';

const now = Date.UTC(2031, 0, 6);

for (const {name, skip = false, open} of databases) {
  describe(`what the catalog is to be told of in ${name}`, {skip}, () => {
    test('lineage goes before what is only counted, the oldest first', async t => {
      const db = open(t);
      t.after(() => db.close());
      await db.migrate(migrations);
      await db.write(async session => {
        for (const [id, isUse] of [
          [1, true],
          [2, false],
          [3, true],
          [4, false],
        ] as const)
          await enqueue(session, {id, isUse}, now);
      });
      const order: (number | undefined)[] = [];
      for (let i = 0; i < 5; i++)
        order.push((await db.write(session => claimNext(session, now)))?.statement);
      assert.deepEqual(order, [2, 4, 1, 3, undefined]);
    });

    test('what was noted before there were two kinds counts as lineage', async t => {
      const db = open(t);
      t.after(() => db.close());
      await db.migrate(migrations.filter(({id}) => id < 10_012));
      await db.write(session =>
        session.run('INSERT INTO editor_lineage_outbox VALUES (5, 1, ?, 0)', [now]),
      );
      await db.migrate(migrations);
      await db.write(session => enqueue(session, {id: 4, isUse: true}, now));
      const first = await db.write(session => claimNext(session, now));
      assert.deepEqual(first, {statement: 5, attempts: 1});
    });

    test('too many that are only counted push out the oldest of themselves, and no lineage', async t => {
      const db = open(t);
      t.after(() => db.close());
      await db.migrate(migrations);
      await db.write(async session => {
        await enqueue(session, {id: 1, isUse: false}, now);
        await session.run(
          `INSERT INTO editor_lineage_outbox (statement, attempts, noted_at, busy_until, is_use)
           WITH RECURSIVE n (id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n WHERE id < 10003)
           SELECT id, 0, ${now}, 0, 1 FROM n`,
          [],
        );
        await removeOld(session, now);
      });
      const rows = await db.read(session =>
        session.all<{is_use: number; count: number; oldest: number}>(
          `SELECT is_use, COUNT(*) AS count, MIN(statement) AS oldest FROM editor_lineage_outbox
           GROUP BY is_use ORDER BY is_use`,
          [],
        ),
      );
      assert.deepEqual(
        rows.map(row => [row.is_use, row.count, row.oldest].map(Number)),
        [
          [0, 1, 1],
          [1, 10_000, 4],
        ],
      );
    });
  });
}
