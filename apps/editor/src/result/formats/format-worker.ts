// The thread that makes a file out of pages. Every message is answered, so that neither side runs
// ahead of the other.
import {parentPort, workerData} from 'node:worker_threads';
import {PackedPage} from '../../engine/packed-page.ts';
import type {Column} from '../../engine/column.ts';
import {type PageSpan, readSpan} from '../../engine/spool-format.ts';
import type {Page} from '../../engine/sql-engine.ts';
import {resultFormats, type ResultFormatName} from './formats.ts';

export type WorkerTask = {readonly format: ResultFormatName; readonly columns: readonly Column[]};
/** The bytes of a `PackedPage`, or where they lie. */
export type GivenPage = Uint8Array | PageSpan;
/** Without a page there is no further one. */
export type ToWorker =
  | {readonly answers: 'want'; readonly page: GivenPage | undefined}
  | {readonly answers: 'bytes'};
export type FromWorker =
  | {readonly want: 'page'}
  | {readonly bytes: Uint8Array}
  | {readonly done: true; readonly cutCells: number}
  | {readonly error: string};

const port = parentPort;
if (port === null) throw new Error('this file is the body of a thread');
const {format, columns} = workerData as WorkerTask;
const say = (message: FromWorker, given: ArrayBuffer[] = []) => port.postMessage(message, given);

/**
 * Writers that work ahead want a page while their bytes are on their way, so each answer says what
 * it answers.
 */
async function answerTo<Kind extends ToWorker['answers']>(
  kind: Kind,
): Promise<Extract<ToWorker, {answers: Kind}>> {
  const {promise, resolve} = Promise.withResolvers<Extract<ToWorker, {answers: Kind}>>();
  const hear = (message: ToWorker) => {
    if (message.answers !== kind) return;
    port?.off('message', hear);
    resolve(message as Extract<ToWorker, {answers: Kind}>);
  };
  port?.on('message', hear);
  return await promise;
}

async function* pages(): AsyncGenerator<Page> {
  for (;;) {
    const answer = answerTo('want');
    say({want: 'page'});
    const {page} = await answer;
    if (page === undefined) return;
    yield page instanceof Uint8Array ? PackedPage.from(page) : readSpan(page);
  }
}

try {
  const {write, givesAway} = await resultFormats[format].load();
  let cutCells = 0;
  for await (const bytes of write({columns, pages: pages()}, count => (cutCells = count))) {
    const answer = answerTo('bytes');
    say({bytes}, givesAway === true ? [bytes.buffer as ArrayBuffer] : []);
    await answer;
  }
  say({done: true, cutCells});
} catch (error) {
  say({error: (error as Error).message});
}
