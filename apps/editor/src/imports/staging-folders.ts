import {createReadStream} from 'node:fs';
import {rm, stat} from 'node:fs/promises';
import {AppError} from '@gazetteer/model';
import type {EngineStorage} from '../engine/sql-engine.ts';
import {statusIfThere} from '../files/copy-files.ts';
import type {FileSystem} from '../files/file-system.ts';
import {inFolder} from '../files/paths.ts';

// What an import leaves for a while: a file in the folder that a person has in the embedded engine,
// and a folder in the person's home in the cluster.

const name = '.gazetteer-imports';
/** What is older was left by a process that was killed. */
const staleMs = 24 * 60 * 60_000;
/** Folders that one import removes at most. */
const maxRemoved = 100;
const ids = /^[\da-f]{16}$/;

/** The folder of one import in the cluster. */
export async function stagingFolder(files: FileSystem, user: string, id: string): Promise<string> {
  return inFolder(inFolder(await files.home(user), name), id);
}

/** The file of one import, as statements of the embedded engine call it. */
export function stagingFile(id: string): string {
  return `.import-${id}.parquet`;
}

/**
 * Writes a file of the embedded engine into a new folder of the cluster, as the person.
 * @param tell how many bytes of how many there are
 */
export async function stage(
  files: FileSystem,
  user: string,
  {file, folder}: {readonly file: string; readonly folder: string},
  tell: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const {size} = await stat(file);
  tell(0, size);
  await files.makeFolder(user, folder);
  // Engines that do not act as the person get through to a folder whose name they know.
  await files.setPermission?.(user, folder.slice(0, folder.lastIndexOf('/')), '711');
  let sent = 0;
  async function* counted() {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      yield chunk;
      tell((sent += chunk.byteLength), size);
    }
  }
  const bytes = ReadableStream.from(counted()) as ReadableStream<Uint8Array>;
  await files.write(user, inFolder(folder, 'rows.parquet'), bytes, signal);
}

/** Removes a folder of the cluster, be it there or not. */
export async function unstage(files: FileSystem, user: string, folder: string): Promise<void> {
  if ((await statusIfThere(files, user, folder)) !== undefined) await files.delete(user, folder);
}

/**
 * Removes what imports of this person have left that were cut off more than a day ago.
 * @param staged ids of those that are in progress, however long ago they began
 */
export async function removeStale(
  storage: EngineStorage,
  files: FileSystem,
  user: string,
  staged: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const home = inFolder(await files.home(user), name);
  const isStale = (id: string, at: number) => !staged.has(id) && at < Date.now() - staleMs;
  const folders = (await foldersIn(files, user, home)).filter(
    ({pathSuffix, modificationTime}) =>
      ids.test(pathSuffix) && isStale(pathSuffix, modificationTime),
  );
  for (const {pathSuffix} of folders.slice(0, maxRemoved)) {
    signal.throwIfAborted();
    await unstage(files, user, inFolder(home, pathSuffix));
  }
  for (const {path, modifiedAt} of (await storage.usage(user)).files) {
    const [, id] = /^\.import-([\da-f]{16})\.parquet$/.exec(path) ?? [];
    if (id !== undefined && isStale(id, modifiedAt)) await removeFile(storage, user, path);
  }
}

async function foldersIn(files: FileSystem, user: string, path: string) {
  try {
    return await files.list(user, path);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'NOT_FOUND') return [];
    throw error;
  }
}

/** Removes a file of the embedded engine, be it there or not. */
export async function removeFile(storage: EngineStorage, user: string, path: string) {
  const file = await storage.fileOf(user, path);
  if (file !== undefined) await rm(file, {force: true});
}
