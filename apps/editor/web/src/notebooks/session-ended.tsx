import {Alert, Button, Group, Text} from '@mantine/core';
import type {CellProps} from './cell-props.ts';

type SessionEndedProps = {
  readonly ended: NonNullable<CellProps['ended']>;
  readonly actions: CellProps['actions'];
};

/** In place of the result of a cell whose session has ended: nothing is run before it is asked for. */
export function SessionEnded({ended, actions}: SessionEndedProps) {
  return (
    <Alert color="yellow" role="alert" title="The session has ended">
      <Text size="sm">
        Its temporary tables and settings are gone.
        {ended === 'all' && ' In a new session, cells run again from the first.'}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={() => actions.runInNewSession(ended)}>
          Run in a new session
        </Button>
        {ended === 'some' && (
          <Button size="xs" variant="default" onClick={() => actions.runInNewSession('all')}>
            Run all cells in a new session
          </Button>
        )}
      </Group>
    </Alert>
  );
}
