import {Button, Text} from '@mantine/core';
import type {EntityHeader} from '../../api/wire.ts';
import classes from './search.module.css';

/** What can be done with the chosen entities together. */
export function SelectionBar({entities, onDone}: {entities: readonly EntityHeader[]; onDone: () => void}) {
  if (entities.length === 0) return null;
  return (
    <div className={classes['selection']} role="region" aria-label="Chosen entities">
      <Text size="sm" fw={600}>
        {entities.length.toLocaleString()} chosen
      </Text>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onDone}>
        Choose none
      </Button>
    </div>
  );
}
