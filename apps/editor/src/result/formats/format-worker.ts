// The thread that makes a file out of pages. Every message is answered, so that neither side runs ahead of the other.
import {parentPort, workerData} from 'node:worker_threads';
import type {Column, Page} from '../../engine/sql-engine.ts';
import {resultFormats, type ResultFormatName} from './formats.ts';

export type WorkerTask = {readonly format: ResultFormatName; readonly columns: readonly Column[]};
/** Undefined: there is no further page. */
export type ToWorker = {readonly page: Page | undefined};
export type FromWorker =
  | {readonly want: 'page'}
  | {readonly bytes: Uint8Array}
  | {readonly done: true}
  | {readonly error: string};

const port = parentPort;
if (port === null) throw new Error('this file is the body of a thread');
const {format, columns} = workerData as WorkerTask;
const say = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

async function* pages(): AsyncGenerator<Page> {
  for (;;) {
    const {promise, resolve} = Promise.withResolvers<ToWorker>();
    port?.once('message', resolve);
    say({want: 'page'});
    const {page} = await promise;
    if (page === undefined) return;
    yield page;
  }
}

try {
  const {write} = await resultFormats[format]();
  for await (const bytes of write({columns, pages: pages()})) {
    const {promise, resolve} = Promise.withResolvers<unknown>();
    port.once('message', resolve);
    say({bytes});
    await promise;
  }
  say({done: true});
} catch (error) {
  say({error: (error as Error).message});
}
