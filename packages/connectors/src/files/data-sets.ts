import type {Reading} from '../connector.ts';
import {type FileStatus, type FileStore, type Folder, ForbiddenFolder} from './file-store.ts';

/** A file, or a folder whose files are one data set. */
export type DataSet = {
  /** From the folder that is read; empty for itself. */
  readonly path: string;
  /** The file that its columns are read from: of a folder the last by name. */
  readonly sample: string;
  /** Of a folder, from the outside in; undefined for a file. */
  readonly partitionKeys: readonly string[] | undefined;
  /** Of a file. */
  readonly status?: FileStatus;
};

export const formatOf = (name: string): string | undefined =>
  /\.(parquet|csv|tsv|jsonl?|ndjson)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase();

/** Deeper is a circle, or nothing that anybody looks at. */
const deepest = 30;

type Looking = Pick<Reading, 'signal'> & {
  /** Told of folders that may not be read, whose data sets are left out. */
  readonly forbidden: (path: string, reason: string) => void;
};

/** Data sets below a folder in the order of their paths. */
export async function* dataSetsIn(
  store: FileStore,
  looking: Looking,
  path = '',
  depth = 0,
): AsyncGenerator<DataSet> {
  const {files, folders, statusOf} = await listed(store, looking, path);
  const isPartitioned = folders.some(isPartition);
  if (isPartitioned || files.some(name => name.startsWith('part-') && isData(name))) {
    const found = await sampleOf(store, path, [], looking);
    if (found !== undefined) yield {path, ...found};
    return;
  }
  for (const name of files.filter(isData)) {
    const file = inside(path, name);
    yield {path: file, sample: file, partitionKeys: undefined, status: await statusOf(name)};
  }
  if (depth < deepest)
    for (const name of folders) yield* dataSetsIn(store, looking, inside(path, name), depth + 1);
}

/** Of a folder that may not be read it has nothing; the first one has to be read. */
async function listed(
  store: FileStore,
  {signal, forbidden}: Looking,
  path: string,
): Promise<Folder> {
  signal.throwIfAborted();
  try {
    return await store.list(path, signal);
  } catch (error) {
    if (path === '' || !(error instanceof ForbiddenFolder)) throw error;
    forbidden(path, error.message);
    return {files: [], folders: [], statusOf: () => Promise.reject(error)};
  }
}

async function sampleOf(
  store: FileStore,
  path: string,
  keys: readonly string[],
  looking: Looking,
): Promise<{sample: string; partitionKeys: readonly string[]} | undefined> {
  const {files, folders} = await listed(store, looking, path);
  const last = files.findLast(isData);
  if (last !== undefined) return {sample: inside(path, last), partitionKeys: keys};
  if (keys.length >= deepest) return undefined;
  // The last one may be empty as yet.
  for (const name of folders.filter(isPartition).toReversed()) {
    const key = name.slice(0, name.indexOf('='));
    const found = await sampleOf(store, inside(path, name), [...keys, key], looking);
    if (found !== undefined) return found;
  }
  return undefined;
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
