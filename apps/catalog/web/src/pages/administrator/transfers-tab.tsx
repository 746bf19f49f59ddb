import {Badge, Button, Group, Stack, Title} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {type Column, DataTable, EmptyState, ErrorState, LoadingState, When} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {ArrowLeftRight, Download, Upload} from 'lucide-react';
import {useState} from 'react';
import type {TabProps} from './link.ts';
import {BackgroundImports} from './background-imports.tsx';
import {ExportDialog} from './export-dialog.tsx';
import {ImportDialog} from './import-dialog.tsx';
import {pageOffset} from '../../whole-number.ts';
import {Pager} from './pager.tsx';
import {pageRows, transfersQuery} from './queries.ts';

type Transfer = Schemas['ExportImportAuditEntry'];

/** The API's fields: of an export this catalog is the source, of an import it is the target. */
const columns: Column<Transfer>[] = [
  {
    id: 'operation',
    header: 'Action',
    width: 110,
    cell: ({operation}) => (
      <Badge variant="outline">{operation === 'EXPORT' ? 'Export' : 'Import'}</Badge>
    ),
  },
  {id: 'time', header: 'Time', width: 200, cell: ({startTime}) => <When ms={startTime} />},
  {id: 'user', header: 'User', width: 140, cell: ({userName}) => <bdi>{userName}</bdi>},
  {
    id: 'source',
    header: 'From',
    width: 140,
    cell: ({sourceServerName}) => <bdi>{sourceServerName}</bdi>,
  },
  {
    id: 'target',
    header: 'To',
    width: 140,
    cell: ({targetServerName}) => <bdi>{targetServerName}</bdi>,
  },
];

/** Archives that went out and came in, and the ways to make one and to bring one in. */
export function TransfersTab({link, onChange}: TabProps) {
  const [open, setOpen] = useState<'export' | 'import'>();
  const offset = pageOffset(link.from);
  const found = useQuery({...transfersQuery(offset), placeholderData: keepPreviousData});
  // One more was asked for than is shown: it tells whether there is a next page.
  const rows = (found.data ?? []).slice(0, pageRows);
  return (
    <Stack aria-busy={found.isFetching}>
      <Group>
        <Button leftSection={<Download size={16} />} onClick={() => setOpen('export')}>
          Export
        </Button>
        <Button
          variant="default"
          leftSection={<Upload size={16} />}
          onClick={() => setOpen('import')}
        >
          Import an archive
        </Button>
      </Group>
      <BackgroundImports />
      {found.isError ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <LoadingState what="Reading the exports and imports" />
      ) : rows.length === 0 ? (
        <EmptyState
          title="Nothing was exported or imported"
          icon={<ArrowLeftRight size={40} strokeWidth={1.5} />}
        >
          An archive takes entities with their types and what they are connected to from one catalog
          to another.
        </EmptyState>
      ) : (
        <section>
          <Title order={2} size="h4" mb="xs">
            All exports and imports
          </Title>
          <DataTable
            label="Exports and imports"
            name="admin.transfers"
            columns={columns}
            rows={rows}
            rowKey={one => one.guid ?? ''}
          />
        </section>
      )}
      <Pager
        offset={offset}
        shown={rows.length}
        hasMore={(found.data ?? []).length > pageRows}
        onChange={next => onChange({from: String(next)})}
      />
      <ExportDialog isOpen={open === 'export'} onClose={() => setOpen(undefined)} />
      <ImportDialog isOpen={open === 'import'} onClose={() => setOpen(undefined)} />
    </Stack>
  );
}
