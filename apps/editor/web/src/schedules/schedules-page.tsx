import {Button, Group, Text} from '@mantine/core';
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  LoadingState,
  Page,
  When,
} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {CalendarClock, Pause, Play, RotateCw} from 'lucide-react';
import {go, usePlace} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {NoticeList} from './notice-list.tsx';
import {RunState} from './run-state.tsx';
import {pauseSchedule, resumeSchedule, runNow} from './schedule-actions.ts';
import {type Schedule, schedulesQuery} from './schedule-queries.ts';
import {ScheduleView} from './schedule-view.tsx';

/** Behind it stands the schedule that is shown. */
const home = '/app/schedules';

/** Saved queries that run by themselves; one of them where the address names it. */
export function SchedulesPage() {
  const {path} = usePlace();
  const uuid = path.slice(home.length + 1);
  const {data, error, refetch} = useQuery(schedulesQuery);
  if (error !== null)
    return (
      <Page title="Schedules">
        <ErrorState error={error} retry={() => void refetch()} />
      </Page>
    );
  if (data === undefined) return <LoadingState what="Loading schedules" />;
  if (uuid === '') return <ScheduleList schedules={data.schedules} />;
  const schedule = data.schedules.find(one => one.uuid === uuid);
  if (schedule !== undefined) return <ScheduleView schedule={schedule} />;
  return (
    <Page title="Schedule">
      <EmptyState title="Schedule not found" icon={<CalendarClock size={40} strokeWidth={1.5} />}>
        <Text ta="center">It was deleted, or belongs to another user.</Text>
        <Button variant="default" component={PageLink} to={home}>
          Show your schedules
        </Button>
      </EmptyState>
    </Page>
  );
}

/** With what was notified of them in the product. */
function ScheduleList({schedules}: {schedules: readonly Schedule[]}) {
  return (
    <Page
      title="Schedules"
      note="Saved queries and checks that run by themselves, with your permissions."
    >
      {schedules.length === 0 ? (
        <EmptyState title="No schedules yet" icon={<CalendarClock size={40} strokeWidth={1.5} />}>
          <Text ta="center">Save a query, then choose Create schedule in its actions.</Text>
          <Button variant="default" component={PageLink} to="/app/documents">
            Open saved queries
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          label="Schedules"
          name="schedules"
          columns={columns}
          rows={schedules}
          rowKey={({uuid}) => uuid}
          onOpen={({uuid}) => go(`${home}/${uuid}`)}
        />
      )}
      <NoticeList />
    </Page>
  );
}

/** The reading of an expression stands for it where there is one: not all can be said in words. */
const columns: readonly Column<Schedule>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 170,
    isWide: true,
    cell: ({uuid, name, check}) => (
      <>
        <PageLink to={`${home}/${uuid}`}>
          <bdi>{name}</bdi>
        </PageLink>
        {check !== undefined && (
          <Text size="xs" c="dimmed">
            Check of <bdi>{`${check.database}.${check.table}`}</bdi>
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'cron',
    header: 'Runs',
    width: 220,
    cell: ({reading, cron, timeZone}) =>
      cron === '' ? (
        'Not scheduled'
      ) : (
        <span>
          {reading === '' ? cron : reading}{' '}
          <Text span size="xs" c="dimmed">
            {timeZone}
          </Text>
        </span>
      ),
  },
  {
    id: 'next',
    header: 'Next run',
    width: 140,
    cell: ({nextAt, pausedWhy}) =>
      pausedWhy === undefined ? <When ms={nextAt} isRelative /> : <>Paused. {pausedWhy}</>,
  },
  {
    id: 'last',
    header: 'Last run',
    width: 215,
    cell: ({lastRun}) =>
      lastRun === undefined ? (
        <Text span c="dimmed">
          —
        </Text>
      ) : (
        <Group gap={6} wrap="nowrap">
          <RunState run={lastRun} /> <When ms={lastRun.startedAt ?? lastRun.dueAt} isRelative />
        </Group>
      ),
  },
  {id: 'actions', header: 'Actions', width: 190, cell: row => <RowActions schedule={row} />},
];

/** The name is in the label of each button: out of its row nobody could tell them apart. */
function RowActions({schedule}: {schedule: Schedule}) {
  const {name, pausedWhy} = schedule;
  const isPaused = pausedWhy !== undefined;
  return (
    <Group gap={6}>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Play size={12} />}
        aria-label={`Run now: ${name}`}
        onClick={() => void runNow(schedule)}
      >
        Run now
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={isPaused ? <RotateCw size={12} /> : <Pause size={12} />}
        aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
        onClick={() => void (isPaused ? resumeSchedule : pauseSchedule)(schedule)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
    </Group>
  );
}
