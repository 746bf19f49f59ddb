import {AppError} from '@gazetteer/model';

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: no room for the index of the log, which lies in a file as well. */
const sqliteCodes = new Set([13, 4874]);
const postgresCode = '53100';

/** What a write throws: that there is no room for it is told to whoever asked, as they can do nothing about it and may come again. */
export function writeFailure(error: unknown): unknown {
  const {code, errcode} = (error ?? {}) as {code?: unknown; errcode?: unknown};
  const isFull = code === postgresCode || (typeof errcode === 'number' && sqliteCodes.has(errcode));
  return isFull ? new AppError('DISK_FULL', [], {cause: error}) : error;
}
