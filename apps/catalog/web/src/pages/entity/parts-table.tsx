import {Button, Group, SegmentedControl, Text} from '@mantine/core';
import type {AssetShape} from '@gazetteer/model/asset';
import {DataTable, EmptyState, ErrorState, LoadingState, type Sort} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {getRouteApi, useNavigate} from '@tanstack/react-router';
import {Columns3} from 'lucide-react';
import {partsQuery} from '../../api/queries.ts';
import {useTypes} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {attributeLabels} from '../../entity/display-name.ts';
import {pageOffset} from '../../whole-number.ts';
import classes from './entity.module.css';
import {FindField} from './find-field.tsx';
import {partAttributes, partColumns} from './part-columns.tsx';
import type {PartsSearch} from './parts-link.ts';

const route = getRouteApi('/detailPage/$guid');
/** Columns are compared with each other, so most tables have all of them on one page. */
const pageSizes = {table: 1000, container: 100, process: 100, other: 100} as const;

type PartsTableProps = {readonly entity: Entity; readonly shape: AssetShape};

/**
 * The parts of an asset, found by what they contain, a page at a time; what they are about is
 * written in place.
 */
export function PartsTable({entity, shape}: PartsTableProps) {
  const types = useTypes();
  const navigate = useNavigate();
  const {relation, find, sort, offset, limit, found, change} = useParts(entity, shape);
  const isColumns = shape.kind === 'table' && relation === shape.parts[0];
  const labelOf = attributeLabels(types, entity.typeName);
  const columns = partColumns({
    types,
    typeName: relation?.part ?? '',
    rows: found.data?.entities ?? [],
    lineage: found.data?.lineage ?? {},
    isColumns,
  });
  return (
    <section aria-label={isColumns ? 'Columns' : 'Contents'}>
      <div className={classes['tools']}>
        {shape.parts.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Parts"
            data={shape.parts.map(one => ({value: one.attribute, label: labelOf(one.attribute)}))}
            value={relation?.attribute ?? ''}
            onChange={parts => change({parts, find: undefined, partsSort: undefined})}
          />
        )}
        <FindField
          key={relation?.attribute}
          label="Find by name, description or data type"
          placeholder="Find by name or description"
          value={find}
          onChange={text => change({find: text})}
        />
        {found.data !== undefined && (
          <Text size="sm" c="dimmed" role="status">
            {rangeText(offset, found.data.entities.length, found.data.approximateCount, isColumns)}
          </Text>
        )}
      </div>
      {found.isError ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.isPending ? (
        <LoadingState />
      ) : found.data.entities.length === 0 ? (
        <Nothing find={find} onClear={() => change({find: undefined})} />
      ) : (
        <DataTable
          label={isColumns ? 'Columns' : 'Contents'}
          // Widths are kept by type and relation: columns of tables and files of folders are of
          // different kinds.
          name={`parts.${entity.typeName}.${relation?.attribute ?? ''}`}
          columns={columns}
          rows={found.data.entities}
          rowKey={row => row.guid}
          stateOf={row => row.status.toLowerCase()}
          sort={sort}
          onSort={next => change({partsSort: next && `${next.by}:${next.order}`})}
          onOpen={row => void navigate({to: '/detailPage/$guid', params: {guid: row.guid}})}
          maxHeight="65vh"
        />
      )}
      <Pages
        offset={offset}
        limit={limit}
        count={found.data?.approximateCount ?? 0}
        onChange={next => change({pageOffset: next === 0 ? undefined : String(next)})}
      />
    </section>
  );
}

/** The parts that the address asks for. */
function useParts({guid}: Entity, shape: AssetShape) {
  const types = useTypes();
  const navigate = useNavigate();
  const search = route.useSearch();
  const relation = shape.parts.find(one => one.attribute === search.parts) ?? shape.parts[0];
  const limit = pageSizes[shape.kind];
  const offset = pageOffset(search.pageOffset);
  const sort = sortOf(search.partsSort);
  const find = search.find ?? '';
  const change = (next: PartsSearch) =>
    void navigate({
      to: '/detailPage/$guid',
      params: {guid},
      // Another selection begins at its first page.
      search: {...search, pageOffset: undefined, ...next},
      replace: true,
    });
  const found = useQuery({
    ...partsQuery(guid, {
      relation: relation?.attribute ?? '',
      attributes: partAttributes(types, relation?.part ?? ''),
      limit,
      offset,
      withLineage: true,
      ...(find === '' ? {} : {query: find}),
      ...(sort === undefined ? {} : {sortBy: sort.by, sortOrder: sort.order}),
    }),
    // Rows stay while others are asked for, but for those of other parts.
    placeholderData: (before, query) =>
      relationOf(query?.queryKey) === (relation?.attribute ?? '') ? before : undefined,
  });
  return {relation, find, sort, offset, limit, found, change};
}

function Nothing({find, onClear}: {find: string; onClear: () => void}) {
  const icon = <Columns3 size={40} strokeWidth={1.5} />;
  if (find === '') return <EmptyState title="Nothing in here yet" icon={icon} />;
  return (
    <EmptyState title={`Nothing contains “${find}”`} icon={icon}>
      <Button variant="default" onClick={onClear}>
        Clear filter
      </Button>
    </EmptyState>
  );
}

function Pages(props: {
  offset: number;
  limit: number;
  count: number;
  onChange: (offset: number) => void;
}) {
  const {offset, limit, count, onChange} = props;
  if (count <= limit && offset === 0) return null;
  return (
    <Group mt="sm" justify="flex-end" gap="xs" role="group" aria-label="Pages">
      <Button
        variant="default"
        size="xs"
        disabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - limit))}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={offset + limit >= count}
        onClick={() => onChange(offset + limit)}
      >
        Next
      </Button>
    </Group>
  );
}

/** Without a range where all are in sight. */
function rangeText(offset: number, shown: number, count: number, isColumns: boolean): string {
  if (shown === 0 || shown === count) {
    const [one, many] = isColumns ? ['column', 'columns'] : ['entity', 'entities'];
    return `${count.toLocaleString()} ${count === 1 ? one : many}`;
  }
  return `${(offset + 1).toLocaleString()}–${(offset + shown).toLocaleString()} of ${count.toLocaleString()}`;
}

/** As `partsQuery` writes its key. */
function relationOf(key: readonly unknown[] | undefined): unknown {
  return (key?.[2] as {relation?: string} | undefined)?.relation;
}

/** `name:ASCENDING`; an address may say anything else. */
function sortOf(text: string | undefined): Sort | undefined {
  const [by = '', order] = (text ?? '').split(':');
  return by !== '' && (order === 'ASCENDING' || order === 'DESCENDING') ? {by, order} : undefined;
}
