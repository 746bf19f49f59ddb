/** A page of a list as the glossary API asks for it. */
export type GlossaryPage = {
  /** Below 0: all. */
  limit: number;
  /** Below 0: none. */
  offset: number;
  /** Anything but DESC is ascending, as clients have it that never wrote it right. */
  sort?: string | undefined;
};

/** Whatever is not `DESC` is ascending, as the reference takes it: no order is refused. */
export const isDescending = (sort: string | undefined) => sort?.toUpperCase() === 'DESC';

/** How the store is asked for it; names are those that people see. */
export function orderOf({limit, offset, sort}: GlossaryPage, sortBy: readonly string[] = ['name']) {
  return {
    sortBy,
    descending: isDescending(sort),
    limit: limit < 0 ? undefined : limit,
    offset: Math.max(0, offset),
  };
}

/** For lists that are there as a whole, by the text that people see. */
export function pageOf<T extends {displayText?: unknown}>(
  list: readonly T[],
  {limit, offset, sort}: GlossaryPage,
): T[] {
  const text = (one: T) => (typeof one.displayText === 'string' ? one.displayText : '');
  const direction = isDescending(sort) ? -1 : 1;
  const from = Math.max(0, offset);
  const sorted = list.toSorted(
    (a, b) => direction * (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0),
  );
  return sorted.slice(from, limit < 0 ? undefined : from + limit);
}
