import {lookup} from '@gazetteer/model';
import type {Column} from '../../engine/column.ts';
import type {Page} from '../../engine/sql-engine.ts';

/** Node's, for numbers that a double cannot hold; the type library does not know it yet. */
const {rawJSON} = JSON as unknown as {rawJSON(text: string): unknown};

export type ResultFormat = 'html' | 'json';

/** Rows as clients read them. */
export function rowsOf(
  {columns, rowCount}: Page,
  meta: readonly Column[],
  format: ResultFormat,
): unknown[][] {
  const cellOf = format === 'json' ? jsonCell : htmlCell;
  const formatted = columns.map((values, index) => {
    const isFloat = /^(float|double|real)\b/i.test(meta[index]?.type ?? '');
    return values.map(value => cellOf(value, isFloat));
  });
  return Array.from({length: rowCount}, (_, row) => formatted.map(values => values[row]));
}

/**
 * Columns under the type names of the protocol, such as `STRING_TYPE`; with `json` as the server
 * writes them.
 */
export function metaOf(columns: readonly Column[], format: ResultFormat): Required<Column>[] {
  return columns.map(({name, type, comment = ''}) => ({
    name,
    type: format === 'json' ? type : protocolType(type),
    comment,
  }));
}

const protocolNames: Readonly<Record<string, string>> = lookup({
  integer: 'INT',
  real: 'FLOAT',
  void: 'NULL',
  'interval year to month': 'INTERVAL_YEAR_MONTH',
  'interval day to second': 'INTERVAL_DAY_TIME',
  'timestamp with local time zone': 'TIMESTAMPLOCALTZ',
});

function protocolType(type: string): string {
  const name = type
    .toLowerCase()
    .replace(/[(<].*$/s, '')
    .trim();
  return `${protocolNames[name] ?? name.toUpperCase().replaceAll(' ', '_')}_TYPE`;
}

/** Exact: 64-bit integers with all digits, decimals as texts with their scale, bytes in base64. */
export function jsonCell(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON(value.toString());
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  ' ': '&nbsp;',
};

/** As pages of the reference put it into a table: texts are HTML, NULL is a text. */
function htmlCell(value: unknown, isFloat: boolean): unknown {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number')
    return isFloat || !Number.isFinite(value) ? floatText(value) : value;
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) return jsonCell(value);
  const text = typeof value === 'string' ? value : Buffer.from(value).toString('utf8');
  return text.replace(/[&<>"' ]/g, char => entities[char] ?? char);
}

/**
 * A double as Python writes it, whose texts clients of the reference compare: `1.0`, `1e-05`,
 * `nan`.
 */
function floatText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const [digits = '0', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  const plain =
    power < 0
      ? value.toFixed(Math.max(0, digits.replace(/^-?\d\.?/, '').length - power))
      : String(value);
  const signed = Object.is(value, -0) ? '-0' : plain;
  return signed.includes('.') ? signed : `${signed}.0`;
}
