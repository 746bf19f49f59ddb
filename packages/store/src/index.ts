export type {EdgeRef, EntityCount, GraphRead, GraphStore, GraphTx, UniqueRef} from './graph-store.ts';
export type {TypeSystem} from './type-store.ts';
