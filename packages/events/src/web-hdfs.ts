import {initiate} from '@gazetteer/kerberos';
import {type Answer, exchange} from './http-exchange.ts';
import {NameNodes, remoteExceptionIn} from './name-nodes.ts';

export type WebHdfsOptions = {
  /** Addresses of the NameNodes, `http://<host>:<port>`; the one that is active is found. */
  readonly urls: readonly string[];
  /** Who acts, where no Kerberos is asked for. */
  readonly user: string;
  /** Show a ticket of the process's credential cache. */
  readonly kerberos: boolean;
};

const timeoutMs = 30_000;
/** Of a folder with very many files. */
const maxListBytes = 64 * 2 ** 20;

/** What a folder has in it. */
export type HdfsEntry = {
  readonly pathSuffix: string;
  readonly type: 'FILE' | 'DIRECTORY' | 'SYMLINK';
  readonly length: number;
  /** Milliseconds since 1970. */
  readonly modificationTime: number;
  readonly owner: string;
  readonly group: string;
};

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
 * The few calls of WebHDFS that writing a log takes, and reading what lies in folders. Nothing but
 * HTTP: no client of the file system has to fit its version.
 */
export class WebHdfs {
  readonly #options: WebHdfsOptions;
  readonly #nameNodes: NameNodes;
  #cookie: string | undefined;

  constructor(options: WebHdfsOptions) {
    this.#options = options;
    this.#nameNodes = new NameNodes(options.urls.map(url => new URL('/webhdfs/v1', url).href));
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

  /** What is in a folder; of a file itself, without a name. */
  async list(path: string, signal: AbortSignal): Promise<readonly HdfsEntry[]> {
    const answer = await this.#answer('GET', path, {op: 'LISTSTATUS'}, signal);
    return (JSON.parse(answer.text) as Listing).FileStatuses.FileStatus;
  }

  /** Bytes of a file from one of them on, fewer where it ends before. */
  async read(path: string, offset: number, length: number, signal: AbortSignal): Promise<Buffer> {
    const part = {op: 'OPEN', offset: String(offset), length: String(length)};
    const answer = await this.#answer('GET', path, part, signal);
    const {location} = answer.headers;
    // A gateway answers with the bytes themselves.
    if (location === undefined) return answer.bytes;
    const options = {method: 'GET', headers: {}, timeoutMs, maxLength: length, giveUp: signal};
    const found = await exchange(new URL(location), options);
    if (found.status >= 300) throw refusal(found);
    return found.bytes;
  }

  async #ask(
    method: string,
    path: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const answer = await this.#answer(method, path, parameters);
    if (answer.status >= 300) throw refusal(answer);
    const {text} = answer;
    return text === '' ? {} : (JSON.parse(text) as unknown);
  }

  async #answer(
    method: string,
    path: string,
    parameters: Readonly<Record<string, string>>,
    giveUp?: AbortSignal,
  ): Promise<Answer> {
    const {kerberos, user} = this.#options;
    return await this.#nameNodes.ask(
      path,
      {...parameters, ...(kerberos ? {} : {'user.name': user})},
      async url => await this.#askOne(method, url, giveUp),
      error => error instanceof WebHdfsError && error.exception !== 'StandbyException',
    );
  }

  async #askOne(method: string, url: URL, giveUp?: AbortSignal): Promise<Answer> {
    giveUp?.throwIfAborted();
    const ask = async (headers: Record<string, string>) =>
      await exchange(url, {
        method,
        headers,
        timeoutMs,
        maxLength: maxListBytes,
        ...(giveUp && {giveUp}),
      });
    let answer = await ask(this.#cookie === undefined ? {} : {cookie: this.#cookie});
    if (answer.status === 401 && this.#options.kerberos) {
      answer = await ask({authorization: await ticketFor(url.hostname)});
    }
    if (this.#options.kerberos) this.#remember(answer);
    // An address of a DataNode is an answer.
    if (answer.status >= 400) throw refusal(answer);
    return answer;
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
type Listing = {readonly FileStatuses: {readonly FileStatus: readonly HdfsEntry[]}};

async function ticketFor(host: string): Promise<string> {
  const context = await initiate(`HTTP@${host}`, 'spnego');
  return `Negotiate ${(await context.step(Buffer.alloc(0))).toString('base64')}`;
}

function refusal({status, text}: Answer): WebHdfsError {
  const {exception, message} = remoteExceptionIn(text);
  return new WebHdfsError(status, exception === '' ? `HTTP ${status}` : exception, message);
}
