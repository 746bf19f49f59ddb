import {AppError} from '@gazetteer/model';
import {giveWay} from '@gazetteer/server';
import {fork} from 'node:child_process';
import {join} from 'node:path';
import type {CatalogAnswer, CatalogRequest, FromHost, SourceTask, ToHost} from './source-calls.ts';

/** One that does not end by itself after it was told to is ended. */
const patienceMs = 5000;

type Watch = {
  /** Answers requests to the catalog in somebody's name. */
  readonly ask?: typeof fetch;
  /** Answers those to the editor; undefined where there is none. */
  readonly askEditor?: typeof fetch | undefined;
  readonly onProgress?: (assets: number) => void;
  readonly signal?: AbortSignal;
};

/**
 * Does one thing with a source in a process of its own.
 * @returns what the order is answered with
 * @throws AppError INVALID_PARAMETERS for a source that is described wrongly, BAD_REQUEST with the
 * reason where it could not be reached or read; the reason of the signal
 */
export async function carryOut<Answer>(
  task: SourceTask,
  {ask, askEditor = noEditor, onProgress, signal}: Watch = {},
) {
  signal?.throwIfAborted();
  const child = fork(join(import.meta.dirname, 'source-host.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const {promise, resolve, reject} = Promise.withResolvers<Answer>();
  const send = (message: ToHost) => void (child.connected && child.send(message));
  const answer = async (request: CatalogRequest) => {
    const asked = request.to === 'editor' ? askEditor : ask;
    if (asked === undefined) throw new Error(`${task.kind} asks the catalog nothing`);
    const answering = answered(request, asked);
    send({answer: await (request.to === 'editor' ? answering.catch(late(request)) : answering)});
  };
  child.on('message', (message: FromHost) => {
    if ('request' in message) answer(message.request).catch(reject);
    else if ('assets' in message) onProgress?.(message.assets);
    else if ('done' in message) resolve(message.done as Answer);
    else
      reject(
        new AppError(message.isInvalid ? 'INVALID_PARAMETERS' : 'BAD_REQUEST', [message.failed]),
      );
  });
  child.on('error', reject);
  child.on('exit', (code, by) =>
    reject(new AppError('BAD_REQUEST', [`The reading process ended (${by ?? `code ${code}`}).`])),
  );
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    send({isStopped: true});
    timer = setTimeout(() => {
      reject(signal?.reason);
      child.kill('SIGKILL');
    }, patienceMs);
  };
  signal?.addEventListener('abort', stop, {once: true});
  giveWay(child.pid);
  send({task});
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}

/** Tells in the way of an answer what to do about it. */
const noEditor: typeof fetch = () =>
  Promise.resolve(
    Response.json(
      {message: 'There is no editor beside the catalog. Set url, with token or user and password.'},
      {status: 404},
    ),
  );

/** An editor that does not answer is a problem of what it was asked for, not of the whole source. */
const late =
  ({id}: CatalogRequest) =>
  (error: unknown): CatalogAnswer => ({
    id,
    status: 504,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({message: `the editor does not answer: ${(error as Error).message}`}),
  });

async function answered(
  {id, method, path, headers, body}: CatalogRequest,
  ask: typeof fetch,
): Promise<CatalogAnswer> {
  const response = await ask(path, {method, headers, ...(body === undefined ? {} : {body})});
  return {
    id,
    status: response.status,
    headers: [...response.headers].filter(([name]) => ['content-type', 'requestid'].includes(name)),
    body: await response.text(),
  };
}
