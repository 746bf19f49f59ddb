import {setTimeout as wait} from 'node:timers/promises';
import {exchange} from '@gazetteer/events/http-exchange';

export type TrinoAddress = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  readonly token: string | undefined;
  readonly tls: boolean;
  readonly ca: string | undefined;
};

export type Row = readonly (string | number | boolean | null)[];

/** What the server answers until it has said all. */
type Page = {
  readonly nextUri?: string;
  readonly data?: readonly Row[];
  readonly error?: {readonly message?: string};
};

/** The server holds an answer back for a second while there are no rows; this is a server away. */
const timeoutMs = 60_000;
/** Of one page. */
const maxPageBytes = 64 * 2 ** 20;
/** A server that is busy says so and wants to be asked again. */
const [busyMs, maxBusy] = [200, 100];

/** Runs statements over the client protocol of Trino. */
export class TrinoStatements {
  readonly #address: TrinoAddress;
  readonly #signal: AbortSignal;

  constructor(address: TrinoAddress, signal: AbortSignal) {
    [this.#address, this.#signal] = [address, signal];
  }

  /** Rows as they come. @throws Error that says what the server says, or what to do about it */
  async *stream(sql: string): AsyncGenerator<Row> {
    let page = await this.#send('POST', this.#at('/v1/statement'), sql);
    try {
      for (;;) {
        if (page.error !== undefined) throw new Error(page.error.message ?? 'the statement failed');
        yield* page.data ?? [];
        if (page.nextUri === undefined) return;
        page = await this.#send('GET', this.#at(page.nextUri));
      }
    } finally {
      // Who reads no further lets the server know, whether it can still be reached or not.
      if (page.nextUri !== undefined)
        await this.#request('DELETE', this.#at(page.nextUri), '').catch(() => undefined);
    }
  }

  async rows(sql: string): Promise<readonly Row[]> {
    return await Array.fromAsync(this.stream(sql));
  }

  async #send(method: string, url: URL, body = ''): Promise<Page> {
    for (let busy = 0; ; busy++) {
      const {status, text} = await this.#request(method, url, body, this.#signal);
      if (status === 200) return JSON.parse(text) as Page;
      if (![429, 502, 503, 504].includes(status) || busy === maxBusy)
        throw new Error(this.#refusal(status, text));
      await wait(busyMs, undefined, {signal: this.#signal});
    }
  }

  async #request(method: string, url: URL, body: string, giveUp?: AbortSignal) {
    const {user, password, token, ca} = this.#address;
    const authorization =
      token === undefined
        ? password && `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
        : `Bearer ${token}`;
    return await exchange(url, {
      method,
      headers: {
        'x-trino-user': user,
        'x-trino-source': 'gazetteer',
        'content-type': 'text/plain; charset=utf-8',
        ...(authorization === undefined ? {} : {authorization}),
      },
      body: Buffer.from(body),
      timeoutMs,
      maxLength: maxPageBytes,
      ca,
      ...(giveUp && {giveUp}),
    });
  }

  /**
   * At the configured server, whatever server an address names: behind a proxy Trino knows itself
   * by another name, and another server's business no password is.
   */
  #at(address: string): URL {
    const {host, port, tls} = this.#address;
    const url = new URL(
      `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    );
    const {pathname, search} = new URL(address, url);
    [url.pathname, url.search] = [pathname, search];
    return url;
  }

  #refusal(status: number, text: string): string {
    if (status === 401)
      return 'the server does not let the user in. Check user, password and token; a password needs tls.';
    const shown = text.replaceAll(/<[^>]*>|\s+/g, ' ').trim();
    return `the server answers ${status}: ${shown.slice(0, 200)}. Check host, port and tls.`;
  }
}
