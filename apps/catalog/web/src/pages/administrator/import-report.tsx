import {Badge, Button, Group, Stack, Table, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';

/** What an import did, by what was counted. */
export function ImportReport({
  result,
  onClose,
}: {
  result: Schemas['ImportResult'];
  onClose: () => void;
}) {
  const count = (result.processedEntities ?? []).length;
  return (
    <Stack>
      <Group>
        <ResultBadge status={result.operationStatus ?? 'SUCCESS'} />
        <Text size="sm">
          {count === 1 ? '1 entity' : `${count.toLocaleString()} entities`} imported from the
          archive
        </Text>
      </Group>
      <ImportMetrics metrics={result.metrics ?? {}} />
      <Group justify="flex-end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}

/**
 * What came of an import, without the counts that are 0. Under the names that the API has for them:
 * which there are depends on what was in the archive.
 */
export function ImportMetrics({metrics}: {metrics: Readonly<Record<string, number>>}) {
  const counted = Object.entries(metrics)
    .filter(([, count]) => count !== 0)
    .toSorted(([a], [b]) => a.localeCompare(b));
  if (counted.length === 0) return null;
  return (
    <Table variant="vertical" aria-label="Counts">
      <Table.Tbody>
        {counted.map(([name, count]) => (
          <Table.Tr key={name}>
            <Table.Th>{name}</Table.Th>
            <Table.Td ta="end">
              {name === 'duration' ? `${count.toLocaleString()} ms` : count.toLocaleString()}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Imports at once and in the background have words of their own for the same outcome. */
const results: Readonly<Record<string, readonly [string, string]>> = {
  SUCCESS: ['green.7', 'done'],
  SUCCESSFUL: ['green.7', 'done'],
  PARTIAL_SUCCESS: ['orange.7', 'partially completed'],
  FAIL: ['red.7', 'failed'],
  FAILED: ['red.7', 'failed'],
  ABORTED: ['gray', 'canceled'],
  PROCESSING: ['sea', 'in progress'],
  WAITING: ['gray', 'queued'],
  STAGING: ['gray', 'being received'],
};

/** How an import ended. A word that is not known is shown as it came. */
export function ResultBadge({status}: {status: string}) {
  const [color, text] = results[status] ?? ['gray', status.toLowerCase()];
  return (
    <Badge color={color} variant="dot" tt="none">
      {text}
    </Badge>
  );
}
