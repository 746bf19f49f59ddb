// What the catalog is told of checks when it refuses it, or the owner of a check is gone.
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import type {LinkCaller} from '@gazetteer/server';
import {CatalogLink} from '../src/catalog/catalog-link.ts';
import {noteVerdict} from '../src/schedule/check-rows.ts';
import {CheckReports} from '../src/schedule/check-reports.ts';
import {migrations} from '../src/store/schema.ts';
import {databases} from './databases.ts';
import {TestLog} from './test-log.ts';

for (const {name, skip, open} of databases) {
  void describe(name, {skip: skip ?? false}, () => {
    test('a report that is refused is kept, unless it is wrong or its table is gone', async t => {
      const db = open(t);
      await db.migrate(migrations);
      t.after(() => db.close());
      let status = 0;
      const asked: {readonly caller: LinkCaller; readonly body: unknown}[] = [];
      const fetchAs =
        (caller: LinkCaller): typeof fetch =>
        async (_input, init) => {
          asked.push({caller, body: JSON.parse(String(init?.body))});
          return new Response(status === 204 ? null : '{"errorMessage": "no"}', {status});
        };
      const neighbour = () => ({fetchAs, pagesFor: () => undefined, tell: assert.fail});
      const catalog = new CatalogLink({neighbour}, new Map());
      const reports = new CheckReports();
      const report = {namespace: 'warehouse', name: 'main.orders'};
      await db.write(async session => {
        await session.run(
          "INSERT INTO editor_check (schedule, namespace, name) VALUES ('s', ?, ?)",
          Object.values(report),
        );
      });
      const note = async () =>
        await db.write(session => noteVerdict(session, {uuid: 's'}, 'error', 1));
      const waiting = async () => {
        const rows = await db.read(session =>
          session.all<{attempts: number}>('SELECT attempts FROM editor_check_report'),
        );
        return rows.map(({attempts}) => attempts);
      };
      const tell = async (answer: number) => {
        status = answer;
        await db.write(session => session.run('UPDATE editor_check_report SET not_before = 0'));
        const before = asked.length;
        reports.look({db, catalog, log: new TestLog()});
        await soon(() => assert.equal(asked.length, before + 1));
        await reports.stop();
      };
      await note();
      for (const [at, refused] of [401, 403, 500, 409].entries()) {
        await tell(refused);
        assert.deepEqual(await waiting(), [at + 1], String(refused));
      }
      await tell(204);
      assert.deepEqual(await waiting(), []);
      const body = [{...report, passed: 0, failed: 0, errors: 1}];
      assert.deepEqual(asked.at(-1), {caller: {userName: '', groups: [], isServer: true}, body});
      for (const wrong of [400, 404]) {
        await note();
        await tell(wrong);
        assert.deepEqual(await waiting(), [], String(wrong));
      }
    });
  });
}
