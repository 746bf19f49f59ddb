import {Badge, Button, Text} from '@mantine/core';
import {type Column, DataTable, When} from '@gazetteer/ui';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {PlugZap} from 'lucide-react';
import {configQuery} from '../api/queries.ts';
import type {Engine, HeldSession} from '../api/wire.ts';
import {PageLink} from '../shell/page-link.tsx';
import {type StateChoice, useRefresh} from './job-filters.tsx';
import {JobList} from './job-list.tsx';
import {jobAddress, type JobLink} from './job-link.ts';
import {heldSessionsQuery} from './job-queries.ts';
import classes from './jobs.module.css';
import {useCloseSession} from './use-cancel.ts';

const states: readonly StateChoice[] = [
  {value: 'in use', label: 'In use'},
  {value: 'idle', label: 'Idle'},
  {value: 'opening', label: 'Opening'},
  {value: 'lost', label: 'Lost'},
];
/** Grey for what needs nobody's attention. */
const colours = {'in use': 'sea', idle: 'gray', opening: 'gray', lost: 'red.9'};

/** Who holds which session on which SQL server, and a way to let go of it. */
export function HeldSessions({link, isAdmin}: {link: JobLink; isAdmin: boolean}) {
  const refresh = useRefresh();
  const engines = useSuspenseQuery(configQuery).data.app_config.editor.interpreters;
  const isAll = link.all && isAdmin;
  const asked = useQuery({...heldSessionsQuery(isAll), refetchInterval: refresh.ms});
  const close = useCloseSession();
  const rows = asked.data?.filter(session => fits(session, link)) ?? [];
  const nothing = {
    title: asked.data?.length === 0 ? 'No session is open' : 'No session fits',
    icon: PlugZap,
    children: (
      <Text ta="center">
        The editor opens a session when a user runs a statement, and closes idle ones.
      </Text>
    ),
  };
  return (
    <JobList
      {...{link, states, refresh, asked}}
      loading="Loading sessions"
      nothing={rows.length === 0 ? nothing : undefined}
      hasUser={isAll}
      hasAll={isAdmin}
    >
      <DataTable
        label="Sessions"
        name="jobs.sessions"
        columns={columnsFor(engines, close)}
        rows={rows}
        rowKey={row => row.id}
        maxHeight="calc(100vh - 15rem)"
      />
    </JobList>
  );
}

/** Filtered here, since one answer has all sessions. */
function fits({id, user, engineId, endpoint, state}: HeldSession, link: JobLink): boolean {
  const words = link.text.trim().toLowerCase();
  return (
    `${id} ${engineId} ${endpoint}`.toLowerCase().includes(words) &&
    (link.user === '' || user === link.user) &&
    (link.state === '' || link.state === state)
  );
}

/**
 * Anybody's session can be closed by an administrator, so its user is in the label of the button.
 */
function columnsFor(
  engines: readonly Engine[],
  close: (session: HeldSession) => Promise<void>,
): readonly Column<HeldSession>[] {
  return [
    {
      id: 'state',
      header: 'State',
      width: 100,
      cell: ({state}) => (
        <Badge variant="outline" color={colours[state]} tt="none">
          {state}
        </Badge>
      ),
    },
    {id: 'user', header: 'User', width: 90, cell: row => <bdi>{row.user}</bdi>},
    {
      id: 'engine',
      header: 'Engine',
      width: 150,
      cell: row => engines.find(one => one.type === row.engineId)?.displayName ?? row.engineId,
    },
    {
      id: 'server',
      header: 'Server',
      width: 160,
      cell: ({endpoint, principal}) => (
        <>
          <bdi>{endpoint}</bdi>
          {principal !== undefined && (
            <Text size="xs" c="dimmed">
              {principal}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'queries',
      header: 'In use by',
      width: 150,
      isWide: true,
      cell: row => <Holders session={row} />,
    },
    {
      id: 'action',
      header: 'Action',
      width: 80,
      cell: row => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Close the session of ${row.user}`}
          onClick={() => void close(row)}
        >
          Close
        </Button>
      ),
    },
    {
      id: 'opened',
      header: 'Opened',
      width: 135,
      cell: row => <When ms={row.openedAt} isRelative />,
    },
    {id: 'used', header: 'Last used', width: 135, cell: row => <When ms={row.usedAt} isRelative />},
  ];
}

/**
 * What runs in it, each with a link. A session is in use without a statement while names are read.
 */
function Holders({session: {queries, state}}: {session: HeldSession}) {
  if (queries.length === 0)
    return <Text c="dimmed">{state === 'in use' ? 'Metadata browsing or manual' : '—'}</Text>;
  return (
    <ul className={classes['holders']}>
      {queries.map(({uuid, statement}) => (
        <li key={uuid}>
          <PageLink to={jobAddress({view: 'queries', id: uuid})}>
            <code>{statement.replaceAll(/\s+/g, ' ').slice(0, 60)}</code>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
