import {AppError} from '@gazetteer/model';

/** A page of a list as the glossary API asks for it. */
export type GlossaryPage = {
  /** -1: all. */
  limit: number;
  offset: number;
  sort: 'ASC' | 'DESC';
};

/** @throws BAD_REQUEST for a limit or an offset below what makes sense */
export function checkPage({limit, offset}: GlossaryPage): void {
  if (limit < -1) throw new AppError('BAD_REQUEST', [`limit must be -1 for all, or a count, not ${limit}`]);
  if (offset < 0) throw new AppError('BAD_REQUEST', [`offset must not be negative, but is ${offset}`]);
}

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
