import {infiniteQueryOptions, useInfiniteQuery} from '@tanstack/react-query';
import {useEffect} from 'react';
import {client} from '../../api/client.ts';

/** What is asked for of all that lies at one side of an entity, with what is chosen of facets. */
export type ImpactQuery = Readonly<Record<string, string | number | readonly string[]>> & {
  readonly direction: 'INPUT' | 'OUTPUT';
  /** Hops; all without it. */
  readonly depth?: 1;
};

/** The impact of an entity, in pages of so many assets. */
export const impactQuery = (guid: string, query: ImpactQuery, limit: number) =>
  infiniteQueryOptions({
    queryKey: ['impact', guid, query, limit],
    queryFn: ({pageParam, signal}) =>
      client.call(
        'GET /v2/lineage/{guid}/impact',
        {path: {guid}, query: {...query, offset: pageParam, limit}},
        {signal},
      ),
    initialPageParam: 0,
    // An empty page ends it, even where the count says more: the lineage may have shrunk meanwhile.
    getNextPageParam: ({assets, count}, _pages, offset) =>
      assets.length > 0 && offset + assets.length < count ? offset + assets.length : undefined,
  });

/** What was shown stays until the answer to another question is there. */
export const useImpactPages = (options: ReturnType<typeof impactQuery>) =>
  useInfiniteQuery({...options, placeholderData: last => last});

/** A page after the other, until all are there. */
export function useWholeImpact(options: ReturnType<typeof impactQuery>) {
  const found = useImpactPages(options);
  const {hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage} = found;
  useEffect(() => {
    // After a failure it waits for somebody to retry.
    if (hasNextPage && !isFetching && !isError && !isPlaceholderData) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage]);
  return found;
}
