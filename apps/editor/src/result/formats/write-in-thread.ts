import {on} from 'node:events';
import {join} from 'node:path';
import {Worker} from 'node:worker_threads';
import {PackedPage} from '../../engine/packed-page.ts';
import {StoredPage} from '../../engine/spool-format.ts';
import type {Page} from '../../engine/sql-engine.ts';
import type {ResultPages} from './format.ts';
import type {FromWorker, GivenPage, ToWorker, WorkerTask} from './format-worker.ts';
import type {ResultFormatName} from './formats.ts';

/**
 * Writes a result in a thread of its own: packing takes seconds of work, which nobody else should
 * wait for. Pages are read and bytes handed out one at a time.
 * @param onCut as of a format
 */
export async function* writeInThread(
  format: ResultFormatName,
  {columns, pages}: ResultPages,
  onCut?: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const workerData: WorkerTask = {format, columns};
  const worker = new Worker(join(import.meta.dirname, 'format-worker.ts'), {workerData});
  const reader = pages[Symbol.asyncIterator]();
  try {
    for await (const [message] of on(worker, 'message', {close: ['exit']}) as AsyncIterable<
      [FromWorker]
    >) {
      if ('done' in message) {
        if (message.cutCells > 0) onCut?.(message.cutCells);
        return;
      }
      if ('error' in message) throw new Error(message.error);
      if ('bytes' in message) {
        yield message.bytes;
        worker.postMessage({answers: 'bytes'} satisfies ToWorker);
      } else {
        const next = await reader.next();
        const page = next.done === true ? undefined : given(next.value);
        worker.postMessage({answers: 'want', page} satisfies ToWorker);
      }
    }
    throw new Error(`the thread that writes ${format} ended before the file did`);
  } finally {
    await reader.return?.(undefined);
    await worker.terminate();
  }
}

function given(page: Page): GivenPage {
  return page instanceof StoredPage ? page.place : PackedPage.of(page).bytes;
}
