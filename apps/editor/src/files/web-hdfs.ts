import {once} from 'node:events';
import http from 'node:http';
import https from 'node:https';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {NameNodes, remoteExceptionIn} from '@gazetteer/events/name-nodes';
import {textOf, type WithBytes} from '@gazetteer/events/s3';
import {AppError} from '@gazetteer/model';
import {negotiateToken} from '@gazetteer/thrift';
import {statusIfThere} from './copy-files.ts';
import type {ContentSummary, FileStatus, FileSystem} from './file-system.ts';

export type WebHdfsOptions = {
  /** Addresses of the NameNodes, `http://<host>:<port>/webhdfs/v1`, of which one is active. */
  readonly urls: readonly string[];
  readonly isKerberised: boolean;
  /**
   * Who the editor is to the cluster, where there is no Kerberos. It has to be allowed to act for
   * others.
   */
  readonly serviceUser: string;
  readonly timeoutMs: number;
  /** What engines put before its paths. */
  readonly address?: string | undefined;
};

type Parameters = Readonly<Record<string, string>>;

/** An answer of the cluster is text of no more than this, such as the list of a folder. */
const maxAnswerBytes = 64 * 2 ** 20;

/**
 * Files of a Hadoop cluster over WebHDFS, each call as the person who asks: the cluster decides
 * what they may do.
 */
export class WebHdfs implements FileSystem {
  readonly hasTrash = true;
  readonly address: string;
  readonly #options: WebHdfsOptions;
  readonly #nameNodes: NameNodes;

  constructor(options: WebHdfsOptions) {
    this.#options = options;
    this.address = options.address?.replace(/\/+$/, '') ?? '';
    this.#nameNodes = new NameNodes(options.urls);
  }

  async status(user: string, path: string): Promise<FileStatus> {
    const answer = await this.#json('GET', user, path, {op: 'GETFILESTATUS'});
    return (answer as {FileStatus: FileStatus}).FileStatus;
  }

  async list(user: string, path: string): Promise<readonly FileStatus[]> {
    const answer = await this.#json('GET', user, path, {op: 'LISTSTATUS'});
    return (answer as {FileStatuses: {FileStatus: FileStatus[]}}).FileStatuses.FileStatus;
  }

  async summary(user: string, path: string): Promise<ContentSummary> {
    const answer = await this.#json('GET', user, path, {op: 'GETCONTENTSUMMARY'});
    return (answer as {ContentSummary: ContentSummary}).ContentSummary;
  }

  async home(user: string): Promise<string> {
    const answer = await this.#json('GET', user, '/', {op: 'GETHOMEDIRECTORY'});
    return (answer as {Path: string}).Path;
  }

