import {openAsBlob} from 'node:fs';
import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {ZipWriter} from '@gazetteer/formats/zip';
import type {AtlasServer} from './atlas-server.ts';
import type {Entity} from './read-source.ts';
import type {Spool} from './spool.ts';

type ImportStatus = {
  readonly importId: string;
  readonly status: string;
  readonly importDetails?: {
    readonly importedEntitiesCount?: number;
    readonly totalEntitiesCount?: number;
    readonly failedEntitiesCount?: number;
    readonly failures?: Readonly<Record<string, string>>;
  };
};

/** What the target said of an import when it was over. */
export type Loaded = {
  readonly imported: number;
  /** By GUID: why an entity was skipped. */
  readonly failures: Readonly<Record<string, string>>;
};

const open = new Set(['STAGING', 'WAITING', 'PROCESSING']);
const askAgainMs = 500;

/**
 * Writes pages and definitions as the archive that every server of the API imports, and hands it
 * over to be imported in the background. Returns the id of the import. An archive that is handed
 * over twice while it is imported is imported once.
 */
export async function sendArchive(
  target: AtlasServer,
  spool: Spool,
  typeDefs: unknown,
  pages: AsyncIterable<readonly Entity[]>,
): Promise<string> {
  await mkdir(spool.folder, {recursive: true, mode: 0o700});
  const path = join(spool.folder, 'archive.zip');
  await rm(path, {force: true});
  const zip = await ZipWriter.create(path);
  await zip.add([{name: 'atlas-typesdef.json', text: JSON.stringify(typeDefs)}]);
  const order = new Set<string>();
  for await (const page of pages) {
    // A page that was read again while the source changed lists some entities a second time.
    const fresh = page.filter(one => !order.has(one.guid));
    for (const {guid} of fresh) order.add(guid);
    await zip.add(
      fresh.map(entity => ({
        name: `${entity.guid}.json`,
        text: JSON.stringify({referredEntities: {}, entity}),
      })),
    );
  }
  await zip.add([{name: 'atlas-export-order.json', text: JSON.stringify([...order])}]);
  await zip.close();
  const form = new FormData();
  form.set('request', JSON.stringify({options: {}}));
  form.set('data', await openAsBlob(path), 'archive.zip');
  const {importId} = (await target.form('/admin/async/import', form)) as ImportStatus;
  await rm(path);
  return importId;
}

/** Waits until an import is over. @throws Error when it failed as a whole */
export async function waitForImport(
  target: AtlasServer,
  importId: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Loaded> {
  for (;;) {
    const {status, importDetails: details = {}} = (await target.get(
      `/admin/async/import/status/${encodeURIComponent(importId)}`,
    )) as ImportStatus;
    if (!open.has(status)) {
      const failures = details.failures ?? {};
      if (status !== 'SUCCESSFUL' && status !== 'PARTIAL_SUCCESS') {
        const [why = 'the server says no more'] = Object.values(failures);
        throw new Error(`the import ended as ${status}: ${why}`);
      }
      return {imported: details.importedEntitiesCount ?? 0, failures};
    }
    const failed = details.failedEntitiesCount ?? 0;
    onProgress((details.importedEntitiesCount ?? 0) + failed, details.totalEntitiesCount ?? 0);
    await pause(askAgainMs, undefined, {signal});
  }
}
