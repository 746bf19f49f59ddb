import {parentPort, workerData} from 'node:worker_threads';
import {SqliteDatabase} from '@gazetteer/db';
import {SqlGraphStore} from '@gazetteer/store';
import {Engine} from './engine.ts';
import type {ThreadCall, ThreadOptions, ThreadReply} from './thread-executor.ts';

/** Main file of a store thread: one connection, and an engine that runs whatever operation it is sent. */
const {file, role, settings} = workerData as ThreadOptions;
const port = parentPort;
if (port === null) throw new Error('store-thread.ts runs in a worker thread only');

const db = new SqliteDatabase({file, readOnly: role === 'reader'});
const engine = new Engine(new SqlGraphStore(db), settings);
const running = new Set<Promise<void>>();

port.on('message', (call: ThreadCall | 'close') => {
  if (call === 'close') {
    void Promise.all(running)
      .then(() => engine.close())
      .then(() => port.close());
    return;
  }
  const run = engine.run(call.name, call.asker, call.args).then(outcome => {
    port.postMessage({id: call.id, outcome} satisfies ThreadReply);
  });
  const settled = run.finally(() => running.delete(settled));
  running.add(settled);
});
