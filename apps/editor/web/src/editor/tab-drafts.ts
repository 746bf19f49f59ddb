import type {TabContent} from './tab.ts';

/** What a page could not bring to the server yet, kept in the browser. */
export type Draft = {
  /** Of the sheet on the server. */
  readonly uuid: string;
  /** The one of the server that the draft began with; 0 when it has never been there. */
  readonly revision: number;
  /** Fingerprint of the text of that revision. */
  readonly textPrint: string;
  readonly content: TabContent;
  /** Milliseconds since 1970. */
  readonly at: number;
};

/**
 * Drafts of one person in this browser. Each window writes under names of its own, so that two with
 * the same sheet do not write over each other; the next page that starts takes up all of them. A
 * text stands beside the rest, and is written when it has changed alone: what runs changes the rest
 * some times a second, whatever the length of the text.
 */
export class Drafts {
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #window = crypto.randomUUID().slice(0, 8);
  /** As this window has written them last. */
  readonly #texts = new Map<string, string>();

  constructor(storage: Storage, userName: string) {
    this.#storage = storage;
    this.#prefix = `gazetteer.draft.${userName}.`;
  }

  /** The oldest first. Those of all windows; each under the key by which it is removed. */
  all(): {readonly key: string; readonly draft: Draft}[] {
    const found: {key: string; draft: Draft}[] = [];
    for (let n = 0; n < this.#storage.length; n++) {
      const key = this.#storage.key(n);
      if (key?.startsWith(this.#prefix) !== true || key.endsWith(textEnd)) continue;
      const draft = parsed(this.#storage.getItem(key), this.#storage.getItem(key + textEnd));
      if (draft !== undefined) found.push({key, draft});
    }
    return found.sort((a, b) => a.draft.at - b.draft.at);
  }

  /** False when the browser does not keep it: its storage is full, or forbidden. */
  keep(draft: Draft): boolean {
    const key = this.#keyOf(draft.uuid);
    const {text, ...content} = draft.content;
    try {
      // First, so that a draft is never without its text.
      if (this.#texts.get(key) !== text) this.#storage.setItem(key + textEnd, text);
      this.#texts.set(key, text);
      this.#storage.setItem(key, JSON.stringify({...draft, content}));
      return true;
    } catch {
      return false;
    }
  }

  /** Of this window alone: another one may have typed something else into the same sheet. */
  remove(uuid: string): void {
    this.drop(this.#keyOf(uuid));
  }

  /** By its key, of whatever window. */
  drop(key: string): void {
    this.#storage.removeItem(key);
    this.#storage.removeItem(key + textEnd);
    this.#texts.delete(key);
  }

  #keyOf(uuid: string): string {
    return `${this.#prefix}${this.#window}.${uuid}`;
  }
}

const textEnd = '.text';

/** What cannot be read is left alone: it may be of a newer page. */
function parsed(json: string | null, text: string | null): Draft | undefined {
  try {
    const draft = JSON.parse(json ?? 'null') as Draft | null;
    if (typeof draft?.uuid !== 'string' || typeof draft.content !== 'object' || text === null)
      return undefined;
    return {...draft, content: {...draft.content, text}};
  } catch {
    return undefined;
  }
}
