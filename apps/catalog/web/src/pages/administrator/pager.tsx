import {Button, Group, Text} from '@mantine/core';
import {pageRows} from './queries.ts';

/** Steps through pages of an unknown number. Nothing when everything stands on one. */
export function Pager({
  offset,
  shown,
  hasMore,
  size = pageRows,
  onChange,
}: {
  offset: number;
  shown: number;
  hasMore: boolean;
  /** Rows of a full page. */
  size?: number;
  onChange: (offset: number) => void;
}) {
  if (offset === 0 && !hasMore) return null;
  return (
    <Group mt="sm" justify="space-between">
      <Text size="sm" c="dimmed">
        {offset + 1}–{offset + shown}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          disabled={offset === 0}
          onClick={() => onChange(Math.max(0, offset - size))}
        >
          Newer
        </Button>
        <Button variant="default" disabled={!hasMore} onClick={() => onChange(offset + size)}>
          Older
        </Button>
      </Group>
    </Group>
  );
}
