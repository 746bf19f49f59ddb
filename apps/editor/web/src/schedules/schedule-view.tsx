import {Alert, Button, Code, Text} from '@mantine/core';
import {
  type Column,
  DataTable,
  durationText,
  EmptyState,
  ErrorState,
  LoadingState,
  Page,
  useConfirm,
  When,
} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {
  CalendarClock,
  type LucideIcon,
  Pause,
  Pencil,
  Play,
  RotateCw,
  SquareTerminal,
  Table2,
  Trash2,
} from 'lucide-react';
import {showDialog} from '../documents/document-dialogs.ts';
import {openDocument} from '../documents/sheet-actions.ts';
import {go} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {tableAddress} from '../tables/table-link.ts';
import {RunState} from './run-state.tsx';
import {
  cancelRun,
  deleteSchedule,
  openResult,
  pauseSchedule,
  resumeSchedule,
  runNow,
} from './schedule-actions.ts';
import {runsQuery, type Schedule, type ScheduleRun} from './schedule-queries.ts';

/** One schedule and its runs. */
export function ScheduleView({schedule}: {schedule: Schedule}) {
  const {uuid, name, reading, cron, timeZone, nextAt, pausedWhy} = schedule;
  return (
    <Page
      title={name}
      above={<PageLink to="/app/schedules">Schedules</PageLink>}
      note={
        <>
          {schedule.check !== undefined && (
            <>
              Check of <bdi>{`${schedule.check.database}.${schedule.check.table}`}</bdi> ·{' '}
            </>
          )}
          {cron === '' ? (
            'Not scheduled'
          ) : (
            <>
              {reading === '' ? null : <>{reading} </>}
              <Code>{cron}</Code> {timeZone} · next run{' '}
              <When ms={pausedWhy === undefined ? nextAt : 0} />
            </>
          )}
        </>
      }
      actions={<Actions schedule={schedule} />}
    >
      {pausedWhy !== undefined && (
        <Alert color="yellow" variant="light" mb="md">
          Paused. {pausedWhy}
        </Alert>
      )}
      <Runs key={uuid} schedule={schedule} />
    </Page>
  );
}

/**
 * A check is one of these too: its statement is made from what is expected, so it has no query to
 * open, and is changed beside its table.
 */
function Actions({schedule}: {schedule: Schedule}) {
  const confirm = useConfirm();
  const isPaused = schedule.pausedWhy !== undefined;
  const what = schedule.check === undefined ? 'schedule' : 'check';
  const drop = async () => {
    const isWanted = await confirm({
      title: `Delete ${schedule.name}?`,
      text: `This deletes the ${what}, its run history and its kept results, and can’t be undone.${schedule.check === undefined ? ' The saved query stays.' : ''}`,
      action: `Delete ${what}`,
      isDangerous: true,
    });
    // Its page is left only when it is gone: a refusal is told here.
    if (isWanted && (await deleteSchedule(schedule))) go('/app/schedules');
  };
  return (
    <>
      <ActionButton label="Run now" Icon={Play} onClick={() => runNow(schedule)} />
      {isPaused ? (
        <ActionButton label="Resume" Icon={RotateCw} onClick={() => resumeSchedule(schedule)} />
      ) : (
        <ActionButton label="Pause" Icon={Pause} onClick={() => pauseSchedule(schedule)} />
      )}
      {schedule.check === undefined ? (
        <QueryActions schedule={schedule} />
      ) : (
        <ActionButton
          label="Show table"
          Icon={Table2}
          onClick={() => schedule.check && go(checksAddress(schedule.check))}
        />
      )}
      <ActionButton label={`Delete ${what}`} Icon={Trash2} onClick={drop} />
    </>
  );
}

/** What is done with the saved query of a schedule. */
function QueryActions({schedule}: {schedule: Schedule}) {
  return (
    <>
      <ActionButton
        label="Edit schedule"
        Icon={Pencil}
        onClick={() => showDialog({kind: 'schedule', uuid: schedule.document, schedule})}
      />
      <ActionButton
        label="Open query"
        Icon={SquareTerminal}
        onClick={async () => {
          // The editor first, so that what fails is told where the sheet would have been.
          go('/app/editor/');
          await openDocument(schedule.document);
        }}
      />
    </>
  );
}

