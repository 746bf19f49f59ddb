import {List} from '@mantine/core';
import {DocsLink, EmptyState} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {SearchX} from 'lucide-react';
import {lazy} from 'react';
import {metricsQuery} from '../../api/queries.ts';
import {allEntityTypes, isInternal} from '../../api/type-index.ts';

import {DidYouMean} from './did-you-mean.tsx';
import {offsetOf, type SearchLink, searchLink} from './search-link.ts';

const FirstSteps = lazy(async () => ({default: (await import('./first-steps.tsx')).FirstSteps}));

/**
 * Whether nothing was ever stored, or all of it is purged. Types of the system have entities from
 * the start.
 */
export function useIsEmptyCatalog(): boolean {
  const {entityActive = {}, entityDeleted = {}} = useSuspenseQuery(metricsQuery).data.data.entity;
  return Object.keys(entityDeleted).length === 0 && Object.keys(entityActive).every(isInternal);
}

/** No results: is the catalog empty, the page behind the last one, or the search too narrow? */
export function EmptyResult({link}: {link: SearchLink}) {
  const isEmptyCatalog = useIsEmptyCatalog();
  // Each way out takes away one thing that narrows the search.
  const to = (changes: SearchLink) => ({
    to: '/search/searchResult' as const,
    search: searchLink({...link, pageOffset: '', ...changes}),
  });
  if (offsetOf(link) > 0) {
    return (
      <EmptyState title="Page out of range">
        <Link {...to({})}>Go to the first page</Link>
      </EmptyState>
    );
  }
  // Then nothing that was searched for is to blame.
  if (isEmptyCatalog) return <FirstSteps />;
  return (
    <EmptyState title="No results" icon={<SearchX size={40} strokeWidth={1.5} />}>
      {link.query !== undefined && <DidYouMean link={link} query={link.query} />}
      <List spacing="xs" ta="start">
        {link.query !== undefined && (
          <List.Item>
            Search matches whole words. Use <b>cust*</b> to match the start of a word.
          </List.Item>
        )}
        <List.Item>
          <DocsLink to="search#query-text">Search syntax</DocsLink>
        </List.Item>
        {link.type !== undefined && link.type !== allEntityTypes && (
          <List.Item>
            <Link {...to({type: allEntityTypes})}>Search in all types</Link>, not only {link.type}
          </List.Item>
        )}
        {link.tag !== undefined && (
          <List.Item>
            <Link {...to({tag: '', tagFilters: ''})}>Search without the classification</Link>{' '}
            {link.tag}
          </List.Item>
        )}
        {link.entityFilters !== undefined && (
          <List.Item>
            <Link {...to({entityFilters: ''})}>Search without the conditions</Link>
          </List.Item>
        )}
        {link.includeDE !== 'true' && (
          <List.Item>
            <Link {...to({includeDE: 'true'})}>Include deleted entities</Link>
          </List.Item>
        )}
        <List.Item>
          <Link to="/search/searchResult" search={searchLink({})}>
            Show everything
          </Link>
        </List.Item>
      </List>
    </EmptyState>
  );
}
