import {useDebouncedValue} from '@mantine/hooks';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {foundTablesQuery} from '../api/queries.ts';
import {wordsOf} from './words-of.ts';

/** One question for a word and not for each of its letters. */
const typedMs = 200;

/**
 * Tables of all databases that fit what somebody writes, by one question to the engine; without an
 * answer while it is asked, and with `isSearched` false where the engine cannot be asked so.
 */
export function useFoundTables(engine: string, text: string) {
  const [settled] = useDebouncedValue(text, typedMs);
  // The engine is asked for one part; the longest one has the fewest tables.
  const part = wordsOf(settled).reduce((a, b) => (b.length > a.length ? b : a), '');
  const {data, error, isFetching} = useQuery({
    ...foundTablesQuery(engine, part),
    enabled: part !== '' && text.trim() !== '',
    placeholderData: keepPreviousData,
  });
  return {found: data, error, isPending: isFetching || settled !== text};
}
