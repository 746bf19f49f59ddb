import {AppError} from '@gazetteer/model';
import {nameOf, parentOf} from './paths.ts';
import {statusIfThere} from './copy-files.ts';
import type {FileSystem} from './file-system.ts';

// As `hdfs dfs -rm` does it, so that the cluster empties it and its tools find what is in it:
// `<home>/.Trash/Current` with the whole path below.

/** @throws CONFLICT for what is in the trash already */
export async function trashed(files: FileSystem, user: string, path: string): Promise<void> {
  const trash = await trashOf(files, user);
  if (path === trash || path.startsWith(`${trash}/`) || trash.startsWith(`${path}/`))
    throw new AppError('CONFLICT', [`${path} is in the trash, or holds it: delete it permanently`]);
  await files.status(user, path);
  const target = `${trash}/Current${path}`;
  await files.makeFolder(user, parentOf(target));
  const isTaken = (await statusIfThere(files, user, target)) !== undefined;
  await files.rename(user, path, isTaken ? `${target}${Date.now()}` : target);
}

/** @returns where it is now */
export async function untrashed(files: FileSystem, user: string, path: string): Promise<string> {
  const trash = await trashOf(files, user);
  const [, back] = path.startsWith(`${trash}/`)
    ? (/^\/[^/]+(\/.+)$/.exec(path.slice(trash.length)) ?? [])
    : [];
  if (back === undefined || nameOf(back) === '')
    throw new AppError('BAD_REQUEST', [`${path} is not in the trash of ${user}`]);
  await files.makeFolder(user, parentOf(back));
  await files.rename(user, path, back);
  return back;
}

/** @throws NOT_SUPPORTED where there is none */
export async function trashOf(files: FileSystem, user: string): Promise<string> {
  if (!files.hasTrash)
    throw new AppError('NOT_SUPPORTED', [
      'This file system has no trash: skip_trash=true deletes permanently',
    ]);
  return `${await files.home(user)}/.Trash`;
}

/** All that is in it, for good. */
export async function emptyTrash(files: FileSystem, user: string): Promise<void> {
  const trash = await trashOf(files, user);
  if ((await statusIfThere(files, user, trash)) !== undefined) await files.delete(user, trash);
}
