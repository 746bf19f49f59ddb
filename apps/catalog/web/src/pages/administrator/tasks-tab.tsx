import {Button, Group} from '@mantine/core';
import {EmptyState, toast, useConfirm} from '@gazetteer/ui';
import {useMutation, useSuspenseQuery} from '@tanstack/react-query';
import {ListChecks, Timer} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {hasEnded, tasksQuery} from '../../tasks/queries.ts';
import {type Task, TaskTable} from '../../tasks/task-table.tsx';
import {AgeOutDialog} from './age-out-dialog.tsx';

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
        <EmptyState title="No background tasks" icon={<ListChecks size={40} strokeWidth={1.5} />}>
          Only removal of old history and re-indexing after a change of types run in the background.
        </EmptyState>
      ) : (
        <TaskTable tasks={tasks} selection={{keys: chosen, onChange: setChosen}} />
      )}
      <AgeOutDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function Forget({tasks, onDone}: {tasks: readonly Task[]; onDone: () => void}) {
  const confirm = useConfirm();
  const forget = useMutation({
    mutationFn: () =>
      client.call('DELETE /admin/tasks', {query: {guids: tasks.map(task => task.guid)}}),
    onSuccess: async () => {
      onDone();
      await queries.invalidateQueries({queryKey: ['admin', 'tasks']});
    },
    onError: error => toast({kind: 'problem', title: 'Couldn’t remove the tasks', error}),
  });
  const open = tasks.filter(task => !hasEnded(task.status)).length;
  const ask = async () => {
    const text = `${open} unfinished: remaining work will not run.`;
    // Finished ones leave nothing behind: only unfinished ones are asked about.
    const isWanted =
      open === 0 ||
      (await confirm({title: 'Forget these tasks?', text, action: 'Forget', isDangerous: true}));
    if (isWanted) forget.mutate();
  };
  return (
    <Button variant="default" loading={forget.isPending} onClick={() => void ask()}>
      Forget {tasks.length.toLocaleString()}
    </Button>
  );
}
