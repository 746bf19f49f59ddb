import type {Log} from '../log.ts';
import type {Attributes, Span} from './span.ts';
import {otlpJson} from './otlp-json.ts';

export type Receiver = {
  /** Of the receiver's `/v1/traces`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What sends them. */
  readonly resource: Attributes;
  readonly version: string;
};

const batchSize = 512;
const maxWaiting = 8192;
const everyMs = 5000;
const answerWithinMs = 10_000;
const longestPauseMs = 60_000;
/** What a receiver answers that wants them later. */
const later = new Set([429, 502, 503, 504]);

/**
 * Sends spans to a receiver of OTLP over HTTP, many at a time. While it is away they wait, as many
 * as there is room for; what finds none is lost and counted, and nobody waits for any of it.
 */
export class SpanSender {
  readonly #receiver: Receiver;
  readonly #log: Pick<Log, 'info' | 'warn'>;
  readonly #waiting: Span[] = [];
  #lost = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<number | undefined> | undefined;
  #isClosed = false;

  constructor(receiver: Receiver, log: Pick<Log, 'info' | 'warn'>) {
    this.#receiver = receiver;
    this.#log = log;
  }

  /** Spans that did not get there. */
  get lost(): number {
    return this.#lost;
  }

  add(span: Span): void {
    if (this.#isClosed || this.#waiting.length >= maxWaiting) {
      this.#lost++;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= batchSize && this.#failures === 0) this.#send();
    else this.#sendAfter(everyMs);
  }

  /** Sends what is there, once, up to the first batch that the receiver does not take. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    let pauseMs = await this.#sending;
    while (pauseMs === undefined && this.#waiting.length > 0) pauseMs = await this.#sendBatch();
    this.#lost += this.#waiting.splice(0).length;
  }

  #sendAfter(ms: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => this.#send(), ms).unref();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined));
  }

  /** @returns how long the receiver is left alone, where it did not take them */
  async #sendAll(): Promise<number | undefined> {
    do {
      const pauseMs = await this.#sendBatch();
      if (pauseMs !== undefined) {
        this.#sendAfter(pauseMs);
        return pauseMs;
      }
    } while (this.#waiting.length >= batchSize && !this.#isClosed);
    if (this.#waiting.length > 0) this.#sendAfter(everyMs);
    return undefined;
  }

  /** @returns how long the receiver is left alone, where it did not take them */
  async #sendBatch(): Promise<number | undefined> {
    const batch = this.#waiting.splice(0, batchSize);
    const {status, reason, retryAfterMs} = await this.#post(batch);
    if (reason === undefined) {
      if (this.#failures > 0) this.#log.info({}, 'traces are sent again');
      this.#failures = 0;
      return undefined;
    }
    const url = this.#receiver.url;
    if (this.#failures++ === 0) this.#log.warn({url, reason}, 'traces cannot be sent');
    if (this.#isClosed || !(status === undefined || later.has(status))) {
      this.#lost += batch.length;
      return everyMs;
    }
    this.#waiting.unshift(...batch);
    return Math.min(longestPauseMs, Math.max(retryAfterMs, 1000 * 2 ** (this.#failures - 1)));
  }

  async #post(batch: readonly Span[]): Promise<{
    readonly status?: number;
    readonly reason?: string;
    readonly retryAfterMs: number;
  }> {
    const {url, headers, resource, version} = this.#receiver;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {...headers, 'content-type': 'application/json'},
        body: otlpJson(batch, resource, {name: 'gazetteer', version}),
        redirect: 'error',
        signal: AbortSignal.timeout(answerWithinMs),
      });
      // Read to its end, so that the connection can be used again.
      const text = await answer.text();
      const retryAfterMs = 1000 * (Number(answer.headers.get('retry-after')) || 0);
      if (!answer.ok)
        return {status: answer.status, reason: `status ${answer.status}`, retryAfterMs};
      this.#lost += rejectedIn(text);
      return {status: answer.status, retryAfterMs};
    } catch (error) {
      return {reason: reasonOf(error), retryAfterMs: 0};
    }
  }
}

/** `fetch` says of everything that it failed, and why in the cause. */
function reasonOf(error: unknown): string {
  const {message, cause} = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** How many spans of a batch the receiver did not take. */
function rejectedIn(text: string): number {
  try {
    const {partialSuccess} = JSON.parse(text) as {partialSuccess?: {rejectedSpans?: unknown}};
    return Number(partialSuccess?.rejectedSpans ?? 0) || 0;
  } catch {
    // Whatever else it says: it has taken them.
    return 0;
  }
}
