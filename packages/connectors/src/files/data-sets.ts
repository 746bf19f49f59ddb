import type {Dirent} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';

/** A file, or a folder whose files are one data set. */
export type DataSet = {
  /** From the folder that is read; empty for itself. */
  readonly path: string;
  /** The file that its columns are read from: of a folder the last by name. */
  readonly sample: string;
  /** Of a folder, from the outside in; undefined for a file. */
  readonly partitionKeys: readonly string[] | undefined;
  /** Of a file. */
  readonly size?: number;
  readonly modified?: Date;
};

export const formatOf = (name: string): string | undefined =>
  /\.(parquet|csv|tsv|jsonl?|ndjson)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase();

/** Deeper is a circle, or nothing that anybody looks at. */
const deepest = 30;

type Folder = {readonly files: readonly string[]; readonly folders: readonly string[]};

/**
 * Data sets below a folder in the order of their paths. Names with `.` or `_` in front are none.
 */
export async function* dataSetsIn(
  root: string,
  signal: AbortSignal,
  path = '',
  depth = 0,
): AsyncGenerator<DataSet> {
  signal.throwIfAborted();
  const {files, folders} = await listed(root, path);
  const isPartitioned = folders.some(isPartition);
  if (isPartitioned || files.some(name => name.startsWith('part-') && isData(name))) {
    const found = await sampleOf(root, path, [], signal);
    if (found !== undefined) yield {path, ...found};
    return;
  }
  for (const name of files.filter(isData)) {
    const file = inside(path, name);
    const {size, mtime} = await stat(join(root, file));
    yield {path: file, sample: file, partitionKeys: undefined, size, modified: mtime};
  }
  if (depth < deepest)
    for (const name of folders) yield* dataSetsIn(root, signal, inside(path, name), depth + 1);
}

async function sampleOf(
  root: string,
  path: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<{sample: string; partitionKeys: readonly string[]} | undefined> {
  signal.throwIfAborted();
  const {files, folders} = await listed(root, path);
  const last = files.findLast(isData);
  if (last !== undefined) return {sample: inside(path, last), partitionKeys: keys};
  if (keys.length >= deepest) return undefined;
  // The last one may be empty as yet.
  for (const name of folders.filter(isPartition).toReversed()) {
    const key = name.slice(0, name.indexOf('='));
    const found = await sampleOf(root, inside(path, name), [...keys, key], signal);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function listed(root: string, path: string): Promise<Folder> {
  const entries = await entriesOf(join(root, path));
  const names = (isKind: (entry: Dirent) => boolean) =>
    entries
      .filter(one => isKind(one) && !/^[._]/.test(one.name))
      .map(one => one.name)
      .toSorted();
  return {files: names(one => one.isFile()), folders: names(one => one.isDirectory())};
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, {withFileTypes: true});
  } catch (error) {
    const {code, message} = error as NodeJS.ErrnoException;
    const reasons = new Map([
      ['ENOENT', 'there is no such folder'],
      ['EACCES', 'it may not be read'],
    ]);
    throw new Error(`${folder}: ${reasons.get(code ?? '') ?? message}. Check path.`, {
      cause: error,
    });
  }
}

function isPartition(name: string): boolean {
  return /^[^=]+=/.test(name);
}

function isData(name: string): boolean {
  return formatOf(name) !== undefined;
}

function inside(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}
