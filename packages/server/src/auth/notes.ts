/** Values that are kept until somebody takes them or their time is over. Times are epoch ms. */
export interface Notes {
  keep(name: string, value: string, endsAt: number): Promise<void>;
  /** For the first who asks. */
  take(name: string): Promise<string | undefined>;
}

/** Anybody can have a note made, so there is an end to them. */
const maxNotes = 10_000;

/**
 * For a process that shares them with nobody. All notes last equally long, so the oldest ends
 * first.
 */
export class NotesInMemory implements Notes {
  readonly #notes = new Map<string, {readonly value: string; readonly endsAt: number}>();

  async keep(name: string, value: string, endsAt: number): Promise<void> {
    const now = Date.now();
    for (const [old, note] of this.#notes) {
      if (note.endsAt >= now && this.#notes.size < maxNotes) break;
      this.#notes.delete(old);
    }
    this.#notes.set(name, {value, endsAt});
  }

  async take(name: string): Promise<string | undefined> {
    const note = this.#notes.get(name);
    this.#notes.delete(name);
    return note === undefined || note.endsAt < Date.now() ? undefined : note.value;
  }
}
