import {Anchor, Badge, Group, Modal, Progress, Stack, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {EmptyState, ErrorState, LoadingState, When} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {Download} from 'lucide-react';
import {client} from '../../api/client.ts';

type Record = Schemas['DownloadStatus']['searchDownloadRecords'][number];

/** Asked again while a file is being written. */
const pollMs = 1000;

type Source = 'search' | 'glossary';
type DownloadsDialogProps = {
  readonly of?: Source;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** The files that the server has made of whole results or of glossaries, or is making. */
export function DownloadsDialog({of = 'search', isOpen, onClose}: DownloadsDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={of === 'search' ? 'Files of results' : 'Files of glossaries'}
    >
      {isOpen && <Files of={of} />}
    </Modal>
  );
}

function Files({of}: {of: Source}) {
  const files = useQuery({
    queryKey: ['downloads', of],
    queryFn: ({signal}) =>
      of === 'search'
        ? client.call('GET /v2/search/download/status', {}, {signal})
        : client.call('GET /v2/glossary/download/status', {}, {signal}),
    staleTime: 0,
    // Nothing is asked while all are done.
    refetchInterval: query =>
      query.state.data?.searchDownloadRecords.some(isOnItsWay) === true ? pollMs : false,
  });
  if (files.isError) return <ErrorState error={files.error} retry={() => void files.refetch()} />;
  if (files.isPending) return <LoadingState />;
  const records = files.data.searchDownloadRecords.toSorted(
    (a, b) => b.createdTime - a.createdTime,
  );
  if (records.length === 0) {
    return <EmptyState title="No files yet" icon={<Download size={40} strokeWidth={1.5} />} />;
  }
  return (
    <Stack gap="md">
      {records.map(record => (
        <File key={record.fileName} of={of} record={record} />
      ))}
      <Text size="sm" c="dimmed">
        Only you see these files. They expire.
      </Text>
    </Stack>
  );
}

function File({of, record}: {of: Source; record: Record}) {
  const {fileName, status, createdTime, rows = 0, total = 0, reason} = record;
  // The count is of the start; more may be found meanwhile.
  const percent = total === 0 ? 0 : Math.min(100, Math.round((rows / total) * 100));
  return (
    <Stack gap={4} role="group" aria-label={fileName}>
      <Group justify="space-between" wrap="nowrap">
        {status === 'COMPLETE' ? (
          // An ordinary link: the browser writes the file to disk as it comes.
          <Anchor href={addressOf(of, fileName)} download>
            <bdi>{fileName}</bdi>
          </Anchor>
        ) : (
          <bdi>{fileName}</bdi>
        )}
        {status === 'COMPLETE' && record.rows !== undefined && (
          <Badge variant="default" tt="none">
            {rows.toLocaleString()} {rows === 1 ? 'row' : 'rows'}
          </Badge>
        )}
        {status === 'FAILED' && <Badge color="red.8">failed</Badge>}
      </Group>
      {isOnItsWay(record) && (
        <>
          <Progress value={percent} aria-label={`${percent} percent`} animated />
          <Text size="sm" role="status">
            {rows.toLocaleString()} of {total.toLocaleString()} rows
          </Text>
        </>
      )}
      <Text size="sm" c="dimmed">
        <When ms={createdTime} />
        {reason !== undefined && <> · {reason}</>}
      </Text>
    </Stack>
  );
}

function addressOf(of: Source, filename: string): string {
  const input = {path: {filename}};
  return of === 'search'
    ? client.urlOf('GET /v2/search/download/{filename}', input)
    : client.urlOf('GET /v2/glossary/download/{filename}', input);
}

function isOnItsWay({status}: Record): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS';
}
