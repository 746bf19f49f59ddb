import {Button, Group, Stack, Text} from '@mantine/core';
import {Problem, toast} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useNavigate} from '@tanstack/react-router';
import {useEffect, useRef, useState} from 'react';
import {client} from '../api/client.ts';
import {queries} from '../api/queries.ts';
import {hasEnded} from '../tasks/queries.ts';
import {countText} from './action-text.ts';
import {ChangeProgress} from './change-progress.tsx';
import {type BulkChange, bulkChangeQuery} from './queries.ts';

type RehearsedProps = {
  /** What is about to be done, in a few words. */
  readonly text: string;
  /** The verb on the button, such as `Delete`. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  /** Asks the server for the change, or for its rehearsal. */
  readonly start: (isRehearsal: boolean) => Promise<BulkChange>;
  readonly onBack: () => void;
  /** The label of the button that leads back. */
  readonly back: string;
  /** The change has begun. */
  readonly onStarted: () => void;
};

/**
 * Shows what a bulk change would do and then begins it, on its own page. A rehearsal that nobody
 * waits for any more is canceled.
 */
export function Rehearsed({
  text,
  verb,
  isDangerous = false,
  start,
  onBack,
  back,
  onStarted,
}: RehearsedProps) {
  const navigate = useNavigate();
  const rehearsal = useRehearsal(start);
  const run = useMutation({
    mutationFn: () => start(false),
    onSuccess: async ({guid}) => {
      await queries.invalidateQueries({queryKey: ['bulk', 'list']});
      toast({kind: 'done', title: 'Bulk change started'});
      onStarted();
      void navigate({to: '/bulkChanges/$guid', params: {guid}});
    },
  });
  const {change, error} = rehearsal;
  const count = change === undefined ? 0 : change.counts.changed;
  // What would change nothing is not begun: the button would promise something.
  const isReady = change?.status === 'COMPLETE' && count + change.counts.alongWith > 0;
  return (
    <Stack>
      <Text size="sm" fw={600} dir="auto">
        {text}
      </Text>
      {change !== undefined && <ChangeProgress change={change} />}
      {change?.status === 'COMPLETE' && !isReady && (
        <Text size="sm">Nothing would be changed.</Text>
      )}
      <Problem error={error ?? run.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {back}
        </Button>
        <Button
          color={isDangerous ? 'red.8' : 'sea'}
          disabled={!isReady}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          {isReady ? `${verb} ${countText(count, 'entity', 'entities')}` : verb}
        </Button>
      </Group>
    </Stack>
  );
}

/** Begins a rehearsal once, follows it, and cancels it when its view goes away. */
function useRehearsal(start: RehearsedProps['start']): {
  change: BulkChange | undefined;
  error: unknown;
} {
  const [guid, setGuid] = useState<string>();
  const [error, setError] = useState<unknown>();
  // React runs effects twice while developing; a second rehearsal would go through all entities
  // again.
  const asked = useRef(false);
  const followed = useQuery({...bulkChangeQuery(guid ?? ''), enabled: guid !== undefined});
  const isOpen = followed.data === undefined || !hasEnded(followed.data.status);
  // For the moment of leaving, when states of the component are not read any more.
  const left = useRef({guid, isOpen});
  useEffect(() => {
    left.current = {guid, isOpen};
  }, [guid, isOpen]);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    start(true).then(one => setGuid(one.guid), setError);
  }, [start]);
  useEffect(
    () => () => {
      const {guid: taskGuid, isOpen: isUnfinished} = left.current;
      // Nothing depends on it: what goes on uncancelled changes nothing.
      if (taskGuid !== undefined && isUnfinished) {
        client.call('POST /v2/bulk/{taskGuid}/cancel', {path: {taskGuid}}).catch(() => undefined);
      }
    },
    [],
  );
  return {change: followed.data, error: error ?? followed.error};
}
