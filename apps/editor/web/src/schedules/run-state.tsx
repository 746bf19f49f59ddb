import {Badge} from '@mantine/core';
import type {ScheduleRun} from './schedule-queries.ts';

const looks = {
  waiting: ['Queued', 'gray'],
  running: ['In progress', 'blue'],
  done: ['Finished', 'teal'],
  failed: ['Failed', 'red'],
  canceled: ['Canceled', 'gray'],
  skipped: ['Skipped', 'gray'],
} as const;

/** How far a run is, by a word and a color. */
export function RunState({run: {state, retryAt}}: {run: ScheduleRun}) {
  const [text, color] = looks[state];
  return (
    <Badge variant="default" leftSection={<Dot color={color} />} tt="none" flex="none">
      {retryAt === undefined ? text : 'Waiting for retry'}
    </Badge>
  );
}

function Dot({color}: {color: string}) {
  const background = `var(--mantine-color-${color}-6)`;
  return (
    <span
      aria-hidden
      style={{display: 'inline-block', width: 8, height: 8, borderRadius: 4, background}}
    />
  );
}
