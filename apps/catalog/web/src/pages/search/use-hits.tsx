import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {searchQuery, spellingQuery} from '../../api/queries.ts';
import type {SearchAnswer, SearchParameters} from '../../api/wire.ts';
import {SimilarWords} from './did-you-mean.tsx';
import type {SearchLink} from './search-link.ts';
import classes from './search.module.css';
import {wider} from './wider.ts';

/** What was searched for because nothing has what was typed. */
export type Instead = {
  readonly query: string;
  readonly kind: 'beginning' | 'spelling';
  readonly link: SearchLink;
};

/**
 * The hits of a search. Where there are none, those of words that begin so, and where these are
 * none either, of the words that were probably meant: each is asked only when the one before has
 * found nothing.
 */
export function useHits(link: SearchLink, parameters: SearchParameters) {
  const exact = useQuery({...searchQuery(parameters), placeholderData: keepPreviousData});
  // Rows of the page before are not an answer yet.
  const isMissing = exact.data !== undefined && !exact.isPlaceholderData && isEmpty(exact.data);
  const wide = wider(link.query);
  const widened = useQuery({
    ...searchQuery({...parameters, query: wide ?? ''}),
    enabled: isMissing && wide !== undefined,
  });
  const isStillMissing =
    isMissing && (wide === undefined || (widened.data !== undefined && isEmpty(widened.data)));
  const spelling = useQuery({
    ...spellingQuery(link.query ?? ''),
    enabled: isStillMissing && link.query !== undefined,
  });
  // A later answer to the exact search takes its place.
  const corrected = isStillMissing ? spelling.data?.corrected : undefined;
  const meant = useQuery({
    ...searchQuery({...parameters, query: corrected ?? ''}),
    enabled: corrected !== undefined,
  });
  // The page says that it searches on, and not that there is nothing.
  const isLooking =
    isMissing && [widened, spelling, meant].some(one => one.isFetching && one.data === undefined);
  // The first kind that has any.
  const found = (
    [
      ['beginning', wide, isMissing ? widened.data : undefined],
      ['spelling', corrected, corrected === undefined ? undefined : meant.data],
    ] as const
  ).find(([, query, answer]) => query !== undefined && answer !== undefined && !isEmpty(answer));
  if (found === undefined) return {exact, answer: exact.data, instead: undefined, isLooking};
  const [kind, query = '', answer] = found;
  return {exact, answer, instead: {query, kind, link}, isLooking};
}

function isEmpty(answer: SearchAnswer): boolean {
  return (answer.entities ?? []).length === 0;
}

/** Says that the hits below are not those of what was typed. */
export function InsteadNote({asked, instead}: {readonly asked: string; readonly instead: Instead}) {
  return (
    <div className={classes['note']} role="status">
      {instead.kind === 'beginning' ? (
        <>
          No exact results for <bdi>{asked}</bdi>. Showing results that start with it.
        </>
      ) : (
        <>
          No exact results for <bdi>{asked}</bdi>. Showing results for{' '}
          <b>
            <bdi>{instead.query}</bdi>
          </b>
          . <SimilarWords link={instead.link} query={asked} />
        </>
      )}
    </div>
  );
}
