import type {Schemas} from '@gazetteer/client';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {quickSearchQuery} from '../../api/queries.ts';
import {allEntityTypes, isInternal} from '../../api/type-index.ts';
import {filterOf, type SearchLink} from './search-link.ts';
import {writeFilter} from './filter-text.ts';
import classes from './search.module.css';

type FacetsProps = {
  readonly link: SearchLink;
  /** As it was asked in the end. */
  readonly query: string | undefined;
  readonly onChange: (changes: SearchLink) => void;
};

const maxShown = 8;

/** How the hits of a query are shared out among types and owners; a click narrows the search. */
export function Facets({link, query, onChange}: FacetsProps) {
  const isAsked = query !== undefined && link.tag === undefined && link.term === undefined;
  const filter = filterOf(link.entityFilters);
  const {data} = useQuery({
    ...quickSearchQuery({
      query: query ?? '',
      typeName: link.type ?? allEntityTypes,
      ...(filter === undefined ? {} : {entityFilters: filter as Schemas['FilterCriteria']}),
      excludeDeletedEntities: link.includeDE !== 'true',
      includeSubTypes: link.excludeST !== 'true',
      limit: 1,
    }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  if (!isAsked || data === undefined) return null;
  const types = (data.aggregationMetrics?.['__typeName'] ?? []).filter(one => !isInternal(one.name));
  const owners = data.aggregationMetrics?.['Asset.owner'] ?? [];
  const isOneType = link.type !== undefined && link.type !== allEntityTypes;
  const withOwner = (owner: string) =>
    writeFilter({
      condition: 'AND',
      criterion: [
        ...(filterOf(link.entityFilters)?.criterion ?? []),
        {attributeName: 'owner', operator: '=', attributeValue: owner},
      ],
    });
  if (types.length + owners.length < 2 && !isOneType) return null;
  return (
    <div className={classes['facets']} role="group" aria-label="Narrow the results">
      {isOneType ? (
        <button
          type="button"
          className={classes['facet']}
          aria-pressed
          onClick={() => onChange({type: allEntityTypes})}
        >
          {link.type} ✕
        </button>
      ) : (
        types.slice(0, maxShown).map(({name, count}) => (
          <button key={name} type="button" className={classes['facet']} onClick={() => onChange({type: name})}>
            <bdi>{name}</bdi> <span>{count.toLocaleString()}</span>
          </button>
        ))
      )}
      {isOneType &&
        owners.slice(0, maxShown).map(({name, count}) => (
          <button
            key={name}
            type="button"
            className={classes['facet']}
            onClick={() => onChange({entityFilters: withOwner(name) ?? ''})}
          >
            owner <bdi>{name}</bdi> <span>{count.toLocaleString()}</span>
          </button>
        ))}
    </div>
  );
}
