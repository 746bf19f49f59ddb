import {Button, Group, Stack, TextInput} from '@mantine/core';
import {useDebouncedValue} from '@mantine/hooks';
import {
  type Column,
  DataTable,
  DocsLink,
  EmptyState,
  ErrorState,
  LoadingState,
  Page,
  When,
} from '@gazetteer/ui';
import {useInfiniteQuery} from '@tanstack/react-query';
import {Link, useNavigate} from '@tanstack/react-router';
import {History} from 'lucide-react';
import {useState} from 'react';
import {May} from '../../api/may.tsx';
import {UndoChange} from '../../bulk/undo-change.tsx';
import {changeTitle, countsText} from './change-texts.ts';
import {type Change, changesQuery} from './queries.ts';

/** How long it is waited for the next key before changes are asked for. */
const typingMs = 300;

/** Changes of the last days, each with its undo. */
export function ChangesPage() {
  const [user, setUser] = useState('');
  const [asked] = useDebouncedValue(user.trim(), typingMs);
  return (
    <Page
      title="Changes"
      actions={<DocsLink to="undo">How undo works</DocsLink>}
      note="Requests, bulk changes and runs of sources of the last days. Open one to see what it changed."
    >
      <Stack gap="md">
        {/* All others see their own changes alone, so there is nobody to choose. */}
        <May to="admin-audits">
          <TextInput
            label="User"
            w={260}
            value={user}
            onChange={event => setUser(event.currentTarget.value)}
          />
        </May>
        <Changes user={asked} />
      </Stack>
    </Page>
  );
}

/** More are asked for by hand, page by page. */
function Changes({user}: {user: string}) {
  const navigate = useNavigate();
  const listed = useInfiniteQuery(changesQuery(user));
  if (listed.isError)
    return <ErrorState error={listed.error} retry={() => void listed.refetch()} />;
  if (listed.isPending) return <LoadingState />;
  const changes = listed.data.pages.flatMap(page => page.changes);
  if (changes.length === 0)
    return <EmptyState title="No changes" icon={<History size={40} strokeWidth={1.5} />} />;
  return (
    <>
      <DataTable
        label="Changes"
        name="changes"
        columns={columns}
        rows={changes}
        rowKey={one => one.changeId}
        onOpen={({changeId}) => void navigate({to: '/changes/$changeId', params: {changeId}})}
      />
      {listed.hasNextPage && (
        <Group>
          <Button
            variant="default"
            loading={listed.isFetchingNextPage}
            onClick={() => void listed.fetchNextPage()}
          >
            Show more
          </Button>
        </Group>
      )}
    </>
  );
}

/** What was done, what came of it, and who did it. */
const columns: Column<Change>[] = [
  {
    id: 'change',
    header: 'Change',
    width: 220,
    cell: one => (
      <Link to="/changes/$changeId" params={{changeId: one.changeId}}>
        <bdi>{changeTitle(one)}</bdi>
      </Link>
    ),
  },
  {id: 'result', header: 'Result', width: 280, isWide: true, cell: countsText},
  {id: 'user', header: 'By', width: 130, cell: ({userName}) => <bdi>{userName}</bdi>},
  {id: 'time', header: 'When', width: 215, cell: ({time}) => <When ms={time} />},
  {
    id: 'undo',
    header: 'Undo',
    width: 200,
    cell: one => <Undoing change={one} />,
  },
];

function Undoing({change}: {change: Change}) {
  if (change.undoneBy !== undefined) return 'Undone';
  // Where the button is missing the reason stands in its place.
  if (!change.canUndo) return change.reason ?? '';
  return <UndoChange changeId={change.changeId} text={changeTitle(change)} />;
}
