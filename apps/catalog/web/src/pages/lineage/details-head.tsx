import {ActionIcon, Group} from '@mantine/core';
import {X} from 'lucide-react';
import type {ReactNode} from 'react';
import {useLineageActions} from './lineage-actions.ts';

/** What the details are of, and the way out of them. */
export function DetailsHead({children}: {readonly children: ReactNode}) {
  const {select} = useLineageActions();
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      {children}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Close details"
        onClick={() => select(undefined)}
      >
        <X size={16} />
      </ActionIcon>
    </Group>
  );
}
