import {randomBytes} from 'node:crypto';
import {queryOnce} from '../engine/query-once.ts';
import type {SqlSession} from '../engine/sql-engine.ts';
import {limits} from './guess.ts';
import {
  badRowsSql,
  type ImportColumn,
  type ImportFile,
  rejectingSql,
  shownText,
} from './import-sql.ts';

/** A list of more is no help. */
const maxBad = 1000;

type BadRow = {
  /** Of the file; of a format without lines, the number of the row. */
  readonly line: number;
  readonly column: string;
  readonly text: string;
  readonly problem: string;
};

type BadRows = {readonly badRows: readonly BadRow[]; readonly isMore: boolean};

/** What in a file does not fit the columns, by reading all of it; nothing is stored. */
export async function badRows(
  session: SqlSession,
  file: ImportFile,
  columns: readonly ImportColumn[],
  signal: AbortSignal,
): Promise<BadRows> {
  const ask = async (sql: string) => (await queryOnce(session, sql, limits, signal)).rows;
  if (file.format === 'csv') return await rejected(session, file, columns, signal);
  const sql = badRowsSql(file, columns, maxBad + 1);
  const types = new Map(columns.map(({source, type}) => [source, type]));
  const found = sql === undefined ? [] : await ask(sql);
  const badRows = found.slice(0, maxBad).map(([line, column, value]) => ({
    line: Number(line),
    column: String(column),
    text: String(value),
    problem: `Can’t be read as ${types.get(String(column))}`,
  }));
  return {badRows, isMore: found.length > maxBad};
}

async function rejected(
  session: SqlSession,
  file: ImportFile,
  columns: readonly ImportColumn[],
  signal: AbortSignal,
): Promise<BadRows> {
  const ask = async (sql: string, given?: AbortSignal) =>
    (await queryOnce(session, sql, limits, given)).rows;
  const id = randomBytes(8).toString('hex');
  const [errors, scans] = [`import_errors_${id}`, `import_scans_${id}`];
  try {
    await ask(rejectingSql(file, columns, {errors, scans, most: maxBad + 1}), signal);
    const found = await ask(
      `SELECT line, coalesce(column_name, ''), left(csv_line, ${shownText}), left(error_message, ${shownText}) FROM temp.main.${errors}
       QUALIFY row_number() OVER (PARTITION BY line ORDER BY column_idx) = 1 ORDER BY line`,
      signal,
    );
    const badRows = found.slice(0, maxBad).map(([line, column, text, problem]) => ({
      line: Number(line),
      column: String(column),
      text: String(text),
      problem: String(problem),
    }));
    // The engine stops to note problems, of which a row may have several, at their number.
    const [[count] = []] = await ask(`SELECT count(*) FROM temp.main.${errors}`, signal);
    return {badRows, isMore: Number(count) > maxBad};
  } finally {
    // A session that was closed has dropped them.
    if (session.isOpen)
      for (const table of [errors, scans]) await ask(`DROP TABLE IF EXISTS temp.main.${table}`);
  }
}
