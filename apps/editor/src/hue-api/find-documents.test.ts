import assert from 'node:assert/strict';
import {describe, test, type TestContext} from 'node:test';
import type {Database} from '@gazetteer/db';
import {databases} from '../../test/databases.ts';
import {createDocument} from '../document/documents.ts';
import {setGrants} from '../document/grants.ts';
import {trashDocument} from '../document/trash.ts';
import {migrations} from '../store/schema.ts';
import {completed, findDocuments, uuidAt, uuidBeginning} from './find-documents.ts';
import {documentNumber, uuidStart} from './identity.ts';

const sharing = {isOn: true, byLink: true};
const alice = {userName: 'alice', groups: ['ANALYST'], sharing};
const bob = {userName: 'bob', groups: ['ANALYST'], sharing};

const all = {
  perms: 'both',
  folder: undefined,
  types: [],
  text: '',
  sort: 'name',
  trash: 'without',
  limit: 0,
  offset: 0,
} as const;

for (const {name: title, skip = false, open} of databases) {
  describe(`documents for clients of Hue in ${title}`, {skip}, () => {
    async function opened(t: TestContext): Promise<Database> {
      const db = open(t);
      t.after(() => db.close());
      await db.migrate(migrations);
      return db;
    }
    const folderOf = (name: string, folder?: string) =>
      ({kind: 'folder', name, description: '', folder, content: undefined}) as const;
    const query = (name: string, folder?: string, engine = 'hive', state = {}) =>
      ({
        kind: 'query',
        name,
        description: '',
        folder,
        content: {engine, database: '', text: `select '${name}'`, state},
      }) as const;

    test('they are found by kind, words, folder and whose they are, in pages and in order', async t => {
      const db = await opened(t);
      const folder = await createDocument(db, alice, folderOf('Reports'));
      const inside = await createDocument(db, alice, query('Inside', folder.uuid));
      await createDocument(db, alice, query('Fast', undefined, 'impala'));
      await createDocument(db, alice, query('Gist', undefined, 'hive', {origin: 'gist'}));
      const gone = await createDocument(db, alice, query('Gone'));
      await trashDocument(db, alice, gone.uuid);
      const names = async (actor: typeof alice, more: object) => {
        const {count, found} = await findDocuments(db, actor, {...all, ...more});
        assert.ok(count >= found.length);
        return found.map(({name}) => name);
      };
      const rows: [object, string[]][] = [
        [{}, ['Fast', 'Gist', 'Inside', 'Reports']],
        [{sort: '-name'}, ['Reports', 'Inside', 'Gist', 'Fast']],
        [{limit: 2, offset: 1}, ['Gist', 'Inside']],
        [{folder: ''}, ['Fast', 'Gist', 'Reports']],
        [{folder: folder.uuid}, ['Inside']],
        [{types: ['query-hive']}, ['Inside']],
        [{types: ['query-impala', 'directory']}, ['Fast', 'Reports']],
        [{types: ['gist']}, ['Gist']],
        [{types: ['oozie-workflow2']}, []],
        [{text: "select 'ins"}, ['Inside']],
        [{trash: 'only'}, ['Gone']],
        [{trash: 'with', text: 'gone'}, ['Gone']],
        [{perms: 'shared'}, []],
        [{uuids: [inside.uuid, gone.uuid]}, ['Inside']],
      ];
      for (const [more, wanted] of rows)
        assert.deepEqual(await names(alice, more), wanted, JSON.stringify(more));
      assert.deepEqual(await names(bob, {}), []);
      await setGrants(db, alice, folder.uuid, [
        {kind: 'group', name: 'ANALYST', permission: 'read'},
      ]);
      assert.deepEqual(await names(bob, {perms: 'shared'}), ['Inside', 'Reports']);
      assert.deepEqual(await names(bob, {folder: ''}), ['Inside', 'Reports']);
      assert.deepEqual(await names(bob, {perms: 'owned'}), []);
      const found = await completed(db, alice, inside.uuid);
      assert.deepEqual([found?.above, found?.engine], [['Reports'], 'hive']);
    });

    test('nobody is told of folders above what is shared with them, nor whom else it is shared with', async t => {
      const db = await opened(t);
      const secret = await createDocument(db, alice, folderOf('Secret'));
      const shown = await createDocument(db, alice, folderOf('Shown', secret.uuid));
      const inside = await createDocument(db, alice, query('Inside', shown.uuid));
      await setGrants(db, alice, shown.uuid, [
        {kind: 'group', name: 'ANALYST', permission: 'read'},
        {kind: 'user', name: 'carol', permission: 'read'},
      ]);
      const toldOf = async (actor: typeof bob, uuid: string) => {
        const [listed] = (await findDocuments(db, actor, {...all, uuids: [uuid]})).found;
        const one = await completed(db, actor, uuid);
        assert.deepEqual(listed, one);
        return [one?.folder, one?.above, one?.grants.map(({name}) => name)];
      };
      assert.deepEqual(await toldOf(bob, shown.uuid), [undefined, [], ['ANALYST']]);
      assert.deepEqual(await toldOf(bob, inside.uuid), [shown.uuid, ['Shown'], []]);
      const whole = [secret.uuid, ['Secret'], ['ANALYST', 'carol']];
      assert.deepEqual(await toldOf(alice, shown.uuid), whole);
    });

    test('an order that there is not is the usual one', async t => {
      const db = await opened(t);
      await createDocument(db, alice, query('One'));
      for (const sort of ['constructor', '-__proto__', 'toString', "name'; DROP TABLE x"])
        assert.equal((await findDocuments(db, alice, {...all, sort})).count, 1, sort);
    });

    test('a number and a path lead to one document', async t => {
      const db = await opened(t);
      const made = await createDocument(db, alice, query('One'));
      assert.equal(await uuidBeginning(db, uuidStart(documentNumber(made.uuid))), made.uuid);
      assert.equal(await uuidBeginning(db, uuidStart(1)), undefined);
      assert.equal(await uuidAt(db, 'alice', ['One']), made.uuid);
      assert.equal(await uuidAt(db, 'alice', ['Folder', 'One']), undefined);
      assert.equal(await uuidAt(db, 'bob', ['One']), undefined);
    });
  });
}
