import {Text} from '@mantine/core';

/** A word where a tree has nothing to show. */
export function Nothing({children}: {children: string}) {
  return (
    <Text size="sm" c="dimmed" px="xs" py={4}>
      {children}
    </Text>
  );
}
