import type {AsyncBuffer, FileMetaData} from 'hyparquet';
import {queries} from '../api/queries.ts';
import {session} from '../api/session.ts';
import {downloadUrl} from './file-queries.ts';
import {hiveTypeOf} from './hive-types.ts';

type ParquetRows = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly rowCount: number;
};

export const parquetPageRows = 100;
/** What a table on a screen is good for; a query has all of them. */
const maxColumns = 100;
/** Of the row groups that a page needs; a larger one is queried instead. */
const maxBytes = 64 * 2 ** 20;

/**
 * Rows of a Parquet file by their place, read by this browser: of the file only the parts with what
 * is shown are fetched.
 */
export async function readParquet(
  path: string,
  byteLength: number,
  from: number,
  signal: AbortSignal,
): Promise<ParquetRows> {
  // Only who looks at such a file has it loaded.
  const {parquetReadObjects, parquetSchema} = await import('hyparquet');
  const file = rangesOf(path, byteLength, signal);
  const metadata = await metadataOf(path, byteLength);
  const rowCount = Number(metadata.num_rows);
  const to = Math.min(rowCount, from + parquetPageRows);
  const columns = parquetSchema(metadata)
    .children.map(({element}) => element.name)
    .slice(0, maxColumns);
  if (bytesFor(metadata, columns, from, to) > maxBytes)
    throw new Error('These rows are in a part of the file that is too large to show. Query it.');
  const rows =
    to <= from
      ? []
      : await parquetReadObjects({file, metadata, columns, rowStart: from, rowEnd: to});
  return {
    columns,
    rows: rows.map(row => columns.map(name => cellText(row[name]))),
    rowCount,
  };
}

/** Columns of a Parquet file with their types in Hive. */
export async function parquetColumns(
  path: string,
  byteLength: number,
): Promise<readonly {readonly name: string; readonly type: string}[]> {
  const {parquetSchema} = await import('hyparquet');
  const metadata = await metadataOf(path, byteLength);
  return parquetSchema(metadata).children.map(tree => ({
    name: tree.element.name,
    type: hiveTypeOf(tree),
  }));
}

/** What the file says of itself at its end: the same for each page of its rows, and for a query. */
async function metadataOf(path: string, byteLength: number): Promise<FileMetaData> {
  return await queries.fetchQuery({
    queryKey: ['files', 'parquet-metadata', path, byteLength],
    queryFn: async ({signal}) => {
      const {parquetMetadataAsync} = await import('hyparquet');
      return await parquetMetadataAsync(rangesOf(path, byteLength, signal));
    },
    staleTime: 10_000,
    // It has numbers of 64 bits in it, which no comparison by JSON takes.
    structuralSharing: false,
    retry: false,
  });
}

function rangesOf(path: string, byteLength: number, signal?: AbortSignal): AsyncBuffer {
  return {
    byteLength,
    slice: async (start, end = byteLength) => {
      // What the file says of itself may be wrong.
      if (end - start > maxBytes)
        throw new Error('A part of this file is too large to show. Query it.');
      const answer = await session.fetch(downloadUrl(path), {
        headers: {range: `bytes=${start}-${end - 1}`},
        ...(signal && {signal}),
      });
      if (answer.ok) return await answer.arrayBuffer();
      const {message} = (await answer.json()) as {message?: string};
      throw new Error(message ?? `The server answered ${answer.status}.`);
    },
  };
}

/**
 * Compressed, as they are fetched: row groups that touch the rows, and of these the columns that
 * are shown.
 */
function bytesFor(
  {row_groups: groups}: FileMetaData,
  shown: readonly string[],
  from: number,
  to: number,
): number {
  const wanted = new Set(shown);
  let [first, bytes] = [0, 0];
  for (const {num_rows, columns} of groups) {
    const last = first + Number(num_rows);
    if (first < to && last > from)
      for (const {meta_data: column} of columns)
        if (wanted.has(column?.path_in_schema[0] ?? ''))
          bytes += Number(column?.total_compressed_size ?? 0);
    first = last;
  }
  return bytes;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return String(value as string);
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
}
