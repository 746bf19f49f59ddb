import {Switch, Text} from '@mantine/core';
import {EmptyState, ErrorState, LoadingState} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {getRouteApi, Link, useNavigate} from '@tanstack/react-router';
import {Boxes} from 'lucide-react';
import {useState} from 'react';
import {searchQuery} from '../../api/queries.ts';
import {useTypes} from '../../api/type-index.ts';
import type {Entity, EntityHeader} from '../../api/wire.ts';
import {domainAndBelow} from '../../domain/domain-tree.ts';
import {domainsQuery, groupKind, productsQuery} from '../../domain/queries.ts';
import {BadgeLink} from '../../entity/badge-link.tsx';
import {readFacets, writeFacets} from '../search/facet-text.ts';
import {Facets} from '../search/facets.tsx';
import {Paging} from '../search/paging.tsx';
import {attributesToAsk, chosenColumns} from '../search/result-columns.tsx';
import {ResultTable} from '../search/result-table.tsx';
import {
  type SearchLink,
  searchLink,
  searchParameters,
  shownParameters,
} from '../search/search-link.ts';
import {SelectionBar, useMayChange} from '../search/selection-bar.tsx';
import searchClasses from '../search/search.module.css';
import {Documentation} from './documentation.tsx';
import classes from './entity.module.css';
import {FindField} from './find-field.tsx';
import type {TabProps} from './tab-props.ts';

const route = getRouteApi('/detailPage/$guid');

/** What a domain or a data product is for, what is in a domain, and its assets. */
export function AssetsTab({entity}: TabProps) {
  const isDomain = groupKind(useTypes(), entity.typeName) === 'domain';
  return (
    <div className={classes['stack']}>
      <Documentation entity={entity} />
      {isDomain && <InDomain guid={entity.guid} />}
      <Members entity={entity} />
    </div>
  );
}

