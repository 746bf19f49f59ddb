import {Badge, Button, Group, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  LoadingState,
  toast,
  Name,
  useConfirm,
} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {Link, useSearch} from '@tanstack/react-router';
import {Database, Plus, Search, X} from 'lucide-react';
import {useState} from 'react';
import {AssetLink} from '../../entity/asset-link.tsx';
import {May} from '../../api/may.tsx';
import {client} from '../../api/client.ts';
import type {Term} from '../../api/wire.ts';
import {refresh} from '../../entity/refresh.ts';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {undoable} from '../../entity/undoable.ts';
import {searchLink} from '../search/search-link.ts';
import {AssignDialog} from './assign-dialog.tsx';
import {pageOffset} from '../../whole-number.ts';
import {assignedQuery, tableRows} from './queries.ts';
import {Steps} from './steps.tsx';

type Assigned = Schemas['RelatedObjectId'];
/** The same each time, so that a selection that is emptied is no new one. */
const nobody: ReadonlySet<string> = new Set();

/** The entities that a term is assigned to, to look at, to add to and to take from. */
export function EntitiesTab({term}: {term: Term}) {
  const {guid = '', assignedCount: count = 0} = term;
  const offset = pageOffset(useSearch({from: '/glossary'}).pageOffset);
  // By the page: a term may be assigned to a hundred thousand entities.
  const found = useQuery({...assignedQuery(guid, offset), placeholderData: keepPreviousData});
  const [chosen, setChosen] = useState<ReadonlySet<string>>(nobody);
  const [isOpen, setOpen] = useState(false);
  const rows = found.data ?? [];
  // Of the page in sight alone, as its button says how many they are.
  const selected = rows.filter(one => chosen.has(one.guid ?? ''));
  return (
    <>
      <Group mb="sm" gap="xs">
        <May to="add-relationship">
          <Button
            size="xs"
            variant="default"
            leftSection={<Plus size={14} />}
            onClick={() => setOpen(true)}
          >
            Assign to entities
          </Button>
        </May>
        {/* The search finds more of them at once, and narrows them. */}
        {count > 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Search size={14} />}
            renderRoot={own => (
              <Link
                {...own}
                to="/search/searchResult"
                search={searchLink({term: term.qualifiedName})}
              />
            )}
          >
            Search by this term
          </Button>
        )}
        <May to="remove-relationship">
          <TakeAway term={term} entities={selected} onDone={() => setChosen(nobody)} />
        </May>
      </Group>
      {count === 0 ? (
        <EmptyState title="No entity has this term" icon={<Database size={40} strokeWidth={1.5} />}>
          <Text ta="center">Assign the term to entities so that users can find them by it.</Text>
        </EmptyState>
      ) : found.isError ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} hasTitle={false} />
      ) : found.isPending ? (
        <LoadingState what="Loading entities" />
      ) : (
        <>
          <DataTable
            label="Entities with this term"
            name="glossary.entities"
            columns={[
              ...columns,
              // Columns that would be empty on this page are left out.
              ...saying.filter(({id}) => rows.some(one => said(one, id) !== undefined)),
            ]}
            rows={rows}
            rowKey={one => one.guid ?? ''}
            stateOf={one => one.entityStatus?.toLowerCase()}
            selection={{keys: chosen, onChange: setChosen}}
          />
          <Steps offset={offset} shown={rows.length} count={count} size={tableRows} />
        </>
      )}
      <AssignDialog isOpen={isOpen} onClose={() => setOpen(false)} term={term} />
    </>
  );
}

/** Only once something is selected. */
function TakeAway({
  term,
  entities,
  onDone,
}: {
  term: Term;
  entities: readonly Assigned[];
  onDone: () => void;
}) {
  const confirm = useConfirm();
  const {guid = '', name = ''} = term;
  if (entities.length === 0) return null;
  // How many is said on the button and again in the question.
  const label = entities.length === 1 ? '1 entity' : `${entities.length.toLocaleString()} entities`;
  const take = async () => {
    const isSure = await confirm({
      title: `Remove ${name} from ${label}?`,
      text: 'The entities are kept. Classifications propagated by the term are removed from them.',
      action: 'Remove',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      const body = entities.map(one => ({
        guid: one.guid ?? '',
        // With it the server need not look for the assignment.
        ...(one.relationshipGuid === undefined ? {} : {relationshipGuid: one.relationshipGuid}),
      }));
      const {undo} = await undoable(() =>
        client.call('DELETE /v2/glossary/terms/{guid}/assignedEntities', {path: {guid}, body}),
      );
      toast({kind: 'done', title: `${name} removed from ${label}`, action: undo});
      onDone();
    } catch (error) {
      toast({kind: 'problem', title: `Couldn’t remove ${name}`, error});
    } finally {
      await refresh();
    }
  };
  return (
    <Button size="xs" variant="default" leftSection={<X size={14} />} onClick={() => void take()}>
      Remove from {label}
    </Button>
  );
}

/** What the assignment has under a name. */
const said = (one: Assigned, name: string) =>
  one.relationshipAttributes?.attributes?.[name] ?? undefined;
/** Attributes of an assignment are whatever the server has kept. */
const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? <span dir="auto">{value}</span> : null;

const columns: readonly Column<Assigned>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 200,
    cell: ({guid = '', displayText = guid, entityStatus, typeName = ''}) => (
      <Group gap={6} wrap="nowrap" align="baseline">
        <TypeIcon typeName={typeName} size={14} />
        <AssetLink guid={guid}>
          <Name text={displayText} />
        </AssetLink>
        {entityStatus === 'DELETED' && (
          <Badge size="xs" color="red.8">
            deleted
          </Badge>
        )}
      </Group>
    ),
  },
  {id: 'type', header: 'Type', width: 120, cell: one => <TypeLabel name={one.typeName ?? ''} />},
  {
    id: 'qualifiedName',
    header: 'Qualified name',
    width: 260,
    cell: one => <Name text={one.qualifiedName ?? ''} />,
  },
];

/** What an assignment says about itself; often it says nothing. */
const saying: readonly Column<Assigned>[] = [
  {id: 'status', header: 'Status', width: 100, cell: one => text(said(one, 'status'))},
  {id: 'steward', header: 'Steward', width: 110, cell: one => text(said(one, 'steward'))},
  {id: 'description', header: 'Why', width: 200, cell: one => text(said(one, 'description'))},
];
