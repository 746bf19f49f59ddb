import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {describe, test, type TestContext} from 'node:test';
import type {Database} from '@gazetteer/db';
import {databases} from '../../test/databases.ts';
import {migrations} from '../store/schema.ts';
import {
  closeTab,
  listTabHeads,
  listTabs,
  orderTabs,
  readTab,
  reopenTab,
  saveTab,
} from './tab-store.ts';

for (const {name, skip = false, open} of databases) {
  describe(`tabs in ${name}`, {skip}, () => {
    async function opened(t: TestContext): Promise<Database> {
      const db = open(t);
      t.after(() => db.close());
      await db.migrate(migrations);
      return db;
    }
    const textsOf = async (db: Database, user: string, closed = false) =>
      (await listTabs(db, user, closed)).map(({content}) => content['text']);
    const add = async (db: Database, user: string, text: string) =>
      (await saveTab(db, user, randomUUID(), {revision: 0, content: {text}})).uuid;

    test('stay in their order, each to its user', async t => {
      const db = await opened(t);
      const [a, , c] = [
        await add(db, 'ada', 'a'),
        await add(db, 'ada', 'b'),
        await add(db, 'ada', 'c'),
      ];
      await add(db, 'bob', 'x');
      await orderTabs(db, 'bob', [c]);
      assert.deepEqual(await textsOf(db, 'ada'), ['a', 'b', 'c']);
      await orderTabs(db, 'ada', [c, a]);
      assert.deepEqual(await textsOf(db, 'ada'), ['c', 'a', 'b'], 'what is not named stays behind');
      await assert.rejects(saveTab(db, 'bob', a, {revision: 1, content: {}}), {status: 404});
      await assert.rejects(closeTab(db, 'bob', a), {status: 404});
    });

    test('take so much room and no more: what is too much is not kept', async t => {
      const db = await opened(t);
      const uuid = await add(db, 'ada', 'a');
      const large = {revision: 1, content: {text: 'x'.repeat(64_000_001)}};
      await assert.rejects(saveTab(db, 'ada', uuid, large), {
        status: 409,
        message: /64 MB of the 64 MB/,
      });
      assert.deepEqual(await textsOf(db, 'ada'), ['a']);
      await add(db, 'bob', 'b');
    });

    test('are listed without their texts for whoever wants to know what has changed', async t => {
      const db = await opened(t);
      const [a, b] = [randomUUID(), randomUUID()];
      await saveTab(db, 'ada', a, {revision: 0, content: {title: 'One', text: 'x'}});
      await saveTab(db, 'ada', a, {revision: 1, content: {title: 'Two', text: 'x'}});
      await saveTab(db, 'ada', b, {revision: 0, content: {title: 5}});
      const heads = await listTabHeads(db, 'ada', false);
      assert.deepEqual(
        heads.map(({uuid, revision, title}) => [uuid, revision, title]),
        [
          [a, 2, 'Two'],
          [b, 1, ''],
        ],
      );
      assert.deepEqual((await readTab(db, 'ada', a)).content, {title: 'Two', text: 'x'});
      await assert.rejects(readTab(db, 'bob', a), {status: 404});
    });

    test('two browsers do not undo each other', async t => {
      const db = await opened(t);
      const uuid = await add(db, 'ada', 'one');
      const save = async (revision: number, text: string) =>
        await saveTab(db, 'ada', uuid, {revision, content: {text}});
      assert.equal((await save(1, 'two')).revision, 2);
      await assert.rejects(
        save(1, 'late'),
        (error: {status: number; fields: {tab: {content: {text: string}}}}) => {
          assert.deepEqual([error.status, error.fields.tab.content.text], [409, 'two']);
          return true;
        },
      );
      const all = await Promise.allSettled([save(2, 'x'), save(2, 'y'), save(2, 'z')]);
      assert.equal(all.filter(({status}) => status === 'fulfilled').length, 1);
    });

    test('fields that are said to be there already stay as they are', async t => {
      const db = await opened(t);
      const uuid = randomUUID();
      await saveTab(db, 'ada', uuid, {revision: 0, content: {title: 'One', text: 'long', run: 1}});
      await saveTab(db, 'ada', uuid, {
        revision: 1,
        content: {title: 'Two', run: 2},
        kept: ['text', 'none'],
      });
      assert.deepEqual((await readTab(db, 'ada', uuid)).content, {
        title: 'Two',
        run: 2,
        text: 'long',
      });
      await assert.rejects(saveTab(db, 'ada', uuid, {revision: 1, content: {}, kept: ['text']}), {
        status: 409,
      });
      await saveTab(db, 'ada', uuid, {revision: 2, content: {title: 'Two'}});
      assert.deepEqual((await readTab(db, 'ada', uuid)).content, {title: 'Two'});
    });

    test('closed ones can be opened again, the last ones', async t => {
      const db = await opened(t);
      const [a, b] = [await add(db, 'ada', 'a'), await add(db, 'ada', 'b')];
      await closeTab(db, 'ada', a);
      assert.deepEqual([await textsOf(db, 'ada'), await textsOf(db, 'ada', true)], [['b'], ['a']]);
      assert.equal((await reopenTab(db, 'ada', a)).closedAt, undefined);
      assert.deepEqual(await textsOf(db, 'ada'), ['b', 'a']);
      await closeTab(db, 'ada', b);
      await saveTab(db, 'ada', b, {revision: 1, content: {text: 'saved after all'}});
      assert.deepEqual(await textsOf(db, 'ada'), ['a', 'saved after all']);
      for (let n = 0; n < 52; n++) await closeTab(db, 'ada', await add(db, 'ada', `t${n}`));
      const closed = await textsOf(db, 'ada', true);
      assert.equal(closed.length, 50);
    });
  });
}
