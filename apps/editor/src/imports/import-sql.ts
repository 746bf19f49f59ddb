import {sqlText} from '@gazetteer/model/sql';
import {duckDbDialect} from '../engine/duckdb/duckdb-dialect.ts';

/** How a file is read. What is not of its format is not looked at. */
export type ImportFile = {
  readonly path: string;
  readonly format: 'csv' | 'json' | 'parquet';
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  readonly header: boolean;
  /** Lines before the header. */
  readonly skip: number;
  /** As `strptime` takes it; empty for ISO. */
  readonly dateFormat: string;
  readonly timestampFormat: string;
};

/** `source`: as the file calls it; `type` is empty for the one that it has there. */
export type ImportColumn = {
  readonly source: string;
  readonly name: string;
  readonly type: string;
  readonly isLeftOut: boolean;
};

export type ImportTarget = {
  readonly database: string;
  readonly table: string;
  readonly mode: 'create' | 'replace' | 'append';
  readonly skipsBadRows: boolean;
};

const {quotedName} = duckDbDialect;
const rowName = 'row of the file';
/** Characters of a value that are shown. */
export const shownText = 500;

/** All columns as texts, without the rows that have too few or too many. */
export function textReader(file: ImportFile, sources: readonly string[]): string {
  return csvReader(
    file,
    sources.map(source => ({name: source, type: 'VARCHAR'})),
    ['ignore_errors=true'],
  );
}

/** What a file of another format than CSV has, with the types that it has there. */
export function typedReader({path, format}: ImportFile): string {
  return format === 'json'
    ? `read_json(${sqlText(path)}, sample_size=-1)`
    : `read_parquet(${sqlText(path)})`;
}

function csvReader(
  {path, delimiter, quote, escape, header, skip, dateFormat, timestampFormat}: ImportFile,
  columns: readonly {readonly name: string; readonly type: string}[],
  more: readonly string[],
): string {
  const types = columns.map(({name, type}) => `${sqlText(name)}: ${sqlText(type)}`);
  const options = [
    'auto_detect=false',
    `delim=${sqlText(delimiter)}`,
    `quote=${sqlText(quote)}`,
    `escape=${sqlText(escape)}`,
    `header=${header}`,
    ...(skip > 0 ? [`skip=${skip}`] : []),
    ...(dateFormat === '' ? [] : [`dateformat=${sqlText(dateFormat)}`]),
    ...(timestampFormat === '' ? [] : [`timestampformat=${sqlText(timestampFormat)}`]),
    `columns={${types.join(', ')}}`,
    ...more,
  ];
  return `read_csv(${sqlText(path)}, ${options.join(', ')})`;
}

/** Finds how a CSV is written from its beginning. */
export function sniffSql(
  path: string,
  given: Partial<Pick<ImportFile, 'delimiter' | 'quote' | 'header' | 'skip'>>,
): string {
  const options = [
    'ignore_errors=true',
    `quote=${sqlText(given.quote ?? '"')}`,
    ...(given.delimiter === undefined ? [] : [`delim=${sqlText(given.delimiter)}`]),
    ...(given.header === undefined ? [] : [`header=${given.header}`]),
    ...(given.skip === undefined ? [] : [`skip=${given.skip}`]),
  ];
  return `SELECT Delimiter, Quote, "Escape", SkipRows, HasHeader, list_transform(Columns, lambda c: c.name)::JSON::VARCHAR,
    DateFormat, TimestampFormat FROM sniff_csv(${sqlText(path)}, ${options.join(', ')})`;
}

/** Types that a text may be, the narrowest first, each with what no value of it is. */
function notOfType(
  {dateFormat, timestampFormat}: ImportFile,
  c: string,
): readonly [string, string][] {
  const formatted = (format: string, otherwise: string) =>
    format === '' ? otherwise : `try_strptime(${c}, ${sqlText(format)}) IS NULL`;
  // Zeros before a number, and digits that a number would round, are part of what it says.
  const isNumber = `regexp_matches(${c}, '^[+-]?(0|[1-9]\\d*)?(\\.\\d*)?([eE][+-]?\\d+)?$')`;
  const isLong = `length(regexp_replace(${c}, '[^0-9]', '', 'g')) > 15`;
  return [
    ['BOOLEAN', `lower(${c}) NOT IN ('true', 'false')`],
    [
      'BIGINT',
      `TRY_CAST(${c} AS BIGINT) IS NULL OR NOT regexp_matches(${c}, '^[+-]?(0|[1-9]\\d*)$')`,
    ],
    ['DOUBLE', `TRY_CAST(${c} AS DOUBLE) IS NULL OR NOT ${isNumber} OR ${isLong}`],
    ['DATE', formatted(dateFormat, `TRY_CAST(${c} AS DATE) IS NULL OR length(${c}) <> 10`)],
    ['TIMESTAMP', formatted(timestampFormat, `TRY_CAST(${c} AS TIMESTAMP) IS NULL`)],
  ];
}

/** Counts, for each column, its values and those that are not of a type: over all rows. */
export function countsSql(file: ImportFile, sources: readonly string[]): string {
  const counts = sources.flatMap(source => {
    const c = quotedName(source);
    return [
      `count(${c})`,
      ...notOfType(file, c).map(([, isNot]) => `count(*) FILTER (${c} IS NOT NULL AND (${isNot}))`),
    ];
  });
  return `SELECT count(*), ${counts.join(', ')} FROM ${textReader(file, sources)}`;
}

