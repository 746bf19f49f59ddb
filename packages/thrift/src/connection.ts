import type {Codec} from './codec.ts';
import {TransportError} from './errors.ts';
import {decodeReply, encodeCall} from './message.ts';
import type {Transport} from './transport.ts';

export type CallOptions = {
  /** Milliseconds for this call, from the moment it is sent. Default: the connection's. */
  readonly timeoutMs?: number | undefined;
  /**
   * Gives up waiting. A call that is not sent yet is not sent; for one that is, see
   * `Connection.call`.
   */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Calls over a transport, one after the other in the order they were made. Nothing is ever sent
 * twice.
 *
 * What holds after a failure: a ServerError or ApplicationError leaves the connection as it was. A
 * TransportError closes a socket for good (`isOpen` is false and every later call fails), also a
 * timeout. An aborted call leaves the connection open: its answer is awaited and dropped before the
 * next call goes out, because to close the connection would end the session and its running
 * statements.
 */
export class Connection {
  readonly #transport: Transport;
  readonly #timeoutMs: number;
  #sequence = 0;
  #last: Promise<unknown> = Promise.resolve();
  #pending = 0;

  /** @param timeoutMs for calls that name none */
  constructor(transport: Transport, timeoutMs = 120_000) {
    this.#transport = transport;
    this.#timeoutMs = timeoutMs;
  }

  get peer(): string {
    return this.#transport.peer;
  }

  get isOpen(): boolean {
    return this.#transport.isOpen;
  }

  /** True while an answer is awaited: another call would wait for it. */
  get isBusy(): boolean {
    return this.#pending > 0;
  }

  close(): void {
    this.#transport.close();
  }

  /**
   * @throws the signal's reason as soon as it is aborted; the server may still carry out what was
   * sent
   */
  async call<A, R>(
    method: string,
    args: Codec<A>,
    value: A,
    result: Codec<R>,
    options: CallOptions = {},
  ): Promise<R> {
    const {signal, timeoutMs = this.#timeoutMs} = options;
    signal?.throwIfAborted();
    const sequence = ++this.#sequence;
    const message = encodeCall(method, sequence, args, value);
    const turn = this.#last.then(async () => {
      signal?.throwIfAborted();
      const reply = await this.#exchange(method, message, timeoutMs);
      if (signal?.aborted === true) return undefined;
      return this.#decode(() => decodeReply(reply, method, sequence, result));
    });
    this.#pending++;
    this.#last = turn.catch(() => undefined).finally(() => this.#pending--);
    return (await (signal === undefined ? turn : abortable(turn, signal))) as R;
  }

  async #exchange(method: string, message: Buffer, timeoutMs: number): Promise<Buffer> {
    const timer = setTimeout(() => {
      const text = `${this.peer} did not answer ${method} within ${timeoutMs} ms`;
      this.#transport.interrupt(new TransportError('timeout', text));
    }, timeoutMs);
    try {
      return await this.#transport.exchange(message);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A server whose answer makes no sense is not to be trusted with the next one either. */
  #decode<R>(decode: () => R): R {
    try {
      return decode();
    } catch (error) {
      if (error instanceof TransportError) this.#transport.close();
      throw error;
    }
  }
}

async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    // An abort's reason is whatever the aborter gave, an Error in all but odd cases.
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, {once: true});
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
