import {Badge, Box, Button, FileButton, Group, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  LoadingState,
  Problem,
  toast,
  useConfirm,
  When,
} from '@gazetteer/ui';
import {keepPreviousData, useMutation, useQuery} from '@tanstack/react-query';
import {ArrowLeftRight, Upload} from 'lucide-react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import type {TabProps} from './administrator-page.tsx';
import {offsetOf, Pager} from './pager.tsx';
import {pageRows, transfersQuery} from './queries.ts';

type Transfer = Schemas['ExportImportAuditEntry'];

const columns: Column<Transfer>[] = [
  {
    id: 'operation',
    header: 'What',
    width: 110,
    cell: ({operation}) => <Badge variant="outline">{operation === 'EXPORT' ? 'Export' : 'Import'}</Badge>,
  },
  {id: 'time', header: 'Time', width: 200, cell: ({startTime}) => <When ms={startTime} />},
  {id: 'user', header: 'User', width: 140, cell: ({userName}) => <bdi>{userName}</bdi>},
  {id: 'source', header: 'From', width: 140, cell: ({sourceServerName}) => <bdi>{sourceServerName}</bdi>},
  {id: 'target', header: 'To', width: 140, cell: ({targetServerName}) => <bdi>{targetServerName}</bdi>},
];

/** Archives that went out and came in, and a way to bring one in. */
export function TransfersTab({link, onChange}: TabProps) {
  const confirm = useConfirm();
  const offset = offsetOf(link.from);
  const found = useQuery({...transfersQuery(offset), placeholderData: keepPreviousData});
  const rows = (found.data ?? []).slice(0, pageRows);
  const bringIn = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('request', '{"options": {}}');
      form.append('data', file);
      return await client.call('POST /admin/import', {body: form});
    },
    onSuccess: async (_result, file) => {
      toast({kind: 'done', title: 'Imported', text: file.name});
      await queries.invalidateQueries();
    },
  });
  const choose = async (file: File | null) => {
    if (file === null) return;
    const text = `Entities that are here already become what ${file.name} tells of them; missing types are added. Nothing is deleted that the archive does not tell of.`;
    if (await confirm({title: 'Import this archive?', text, action: 'Import'})) bringIn.mutate(file);
  };
  return (
    <div aria-busy={found.isFetching}>
      <Group mb="sm">
        <FileButton accept=".zip" onChange={file => void choose(file)}>
          {props => (
            <Button {...props} leftSection={<Upload size={16} />} loading={bringIn.isPending}>
              Import an archive
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          Archives are made by exports of this catalog, or of another server of the Atlas API.
        </Text>
      </Group>
      <Box mb={bringIn.isError ? 'sm' : 0}>
        <Problem error={bringIn.error} title="The archive could not be imported" />
      </Box>
      {found.isError ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <LoadingState what="Reading the exports and imports" />
      ) : rows.length === 0 ? (
        <EmptyState title="Nothing was exported or imported" icon={<ArrowLeftRight size={40} strokeWidth={1.5} />} />
      ) : (
        <DataTable
          label="Exports and imports"
          name="admin.transfers"
          columns={columns}
          rows={rows}
          rowKey={one => one.guid ?? ''}
        />
      )}
      <Pager
        offset={offset}
        shown={rows.length}
        hasMore={(found.data ?? []).length > pageRows}
        onChange={next => onChange({from: String(next)})}
      />
    </div>
  );
}
