import {Button, Group, List, Modal, Progress, Stack, Text, Title} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {
  type Column,
  DataTable,
  ErrorState,
  LoadingState,
  Problem,
  useConfirm,
  When,
} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {hasEnded} from '../../tasks/queries.ts';
import {ImportMetrics, ResultBadge} from './import-report.tsx';
import {backgroundImportQuery, backgroundImportsQuery} from './queries.ts';

type Listed = NonNullable<Schemas['AsyncImports']['list']>[number];

/**
 * Imports that nobody waits for, the newest first; nothing as long as there was none. Asked again
 * while one is under way (`backgroundImportsQuery`), so that its state is seen without a reload.
 */
export function BackgroundImports() {
  const [opened, setOpened] = useState<string>();
  const found = useQuery(backgroundImportsQuery);
  if (found.isError) return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  const rows = found.data?.list ?? [];
  if (rows.length === 0) return null;
  const columns: Column<Listed>[] = [
    {
      id: 'status',
      header: 'Status',
      width: 150,
      cell: ({status = ''}) => <ResultBadge status={status} />,
    },
    {
      id: 'received',
      header: 'Received',
      width: 200,
      cell: ({importRequestReceivedTime: time}) => (
        <When ms={time === undefined ? 0 : Date.parse(time)} />
      ),
    },
    {id: 'user', header: 'User', width: 140, cell: one => <bdi>{one.importRequestUser}</bdi>},
    {
      id: 'open',
      header: 'Report',
      width: 110,
      cell: ({importId}) => (
        <Button size="compact-sm" variant="default" onClick={() => setOpened(importId)}>
          Show
        </Button>
      ),
    },
  ];
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        In the background
      </Title>
      <DataTable
        label="Imports in the background"
        name="admin.imports"
        columns={columns}
        rows={rows}
        rowKey={one => one.importId ?? ''}
        onOpen={one => setOpened(one.importId)}
      />
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title="Import"
        size="lg"
      >
        {opened !== undefined && <Report importId={opened} />}
      </Modal>
    </section>
  );
}

/** Read when somebody looks: it may name as many entities as the archive has. */
function Report({importId}: {importId: string}) {
  const confirm = useConfirm();
  const found = useQuery(backgroundImportQuery(importId));
  const giveUp = useMutation({
    mutationFn: () => client.call('DELETE /admin/async/import/{importId}', {path: {importId}}),
    // Also when it is refused: the import has begun meanwhile.
    onSettled: () => queries.invalidateQueries({queryKey: ['admin']}),
  });
  if (found.isError) return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState />;
  const {status, importDetails, receivedTime, completedTime, importResult} = found.data;
  const ask = async () => {
    const text = 'The queued archive will be discarded. Nothing was imported.';
    if (
      await confirm({
        title: 'Cancel this import?',
        text,
        action: 'Cancel import',
        isDangerous: true,
      })
    )
      giveUp.mutate();
  };
  return (
    <Stack>
      <Group>
        <ResultBadge status={status} />
        <Text size="sm">
          Received <When ms={receivedTime} />
          {hasEnded(status) && (
            <>
              , ended <When ms={completedTime} />
            </>
          )}
        </Text>
      </Group>
      {/* All of it is there while it runs, too: failures are told as they come. */}
      <Counts details={importDetails} isRunning={!hasEnded(status)} />
      <Failures failures={importDetails.failures ?? {}} />
      <ImportMetrics metrics={importResult?.metrics ?? {}} />
      {/* Once it has begun, part of it is in the catalog. */}
      {status === 'WAITING' && (
        <Button
          variant="default"
          loading={giveUp.isPending}
          onClick={() => void ask()}
          style={{alignSelf: 'start'}}
        >
          Cancel import
        </Button>
      )}
      <Problem error={giveUp.error} />
    </Stack>
  );
}

function Counts({
  details,
  isRunning,
}: {
  details: Schemas['AsyncImportRequest']['importDetails'];
  isRunning: boolean;
}) {
  const {
    totalEntitiesCount = 0,
    importedEntitiesCount = 0,
    failedEntitiesCount = 0,
    importProgress = 0,
  } = details;
  return (
    <Stack gap={4}>
      {isRunning && (
        <Progress
          value={importProgress}
          animated
          aria-label={`${Math.round(importProgress)} percent`}
        />
      )}
      <Text size="sm" role="status">
        {importedEntitiesCount.toLocaleString()} of {totalEntitiesCount.toLocaleString()} entities
        imported
        {failedEntitiesCount > 0 && <>, {failedEntitiesCount.toLocaleString()} skipped</>}
      </Text>
    </Stack>
  );
}

/** An archive may have as many that do not fit as it has entities. */
const maxShown = 100;

/** Entities that did not fit, and why. */
function Failures({failures}: {failures: Readonly<Record<string, string>>}) {
  const all = Object.entries(failures);
  if (all.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h5">
        Skipped
      </Title>
      <List size="sm" mah="16rem" style={{overflowY: 'auto'}} tabIndex={0}>
        {all.slice(0, maxShown).map(([guid, why]) => (
          <List.Item key={guid}>
            <code>{guid}</code> <span dir="auto">{why}</span>
          </List.Item>
        ))}
        {all.length > maxShown && (
          <List.Item>and {(all.length - maxShown).toLocaleString()} more</List.Item>
        )}
      </List>
    </div>
  );
}
