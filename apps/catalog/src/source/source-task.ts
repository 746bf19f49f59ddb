import {AppError, type Guid} from '@gazetteer/model';
import {
  readTasks,
  sourceRunTask,
  tasksBeginning,
  type GraphRead,
  type MetadataSource,
  type Task,
} from '@gazetteer/store';
import type {Named, ReadOutcome} from './source-calls.ts';

/** Runs of one source that are remembered. */
export const maxRemembered = 50;

/** `source` comes first, by which runs of one source are found. */
export type SourceRunParameters = {
  readonly source: string;
  readonly isRehearsal: boolean;
  readonly trigger: 'PERSON' | 'SCHEDULE';
} & ReadOutcome;

export type SourceTask = Task & {readonly parameters: SourceRunParameters};

export type SourceRunJson = Pick<Task, 'guid' | 'status' | 'createdTime'> &
  SourceRunParameters & {
    readonly requestedBy: string;
    readonly startTime?: number;
    readonly endTime?: number;
    readonly errorMessage?: string;
  };

const none: Named = {count: 0, names: []};
export const nothingRead: ReadOutcome = {
  assets: 0,
  created: none,
  changed: none,
  deleted: none,
  problems: [],
};

/** The newest first. */
export async function runsOf(graph: GraphRead, source: string): Promise<SourceTask[]> {
  const start = `{"source":${JSON.stringify(source)},`;
  return (await tasksBeginning(graph, sourceRunTask, start, maxRemembered)) as SourceTask[];
}

/** By source, of those that have been read. */
export async function lastRunsOf(
  graph: GraphRead,
  sources: readonly MetadataSource[],
): Promise<ReadonlyMap<string, SourceTask>> {
  const guids = sources.map(one => one.lastRun).filter(guid => guid !== '');
  const tasks = guids.length === 0 ? [] : await readTasks(graph, guids, guids.length);
  return new Map((tasks as SourceTask[]).map(one => [one.parameters.source, one]));
}

/** @throws NOT_FOUND */
export async function runOf(graph: GraphRead, guid: Guid): Promise<SourceTask> {
  const [task] = await readTasks(graph, [guid], 1);
  if (task?.type !== sourceRunTask) throw new AppError('NOT_FOUND', [`There is no run ${guid}`]);
  return task as SourceTask;
}

/** A run as the API tells it: what has not happened is left out. */
export function runJson({
  guid,
  status,
  createdBy,
  createdTime,
  startTime,
  endTime,
  errorMessage,
  parameters,
}: SourceTask): SourceRunJson {
  return {
    guid,
    status,
    requestedBy: createdBy,
    createdTime,
    ...(startTime === 0 ? {} : {startTime}),
    ...(endTime === 0 ? {} : {endTime}),
    ...(errorMessage === '' ? {} : {errorMessage}),
    ...parameters,
  };
}

/** The same for lists, which say of what changed how much it is. */
export function listedRun(task: SourceTask): SourceRunJson {
  const {created, changed, deleted, ...run} = runJson(task);
  const counted = ({count}: Named): Named => ({count, names: []});
  return {
    ...run,
    created: counted(created),
    changed: counted(changed),
    deleted: counted(deleted),
  };
}
