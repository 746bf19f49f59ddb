export {ZooKeeper, type SessionState} from './client.ts';
export {parseEnsemble, type Ensemble} from './ensemble.ts';
export {ZooKeeperError} from './error.ts';
export type {Watcher, WatchEvent} from './watches.ts';
