import {Button, Code, Group, Text} from '@mantine/core';
import {type Column, DataTable, When} from '@gazetteer/ui';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {Activity} from 'lucide-react';
import {configQuery} from '../api/queries.ts';
import {loggedInUser} from '../api/session.ts';
import type {Engine, HeldQuery} from '../api/wire.ts';
import {go} from '../place.ts';
import {isOver, stateText} from '../run/run.ts';
import {StateIcon} from '../run/status-line.tsx';
import {PageLink} from '../shell/page-link.tsx';
import {type StateChoice, useRefresh} from './job-filters.tsx';
import {JobList} from './job-list.tsx';
import {jobAddress, type JobLink} from './job-link.ts';
import {heldQueriesQuery} from './job-queries.ts';
import classes from './jobs.module.css';
import {useCancel} from './use-cancel.ts';

const states: readonly StateChoice[] = [
  {value: 'running', label: 'Running'},
  {value: 'completed', label: 'Done'},
  {value: 'failed', label: 'Failed or canceled'},
];

/** Statements that run on SQL servers, and those whose rows are kept here. */
export function HeldQueries({link, isAdmin}: {link: JobLink; isAdmin: boolean}) {
  const refresh = useRefresh();
  const engines = useSuspenseQuery(configQuery).data.app_config.editor.interpreters;
  // The address may be a bookmark of somebody who was an administrator then; the server would
  // refuse it.
  const isAll = link.all && isAdmin;
  const asked = useQuery({...heldQueriesQuery(isAll), refetchInterval: refresh.ms});
  const cancel = useCancel();
  const rows = asked.data?.filter(query => fits(query, link)) ?? [];
  const nothing = {
    title: asked.data?.length === 0 ? 'Nothing runs, and no result is kept' : 'No matching queries',
    icon: Activity,
    children: (
      <Text ta="center">
        What was run before is in the <PageLink to="/app/history">history</PageLink>.
      </Text>
    ),
  };
  return (
    <JobList
      {...{link, states, refresh, asked}}
      loading="Loading queries"
      nothing={rows.length === 0 ? nothing : undefined}
      hasUser={isAll}
      hasAll={isAdmin}
    >
      <DataTable
        label="Queries"
        name="jobs.queries"
        columns={columnsFor(engines, cancel, isAll)}
        rows={rows}
        rowKey={row => row.uuid}
        onOpen={row => go(jobAddress({view: 'queries', id: row.uuid}))}
        maxHeight="calc(100vh - 15rem)"
      />
    </JobList>
  );
}

/** Filtered here, since one answer has all of them; an id may be given as well as a word. */
function fits({uuid, statement, user, state}: HeldQuery, link: JobLink): boolean {
  const words = link.text.trim().toLowerCase();
  const outcome = !isOver(state) ? 'running' : state === 'available' ? 'completed' : 'failed';
  return (
    (words === '' || statement.toLowerCase().includes(words) || uuid.includes(words)) &&
    (link.user === '' || user === link.user) &&
    (link.state === '' || link.state === outcome)
  );
}

/** What is over can't be canceled, but is listed as long as its rows are kept. */
function columnsFor(
  engines: readonly Engine[],
  cancel: (query: HeldQuery) => Promise<void>,
  hasUser: boolean,
): readonly Column<HeldQuery>[] {
  return [
    {
      id: 'state',
      header: 'State',
      width: 110,
      cell: ({state, percent}) => (
        <Group gap={6} wrap="nowrap">
          <StateIcon state={state} />
          <Text size="sm">
            {stateText(state)}
            {percent !== undefined && !isOver(state) && ` ${Math.round(percent)} %`}
          </Text>
        </Group>
      ),
    },
    {
      id: 'statement',
      header: 'Statement',
      width: 280,
      isWide: true,
      cell: row => (
        <PageLink to={jobAddress({view: 'queries', id: row.uuid})}>
          <Code className={classes['statement']}>{row.statement.slice(0, 300)}</Code>
        </PageLink>
      ),
    },
    {
      id: 'action',
      header: 'Action',
      width: 90,
      cell: row =>
        !isOver(row.state) && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Cancel ${row.statement.slice(0, 40)}`}
            onClick={() => void cancel(row)}
          >
            Cancel
          </Button>
        ),
    },
    // All are one's own otherwise, and statements need the room.
    ...(hasUser
      ? [{id: 'user', header: 'User', width: 90, cell: (row: HeldQuery) => <bdi>{row.user}</bdi>}]
      : []),
    {
      id: 'engine',
      header: 'Engine',
      width: 130,
      cell: row => engines.find(one => one.type === row.engine)?.displayName ?? row.engine,
    },
    {
      id: 'since',
      header: 'Since',
      width: 135,
      cell: row => <When ms={row.submittedAt} isRelative />,
    },
    {
      id: 'rows',
      header: 'Rows here',
      width: 105,
      align: 'end',
      cell: row => row.rowCount.toLocaleString(),
    },
  ];
}

/** Rows of the person at the browser can be opened in a sheet. */
export function isOwn({user}: HeldQuery): boolean {
  return user === loggedInUser();
}
