import assert from 'node:assert/strict';
import {describe, test, type TestContext} from 'node:test';
import type {Database} from '@gazetteer/db';
import {databases} from '../../test/databases.ts';
import {migrations} from '../store/schema.ts';
import {findReadable, findSubject} from './access.ts';
import {addComment} from '../share/comments.ts';
import type {QueryContent} from './document.ts';
import {emptyNotebook} from './notebook.ts';
import {
  copyDocument,
  createDocument,
  moveDocument,
  readDocument,
  saveDocument,
} from './documents.ts';
import {exportFiles, importFiles} from './files.ts';
import {readGrants, setGrants, type Grant} from './grants.ts';
import {listFolder, listShared, listTrash, searchDocuments} from './lists.ts';
import {deleteDocument, restoreDocument, trashDocument} from './trash.ts';
import {diffVersions, listVersions, restoreVersion} from './versions.ts';

const sharing = {isOn: true, byLink: true};
const alice = {userName: 'alice', groups: ['ANALYST'], sharing};
const bob = {userName: 'bob', groups: ['ANALYST', 'STEWARD'], sharing};
const carol = {userName: 'carol', groups: [], sharing};

function content(text: string): QueryContent {
  return {engine: 'hive', database: 'default', text, state: {}};
}

function newQuery(name: string, folder?: string, text = `select '${name}'`) {
  return {kind: 'query', name, description: '', folder, content: content(text)} as const;
}

function newFolder(name: string, folder?: string) {
  return {kind: 'folder', name, description: '', folder, content: undefined} as const;
}