/** Domains and products right below it. */
function InDomain({guid}: {guid: string}) {
  // From the lists that many pages have: they are short, and mostly loaded.
  const domains = (useQuery(domainsQuery).data ?? []).filter(one => one.parentGuid === guid);
  const products = (useQuery(productsQuery).data ?? []).filter(one => one.domainGuid === guid);
  const lists = [
    ['Subdomains', domains],
    ['Data products', products],
  ] as const;
  if (domains.length + products.length === 0) return null;
  return (
    <dl className={classes['summary']}>
      {lists.map(
        ([title, list]) =>
          list.length > 0 && (
            <div key={title}>
              <dt>{title}</dt>
              <dd className={classes['badges']}>
                {list.map(one => (
                  <BadgeLink
                    key={one.guid}
                    to="/detailPage/$guid"
                    params={{guid: one.guid}}
                    variant="light"
                    tt="none"
                  >
                    <bdi>{one.name}</bdi>
                  </BadgeLink>
                ))}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A search takes so many values of facets, and needs some for what is chosen beside them. */
const maxIncluded = 900;

/** Searched, narrowed and selected like results of every search. */
function Members({entity}: TabProps) {
  const {kind, link, columns, found, isNarrowed, below, change} = useMembers(entity);
  const count = found.data?.approximateCount;
  return (
    <section aria-label="Assets">
      <div className={classes['tools']}>
        <FindField
          label="Find in assets"
          placeholder="Find in assets"
          value={link.query ?? ''}
          onChange={text => change({query: text ?? ''})}
        />
        {below.canInclude && (
          <Switch
            size="xs"
            label="Include subdomains"
            checked={below.isIncluded}
            onChange={event => below.include(event.currentTarget.checked)}
          />
        )}
        <Text size="sm" c="dimmed" role="status">
          {count === undefined
            ? ''
            : `${count.toLocaleString()} ${count === 1 ? 'asset' : 'assets'}`}
        </Text>
      </div>
      {found.isError ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <LoadingState what="Loading assets" />
      ) : (found.data.entities ?? []).length === 0 && !isNarrowed ? (
        <EmptyState title="No assets yet" icon={<Boxes size={40} strokeWidth={1.5} />}>
          <span>
            <Link to="/search/searchResult" search={searchLink({})}>
              Search
            </Link>
            , select assets, then{' '}
            {kind === 'domain' ? 'set their domain' : 'edit their data products'}.
          </span>
        </EmptyState>
      ) : (
        <div className={searchClasses['columns']}>
          <Facets link={link} query={link.query} onChange={change} fixed={kind} />
          <div className={searchClasses['found']}>
            <Found
              link={link}
              entities={found.data.entities ?? []}
              count={found.data.approximateCount}
              columns={columns}
              isStale={found.isPlaceholderData}
              onChange={change}
            />
          </div>
        </div>
      )}
    </section>
  );
}

/** The search for what a domain or a data product has, with what the address narrows it by. */
function useMembers(entity: Entity) {
  const types = useTypes();
  const navigate = useNavigate();
  const search = route.useSearch();
  const kind = groupKind(types, entity.typeName) ?? 'domain';
  const domains = useQuery({...domainsQuery, enabled: kind === 'domain'}).data ?? [];
  // What a domain is about is mostly in the domains below it.
  const [isIncluded, include] = useState(true);
  const all = kind === 'domain' ? domainAndBelow(domains, entity.guid) : [entity.guid];
  // Above so many the search would refuse it: then the domain's own assets are shown.
  const canInclude = all.length > 1 && all.length <= maxIncluded;
  // A search for the values of one facet, as the search page would do it.
  const of = {[kind]: canInclude && isIncluded ? all : [entity.guid]};
  const link = searchLink({
    query: search.find,
    facets: writeFacets({...readFacets(search.facets), ...of}),
    pageOffset: search.pageOffset,
  });
  const columns = chosenColumns(link, types);
  const found = useQuery({
    ...searchQuery(shownParameters(link, attributesToAsk(columns))),
    placeholderData: keepPreviousData,
  });
  const change = ({query, facets, pageOffset}: SearchLink) => {
    // Where somebody is says which group it is; the address has only what they have chosen.
    const {[kind]: _own, ...chosen} = readFacets(facets ?? link.facets);
    void navigate({
      to: '/detailPage/$guid',
      params: {guid: entity.guid},
      // All of it replaced in the address, so that Back leads to the page before.
      search: {
        ...search,
        find: (query ?? search.find) || undefined,
        facets: writeFacets(chosen) || undefined,
        pageOffset: pageOffset || undefined,
      },
      replace: true,
    });
  };
  const isNarrowed = search.find !== undefined || search.facets !== undefined;
  return {kind, link, columns, found, isNarrowed, below: {canInclude, isIncluded, include}, change};
}

type FoundProps = {
  readonly link: SearchLink;
  readonly entities: readonly EntityHeader[];
  readonly count: number;
  readonly columns: ReturnType<typeof chosenColumns>;
  readonly isStale: boolean;
  readonly onChange: (changes: SearchLink) => void;
};

function Found({link, entities, count, columns, isStale, onChange}: FoundProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const mayChange = useMayChange();
  if (entities.length === 0)
    return <EmptyState title="No asset matches" icon={<Boxes size={40} strokeWidth={1.5} />} />;
  return (
    <>
      <SelectionBar
        entities={entities.filter(one => selected.has(one.guid))}
        isWholePage={entities.every(one => selected.has(one.guid))}
        onWholePage={() => setSelected(new Set(entities.map(one => one.guid)))}
        // All pages of it, without columns: what a bulk change goes through.
        all={{search: searchParameters({...link, pageOffset: undefined}, []), count}}
        onDone={() => setSelected(new Set())}
      />
      <ResultTable
        entities={entities}
        columns={columns}
        sought={link.query}
        isStale={isStale}
        {...(mayChange ? {selection: {keys: selected, onChange: setSelected}} : {})}
      />
      <Paging link={link} shown={entities.length} count={count} onChange={onChange} />
    </>
  );
}
