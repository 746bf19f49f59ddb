import {dialectOf, tablesRead} from '@gazetteer/sql';
import type {TablePath} from './database-assets.ts';

export type ViewText = {
  readonly sql: string;
  /** A name of `dialectOf`. */
  readonly dialect: string;
  /** What the view lies in, from the outside in. */
  readonly within: TablePath;
};

/**
 * What a view reads, as its text tells.
 * @param isThere whether there is such a table: a name may be short of what it lies in, and a text
 * may name what is none, such as a function without parentheses
 */
export function viewReads(
  {sql, dialect, within}: ViewText,
  isThere: (path: TablePath) => boolean,
): TablePath[] {
  const found = tablesRead(sql, dialectOf(dialect)).flatMap(parts => {
    const missing = within.length + 1 - parts.length;
    return missing < 0 ? [] : [[...within.slice(0, missing), ...parts]];
  });
  return found.filter(isThere);
}
