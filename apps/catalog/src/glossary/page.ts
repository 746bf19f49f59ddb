/** A page of a list as the glossary API asks for it. */
export type GlossaryPage = {
  /** -1: all. */
  limit: number;
  offset: number;
  sort: 'ASC' | 'DESC';
};

/** How the store is asked for it; names are those that people see. */
export function orderOf({limit, offset, sort}: GlossaryPage, sortBy: readonly string[] = ['name']) {
  return {sortBy, descending: sort === 'DESC', limit: limit < 0 ? undefined : limit, offset};
}

/** For lists that are there as a whole, by the text that people see. */
export function pageOf<T extends {displayText?: unknown}>(
  list: readonly T[],
  {limit, offset, sort}: GlossaryPage,
): T[] {
  const text = (one: T) => (typeof one.displayText === 'string' ? one.displayText : '');
  const direction = sort === 'DESC' ? -1 : 1;
  const sorted = list.toSorted((a, b) => direction * (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
  return sorted.slice(offset, limit < 0 ? undefined : offset + limit);
}
