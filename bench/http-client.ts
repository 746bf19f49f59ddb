import {Agent, request} from 'node:http';
import {admin} from '../apps/catalog/test/client.ts';

/**
 * The leanest client that Node has: what it costs is taken from the server's share of the machine.
 */
export class HttpClient {
  readonly #agent = new Agent({keepAlive: true, maxSockets: 64});
  readonly #url: URL;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** @returns the body as it was sent, compressed where the headers ask for it */
  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    return await this.#send('GET', path, undefined, headers);
  }

  /** The tag of what `get` would answer. */
  async tag(path: string): Promise<string> {
    await this.get(path);
    return this.#tag;
  }

  async post(path: string, body: string): Promise<string> {
    return await this.#send('POST', path, body);
  }

  async delete(path: string): Promise<string> {
    return await this.#send('DELETE', path, undefined);
  }

  close(): void {
    this.#agent.destroy();
  }

  #cookie: string | undefined;
  #tag = '';

  #send(
    method: string,
    path: string,
    body: string | undefined,
    more: object = {},
  ): Promise<string> {
    const {hostname, port} = this.#url;
    // With the session of the first answer, as clients keep it: a login in every request would be
    // measured with each.
    const headers = {
      ...more,
      ...(this.#cookie === undefined ? {authorization: admin} : {cookie: this.#cookie}),
      ...(body === undefined
        ? {}
        : {'content-type': 'application/json', 'content-length': Buffer.byteLength(body)}),
    };
    return new Promise((resolve, reject) => {
      const sent = request({hostname, port, method, path, headers, agent: this.#agent}, answer => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          this.#cookie ??= answer.headers['set-cookie']?.[0]?.split(';')[0];
          this.#tag = answer.headers.etag ?? '';
          if ([200, 201, 204, 304].includes(answer.statusCode ?? 0)) resolve(text);
          else
            reject(
              new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`),
            );
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
