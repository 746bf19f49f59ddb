export {
  type AccessToken,
  AccessTokens,
  maxTokens,
  type TokenOwner,
  tokenPrefix,
  type TokenScope,
  tokenScopes,
} from './access-tokens.ts';
export type {
  Database,
  End,
  Migration,
  Param,
  Session,
  StatementObserver,
  Table,
} from './database.ts';
export {SessionWrapper} from './session-wrapper.ts';
export type {Dialect, OnConflict, PatternPart, RecursionStep} from './dialect.ts';
export {type FolderLock, lockFolder} from './folder-lock.ts';
export {
  dropRecords,
  keepRecords,
  type Keeper,
  type KeptRecord,
  keptRecordTable,
  recordsIn,
  recordsToSend,
} from './kept-records.ts';
export {LoginStore, loginTables, loginTryTable} from './login-store.ts';
export {openFailure} from './open-failure.ts';
export {PostgresDatabase} from './postgres.ts';
export {SqliteDatabase, SqliteVersion} from './sqlite.ts';
export {copyDatabase, inspectDatabase, type Inspection} from './sqlite-file.ts';
