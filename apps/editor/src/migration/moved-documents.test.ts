import assert from 'node:assert/strict';
import {describe, test, type TestContext} from 'node:test';
import type {Database} from '@gazetteer/db';
import {databases} from '../../test/databases.ts';
import {migrations} from '../store/schema.ts';
import {createDocument, readDocument, saveDocument} from '../document/documents.ts';
import {listFolder, searchDocuments} from '../document/lists.ts';
import {setGrants} from '../document/grants.ts';
import {trashDocument} from '../document/trash.ts';
import {listVersions} from '../document/versions.ts';
import {StatementStore} from '../statement/statement-store.ts';
import {type MovedDocument, readMoved, storeMoved} from './moved-documents.ts';
import {readMovedStatements, storeMovedStatements} from './moved-statements.ts';

const sharing = {isOn: true, byLink: true};
const ada = {userName: 'ada', groups: [], sharing};
const bob = {userName: 'bob', groups: ['GUESTS'], sharing};

const idOf = (n: number) => `0000000${n}-0000-4000-8000-000000000000`;

function folder(n: number, name: string, above = ''): MovedDocument {
  const head = {uuid: idOf(n), kind: 'folder', name, description: '', folder: above} as const;
  return {...head, changedAt: 1000 + n, grants: [], content: undefined};
}

function query(n: number, name: string, above = '', more: Partial<MovedDocument> = {}) {
  const content = {engine: 'hive', database: 'shop', text: `select '${name}'`, state: {}};
  return {...folder(n, name, above), kind: 'query', content, ...more} satisfies MovedDocument;
}

