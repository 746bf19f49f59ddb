import {createHash} from 'node:crypto';

/**
 * Longest value that is its own key. A key of the index has to fit into a third of a page of either
 * database.
 */
const maxLength = 600;

/**
 * What a unique value is stored and looked up under: itself or, when it is very long or holds the
 * character 0, which PostgreSQL's texts cannot, its beginning and its hash.
 */
export function uniqueKeyOf(value: string): string {
  if (value.length <= maxLength && !value.includes('\0')) return value;
  const start = value.replaceAll('\0', '').slice(0, maxLength - 65);
  return `${start}:${createHash('sha256').update(value).digest('hex')}`;
}
