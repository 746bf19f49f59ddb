import {useSyncExternalStore} from 'react';
import {isChanged} from '../documents/sheet-document.ts';
import {freeTitle, type Tab} from './tab.ts';
import {TabKeeper, type TabKeeperOptions} from './tab-keeper.ts';
import type {KeptHead} from '../api/wire.ts';

export type Sheets = {
  readonly tabs: readonly Tab[];
  readonly activeId: string;
  /** The last closed ones, newest first, to be opened again. */
  readonly closed: readonly Pick<KeptHead, 'uuid' | 'title'>[];
};

export type TabStoreOptions = Omit<
  TabKeeperOptions,
  'tab' | 'take' | 'adopt' | 'gone' | 'flush'
> & {
  /** Which sheet somebody looked at last in this browser, by its name on the server. */
  readonly seen: {read(): string; write(uuid: string): void};
};

/**
 * The sheets of one person: those on the server, and what was typed since. What the screen shows is
 * here, what the server has is in `TabKeeper`: a change is shown at once and kept when there is
 * time.
 */
export class TabStore {
  readonly #options: TabStoreOptions;
  readonly #keeper: TabKeeper;
  #sheets: Sheets = {tabs: [], activeId: '', closed: []};
  #heads = this.#sheets;
  #loading: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();
  /** Takes over what is typed and not told to `change` yet. */
  readonly #flushers = new Set<() => void>();

