import {AppError} from '@gazetteer/model';
import {dropLease, takeLease} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

/** Name of the lease of whoever imports. */
export const importLease = 'import';

/** How long an import that does not say that it goes on is taken for one that does. */
export const leaseMs = 15_000;

/**
 * Takes or prolongs the right to import, which one process has at a time among all that share the store: half of one import
 * and half of another are neither.
 * @throws FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK (409)
 */
export async function lockImports(c: Catalog, {holder}: {holder: string}): Promise<void> {
  await c.write('AdminResource.acquireExportImportLock', async tx => {
    const now = Date.now();
    const isTaken = await takeLease(tx, importLease, holder, {now, until: now + leaseMs});
    if (!isTaken) throw new AppError('FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK');
  });
}

export async function unlockImports(c: Catalog, {holder}: {holder: string}): Promise<void> {
  await c.write('AdminResource.releaseExportImportLock', async tx => await dropLease(tx, importLease, holder));
}
