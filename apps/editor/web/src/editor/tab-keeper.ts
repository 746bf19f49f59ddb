import {contentOf, fingerprint, freeTitle, type Tab, type TabContent, tabOf} from './tab.ts';
import type {Drafts} from './tab-drafts.ts';
import {type Base, isSameContent, mergeTabs} from './tab-merge.ts';
import {type Entry, entryOf, newEntry} from './tab-entry.ts';
import type {KeptTab} from '../api/wire.ts';
import type {TabServer} from './tab-server.ts';

/** `isKept`: in this browser, at least. */
export type Keeping =
  | {readonly kind: 'kept'}
  | {readonly kind: 'sending'}
  | {readonly kind: 'failed'; readonly message: string; readonly isKept: boolean};

export type TabKeeperOptions = {
  readonly server: TabServer;
  readonly drafts: Drafts;
  /** Of the page. */
  readonly tab: (id: string) => Tab | undefined;
  readonly take: (id: string, tab: Tab) => void;
  /** One that came to be elsewhere, or out of a conflict, behind the one named. */
  readonly adopt: (tab: Tab, after: string | undefined) => void;
  readonly gone: (id: string) => void;
  /** Brings what is typed this moment into the sheets. */
  readonly flush: () => void;
  /** Both texts of a conflict are there now, under these titles. */
  readonly onBoth: (own: string, theirs: string) => void;
  readonly pausesMs?: Partial<typeof defaultPausesMs>;
};

/**
 * A draft is quick, as it costs no request; saving waits until somebody pauses; failures are tried
 * again at twice the pause each time.
 */
const defaultPausesMs = {draft: 300, save: 1000, retry: 2000, lastRetry: 30_000};
/** A long text is sent less often: so many characters for each further millisecond. */
const charactersPerMs = 100;
/** And is written into the browser less often, which takes longer than a key may. */
const draftCharactersPerMs = 200;
const longestDraftMs = 3000;

/**
 * Brings sheets to the server: a moment after the last change, in this browser at once, and again
 * as long as it does not work. What another browser has saved meanwhile is merged; where both have
 * changed a text both are kept.
 */
export class TabKeeper {
  readonly #options: TabKeeperOptions;
  readonly #pausesMs: typeof defaultPausesMs;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  #keeping: Keeping = {kind: 'kept'};
  /**
   * Whether the browser took the last draft: if neither it nor the server has a text, leaving the
   * page asks first.
   */
  #isStored = true;
  #failure: string | undefined;
  #ordered: readonly string[] | undefined;

  constructor(options: TabKeeperOptions) {
    this.#options = options;
    this.#pausesMs = {...defaultPausesMs, ...options.pausesMs};
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly get = (): Keeping => this.#keeping;

  /** True when leaving the page would lose something. */
  get wouldLose(): boolean {
    return !this.#isStored && this.#isAnyDirty();
  }

  uuidOf(id: string): string {
    return this.#entries.get(id)?.uuid ?? '';
  }

  /** A new sheet, of which the server hears when something is on it. */
  add(id: string): void {
    this.#entries.set(id, newEntry(crypto.randomUUID(), 0, ''));
  }

  /** One that is on the server. */
  know(kept: KeptTab): Tab {
    const tab = tabOf(crypto.randomUUID(), kept.content);
    this.#entries.set(tab.id, entryOf(kept, tab));
    return tab;
  }

  /** Of what failed the next try is under way already, at its own pause. */
  changed(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.isDirty = true;
    const text = this.#tabOf(id)?.text ?? '';
    const writingMs = text === entry.draftText ? 0 : text.length / draftCharactersPerMs;
    entry.draftTimer ??= setTimeout(
      () => this.#keepDraft(id),
      this.#pausesMs.draft + Math.min(writingMs, longestDraftMs),
    );
    if (!entry.isSending && entry.failures === 0) this.#schedule(id, this.#pauseOf(id));
    this.#tell();
  }

  /** At once, whatever failed before. */
  keepAll(): void {
    for (const [id, entry] of this.#entries) {
      if (!entry.isDirty) continue;
      this.#keepDraft(id);
      if (!entry.isSending) this.#schedule(id, 0);
    }
  }

  /** The draft stays, as nobody hears whether the server took it; the next page compares both. */
  leave(): void {
    for (const [id, entry] of this.#entries) {
      const tab = this.#tabOf(id);
      if (!entry.isDirty || tab === undefined) continue;
      this.#keepDraft(id);
      if (!entry.isSending)
        this.#options.server.saveAtLeaving(entry.uuid, entry.revision, contentOf(tab));
    }
  }

  /** Resolves when the server knows; until then it would open again with the next page. */
  async close(id: string, tab: Tab, isWorth: boolean): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    if (!isWorth && entry.revision === 0 && !entry.isSending) {
      this.#forget(id);
      return;
    }
    if (entry.revision > 0 && !isWorth) entry.isDirty = false;
    await new Promise<void>(done => {
      entry.closed = {tab, done};
      if (!entry.isSending) this.#schedule(id, 0);
    });
  }

