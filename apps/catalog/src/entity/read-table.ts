import {AppError} from '@gazetteer/model';
import {readSheet, type Sheet} from '@gazetteer/sheet';
import {open} from '../access/needs.ts';
import {steps} from '../operation.ts';

/**
 * Reads a table that somebody has uploaded: among searches, as a small workbook may take seconds,
 * which would be everybody's where changes are made. With PostgreSQL, where searches have no thread
 * of their own, it has one (`file-thread.ts`).
 * @throws FILE_NAME_NOT_FOUND, INVALID_FILE_TYPE, NOT_VALID_FILE, NO_DATA_FOUND
 */
export const readTableFile = steps({
  may: open,
  on: 'search',
  run: async (_c, {fileName, bytes}: {fileName: string; bytes: Uint8Array}): Promise<Sheet> => {
    if (fileName.trim() === '') throw new AppError('FILE_NAME_NOT_FOUND');
    return readSheet(fileName, bytes);
  },
});

/** A table as changes are handed it: JSON text, which only who changes something reads. */
export type UploadedTable = {readonly table: string};

export function sheetIn({table}: UploadedTable): Sheet {
  return JSON.parse(table) as Sheet;
}
