// Who takes in messages of hooks, and what becomes of a message that ends the process each time.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {GraphStore} from '@gazetteer/store';
import {catalogItself} from '../src/caller.ts';
import {Engine} from '../src/host/engine.ts';
import {operations, type OperationArgs, type OperationName} from '../src/server/operations.ts';
import {defaultSettings} from '../src/server/settings.ts';

async function opened() {
  const db = new SqliteDatabase({file: ':memory:'});
  await GraphStore.migrate(db);
  const engine = new Engine(new GraphStore(db), defaultSettings);
  const run = async <Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<unknown> => {
    const {json, failure} = await engine.run(operations[name], catalogItself('test'), args);
    assert.equal(failure, undefined, JSON.stringify(failure));
    return json === undefined ? undefined : JSON.parse(json);
  };
  const turn = (holder: string, limit = 1, isAgain = false) =>
    run('nextMessages', {holder, limit, segmentWaitMs: 1000, isAgain});
  await run('receiveMessages', {
    topic: 'T',
    records: ['{}', '{"a":1}'].map(text => ({origin: '', text})),
  });
  return {engine, run, turn};
}

test('one of those that share a store takes messages in', async t => {
  const {engine, turn} = await opened();
  t.after(() => engine.close());
  assert.deepEqual(await turn('one', 9), {messages: [[1], [2]]});
  assert.equal(await turn('other'), undefined);
});

test('a turn has as many messages as fit into memory, and one that does not fit by itself', async t => {
  const {engine, run, turn} = await opened();
  t.after(() => engine.close());
  const mebibytes = [5, 3, 20, 1, 1];
  const records = mebibytes.map(size => ({
    origin: '',
    text: `{"a":"${'a'.repeat(size * 1024 * 1024 - 20)}"}`,
  }));
  await run('receiveMessages', {topic: 'T', records});
  for (const ids of [[1, 2, 3, 4], [5], [6, 7]]) {
    assert.deepEqual(await turn('one', 9), {messages: ids.map(id => [id])});
    for (const id of ids) await run('failMessage', {holder: 'one', ids: [id], reason: 'none'});
  }
});

test('a message that is begun again and again and never ends is set aside, and the next one is tried', async t => {
  const {engine, run, turn} = await opened();
  t.after(() => engine.close());
  // Of one process that lives, and whose store fails: that is not the message's doing.
  for (let again = 0; again < 20; again++)
    assert.deepEqual(await turn('one', 1, true), {messages: [[1]]});
  for (let start = 0; start < 10; start++) assert.deepEqual(await turn('one'), {messages: [[1]]});
  assert.deepEqual(await turn('one'), {messages: []});
  assert.deepEqual(await turn('one'), {messages: [[2]]});
  const {messages} = (await run('listFailedMessages', {offset: 0, limit: 9})) as {
    messages: {id: number; reason: string}[];
  };
  assert.deepEqual(
    messages.map(one => [one.id, /never ended/.test(one.reason)]),
    [[1, true]],
  );
});

test('messages are done and set aside by whoever has the lease, and by nobody else', async t => {
  const {engine, run, turn} = await opened();
  t.after(() => engine.close());
  const records = [
    {type: 'ENTITY_DELETE_V2', user: 'x', entities: [{guid: 'is-not-there'}]},
    {type: 'TYPE_CREATE', user: 'x', typesDef: {entityDefs: [{name: 'of_a_hook'}]}},
  ].map(one => ({origin: '', text: JSON.stringify(one)}));
  await run('receiveMessages', {topic: 'T', records});
  const all = {messages: [[1], [2], [3], [4]]};
  assert.deepEqual(await turn('one', 9), all);
  const take = (holder: string, id: number) => run('takeInMessages', {holder, messages: [[id]]});
  const fail = (holder: string) => run('failMessage', {holder, ids: [1], reason: 'it is none'});
  assert.deepEqual(
    [await take('other', 3), await take('other', 4), await fail('other')],
    [undefined, undefined, false],
  );
  assert.deepEqual(await run('prolongTurn', {holder: 'other'}), false);
  assert.deepEqual(await turn('one', 9, true), all);
  const none = {done: 1, creates: 0, updates: 0, deletes: 0};
  assert.deepEqual([await take('one', 3), await fail('one')], [none, true]);
  assert.deepEqual(await turn('one', 9, true), {messages: [[2], [4]]});
});
