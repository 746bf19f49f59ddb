import type {Guid} from '@gazetteer/model';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {task} from '../schema/schema.ts';

export type TaskStatus = 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED' | 'CANCELLED';

/** Of what waits or is being done. */
export const unfinished = ['PENDING', 'IN_PROGRESS'] as const satisfies readonly TaskStatus[];

export function isUnfinished({status}: Pick<Task, 'status'>): boolean {
  return unfinished.some(one => one === status);
}

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

/** One that nobody has begun with. */
export function pendingTask(
  one: Pick<Task, 'guid' | 'type' | 'createdBy' | 'createdTime'>,
  parameters: Task['parameters'],
): Task {
  return {
    ...one,
    status: 'PENDING',
    updatedTime: one.createdTime,
    startTime: 0,
    endTime: 0,
    attemptCount: 0,
    errorMessage: '',
    parameters,
  };
}

export async function addTasks({[inner]: db}: GraphTx, tasks: readonly Task[]): Promise<void> {
  await db.session.insert(task, tasks.map(fromTask));
}

export async function updateTask({[inner]: db}: GraphTx, one: Task): Promise<void> {
  const set = Object.keys(task.columns).filter(name => name !== 'guid');
  await db.session.insert(task, [fromTask(one)], {key: ['guid'], set});
}

export async function removeTasks({[inner]: db}: GraphTx, guids: readonly Guid[]): Promise<void> {
  await db.session.run(`DELETE FROM task WHERE ${db.session.dialect.inList('guid', 'text')}`, [
    guids,
  ]);
  await db.session.run(
    `DELETE FROM bulk_entity WHERE ${db.session.dialect.inList('task', 'text')}`,
    [guids],
  );
}

/**
 * Writes how far a task is, unless somebody has ended it meanwhile. @param readAt its `updatedTime`
 * when it was read: unless anybody has changed it since. @returns whether it goes on
 */
export async function saveProgress(
  {[inner]: db}: GraphTx,
  one: Task,
  readAt?: number,
): Promise<boolean> {
  const {guid, status, updatedTime, startTime, endTime, parameters} = one;
  const changed = await db.session.run(
    `UPDATE task SET status = ?, updated = ?, started = ?, ended = ?, parameters = ?
     WHERE guid = ? AND status IN ('PENDING', 'IN_PROGRESS') ${readAt === undefined ? '' : 'AND updated = ?'}`,
    [
      status,
      updatedTime,
      startTime,
      endTime,
      JSON.stringify(parameters),
      guid,
      ...(readAt === undefined ? [] : [readAt]),
    ],
  );
  return changed > 0;
}

/** Ends a task, or lets it go on, if its status is one of `from`. @returns whether it was */
export async function changeStatus(
  {[inner]: db}: GraphTx,
  guid: Guid,
  from: readonly TaskStatus[],
  {status, now, error = ''}: {status: TaskStatus; now: number; error?: string},
): Promise<boolean> {
  const changed = await db.session.run(
    `UPDATE task SET status = ?, error = ?, updated = ?, ended = ?
     WHERE guid = ? AND ${db.session.dialect.inList('status', 'text')}`,
    [status, error, now, status === 'PENDING' ? 0 : now, guid, from],
  );
  return changed > 0;
}

/** The newest tasks of this type that somebody has asked for, oldest first. */
export async function tasksBy(
  {[inner]: db}: GraphRead,
  type: string,
  userName: string,
  limit: number,
): Promise<Task[]> {
  const rows = await db.session.all<TaskRow>(
    `SELECT ${columns} FROM task WHERE type = ? AND created_by = ? ORDER BY created DESC, guid DESC LIMIT ?`,
    [type, userName, limit],
  );
  return rows.map(toTask).toReversed();
}

/**
 * The newest tasks of a type whose parameters begin so, as JSON text, the newest first.
 */
export async function tasksBeginning(
  {[inner]: db}: GraphRead,
  type: string,
  start: string,
  limit: number,
): Promise<Task[]> {
  const rows = await db.session.all<TaskRow>(
    `SELECT ${columns} FROM task WHERE type = ? AND substr(parameters, 1, ?) = ? ORDER BY created DESC, guid DESC LIMIT ?`,
    [type, start.length, start, limit],
  );
  return rows.map(toTask);
}

/** Those with these guids, or the newest of all, oldest first. */
export async function readTasks(
  {[inner]: db}: GraphRead,
  guids: readonly Guid[],
  limit: number,
): Promise<Task[]> {
  const where = guids.length === 0 ? '' : `WHERE ${db.session.dialect.inList('guid', 'text')}`;
  const rows = await db.session.all<TaskRow>(
    `SELECT ${columns} FROM task ${where} ORDER BY created DESC, guid DESC LIMIT ?`,
    guids.length === 0 ? [limit] : [guids, limit],
  );
  return rows.map(toTask).toReversed();
}

/** Those that wait or are being done, oldest first. */
export async function unfinishedTasks({[inner]: db}: GraphRead): Promise<Task[]> {
  const rows = await db.session.all<TaskRow>(
    `SELECT ${columns} FROM task WHERE status IN ('PENDING', 'IN_PROGRESS') ORDER BY created, guid`,
  );
  return rows.map(toTask);
}

/** Whether any waits or is being done: of these types, or of all others. */
export async function hasUnfinished(
  {[inner]: db}: GraphRead,
  types: readonly string[],
  isOfOthers = false,
): Promise<boolean> {
  const rows = await db.session.all(
    `SELECT 1 FROM task WHERE status IN ('PENDING', 'IN_PROGRESS')
     AND ${isOfOthers ? 'NOT ' : ''}${db.session.dialect.inList('type', 'text')} LIMIT 1`,
    [types],
  );
  return rows.length > 0;
}

/** In the order of `columns`. */
function fromTask(one: Task): (string | number)[] {
  return [
    one.guid,
    one.type,
    one.status,
    one.createdBy,
    one.createdTime,
    one.updatedTime,
    one.startTime,
    one.endTime,
    one.attemptCount,
    one.errorMessage,
    JSON.stringify(one.parameters),
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
