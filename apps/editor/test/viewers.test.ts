// Who sees who opened what is shared, over the API.
import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {emptyDashboard} from '../src/document/dashboard.ts';
import {asUser, editorForTests} from './editor-fixture.ts';

type Person = ReturnType<typeof asUser>;

async function people(t: TestContext, argv: readonly string[] = []) {
  const users = {ada: 'ANALYST', bob: 'READERS', cleo: 'OTHERS'};
  const editor = await editorForTests(t, undefined, users, '', 0, undefined, undefined, argv);
  return {
    editor,
    ada: asUser(editor, 'ada'),
    bob: asUser(editor, 'bob'),
    cleo: asUser(editor, 'cleo'),
  };
}

const forReaders = [{kind: 'group', name: 'READERS', permission: 'read'}];
const made = async (ada: Person, body: object) => {
  const {body: document} = await ada('POST', '/api/v1/documents', body);
  const uuid = String(document['uuid']);
  await ada('PUT', `/api/v1/documents/${uuid}/grants`, {grants: forReaders});
  return uuid;
};
const viewers = async (person: Person, at: string) => {
  const {body} = await person('GET', `${at}/viewers`);
  return (body['viewers'] as {name: string; viewedAt: number}[]).map(({name}) => name);
};

test('the owner of a query, a dashboard or a shared result sees who opened it, and nobody else', async t => {
  const {ada, bob, cleo} = await people(t);
  const query = await made(ada, {name: 'Sales', content: {text: 'select 1'}});
  const dashboard = await made(ada, {
    kind: 'dashboard',
    name: 'Board',
    dashboard: emptyDashboard,
  });
  const ran = await ada('POST', '/api/editor/execute/hive', {statement: 'ROWS 3'});
  const operationId = String(ran.body['history_uuid']);
  await ada('POST', '/api/editor/check_status', {operationId});
  const grants = [{kind: 'group', name: 'READERS'}];
  const shared = await ada('POST', `/api/v1/results/${operationId}/shares`, {grants});
  const share = String(shared.body['uuid']);
  const again = await ada('POST', `/api/v1/results/${operationId}/shares`, {grants});
  const rows = String(again.body['uuid']);
  for (const [at, read] of [
    [`/api/v1/documents/${query}`, `/api/v1/documents/${query}?opens=true`],
    [`/api/v1/documents/${dashboard}`, `/api/v1/dashboards/${dashboard}`],
    [`/api/v1/shares/${share}`, `/api/v1/shares/${share}`],
    [`/api/v1/shares/${rows}`, `/api/v1/results/${rows}`],
  ] as const) {
    assert.equal((await ada('GET', read)).status, 200);
    assert.equal((await cleo('GET', read)).status, 404);
    assert.deepEqual(await viewers(ada, at), [], 'neither the owner nor who may not');
    assert.equal((await bob('GET', read)).status, 200);
    await soon(async () => assert.deepEqual(await viewers(ada, at), ['bob']));
    const refused = await bob('GET', `${at}/viewers`);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /Only ada, who owns it, sees who opened it/);
    assert.equal((await cleo('GET', `${at}/viewers`)).status, 404);
  }
});

test('a query is opened by clients of Hue', async t => {
  const {ada, bob} = await people(t);
  for (const read of [
    '/notebook/api/notebook/open?notebook=',
    '/desktop/api2/doc?data=true&uuid=',
  ]) {
    const uuid = await made(ada, {name: String(read.length), content: {text: 'select 1'}});
    assert.equal((await bob('GET', read + uuid)).body['status'], 0);
    await soon(async () =>
      assert.deepEqual(await viewers(ada, `/api/v1/documents/${uuid}`), ['bob']),
    );
  }
});

test('who reads or changes a document for something else has not opened it', async t => {
  const {editor, ada, bob} = await people(t);
  const uuid = await made(ada, {name: 'Sales', content: {text: 'select 1'}});
  const at = `/api/v1/documents/${uuid}`;
  const grants = [{...forReaders[0], permission: 'write'}];
  assert.equal((await ada('PUT', `${at}/grants`, {grants})).status, 200);
  assert.equal((await bob('GET', at)).status, 200);
  const changed = await bob('POST', '/api/v1/doc/update', {uuid, description: 'By day'});
  assert.equal(changed.body['status'], 0);
  await editor.editor.views.stop();
  assert.deepEqual(await viewers(ada, at), []);
});

test('what is deleted or taken back has no viewers any more', async t => {
  const {editor, ada, bob} = await people(t);
  const uuid = await made(ada, {name: 'Sales', content: {text: 'select 1'}});
  const at = `/api/v1/documents/${uuid}`;
  await bob('GET', `${at}?opens=true`);
  await soon(async () => assert.deepEqual(await viewers(ada, at), ['bob']));
  await ada('DELETE', at);
  assert.deepEqual(await viewers(ada, at), ['bob'], 'in the trash of its owner');
  assert.equal((await ada('DELETE', `${at}?forever=true`)).status, 204);
  assert.equal((await ada('GET', `${at}/viewers`)).status, 404);
  const left = await editor.editor.db.read(db => db.all('SELECT * FROM editor_viewer'));
  assert.deepEqual(left, []);
});

test('nothing is recorded where the administrator says so', async t => {
  const {editor, ada, bob} = await people(t, ['--viewers-kept', '0']);
  const uuid = await made(ada, {name: 'Sales', content: {text: 'select 1'}});
  const at = `/api/v1/documents/${uuid}`;
  assert.equal((await bob('GET', `${at}?opens=true`)).status, 200);
  await editor.editor.views.stop();
  assert.deepEqual((await ada('GET', `${at}/viewers`)).body, {keptMs: 0, viewers: []});
  const left = await editor.editor.db.read(db => db.all('SELECT * FROM editor_viewer'));
  assert.deepEqual(left, []);
});
