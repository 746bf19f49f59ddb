import type {Schemas} from '@gazetteer/client';
import {type Column, DataTable, type Selection, When} from '@gazetteer/ui';
import {StatusBadge} from './status-badge.tsx';

export type Task = Schemas['Task'];

const columns: Column<Task>[] = [
  {id: 'type', header: 'Task', width: 190, cell: ({type}) => typeText(type)},
  {
    id: 'status',
    header: 'Status',
    width: 110,
    cell: ({status}) => <StatusBadge status={status} />,
  },
  {
    id: 'progress',
    header: 'Progress',
    width: 150,
    align: 'end',
    cell: task => progressText(task),
  },
  {id: 'user', header: 'User', width: 100, cell: ({createdBy}) => <bdi>{createdBy}</bdi>},
  {
    id: 'created',
    header: 'Requested',
    width: 215,
    cell: ({createdTime}) => <When ms={createdTime} />,
  },
  {id: 'ended', header: 'Finished', width: 215, cell: ({endTime}) => <When ms={endTime} />},
];

/** Only where a task has one. */
const problem: Column<Task> = {
  id: 'error',
  header: 'Problem',
  width: 220,
  cell: ({errorMessage}) => <span dir="auto">{errorMessage}</span>,
};

/** Work in the background, however much of it. */
export function TaskTable({tasks, selection}: {tasks: readonly Task[]; selection?: Selection}) {
  return (
    <DataTable
      label="Tasks"
      name="tasks"
      columns={tasks.some(task => task.errorMessage) ? [...columns, problem] : columns}
      rows={tasks}
      rowKey={one => one.guid}
      selection={selection}
    />
  );
}

const typeTexts: Readonly<Record<string, string>> = {
  ATLAS_AUDIT_REDUCTION: 'Remove old audit events',
  REINDEX: 'Update the search index',
  BULK_CHANGE: 'Bulk change',
  SOURCE_RUN: 'Read a source',
};

function typeText(type: string): string {
  // A newer server may have more kinds.
  return typeTexts[type] ?? type.toLowerCase().replaceAll('_', ' ');
}

function progressText({type, parameters}: Task): string {
  const count = (name: string) => Number(parameters?.[name] ?? 0).toLocaleString();
  // Each kind counts something of its own.
  switch (type) {
    case 'REINDEX':
      return `${count('done')} of ${count('total')}`;
    case 'SOURCE_RUN':
      return `${count('assets')} read`;
    case 'BULK_CHANGE':
      return `${count('listed')} changed`;
    default:
      return `${count('removed')} removed`;
  }
}
