import {Alert, Button, SegmentedControl} from '@mantine/core';
import {durationText, ErrorState, LoadingState, Page, SearchInput, When} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {ArrowLeft, CircleAlert, ExternalLink, Square} from 'lucide-react';
import {useState} from 'react';
import {go} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {useRefresh} from './job-filters.tsx';
import {JobLog} from './job-log.tsx';
import {jobAddress, type JobLink} from './job-link.ts';
import type {JobDetails as Details} from '../api/wire.ts';
import {jobLogsQuery, jobQuery} from './job-queries.ts';
import {doneText, JobState} from './job-state.tsx';
import {Facts} from './facts.tsx';
import classes from './jobs.module.css';
import {useKill} from './use-cancel.ts';

const parts = [
  {value: '', label: 'Overview'},
  {value: 'logs', label: 'Logs'},
  {value: 'properties', label: 'Properties'},
];

/** All that the cluster tells of one job. */
export function JobDetails({link}: {link: JobLink}) {
  const {view, id, part} = link;
  const {ms: refreshMs} = useRefresh();
  const {data, error, refetch, isFetching} = useQuery({
    ...jobQuery(view, id),
    // What has ended does not change any more.
    refetchInterval: ({state}) => (state.data?.apiStatus === 'RUNNING' ? refreshMs : false),
  });
  const kill = useKill(view);
  return (
    <Page
      title={short(data?.name ?? id)}
      note={<code>{id}</code>}
      isBusy={isFetching && data === undefined}
      actions={
        <>
          <PageLink to={jobAddress({view})} className={classes['back']}>
            <ArrowLeft size={16} aria-hidden /> All jobs
          </PageLink>
          {data?.url !== undefined && data.url !== '' && (
            <Button
              size="xs"
              variant="default"
              component="a"
              href={data.url}
              target="_blank"
              rel="noreferrer"
              rightSection={<ExternalLink size={14} />}
            >
              Open its page
            </Button>
          )}
          {data?.canWrite === true && (
            <Button
              size="xs"
              color="red.8"
              leftSection={<Square size={14} />}
              onClick={() => void kill(data)}
            >
              Kill
            </Button>
          )}
        </>
      }
    >
      <SegmentedControl
        size="xs"
        aria-label="What to see of it"
        data={parts}
        value={parts.some(({value}) => value === part) ? part : ''}
        onChange={value => go(jobAddress({view, id, part: value}), {replace: true})}
        className={classes['parts']}
      />
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="Loading" />
      ) : part === 'logs' ? (
        <Logs view={view} job={data} />
      ) : part === 'properties' ? (
        <Properties properties={data.properties} />
      ) : (
        <Overview job={data} />
      )}
    </Page>
  );
}

/** Names of Spark applications may be whole statements. */
function short(name: string): string {
  const words = name.replaceAll(/\s+/g, ' ').trim();
  return words.length > 100 ? `${words.slice(0, 100)}…` : words;
}

/** Facts without a value are left out by the list. */
function Overview({job}: {job: Details}) {
  const time = (text: string | null) => <When ms={text === null ? 0 : Date.parse(text)} />;
  const facts: [string, React.ReactNode][] = [
    ['Name', <bdi key="name">{job.name}</bdi>],
    ['State', <JobState key="state" job={job} />],
    ['User', <bdi key="user">{job.user}</bdi>],
    ['Type', job.type],
    ['Queue', job.queue],
    ['Done', job.progress > 0 ? doneText(job) : ''],
    ['Started', job.submitted === null ? '' : time(job.submitted)],
    ['Ended', job.finished === null ? '' : time(job.finished)],
    [
      job.apiStatus === 'RUNNING' ? 'So far' : 'Took',
      job.duration === null ? '' : durationText(job.duration),
    ],
  ];
  return (
    <>
      {job.diagnostics !== '' && (
        <Alert
          color={job.apiStatus === 'FAILED' ? 'red' : 'gray'}
          variant="light"
          icon={<CircleAlert />}
          title="Message from the cluster"
          className={classes['cut']}
        >
          <pre className={classes['words']} dir="auto">
            {job.diagnostics}
          </pre>
        </Alert>
      )}
      <Facts facts={facts} />
    </>
  );
}

/** What the cluster tells beside, by its own names. What is empty says nothing and is left out. */
function Properties({properties}: {properties: Readonly<Record<string, unknown>>}) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  // Found by their values, too: somebody may look for a path or a queue.
  const all = Object.entries(properties)
    .map(
      ([name, value]) =>
        [name, typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)] as const,
    )
    .filter(([, value]) => value !== '' && value !== 'null');
  const shown = all.filter(([name, value]) => `${name} ${value}`.toLowerCase().includes(wanted));
  return (
    <>
      <SearchInput
        label="Filter the properties"
        value={text}
        onChange={setText}
        className={classes['find']}
      />
      <Facts facts={shown} />
    </>
  );
}

/**
 * Which logs there are is known from the answer, so the first one is asked for by its usual name.
 */
function Logs({view, job}: {view: string; job: Details}) {
  const {ms: refreshMs} = useRefresh();
  const [name, setName] = useState('default');
  const {data, error, refetch} = useQuery({
    ...jobLogsQuery(view, job.id, name),
    refetchInterval: job.apiStatus === 'RUNNING' && refreshMs,
  });
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading log" />;
  const {logs, logsList} = data;
  return (
    <>
      {logsList.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Which log"
          data={[...logsList]}
          value={logsList.includes(name) ? name : (logsList[0] ?? '')}
          onChange={setName}
          className={classes['parts']}
        />
      )}
      <JobLog text={logs} fileName={`${job.id}.log`}>
        {view === 'jobs'
          ? 'The cluster has no log of its application master: it hasn’t started yet, or the log was removed.'
          : 'No log messages.'}
      </JobLog>
    </>
  );
}
