import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {databases} from '../../test/databases.ts';
import {MemoryEngine} from '../../test/memory-engine.ts';
import {TestLog} from '../../test/test-log.ts';
import {CatalogLink} from '../catalog/catalog-link.ts';
import {SessionPool} from '../session/session-pool.ts';
import {StatementStore} from '../statement/statement-store.ts';
import {LineageOutbox} from './lineage-outbox.ts';
import type {LineageRules} from './lineage-rules.ts';

const rules: LineageRules = {
  isOff: false,
  users: new Set(),
  tables: [],
  namespaces: new Map([
    ['hive', {namespace: 'hive://here', isPersonal: false, lineage: 'on' as const}],
  ]),
  usage: {isOff: false, ignoredUsers: []},
};

for (const {name, skip = false, open} of databases) {
  describe(`telling the catalog, in ${name}`, {skip}, () => {
    test('waits without giving up while all sessions of a person are in use', async t => {
      const db = open(t);
      const statements = await StatementStore.open(db);
      const log = new TestLog();
      const engine = new MemoryEngine('hive');
      engine.rules = {closeSessions: false, hasSessionPool: true, maxNumberOfSessions: 2};
      const pool = new SessionPool({log, sweepMs: 0});
      let asked = 0;
      pool.onShortage = async () => {
        asked++;
        return true;
      };
      const unasked = async () => await Promise.reject(new Error('there is nothing to tell'));
      const neighbour = {pagesFor: () => undefined, tell: unasked, fetchAs: () => unasked};
      const catalog = new CatalogLink({neighbour: () => neighbour}, rules.namespaces);
      const engines = new Map([['hive', engine]]);
      const outbox = new LineageOutbox({db, engines, pool, statements, catalog, log}, rules);
      t.after(async () => {
        await outbox.stop();
        await pool.stop();
        await statements.close();
      });
      const rows = async () =>
        await db.read(session =>
          session.all<{attempts: number; busy_until: number}>(
            'SELECT attempts, busy_until FROM editor_lineage_outbox',
            [],
          ),
        );
      const sql = 'SELECT n FROM orders';
      const text = {body: sql, sql, place: 0, count: 1};
      const of = {userName: 'alice', engine: 'hive', database: 'default'};
      const statement = await statements.add({uuid: 'one', ...of, ...text});
      const note = outbox.noted(statement);
      assert.ok(note);
      // Once more without an answer, and it would be given up.
      await db.write(async session => {
        await note(session);
        await session.run('UPDATE editor_lineage_outbox SET attempts = 4', []);
      });
      const alice = {name: 'alice'};
      const leases = [await pool.lease(engine, alice), await pool.lease(engine, alice)];
      const put = log.next(({message}) => message.includes('could not be told'));
      outbox.start();
      await put;
      const [row] = await rows();
      assert.equal(Number(row?.attempts), 4);
      assert.ok(Number(row?.busy_until) > Date.now());
      assert.equal(asked, 0);
      for (const lease of leases) await lease.release();
      await db.write(session => session.run('UPDATE editor_lineage_outbox SET busy_until = 0', []));
      outbox.wake();
      await soon(async () => assert.deepEqual(await rows(), []));
      assert.deepEqual(engine.asked.statements, ['DESCRIBE FORMATTED `default`.`orders`']);
    });
  });
}
