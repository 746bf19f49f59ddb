import {randomUUID} from 'node:crypto';
import {AppError} from '@gazetteer/model';
import type {FileStatus, FileSystem} from './file-system.ts';
import {inFolder} from './paths.ts';

/** A copy has so many files at most; more are copied by the cluster's own tools. */
const maxFiles = 10_000;

/** From which file system into which, which may be the same. */
type Copying = {
  readonly source: FileSystem;
  readonly target: FileSystem;
  readonly user: string;
};

/**
 * A file, or a folder with all that is in it, by reading and writing: no cluster copies by itself.
 * @throws CONFLICT for a name that is taken, BAD_REQUEST for a folder into itself
 */
export async function copyTo(
  {source: files, target: written, user}: Copying,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  if (to === from || to.startsWith(`${from}/`))
    throw new AppError('BAD_REQUEST', [`${from} cannot be copied into itself`]);
  const first = await files.status(user, from);
  const waiting = [{source: from, target: to, type: first.type, length: first.length}];
  let count = 0;
  for (const {source, target, type, length} of waiting) {
    signal.throwIfAborted();
    if (++count > maxFiles)
      throw new AppError('BAD_REQUEST', [`${from} has more than ${maxFiles} files`]);
    if (type !== 'DIRECTORY') {
      const bytes =
        type === 'FILE' && length === 0 ? undefined : await files.read(user, source, {signal});
      await written.write(user, target, bytes, signal);
      continue;
    }
    await written.makeFolder(user, target);
    for (const {pathSuffix: name, ...one} of await files.list(user, source))
      waiting.push({
        source: inFolder(source, name),
        target: inFolder(target, name),
        type: one.type,
        length: one.length,
      });
  }
}

/**
 * What was there stays, with its rights, until all that replaces it has arrived; there need be
 * nothing. @throws BAD_REQUEST for a folder
 */
export async function replaceFile(
  files: FileSystem,
  user: string,
  path: string,
  bytes: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const before = await statusIfThere(files, user, path);
  if (before?.type === 'DIRECTORY') throw new AppError('BAD_REQUEST', [`${path} is a folder`]);
  const [written, aside] = [`${path}.${randomUUID()}`, `${path}.${randomUUID()}`];
  await files.write(user, written, bytes, signal);
  try {
    if (before !== undefined) {
      await files.setPermission?.(user, written, before.permission);
      await files.rename(user, path, aside);
    }
    await files.rename(user, written, path);
  } catch (error) {
    await restored(files, user, {path, written, aside});
    throw error;
  }
  if (before !== undefined) await files.delete(user, aside);
}

/** As it was before, where something of it went wrong: what was moved aside is moved back. */
async function restored(
  files: FileSystem,
  user: string,
  {path, written, aside}: Readonly<Record<'path' | 'written' | 'aside', string>>,
): Promise<void> {
  if ((await statusIfThere(files, user, aside)) !== undefined)
    await files.rename(user, aside, path);
  if ((await statusIfThere(files, user, written)) !== undefined) await files.delete(user, written);
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