  async reopen(uuid: string): Promise<{tab: Tab; id: string}> {
    const [id, entry] = [...this.#entries].find(([, one]) => one.uuid === uuid) ?? [];
    // Not on the server yet, or not closed there yet.
    if (id !== undefined && entry?.closed !== undefined) {
      const {tab, done} = entry.closed;
      entry.closed = undefined;
      entry.isDirty = true;
      if (!entry.isSending) this.#schedule(id, 0);
      done();
      return {tab, id};
    }
    const tab = this.know(await this.#options.server.reopen(uuid));
    return {tab, id: tab.id};
  }

  order(ids: readonly string[]): void {
    this.#ordered = ids;
    void this.#sendOrder();
  }

  /** What pages before this one could not bring to the server. */
  takeUpDrafts(): void {
    for (const {key, draft} of this.#options.drafts.all()) {
      const {uuid, revision, content, textPrint} = draft;
      const [id, entry] = [...this.#entries].find(([, one]) => one.uuid === uuid) ?? [];
      if (id === undefined || entry === undefined) {
        const tab = tabOf(crypto.randomUUID(), content);
        this.#entries.set(tab.id, {
          ...newEntry(uuid, revision, ''),
          base: {textPrint},
          isDirty: true,
        });
        this.#options.adopt(tab, undefined);
        this.#keepDraft(tab.id);
        this.#schedule(tab.id, 0);
      } else {
        const theirs = this.#tabOf(id);
        if (theirs !== undefined)
          this.#settle(id, {textPrint}, tabOf(id, content), contentOf(theirs));
        this.#keepDraft(id);
      }
      // Now there is another one of it, or the server has it.
      this.#options.drafts.drop(key);
    }
  }

  /** Takes over what is new on the server. */
  async refresh(ids: readonly string[]): Promise<void> {
    const heads = await this.#options.server.heads(false).catch(() => undefined);
    if (heads === undefined) return;
    const known = new Map([...this.#entries].map(([id, entry]) => [entry.uuid, {id, entry}]));
    // What is being sent or closed is left alone: it is about to be something else.
    for (const {uuid, revision} of heads) {
      const here = known.get(uuid);
      if (here?.entry.isSending === true || here?.entry.closed !== undefined) continue;
      if (here !== undefined && here.entry.revision >= revision) continue;
      const kept = await this.#options.server.read(uuid).catch(() => undefined);
      if (kept === undefined) continue;
      if (here !== undefined) this.#meet(here.id, kept);
      else if (![...this.#entries.values()].some(one => one.uuid === uuid))
        this.#options.adopt(this.know(kept), undefined);
    }
    const open = new Set(heads.map(({uuid}) => uuid));
    for (const id of ids) {
      const entry = this.#entries.get(id);
      // Closed by another page, unless something was typed here since.
      const isClosed = entry !== undefined && entry.revision > 0 && !open.has(entry.uuid);
      if (!isClosed || entry.isDirty || entry.isSending) continue;
      this.#forget(id);
      this.#options.gone(id);
    }
  }

  /** Something that is due already is not put off: who types without a pause is saved, too. */
  #schedule(id: string, ms: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    if (ms === 0) clearTimeout(entry.timer);
    if (ms === 0 || entry.timer === undefined)
      entry.timer = setTimeout(() => void this.#send(id), ms);
  }

  #pauseOf(id: string): number {
    const text = this.#tabOf(id)?.text ?? '';
    const isTextThere = this.#entries.get(id)?.base.content?.text === text;
    return this.#pausesMs.save + (isTextThere ? 0 : text.length / charactersPerMs);
  }

  /**
   * One request for a sheet at a time: the next one starts from the revision that this one brings.
   */
  async #send(id: string): Promise<void> {
    this.#options.flush();
    const entry = this.#entries.get(id);
    const tab = this.#tabOf(id);
    if (entry === undefined || tab === undefined || entry.isSending) return;
    clearTimeout(entry.timer);
    entry.timer = undefined;
    entry.isSending = true;
    this.#tell();
    try {
      if (entry.isDirty) await this.#save(entry, tab, id);
      if (entry.closed !== undefined && !entry.isDirty) {
        await this.#options.server.close(entry.uuid);
        entry.closed?.done();
        this.#forget(id);
      }
      entry.failures = 0;
    } catch (error) {
      const overtaken = this.#options.server.overtakenBy(error);
      if (overtaken === undefined) this.#noteFailure(entry, error);
      else {
        entry.failures = 0;
        // There it is gone, here it was changed: it is made anew.
        if (overtaken.tab === undefined) entry.revision = 0;
        else this.#meet(id, overtaken.tab);
      }
    } finally {
      entry.isSending = false;
      if (this.#entries.has(id) && (entry.isDirty || entry.closed !== undefined)) {
        const {retry, lastRetry} = this.#pausesMs;
        const pause =
          entry.failures === 0
            ? this.#pauseOf(id)
            : Math.min(lastRetry, retry * 2 ** (entry.failures - 1));
        this.#schedule(id, pause);
      }
      this.#tell();
    }
  }

  async #save(entry: Entry, tab: Tab, id: string): Promise<void> {
    const content = contentOf(tab);
    const {base} = entry;
    // A long script is brought there once, and not with every statement of it that runs.
    const isTextThere = entry.revision > 0 && base.content?.text === content.text;
    entry.revision = await this.#options.server.save(
      entry.uuid,
      entry.revision,
      content,
      isTextThere,
    );
    entry.base = {textPrint: isTextThere ? base.textPrint : fingerprint(content.text), content};
    // Something was typed while it was sent.
    if (this.#tabOf(id) !== tab) return;
    entry.isDirty = false;
    clearTimeout(entry.draftTimer);
    entry.draftTimer = undefined;
    entry.draftText = undefined;
    this.#options.drafts.remove(entry.uuid);
  }

  #noteFailure(entry: Entry, error: unknown): void {
    entry.failures++;
    this.#failure = error instanceof Error ? error.message : String(error);
  }

  /** The server has a later one than was known here. */
  #meet(id: string, kept: KeptTab): void {
    this.#options.flush();
    const entry = this.#entries.get(id);
    const tab = this.#tabOf(id);
    if (entry === undefined || tab === undefined) return;
    const base = entry.base;
    const theirs = contentOf(tabOf(id, kept.content));
    entry.revision = kept.revision;
    entry.base = {textPrint: fingerprint(theirs.text), content: theirs};
    if (entry.isDirty) this.#settle(id, base, tab, theirs);
    else this.#take(id, entry, tabOf(id, kept.content));
  }

