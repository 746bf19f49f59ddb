import {Button, Group, Select, Text} from '@mantine/core';
import {
  type Column,
  DataTable,
  DocsLink,
  EmptyState,
  ErrorState,
  LoadingState,
  When,
} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {useNavigate} from '@tanstack/react-router';
import {Trash2} from 'lucide-react';
import {useState} from 'react';
import {AssetLink} from '../../entity/asset-link.tsx';
import {isInternal, useTypes} from '../../api/type-index.ts';
import type {EntityHeader} from '../../api/wire.ts';
import {DeleteDialog} from '../../entity/delete-dialog.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {typeChoices, TypeLabel} from '../../entity/type-label.tsx';
import type {TabProps} from './link.ts';
import {pageOffset} from '../../whole-number.ts';
import {Pager} from './pager.tsx';
import {deletedQuery, deletedRows} from './queries.ts';

const columns: Column<EntityHeader>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 300,
    cell: one => (
      <Group gap="xs" wrap="nowrap">
        <TypeIcon typeName={one.typeName} />
        <AssetLink guid={one.guid} name={nameOf(one)} />
      </Group>
    ),
  },
  {id: 'type', header: 'Type', width: 180, cell: ({typeName}) => <TypeLabel name={typeName} />},
  {
    id: 'time',
    header: 'Deleted',
    width: 200,
    // Nothing changes a deleted entity any more.
    cell: ({attributes}) => <When ms={Number(attributes['__modificationTimestamp'] ?? 0)} />,
  },
  {
    id: 'user',
    header: 'By',
    width: 140,
    cell: ({attributes}) => <bdi>{String(attributes['__modifiedBy'] ?? '')}</bdi>,
  },
];

/** Entities that are deleted and can be removed for good. */
export function DeletedTab({link, onChange}: TabProps) {
  const types = useTypes();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const offset = pageOffset(link.from);
  const {type = ''} = link;
  const found = useQuery({...deletedQuery({type, offset}), placeholderData: keepPreviousData});
  const all = found.data?.entities ?? [];
  // One more was asked for than is shown: it tells whether there is a next page.
  const rows = all.slice(0, deletedRows);
  // Of the page alone: what was chosen on another one is not in sight, and would go with it.
  const guids = rows.map(one => one.guid).filter(guid => chosen.has(guid));
  return (
    <div aria-busy={found.isFetching}>
      <Group mb="sm">
        <Select
          aria-label="Filter by type"
          placeholder="All types"
          searchable
          {...typeChoices([...types.entities.keys()].filter(name => !isInternal(name)))}
          value={type === '' ? null : type}
          onChange={value => onChange({type: value ?? '', from: ''})}
          clearable
          clearButtonProps={{'aria-label': 'Show all types'}}
        />
        <Button
          color="red.8"
          leftSection={<Trash2 size={16} />}
          disabled={guids.length === 0}
          onClick={() => setOpen(true)}
        >
          {guids.length === 0
            ? 'Delete permanently'
            : `Delete ${guids.length.toLocaleString()} permanently`}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {(found.data?.approximateCount ?? 0) > 0 &&
            `${(found.data?.approximateCount ?? 0).toLocaleString()} deleted`}
        </Text>
      </Group>
      {found.isError ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <LoadingState what="Looking for deleted entities" />
      ) : rows.length === 0 ? (
        <EmptyState title="Nothing is deleted" icon={<Trash2 size={40} strokeWidth={1.5} />}>
          Deleted entities are listed here until deleted permanently.{' '}
          <DocsLink to="deletes">How deletion works</DocsLink>
        </EmptyState>
      ) : (
        <DataTable
          label="Deleted entities"
          name="admin.deleted"
          columns={columns}
          rows={rows}
          rowKey={one => one.guid}
          selection={{keys: chosen, onChange: setChosen}}
          onOpen={one => void navigate({to: '/detailPage/$guid', params: {guid: one.guid}})}
        />
      )}
      <Pager
        offset={offset}
        shown={rows.length}
        size={deletedRows}
        hasMore={all.length > deletedRows}
        onChange={next => onChange({from: String(next)})}
      />
      <DeleteDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        guids={guids}
        isPurge
        onDone={() => setChosen(new Set())}
      />
    </div>
  );
}
