import {hash} from 'node:crypto';
import type {AnyOperation} from '../operation.ts';
import type {LogEntry, Outcome, Who} from './outcome.ts';

export type KeptOptions<Caller> = {
  /** Another number as soon as anything was stored, whoever stored it. */
  readonly version: () => number;
  /** What of a caller an answer depends on; undefined for one whose answers are not kept. */
  readonly rightsOf: (caller: Caller) => string | undefined;
  /** Characters of all answers that are kept. */
  readonly maxChars: number;
};

type Known = {
  readonly json: string;
  readonly log: readonly LogEntry[];
  readonly until: number | undefined;
};

/** Of what is asked now: the answer that is known, or where one that is made is kept. */
type Answer = {readonly known?: Outcome; readonly keep: (outcome: Outcome) => void};

/**
 * Keeps answers of operations that say so (`keptFor`) for as long as nothing is stored: asked for
 * again by somebody with the same rights they need neither a thread nor a statement. Failures are
 * never kept, nor what depends on the time or has changed something; what depends on the day is
 * kept until it ends. Where something was logged on the way, an answer is kept only if it is for its
 * caller alone, and the same is logged again each time.
 */
export class KeptAnswers<Caller extends Who = Who> {
  readonly #options: KeptOptions<Caller>;
  #version = Number.NaN;
  /**
   * What was asked for lately, and what before: when the first is full it becomes the second, whose
   * answers are let go.
   */
  #recent = new Map<string, Known>();
  #older = new Map<string, Known>();
  #chars = 0;

  constructor(options: KeptOptions<Caller>) {
    this.#options = options;
  }

  /** Undefined where no answer is kept, for this operation or this caller; never of a rehearsal. */
  of({name, keptFor}: AnyOperation, caller: Caller, args: unknown): Answer | undefined {
    const isKept = keptFor !== undefined && caller.isDryRun !== true && !isLarge(args);
    const rights = isKept ? this.#options.rightsOf(caller) : undefined;
    if (rights === undefined) return undefined;
    // Seen before the answer is made: what is stored meanwhile makes it one of a version that is
    // over.
    const version = this.#renewed();
    const user = keptFor === 'caller' ? caller.actor.userName : null;
    const key = keyOf(JSON.stringify([name, rights, user, args]));
    const known = this.#find(key);
    const keep = ({json, failure, log, isPassing = false, until}: Outcome) => {
      const holds = json !== undefined && failure === undefined && !isPassing;
      if (holds && version === this.#version && (keptFor === 'caller' || log.length === 0))
        this.#keep(key, {json, log, until});
    };
    return known === undefined ? {keep} : {known: {json: known.json, log: [...known.log]}, keep};
  }

  #renewed(): number {
    const version = this.#options.version();
    if (version !== this.#version) {
      this.#version = version;
      this.#recent = new Map();
      this.#older = new Map();
      this.#chars = 0;
    }
    return version;
  }

  #find(key: string): Known | undefined {
    this.#dropPast(key);
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.#keep(key, older);
    return older;
  }

  #dropPast(key: string): void {
    const recent = this.#recent.get(key);
    const known = recent ?? this.#older.get(key);
    if (known?.until === undefined || Date.now() < known.until) return;
    if (recent !== undefined) this.#chars -= charsOf(key, recent);
    this.#recent.delete(key);
    this.#older.delete(key);
  }

  #keep(key: string, known: Known): void {
    const half = this.#options.maxChars / 2;
    const chars = charsOf(key, known);
    // One that would push out many others is not worth it.
    if (chars > half / 8 || this.#recent.has(key)) return;
    if (this.#chars + chars > half) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#chars = 0;
    }
    this.#recent.set(key, known);
    this.#chars += chars;
  }
}

function charsOf(key: string, {json, log}: Known): number {
  return log.reduce((sum, one) => sum + one.message.length, key.length + json.length);
}

/**
 * Requests come through the thread that talks to clients: those that are larger are not compared.
 */
const maxBody = 64 * 1024;

function isLarge(args: unknown): boolean {
  const {body} = (args ?? {}) as {body?: unknown};
  return typeof body === 'string' && body.length > maxBody;
}

const maxKey = 200;

/** What is long stands for itself as a digest, which takes less room. */
function keyOf(text: string): string {
  return text.length > maxKey ? hash('sha256', text, 'base64') : text;
}
