import {named, type Callable} from '@gazetteer/kernel';
import {type Runner, serveCalls, Stopping, toFailure} from '@gazetteer/kernel/thread';
import {parentPort, workerData} from 'node:worker_threads';
import {readTableFile} from '../entity/read-table.ts';

if (parentPort === null) throw new Error('file-thread.ts runs in a worker thread only');
const {toStop} = workerData as {toStop: Int32Array};

/** Runs what needs no store. */
const runner: Runner<unknown> = {
  run: async (operation, _caller, args) => {
    try {
      const {run} = operation as Callable<unknown, unknown>;
      const answer = await run(undefined as never, args as never, undefined as never);
      return {json: JSON.stringify(answer), log: []};
    } catch (error) {
      return {failure: toFailure(error), log: []};
    }
  },
};
serveCalls(parentPort, named({readTableFile}), runner, new Stopping(toStop));
