import type {LivyOutput} from '../../livy/livy-client.ts';
import {columnKind} from '../column-kind.ts';
import type {Column} from '../column.ts';
import type {Page} from '../sql-engine.ts';

/** What a statement has put out, as a result. */
export type Table = {readonly columns: readonly Column[]; readonly page: Page};

const nothing: Table = {columns: [], page: {columns: [], rowCount: 0}};

type SqlData = {
  readonly schema: {readonly fields: readonly {readonly name: string; readonly type: unknown}[]};
  readonly data: readonly (readonly unknown[])[];
};
type TableData = {
  readonly headers: readonly {readonly name: string; readonly type: string}[];
  readonly data: readonly (readonly unknown[])[];
};

/** Rows of SQL, the table of `%table`, or the lines of a text. */
export function tableOf(output: LivyOutput | null | undefined): Table {
  if (output?.status !== 'ok') return nothing;
  const sql = output.data['application/json'] as SqlData | undefined;
  if (sql?.schema !== undefined) {
    return tableFrom(
      sql.schema.fields.map(({name, type}) => ({name, type: typeText(type)})),
      sql.data,
    );
  }
  const table = output.data['application/vnd.livy.table.v1+json'] as TableData | undefined;
  if (table?.headers !== undefined) {
    return tableFrom(
      table.headers.map(({name, type}) => ({name, type: tableTypes[type] ?? 'string'})),
      table.data,
    );
  }
  const text = output.data['text/plain'];
  if (typeof text !== 'string' || text === '') return nothing;
  const lines = text.replace(/\n$/, '').split('\n');
  return {
    columns: [{name: 'output', type: 'string'}],
    page: {columns: [lines], rowCount: lines.length},
  };
}

/** Why it failed, in the words of the interpreter. */
export function failureIn(output: LivyOutput | null | undefined): string {
  if (output?.status !== 'error') return 'The statement failed';
  const {ename = 'Error', evalue = '', traceback = []} = output;
  const trace = traceback.join('').trimEnd();
  return [evalue === '' ? ename : `${ename}: ${evalue}`, ...(trace === '' ? [] : [trace])].join(
    '\n',
  );
}

const names: Readonly<Record<string, string>> = {
  integer: 'int',
  long: 'bigint',
  short: 'smallint',
  byte: 'tinyint',
};
const tableTypes: Readonly<Record<string, string>> = {
  BIGINT_TYPE: 'bigint',
  INT_TYPE: 'int',
  DOUBLE_TYPE: 'double',
  BOOLEAN_TYPE: 'boolean',
  DATE_TYPE: 'date',
  TIMESTAMP_TYPE: 'timestamp',
};

/** Spark's JSON schema: a name, or an object for what is nested. */
function typeText(type: unknown): string {
  if (typeof type === 'string') return names[type] ?? type;
  const nested = (type as {type?: unknown} | null)?.type;
  return typeof nested === 'string' ? nested : 'string';
}

function tableFrom(columns: readonly Column[], rows: readonly (readonly unknown[])[]): Table {
  const values = columns.map(({type}, i) => rows.map(row => valueOf(type, row[i])));
  return {columns, page: {columns: values, rowCount: rows.length}};
}

/** Numbers of more digits than a double has come as they were written. */
function valueOf(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (columnKind(type).kind) {
    case 'boolean':
      return typeof value === 'boolean' ? value : String(value) === 'true';
    case 'int32':
    case 'float':
      return Number(value);
    case 'int64':
      return typeof value === 'bigint' ? value : BigInt(String(value));
    case 'binary':
      return Buffer.from(String(value), 'base64');
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}
