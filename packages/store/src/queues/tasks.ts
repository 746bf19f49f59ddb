import type {Guid} from '@gazetteer/model';
import type {GraphRead, GraphTx} from '../schema/graph.ts';
import {task} from '../schema/schema.ts';

export type TaskStatus = 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED';

/** Work in the background. Times are epoch ms, 0 for what has not happened yet. */
export type Task = {
  guid: Guid;
  type: string;
  status: TaskStatus;
  createdBy: string;
  createdTime: number;
  updatedTime: number;
  startTime: number;
  endTime: number;
  attemptCount: number;
  /** Empty unless it failed. */
  errorMessage: string;
  parameters: Record<string, unknown>;
};

type TaskRow = {
  guid: string;
  type: string;
  status: string;
  created_by: string;
  created: number;
  updated: number;
  started: number;
  ended: number;
  attempts: number;
  error: string;
  parameters: string;
};

const columns = Object.keys(task.columns).join(', ');

export async function addTasks({session}: GraphTx, tasks: readonly Task[]): Promise<void> {
  await session.insert(task, tasks.map(fromTask));
}

export async function updateTask({session}: GraphTx, one: Task): Promise<void> {
  const set = Object.keys(task.columns).filter(name => name !== 'guid');
  await session.insert(task, [fromTask(one)], {key: ['guid'], set});
}

export async function removeTasks({session}: GraphTx, guids: readonly Guid[]): Promise<void> {
  await session.run(`DELETE FROM task WHERE ${session.dialect.inList('guid', 'text')}`, [guids]);
}

/** Those with these guids, or the newest of all, oldest first. */
export async function readTasks({session}: GraphRead, guids: readonly Guid[], limit: number): Promise<Task[]> {
  const where = guids.length === 0 ? '' : `WHERE ${session.dialect.inList('guid', 'text')}`;
  const rows = await session.all<TaskRow>(
    `SELECT ${columns} FROM task ${where} ORDER BY created DESC, guid DESC LIMIT ?`,
    guids.length === 0 ? [limit] : [guids, limit],
  );
  return rows.map(toTask).toReversed();
}

/** Those that wait or are being done, oldest first. */
export async function unfinishedTasks({session}: GraphRead): Promise<Task[]> {
  const rows = await session.all<TaskRow>(
    `SELECT ${columns} FROM task WHERE status IN ('PENDING', 'IN_PROGRESS') ORDER BY created, guid`,
  );
  return rows.map(toTask);
}

function fromTask(one: Task): (string | number)[] {
  const {guid, type, status, createdBy, createdTime, updatedTime, startTime, endTime, attemptCount, errorMessage} = one;
  const parameters = JSON.stringify(one.parameters);
  return [
    guid,
    type,
    status,
    createdBy,
    createdTime,
    updatedTime,
    startTime,
    endTime,
    attemptCount,
    errorMessage,
    parameters,
  ];
}

function toTask(row: TaskRow): Task {
  return {
    guid: row.guid,
    type: row.type,
    status: row.status as TaskStatus,
    createdBy: row.created_by,
    createdTime: row.created,
    updatedTime: row.updated,
    startTime: row.started,
    endTime: row.ended,
    attemptCount: row.attempts,
    errorMessage: row.error,
    parameters: JSON.parse(row.parameters) as Record<string, unknown>,
  };
}
