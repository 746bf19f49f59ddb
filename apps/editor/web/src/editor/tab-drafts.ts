import {fingerprint, type TabContent} from './tab.ts';

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
 * some times a second, whatever the length of the text. Of a long one only what differs from it is
 * written, with the rest, as long as that is little: all of it takes longer than a key may.
 */
export class Drafts {
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #window = crypto.randomUUID().slice(0, 8);
  /** As this window has written them last, whole. */
  readonly #texts = new Map<string, {readonly text: string; print?: string}>();

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
      const written = this.#texts.get(key);
      const edit = written && editOf(written.text, text);
      // First, so that a draft is never without its text.
      if (edit === undefined && written?.text !== text) {
        this.#storage.setItem(key + textEnd, text);
        this.#texts.set(key, {text});
      }
      const of = edit && written && (written.print ??= fingerprint(written.text));
      const kept = {...draft, content, ...(edit && {edit: {...edit, of}})};
      this.#storage.setItem(key, JSON.stringify(kept));
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
/** Below that a text is written as quickly as what differs. */
const longText = 20_000;
const maxEdit = 10_000;

/** What stands in a text in the place of what is there. */
type Edit = {readonly from: number; readonly to: number; readonly insert: string};
/** `of`: fingerprint of that text. */
type KeptEdit = Edit & {readonly of: string};

/** How far all is the same. Whole pieces are compared in a fraction of the time of their letters. */
function longest(max: number, isSame: (from: number, to: number) => boolean): number {
  let [same, end] = [0, max];
  while (same < end) {
    const middle = Math.ceil((same + end) / 2);
    if (isSame(same, middle)) same = middle;
    else end = middle - 1;
  }
  return same;
}

/** Undefined where there is none, and where the text is better written whole. */
function editOf(written: string, text: string): Edit | undefined {
  if (written === text || written.length < longText) return undefined;
  const shorter = Math.min(written.length, text.length);
  const from = longest(shorter, (a, b) => written.slice(a, b) === text.slice(a, b));
  const [last, ownLast] = [written.length, text.length];
  const behind = longest(
    shorter - from,
    (a, b) => written.slice(last - b, last - a) === text.slice(ownLast - b, ownLast - a),
  );
  const [to, end] = [last - behind, ownLast - behind];
  return end - from > maxEdit ? undefined : {from, to, insert: text.slice(from, end)};
}

/** Of a text that was written after the edit, what was edited is in it already. */
function edited(text: string, edit: KeptEdit | undefined): string {
  if (edit === undefined || edit.of !== fingerprint(text)) return text;
  return text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
}

/** What cannot be read is left alone: it may be of a newer page. */
function parsed(json: string | null, text: string | null): Draft | undefined {
  try {
    const stored = JSON.parse(json ?? 'null') as (Draft & {readonly edit?: KeptEdit}) | null;
    if (typeof stored?.uuid !== 'string' || typeof stored.content !== 'object' || text === null)
      return undefined;
    const {edit, ...draft} = stored;
    return {...draft, content: {...draft.content, text: edited(text, edit)}};
  } catch {
    return undefined;
  }
}
