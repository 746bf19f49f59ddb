import type {HeldQuery} from '../api/wire.ts';
import {Button, Group} from '@mantine/core';
import {ErrorState, LoadingState, Page, When} from '@gazetteer/ui';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {ArrowLeft, Square, SquareTerminal} from 'lucide-react';
import {configQuery} from '../api/queries.ts';
import {openInSheet} from '../history/open-in-sheet.ts';
import {isOver, stateText} from '../run/run.ts';
import {StateIcon} from '../run/status-line.tsx';
import {PageLink} from '../shell/page-link.tsx';
import {Facts} from './facts.tsx';
import {isOwn} from './held-queries.tsx';
import {useRefresh} from './job-filters.tsx';
import {JobLog} from './job-log.tsx';
import {jobAddress, type JobLink} from './job-link.ts';
import {heldQueryQuery} from './job-queries.ts';
import classes from './jobs.module.css';
import {useCancel} from './use-cancel.ts';

/**
 * A statement that runs, or whose rows are kept: all of its text, how it goes, and what its server
 * says.
 */
export function QueryDetails({link}: {link: JobLink}) {
  const {ms} = useRefresh();
  const {data, error, refetch, isFetching} = useQuery({
    ...heldQueryQuery(link.id),
    refetchInterval: ({state}) =>
      state.data !== undefined && !isOver(state.data.state) ? ms : false,
  });
  const cancel = useCancel();
  return (
    <Page
      title="Query"
      note={<code>{link.id}</code>}
      isBusy={isFetching && data === undefined}
      actions={
        <>
          <PageLink
            to={jobAddress({view: 'queries', all: data !== undefined && !isOwn(data)})}
            className={classes['back']}
          >
            <ArrowLeft size={16} aria-hidden /> All queries
          </PageLink>
          {data !== undefined && isOwn(data) && (
            <Button
              size="xs"
              variant="default"
              leftSection={<SquareTerminal size={14} />}
              onClick={() => void openInSheet(data)}
            >
              Open in editor
            </Button>
          )}
          {data !== undefined && !isOver(data.state) && (
            <Button
              size="xs"
              color="red.8"
              leftSection={<Square size={14} />}
              onClick={() => void cancel(data)}
            >
              Cancel
            </Button>
          )}
        </>
      }
    >
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="Loading query" />
      ) : (
        <>
          <pre
            className={classes['sql']}
            tabIndex={0}
            role="region"
            aria-label="Statement"
            dir="auto"
          >
            {data.statement}
          </pre>
          <Overview query={data} />
          <h2 className={classes['heading']}>Log</h2>
          <JobLog text={data.log.join('\n')} fileName={`${data.uuid}.log`}>
            No log messages.
          </JobLog>
        </>
      )}
    </Page>
  );
}

function Overview({query}: {query: HeldQuery}) {
  const engines = useSuspenseQuery(configQuery).data.app_config.editor.interpreters;
  const {state, percent, user, engine, database, submittedAt, usedAt, rowCount, sessionId} = query;
  const progress = percent === undefined || isOver(state) ? '' : ` ${Math.round(percent)} %`;
  return (
    <Facts
      facts={[
        [
          'State',
          <Group key="state" gap={6}>
            <StateIcon state={state} /> {stateText(state)}
            {progress}
          </Group>,
        ],
        ['User', <bdi key="user">{user}</bdi>],
        ['Engine', engines.find(one => one.type === engine)?.displayName ?? engine],
        ['Database', <bdi key="database">{database}</bdi>],
        ['Submitted', <When key="when" ms={submittedAt} />],
        ['Last fetched', <When key="used" ms={usedAt} />],
        ['Rows fetched', rowCount.toLocaleString()],
        [
          'Session',
          sessionId === undefined ? 'Released on the server' : <code key="id">{sessionId}</code>,
        ],
      ]}
    />
  );
}
