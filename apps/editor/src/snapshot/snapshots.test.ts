import assert from 'node:assert/strict';
import {describe, test, type TestContext} from 'node:test';
import {databases} from '../../test/databases.ts';
import {createDocument} from '../document/documents.ts';
import {deleteDocument, trashDocument} from '../document/trash.ts';
import {migrations} from '../store/schema.ts';
import {addSnapshot, listOwn, maxSnapshots} from './snapshots.ts';

const ada = {userName: 'ada', groups: [], sharing: {isOn: true, byLink: true}};

for (const {name, skip = false, open} of databases) {
  describe(`snapshots in ${name}`, {skip}, () => {
    async function opened(t: TestContext) {
      const db = open(t);
      t.after(() => db.close());
      await db.migrate(migrations);
      const {uuid} = await createDocument(db, ada, {
        kind: 'dashboard',
        name: 'Orders',
        description: '',
        folder: undefined,
        content: undefined,
      });
      const add = async () =>
        await addSnapshot(db, ada, {
          document: uuid,
          name: 'May',
          description: '',
          audience: 'owner',
          engines: [],
          content: {variables: {}, tiles: []},
          picture: undefined,
        });
      return {db, uuid, add};
    }

    test('a person has no more than there may be, however many are taken at once', async t => {
      const {db, add} = await opened(t);
      const room = 3;
      for (let n = 0; n < maxSnapshots - room; n++) await add();
      const ends = await Promise.allSettled(Array.from({length: 10}, add));
      assert.equal(ends.filter(({status}) => status === 'fulfilled').length, room);
      assert.equal((await listOwn(db, 'ada')).length, maxSnapshots);
    });

    test('of a dashboard that is deleted meanwhile none is left', async t => {
      const {db, uuid, add} = await opened(t);
      await trashDocument(db, ada, uuid);
      await Promise.allSettled([add(), add(), deleteDocument(db, ada, uuid), add(), add()]);
      assert.deepEqual(await listOwn(db, 'ada'), []);
      await assert.rejects(add, {message: 'Document not found or not shared with you.'});
    });
  });
}
