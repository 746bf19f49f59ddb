import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Drafts} from './tab-drafts.ts';
import type {KeptTab, SavedDocument} from '../api/wire.ts';
import {linkTo} from '../documents/sheet-document.ts';
import type {TabServer} from './tab-server.ts';
import {TabStore} from './tab-store.ts';

class Overtaken extends Error {
  readonly tab: KeptTab | undefined;

  constructor(tab: KeptTab | undefined) {
    super('overtaken');
    this.tab = tab;
  }
}

/** The server's part, in memory. */
class Server implements TabServer {
  readonly tabs = new Map<string, KeptTab & {isClosed: boolean}>();
  isDown = false;
  saves = 0;
  /** Texts that came along with them. */
  savedTexts = 0;
  #clock = 0;
  readonly saveAtLeaving = (): void => undefined;
  readonly order = async (): Promise<void> => undefined;

  readonly list = async () => [...this.tabs.values()].filter(tab => !tab.isClosed);
  readonly heads = async (isClosed: boolean) =>
    [...this.tabs.values()]
      .filter(tab => tab.isClosed === isClosed)
      .map(({uuid, revision, content}) => ({uuid, revision, title: String(content['title'])}));
  readonly read = async (uuid: string) => this.tabs.get(uuid) ?? assert.fail(uuid);
  readonly save: TabServer['save'] = async (uuid, revision, content, isTextThere) => {
    await Promise.resolve();
    if (this.isDown) throw new Error('The server cannot be reached.');
    const known = this.tabs.get(uuid);
    if ((known?.revision ?? 0) !== revision) throw new Overtaken(known);
    this.saves++;
    if (isTextThere)
      assert.equal(known?.content['text'], content.text, 'what is not sent is there');
    else this.savedTexts++;
    const changedAt = ++this.#clock;
    this.tabs.set(uuid, {
      uuid,
      revision: revision + 1,
      content: structuredClone(content),
      changedAt,
      isClosed: false,
    });
    return revision + 1;
  };
  readonly close = async (uuid: string) => {
    if (this.isDown) throw new Error('The server cannot be reached.');
    this.tabs.set(uuid, {...(await this.read(uuid)), isClosed: true});
  };
  readonly overtakenBy = (error: unknown) =>
    error instanceof Overtaken ? {tab: error.tab} : undefined;
  readonly reopen = async (uuid: string) => {
    this.tabs.set(uuid, {...(await this.read(uuid)), isClosed: false});
    return await this.read(uuid);
  };
  get texts(): unknown[] {
    return [...this.tabs.values()].filter(tab => !tab.isClosed).map(({content}) => content['text']);
  }
}

class MemoryStorage extends Map<string, string> implements Storage {
  isFull = false;
  written: string[] = [];
  get length(): number {
    return this.size;
  }
  readonly key = (n: number) => [...this.keys()][n] ?? null;
  readonly getItem = (key: string) => this.get(key) ?? null;
  readonly setItem = (key: string, value: string) => {
    if (this.isFull) throw new Error('full');
    this.written.push(value);
    this.set(key, value);
  };
  readonly removeItem = (key: string) => void this.delete(key);
}

const where = {engine: 'hive', database: 'default'};

async function browser(server: Server, storage = new MemoryStorage()) {
  const both: string[][] = [];
  let isGone = false;
  const save: TabServer['save'] = async (...what) =>
    isGone ? await new Promise<never>(() => undefined) : await server.save(...what);
  const store = new TabStore({
    server: {...server, save},
    drafts: new Drafts(storage, 'ada'),
    seen: {read: () => storage.getItem('seen') ?? '', write: uuid => storage.set('seen', uuid)},
    onBoth: (...titles) => void both.push(titles),
    pausesMs: {draft: 1, save: 2, retry: 2, lastRetry: 4},
  });
  await store.load();
  const texts = () => store.get().tabs.map(({text}) => text);
  const drafts = () => storage.size - (storage.has('seen') ? 1 : 0);
  return {store, both, texts, drafts, storage, gone: () => void (isGone = true)};
}

async function until(isSo: () => boolean): Promise<void> {
  // Some of what is waited for lasts for a moment only.
  for (const end = Date.now() + 120_000; !isSo() && Date.now() < end;)
    await new Promise(resolve => setTimeout(resolve, 2));
  assert.ok(isSo(), 'it never came to be');
}

