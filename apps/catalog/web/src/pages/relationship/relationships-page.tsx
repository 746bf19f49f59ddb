import {Badge, Button, Group, Select, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {
  type Column,
  complete,
  DataTable,
  EmptyState,
  ErrorState,
  type FilterGroup,
  LoadingState,
  Page,
  QueryBuilder,
} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {getRouteApi, Link, useNavigate} from '@tanstack/react-router';
import {Share2} from 'lucide-react';
import {useEffect, useState} from 'react';
import {client} from '../../api/client.ts';
import {useTypes} from '../../api/type-index.ts';
import {AssetLink} from '../../entity/asset-link.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {relationshipFields} from '../search/filter-fields.ts';
import {readFilter, writeFilter} from '../search/filter-text.ts';
import {Paging} from '../search/paging.tsx';
import {limitOf, offsetOf} from '../search/search-link.ts';
import type {RelationshipsLink} from './relationships-link.ts';

type Relationship = Schemas['RelationshipHeader'];
const route = getRouteApi('/relationships');
const none: FilterGroup = {condition: 'AND', criterion: []};

/** Relationships by their type and attributes; the search is in the address. */
export function RelationshipsPage() {
  const link = route.useSearch();
  const navigate = useNavigate();
  // Another question begins at its first page.
  const change = (changes: RelationshipsLink) =>
    void navigate({to: '/relationships', search: {...link, pageOffset: '', ...changes}});
  const found = useQuery({...relationsQuery(link), placeholderData: keepPreviousData});
  const {relations = [], approximateCount = 0} = found.data ?? {};
  return (
    <Page
      title="Relationships"
      lead={<Share2 size={26} strokeWidth={1.75} aria-hidden />}
      isBusy={found.isFetching}
    >
      {/* Conditions of one type mean nothing for another. */}
      <Conditions key={link.type} link={link} onChange={change} />
      {link.type === undefined ? (
        <EmptyState
          title="Choose a relationship type"
          icon={<Share2 size={40} strokeWidth={1.5} />}
        />
      ) : found.isError ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <LoadingState what="Searching" />
      ) : relations.length === 0 ? (
        <EmptyState title="No relationships found" icon={<Share2 size={40} strokeWidth={1.5} />} />
      ) : (
        <>
          <DataTable
            label="Relationships"
            name="relationships"
            columns={columns}
            rows={relations}
            rowKey={one => one.guid}
            stateOf={one => one.status.toLowerCase()}
            onOpen={({guid}) =>
              void navigate({to: '/relationshipDetailPage/$guid', params: {guid}})
            }
            maxHeight="65vh"
          />
          <Paging
            link={link}
            shown={relations.length}
            count={approximateCount}
            onChange={({pageOffset, pageLimit}) =>
              change({
                pageOffset,
                ...(pageLimit === undefined ? {} : {pageLimit}),
              })
            }
          />
        </>
      )}
    </Page>
  );
}

function relationsQuery(link: RelationshipsLink) {
  const relationshipFilters = readFilter(link.filter);
  const body = {
    relationshipName: link.type ?? '',
    ...(relationshipFilters === undefined
      ? {}
      : {relationshipFilters: relationshipFilters as Schemas['FilterCriteria']}),
    limit: limitOf(link),
    offset: offsetOf(link),
  };
  return {
    queryKey: ['relations', body],
    queryFn: ({signal}: {signal: AbortSignal}) =>
      client.call('POST /v2/search/relations', {body}, {signal}),
    // The server searches one type at a time.
    enabled: link.type !== undefined,
  };
}

function Conditions({
  link,
  onChange,
}: {
  link: RelationshipsLink;
  onChange: (changes: RelationshipsLink) => void;
}) {
  const types = useTypes();
  const [filter, setFilter] = useState(readFilter(link.filter) ?? none);
  // The way back brings other conditions.
  useEffect(() => setFilter(readFilter(link.filter) ?? none), [link.filter]);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        // Half a condition is left out and not sent.
        const whole = complete(filter);
        onChange({
          filter:
            writeFilter(whole !== undefined && 'criterion' in whole ? whole : undefined) ?? '',
        });
      }}
    >
      <Select
        label="Relationship type"
        searchable
        maw={480}
        mb="sm"
        data={[...types.relationships.keys()].toSorted((a, b) => a.localeCompare(b))}
        value={link.type ?? null}
        // Attributes of one type are unknown to the next.
        onChange={type => onChange({type: type ?? '', filter: ''})}
      />
      {link.type !== undefined && (
        <>
          <QueryBuilder
            fields={relationshipFields(types, link.type)}
            value={filter}
            onChange={setFilter}
          />
          <Group gap="xs" my="sm">
            <Button type="submit" size="xs">
              Apply
            </Button>
            <Button size="xs" variant="default" onClick={() => onChange({filter: ''})}>
              Clear
            </Button>
          </Group>
        </>
      )}
    </form>
  );
}

/** Ends by their qualified names, which is all that an answer has of them. */
const columns: readonly Column<Relationship>[] = [
  {
    id: 'type',
    header: 'Relationship',
    width: 240,
    cell: ({guid, typeName, status}) => (
      <>
        <Link to="/relationshipDetailPage/$guid" params={{guid}}>
          <bdi>{typeName}</bdi>
        </Link>
        {status === 'DELETED' && (
          <Badge size="xs" color="red.8" ms={6}>
            deleted
          </Badge>
        )}
      </>
    ),
  },
  {id: 'end1', header: 'End 1', width: 300, cell: one => <End end={one.end1} />},
  {id: 'end2', header: 'End 2', width: 300, isWide: true, cell: one => <End end={one.end2} />},
];

function End({end}: {end: Relationship['end1']}) {
  const {guid = '', typeName = '', uniqueAttributes} = end ?? {};
  // An answer to a search has no names of ends.
  const name = uniqueAttributes?.['qualifiedName'];
  return (
    <>
      <AssetLink guid={guid} name={typeof name === 'string' ? name : guid} />
      {typeName !== '' && (
        <Text size="xs" c="dimmed">
          <TypeLabel name={typeName} />
        </Text>
      )}
    </>
  );
}
