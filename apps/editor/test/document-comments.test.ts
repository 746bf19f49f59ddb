// Comments on saved queries and shared results: who may read, write and delete them, and what becomes of them.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {test, type TestContext} from 'node:test';
import {asUser, editorForTests} from './editor-fixture.ts';

type Comment = {uuid: string; author: string; text: string; isDeletable: boolean};

/** A query of Ada's that the group of Bob's reads, and that Cleo knows nothing of. */
async function shared(t: TestContext) {
  const editor = await editorForTests(t, undefined, {
    ada: 'ANALYST',
    bob: 'READERS',
    dan: 'READERS',
    cleo: 'OTHERS',
  });
  const [ada, bob, cleo, dan] = ['ada', 'bob', 'cleo', 'dan'].map(name => asUser(editor, name)) as [
    Person,
    Person,
    Person,
    Person,
  ];
  const made = await ada('POST', '/api/v1/documents', {name: 'Sales', content: {text: 'select 1'}});
  const at = `/api/v1/documents/${String(made.body['uuid'])}`;
  const grants = [{kind: 'group', name: 'READERS', permission: 'read'}];
  assert.equal((await ada('PUT', `${at}/grants`, {grants})).status, 200);
  const say = async (person: Person, text: string) => {
    const {status, body, text: said} = await person('POST', `${at}/comments`, {text});
    assert.equal(status, 201, said);
    return body as unknown as Comment;
  };
  const read = async (person: Person) =>
    (await person('GET', `${at}/comments`)).body['comments'] as Comment[];
  return {ada, bob, cleo, dan, at, say, read};
}

type Person = ReturnType<typeof asUser>;

test('whoever may read a query reads and writes comments on it', async t => {
  const {ada, bob, cleo, at, say, read} = await shared(t);
  assert.deepEqual(await read(bob), []);
  const first = await say(bob, ' Is that with returns?\n <b>Or</b> without? ');
  await say(ada, 'Without.');
  assert.equal(first.text, 'Is that with returns?\n <b>Or</b> without?');
  const told = ({author, text, isDeletable}: Comment) => [author, text, isDeletable];
  assert.deepEqual((await read(ada)).map(told), [
    ['bob', first.text, true],
    ['ada', 'Without.', true],
  ]);
  assert.deepEqual((await read(bob)).map(told), [
    ['bob', first.text, true],
    ['ada', 'Without.', false],
  ]);
  assert.equal((await bob('GET', at)).body['commentCount'], 2);
  for (const [method, url, body] of [
    ['GET', `${at}/comments`],
    ['POST', `${at}/comments`, {text: 'x'}],
    ['DELETE', `${at}/comments/${first.uuid}`],
  ] as const) {
    const answer = await cleo(method, url, body);
    assert.equal(answer.status, 404, answer.text);
    assert.match(answer.text, /not found or not shared/);
  }
});

test('a comment is deleted by its author and by the owner of the query', async t => {
  const {ada, bob, dan, at, say, read} = await shared(t);
  const [one, two, three] = [await say(bob, '1'), await say(bob, '2'), await say(ada, '3')];
  const drop = async (person: Person, uuid: string) =>
    (await person('DELETE', `${at}/comments/${uuid}`)).status;
  assert.equal(await drop(dan, one.uuid), 403);
  assert.equal(await drop(bob, three.uuid), 403);
  assert.equal(await drop(bob, one.uuid), 204);
  assert.equal(await drop(bob, one.uuid), 404);
  assert.equal(await drop(ada, two.uuid), 204);
  assert.equal(await drop(ada, randomUUID()), 404);
  // Of another query of the same owner it is no comment.
  const other = await ada('POST', '/api/v1/documents', {name: 'Other'});
  const elsewhere = `/api/v1/documents/${String(other.body['uuid'])}/comments/${three.uuid}`;
  assert.equal((await ada('DELETE', elsewhere)).status, 404);
  assert.deepEqual(
    (await read(dan)).map(({text}) => text),
    ['3'],
  );
});

