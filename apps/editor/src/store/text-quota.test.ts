import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {databases} from '../../test/databases.ts';
import {createDocument, saveDocument} from '../document/documents.ts';
import {saveTab} from '../tab/tab-store.ts';
import {StatementStore} from '../statement/statement-store.ts';
import {migrations} from './schema.ts';
import {checkDocumentQuota, checkHistoryQuota, checkTabQuota} from './text-quota.ts';

const ada = {userName: 'ada', groups: [], sharing: {isOn: true, byLink: true}};

for (const {name, skip = false, open} of databases) {
  describe(`the room for texts in ${name}`, {skip}, () => {
    test('counts every statement of the history and the texts that they are of', async t => {
      const db = open(t);
      t.after(() => db.close());
      const store = await StatementStore.open(db);
      const of = {
        userName: 'ada',
        engine: 'hive',
        database: 'default',
        count: 2,
        sql: 'x'.repeat(500),
      };
      const first = await store.add({...of, uuid: 'u0', body: 'y'.repeat(1000), place: 0});
      await store.add({...of, uuid: 'u1', body: 'y'.repeat(1000), place: 1, script: first.script});
      await db.write(async session => {
        await checkHistoryQuota(session, 'ada', 3000);
        await checkHistoryQuota(session, 'bob', 0);
        await assert.rejects(checkHistoryQuota(session, 'ada', 2999), {
          status: 409,
          message: /history take 3\.0 kB/,
        });
      });
    });

    test('counts every tab and every version of a query, of one person', async t => {
      const db = open(t);
      t.after(() => db.close());
      await db.migrate(migrations);
      const uuids = [
        '00000000-0000-0000-0000-000000000001',
        '00000000-0000-0000-0000-000000000002',
      ];
      for (const uuid of uuids)
        await saveTab(db, 'ada', uuid, {revision: 0, content: {text: 'x'.repeat(1000)}});
      const content = {engine: 'hive', database: 'default', text: 'x'.repeat(1000), state: {}};
      const made = await createDocument(db, ada, {
        kind: 'query',
        name: 'q',
        description: '',
        folder: undefined,
        content,
      });
      await saveDocument(db, ada, made.uuid, {
        version: 1,
        comment: '',
        content: {...content, text: 'y'.repeat(1000)},
      });
      await db.write(async session => {
        for (const check of [checkTabQuota, checkDocumentQuota]) {
          await check(session, 'ada', 3000);
          await check(session, 'bob', 0);
          await assert.rejects(check(session, 'ada', 1999), {
            status: 409,
            message: /take 2\.\d kB of the 2\.0 kB/,
          });
        }
      });
    });
  });
}
