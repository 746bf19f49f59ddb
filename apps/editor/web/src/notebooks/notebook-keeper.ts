// A notebook while somebody writes on it: saved a moment after each change, and before it is run.
import type {Notebook, SavedDocument} from '../api/wire.ts';
import {type SharedValue, sharedValue} from '../shared-value.ts';

/** After the last change. */
const saveMs = 1000;

export type Held = {
  readonly notebook: Notebook;
  /** The version that it began with, or was saved as. */
  readonly version: number;
  readonly isSaved: boolean;
  readonly isSaving: boolean;
  /** Why it couldn't be saved. */
  readonly problem: Error | undefined;
  /** As another user has saved it meanwhile. */
  readonly theirs: SavedDocument | undefined;
};

/** How it is saved, and what others have saved where that is refused. */
export type Store = {
  readonly save: (version: number, notebook: Notebook) => Promise<{readonly version: number}>;
  readonly theirsOf: (error: unknown) => SavedDocument | undefined;
};

/** All writing goes through it; nothing is saved twice at a time. */
export class NotebookKeeper {
  readonly held: SharedValue<Held>;
  readonly #store: Store;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;

  constructor(notebook: Notebook, version: number, store: Store) {
    const quiet = {isSaved: true, isSaving: false, problem: undefined, theirs: undefined};
    this.held = sharedValue<Held>({notebook, version, ...quiet});
    this.#store = store;
  }

  change(notebook: Notebook): void {
    if (notebook === this.held.get().notebook) return;
    this.#set({notebook, isSaved: false});
    clearTimeout(this.#timer);
    // A refusal is shown where it is held, with what can be done.
    this.#timer = setTimeout(() => void this.save().catch(() => undefined), saveMs);
  }

  /** What others have saved meanwhile, unless there is something of one's own to save. */
  take(notebook: Notebook, version: number): void {
    const {isSaved, isSaving, version: known} = this.held.get();
    if (isSaved && !isSaving && version > known) this.#set({notebook, version});
  }

  /** @throws why not all of it is saved */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    while (!this.held.get().isSaved) {
      const {theirs, problem} = this.held.get();
      if (theirs !== undefined) throw problem ?? new Error('The notebook isn’t saved.');
      this.#saving ??= this.#send().finally(() => (this.#saving = undefined));
      await this.#saving;
    }
  }

  /** One's own as a further version, over that of the other. */
  async keepMine(): Promise<void> {
    const {theirs} = this.held.get();
    if (theirs === undefined) return;
    this.#set({version: theirs.version, theirs: undefined, problem: undefined});
    await this.save();
  }

  takeTheirs(notebook: Notebook): void {
    const {theirs} = this.held.get();
    if (theirs === undefined) return;
    const {version} = theirs;
    this.#set({notebook, version, isSaved: true, theirs: undefined, problem: undefined});
  }

  async #send(): Promise<void> {
    const {notebook, version} = this.held.get();
    this.#set({isSaving: true});
    try {
      const saved = await this.#store.save(version, notebook);
      const isSaved = this.held.get().notebook === notebook;
      this.#set({version: saved.version, isSaving: false, isSaved, problem: undefined});
    } catch (error) {
      const problem = error as Error;
      this.#set({isSaving: false, problem, theirs: this.#store.theirsOf(error)});
      throw error;
    }
  }

  #set(change: Partial<Held>): void {
    this.held.set({...this.held.get(), ...change});
  }
}
