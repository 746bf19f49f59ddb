import {lookup} from '@gazetteer/model';
import {humanSize, inFolder, nameOf, parentOf, rwx} from './paths.ts';
import type {FileStatus} from './file-system.ts';

export type ListFields = {
  readonly pagesize: number;
  readonly pagenum: number;
  readonly filter: string;
  readonly sortby: string;
  readonly descending: boolean;
};

/** The kind of a file in POSIX's mode. */
const folderBit = 0o40000;
const fileBit = 0o100000;

/** @param path of the file itself */
export function hueFile(path: string, name: string, status: FileStatus): object {
  const isFolder = status.type === 'DIRECTORY';
  const permissions = Number.parseInt(status.permission, 8) || 0;
  return {
    path,
    name,
    type: isFolder ? 'dir' : 'file',
    stats: hueStats(path, status),
    mtime: new Date(status.modificationTime).toISOString(),
    humansize: humanSize(status.length),
    rwx: rwx(status.permission, isFolder) + (status.aclBit === true ? '+' : ''),
    mode: permissions.toString(8),
    url: `/filebrowser/view=${encodeURIComponent(path)}`,
  };
}

export function hueStats(path: string, status: FileStatus): object {
  const isFolder = status.type === 'DIRECTORY';
  const permissions = Number.parseInt(status.permission, 8) || 0;
  return {
    path,
    size: status.length,
    atime: Math.floor(status.accessTime / 1000),
    mtime: Math.floor(status.modificationTime / 1000),
    mode: (isFolder ? folderBit : fileBit) + permissions,
    user: status.owner,
    group: status.group,
    blockSize: status.blockSize,
    replication: status.replication,
    aclBit: status.aclBit ?? false,
  };
}

type Key = (status: FileStatus) => string | number;
const keys: Readonly<Record<string, Key>> = lookup({
  name: ({pathSuffix}) => pathSuffix,
  size: ({length}) => length,
  mtime: ({modificationTime}) => modificationTime,
  user: ({owner}) => owner,
  group: ({group}) => group,
});

/** A page of what is in a folder: folders first, then by what was asked for. */
export function pageOf(
  path: string,
  own: FileStatus,
  above: FileStatus | undefined,
  all: readonly FileStatus[],
  {pagesize, pagenum, filter, sortby, descending}: ListFields,
): {readonly files: object[]; readonly page: object} {
  const part = filter.toLowerCase();
  const key = keys[sortby] ?? ((one: FileStatus) => one.pathSuffix);
  const found = all.filter(({pathSuffix}) => pathSuffix.toLowerCase().includes(part));
  const rank = ({type}: FileStatus) => (type === 'DIRECTORY' ? 0 : 1);
  found.sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    const order = x < y ? -1 : x > y ? 1 : 0;
    return rank(a) - rank(b) || (descending ? -order : order);
  });
  const size = Math.max(1, pagesize);
  const pages = Math.max(1, Math.ceil(found.length / size));
  const number = Math.min(Math.max(1, pagenum), pages);
  const start = (number - 1) * size;
  const shown = found.slice(start, start + size);
  return {
    files: [
      ...(above === undefined ? [] : [hueFile(parentOf(path), '..', above)]),
      hueFile(path, '.', own),
      ...shown.map(one => hueFile(inFolder(path, one.pathSuffix), one.pathSuffix, one)),
    ],
    page: {
      number,
      num_pages: pages,
      previous_page_number: number > 1 ? number - 1 : 0,
      next_page_number: number < pages ? number + 1 : 0,
      start_index: found.length === 0 ? 0 : start + 1,
      end_index: start + shown.length,
      total_count: found.length,
    },
  };
}

/** What was read of a file, as text, or as digits where it is none. */
export function viewOf(
  path: string,
  status: FileStatus,
  bytes: Uint8Array,
  {offset, max, mode}: {readonly offset: number; readonly max: number; readonly mode: string},
): object {
  const isBinary = mode === 'binary' || (mode === '' && bytes.includes(0));
  const contents = Buffer.from(bytes).toString(isBinary ? 'hex' : 'utf8');
  return {
    path,
    filename: nameOf(path),
    stats: hueStats(path, status),
    mtime: new Date(status.modificationTime).toISOString(),
    rwx: rwx(status.permission, false),
    view: {
      offset,
      length: bytes.byteLength,
      end: offset + bytes.byteLength,
      dirname: parentOf(path),
      mode: isBinary ? 'binary' : 'text',
      size: status.length,
      max_chunk_size: max,
      contents,
    },
  };
}
