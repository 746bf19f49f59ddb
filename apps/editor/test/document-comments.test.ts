// Comments on saved queries: who may read, write and delete them, and what becomes of them.
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