  constructor(options: TabStoreOptions) {
    this.#options = options;
    this.#keeper = new TabKeeper({
      ...options,
      tab: id => this.tab(id),
      take: (id, tab) => this.#replace(id, tab),
      adopt: (tab, isAfter) => this.#adopt(tab, isAfter),
      gone: id => this.#drop(id),
      flush: () => this.flush(),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  /**
   * A new object with each change, never one that was changed, so that React sees the difference.
   */
  readonly get = (): Sheets => this.#sheets;
  /** As they were before the last changes, where those were of texts alone. */
  readonly heads = (): Sheets => this.#heads;
  /** How far what is typed is kept. */
  get keeper(): TabKeeper {
    return this.#keeper;
  }

  /**
   * Reads what is on the server and what this browser still has to bring there; once, unless that
   * fails.
   */
  async load(): Promise<void> {
    this.#loading ??= this.#load();
    try {
      await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  /** Looks whether another browser has changed, opened or closed something. */
  async refresh(): Promise<void> {
    if (this.#loading === undefined) return;
    this.flush();
    await this.#keeper.refresh(this.#sheets.tabs.map(({id}) => id));
    await this.#readClosed();
  }

  /** Returns how to take it back. */
  onFlush(work: () => void): () => void {
    this.#flushers.add(work);
    return () => void this.#flushers.delete(work);
  }

  flush(): void {
    for (const work of this.#flushers) work();
  }

  tab(id: string): Tab | undefined {
    return this.#sheets.tabs.find(tab => tab.id === id);
  }

  /**
   * At the end of the strip, and shown. An empty one is not told to the server: somebody may only
   * look.
   */
  open(tab: Partial<Omit<Tab, 'id'>> & Pick<Tab, 'engine' | 'database'>): Tab {
    const {tabs, closed} = this.#sheets;
    const opened: Tab = {
      title: freeTitle(tabs),
      text: '',
      variables: {},
      ...tab,
      id: crypto.randomUUID(),
    };
    this.#keeper.add(opened.id);
    this.#set({tabs: [...tabs, opened], activeId: opened.id, closed});
    this.#see(opened.id);
    if (opened.text !== '' || opened.run !== undefined) this.#keeper.changed(opened.id);
    return opened;
  }

  /** Which sheet is looked at is a matter of this browser, so the server hears nothing of it. */
  activate(activeId: string): void {
    this.#set({...this.#sheets, activeId});
    this.#see(activeId);
  }

  /** Changes nothing of a tab that was closed meanwhile. */
  change(id: string, fields: Partial<Omit<Tab, 'id'>>): void {
    const tab = this.tab(id);
    if (tab === undefined) return;
    const changed = {...tab, ...fields};
    if (
      Object.keys(fields).every(name =>
        Object.is(tab[name as keyof Tab], changed[name as keyof Tab]),
      )
    )
      return;
    this.#replace(id, changed);
    this.#keeper.changed(id);
  }

  /** As `change`, for what need not be kept. */
  show(id: string, fields: Partial<Omit<Tab, 'id'>>): void {
    const tab = this.tab(id);
    if (tab !== undefined) this.#replace(id, {...tab, ...fields});
  }

  close(id: string): void {
    const gone = this.tab(id);
    if (gone === undefined) return;
    this.flush();
    const last = this.tab(id) ?? gone;
    this.#drop(id);
    // An empty sheet is nothing to come back to.
    const isWorth = last.text.trim() !== '';
    const closing = this.#keeper.close(id, last, isWorth);
    if (!isWorth) return;
    const head = {uuid: this.#keeper.uuidOf(id), title: last.title};
    this.#set({...this.#sheets, closed: [head, ...this.#sheets.closed]});
    void closing.then(() => this.#readClosed());
  }

  /** Opens a closed sheet again; the last closed one when none is named. */
  async reopen(uuid = this.#sheets.closed[0]?.uuid): Promise<void> {
    if (uuid === undefined) return;
    const {tab, id} = await this.#keeper.reopen(uuid);
    const closed = this.#sheets.closed.filter(one => one.uuid !== uuid);
    const others = this.#sheets.tabs.filter(one => one.id !== id);
    this.#set({tabs: [...others, tab], activeId: id, closed});
    this.#see(id);
  }

  /** Moves a tab by so many places, as far as there are any. */
  move(id: string, by: number): void {
    const tabs = [...this.#sheets.tabs];
    const from = tabs.findIndex(tab => tab.id === id);
    const to = Math.max(0, Math.min(tabs.length - 1, from + by));
    const [moved] = tabs.splice(from, 1);
    if (moved === undefined) return;
    this.#set({...this.#sheets, tabs: tabs.toSpliced(to, 0, moved)});
    this.#keeper.order(this.#sheets.tabs.map(tab => tab.id));
  }

  /**
   * Keeps what is typed at once: in this browser before anything else happens, and on the server as
   * soon as that answers.
   */
  save(): void {
    this.flush();
    this.#keeper.keepAll();
  }

  /** As `save`, while the page is being left. */
  leave(): void {
    this.flush();
    this.#keeper.leave();
  }

  async #load(): Promise<void> {
    const kept = await this.#options.server.list();
    const tabs = kept.map(one => this.#keeper.know(one));
    const seen = this.#options.seen.read();
    const latest = kept.toSorted((a, b) => b.changedAt - a.changedAt)[0]?.uuid;
    const uuid = kept.some(one => one.uuid === seen) ? seen : latest;
    const active = tabs.find(({id}) => this.#keeper.uuidOf(id) === uuid);
    this.#set({tabs, activeId: active?.id ?? '', closed: []});
    this.#keeper.takeUpDrafts();
    void this.#readClosed();
  }

  async #readClosed(): Promise<void> {
    const closed = await this.#options.server.heads(true).catch(() => undefined);
    // Only a convenience: what is here is as good.
    if (closed !== undefined) this.#set({...this.#sheets, closed});
  }

  /** It does not come into view: somebody may be typing elsewhere. */
  #adopt(tab: Tab, after: string | undefined): void {
    const {tabs} = this.#sheets;
    const at = after === undefined ? tabs.length : tabs.findIndex(({id}) => id === after) + 1;
    const {activeId} = this.#sheets;
    this.#set({
      ...this.#sheets,
      tabs: tabs.toSpliced(at, 0, tab),
      activeId: activeId === '' ? tab.id : activeId,
    });
  }

  #replace(id: string, tab: Tab): void {
    this.#set({...this.#sheets, tabs: this.#sheets.tabs.map(one => (one.id === id ? tab : one))});
  }

  /** The neighbour is shown then, as browsers do with their tabs. */
  #drop(id: string): void {
    const {tabs, activeId} = this.#sheets;
    const index = tabs.findIndex(tab => tab.id === id);
    const left = tabs.filter(tab => tab.id !== id);
    const next = activeId === id ? (left[Math.min(index, left.length - 1)]?.id ?? '') : activeId;
    this.#set({...this.#sheets, tabs: left, activeId: next});
    this.#see(next);
  }

  #see(id: string): void {
    this.#options.seen.write(this.#keeper.uuidOf(id));
  }

  #set(sheets: Sheets): void {
    this.#sheets = sheets;
    if (!isSameBesideTexts(this.#heads, sheets)) this.#heads = sheets;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether nothing is to be drawn anew beside the texts themselves. */
function isSameBesideTexts(before: Sheets, after: Sheets): boolean {
  return (
    before.activeId === after.activeId &&
    before.closed === after.closed &&
    before.tabs.length === after.tabs.length &&
    after.tabs.every((tab, n) => isSameBesideText(before.tabs[n], tab))
  );
}

function isSameBesideText(before: Tab | undefined, after: Tab): boolean {
  if (before === undefined || before === after) return before === after;
  const {text} = after;
  const names = Object.keys({...before, ...after}) as (keyof Tab)[];
  return (
    names.every(name => name === 'text' || before[name] === after[name]) &&
    (before.text.trim() === '') === (text.trim() === '') &&
    isChanged(before) === isChanged(after)
  );
}

/**
 * The sheets; draws again with each change but those of texts alone, which whoever types makes some
 * times a second. Texts in it may be older ones: `useText` has the latest.
 */
export function useSheets(store: TabStore): Sheets {
  return useSyncExternalStore(store.subscribe, store.heads);
}

/** The text of a sheet as it is. */
export function useText(store: TabStore, id: string): string {
  return useSyncExternalStore(store.subscribe, () => store.tab(id)?.text ?? '');
}
