import {Badge, Button, Group, Text} from '@mantine/core';
import {
  type Column,
  DataTable,
  Dialog,
  EmptyState,
  ErrorState,
  LoadingState,
  useConfirm,
  When,
} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {ClipboardCheck, Pencil, Play, Plus, Trash2} from 'lucide-react';
import {useState} from 'react';
import {deleteSchedule, runNow} from '../schedules/schedule-actions.ts';
import {PageLink} from '../shell/page-link.tsx';
import {CheckForm} from './check-form.tsx';
import {type CheckPlace, checksChanged, checksQuery, type TableCheck} from './check-queries.ts';

type CheckListProps = {readonly place: CheckPlace; readonly columns: readonly string[]};

/** Checks of a table, of all users; one's own are run, changed and deleted here. */
export function CheckList({place, columns}: CheckListProps) {
  const {data, error, refetch} = useQuery(checksQuery(place));
  // An object around it, since the dialog is open for a new check as well, which there is none of
  // yet.
  const [edited, setEdited] = useState<{readonly check: TableCheck | undefined}>();
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading checks" />;
  // Once above the list and once in its place while it is empty.
  const add = (
    <Button
      size="xs"
      variant="default"
      leftSection={<Plus size={14} />}
      onClick={() => setEdited({check: undefined})}
    >
      Add check
    </Button>
  );
  return (
    <>
      {data.checks.length === 0 ? (
        <EmptyState title="No checks yet" icon={<ClipboardCheck size={40} strokeWidth={1.5} />}>
          <Text ta="center">
            A check says whether the table has what you expect: rows, no nulls, unique values, new
            data.
          </Text>
          {add}
        </EmptyState>
      ) : (
        <>
          <Group mb="xs">{add}</Group>
          <DataTable
            label="Checks"
            name="checks"
            columns={columnsFor(check => setEdited({check}))}
            rows={data.checks}
            rowKey={({uuid}) => uuid}
          />
        </>
      )}
      <Dialog
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited?.check === undefined ? 'Add check' : 'Edit check'}
        size="xl"
      >
        {edited !== undefined && (
          <CheckForm
            place={place}
            columns={columns}
            check={edited.check}
            onDone={() => setEdited(undefined)}
          />
        )}
      </Dialog>
    </>
  );
}

/** What a check says, and the color of its mark. An error is no verdict: it could not be run. */
const states = {
  new: ['Not run yet', 'gray'],
  passed: ['Passed', 'teal'],
  failed: ['Failed', 'red'],
  error: ['Error', 'yellow'],
} as const;

/** The word beside the mark says the same as its color, for those who can't tell colors apart. */
function CheckState({check: {state, found, message}}: {readonly check: TableCheck}) {
  const [text, color] = states[state];
  const background = `var(--mantine-color-${color}-6)`;
  return (
    <div>
      <Badge
        variant="default"
        tt="none"
        leftSection={
          <span
            aria-hidden
            style={{display: 'inline-block', width: 8, height: 8, borderRadius: 4, background}}
          />
        }
      >
        {text}
      </Badge>
      {(found ?? message) !== undefined && (
        <Text size="xs" dir="auto" lineClamp={3}>
          {found ?? message}
        </Text>
      )}
    </div>
  );
}

/** What others check is shown without a link: its runs and its schedule are theirs alone. */
function columnsFor(edit: (check: TableCheck) => void): readonly Column<TableCheck>[] {
  return [
    {
      id: 'name',
      header: 'Check',
      width: 240,
      isWide: true,
      cell: ({uuid, name, expectation, isOwn, owner}) => (
        <div>
          {isOwn ? (
            <PageLink to={`/app/schedules/${uuid}`}>
              <bdi>{name}</bdi>
            </PageLink>
          ) : (
            <bdi>{name}</bdi>
          )}
          <Text size="xs" c="dimmed" dir="auto">
            {expectation}
            {!isOwn && (
              <>
                {' '}
                · <bdi>{owner}</bdi>
              </>
            )}
          </Text>
        </div>
      ),
    },
    {id: 'state', header: 'State', width: 200, cell: check => <CheckState check={check} />},
    {
      id: 'checked',
      header: 'Last run',
      width: 140,
      cell: ({checkedAt, isRunning}) =>
        isRunning ? (
          <>In progress</>
        ) : checkedAt === undefined ? null : (
          <When ms={checkedAt} isRelative />
        ),
    },
    {
      id: 'reading',
      header: 'Runs',
      width: 170,
      cell: ({reading}) => (reading === '' ? <>Not scheduled</> : reading),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 275,
      cell: check => (check.isOwn ? <RowActions check={check} onEdit={() => edit(check)} /> : null),
    },
  ];
}

/** Checks are schedules; what changed is asked for again under both names. */
function RowActions({check, onEdit}: {readonly check: TableCheck; readonly onEdit: () => void}) {
  const confirm = useConfirm();
  const {name, schedule, isRunning} = check;
  if (schedule === undefined) return null;
  const drop = async () => {
    const isWanted = await confirm({
      title: `Delete ${name}?`,
      text: 'This deletes the check and its run history, and can’t be undone.',
      action: 'Delete check',
      isDangerous: true,
    });
    if (isWanted) await deleteSchedule(schedule).then(checksChanged);
  };
  // As narrow as they can be: three of them stand in a row of the table.
  const parts = {size: 'compact-xs', variant: 'default'} as const;
  return (
    <Group gap={6}>
      <Button
        {...parts}
        leftSection={<Play size={12} />}
        disabled={isRunning}
        aria-label={`Run now: ${name}`}
        onClick={() => void runNow(schedule).then(checksChanged)}
      >
        Run now
      </Button>
      <Button
        {...parts}
        leftSection={<Pencil size={12} />}
        aria-label={`Edit ${name}`}
        onClick={onEdit}
      >
        Edit
      </Button>
      <Button
        {...parts}
        leftSection={<Trash2 size={12} />}
        aria-label={`Delete ${name}`}
        onClick={() => void drop()}
      >
        Delete
      </Button>
    </Group>
  );
}
