import {Badge} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {type Column, DataTable, EmptyState, When} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {ListChecks} from 'lucide-react';
import {tasksQuery} from './queries.ts';
import {operationText} from './words.ts';

type Task = Schemas['Task'];
const colours = {PENDING: 'gray', IN_PROGRESS: 'sea', COMPLETE: 'green.9', FAILED: 'red.9'};

const columns: Column<Task>[] = [
  {id: 'type', header: 'What', width: 240, cell: ({type}) => operationText(type)},
  {
    id: 'status',
    header: 'State',
    width: 140,
    cell: ({status}) => (
      <Badge color={colours[status]} variant="outline">
        {operationText(status)}
      </Badge>
    ),
  },
  {id: 'user', header: 'User', width: 140, cell: ({createdBy}) => <bdi>{createdBy}</bdi>},
  {id: 'created', header: 'Asked for', width: 200, cell: ({createdTime}) => <When ms={createdTime} />},
  {id: 'ended', header: 'Ended', width: 200, cell: ({endTime}) => <When ms={endTime} />},
  {id: 'error', header: 'Problem', width: 260, cell: ({errorMessage}) => <span dir="auto">{errorMessage}</span>},
];

/** Work in the background. */
export function TasksTab() {
  const tasks = useSuspenseQuery(tasksQuery).data;
  if (tasks.length === 0) {
    return (
      <EmptyState title="Nothing is done in the background" icon={<ListChecks size={40} strokeWidth={1.5} />}>
        Classifications have propagated when a request answers; only old audit events are removed by tasks.
      </EmptyState>
    );
  }
  return <DataTable label="Tasks" name="admin.tasks" columns={columns} rows={tasks} rowKey={one => one.guid} />;
}
