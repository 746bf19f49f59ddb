import module from 'node:module';
import {parentPort, workerData} from 'node:worker_threads';
import type {ThreadOptions} from './thread-executor.ts';

// The cache of compiled files is not inherited by threads, and has to be on before the files are loaded.
module.enableCompileCache(module.getCompileCacheDir());
const {serveCalls} = await import('./serve-calls.ts');

if (parentPort === null) throw new Error('store-thread.ts runs in a worker thread only');
serveCalls(parentPort, workerData as ThreadOptions);