  async read(
    user: string,
    path: string,
    part: {readonly offset?: number; readonly length?: number; readonly signal?: AbortSignal} = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const {offset = 0, length, signal} = part;
    const answer = await this.#send('GET', user, path, {
      op: 'OPEN',
      offset: String(offset),
      ...(length !== undefined && {length: String(length)}),
    });
    const at = answer.headers.get('location');
    const found = at === null ? answer : await this.#ask('GET', new URL(at), signal);
    return found.body ?? new ReadableStream({start: controller => controller.close()});
  }

  /**
   * It is made empty first: a name that is taken, or a folder that one may not write to, is told
   * before a byte is sent, and what has to be removed after a failure is ours.
   */
  async write(
    user: string,
    path: string,
    bytes?: ReadableStream<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<void> {
    const made = await this.#nodeFor('PUT', user, path, {op: 'CREATE', overwrite: 'false'});
    await sendBytes('PUT', made, Readable.from([]));
    if (bytes === undefined) return;
    try {
      const at = await this.#nodeFor('POST', user, path, {op: 'APPEND'});
      await sendBytes('POST', at, Readable.fromWeb(bytes as never), signal);
    } catch (error) {
      // A part of a file that looks like the whole would be worse than none.
      await this.#remove(user, path);
      throw error;
    }
  }

  /** The address at a DataNode that takes the bytes. */
  async #nodeFor(method: string, user: string, path: string, parameters: Parameters): Promise<URL> {
    const answer = await this.#send(method, user, path, parameters);
    await answer.body?.cancel();
    const at = answer.headers.get('location');
    if (at === null) throw unusable(this.#options.urls[0] ?? '', 'it names no place for the file');
    return new URL(at);
  }

  async makeFolder(user: string, path: string): Promise<void> {
    await this.#done('PUT', user, path, {op: 'MKDIRS'}, `${path} could not be made`);
  }

  async rename(user: string, path: string, destination: string): Promise<void> {
    const why = `${path} could not become ${destination}: it is not there, or that name is taken or in it`;
    if (`${destination}/`.startsWith(`${path}/`)) throw new AppError('CONFLICT', [`${why}.`]);
    // A gateway may not know the option, and would move it into a folder of this name.
    if ((await statusIfThere(this, user, destination)) !== undefined)
      throw new AppError('CONFLICT', [`${destination} is there already`]);
    const parameters = {op: 'RENAME', destination, renameoptions: 'NONE'};
    const text = await wholeOf(await this.#send('PUT', user, path, parameters));
    // With the option a NameNode answers nothing.
    if (text !== '' && (JSON.parse(text) as {boolean?: boolean}).boolean === false)
      throw new AppError('CONFLICT', [`${why}.`]);
  }

  async delete(user: string, path: string): Promise<void> {
    await this.#done(
      'DELETE',
      user,
      path,
      {op: 'DELETE', recursive: 'true'},
      `${path} is not there`,
    );
  }

  async setPermission(user: string, path: string, permission: string): Promise<void> {
    await this.#told(user, path, {op: 'SETPERMISSION', permission});
  }

  async setOwner(user: string, path: string, owner: string, group: string): Promise<void> {
    const who = {...(owner !== '' && {owner}), ...(group !== '' && {group})};
    await this.#told(user, path, {op: 'SETOWNER', ...who});
  }

  async setReplication(user: string, path: string, replication: number): Promise<void> {
    const why = `${path} is not there, or has no copies`;
    const parameters = {op: 'SETREPLICATION', replication: String(replication)};
    await this.#done('PUT', user, path, parameters, why);
  }

  /** What has no answer but that it went well. */
  async #told(user: string, path: string, parameters: Parameters): Promise<void> {
    const answer = await this.#send('PUT', user, path, parameters);
    await answer.body?.cancel();
  }

  /** What came of an upload that failed, which is what is told. */
  async #remove(user: string, path: string): Promise<void> {
    try {
      await this.delete(user, path);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async #done(
    method: string,
    user: string,
    path: string,
    parameters: Parameters,
    why: string,
  ): Promise<void> {
    const answer = (await this.#json(method, user, path, parameters)) as {boolean?: boolean};
    if (answer.boolean === false) throw new AppError('CONFLICT', [`${why}.`]);
  }

  async #json(
    method: string,
    user: string,
    path: string,
    parameters: Parameters,
  ): Promise<unknown> {
    const answer = await this.#send(method, user, path, parameters);
    return JSON.parse(await wholeOf(answer)) as unknown;
  }

  async #send(
    method: string,
    user: string,
    path: string,
    parameters: Parameters,
  ): Promise<Response> {
    if (this.#options.urls.length === 0)
      throw unusable('hadoop.hdfs_clusters', 'no webhdfs_url is configured');
    return await this.#nameNodes.ask(
      path,
      {...parameters, ...this.#as(user)},
      async url => await this.#ask(method, url),
      error => error instanceof AppError && !(error instanceof Standby),
    );
  }

  #as(user: string): Parameters {
    const {isKerberised, serviceUser} = this.#options;
    const asService = isKerberised ? {} : {'user.name': serviceUser};
    return user === serviceUser ? asService : {...asService, doas: user};
  }

  /** An address that a NameNode has given says for whom it is: a DataNode asks for no ticket. */
  async #ask(method: string, url: URL, signal?: AbortSignal): Promise<Response> {
    const {isKerberised, timeoutMs} = this.#options;
    // Bytes may take as long as they take; an answer without any may not.
    const limit = signal ?? AbortSignal.timeout(timeoutMs);
    const headers: Record<string, string> = {
      ...(isKerberised &&
        this.#nameNodes.has(url) && {
          authorization: await ticketFor(url),
        }),
    };
    let answer: Response;
    try {
      answer = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: limit,
      });
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw new Standby('STATEMENT_FAILED', [`No answer from ${url.origin}: ${reasonOf(error)}`], {
        cause: error,
      });
    }
    if (answer.status < 400) return answer;
    throw refusalOf(url.origin, answer.status, await wholeOf(answer));
  }
}

