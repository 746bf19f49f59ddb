import type {ClusterJob} from '../api/wire.ts';
import {Alert, Button, Group, Text} from '@mantine/core';
import {type Column, DataTable, durationText, When} from '@gazetteer/ui';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {ChevronLeft, ChevronRight, ServerCog, TriangleAlert} from 'lucide-react';
import {go} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {type StateChoice, useRefresh} from './job-filters.tsx';
import {JobList} from './job-list.tsx';
import {jobAddress, type JobLink, usualTime} from './job-link.ts';
import {interfacesQuery, jobsQuery, pageSize} from './job-queries.ts';
import {doneText, JobState} from './job-state.tsx';
import classes from './jobs.module.css';
import {useKill} from './use-cancel.ts';

/** Fewer than clusters have: they are put together as Hue's job browser does. */
const states: readonly StateChoice[] = [
  {value: 'running', label: 'Running'},
  {value: 'completed', label: 'Succeeded'},
  {value: 'failed', label: 'Failed or killed'},
];

/**
 * What a cluster runs, or has run. Nothing is said to be empty while the answer to another filter
 * is still on the screen.
 */
export function ClusterJobs({link}: {link: JobLink}) {
  const refresh = useRefresh();
  const {maxJobs} = useSuspenseQuery(interfacesQuery).data;
  const asked = useQuery({...jobsQuery(link), refetchInterval: refresh.ms});
  const {data} = asked;
  const kill = useKill(link.view);
  const isYarn = link.view === 'jobs';
  const isFiltered =
    link.text !== '' || link.user !== '' || link.state !== '' || link.time !== usualTime;
  const isEmpty = data?.apps.length === 0 && !asked.isPlaceholderData;
  return (
    <JobList
      {...{link, states, refresh, asked}}
      loading="Loading"
      nothing={isEmpty ? nothingFor(isFiltered, isYarn) : undefined}
      hasUser
      hasTime={isYarn}
    >
      {data?.is_cut === true && (
        <Alert color="yellow" variant="light" icon={<TriangleAlert />} className={classes['cut']}>
          The cluster returned {maxJobs.toLocaleString()} jobs (<code>max_job_fetch</code>) and has
          more: some that fit may be missing. Choose a shorter time range or one user.
        </Alert>
      )}
      <DataTable
        label="Jobs"
        name={`jobs.${link.view}`}
        columns={columnsFor(link, isYarn, kill)}
        rows={data?.apps ?? []}
        rowKey={row => row.id}
        onOpen={row => go(jobAddress({view: link.view, id: row.id}))}
        maxHeight="calc(100vh - 17rem)"
      />
      <Pager link={link} total={data?.total ?? 0} />
    </JobList>
  );
}

/** Livy tells less of its sessions than YARN of its applications: those columns are left out. */
function columnsFor(
  {view}: JobLink,
  isYarn: boolean,
  kill: (job: ClusterJob) => Promise<void>,
): readonly Column<ClusterJob>[] {
  const timed: readonly Column<ClusterJob>[] = [
    {id: 'queue', header: 'Queue', width: 90, cell: row => <bdi>{row.queue}</bdi>},
    {
      id: 'started',
      header: 'Started',
      width: 140,
      cell: ({submitted}) => (
        <When ms={submitted === null ? 0 : Date.parse(submitted)} isRelative />
      ),
    },
    {
      id: 'took',
      header: 'Took',
      width: 100,
      align: 'end',
      cell: ({duration}) => (duration === null ? '—' : durationText(duration)),
    },
    {id: 'progress', header: 'Done', width: 70, align: 'end', cell: row => doneText(row) || '—'},
  ];
  return [
    {id: 'state', header: 'State', width: 120, cell: row => <JobState job={row} />},
    {
      id: 'name',
      header: 'Name',
      width: 270,
      isWide: true,
      cell: row => (
        <>
          <PageLink
            to={jobAddress({view, id: row.id})}
            className={classes['name']}
            title={row.name}
          >
            <bdi>{row.name}</bdi>
          </PageLink>
          <code className={classes['id']}>{row.id}</code>
        </>
      ),
    },
    {
      id: 'kill',
      header: 'Action',
      width: 75,
      cell: row =>
        row.canWrite && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Kill ${row.name}`}
            onClick={() => void kill(row)}
          >
            Kill
          </Button>
        ),
    },
    {id: 'user', header: 'User', width: 90, cell: row => <bdi>{row.user}</bdi>},
    {id: 'type', header: 'Type', width: 90, cell: row => row.type},
    ...(isYarn ? timed : []),
  ];
}

/** Whether it is the filter or the cluster that has nothing. */
function nothingFor(isFiltered: boolean, isYarn: boolean) {
  return {
    title: isFiltered
      ? 'No job fits'
      : isYarn
        ? 'Nothing ran in the last 7 days'
        : 'Nothing runs here',
    icon: ServerCog,
    children: (
      <Text ta="center">
        {isYarn
          ? 'Applications are shown as far as the cluster lets you see them.'
          : 'Livy forgets what has ended after a while.'}
      </Text>
    ),
  };
}

/** The newest come first, so the next page is of older ones. */
function Pager({link, total}: {link: JobLink; total: number}) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (link.page - 1) * pageSize;
  const turn = (by: number) => go(jobAddress({...link, page: link.page + by}));
  return (
    <Group gap="xs" className={classes['pager']}>
      <Text size="sm" role="status">
        {pages === 1
          ? `${total.toLocaleString()} ${total === 1 ? 'job' : 'jobs'}`
          : `${(first + 1).toLocaleString()} to ${Math.min(first + pageSize, total).toLocaleString()} of ${total.toLocaleString()} jobs`}
      </Text>
      {pages > 1 && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<ChevronLeft size={14} />}
            disabled={link.page <= 1}
            onClick={() => turn(-1)}
          >
            Newer
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            rightSection={<ChevronRight size={14} />}
            disabled={link.page >= pages}
            onClick={() => turn(1)}
          >
            Older
          </Button>
        </>
      )}
    </Group>
  );
}
