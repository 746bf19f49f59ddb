import {randomUUID} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {ZipWriter} from '@gazetteer/formats/zip';
import {admin, ask} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Json = Record<string, unknown>;

/** What the API tells of an import in the background. */
export type Import = {
  importId: string;
  status: string;
  importDetails: Json & {failures: Record<string, string>};
  importResult: Json;
  completedTime: number;
};

/**
 * An archive of databases with these names; undefined makes an entity of no type.
 * @param folder where it is put together
 */
export async function archiveOf(
  folder: string,
  names: readonly (string | undefined)[],
): Promise<Buffer> {
  const path = join(folder, `${randomUUID()}.zip`);
  const zip = await ZipWriter.create(path);
  const guids = names.map((_name, i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`);
  const files = names.map((name, i) => {
    const attributes = {qualifiedName: name, name, clusterName: 'c'};
    const entity = {
      typeName: name === undefined ? 'no_type' : 'hive_db',
      guid: `${name ?? 'x'}-${guids[i]}`,
      attributes,
    };
    return {name: `${entity.guid}.json`, text: JSON.stringify({entity, referredEntities: {}})};
  });
  const order = JSON.stringify(files.map(file => file.name.replace('.json', '')));
  await zip.add([...files, {name: 'atlas-export-order.json', text: order}]);
  await zip.close();
  return await readFile(path);
}

/** Hands an archive in with these options. */
export async function submitImport(
  server: RunningCatalog,
  bytes: Buffer,
  options: Json = {},
): Promise<{status: number; json: Import & Json}> {
  const form = new FormData();
  form.set('request', JSON.stringify({options}));
  form.set('data', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'archive.zip');
  const response = await fetch(`${server.url}/api/atlas/admin/async/import`, {
    method: 'POST',
    headers: {authorization: admin},
    body: form,
  });
  return {status: response.status, json: (await response.json()) as Import & Json};
}

export async function importStatus(server: RunningCatalog, importId: string): Promise<Import> {
  const {status, json, text} = await ask(
    `${server.url}/api/atlas/admin/async/import/status/${importId}`,
  );
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return json as Import;
}