test('a sheet is on the server a moment after something is on it, and another browser shows it', async () => {
  const server = new Server();
  const {store, drafts} = await browser(server);
  const {id} = store.open(where);
  assert.equal(store.keeper.get().kind, 'kept', 'an empty sheet is nothing to keep');
  store.change(id, {text: 'select 1', variables: {n: '1'}});
  assert.equal(store.keeper.get().kind, 'sending');
  await until(() => store.keeper.get().kind === 'kept');
  assert.deepEqual([server.texts, drafts()], [['select 1'], 0]);
  const other = await browser(server);
  const [tab] = other.store.get().tabs;
  assert.deepEqual([tab?.text, tab?.variables, tab?.title], ['select 1', {n: '1'}, 'Query 1']);
  assert.equal(other.store.get().activeId, tab?.id);
});

test('what cannot be saved is kept in the browser, said so, tried again, and found by the next page', async () => {
  const server = new Server();
  server.isDown = true;
  const {store, storage} = await browser(server);
  const {id} = store.open(where);
  store.change(id, {text: 'precious'});
  await until(() => store.keeper.get().kind === 'failed');
  assert.deepEqual(store.keeper.get(), {
    kind: 'failed',
    message: 'The server cannot be reached.',
    isKept: true,
  });
  assert.equal(store.keeper.wouldLose, false);
  const next = await browser(server, storage);
  assert.deepEqual(next.texts(), ['precious']);
  server.isDown = false;
  await until(() => next.store.keeper.get().kind === 'kept' && store.keeper.get().kind === 'kept');
  assert.deepEqual(
    [server.texts, next.drafts()],
    [['precious'], 0],
    'both pages had the same to say',
  );
});

test('what stands beside a text is not drawn anew with each key, but when it says something else', async () => {
  const {store} = await browser(new Server());
  const {id} = store.open(where);
  const drawn = () => store.heads();
  const first = drawn();
  store.change(id, {text: 'select'});
  assert.notEqual(drawn(), first, 'it is not empty any more');
  const written = drawn();
  store.change(id, {text: 'select 1'});
  assert.deepEqual([drawn() === written, store.tab(id)?.text], [true, 'select 1']);
  const query = {engine: where.engine, database: where.database, text: 'select 1'};
  const document = linkTo({uuid: 'u', version: 1, content: query} as SavedDocument);
  store.change(id, {document});
  assert.equal(drawn().tabs[0]?.document, document);
  const linked = drawn();
  store.change(id, {text: 'select 1, 2'});
  assert.notEqual(drawn(), linked, 'it is changed since it was saved');
  const changed = drawn();
  store.change(id, {text: 'select 1, 2, 3'});
  assert.equal(drawn(), changed);
  store.change(id, {text: 'select 1'});
  assert.notEqual(drawn(), changed, 'it is as it was saved');
});

test('whoever would lose something is told', async () => {
  const server = new Server();
  server.isDown = true;
  const {store, storage} = await browser(server);
  storage.isFull = true;
  store.change(store.open(where).id, {text: 'precious'});
  await until(() => store.keeper.wouldLose);
  await until(() => {
    const keeping = store.keeper.get();
    return keeping.kind === 'failed' && !keeping.isKept;
  });
  server.isDown = false;
  await until(() => store.keeper.get().kind === 'kept');
  assert.equal(store.keeper.wouldLose, false);
});

test('two browsers that change the same text lose neither, and what does not collide is merged', async () => {
  const server = new Server();
  const first = await browser(server);
  const {id} = first.store.open({...where, text: 'begin'});
  await until(() => first.store.keeper.get().kind === 'kept');
  const second = await browser(server);
  const there = second.store.get().activeId;
  second.store.change(there, {text: 'theirs'});
  await until(() => second.store.keeper.get().kind === 'kept');
  first.store.change(id, {text: 'mine'});
  await until(() => first.store.keeper.get().kind === 'kept');
  assert.deepEqual(first.texts(), ['mine', 'theirs']);
  assert.deepEqual(first.both, [['Query 1 (2)', 'Query 1']]);
  assert.deepEqual(server.texts.toSorted(), ['mine', 'theirs']);
  assert.equal(first.store.get().activeId, id, 'whoever types goes on where they type');
  await second.store.refresh();
  assert.deepEqual(second.texts().toSorted(), ['mine', 'theirs']);
  second.store.change(there, {title: 'Sales'});
  await until(() => second.store.keeper.get().kind === 'kept');
  const same = first.store.get().tabs.find(({text}) => text === 'theirs')?.id ?? '';
  first.store.change(same, {text: 'theirs and mine'});
  await until(() => first.store.keeper.get().kind === 'kept');
  assert.deepEqual(
    [first.store.tab(same)?.title, first.store.tab(same)?.text],
    ['Sales', 'theirs and mine'],
  );
  assert.equal(first.both.length, 1);
});

