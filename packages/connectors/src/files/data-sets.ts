import type {FileStatus, FileStore} from './file-store.ts';

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

/** Data sets below a folder in the order of their paths. */
export async function* dataSetsIn(
  store: FileStore,
  signal: AbortSignal,
  path = '',
  depth = 0,
): AsyncGenerator<DataSet> {
  signal.throwIfAborted();
  const {files, folders, statusOf} = await store.list(path, signal);
  const isPartitioned = folders.some(isPartition);
  if (isPartitioned || files.some(name => name.startsWith('part-') && isData(name))) {
    const found = await sampleOf(store, path, [], signal);
    if (found !== undefined) yield {path, ...found};
    return;
  }
  for (const name of files.filter(isData)) {
    const file = inside(path, name);
    yield {path: file, sample: file, partitionKeys: undefined, status: await statusOf(name)};
  }
  if (depth < deepest)
    for (const name of folders) yield* dataSetsIn(store, signal, inside(path, name), depth + 1);
}

async function sampleOf(
  store: FileStore,
  path: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<{sample: string; partitionKeys: readonly string[]} | undefined> {
  signal.throwIfAborted();
  const {files, folders} = await store.list(path, signal);
  const last = files.findLast(isData);
  if (last !== undefined) return {sample: inside(path, last), partitionKeys: keys};
  if (keys.length >= deepest) return undefined;
  // The last one may be empty as yet.
  for (const name of folders.filter(isPartition).toReversed()) {
    const key = name.slice(0, name.indexOf('='));
    const found = await sampleOf(store, inside(path, name), [...keys, key], signal);
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
