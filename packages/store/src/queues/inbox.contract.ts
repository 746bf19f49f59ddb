import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import type {Database} from '@gazetteer/db';
import {
  addMessages,
  countAttempt,
  countMessages,
  failedMessages,
  failMessages,
  failOldSegments,
  messagesOf,
  removeFailed,
  removeMessages,
  retryFailed,
  segmentsOf,
  waitingMessages,
  type MessageInLine,
  type NewMessage,
} from './inbox.ts';
import {dropLease, isLeased, takeLease} from './lease.ts';
import {GraphStore} from '../graph/graph-store.ts';
import type {GraphRead} from '../schema/graph.ts';

const message = (text: string, more: Partial<NewMessage> = {}): NewMessage => ({
  origin: '',
  topic: 'ATLAS_HOOK',
  text,
  ...more,
});

/** What any store must do with messages that were handed in. */
export function inboxContract(
  name: string,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  const contract = (title: string, work: (store: GraphStore, t: TestContext) => Promise<void>) =>
    test(`${name}: ${title}`, skip === undefined ? {} : {skip}, async t => {
      const db = await openDatabase();
      await GraphStore.migrate(db);
      const store = new GraphStore(db);
      t.after(() => store.close());
      await work(store, t);
    });

  const add = (store: GraphStore, messages: NewMessage[], maxWaiting = 100) =>
    store.transaction(tx => addMessages(tx, messages, {now: 1000, maxWaiting}));
  /** What is in line, as it is stored. */
  const stored = (store: GraphStore, find: (graph: GraphRead) => Promise<MessageInLine[]>) =>
    store.read(async graph => {
      const line = await find(graph);
      const messages = await messagesOf(
        graph,
        line.map(({id}) => id),
      );
      assert.deepEqual(
        line,
        messages.map(({id, messageId, attempts, text}) => ({
          id,
          messageId,
          attempts,
          bytes: Buffer.byteLength(text),
        })),
      );
      return messages;
    });
  const waiting = (store: GraphStore, limit = 100) =>
    stored(store, graph => waitingMessages(graph, limit));
  const texts = async (store: GraphStore) => (await waiting(store)).map(one => one.text);

  contract(
    'a lease is one holder’s until it ends, by the clock of the database and not by that of whoever asks',
    async (store, t) => {
      const take = (holder: string, forMs?: number) =>
        store.transaction(tx => takeLease(tx, 'job', holder, forMs));
      const isTaken = () => store.read(graph => isLeased(graph, 'job'));
      assert.deepEqual(
        [await take('one'), await take('other'), await isTaken()],
        [true, false, true],
      );
      for (const wrong of [0, 4_000_000_000_000]) {
        t.mock.method(Date, 'now', () => wrong);
        assert.deepEqual([await take('one'), await take('other')], [true, false]);
      }
      t.mock.restoreAll();
      assert.equal(await take('one', 0), true, 'it ends at once');
      assert.deepEqual([await isTaken(), await take('other')], [false, true]);
      await store.transaction(tx => dropLease(tx, 'job', 'one'));
      assert.equal(await take('one'), false, 'nobody gives back what is not theirs');
      await store.transaction(tx => dropLease(tx, 'job', 'other'));
      assert.equal(await take('one'), true);
    },
  );

  contract('messages wait in the order of their coming, once for each origin', async store => {
    await add(store, [
      message('a', {origin: 't/0/1'}),
      message('b', {origin: 't/0/2'}),
      message('ć'),
      message('ć'),
    ]);
    await add(store, [message('b again', {origin: 't/0/2'}), message('d', {origin: 't/0/3'})]);
    assert.deepEqual(await texts(store), ['a', 'b', 'ć', 'ć', 'd']);
    const [first] = await waiting(store, 1);
    assert.ok(first !== undefined);
    assert.equal(first.text, 'a');
    assert.equal(await store.transaction(tx => removeMessages(tx, [first.id])), 1);
    assert.equal(await store.transaction(tx => removeMessages(tx, [first.id])), 0);
    assert.deepEqual(await texts(store), ['b', 'ć', 'ć', 'd']);
  });

  contract('more than may wait are refused, all of them', async store => {
    assert.equal(await add(store, [message('a'), message('b')], 2), true);
    assert.equal(await add(store, [message('c')], 2), false);
    assert.deepEqual(await texts(store), ['a', 'b']);
  });

  contract('what failed stays until somebody tries it again or removes it', async store => {
    await add(store, [message('a'), message('b'), message('c', {error: 'no JSON'})]);
    const [a] = await waiting(store, 1);
    await store.transaction(async tx => {
      await countAttempt(tx, a?.id ?? 0);
      await failMessages(tx, [a?.id ?? 0], 'no such type');
    });
    const list = async () =>
      (await store.read(graph => failedMessages(graph, {offset: 0, limit: 10}))).map(one => [
        one.text,
        one.error,
      ]);
    assert.deepEqual(await texts(store), ['b']);
    assert.deepEqual(await list(), [
      ['a', 'no such type'],
      ['c', 'no JSON'],
    ]);
    assert.deepEqual(await store.read(countMessages), {waiting: 1, failed: 2});
    assert.equal(await store.transaction(tx => retryFailed(tx, [a?.id ?? 0])), 1);
    const again = (await waiting(store)).find(one => one.text === 'a');
    assert.deepEqual([again?.error, again?.attempts], ['', 0]);
    assert.equal(await store.transaction(tx => removeFailed(tx, undefined)), 1);
    assert.deepEqual(await list(), []);
  });

  contract('segments of a message are found together', async store => {
    const segment = (index: number, messageId = 'm') => ({segment: {messageId, index, count: 2}});
    await add(store, [
      message('2', segment(2)),
      message('2', segment(2)),
      message('other', segment(1, 'n')),
    ]);
    assert.deepEqual(await texts(store), [], 'nothing is whole');
    await add(store, [message('1', segment(1))]);
    assert.deepEqual(await texts(store), ['2', '2', '1']);
    const found = await stored(store, graph => segmentsOf(graph, 'm'));
    assert.deepEqual(
      found.map(one => [one.text, one.parts]),
      [
        ['2', 2],
        ['2', 2],
        ['1', 2],
      ],
    );
    assert.equal(await store.transaction(tx => failOldSegments(tx, 1000, 'too late')), 0);
    assert.equal(await store.transaction(tx => failOldSegments(tx, 1001, 'too late')), 1);
    assert.deepEqual(
      (await store.read(graph => failedMessages(graph, {offset: 0, limit: 9}))).map(one => [
        one.text,
        one.error,
      ]),
      [['other', 'too late']],
    );
  });
}