/** Where a check is changed. */
function checksAddress({engine, database, table}: NonNullable<Schedule['check']>): string {
  return `${tableAddress({engine, database, table})}?part=checks`;
}

type ActionProps = {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly onClick: () => Promise<void> | void;
};

function ActionButton({label, Icon, onClick}: ActionProps) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={14} />}
      onClick={() => void onClick()}
    >
      {label}
    </Button>
  );
}

/** What came of it so far. A row opens its result, as far as that is still kept. */
function Runs({schedule}: {schedule: Schedule}) {
  const {data: runs, error, refetch} = useQuery(runsQuery(schedule.uuid));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (runs === undefined) return <LoadingState what="Loading runs" />;
  if (runs.length === 0)
    return (
      <EmptyState title="No runs yet" icon={<CalendarClock size={40} strokeWidth={1.5} />}>
        <Text ta="center">Runs are listed here with their results. Run now starts one.</Text>
      </EmptyState>
    );
  return (
    <DataTable
      label="Runs"
      name="schedule-runs"
      columns={columnsFor(schedule)}
      rows={runs}
      rowKey={({uuid}) => uuid}
      onOpen={run => void (run.isKept && run.statement !== undefined && openResult(run.statement))}
    />
  );
}

function columnsFor(schedule: Schedule): readonly Column<ScheduleRun>[] {
  return [
    {id: 'state', header: 'State', width: 170, cell: run => <RunState run={run} />},
    {id: 'due', header: 'Due', width: 190, cell: ({dueAt}) => <When ms={dueAt} />},
    {
      id: 'time',
      header: 'Duration',
      width: 100,
      cell: ({startedAt, endedAt}) =>
        startedAt === undefined || endedAt === undefined ? '' : durationText(endedAt - startedAt),
    },
    {
      id: 'rows',
      header: 'Rows',
      width: 100,
      align: 'end',
      // Where the result was cut, how many rows there are is not known.
      cell: ({rows, isCut}) =>
        rows === undefined ? '' : `${isCut === true ? '≥ ' : ''}${rows.toLocaleString()}`,
    },
    {
      id: 'message',
      header: 'Details',
      width: 260,
      isWide: true,
      cell: run => <Details run={run} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 130,
      cell: run => <RunAction schedule={schedule} run={run} />,
    },
  ];
}

/**
 * What there is to say of a run, in sentences one behind the other: several may be true at once.
 */
function Details({run}: {run: ScheduleRun}) {
  const {cause, attempt, message, isMet, verdict, value, retryAt} = run;
  return (
    <Text size="sm" component="div" dir="auto">
      {message}
      {isMet === true && 'Condition met. '}
      {verdict === 'passed' && 'Check passed. '}
      {verdict === 'failed' &&
        `Check failed${typeof value === 'string' ? `, found ${value}` : ''}. `}
      {retryAt !== undefined && (
        <>
          {' '}
          Retry <When ms={retryAt} isRelative />.
        </>
      )}
      {attempt > 1 && ` Attempt ${attempt}.`}
      {cause === 'person' && ' Started with Run now.'}
    </Text>
  );
}

/** What can be done with a run: one that goes on is stopped, one that is over opened. */
function RunAction({schedule, run}: {schedule: Schedule; run: ScheduleRun}) {
  const {state, isKept, statement} = run;
  if (state === 'running' || state === 'waiting')
    return (
      <Button size="compact-xs" variant="default" onClick={() => void cancelRun(schedule, run)}>
        Cancel run
      </Button>
    );
  if (state !== 'done' || !isKept || statement === undefined) return null;
  return (
    <Button size="compact-xs" variant="default" onClick={() => void openResult(statement)}>
      Open result
    </Button>
  );
}