for (const {name, skip = false, open} of databases) {
  describe(`documents of another server in ${name}`, {skip}, () => {
    async function opened(t: TestContext): Promise<Database> {
      const db = open(t);
      t.after(() => db.close());
      await db.migrate(migrations);
      return db;
    }
    const outcomesOf = async (db: Database, given: readonly MovedDocument[]) =>
      (await storeMoved(db, 'ada', given)).map(({outcome}) => outcome);

    test('keep their ids, folders, times and whom they are shared with; again nothing changes', async t => {
      const db = await opened(t);
      const given = [
        folder(1, 'Team'),
        folder(2, 'Daily', idOf(1)),
        query(3, 'Sales', idOf(2), {
          grants: [
            {kind: 'user', name: 'bob', permission: 'write'},
            {kind: 'group', name: 'GUESTS', permission: 'read'},
          ],
        }),
      ];
      assert.deepEqual(await outcomesOf(db, given), ['created', 'created', 'created']);
      const sales = await readDocument(db, ada, idOf(3));
      assert.deepEqual(
        [sales.path.map(one => one.name), sales.createdAt, sales.changedAt, sales.content?.text],
        [['Team', 'Daily'], 1003, 1003, "select 'Sales'"],
      );
      assert.equal((await readDocument(db, bob, idOf(3))).permission, 'write');
      const found = await searchDocuments(db, bob, {text: 'sales', kind: undefined, limit: 9});
      assert.equal(found.length, 1);
      assert.deepEqual(await outcomesOf(db, given), ['unchanged', 'unchanged', 'unchanged']);
      const {length} = await listVersions(db, ada, idOf(3));
      assert.equal(length, 1);
      const [stored] = await db.read(session => readMoved(session, [idOf(3), idOf(9)]));
      assert.deepEqual([stored?.owner, stored?.folder, stored?.grants.length], ['ada', idOf(2), 2]);
    });

    test('what is newer there becomes a version; what is newer here, or was thrown away here, stays', async t => {
      const db = await opened(t);
      await storeMoved(db, 'ada', [query(1, 'a'), query(2, 'b'), query(3, 'c')]);
      const later = query(1, 'a', '', {changedAt: 5000, description: 'said'});
      await saveDocument(db, ada, idOf(2), {version: 1, comment: '', description: 'mine'});
      await trashDocument(db, ada, idOf(3));
      const given = [later, query(2, 'b', '', {changedAt: 5000}), query(3, 'c')];
      const outcomes = await storeMoved(db, 'ada', given);
      assert.deepEqual(
        outcomes.map(({outcome}) => outcome),
        ['changed', 'kept', 'kept'],
      );
      assert.match(outcomes[1]?.reason ?? '', /^ada saved it/);
      const {description, version, changedAt, createdAt} = await readDocument(db, ada, idOf(1));
      assert.deepEqual([description, version, changedAt, createdAt], ['said', 2, 5000, 1001]);
      const versions = await listVersions(db, ada, idOf(1));
      assert.deepEqual(
        versions.map(one => one.description),
        ['said', ''],
      );
      assert.equal((await readDocument(db, ada, idOf(2))).description, 'mine');
      // Saved there without a change: a later time, and no version.
      assert.deepEqual(await outcomesOf(db, [{...later, changedAt: 6000}]), ['changed']);
      assert.deepEqual(await outcomesOf(db, [{...later, changedAt: 6000}]), ['unchanged']);
      assert.equal((await readDocument(db, ada, idOf(1))).version, 2);
      const shared = {
        ...later,
        changedAt: 6000,
        grants: [{kind: 'link', name: '', permission: 'read'}],
      };
      assert.deepEqual(await outcomesOf(db, [shared as MovedDocument]), ['changed']);
      assert.equal((await readDocument(db, bob, idOf(1))).permission, 'read');
    });

    test('sharing that was taken back here, and what was deleted here, does not come back', async t => {
      const db = await opened(t);
      const user = (named: string) => ({kind: 'user', name: named, permission: 'read'}) as const;
      const given = query(1, 'a', '', {grants: [user('bob'), user('cyd')]});
      await outcomesOf(db, [given, query(2, 'b')]);
      const shared = async () => {
        const [stored] = await db.read(session => readMoved(session, [idOf(1)]));
        return stored?.grants.map(one => one.name);
      };
      await setGrants(db, ada, idOf(1), [user('cyd'), user('dan')]);
      assert.deepEqual(await outcomesOf(db, [given]), ['unchanged']);
      assert.deepEqual(await shared(), ['cyd', 'dan']);
      // There cyd lost it, and eve got it.
      const later = {...given, grants: [user('bob'), user('eve')]};
      assert.deepEqual(await outcomesOf(db, [later]), ['changed']);
      assert.deepEqual(await shared(), ['dan', 'eve']);
      assert.deepEqual(await outcomesOf(db, [later]), ['unchanged']);
      await db.write(session => session.run("DELETE FROM editor_document WHERE name = 'b'"));
      const [gone] = await storeMoved(db, 'ada', [query(2, 'b')]);
      assert.deepEqual([gone?.outcome, gone?.reason], ['kept', 'It was deleted on this server.']);
    });

    test('names of a folder are told apart, and stay so', async t => {
      const db = await opened(t);
      const own = {kind: 'query', name: 'a', description: '', folder: undefined} as const;
      await createDocument(db, ada, {...own, content: query(9, 'a').content});
      const given = [query(1, 'a'), query(2, 'a')];
      assert.deepEqual(await outcomesOf(db, given), ['created', 'created']);
      const names = async () => (await listFolder(db, ada, undefined)).map(one => one.name).sort();
      assert.deepEqual(await names(), ['a', 'a (2)', 'a (3)']);
      assert.deepEqual(await outcomesOf(db, given), ['unchanged', 'unchanged']);
      assert.deepEqual(await outcomesOf(db, [query(1, 'b', '', {changedAt: 9000})]), ['changed']);
      assert.deepEqual(await names(), ['a', 'a (3)', 'b']);
    });

    test('ids of others, other kinds and folders that are not there are refused, and no more', async t => {
      const db = await opened(t);
      await storeMoved(db, 'bob', [query(1, 'his')]);
      const given = [
        query(1, 'his'),
        query(2, 'lost', idOf(8)),
        query(3, 'inside', idOf(1)),
        query(4, 'fine'),
      ];
      const outcomes = await storeMoved(db, 'ada', given);
      assert.deepEqual(
        outcomes.map(({outcome}) => outcome),
        ['refused', 'refused', 'refused', 'created'],
      );
      assert.equal(outcomes[0]?.reason, 'bob has a query with this id: his.');
      const deep = Array.from({length: 52}, (_, n) => ({
        ...folder(1, `f${n}`),
        uuid: `1000000${n % 10}-00${String(n).padStart(2, '0')}-4000-8000-000000000000`,
      }));
      const nested = deep.map((one, n) => ({...one, folder: deep[n - 1]?.uuid ?? ''}));
      const told = await storeMoved(db, 'ada', nested);
      assert.match(told.at(-2)?.reason ?? '', /^Folders go 50 deep/);
      assert.equal(told.filter(({outcome}) => outcome === 'created').length, 50);
    });

    test('statements go into the history once, the oldest first', async t => {
      const db = await opened(t);
      const store = await StatementStore.open(db);
      const statement = (n: number) => ({
        uuid: idOf(n),
        engine: 'hive',
        database: '',
        text: `SELECT ${n}`,
        state: 'available' as const,
        submittedAt: n,
      });
      const add = async (...given: readonly number[]) =>
        await storeMovedStatements(db, 'ada', given.map(statement));
      assert.equal(await add(1, 2), 2);
      assert.equal(await add(2, 3), 1);
      assert.equal(await add(1, 2, 3), 0);
      const long = {...statement(4), text: 'x'.repeat(1500), submittedAt: 0};
      const cut = {...long, text: long.text.slice(0, 1001)};
      const textAfter = async (one: typeof long) => {
        await storeMovedStatements(db, 'ada', [one]);
        const [stored] = await db.read(session => readMovedStatements(session, [idOf(4)]));
        return stored?.text;
      };
      assert.equal(await textAfter(cut), cut.text);
      assert.equal(await textAfter({...long, text: 'y'.repeat(1500)}), cut.text);
      assert.equal(await textAfter(long), long.text);
      assert.equal(await textAfter(cut), long.text);
      await db.write(session => session.run('DELETE FROM editor_statement WHERE submitted_at = 1'));
      assert.equal(await add(1, 2, 3), 0);
      await db.write(session => session.run('DELETE FROM editor_taken_over'));
      assert.equal(await add(1, 2, 3), 1);
      const wanted = {userName: 'ada', engine: undefined, text: 'select', limit: 9, offset: 0};
      const {found} = await store.history(wanted);
      assert.deepEqual(
        found.map(({sql, submittedAt}) => [sql, submittedAt]),
        [
          ['SELECT 1', 1],
          ['SELECT 3', 3],
          ['SELECT 2', 2],
        ],
      );
      assert.deepEqual(await store.unfinished(), []);
      const [first] = await db.read(session => readMovedStatements(session, [idOf(1)]));
      assert.deepEqual(first, {...statement(1), userName: 'ada'});
    });
  });
}
