import {useSyncExternalStore} from 'react';
import type {Run} from '../run/run.ts';
import type {SheetPreparation, SheetSession} from './sheet-session.ts';

/** One sheet to write on, with what it last ran. */
export type Tab = {
  readonly id: string;
  readonly title: string;
  readonly engine: string;
  readonly database: string;
  readonly text: string;
  /** Values of `${name}` by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** What is wanted of the session for each statement. */
  readonly preparation?: SheetPreparation | undefined;
  /** A session that is this sheet's alone. */
  readonly session?: SheetSession | undefined;
  readonly run?: Run | undefined;
};

export type Sheets = {
  readonly tabs: readonly Tab[];
  readonly activeId: string;
  /** The last closed ones, newest first, to be opened again. */
  readonly closed: readonly Tab[];
};

const maxClosed = 20;
const saveMs = 400;

/** The sheets of one person in this browser. What is typed is kept within half a second, and when the page is left. */
export class TabStore {
  readonly #key: string;
  #sheets: Sheets;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();
  /** Set when the browser does not keep anything; people are told. */
  #isFull = false;

  constructor(userName: string) {
    this.#key = `gazetteer.sheets.${userName}`;
    this.#sheets = read(this.#key);
    window.addEventListener('pagehide', () => this.save());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly get = (): Sheets => this.#sheets;
  readonly isFull = (): boolean => this.#isFull;

  tab(id: string): Tab | undefined {
    return this.#sheets.tabs.find(tab => tab.id === id);
  }

  open(tab: Partial<Omit<Tab, 'id'>> & Pick<Tab, 'engine' | 'database'>): Tab {
    const {tabs, closed} = this.#sheets;
    const opened: Tab = {title: freeTitle(tabs), text: '', variables: {}, ...tab, id: crypto.randomUUID()};
    this.#set({tabs: [...tabs, opened], activeId: opened.id, closed});
    return opened;
  }

  activate(activeId: string): void {
    this.#set({...this.#sheets, activeId});
  }

  /** Changes nothing of a tab that was closed meanwhile. */
  change(id: string, fields: Partial<Omit<Tab, 'id'>>): void {
    const tabs = this.#sheets.tabs.map(tab => (tab.id === id ? {...tab, ...fields} : tab));
    this.#set({...this.#sheets, tabs});
  }

  close(id: string): void {
    const {tabs, activeId, closed} = this.#sheets;
    const index = tabs.findIndex(tab => tab.id === id);
    const gone = tabs[index];
    if (gone === undefined) return;
    const left = tabs.filter(tab => tab.id !== id);
    const next = activeId === id ? (left[Math.min(index, left.length - 1)]?.id ?? '') : activeId;
    // An empty sheet is nothing to come back to.
    const kept = gone.text.trim() === '' ? closed : [gone, ...closed].slice(0, maxClosed);
    this.#set({tabs: left, activeId: next, closed: kept});
  }

  reopen(): void {
    const {tabs, closed} = this.#sheets;
    const [last, ...rest] = closed;
    if (last !== undefined) this.#set({tabs: [...tabs, last], activeId: last.id, closed: rest});
  }

  /** Moves a tab by so many places, as far as there are any. */
  move(id: string, by: number): void {
    const tabs = [...this.#sheets.tabs];
    const from = tabs.findIndex(tab => tab.id === id);
    const to = Math.max(0, Math.min(tabs.length - 1, from + by));
    const [moved] = tabs.splice(from, 1);
    if (moved !== undefined) this.#set({...this.#sheets, tabs: tabs.toSpliced(to, 0, moved)});
  }

  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#sheets));
      this.#isFull = false;
    } catch {
      this.#isFull = true;
    }
  }

  #set(sheets: Sheets): void {
    this.#sheets = sheets;
    this.#timer ??= setTimeout(() => this.save(), saveMs);
    for (const listener of this.#listeners) listener();
  }
}

export function useSheets(store: TabStore): Sheets {
  return useSyncExternalStore(store.subscribe, store.get);
}

function freeTitle(tabs: readonly Tab[]): string {
  const taken = new Set(tabs.map(tab => tab.title));
  for (let n = 1; ; n++) if (!taken.has(`Query ${n}`)) return `Query ${n}`;
}

function read(key: string): Sheets {
  const none: Sheets = {tabs: [], activeId: '', closed: []};
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Sheets> | null;
    return kept === null || !Array.isArray(kept.tabs) ? none : {...none, ...kept};
  } catch {
    return none;
  }
}