for (const {name, skip = false, open} of databases) {
  describe(`documents in ${name}`, {skip}, () => {
    async function opened(t: TestContext): Promise<Database> {
      const db = open(t);
      t.after(() => db.close());
      await db.migrate(migrations);
      return db;
    }
    const namesIn = async (db: Database, actor: typeof alice, folder?: string) =>
      (await listFolder(db, actor, folder)).map(document => document.name);

    test('of several those are read that a person may', async t => {
      const db = await opened(t);
      const made = async (name: string) => await createDocument(db, alice, newQuery(name));
      const [open, secret, gone] = [await made('a'), await made('b'), await made('c')];
      for (const {uuid} of [open, gone])
        await setGrants(db, alice, uuid, [{kind: 'user', name: 'bob', permission: 'read'}]);
      await trashDocument(db, alice, gone.uuid);
      const uuids = [open.uuid, secret.uuid, gone.uuid, 'none'];
      const readBy = async (actor: typeof alice) => [
        ...(await db.read(session => findReadable(session, actor, uuids))).keys(),
      ];
      assert.deepEqual(await readBy(bob), [open.uuid]);
      assert.deepEqual((await readBy(alice)).sort(), [open.uuid, secret.uuid].sort());
      assert.deepEqual(await readBy(carol), []);
    });

    test('savings of a notebook are one version for ten minutes', async t => {
      t.mock.timers.enable({apis: ['Date'], now: Date.UTC(2026, 0, 5)});
      const db = await opened(t);
      const wanted = {name: 'n', description: '', folder: undefined, content: undefined};
      const notebook = {...emptyNotebook, engine: 'hive'};
      const {uuid} = await createDocument(db, alice, {...wanted, kind: 'notebook', notebook});
      const savedAfter = async (minutes: number, version: number) => {
        t.mock.timers.tick(minutes * 60_000);
        const change = {notebook: {...notebook, database: String(version)}, comment: ''};
        await saveDocument(db, alice, uuid, {...change, version});
        return (await listVersions(db, alice, uuid)).map(one => one.version);
      };
      assert.deepEqual(await savedAfter(0, 1), [2, 1]);
      assert.deepEqual(await savedAfter(5, 2), [3, 1], 'of the first five minutes the last');
      assert.deepEqual(await savedAfter(6, 3), [4, 3, 1], 'after eleven minutes another');
      assert.deepEqual(await savedAfter(0, 4), [5, 3, 1]);
    });

    test('a dashboard is saved, and its versions are restored', async t => {
      const db = await opened(t);
      const wanted = {name: 'd', description: '', folder: undefined, content: undefined};
      const dashboard = {
        tiles: [],
        filters: [{name: 'a', kind: 'text', label: '', value: '1'}],
      } as const;
      const {uuid} = await createDocument(db, alice, {...wanted, kind: 'dashboard', dashboard});
      assert.deepEqual((await readDocument(db, alice, uuid)).dashboard, dashboard);
      const change = {version: 1, comment: '', dashboard: {tiles: [], filters: []}};
      assert.equal((await saveDocument(db, alice, uuid, change)).version, 2);
      const {fields} = await diffVersions(db, alice, uuid, {from: 1, to: 2});
      assert.deepEqual(Object.keys(fields), ['filters']);
      const restored = await restoreVersion(db, alice, uuid, 1);
      assert.deepEqual([restored.version, restored.dashboard], [3, dashboard]);
    });

    test('are in folders, are moved, and have one name each', async t => {
      const db = await opened(t);
      const sales = await createDocument(db, alice, newFolder('sales'));
      const daily = await createDocument(db, alice, newFolder('daily', sales.uuid));
      const query = await createDocument(db, alice, newQuery('q', daily.uuid));
      await createDocument(db, alice, newQuery('a query'));
      assert.deepEqual(await namesIn(db, alice), ['sales', 'a query']);
      assert.deepEqual(await namesIn(db, bob), []);
      const read = await readDocument(db, alice, query.uuid);
      assert.deepEqual(
        [read.permission, read.path.map(folder => folder.name), read.content, read.version],
        ['owner', ['sales', 'daily'], content("select 'q'"), 1],
      );
      await assert.rejects(createDocument(db, alice, newQuery('q', daily.uuid)), {
        status: 409,
        message: /q in this folder/,
      });
      await assert.rejects(createDocument(db, bob, newQuery('q', daily.uuid)), {status: 404});
      await assert.rejects(moveDocument(db, alice, sales.uuid, daily.uuid), {
        status: 409,
        message: /in itself/,
      });
      await assert.rejects(moveDocument(db, alice, sales.uuid, sales.uuid), {
        status: 409,
        message: /in itself/,
      });
      await assert.rejects(moveDocument(db, alice, daily.uuid, query.uuid), {
        status: 400,
        message: /no folder/,
      });
      await moveDocument(db, alice, daily.uuid, undefined);
      assert.deepEqual(await namesIn(db, alice), ['daily', 'sales', 'a query']);
      assert.deepEqual(
        (await readDocument(db, alice, query.uuid)).path.map(folder => folder.name),
        ['daily'],
      );
      await moveDocument(db, alice, sales.uuid, daily.uuid);
      assert.deepEqual(await namesIn(db, alice, daily.uuid), ['sales', 'q']);
    });

    test('every saving is a version; two at once do not undo each other', async t => {
      const db = await opened(t);
      const {uuid} = await createDocument(db, alice, newQuery('q', undefined, 'a\nb'));
      const save = async (version: number, text: string, comment = '') =>
        await saveDocument(db, alice, uuid, {version, comment, content: content(text)});
      assert.equal((await save(1, 'a\nc', 'why')).version, 2);
      assert.equal((await save(2, 'a\nc')).version, 2, 'nothing changed');
      await assert.rejects(save(1, 'late'), {
        status: 409,
        message: /This is version 1, and there is version 2/,
      });
      const both = await Promise.allSettled([save(2, 'one'), save(2, 'two')]);
      assert.deepEqual(both.map(({status}) => status).sort(), ['fulfilled', 'rejected']);
      await saveDocument(db, alice, uuid, {
        version: 3,
        comment: '',
        name: 'renamed',
        description: 'new',
      });
      const {fields, lines} = await diffVersions(db, alice, uuid, {from: 1, to: 4});
      assert.deepEqual(fields, {
        name: {from: 'q', to: 'renamed'},
        description: {from: '', to: 'new'},
      });
      assert.deepEqual(lines.map(({kind}) => kind).filter(kind => kind === 'removed').length, 2);
      const restored = await restoreVersion(db, alice, uuid, 1);
      assert.deepEqual(
        [restored.version, restored.content?.text, restored.name],
        [5, 'a\nb', 'renamed'],
      );
      assert.deepEqual(
        (await listVersions(db, alice, uuid)).map(({version, comment}) => `${version} ${comment}`),
        ['5 Version 1 restored', '4 ', '3 ', '2 why', '1 '],
      );
      await assert.rejects(restoreVersion(db, alice, uuid, 9), {status: 404});
    });

    test('are shared with users, groups and by link, folders with all that is in them', async t => {
      const db = await opened(t);
      const top = await createDocument(db, alice, newFolder('private'));
      const folder = await createDocument(db, alice, newFolder('team', top.uuid));
      const query = await createDocument(db, alice, newQuery('q', folder.uuid));
      const share = async (uuid: string, ...grants: Grant[]) =>
        await setGrants(db, alice, uuid, grants);
      const group = {kind: 'group', name: 'ANALYST', permission: 'read'} as const;
      await share(folder.uuid, group, {kind: 'user', name: 'dora', permission: 'write'});
      const read = await readDocument(db, bob, query.uuid);
      assert.deepEqual([read.permission, read.path.map(one => one.name)], ['read', ['team']]);
      assert.deepEqual(
        (await listShared(db, bob)).map(one => `${one.name} ${one.permission}`),
        ['team read'],
      );
      assert.deepEqual(await listShared(db, alice), []);
      await assert.rejects(readDocument(db, carol, query.uuid), {status: 404});
      await assert.rejects(
        saveDocument(db, bob, query.uuid, {version: 1, comment: '', name: 'x'}),
        {status: 403},
      );
      await assert.rejects(setGrants(db, bob, query.uuid, []), {
        status: 403,
        message: /Only alice/,
      });
      await share(
        query.uuid,
        {kind: 'user', name: 'bob', permission: 'write'},
        {kind: 'link', name: '', permission: 'read'},
      );
      const saved = await saveDocument(db, bob, query.uuid, {
        version: 1,
        comment: '',
        name: 'by bob',
      });
      assert.deepEqual([saved.owner, saved.changedBy], ['alice', 'bob']);
      assert.equal(
        (await readDocument(db, carol, query.uuid)).permission,
        'read',
        'who has its address',
      );
      assert.deepEqual(
        await searchDocuments(db, carol, {text: '', kind: undefined, limit: 10}),
        [],
      );
      const dora = {userName: 'dora', groups: [], sharing};
      const hers = await createDocument(db, dora, newQuery('hers', folder.uuid));
      assert.deepEqual([hers.owner, hers.changedBy], ['alice', 'dora']);
      const {grants, inherited} = await readGrants(db, alice, query.uuid);
      assert.deepEqual(
        [grants.length, inherited.map(one => one.name).sort()],
        [2, ['ANALYST', 'dora']],
      );
      const copy = await copyDocument(db, bob, query.uuid, undefined);
      assert.deepEqual([copy.owner, copy.name, copy.version], ['bob', 'by bob', 1]);
      assert.equal((await copyDocument(db, bob, query.uuid, undefined)).name, 'by bob (2)');
      await share(folder.uuid);
      assert.deepEqual(
        (await listShared(db, bob)).map(one => one.name),
        ['by bob'],
      );
      await assert.rejects(listFolder(db, bob, folder.uuid), {status: 404});
      await share(folder.uuid, group);
      await moveDocument(db, alice, query.uuid, undefined);
      await assert.rejects(
        readDocument(db, {userName: 'eve', groups: ['STEWARD'], sharing}, hers.uuid),
        {status: 404},
      );
    });

    test('are found by words of name, description and text, in any case', async t => {
      const db = await opened(t);
      const folder = await createDocument(db, alice, newFolder('Ümläute'));
      await createDocument(db, alice, newQuery('First', folder.uuid, 'SELECT ÄPFEL FROM a_b'));
      await createDocument(db, bob, newQuery('Second', undefined, 'select 1'));
      await setGrants(db, alice, folder.uuid, [{kind: 'user', name: 'bob', permission: 'read'}]);
      const found = async (text: string, kind?: 'query' | 'folder') =>
        (await searchDocuments(db, bob, {text, kind, limit: 10}))
          .map(one => `${one.name} ${one.permission}`)
          .sort();
      assert.deepEqual(await found('äpfel select'), ['First read']);
      assert.deepEqual(await found('a_b'), ['First read']);
      assert.deepEqual(await found('"äpfel select"'), []);
      assert.deepEqual(await found('SELECT'), ['First read', 'Second owner']);
      assert.deepEqual(await found('', 'folder'), ['Ümläute read']);
      await trashDocument(db, alice, folder.uuid);
      assert.deepEqual(await found('select'), ['Second owner']);
    });

    test('go to the trash and come back, or are gone with all that was in them', async t => {
      const db = await opened(t);
      const folder = await createDocument(db, alice, newFolder('f'));
      const query = await createDocument(db, alice, newQuery('q', folder.uuid));
      await setGrants(db, alice, folder.uuid, [{kind: 'user', name: 'bob', permission: 'write'}]);
      await assert.rejects(trashDocument(db, bob, query.uuid), {status: 403});
      await addComment(db, findSubject, bob, query.uuid, 'Of the one that is restored.');
      await trashDocument(db, alice, query.uuid);
      await assert.rejects(readDocument(db, bob, query.uuid), {
        status: 410,
        message: /alice has thrown/,
      });
      const other = await createDocument(db, alice, newQuery('q', folder.uuid));
      await addComment(db, findSubject, bob, other.uuid, 'Of one that is deleted with its folder.');
      assert.equal((await restoreDocument(db, alice, query.uuid)).name, 'q (2)');
      await trashDocument(db, alice, query.uuid);
      await trashDocument(db, alice, folder.uuid);
      assert.deepEqual((await listTrash(db, alice)).map(one => one.name).sort(), ['f', 'q (2)']);
      const restored = await restoreDocument(db, alice, query.uuid);
      assert.equal(restored.folder, undefined, 'its folder is in the trash');
      await assert.rejects(
        readDocument(db, bob, query.uuid),
        {status: 404},
        'no longer in a shared folder',
      );
      await assert.rejects(deleteDocument(db, alice, query.uuid), {status: 409});
      await deleteDocument(db, alice, folder.uuid);
      await assert.rejects(readDocument(db, alice, folder.uuid), {status: 404});
      const rows = await db.read(session =>
        session.all<{
          n: number;
        }>(`SELECT (SELECT COUNT(*) FROM editor_document) + (SELECT COUNT(*) FROM editor_document_above)
          + (SELECT COUNT(*) FROM editor_document_version) + (SELECT COUNT(*) FROM editor_document_grant)
          + (SELECT COUNT(*) FROM editor_document_comment) AS n`),
      );
      assert.equal(Number(rows[0]?.n), 4, 'the query, its place, its version and its comment');
    });

    test('come out as files in folders and go in again', async t => {
      const db = await opened(t);
      const folder = await createDocument(db, alice, newFolder('a/b'));
      const inner = await createDocument(db, alice, newFolder('inner', folder.uuid));
      await createDocument(db, alice, newQuery('q', inner.uuid));
      await createDocument(db, alice, newQuery('Q', inner.uuid));
      await createDocument(db, alice, newQuery('..', undefined));
      const gone = await createDocument(db, alice, newQuery('gone', inner.uuid));
      await trashDocument(db, alice, gone.uuid);
      const files = await exportFiles(db, alice, undefined);
      assert.deepEqual(files.map(({path}) => path).sort(), [
        '_.sql',
        'a_b/inner/Q.sql',
        'a_b/inner/q (2).sql',
      ]);
      assert.deepEqual(
        (await exportFiles(db, alice, folder.uuid)).map(({path}) => path),
        ['inner/Q.sql', 'inner/q (2).sql'],
      );
      assert.deepEqual(await importFiles(db, bob, undefined, files), {
        queries: 3,
        folders: 2,
        passedOver: 0,
      });
      assert.deepEqual(await namesIn(db, bob), ['a_b', '..']);
      assert.deepEqual(await exportFiles(db, bob, undefined), files);
      assert.deepEqual(await importFiles(db, bob, undefined, files), {
        queries: 3,
        folders: 0,
        passedOver: 0,
      });
      await assert.rejects(
        importFiles(db, bob, undefined, [...files, {path: 'a/../../x.sql', text: ''}]),
        {
          status: 400,
        },
      );
      assert.deepEqual(await namesIn(db, bob), ['a_b', '..', '.. (2)'], 'all or nothing');
    });
  });
}
