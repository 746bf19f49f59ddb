import {durationText} from '@gazetteer/ui';
import {Button, Loader, Progress, Text} from '@mantine/core';
import {CircleAlert, CircleCheck, CircleDashed, CircleSlash, ScrollText} from 'lucide-react';
import {useEffect, useState} from 'react';
import {runner} from '../editor/sheets.ts';
import type {Tab} from '../editor/tab.ts';
import classes from '../result/result.module.css';
import {WaitingNote} from './waiting-note.tsx';
import {isOver, isRunning, type Run, type RunState, type StatementRun, stateTextOf} from './run.ts';

type StatusLineProps = {
  readonly tab: Tab;
  readonly run: Run;
  readonly statement: StatementRun;
  readonly isLogShown: boolean;
  readonly onLog: () => void;
};

/**
 * How a statement goes, for how long, and what can be done about the rest of its text. Its text is
 * a live region of its own: the log, the clock and the bar change all the time and would be read
 * out.
 */
export function StatusLine({tab, run, statement, isLogShown, onLog}: StatusLineProps) {
  const {state, percent = 0, startedAt, endedAt, hasResultSet, uuid} = statement;
  const isBusy = !isOver(state);
  const left = run.statements.filter(one => one.state === 'stopped').length;
  const canGoOn = left > 0 && !isRunning(run) && run.statements.some(one => one.uuid !== undefined);
  const noRows =
    state === 'available' && hasResultSet === false ? ': there are no rows to show' : '';
  return (
    <div className={classes['status']}>
      <StateIcon state={state} />
      <Text size="sm" role="status" className={classes['state']}>
        {stateTextOf(statement)}
        {noRows}
      </Text>
      {startedAt !== undefined && (isBusy || endedAt !== undefined) && (
        <Elapsed from={startedAt} to={isBusy ? undefined : endedAt} />
      )}
      {state === 'sending' && <WaitingNote engine={run.engine} label={statement.label} />}
      {isBusy && state !== 'queued' && (
        <Progress
          className={classes['progress']}
          value={percent}
          size="sm"
          animated
          aria-label={`${Math.round(percent)} % done`}
        />
      )}
      {canGoOn && (
        <Button size="compact-sm" variant="default" onClick={() => void runner.next(tab.id)}>
          Run remaining ({left})
        </Button>
      )}
      <span className={classes['gap']} />
      {uuid !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<ScrollText size={14} />}
          aria-pressed={isLogShown}
          onClick={onLog}
        >
          Log
        </Button>
      )}
    </div>
  );
}

/**
 * Never alone: a colour and a shape tell nothing to those who do not see them, so the text stands
 * beside it.
 */
export function StateIcon({state}: {state: RunState}) {
  if (state === 'available')
    return <CircleCheck size={16} className={classes['good']} aria-hidden />;
  if (state === 'failed' || state === 'expired')
    return <CircleAlert size={16} className={classes['bad']} aria-hidden />;
  if (state === 'canceled' || state === 'stopped') return <CircleSlash size={16} aria-hidden />;
  if (state === 'queued') return <CircleDashed size={16} aria-hidden />;
  return <Loader size={14} aria-hidden />;
}

/** Tenths of a second are shown, and no more. */
const tickMs = 100;

function Elapsed({from, to}: {from: number; to: number | undefined}) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (to !== undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [to]);
  return (
    <Text size="sm" c="dimmed" className={classes['elapsed']}>
      {durationText((to ?? now) - from)}
    </Text>
  );
}