test('comments go with their query: out of sight in the trash, and for good', async t => {
  const {ada, bob, at, say, read} = await shared(t);
  await say(bob, 'Hm.');
  assert.equal((await ada('DELETE', at)).status, 200);
  assert.equal((await bob('GET', `${at}/comments`)).status, 410);
  assert.equal((await ada('POST', `${at}/restore`)).status, 200);
  assert.equal((await read(bob)).length, 1);
  await ada('DELETE', at);
  assert.equal((await ada('DELETE', `${at}?forever=true`)).status, 204);
  assert.equal((await ada('GET', `${at}/comments`)).status, 404);
});

test('empty, long and odd comments are refused, and more than 1000', async t => {
  const {bob, at, say, read} = await shared(t);
  for (const body of [{}, {text: ' \n'}, {text: 'x'.repeat(5001)}, {text: 7}, {text: null}, []])
    assert.equal((await bob('POST', `${at}/comments`, body)).status, 400, JSON.stringify(body));
  for (let n = 0; n < 1000; n++) await say(bob, String(n));
  const {status, text} = await bob('POST', `${at}/comments`, {text: 'one more'});
  assert.deepEqual([status, text.includes('1000')], [409, true]);
  assert.equal((await read(bob)).length, 1000);
});

test('a shared result has comments of all who may see it, until it is taken back', async t => {
  const users = {ada: 'ANALYST', bob: 'READERS', cleo: 'OTHERS'};
  const editor = await editorForTests(t, undefined, users);
  const [ada, bob, cleo] = ['ada', 'bob', 'cleo'].map(name => asUser(editor, name)) as [
    Person,
    Person,
    Person,
  ];
  const ran = await ada('POST', '/api/editor/execute/hive', {statement: 'ROWS 3'});
  const operationId = String(ran.body['history_uuid']);
  await ada('POST', '/api/editor/check_status', {operationId});
  const share = async () => {
    const grants = [{kind: 'group', name: 'READERS'}];
    const made = await ada('POST', `/api/v1/results/${operationId}/shares`, {grants});
    return `/api/v1/shares/${String(made.body['uuid'])}`;
  };
  const [at, other] = [await share(), await share()];
  const say = async (person: Person, where: string, text: string) =>
    await person('POST', `${where}/comments`, {text});
  const first = await say(bob, at, 'Three only?');
  assert.equal(first.status, 201, first.text);
  const answer = await say(ada, at, 'So far.');
  await say(bob, other, 'Here as well.');
  const told = async (person: Person) =>
    ((await person('GET', `${at}/comments`)).body['comments'] as Comment[]).map(
      ({author, text, isDeletable}) => [author, text, isDeletable],
    );
  assert.deepEqual(await told(ada), [
    ['bob', 'Three only?', true],
    ['ada', 'So far.', true],
  ]);
  assert.deepEqual((await told(bob))[1], ['ada', 'So far.', false]);
  assert.equal((await bob('GET', at)).body['commentCount'], 2);
  const drop = async (person: Person, where: string, uuid: unknown) =>
    (await person('DELETE', `${where}/comments/${String(uuid)}`)).status;
  assert.equal(await drop(bob, at, answer.body['uuid']), 403);
  assert.equal(await drop(ada, other, first.body['uuid']), 404, 'of another share');
  assert.equal(await drop(ada, at, first.body['uuid']), 204);
  for (const [method, url, body] of [
    ['GET', `${at}/comments`],
    ['POST', `${at}/comments`, {text: 'x'}],
    ['DELETE', `${at}/comments/${String(answer.body['uuid'])}`],
  ] as const)
    assert.equal((await cleo(method, url, body)).status, 404);
  assert.equal((await ada('DELETE', at)).status, 204);
  assert.equal((await say(bob, at, 'Too late')).status, 404);
  const left = async () =>
    (
      await editor.editor.db.read(db =>
        db.all<{body: string}>('SELECT body FROM editor_document_comment'),
      )
    ).map(({body}) => body);
  assert.deepEqual(await left(), ['Here as well.']);
  await ada('DELETE', `/api/v1/history/${operationId}`);
  assert.deepEqual(await left(), [], 'gone with the statement');
});
