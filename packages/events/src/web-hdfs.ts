import {initiate} from '@gazetteer/kerberos';
import {type Answer, exchange} from './http-exchange.ts';

export type WebHdfsOptions = {
  /** Addresses of the NameNodes, `http://<host>:<port>`; the one that is active is found. */
  readonly urls: readonly string[];
  /** Who acts, where no Kerberos is asked for. */
  readonly user: string;
  /** Show a ticket of the process's credential cache. */
  readonly kerberos: boolean;
};

const timeoutMs = 30_000;

/** An answer that says no, with what the server said. */
export class WebHdfsError extends Error {
  readonly status: number;
  /** The Java class's short name, such as `FileNotFoundException`. */
  readonly exception: string;

  constructor(status: number, exception: string, message: string) {
    super(`${exception}: ${message}`);
    this.name = 'WebHdfsError';
    this.status = status;
    this.exception = exception;
  }
}

/**
 * The few calls of WebHDFS that writing a log takes. Nothing but HTTP: no client of the file system
 * has to fit its version.
 */
export class WebHdfs {
  readonly #options: WebHdfsOptions;
  /** The first is the one that answered last. */
  #urls: readonly string[];
  #cookie: string | undefined;

  constructor(options: WebHdfsOptions) {
    this.#options = options;
    this.#urls = options.urls;
  }

  /** Length of a file in bytes; undefined when there is none. */
  async length(path: string): Promise<number | undefined> {
    try {
      const {FileStatus} = (await this.#ask('GET', path, {op: 'GETFILESTATUS'})) as {
        FileStatus: {length: number};
      };
      return FileStatus.length;
    } catch (error) {
      if (error instanceof WebHdfsError && error.exception === 'FileNotFoundException')
        return undefined;
      throw error;
    }
  }

  /** An empty file, with the folders above it. */
  async create(path: string): Promise<void> {
    const {Location} = (await this.#ask('PUT', path, {
      op: 'CREATE',
      overwrite: 'false',
      noredirect: 'true',
    })) as Location;
    await this.#send('PUT', Location, Buffer.alloc(0));
  }

  async append(path: string, data: Buffer): Promise<void> {
    const {Location} = (await this.#ask('POST', path, {
      op: 'APPEND',
      noredirect: 'true',
    })) as Location;
    await this.#send('POST', Location, data);
  }

  /**
   * @returns false while the server still gives up the writer that was cut off; to be asked again
   */
  async truncate(path: string, length: number): Promise<boolean> {
    const answer = await this.#ask('POST', path, {op: 'TRUNCATE', newlength: String(length)});
    return (answer as {boolean: boolean}).boolean;
  }

  /** Asks the NameNodes until one says that it is active. */
  async #ask(
    method: string,
    path: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    let last: unknown;
    for (const base of this.#urls) {
      try {
        const answer = await this.#askOne(base, method, path, parameters);
        if (base !== this.#urls[0]) this.#urls = [base, ...this.#urls.filter(url => url !== base)];
        return answer;
      } catch (error) {
        if (error instanceof WebHdfsError && error.exception !== 'StandbyException') throw error;
        last = error;
      }
    }
    throw last;
  }

  async #askOne(
    base: string,
    method: string,
    path: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const url = new URL(`/webhdfs/v1${path.split('/').map(encodeURIComponent).join('/')}`, base);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    if (!this.#options.kerberos) url.searchParams.set('user.name', this.#options.user);
    const ask = async (headers: Record<string, string>) =>
      await exchange(url, {method, headers, timeoutMs});
    let answer = await ask(this.#cookie === undefined ? {} : {cookie: this.#cookie});
    if (answer.status === 401 && this.#options.kerberos) {
      answer = await ask({authorization: await ticketFor(url.hostname)});
    }
    if (this.#options.kerberos) this.#remember(answer);
    if (answer.status >= 300) throw refusal(answer);
    return answer.text === '' ? {} : (JSON.parse(answer.text) as unknown);
  }

  /** The cookie stands for the ticket for some hours. */
  #remember(answer: Answer): void {
    const cookie = answer.headers['set-cookie']?.find(one => /^hadoop\.auth="?[^";]/.test(one));
    if (cookie !== undefined) [this.#cookie] = cookie.split(';', 1);
  }

  /** To a DataNode; the address says what it may do and for whom. */
  async #send(method: string, url: string, data: Buffer): Promise<void> {
    const headers = {'content-type': 'application/octet-stream'};
    const answer = await exchange(new URL(url), {method, headers, body: data, timeoutMs});
    if (answer.status >= 300) throw refusal(answer);
  }
}

type Location = {readonly Location: string};

async function ticketFor(host: string): Promise<string> {
  const context = await initiate(`HTTP@${host}`, 'spnego');
  return `Negotiate ${(await context.step(Buffer.alloc(0))).toString('base64')}`;
}

function refusal({status, text}: Answer): WebHdfsError {
  try {
    const {RemoteException} = JSON.parse(text) as {
      RemoteException: {exception: string; message: string};
    };
    return new WebHdfsError(
      status,
      RemoteException.exception,
      RemoteException.message.split('\n', 1)[0] ?? '',
    );
  } catch {
    // A page of the web server, for example when a ticket is not accepted.
    return new WebHdfsError(
      status,
      `HTTP ${status}`,
      text
        .replaceAll(/<[^>]*>|\s+/g, ' ')
        .trim()
        .slice(0, 200),
    );
  }
}
