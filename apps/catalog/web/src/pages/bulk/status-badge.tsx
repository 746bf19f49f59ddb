import {Badge} from '@mantine/core';
import type {BulkChange} from '../../bulk/queries.ts';

const states: Readonly<Record<BulkChange['status'], readonly [colour: string, text: string]>> = {
  PENDING: ['gray', 'queued'],
  IN_PROGRESS: ['sea', 'in progress'],
  COMPLETE: ['green.7', 'finished'],
  FAILED: ['red.7', 'failed'],
  CANCELLED: ['orange.7', 'canceled'],
};

export function StatusBadge({status}: {status: BulkChange['status']}) {
  const [colour, text] = states[status];
  return (
    <Badge color={colour} variant="dot" tt="none">
      {text}
    </Badge>
  );
}
