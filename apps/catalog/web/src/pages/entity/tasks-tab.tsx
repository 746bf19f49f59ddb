import {EmptyState} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {ListChecks} from 'lucide-react';
import {tasksQuery} from '../../tasks/queries.ts';
import {type Task, TaskTable} from '../../tasks/task-table.tsx';
import type {TabProps} from './tab-props.ts';

/**
 * Work in the background that may have to do with the entity: what is removed of its audit, and how
 * it is indexed.
 */
export function TasksTab({entity}: TabProps) {
  const tasks = useSuspenseQuery(tasksQuery).data.filter(task => isAbout(task, entity.typeName));
  if (tasks.length === 0) {
    return (
      <EmptyState title="No background tasks" icon={<ListChecks size={40} strokeWidth={1.5} />}>
        Only removal of old history and re-indexing after a change of types run in the background.
      </EmptyState>
    );
  }
  return <TaskTable tasks={tasks} />;
}

/**
 * Tasks have rules for types, not for single entities. A rule without types is for all but those
 * that have one of their own.
 */
function isAbout({type, parameters}: Task, typeName: string): boolean {
  if (type === 'REINDEX') return ((parameters?.['documents'] ?? []) as string[]).includes(typeName);
  const {types, exceptTypes = []} = (parameters?.['rule'] ?? {}) as {
    types?: string[];
    exceptTypes?: string[];
  };
  return types === undefined ? !exceptTypes.includes(typeName) : types.includes(typeName);
}
