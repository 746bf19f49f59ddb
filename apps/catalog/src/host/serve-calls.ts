import type {MessagePort} from 'node:worker_threads';
import {SqliteDatabase} from '@gazetteer/db/sqlite';
import {SqlGraphStore} from '@gazetteer/store';
import {Engine} from './engine.ts';
import type {ThreadCall, ThreadOptions, ThreadReply} from './thread-executor.ts';

/** What a store thread does: one connection, and an engine that runs whatever operation it is sent. */
export function serveCalls(port: MessagePort, {file, role, settings}: ThreadOptions): void {
  const db = new SqliteDatabase({file, readOnly: role === 'reader'});
  const engine = new Engine(new SqlGraphStore(db), settings);
  const running = new Set<Promise<void>>();

  const close = async () => {
    await Promise.all(running);
    await engine.close();
    port.close();
  };
  const answer = async ({id, name, asker, args}: ThreadCall) => {
    port.postMessage({id, outcome: await engine.run(name, asker, args)} satisfies ThreadReply);
  };
  port.on('message', (call: ThreadCall | 'close') => {
    if (call === 'close') {
      void close();
      return;
    }
    const run = answer(call).finally(() => running.delete(run));
    running.add(run);
  });
}
