import {Alert, Button, Code, Group, Progress, Stack, Text, Title} from '@mantine/core';
import {
  bytesText,
  type Column,
  DataTable,
  EmptyState,
  Page,
  toast,
  useConfirm,
  When,
} from '@gazetteer/ui';
import {queryOptions, useQueryClient, useSuspenseQuery} from '@tanstack/react-query';
import {Download, FileUp, HardDrive, Play, Trash2} from 'lucide-react';
import {ask, urlOf} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';
import {sheets} from '../editor/sheets.ts';
import {go} from '../place.ts';
import {importAddress} from '../imports/import-address.ts';
import {formatOf} from '../imports/import-names.ts';
import {PageLink} from '../shell/page-link.tsx';
import classes from './storage.module.css';

type Kept = Answer<'GET /api/v1/storage'>['engines'][number];
type StoredFile = Kept['files'][number];

const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({signal}) => ask('GET /api/v1/storage', {}, {signal}),
  // Any statement may have stored or dropped something since.
  staleTime: 0,
});

/** Of a file to download; the browser asks for it by itself. */
const addressOf = (engine: string, path: string) =>
  urlOf('GET /api/v1/storage/{engine}/file', {path: {engine}, query: {path}});

/** What somebody keeps on the disk of the editor, with what makes room. */
export function StoragePage() {
  const {freeBytes, minFreeBytes, engines} = useSuspenseQuery(storageQuery).data;
  return (
    <Page
      title="Storage"
      note="Tables and files that you keep in the embedded engine. Only you can see them."
    >
      {freeBytes < minFreeBytes && (
        <Alert color="red" title="The server’s disk is nearly full" mb="md">
          {bytesText(freeBytes)} are left, and {bytesText(minFreeBytes)} stay free. Nothing new can
          be stored until there is more room. Delete what you no longer need, or ask your
          administrator.
        </Alert>
      )}
      {engines.length === 0 ? (
        <EmptyState
          title="No engine keeps files here"
          icon={<HardDrive size={40} strokeWidth={1.5} />}
        >
          Only the embedded engine stores tables and files on this server.
        </EmptyState>
      ) : (
        <Stack gap="xl">
          {engines.map(kept => (
            <EngineStorage key={kept.engine} kept={kept} />
          ))}
        </Stack>
      )}
    </Page>
  );
}

/** Tables and files share one quota, and one bar. */
function EngineStorage({kept}: {kept: Kept}) {
  const {engine, displayName, quotaBytes, tableBytes, fileBytes, files, fileCount} = kept;
  const used = tableBytes + fileBytes;
  // More may be in use than the quota allows, which a bar cannot show. A quota of 0 is full,
  // whatever is in it.
  const percent = (bytes: number) => Math.min(100, (bytes / quotaBytes) * 100);
  const remove = useRemove(engine);
  return (
    <section aria-label={displayName}>
      <Title order={2} size="h4" mb={4}>
        {displayName}
      </Title>
      <Text size="sm" mb={6}>
        {bytesText(used)} of {bytesText(quotaBytes)} used
      </Text>
      <Progress.Root size="lg" className={classes['bar']}>
        <Progress.Section value={percent(tableBytes)} color="sea" aria-label="Tables" />
        <Progress.Section value={percent(fileBytes)} color="orange" aria-label="Files" />
      </Progress.Root>
      <Text size="sm" c="dimmed" mt={6} mb="md">
        Tables {bytesText(tableBytes)} · Files {bytesText(fileBytes)}
        {used > quotaBytes && ' · Delete files, or drop tables and run CHECKPOINT, to store more'}
      </Text>
      <Button
        size="xs"
        mb="sm"
        component={PageLink}
        to={importAddress(engine)}
        leftSection={<FileUp size={14} />}
      >
        Import file
      </Button>
      {files.length === 0 ? (
        <Text size="sm">
          No files yet. <Code>COPY my_table TO &apos;my_table.csv&apos;</Code> writes one, and{' '}
          <Code>SELECT * FROM &apos;my_table.csv&apos;</Code> reads it.
        </Text>
      ) : (
        <DataTable
          label={`Files of ${displayName}`}
          name="storage"
          columns={columnsFor(engine, remove)}
          rows={files}
          rowKey={file => file.path}
          onOpen={file => queryFile(engine, file.path)}
          maxHeight="calc(100vh - 20rem)"
        />
      )}
      {/* The server lists so many and no more, however many there are. */}
      {fileCount > files.length && (
        <Text size="sm" mt="xs">
          The first {files.length.toLocaleString()} of {fileCount.toLocaleString()} files.
        </Text>
      )}
    </section>
  );
}

/** Whether a file can be imported is told by the ending of its name. */
function columnsFor(
  engine: string,
  remove: (file: StoredFile) => Promise<void>,
): readonly Column<StoredFile>[] {
  return [
    {id: 'name', header: 'Name', width: 220, isWide: true, cell: file => <bdi>{file.path}</bdi>},
    {id: 'size', header: 'Size', width: 110, align: 'end', cell: file => bytesText(file.bytes)},
    {id: 'changed', header: 'Changed', width: 150, cell: file => <When ms={file.modifiedAt} />},
    {
      id: 'actions',
      header: 'Actions',
      width: 380,
      cell: file => (
        <Group gap={6}>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Play size={12} />}
            aria-label={`Query ${file.path}`}
            onClick={() => queryFile(engine, file.path)}
          >
            Query
          </Button>
          {formatOf(file.path) !== undefined && (
            <Button
              size="compact-xs"
              variant="default"
              component={PageLink}
              to={importAddress(engine, file.path)}
              leftSection={<FileUp size={12} />}
              aria-label={`Import ${file.path}`}
            >
              Import
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            component="a"
            href={addressOf(engine, file.path)}
            download
            leftSection={<Download size={12} />}
            aria-label={`Download ${file.path}`}
          >
            Download
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Trash2 size={12} />}
            aria-label={`Delete ${file.path}`}
            onClick={() => void remove(file)}
          >
            Delete
          </Button>
        </Group>
      ),
    },
  ];
}

/** The list is asked for again also when it failed: the file may be gone already. */
function useRemove(engine: string): (file: StoredFile) => Promise<void> {
  const confirm = useConfirm();
  const queries = useQueryClient();
  return async ({path, bytes}) => {
    const isWanted = await confirm({
      title: `Delete ${path}?`,
      text: `This frees ${bytesText(bytes)}. The file can’t be restored.`,
      action: 'Delete file',
      isDangerous: true,
    });
    if (!isWanted) return;
    try {
      await ask('DELETE /api/v1/storage/{engine}/file', {path: {engine}, query: {path}});
      toast({kind: 'done', title: `Deleted ${path}`});
    } catch (error) {
      toast({kind: 'problem', title: `Couldn’t delete ${path}`, error});
    }
    await queries.invalidateQueries({queryKey: storageQuery.queryKey});
  };
}

/** On a sheet and not at once: somebody may want other columns than all. */
function queryFile(engine: string, path: string): void {
  sheets.open({
    engine,
    database: 'default',
    text: `SELECT * FROM '${path.replaceAll("'", "''")}' LIMIT 100`,
  });
  go('/app/editor/');
}
