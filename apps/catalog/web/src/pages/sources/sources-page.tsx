import {Button, Stack} from '@mantine/core';
import {type Column, DataTable, DocsLink, EmptyState, Page, When} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Link, useNavigate} from '@tanstack/react-router';
import {DatabaseZap, Plus} from 'lucide-react';
import {useState} from 'react';
import {StatusBadge} from '../../tasks/status-badge.tsx';
import {EngineList} from './engine-list.tsx';
import {type Source, sourcesQuery} from './queries.ts';
import {SourceDialog} from './source-dialog.tsx';
import {runText, scheduleText} from './source-texts.ts';

/** What the catalog reads by itself. */
export function SourcesPage() {
  const sources = useSuspenseQuery(sourcesQuery).data;
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const open = (name: string) => void navigate({to: '/sources/$name', params: {name}});
  // Beside the title, or in the middle where there is nothing else yet.
  const add = (
    <Button size="xs" leftSection={<Plus size={14} />} onClick={() => setAdding(true)}>
      Add source
    </Button>
  );
  return (
    <Page
      title="Sources"
      note={
        <span>
          Databases and other systems that the catalog reads.{' '}
          <DocsLink to="sources">Learn more</DocsLink>
        </span>
      }
      actions={sources.length > 0 && add}
    >
      <Stack gap="md">
        {sources.length === 0 ? (
          <EmptyState title="No sources yet" icon={<DatabaseZap size={40} strokeWidth={1.5} />}>
            <span>
              Add a database, and its tables, columns and lineage are kept up to date here.
            </span>
            {add}
          </EmptyState>
        ) : (
          <DataTable
            label="Sources"
            name="sources"
            columns={columns}
            rows={sources}
            rowKey={one => one.name}
            onOpen={({name}) => open(name)}
          />
        )}
        <EngineList />
      </Stack>
      <SourceDialog isOpen={isAdding} onClose={() => setAdding(false)} onDone={open} />
    </Page>
  );
}

/** The last run tells most: whether a source is read, and what came of it. */
const columns: Column<Source>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 200,
    cell: ({name}) => (
      <Link to="/sources/$name" params={{name}}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {id: 'type', header: 'Type', width: 140, cell: ({type}) => type},
  {
    id: 'status',
    header: 'Last run',
    width: 130,
    cell: ({lastRun}) =>
      lastRun === undefined ? 'never' : <StatusBadge status={lastRun.status} />,
  },
  {
    id: 'result',
    header: 'Result',
    width: 260,
    isWide: true,
    // Why it failed says more than how far it came.
    cell: ({lastRun}) => (lastRun === undefined ? '' : (lastRun.errorMessage ?? runText(lastRun))),
  },
  {
    id: 'when',
    header: 'When',
    width: 190,
    cell: ({lastRun}) => lastRun !== undefined && <When ms={lastRun.createdTime} />,
  },
  {id: 'schedule', header: 'Schedule', width: 190, cell: ({schedule}) => scheduleText(schedule)},
];
