export {ZooKeeper, type SessionState, type ZooKeeperOptions} from './client.ts';
export {parseEnsemble, type Ensemble} from './ensemble.ts';
export {ZooKeeperError} from './error.ts';
export type {NodeStat} from './protocol.ts';
export type {Watcher, WatchEvent} from './watches.ts';
