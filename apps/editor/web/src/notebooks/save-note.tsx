import {Button, Group, Text} from '@mantine/core';
import {Problem} from '@gazetteer/ui';
import {useShared} from '../shared-value.ts';
import classes from './notebooks.module.css';
import type {NotebookKeeper} from './notebook-keeper.ts';

type SaveNoteProps = {readonly keeper: NotebookKeeper; readonly onTheirs: () => void};

/** Whether all is saved, and what to do where it can't be. */
export function SaveNote({keeper, onTheirs}: SaveNoteProps) {
  const {isSaved, isSaving, problem, theirs, version} = useShared(keeper.held);
  const said = isSaving
    ? 'Saving'
    : isSaved
      ? `Saved, version ${version}`
      : 'Changes aren’t saved yet';
  // What is refused again is shown again.
  const retry = (work: Promise<void>) => void work.catch(() => undefined);
  return (
    <>
      <Text size="xs" c="dimmed" role="status" className={classes['saved']}>
        {said}
      </Text>
      {problem !== undefined && (
        <>
          <Problem error={problem} />
          <Group gap="xs" my="xs">
            {theirs === undefined ? (
              <Button size="xs" variant="default" onClick={() => retry(keeper.save())}>
                Save again
              </Button>
            ) : (
              <>
                <Button size="xs" variant="default" onClick={() => retry(keeper.keepMine())}>
                  Save as version {theirs.version + 1}
                </Button>
                <Button size="xs" variant="default" onClick={onTheirs}>
                  Discard changes and show version {theirs.version}
                </Button>
              </>
            )}
          </Group>
        </>
      )}
    </>
  );
}