/**
 * By `node:http`: a DataNode says before the bytes come that it goes on, which `fetch` takes for no
 * answer.
 */
async function sendBytes(
  method: 'PUT' | 'POST',
  url: URL,
  bytes: Readable,
  signal?: AbortSignal,
): Promise<void> {
  const {request: send} = url.protocol === 'https:' ? https : http;
  const request = send(url, {
    method,
    headers: {'content-type': 'application/octet-stream'},
    ...(signal !== undefined && {signal}),
  });
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  try {
    // What it refuses it may refuse before it has read all.
    await Promise.race([pipeline(bytes, request), answered]);
    const [answer] = await answered;
    const text = await wholeOf({body: answer});
    if ((answer.statusCode ?? 500) >= 400)
      throw refusalOf(url.origin, answer.statusCode ?? 500, text);
  } catch (error) {
    if (error instanceof AppError || signal?.aborted === true) throw error;
    throw unusable(url.origin, `the file did not go through, ${(error as Error).message}`);
  } finally {
    request.destroy();
  }
}

/** Another NameNode may do better. */
class Standby extends AppError {}

async function ticketFor({hostname, origin}: URL): Promise<string> {
  try {
    return `Negotiate ${await negotiateToken(hostname)}`;
  } catch (cause) {
    const why = (cause as Error).message;
    throw new Standby('STATEMENT_FAILED', [`The files of ${origin} cannot be used: ${why}`], {
      cause,
    });
  }
}

const refusals: Readonly<Record<string, 'NOT_FOUND' | 'NOT_ALLOWED' | 'CONFLICT' | 'BAD_REQUEST'>> =
  {
    FileNotFoundException: 'NOT_FOUND',
    AccessControlException: 'NOT_ALLOWED',
    SecurityException: 'NOT_ALLOWED',
    AuthorizationException: 'NOT_ALLOWED',
    FileAlreadyExistsException: 'CONFLICT',
    PathIsNotEmptyDirectoryException: 'CONFLICT',
    ParentNotDirectoryException: 'BAD_REQUEST',
    IllegalArgumentException: 'BAD_REQUEST',
    InvalidPathException: 'BAD_REQUEST',
  };

function refusalOf(origin: string, status: number, text: string): AppError {
  const {exception, message} = remoteExceptionIn(text);
  if (exception === 'StandbyException') return new Standby('STATEMENT_FAILED', [message]);
  const kind = refusals[exception];
  if (kind !== undefined) return new AppError(kind, [message]);
  return unusable(origin, `it answers ${status}${message === '' ? '' : `, ${message}`}`);
}

function unusable(origin: string, why: string): AppError {
  return new AppError('STATEMENT_FAILED', [`The files of ${origin} cannot be used: ${why}.`]);
}

/** `fetch` says only that it failed; why is beneath. */
function reasonOf(error: unknown): string {
  const {cause, message} = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

const wholeOf = async (answer: WithBytes): Promise<string> =>
  await textOf(answer, maxAnswerBytes, 'The cluster');
