// What a thread needs: nothing of HTTP, which would be loaded into each.
export {fromFailure, stackOf, toFailure, type Log, type LogEntry, type Outcome} from './outcome.ts';
export {serveCalls} from './serve-calls.ts';
export {Stopping} from './stopping.ts';
export type {Runner} from './host.ts';
