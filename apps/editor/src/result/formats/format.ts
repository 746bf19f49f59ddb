import type {Column} from '../../engine/column.ts';
import type {Page} from '../../engine/sql-engine.ts';

export type ResultPages = {
  readonly columns: readonly Column[];
  readonly pages: AsyncIterable<Page>;
};

/** A way to write a result into a file, piece by piece and at constant memory. */
export type ResultFormat = {
  readonly extension: string;
  readonly contentType: string;
  /**
   * Whether each piece is memory of its own that the writer does not touch again: such a piece
   * changes threads without a copy.
   */
  readonly givesAway?: true;
  /**
   * @param onCut hears how many values the format has no room for, and so are there in part only
   */
  readonly write: (
    result: ResultPages,
    onCut?: (count: number) => void,
  ) => AsyncIterable<Uint8Array>;
};

/** What values are as text, in the spelling of the server; NULL is nothing. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
}

/**
 * Names as columns of a file: one that is there already gets a number, since most readers want each
 * name once.
 */
export function distinctNames(columns: readonly Column[]): string[] {
  const taken = new Set<string>();
  return columns.map(({name}, i) => {
    const base = name === '' ? `column_${i + 1}` : name;
    let distinct = base;
    for (let n = 2; taken.has(distinct); n++) distinct = `${base}_${n}`;
    taken.add(distinct);
    return distinct;
  });
}
