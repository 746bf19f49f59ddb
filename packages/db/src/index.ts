export type {Database, Migration, Param, Session, StatementObserver, Table} from './database.ts';
export type {ColumnType, Dialect} from './dialect.ts';
export {PostgresDatabase, type PostgresOptions} from './postgres.ts';
export {SqliteDatabase, type SqliteOptions} from './sqlite.ts';
