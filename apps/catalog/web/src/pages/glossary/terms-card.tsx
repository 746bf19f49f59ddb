import {Button, Group, Text} from '@mantine/core';
import {type Column, DataTable, ErrorState, LoadingState} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {useSearch} from '@tanstack/react-router';
import {FolderTree, Plus, Trash2} from 'lucide-react';
import {useState} from 'react';
import type {Term} from '../../api/wire.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import classes from './glossary.module.css';
import {pageOffset} from '../../whole-number.ts';
import {TermPlaceDialog} from './place-dialog.tsx';
import {tableRows, wholeTermsQuery} from './queries.ts';
import {RemoveDialog} from './remove-dialog.tsx';
import {Steps} from './steps.tsx';
import {ItemLink} from './way.tsx';

type TermsCardProps = {
  readonly glossaryGuid: string;
  readonly count: number;
  readonly onNew: () => void;
};
type Open = 'move' | 'remove';
const nobody: ReadonlySet<string> = new Set();

/** The terms of a glossary as a table, to do something with several of them. */
export function TermsCard({glossaryGuid, count, onNew}: TermsCardProps) {
  const offset = pageOffset(useSearch({from: '/glossary'}).pageOffset);
  const found = useQuery({
    ...wholeTermsQuery(glossaryGuid, offset),
    // The table stands still between two pages.
    placeholderData: keepPreviousData,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(nobody);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const terms = found.data ?? [];
  // Only those of this page are acted upon: what is not seen is not deleted.
  const selected = terms.filter(term => chosen.has(term.guid ?? ''));
  // They have moved or are gone: a second click must not find them still chosen.
  const done = () => setChosen(nobody);
  // An empty table would say less than what to do next.
  if (count === 0) return <NoTerms onNew={onNew} />;
  return (
    <TitledCard title="Terms" count={count}>
      {found.isError && (
        <ErrorState error={found.error} retry={() => void found.refetch()} hasTitle={false} />
      )}
      {found.isPending && <LoadingState what="Loading terms" />}
      {found.isSuccess && (
        <>
          {selected.length > 0 && (
            <SelectionBar count={selected.length} onOpen={setOpen} onClear={done} />
          )}
          <DataTable
            label="Terms"
            name="glossary.terms"
            columns={columns}
            rows={terms}
            rowKey={term => term.guid ?? ''}
            selection={{keys: chosen, onChange: setChosen}}
          />
          <Steps offset={offset} shown={terms.length} count={count} size={tableRows} />
        </>
      )}
      <TermPlaceDialog
        isOpen={open === 'move'}
        onClose={close}
        glossaryGuid={glossaryGuid}
        terms={selected}
        onDone={done}
      />
      <RemoveDialog
        isOpen={open === 'remove'}
        onClose={close}
        kind="term"
        items={selected.map(({guid = '', name = ''}) => ({guid, name}))}
        assigned={selected.flatMap(({guid = '', name = '', assignedCount: count = 0}) =>
          count === 0 ? [] : [{guid, name, count}],
        )}
        // The numbers of relations of so many terms are not known here.
        consequences="What relates these terms to others, and to categories, ends."
        onDone={done}
      />
    </TitledCard>
  );
}

/** The way to a first one. */
function NoTerms({onNew}: {readonly onNew: () => void}) {
  return (
    <TitledCard title="Terms">
      <Text size="sm" mb="sm">
        No terms yet. Create one, or import a CSV or XLSX file.
      </Text>
      <Group>
        <Button size="xs" variant="default" leftSection={<Plus size={14} />} onClick={onNew}>
          Create term
        </Button>
      </Group>
    </TitledCard>
  );
}

type SelectionBarProps = {
  readonly count: number;
  readonly onOpen: (dialog: Open) => void;
  readonly onClear: () => void;
};

/** What can be done with all that are selected at once. */
function SelectionBar({count, onOpen, onClear}: SelectionBarProps) {
  return (
    <div className={classes['selection']} role="region" aria-label="Selected terms">
      <Text size="sm" fw={600}>
        {count.toLocaleString()} chosen
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<FolderTree size={14} />}
        onClick={() => onOpen('move')}
      >
        Add to categories
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Trash2 size={14} />}
        onClick={() => onOpen('remove')}
      >
        Delete
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}

/** Short texts only: the page of a term has all of it. */
const columns: readonly Column<Term>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 170,
    cell: ({guid = '', name = guid}) => <ItemLink guid={guid} kind="term" label={name} />,
  },
  {
    id: 'description',
    header: 'Description',
    width: 260,
    cell: term => <span dir="auto">{term.shortDescription ?? term.longDescription}</span>,
  },
  {
    id: 'categories',
    header: 'Categories',
    width: 130,
    cell: ({categories = []}) => <bdi>{categories.map(one => one.displayText).join(', ')}</bdi>,
  },
  {
    id: 'entities',
    header: 'Entities',
    width: 90,
    align: 'end',
    cell: ({assignedCount = 0}) => (assignedCount === 0 ? '' : assignedCount.toLocaleString()),
  },
];
