import {csvRows, isHead, separatorOf} from './csv-rows.ts';
import type {FileFacts} from './query-file.ts';

/**
 * Columns of a text with separated values. All are texts at first: a wrong guess at a type would
 * lose values, and in Hive silently.
 */
export function csvFacts(text: string, isWhole: boolean): FileFacts {
  const separator = separatorOf(text);
  const [first] = csvRows(text, isWhole, separator).rows;
  const hasHead = isHead(first);
  const names = hasHead ? first : (first ?? ['']).map((_, at) => `c${at + 1}`);
  return {columns: names.map(name => ({name, type: 'string'})), separator, hasHead};
}

/** Of files with an object in each line. */
export function jsonColumns(text: string): FileFacts['columns'] {
  const line = /^[^\n]*/.exec(text)?.[0] ?? '';
  let first: unknown;
  try {
    first = JSON.parse(line);
  } catch {
    first = undefined;
  }
  if (typeof first !== 'object' || first === null || Array.isArray(first))
    return [{name: 'line', type: 'string'}];
  return Object.entries(first).map(([name, value]) => ({name, type: jsonType(value)}));
}

function jsonType(value: unknown): string {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'bigint' : 'double';
  return 'string';
}
