import {Button, Group, Stack, Text} from '@mantine/core';
import {type Column, DataTable, EmptyState, Page, Problem} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {BookOpen, FileDown, FlaskConical, Plus, Upload} from 'lucide-react';
import {useState} from 'react';
import {May} from '../../api/may.tsx';
import {glossariesQuery} from '../../api/queries.ts';
import type {Glossary} from '../../api/wire.ts';
import {useSample} from '../../sample/sample-dialog.tsx';
import {DraftDialog} from './draft-dialog.tsx';
import {ExportDialog} from './export-dialog.tsx';
import {ItemLink} from './way.tsx';
import {useShowGlossary} from './use-show-glossary.ts';

/** All glossaries, or how to get the first one. */
export function GlossariesPage() {
  const glossaries = useSuspenseQuery(glossariesQuery).data;
  const showGlossary = useShowGlossary();
  // One dialog at a time.
  const [open, setOpen] = useState<'new' | 'export'>();
  const close = () => setOpen(undefined);
  const isEmpty = glossaries.length === 0;
  return (
    <Page
      title="Glossaries"
      note={isEmpty ? undefined : counted(glossaries)}
      actions={
        !isEmpty && (
          <>
            <May to="entity-create">
              <Button size="xs" leftSection={<Plus size={14} />} onClick={() => setOpen('new')}>
                New glossary
              </Button>
              <ImportButton />
            </May>
            <Button
              size="xs"
              variant="default"
              leftSection={<FileDown size={14} />}
              onClick={() => setOpen('export')}
            >
              Export
            </Button>
          </>
        )
      }
    >
      {isEmpty ? (
        <FirstGlossary onNew={() => setOpen('new')} />
      ) : (
        <DataTable
          label="Glossaries"
          name="glossaries"
          columns={
            // Few have one, and a column of nothing takes room.
            glossaries.some(one => one.language !== undefined) ? [...columns, language] : columns
          }
          rows={glossaries}
          rowKey={one => one.guid}
          onOpen={({guid}) => void showGlossary(guid)}
        />
      )}
      {/* A new glossary is empty: what comes next is done on its own page. */}
      <DraftDialog
        isOpen={open === 'new'}
        onClose={close}
        kind="glossary"
        onDone={guid => void showGlossary(guid)}
      />
      <ExportDialog isOpen={open === 'export'} onClose={close} />
    </Page>
  );
}

/** A page and no dialog: a table of terms is looked at before it is imported. */
function ImportButton() {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Upload size={14} />}
      renderRoot={own => <Link {...own} to="/glossary/import" />}
    >
      Import
    </Button>
  );
}

/** Numbers come with the glossaries; nothing is counted here. */
function counted(glossaries: readonly Glossary[]): string {
  const terms = glossaries.reduce((sum, one) => sum + (one.termCount ?? 0), 0);
  const one =
    glossaries.length === 1 ? '1 glossary' : `${glossaries.length.toLocaleString()} glossaries`;
  return `${one} with ${terms === 1 ? '1 term' : `${terms.toLocaleString()} terms`}`;
}

/** The short description stands for the long one where there are both. */
const columns: readonly Column<Glossary>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 180,
    cell: ({guid, name = guid}) => <ItemLink guid={guid} kind="glossary" label={name} />,
  },
  {
    id: 'description',
    header: 'Description',
    width: 260,
    cell: one => <span dir="auto">{one.shortDescription ?? one.longDescription}</span>,
  },
  {
    id: 'terms',
    header: 'Terms',
    width: 80,
    align: 'end',
    cell: one => (one.termCount ?? 0).toLocaleString(),
  },
  {
    id: 'categories',
    header: 'Categories',
    width: 105,
    align: 'end',
    cell: one => (one.categoryCount ?? 0).toLocaleString(),
  },
];

/** Only where one of them has a language. */
const language: Column<Glossary> = {
  id: 'language',
  header: 'Language',
  width: 95,
  cell: one => <bdi>{one.language}</bdi>,
};

/** What a glossary is good for, and the ways to one. */
function FirstGlossary({onNew}: {onNew: () => void}) {
  const {run, step, isBusy, error} = useSample(() => undefined);
  return (
    <EmptyState title="No glossary yet" icon={<BookOpen size={40} strokeWidth={1.5} />}>
      <Stack align="center" gap="md">
        <Text ta="center">
          A glossary says what words mean in your organisation. Its terms are assigned to tables,
          columns and whatever else they are about, so that people find these by them.
        </Text>
        <May to="entity-create">
          <Group justify="center">
            <Button leftSection={<Plus size={16} />} onClick={onNew}>
              Create a glossary
            </Button>
            <Button
              variant="default"
              leftSection={<Upload size={16} />}
              renderRoot={own => <Link {...own} to="/glossary/import" />}
            >
              Import a table of terms
            </Button>
            <Button
              variant="default"
              leftSection={<FlaskConical size={16} />}
              loading={isBusy}
              onClick={() => run('load')}
            >
              Load sample data
            </Button>
          </Group>
        </May>
        {isBusy && (
          <Text size="sm" role="status">
            {step}…
          </Text>
        )}
        <Problem error={error} />
      </Stack>
    </EmptyState>
  );
}