test('a draft that collides with what is on the server becomes a sheet of its own', async () => {
  const server = new Server();
  const {store, storage, gone} = await browser(server);
  const {id} = store.open({...where, text: 'begin'});
  await until(() => store.keeper.get().kind === 'kept');
  const other = await browser(server);
  server.isDown = true;
  store.change(id, {text: 'draft'});
  await until(() => store.keeper.get().kind === 'failed');
  const left = new MemoryStorage([...storage]);
  gone();
  server.isDown = false;
  other.store.change(other.store.get().activeId, {text: 'changed'});
  await until(() => other.store.keeper.get().kind === 'kept');
  const next = await browser(server, left);
  assert.deepEqual(next.texts().toSorted(), ['changed', 'draft']);
  await until(() => next.store.keeper.get().kind === 'kept');
  assert.ok(server.texts.includes('draft') && server.texts.includes('changed'));
  assert.equal(next.drafts(), 0);
});

test('a closed sheet is closed everywhere and can be opened again anywhere, with what was typed last', async () => {
  const server = new Server();
  const first = await browser(server);
  first.store.open({...where, text: 'one'});
  const {id} = first.store.open({...where, text: 'two'});
  await until(() => first.store.keeper.get().kind === 'kept');
  const second = await browser(server);
  first.store.change(id, {text: 'two, changed'});
  first.store.close(id);
  await until(() => first.store.keeper.get().kind === 'kept' && server.texts.length === 1);
  await second.store.refresh();
  assert.deepEqual(second.texts(), ['one']);
  assert.deepEqual(
    second.store.get().closed.map(({title}) => title),
    ['Query 2'],
  );
  await second.store.reopen();
  assert.deepEqual(second.texts(), ['one', 'two, changed']);
  await first.store.refresh();
  assert.deepEqual(first.texts(), ['one', 'two, changed']);
});

test('a long text is written when it changes, and not with everything that happens on its sheet', async () => {
  const server = new Server();
  const {store, drafts, storage} = await browser(server);
  const {id} = store.open({...where, text: 'a long script'});
  const hasText = (written: string) => written.includes('a long script');
  await until(() => store.keeper.get().kind === 'kept' && server.saves > 0);
  storage.written = [];
  for (let n = 0; n < 5; n++) {
    const saves = server.saves;
    store.change(id, {title: `Title ${n}`});
    store.save();
    await until(() => server.saves > saves && store.keeper.get().kind === 'kept');
  }
  assert.equal(server.savedTexts, 1);
  assert.ok(server.saves > 5);
  server.isDown = true;
  storage.written = [];
  for (let n = 5; n < 10; n++) {
    store.change(id, {title: `Title ${n}`});
    store.save();
  }
  assert.equal(storage.written.length, 6, 'the text, and five times the rest');
  assert.equal(storage.written.filter(hasText).length, 1);
  store.change(id, {text: 'a long script, changed'});
  store.save();
  assert.equal(storage.written.filter(hasText).length, 2);
  assert.equal(drafts(), 2);
  server.isDown = false;
  const next = await browser(server, storage);
  await until(() => next.store.keeper.get().kind === 'kept');
  assert.deepEqual(next.texts(), ['a long script, changed']);
  assert.equal(next.store.get().tabs[0]?.title, 'Title 9');
});

test('a draft of a long text is written after seconds at most, and of what else changes at once', async t => {
  const {store, storage} = await browser(new Server());
  t.mock.timers.enable({apis: ['setTimeout']});
  const {id} = store.open(where);
  store.change(id, {text: 'x'.repeat(2_000_000)});
  t.mock.timers.tick(3001);
  assert.equal(storage.written.length, 2, 'the text, and the rest');
  store.change(id, {title: 'Long'});
  t.mock.timers.tick(1);
  assert.equal(storage.written.length, 3);
});
