import {Badge} from '@mantine/core';

type Status = 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED' | 'CANCELLED';

/** Colours that are told apart on both schemes; the word says it as well. */
const states: Readonly<Record<Status, readonly [colour: string, text: string]>> = {
  PENDING: ['gray', 'queued'],
  IN_PROGRESS: ['sea', 'in progress'],
  COMPLETE: ['green.7', 'finished'],
  FAILED: ['red.7', 'failed'],
  CANCELLED: ['orange.7', 'canceled'],
};

/** How work in the background is. */
export function StatusBadge({status}: {status: Status}) {
  const [colour, text] = states[status];
  return (
    <Badge color={colour} variant="dot" tt="none">
      {text}
    </Badge>
  );
}
