import {Button} from '@mantine/core';
import {ErrorState, LoadingState, Page, type Selection, type Sort} from '@gazetteer/ui';
import {getRouteApi, Link, useNavigate} from '@tanstack/react-router';
import {lazy, useEffect, useMemo, useState} from 'react';
import {May} from '../../api/may.tsx';
import {isInternal, useTypes} from '../../api/type-index.ts';
import type {SearchAnswer, SearchParameters} from '../../api/wire.ts';
import {trustAskedOf} from '../../entity/trust-asked.ts';
import {EmptyResult, useIsEmptyCatalog} from './empty-result.tsx';
import {Facets} from './facets.tsx';
import {NewEntity} from './new-entity.tsx';
import {Paging} from './paging.tsx';
import {attributesToAsk, chosenColumns} from './result-columns.tsx';
import {ResultTable} from './result-table.tsx';
import {
  limitOf,
  offsetOf,
  type SearchLink,
  searchLink,
  searchParameters,
  shownParameters,
} from './search-link.ts';
import {SearchTools} from './search-tools.tsx';
import {SelectionBar, useMayChange} from './selection-bar.tsx';
import {InsteadNote, useHits} from './use-hits.tsx';
import classes from './search.module.css';

const route = getRouteApi('/search/searchResult');

/** A page of its own, which few open. */
const DslSearch = lazy(async () => ({default: (await import('./dsl-search.tsx')).DslSearch}));

/** The address is the state: whatever somebody sees here can be sent as a link. */
export function SearchPage() {
  const link = route.useSearch();
  return link.searchType === 'dsl' ? <DslSearch link={link} /> : <BasicSearch link={link} />;
}

function BasicSearch({link}: {link: SearchLink}) {
  const navigate = useNavigate();
  const search = useBasicSearch(link);
  const {exact, answer, instead, entities, isBusy} = search;
  // Nothing found in a catalog without anything: what to do first is said instead.
  const isFresh = useIsEmptyCatalog() && answer !== undefined && entities.length === 0;
  const change = (changes: SearchLink) =>
    void navigate({
      to: '/search/searchResult',
      search: searchLink({...link, pageOffset: '', ...changes}),
    });
  return (
    <Page
      title={
        exact.isError
          ? 'Search failed'
          : isFresh
            ? 'Welcome'
            : titleOf(link, answer, entities.length, exact)
      }
      isBusy={isBusy}
      isFull
      actions={<PageActions typeName={link.type} />}
    >
      <SearchTools
        link={link}
        columns={search.columns}
        onChange={change}
        count={answer?.approximateCount ?? 0}
      />
      {instead !== undefined && <InsteadNote asked={link.query ?? ''} instead={instead} />}
      <div className={classes['columns']}>
        {!isFresh && !exact.isError && (
          <Facets link={link} query={instead?.query ?? link.query} onChange={change} />
        )}
        <div className={classes['found']}>
          {exact.isError ? (
            <ErrorState error={exact.error} retry={() => void exact.refetch()} />
          ) : answer === undefined || search.isLooking ? (
            <LoadingState what="Searching" />
          ) : entities.length === 0 ? (
            <EmptyResult link={link} />
          ) : (
            <Results link={link} search={search} answer={answer} onChange={change} />
          )}
        </div>
      </div>
    </Page>
  );
}

/** What an address finds, how its results are shown, and which of them are selected. */
function useBasicSearch(link: SearchLink) {
  const types = useTypes();
  const columns = useMemo(() => chosenColumns(link, types), [link, types]);
  // The attributes of badges are asked for as well, whatever the columns.
  const parameters = useMemo(
    () => shownParameters(link, [...attributesToAsk(columns), ...trustAskedOf(types)]),
    [link, columns, types],
  );
  const hits = useHits(link, parameters);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const key = JSON.stringify(parameters);
  // What is out of sight is not selected: nobody changes what they cannot see.
  useEffect(() => setSelected(new Set()), [key]);
  // What the catalog keeps for itself is no result.
  const entities = (hits.answer?.entities ?? []).filter(({typeName}) => !isInternal(typeName));
  return {
    ...hits,
    columns,
    entities,
    selected,
    setSelected,
    isBusy: hits.exact.isFetching || hits.isLooking,
  };
}

