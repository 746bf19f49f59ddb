import {AppError} from './error.ts';

/**
 * SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: no room for the index of the log, which lies in a file as
 * well.
 */
const sqliteCodes = new Set([13, 4874]);
/** Of PostgreSQL, and of files beside a database. */
const fullCodes: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/**
 * What a write to a database or a file throws: that there is no room for it is told to whoever
 * asked, as they can do nothing about it and may come again. Anything else stays as it is.
 */
export function writeFailure(error: unknown): unknown {
  const {code, errcode} = (error ?? {}) as {code?: unknown; errcode?: unknown};
  const isFull = fullCodes.has(code) || (typeof errcode === 'number' && sqliteCodes.has(errcode));
  return isFull ? new AppError('DISK_FULL', [], {cause: error}) : error;
}
