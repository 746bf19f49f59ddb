import {AppError} from '@gazetteer/model';
import {dropLease, isLeased, takeLease} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import {change} from '../operation.ts';

/** Name of the lease of whoever imports. */
export const importLease = 'import';

/**
 * Takes or prolongs the right to import, which one process has at a time among all that share the
 * store: half of one import and half of another are neither.
 * @throws FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK (409)
 */
export const lockImports = change({
  may: internal,
  logAs: 'AdminResource.acquireExportImportLock',
  run: async (tx, {holder}: {holder: string}): Promise<void> => {
    if (!(await takeLease(tx, importLease, holder)))
      throw new AppError('FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK');
  },
});

/**
 * A change, so that it is the primary that is asked: a lease ends by its clock.
 * @throws FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK while somebody imports
 */
export const refuseDuringImport = change({
  may: internal,
  isQuiet: true,
  logAs: 'AdminResource.checkExportImportLock',
  run: async (tx): Promise<void> => {
    if (await isLeased(tx, importLease)) throw new AppError('FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK');
  },
});

export const unlockImports = change({
  may: internal,
  logAs: 'AdminResource.releaseExportImportLock',
  run: (tx, {holder}: {holder: string}): Promise<void> => dropLease(tx, importLease, holder),
});