  /** A sheet that is closed is not on the screen, and goes to the server as it is merged. */
  #take(id: string, entry: Entry, tab: Tab): void {
    if (entry.closed === undefined) this.#options.take(id, tab);
    else entry.closed = {...entry.closed, tab};
  }

  /**
   * Makes one sheet out of that here and that on the server, or two. `entry` knows the server's
   * already.
   */
  #settle(id: string, base: Base, own: Tab, theirs: TabContent): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const merged = mergeTabs(base, contentOf(own), theirs);
    if (merged.kind === 'both') {
      this.#keepBoth(id, entry, own, theirs);
      return;
    }
    // What is looked at is this page's own affair, and so is what it follows.
    const {run} = merged.content;
    const shown = own.run?.id === run?.id ? own.run?.shown : undefined;
    const tab = {
      ...tabOf(id, merged.content),
      ...(run && {run: {...run, shown: shown ?? run.shown}}),
    };
    this.#take(id, entry, tab);
    entry.isDirty = !isSameContent(merged.content, theirs);
    if (entry.isDirty) this.changed(id);
    else this.#options.drafts.remove(entry.uuid);
  }

  /** Whoever types goes on typing, on a sheet that is a new one for the server. */
  #keepBoth(id: string, entry: Entry, own: Tab, theirs: TabContent): void {
    const other = tabOf(crypto.randomUUID(), theirs);
    this.#entries.set(other.id, newEntry(entry.uuid, entry.revision, theirs.text, theirs));
    this.#options.drafts.remove(entry.uuid);
    Object.assign(entry, newEntry(crypto.randomUUID(), 0, ''), {
      isSending: entry.isSending,
      closed: entry.closed,
    });
    const title = freeTitle([{title: other.title}], own.title);
    this.#take(id, entry, {...own, title});
    this.#options.adopt(other, id);
    this.changed(id);
    this.#keepDraft(id);
    this.#options.onBoth(title, other.title);
  }

  #keepDraft(id: string): void {
    const entry = this.#entries.get(id);
    const tab = this.#tabOf(id);
    if (entry === undefined || tab === undefined) return;
    clearTimeout(entry.draftTimer);
    entry.draftTimer = undefined;
    if (!entry.isDirty) return;
    const {uuid, revision, base} = entry;
    const draft = {
      uuid,
      revision,
      textPrint: base.textPrint,
      content: contentOf(tab),
      at: Date.now(),
    };
    this.#isStored = this.#options.drafts.keep(draft);
    if (this.#isStored) entry.draftText = tab.text;
    this.#tell();
  }

  async #sendOrder(): Promise<void> {
    const uuids = (this.#ordered ?? []).map(id => this.uuidOf(id));
    // An order is no text: the next one that somebody makes will do.
    await this.#options.server.order(uuids).catch(() => undefined);
  }

  #tabOf(id: string): Tab | undefined {
    return this.#options.tab(id) ?? this.#entries.get(id)?.closed?.tab;
  }

  #forget(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    clearTimeout(entry.draftTimer);
    this.#options.drafts.remove(entry.uuid);
    this.#entries.delete(id);
    this.#tell();
  }

  #isAnyDirty(): boolean {
    return [...this.#entries.values()].some(one => one.isDirty);
  }

  #tell(): void {
    const all = [...this.#entries.values()];
    const hasFailed = all.some(one => one.failures > 0);
    const isBusy = all.some(one => one.isSending || one.isDirty);
    const next: Keeping = hasFailed
      ? {kind: 'failed', message: this.#failure ?? '', isKept: this.#isStored}
      : {kind: isBusy ? 'sending' : 'kept'};
    if (JSON.stringify(next) === JSON.stringify(this.#keeping)) return;
    this.#keeping = next;
    for (const listener of this.#listeners) listener();
  }
}
