import {createHash} from 'node:crypto';
import type {Dialect} from '@gazetteer/db';

/**
 * Longest value that is its own key. A key of the index has to fit into a third of a page of either
 * database.
 */
const maxLength = 600;
const startLength = maxLength - 65;

/**
 * What a unique value is stored and looked up under: itself or, when it is very long or holds the
 * character 0, which PostgreSQL's texts cannot, its beginning and its hash.
 */
export function uniqueKeyOf(value: string): string {
  if (value.length <= maxLength && !value.includes('\0')) return value;
  const start = value.replaceAll('\0', '').slice(0, startLength);
  return `${start}:${createHash('sha256').update(value).digest('hex')}`;
}

/** The same of a text of the database. */
export function uniqueKeySql({sha256}: Dialect, text: string): string {
  return `(CASE WHEN length(${text}) <= ${maxLength} THEN ${text} ELSE substr(${text}, 1, ${startLength}) || ':' || ${sha256(text)} END)`;
}
