export {AppError, printMap, render} from './error.ts';
export {errorTable, type ErrorKind} from './error-table.ts';
export * from './record.ts';
export * from './type-def.ts';
export * from './type-registry.ts';
