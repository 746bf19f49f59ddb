import type {Expected} from '@gazetteer/sql';
import type {Misplaced} from './grammar.ts';
import type {FromGrammar, ToGrammar} from './grammar-messages.ts';

/** Of the answers to questions of one kind only that to the last one matters. */
type Question = {
  readonly message: ToGrammar;
  readonly resolve: (answer: FromGrammar) => void;
};

/** A statement that takes longer is given up, with the worker that reads it. */
const maxReadingMs = 5000;
/** Of a first reading, with its loading. */
const maxWarmingMs = 30_000;
/**
 * A grammar that does not come, or hangs again and again, is left alone until the page is loaded
 * anew.
 */
const maxFailures = 3;
/** Longer ones are left to what needs no grammar. */
const maxLength = 20_000;
/** DuckDB: the library has no grammar of it. */
const without = new Set(['duckdb']);

/**
 * The grammar of one dialect, in a worker of its own. It never holds anybody up: what it does not
 * know yet, or not in time, is undefined.
 */
export class GrammarClient {
  readonly #dialect: string;
  #worker: Worker | undefined;
  #asked: Question | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  readonly #waiting = new Map<ToGrammar['do'], Question>();

  constructor(dialect: string) {
    this.#dialect = dialect;
  }

  /** Loads it and lets it read once. */
  warm(): void {
    if (this.#worker !== undefined || without.has(this.#dialect) || this.#failures >= maxFailures)
      return;
    this.#worker = new Worker(new URL('./grammar-worker.ts', import.meta.url), {type: 'module'});
    this.#worker.addEventListener('message', ({data}: MessageEvent<FromGrammar>) =>
      this.#answered(data),
    );
    // What does not load, such as after an update of the server, is as if there were none.
    this.#worker.addEventListener('error', () => this.#fail());
    void this.#ask({do: 'warm', dialect: this.#dialect});
  }

  async expectedAt(statement: string, caret: number): Promise<Expected | undefined> {
    return (await this.#about(statement, {do: 'expect', statement, caret})).expected;
  }

  async misplacedIn(statement: string): Promise<Misplaced | undefined> {
    return (await this.#about(statement, {do: 'check', statement})).misplaced;
  }

  /** Every question is answered, with nothing, so that nobody waits for a worker that is gone. */
  end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    const questions = [this.#asked, ...this.#waiting.values()];
    this.#asked = undefined;
    this.#waiting.clear();
    for (const question of questions) question?.resolve({});
  }

  async #about(statement: string, message: ToGrammar): Promise<FromGrammar> {
    this.warm();
    return this.#worker === undefined || statement.length > maxLength
      ? {}
      : await this.#ask(message);
  }

  /** A question that waits gives way to the next one of its kind: somebody has typed on. */
  #ask(message: ToGrammar): Promise<FromGrammar> {
    const {promise, resolve} = Promise.withResolvers<FromGrammar>();
    this.#waiting.get(message.do)?.resolve({});
    this.#waiting.set(message.do, {message, resolve});
    this.#next();
    return promise;
  }

  #next(): void {
    const [first] = this.#waiting.values();
    if (this.#asked !== undefined || first === undefined) return;
    this.#waiting.delete(first.message.do);
    this.#asked = first;
    const ms = first.message.do === 'warm' ? maxWarmingMs : maxReadingMs;
    this.#timer = setTimeout(() => this.#fail(), ms);
    this.#worker?.postMessage(first.message);
  }

  #answered(answer: FromGrammar): void {
    clearTimeout(this.#timer);
    this.#asked?.resolve(answer);
    this.#asked = undefined;
    this.#next();
  }

  #fail(): void {
    this.#failures++;
    this.end();
  }
}
