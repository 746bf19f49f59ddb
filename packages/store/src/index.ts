export type {EntityCount, GraphRead, GraphStore, GraphTx} from './graph-store.ts';
export {SqlGraphStore} from './sql-graph-store.ts';
export type {TypeSystem} from './type-store.ts';