function PageActions({typeName}: {typeName: string | undefined}) {
  const mayChange = useMayChange();
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        renderRoot={props => (
          <Link to="/search/searchResult" search={searchLink({searchType: 'dsl'})} {...props} />
        )}
      >
        DSL query
      </Button>
      <Button
        size="xs"
        variant="subtle"
        renderRoot={props => <Link to="/relationships" {...props} />}
      >
        Relationships
      </Button>
      {mayChange && (
        <Button
          size="xs"
          variant="subtle"
          renderRoot={props => <Link to="/bulkChanges" {...props} />}
        >
          Bulk changes
        </Button>
      )}
      <May to="entity-create">
        <NewEntity typeName={typeName} />
      </May>
    </>
  );
}

type ResultsProps = {
  readonly link: SearchLink;
  readonly search: ReturnType<typeof useBasicSearch>;
  readonly answer: SearchAnswer;
  readonly onChange: (changes: SearchLink) => void;
};

function Results({link, search, answer, onChange}: ResultsProps) {
  const {entities, columns, instead, isBusy, selected, setSelected} = search;
  const mayChange = useMayChange();
  const selection: Selection | undefined = mayChange
    ? {keys: selected, onChange: setSelected}
    : undefined;
  return (
    <>
      <SelectionBar
        entities={entities.filter(entity => selected.has(entity.guid))}
        // Only then “all results” is offered: all begins with all of the page.
        isWholePage={entities.every(entity => selected.has(entity.guid))}
        onWholePage={() => setSelected(new Set(entities.map(entity => entity.guid)))}
        all={{search: allOf(link, instead?.query), count: answer.approximateCount}}
        onDone={() => setSelected(new Set())}
      />
      <ResultTable
        entities={entities}
        columns={columns}
        sort={sortOf(link)}
        onSort={next => onChange({sortBy: next?.by ?? '', sortOrder: next?.order ?? ''})}
        {...(selection === undefined ? {} : {selection})}
        sought={instead?.query ?? link.query}
        isStale={isBusy}
      />
      <Paging
        link={link}
        shown={entities.length}
        count={answer.approximateCount}
        onChange={onChange}
      />
    </>
  );
}

/** No order chosen is not the same as one by name: no column is marked then. */
function sortOf({sortBy, sortOrder}: SearchLink): Sort | undefined {
  if (sortBy === undefined) return undefined;
  return {by: sortBy, order: sortOrder === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING'};
}

/** What finds all results, whatever page of them is shown. */
function allOf(link: SearchLink, instead: string | undefined): SearchParameters {
  return searchParameters(
    {...link, query: instead ?? link.query, pageOffset: undefined, sortBy: undefined},
    [],
  );
}

function titleOf(
  link: SearchLink,
  answer: SearchAnswer | undefined,
  shown: number,
  {
    isFetching,
    isPaused,
    isPlaceholderData,
  }: {isFetching: boolean; isPaused: boolean; isPlaceholderData: boolean},
): string {
  // Without a network the request waits.
  if (isPaused) return 'You’re offline. The search resumes when you’re back online.';
  // Rows of the page before are there until the next ones come, and are not what is asked for.
  if (answer === undefined || isPlaceholderData || (shown === 0 && isFetching)) return 'Searching…';
  if (shown === 0) return offsetOf(link) > 0 ? 'Nothing on this page' : 'No results';
  const first = offsetOf(link) + 1;
  const last = first + shown - 1;
  // The count is an estimate, and never less than what is seen.
  const count = Math.max(answer.approximateCount, last);
  if (count === 1) return '1 result';
  if (first === 1 && last === count) return `${count.toLocaleString()} results`;
  const isOpen = answer.approximateCount < 0 && shown === limitOf(link);
  return `${first.toLocaleString()}–${last.toLocaleString()} of ${isOpen ? 'many' : count.toLocaleString()} results`;
}
