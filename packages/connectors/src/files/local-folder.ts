import type {Dirent} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {type FileStore, ForbiddenFolder, isShown} from './file-store.ts';

/** A folder of this machine. */
export function localFolder(root: string): FileStore {
  return {
    list: async path => {
      const entries = await entriesOf(join(root, path));
      const names = (isKind: (entry: Dirent) => boolean) =>
        entries
          .filter(one => isKind(one) && isShown(one.name))
          .map(one => one.name)
          .toSorted();
      return {
        files: names(one => one.isFile()),
        folders: names(one => one.isDirectory()),
        statusOf: async name => {
          const {size, mtime} = await stat(join(root, path, name));
          return {size, modified: mtime};
        },
      };
    },
    look: async (path, _signal, use) => await use(join(root, path), false),
  };
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, {withFileTypes: true});
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM')
      throw new ForbiddenFolder(`${folder}: it may not be read.`, {cause: error});
    const reason = code === 'ENOENT' ? 'there is no such folder' : message;
    throw new Error(`${folder}: ${reason}. Check path.`, {cause: error});
  }
}
