import {Group, Text} from '@mantine/core';
import {StateIcon} from '../run/status-line.tsx';
import type {ClusterJob} from '../api/wire.ts';

const states = {RUNNING: 'running', SUCCEEDED: 'available', FAILED: 'failed'} as const;

/** The manager's own word, with a mark that says whether that is good. */
export function JobState({job: {status, apiStatus}}: {job: ClusterJob}) {
  const isKilled = /killed/i.test(status);
  return (
    <Group gap={6} wrap="nowrap">
      <StateIcon state={isKilled ? 'canceled' : states[apiStatus]} />
      <Text size="sm">{words(status)}</Text>
    </Group>
  );
}

/** How much is done. Of what failed or was killed managers say 100 %, which it is not. */
export function doneText({apiStatus, progress}: ClusterJob): string {
  return apiStatus === 'FAILED' ? '' : `${progress} %`;
}

/** `NEW_SAVING` is `New saving`. */
function words(status: string): string {
  const text = status.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
