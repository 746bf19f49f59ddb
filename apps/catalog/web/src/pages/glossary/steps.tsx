import {Button, Group, Text} from '@mantine/core';
import {useNavigate} from '@tanstack/react-router';

type StepsProps = {
  readonly offset: number;
  readonly shown: number;
  readonly count: number;
  readonly size: number;
};

/** Steps through the pages of a table; nothing when everything stands on one. */
export function Steps({offset, shown, count, size}: StepsProps) {
  const navigate = useNavigate();
  // Somebody on a later page has to be able to go back, even when few are left.
  if (offset === 0 && count <= size) return null;
  const go = (next: number) =>
    void navigate({
      to: '.',
      // The first page has no parameter, so that its address is the usual one.
      search: old => ({...old, pageOffset: next <= 0 ? undefined : String(next)}),
    });
  return (
    <Group mt="sm" justify="space-between">
      <Text size="sm" c="dimmed">
        {(offset + 1).toLocaleString()}–{(offset + shown).toLocaleString()} of{' '}
        {count.toLocaleString()}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={offset === 0}
          onClick={() => go(Math.max(0, offset - size))}
        >
          Previous
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={offset + shown >= count}
          onClick={() => go(offset + size)}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}
