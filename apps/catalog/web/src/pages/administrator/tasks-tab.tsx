import {Badge, Button, Group} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {type Column, DataTable, EmptyState, messageOf, toast, useConfirm, When} from '@gazetteer/ui';
import {useMutation, useSuspenseQuery} from '@tanstack/react-query';
import {ListChecks, Timer} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {AgeOutDialog} from './age-out-dialog.tsx';
import {hasEnded, tasksQuery} from './queries.ts';
import {operationText} from './words.ts';

type Task = Schemas['Task'];
const colours = {PENDING: 'gray', IN_PROGRESS: 'sea', COMPLETE: 'green.7', FAILED: 'red.7'};

const columns: Column<Task>[] = [
  {id: 'type', header: 'What', width: 220, cell: ({type}) => operationText(type)},
  {
    id: 'status',
    header: 'State',
    width: 130,
    cell: ({status}) => (
      <Badge color={colours[status]} variant="dot" tt="none">
        {operationText(status)}
      </Badge>
    ),
  },
  {
    id: 'removed',
    header: 'Removed',
    width: 100,
    align: 'end',
    cell: ({parameters}) => Number(parameters?.['removed'] ?? 0).toLocaleString(),
  },
  {id: 'user', header: 'User', width: 120, cell: ({createdBy}) => <bdi>{createdBy}</bdi>},
  {id: 'created', header: 'Asked for', width: 190, cell: ({createdTime}) => <When ms={createdTime} />},
  {id: 'ended', header: 'Ended', width: 190, cell: ({endTime}) => <When ms={endTime} />},
  {id: 'error', header: 'Problem', width: 220, cell: ({errorMessage}) => <span dir="auto">{errorMessage}</span>},
];

/** Work in the background, and a way to ask for it. */
export function TasksTab() {
  const tasks = useSuspenseQuery(tasksQuery).data;
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const picked = tasks.filter(task => chosen.has(task.guid));
  return (
    <>
      <Group mb="sm">
        <Button leftSection={<Timer size={16} />} onClick={() => setOpen(true)}>
          Remove old audit events
        </Button>
        {picked.length > 0 && <Forget tasks={picked} onDone={() => setChosen(new Set())} />}
      </Group>
      {tasks.length === 0 ? (
        <EmptyState title="Nothing is done in the background" icon={<ListChecks size={40} strokeWidth={1.5} />}>
          Classifications have propagated when a request answers; only old audit events are removed by tasks.
        </EmptyState>
      ) : (
        <DataTable
          label="Tasks"
          name="admin.tasks"
          columns={columns}
          rows={tasks}
          rowKey={one => one.guid}
          selection={{keys: chosen, onChange: setChosen}}
        />
      )}
      <AgeOutDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function Forget({tasks, onDone}: {tasks: readonly Task[]; onDone: () => void}) {
  const confirm = useConfirm();
  const forget = useMutation({
    mutationFn: () => client.call('DELETE /admin/tasks', {query: {guids: tasks.map(task => task.guid)}}),
    onSuccess: async () => {
      onDone();
      await queries.invalidateQueries({queryKey: ['admin', 'tasks']});
    },
    onError: error => toast({kind: 'problem', title: 'The tasks were not forgotten', text: messageOf(error)}),
  });
  const open = tasks.filter(task => !hasEnded(task.status)).length;
  const ask = async () => {
    const text = `${open} of them ${open === 1 ? 'has' : 'have'} not ended: what is left of that is not done.`;
    const isWanted =
      open === 0 || (await confirm({title: 'Forget these tasks?', text, action: 'Forget', isDangerous: true}));
    if (isWanted) forget.mutate();
  };
  return (
    <Button variant="default" loading={forget.isPending} onClick={() => void ask()}>
      Forget {tasks.length.toLocaleString()}
    </Button>
  );
}
