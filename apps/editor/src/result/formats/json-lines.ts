import type {ResultFormat, ResultPages} from './format.ts';
import {distinctNames} from './format.ts';
import {columnKind} from '../../engine/column-kind.ts';

/**
 * An object a line. Numbers have all their digits, which readers that know doubles alone will
 * round.
 */
export const jsonLines: ResultFormat = {
  extension: 'jsonl',
  contentType: 'application/x-ndjson',
  write,
};

async function* write({columns, pages}: ResultPages): AsyncGenerator<Uint8Array> {
  const names = distinctNames(columns).map(name => JSON.stringify(name));
  const areDecimals = columns.map(column => columnKind(column.type).kind === 'decimal');
  for await (const page of pages) {
    const members = page.columns.map((values, i) => {
      const [start, isDecimal] = [`${i === 0 ? '{' : ','}${names[i]}:`, areDecimals[i] === true];
      return values.map(value => start + printJson(value, isDecimal));
    });
    let text = '';
    for (let row = 0; row < page.rowCount; row++) {
      for (const values of members) text += values[row];
      text += members.length === 0 ? '{}\n' : '}\n';
    }
    yield Buffer.from(text);
  }
}

function printJson(value: unknown, isDecimal: boolean): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number')
    return Number.isFinite(value) ? String(value) : JSON.stringify(String(value));
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'));
  return isDecimal && /^-?\d+(?:\.\d+)?$/.test(String(value))
    ? String(value)
    : JSON.stringify(String(value));
}