/** The narrowest type that all values have; VARCHAR where there are none. */
export function typesOf(
  file: ImportFile,
  sources: readonly string[],
  counts: readonly unknown[],
): readonly string[] {
  const types = notOfType(file, '').map(([type]) => type);
  const width = types.length + 1;
  return sources.map((_, n) => {
    const [filled, ...wrong] = counts.slice(1 + n * width, 1 + (n + 1) * width).map(Number);
    return filled === 0 ? 'VARCHAR' : (types[wrong.indexOf(0)] ?? 'VARCHAR');
  });
}

/** The beginning of a value, for people to see: a cell may have millions of characters. */
function shown(value: string): string {
  return `left(${value}::VARCHAR, ${shownText})`;
}

export function previewSql(file: ImportFile, sources: readonly string[], rows: number): string {
  const reader = file.format === 'csv' ? textReader(file, sources) : typedReader(file);
  return `SELECT ${sources.map(source => shown(quotedName(source))).join(', ')} FROM ${reader} LIMIT ${rows}`;
}

/** Reads all of a CSV with the types chosen; what does not fit goes into tables of these names. */
export function rejectingSql(
  file: ImportFile,
  columns: readonly ImportColumn[],
  {errors, scans, most}: {readonly errors: string; readonly scans: string; readonly most: number},
): string {
  const reader = csvReader(file, csvColumns(columns), [
    'store_rejects=true',
    `rejects_table=${sqlText(errors)}`,
    `rejects_scan=${sqlText(scans)}`,
    `rejects_limit=${most}`,
  ]);
  // Values of columns that nothing asks for are not looked at.
  return `SELECT count(*), ${columns.map(({name}) => `count(${quotedName(name)})`).join(', ')} FROM ${reader}`;
}

/** Rows of another file whose values are not of the types chosen: number, column and value. */
export function badRowsSql(
  file: ImportFile,
  columns: readonly ImportColumn[],
  most: number,
): string | undefined {
  const bad = columns.filter(column => isCast(column));
  if (bad.length === 0) return undefined;
  const first = bad.map(
    one =>
      `WHEN ${isBad(one)} THEN struct_pack(c := ${sqlText(one.source)}, v := ${shown(quotedName(one.source))})`,
  );
  return `SELECT n, bad.c, bad.v FROM (SELECT "${rowName}" AS n, CASE ${first.join(' ')} END AS bad
    FROM (SELECT row_number() OVER () AS "${rowName}", * FROM ${typedReader(file)}))
    WHERE bad IS NOT NULL LIMIT ${most}`;
}

function isCast({type, isLeftOut}: ImportColumn): boolean {
  return type !== '' && !isLeftOut;
}

function isBad({source, type}: ImportColumn): string {
  const c = quotedName(source);
  return `(${c} IS NOT NULL AND TRY_CAST(${c} AS ${type}) IS NULL)`;
}

function csvColumns(columns: readonly ImportColumn[]) {
  return columns.map(({name, type, isLeftOut}) => ({
    name,
    type: type === '' || isLeftOut ? 'VARCHAR' : type,
  }));
}

/** The statement that makes the table, for the person to follow, cancel and keep. */
export function importSql(
  file: ImportFile,
  columns: readonly ImportColumn[],
  {database, table, mode, skipsBadRows}: ImportTarget,
): string {
  const name = `${quotedName(database)}.${quotedName(table)}`;
  const begin = {
    create: `CREATE TABLE ${name} AS`,
    replace: `CREATE OR REPLACE TABLE ${name} AS`,
    append: `INSERT INTO ${name} BY NAME`,
  }[mode];
  return `${begin}\n${rowsSql(file, columns, skipsBadRows)}`;
}

/** The rows of a file, as they are wanted. */
export function rowsSql(
  file: ImportFile,
  columns: readonly ImportColumn[],
  skipsBadRows: boolean,
): string {
  return file.format === 'csv'
    ? csvRows(file, columns, skipsBadRows)
    : otherRows(file, columns, skipsBadRows);
}

function csvRows(
  file: ImportFile,
  columns: readonly ImportColumn[],
  skipsBadRows: boolean,
): string {
  const kept = columns.filter(({isLeftOut}) => !isLeftOut).map(({name}) => quotedName(name));
  const reader = csvReader(file, csvColumns(columns), skipsBadRows ? ['ignore_errors=true'] : []);
  return `SELECT ${kept.join(', ')}\nFROM ${reader}`;
}

function otherRows(
  file: ImportFile,
  columns: readonly ImportColumn[],
  skipsBadRows: boolean,
): string {
  const kept = columns.filter(({isLeftOut}) => !isLeftOut);
  const list = kept.map(({source, name, type}) => {
    const c = quotedName(source);
    return `${type === '' ? c : `CAST(${c} AS ${type})`} AS ${quotedName(name)}`;
  });
  const bad = kept.filter(isCast).map(isBad);
  // The engine may cast a row before it has left it out.
  const safe = skipsBadRows ? list.map(one => one.replace(/^CAST/, 'TRY_CAST')) : list;
  const where = skipsBadRows && bad.length > 0 ? `\nWHERE NOT (${bad.join(' OR ')})` : '';
  return `SELECT ${safe.join(', ')}\nFROM ${typedReader(file)}${where}`;
}
