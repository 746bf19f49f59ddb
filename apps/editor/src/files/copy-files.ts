import {randomUUID} from 'node:crypto';
import {AppError} from '@gazetteer/model';
import type {FileStatus, FileSystem} from './file-system.ts';
import {inFolder} from './paths.ts';

/** A copy has so many files at most; more are copied by the cluster's own tools. */
const maxFiles = 10_000;

/**
 * A file, or a folder with all that is in it, by reading and writing: no cluster copies by itself.
 * @throws CONFLICT for a name that is taken, BAD_REQUEST for a folder into itself
 */
export async function copyTo(
  files: FileSystem,
  user: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  if (to === from || to.startsWith(`${from}/`))
    throw new AppError('BAD_REQUEST', [`${from} cannot be copied into itself`]);
  const waiting: [from: string, to: string][] = [[from, to]];
  for (let count = 0; count < waiting.length; count++) {
    const [source, target] = waiting[count] ?? ['', ''];
    if (count >= maxFiles)
      throw new AppError('BAD_REQUEST', [`${from} has more than ${maxFiles} files`]);
    const {type, length} = await files.status(user, source);
    if (type !== 'DIRECTORY') {
      const bytes = length === 0 ? undefined : await files.read(user, source, {signal});
      await files.write(user, target, bytes, signal);
      continue;
    }
    await files.makeFolder(user, target);
    for (const {pathSuffix} of await files.list(user, source))
      waiting.push([inFolder(source, pathSuffix), inFolder(target, pathSuffix)]);
  }
}

/** What was there stays until all that replaces it has arrived; there need be nothing. */
export async function replaceFile(
  files: FileSystem,
  user: string,
  path: string,
  bytes: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const written = `${path}.${randomUUID()}`;
  await files.write(user, written, bytes, signal);
  try {
    if ((await statusIfThere(files, user, path)) !== undefined) await files.delete(user, path);
    await files.rename(user, written, path);
  } catch (error) {
    await files.delete(user, written);
    throw error;
  }
}

/** Undefined where there is none. */
export async function statusIfThere(
  files: FileSystem,
  user: string,
  path: string,
): Promise<FileStatus | undefined> {
  try {
    return await files.status(user, path);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'NOT_FOUND') return undefined;
    throw error;
  }
}
