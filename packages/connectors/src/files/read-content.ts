import {sqlText} from '@gazetteer/model/sql';
import type {Ask} from '../duckdb/open-file.ts';
import {formatOf} from './data-sets.ts';

/** What the engine says of a file without reading more of it than it has to. */
export type Content = {
  readonly columns: readonly {readonly name: string; readonly type: string}[];
  /** Of Parquet, which knows them. */
  readonly rows?: bigint | undefined;
};

const readers: Readonly<Record<string, string>> = {
  parquet: 'read_parquet',
  csv: 'read_csv',
  tsv: 'read_csv',
  json: 'read_json',
  jsonl: 'read_json',
  ndjson: 'read_json',
};

/** @param isPart that the file is the beginning of a text, whose last line may be in the middle */
export async function contentOf(ask: Ask, file: string, isPart: boolean): Promise<Content> {
  const format = formatOf(file) ?? '';
  const name = literal(file);
  const reader = readers[format];
  // A line may go on in quotes.
  const lenient = isPart && reader === 'read_csv' ? ', ignore_errors = true' : '';
  const described = await ask(
    `DESCRIBE SELECT * FROM ${reader}(${name}, hive_partitioning = false${lenient})`,
  );
  const columns = described.map(one => ({
    name: String(one['column_name']),
    type: String(one['column_type']),
  }));
  if (format !== 'parquet') return {columns};
  const [row] = await ask(
    `SELECT sum(num_rows)::BIGINT AS rows FROM parquet_file_metadata(${name})`,
  );
  return {columns, rows: row?.['rows'] as bigint | undefined};
}

/** The engine takes some characters of a name for a pattern. */
function literal(file: string): string {
  const exact = file.replaceAll(/[*?[\]]/g, one => `[${one}]`);
  return sqlText(exact);
}
