import {SqliteDatabase} from '@gazetteer/db/sqlite';
import {serveCalls, Stopping} from '@gazetteer/kernel/thread';
import {statementCounter} from '@gazetteer/server/trace';
import {GraphStore} from '@gazetteer/store';
import {parentPort, workerData} from 'node:worker_threads';
import type {Settings} from '../catalog.ts';
import {operations} from './operations.ts';
import {Engine} from '../host/engine.ts';

if (parentPort === null) throw new Error('store-thread.ts runs in a worker thread only');
const {file, role, settings, isTraced, toStop} = workerData as {
  file: string;
  role: 'writer' | 'reader';
  settings: Settings;
  isTraced: boolean;
  toStop: Int32Array;
};
const stopping = new Stopping(toStop);
const db = new SqliteDatabase({
  file,
  readOnly: role === 'reader',
  stopped: () => stopping.reason(),
});
if (isTraced) db.observe(statementCounter('sqlite'));
// Whatever is asked here was allowed already, by the thread that talks to clients: the grants that
// it was allowed by come with the call.
serveCalls(parentPort, operations, new Engine(new GraphStore(db), settings), stopping, role);
