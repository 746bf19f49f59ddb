import type {MessagePort} from 'node:worker_threads';
import {tracedFor} from '@gazetteer/server/trace';
import type {AnyOperation} from '../operation.ts';
import type {Runner} from './host.ts';
import type {Stopping} from './stopping.ts';
import type {ThreadCall, ThreadReply} from './call-thread.ts';

/** What a thread does: it runs whatever operation it is sent. */
export function serveCalls(
  port: MessagePort,
  operations: Readonly<Record<string, AnyOperation>>,
  runner: Runner<unknown> & {close?(): Promise<void>},
  stopping: Stopping,
  role = 'thread',
): void {
  const running = new Set<Promise<void>>();

  const close = async () => {
    await Promise.all(running);
    await runner.close?.();
    port.close();
  };
  port.on('message', (call: ThreadCall | 'close') => {
    if (call === 'close') {
      void close();
      return;
    }
    const {id, name, caller, args, trace} = call;
    const operation = operations[name];
    if (operation === undefined) throw new Error(`this thread knows no operation ${name}`);
    stopping.begin(id);
    const answered = tracedFor(trace, role, () => runner.run(operation, caller, args))
      .then(({value: outcome, spans}) =>
        port.postMessage({id, outcome, spans} satisfies ThreadReply),
      )
      .finally(() => running.delete(answered));
    running.add(answered);
  });
}
