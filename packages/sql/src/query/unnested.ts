import type {ColumnName} from '../name-catalog.ts';
import {elementOf, entryOf, fieldsOf} from './types.ts';

/** Names of functions that make rows of a list or a map. */
export const rowMakers = new Set([
  'explode',
  'explode_outer',
  'posexplode',
  'posexplode_outer',
  'inline',
  'inline_outer',
  'unnest',
  'stack',
  'json_tuple',
]);

/**
 * Columns of the rows that a function makes of lists and maps.
 * @param types of its arguments, empty where they are not known
 * @param wanted how many columns the text names, where it names them
 * @returns those that are known, in their order; without names, they may be called otherwise
 */
export function unnestedColumns(
  name: string,
  types: readonly string[],
  wanted: number | undefined,
): ColumnName[] {
  const [first = ''] = types;
  if (name === 'unnest') return types.flatMap(type => ofElements(type, types, wanted));
  const place = name.startsWith('pos') ? [column('pos', 'int')] : [];
  if (name.startsWith('inline')) return fieldsOf(elementOf(first)).map(asColumn);
  if (!name.includes('explode')) return [];
  const entry = entryOf(first);
  if (entry !== undefined)
    return [...place, column('key', entry.key), column('value', entry.value)];
  const element = elementOf(first);
  return element === '' ? [] : [...place, column('col', element)];
}

/**
 * Of UNNEST, which in some dialects makes a column of each field: told by how many columns are
 * named.
 */
function ofElements(
  type: string,
  types: readonly string[],
  wanted: number | undefined,
): ColumnName[] {
  const entry = entryOf(type);
  if (entry !== undefined) return [column('key', entry.key), column('value', entry.value)];
  const element = elementOf(type);
  const fields = fieldsOf(element).map(asColumn);
  const isWhole = wanted !== undefined && types.length === 1 && wanted < fields.length;
  return fields.length > 0 && !isWhole ? fields : [column('', element)];
}

const column = (name: string, type: string): ColumnName => ({name, type, comment: ''});
const asColumn = ({name, type}: {name: string; type: string}) => column(name, type);
