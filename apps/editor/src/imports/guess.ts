import {AppError} from '@gazetteer/model';
import {type Limits, queryOnce} from '../engine/query-once.ts';
import {SqlError, type SqlSession} from '../engine/sql-engine.ts';
import {columnNames} from './column-names.ts';
import {
  countsSql,
  type ImportFile,
  previewSql,
  sniffSql,
  typedReader,
  typesOf,
} from './import-sql.ts';

const previewRows = 50;
export const maxColumns = 1000;
/** To read a large file takes its time. */
export const limits: Limits = {maxRows: 5000, timeoutMs: 600_000};

/** What the caller knows of a file already. */
export type Given = {
  readonly path: string;
  readonly format: ImportFile['format'];
  readonly delimiter: string | undefined;
  readonly quote: string | undefined;
  readonly header: boolean | undefined;
  readonly skip: number | undefined;
};

/** How a file is read, what columns it has by all of its rows, and its first rows. */
export async function guess(session: SqlSession, given: Given, signal: AbortSignal) {
  return await reading(session, signal, async ask => {
    const {file, sources} = await writtenAs(ask, given);
    return file.format === 'csv'
      ? await guessTexts(ask, file, sources)
      : await readTypes(ask, file);
  });
}

/** How a file is read, by its beginning alone. */
export async function sniff(
  session: SqlSession,
  given: Given,
  signal: AbortSignal,
): Promise<ImportFile> {
  return await reading(session, signal, async ask => (await writtenAs(ask, given)).file);
}

/** @throws BAD_REQUEST for what the engine cannot read */
async function reading<T>(
  session: SqlSession,
  signal: AbortSignal,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  try {
    return await work(async sql => (await queryOnce(session, sql, limits, signal)).rows);
  } catch (error) {
    // The engine goes on about its options after the first line.
    if (!(error instanceof SqlError) || error.kind !== 'refused') throw error;
    const [first = ''] = error.message.split('\n');
    throw new AppError('BAD_REQUEST', [`The file can’t be read: ${first}`], {cause: error});
  }
}

async function writtenAs(ask: Ask, given: Given) {
  return given.format === 'csv' ? await csvOf(ask, given) : {file: plainFile(given), sources: []};
}

type Ask = (sql: string) => Promise<readonly (readonly unknown[])[]>;

function plainFile({path, format}: Given): ImportFile {
  const noText = {delimiter: ',', quote: '"', escape: '"', dateFormat: '', timestampFormat: ''};
  return {path, format, header: true, skip: 0, ...noText};
}

async function csvOf(ask: Ask, given: Given) {
  const {path, delimiter, quote, header, skip} = given;
  const known = Object.fromEntries(
    Object.entries({delimiter, quote, header, skip}).filter(([, value]) => value !== undefined),
  );
  const [row = []] = await ask(sniffSql(path, known));
  const [delim, quoted, escape, skipped, hasHeader, columns, dates, times] = row;
  const sign = (value: unknown) => (value === '(empty)' ? '' : String(value ?? ''));
  const file: ImportFile = {
    path,
    format: 'csv',
    delimiter: sign(delim),
    quote: sign(quoted) || (quote ?? '"'),
    escape: sign(escape) || (quote ?? '"'),
    header: hasHeader === true,
    skip: Number(skipped),
    dateFormat: sign(dates),
    timestampFormat: sign(times),
  };
  return {file, sources: JSON.parse(String(columns ?? '[]')) as readonly string[]};
}

async function guessTexts(ask: Ask, file: ImportFile, sources: readonly string[]) {
  checkCount(sources.length);
  const [counts = []] = await ask(countsSql(file, sources));
  const types = typesOf(file, sources, counts);
  return {
    file,
    columns: named(sources, types),
    rows: await ask(previewSql(file, sources, previewRows)),
    rowCount: Number(counts[0]),
  };
}

async function readTypes(ask: Ask, file: ImportFile) {
  const described = await ask(`DESCRIBE FROM ${typedReader(file)}`);
  const sources = described.map(([name]) => String(name));
  checkCount(sources.length);
  const [[count] = []] = await ask(`SELECT count(*) FROM ${typedReader(file)}`);
  return {
    file,
    columns: named(
      sources,
      described.map(([, type]) => String(type)),
    ),
    rows: await ask(previewSql(file, sources, previewRows)),
    rowCount: Number(count),
  };
}

function named(sources: readonly string[], types: readonly string[]) {
  const names = columnNames(sources);
  return sources.map((source, n) => ({source, name: names[n] ?? '', type: types[n] ?? 'VARCHAR'}));
}

function checkCount(columns: number): void {
  if (columns === 0) throw new AppError('BAD_REQUEST', ['The file has no columns']);
  if (columns > maxColumns)
    throw new AppError('BAD_REQUEST', [
      `The file has ${columns} columns, and ${maxColumns} are the most that are imported`,
    ]);
}
