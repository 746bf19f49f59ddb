import {flag, integer} from '@gazetteer/kernel/parameters';
import {AppError, type Guid} from '@gazetteer/model';
import {
  addTasks,
  changeStatus,
  dropLease,
  hasUnfinished,
  isUnfinished,
  metadataSources,
  pendingTask,
  readTasks,
  removeTasks,
  saveMetadataSource,
  saveProgress,
  sourceRunTask,
  takeLease,
  unfinished,
  unfinishedTasks,
  type GraphRead,
  type GraphTx,
  type MetadataSource,
} from '@gazetteer/store';
import {imports, internal} from '../access/needs.ts';
import type {Context} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {change, query} from '../operation.ts';
import {nextRun} from '@gazetteer/server/schedule';
import * as shapes from './shapes.ts';
import type {ReadOutcome, SourceToRead} from './source-calls.ts';
import {
  lastRunsOf,
  listedRun,
  maxRemembered,
  nothingRead,
  runJson,
  runOf,
  runsOf,
  type SourceRunJson,
  type SourceRunParameters,
  type SourceTask,
} from './source-task.ts';
import {administratorsOnly, there} from './sources.ts';

const lease = 'sources';

/** POST /sources/{name}/runs @throws NOT_FOUND, CONFLICT while it is being read */
export const runSource = change('POST /v2/sources/{name}/runs', {
  summary: 'Read a source now',
  description:
    'In the background. With `isRehearsal` the run only tells what would change. One run of a source at a time.',
  query: {isRehearsal: flag('Only tells what would change')},
  answer: shapes.sourceRun,
  errors: ['NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'],
  may: imports,
  logAs: 'Sources.run',
  run: async (tx, {name, isRehearsal}, c): Promise<SourceRunJson> => {
    administratorsOnly(c);
    const source = await there(tx, name);
    if (await isBeingRead(tx, source))
      throw new AppError('CONFLICT', [`The source ${name} is being read. Wait or cancel it first`]);
    const {userName} = c.actor;
    return runJson(await queue(c, tx, source, {isRehearsal, trigger: 'PERSON', userName}));
  },
});

/** GET /sources/{name}/runs @throws NOT_FOUND */
export const listSourceRuns = query('GET /v2/sources/{name}/runs', {
  summary: 'Runs of a source, the newest first',
  description:
    'The last 50 are remembered. What changed is counted here; GET /v2/sources/runs/{runGuid} names it.',
  query: {limit: integer('Length of the list', {default: 50, min: 1})},
  answer: shapes.sourceRuns,
  errors: ['NOT_ALLOWED', 'NOT_FOUND'],
  may: imports,
  logAs: 'Sources.runs',
  run: async (graph, {name, limit}, c): Promise<{runs: SourceRunJson[]}> => {
    administratorsOnly(c);
    await there(graph, name);
    return {runs: (await runsOf(graph, name)).slice(0, limit).map(listedRun)};
  },
});

/** GET /sources/runs/{runGuid} @throws NOT_FOUND */
export const readSourceRun = query('GET /v2/sources/runs/{runGuid}', {
  summary: 'A run of a source and how far it is',
  description: 'For administrators. Names of assets are told once it has ended.',
  answer: shapes.sourceRun,
  errors: ['NOT_ALLOWED', 'NOT_FOUND'],
  may: imports,
  logAs: 'Sources.readRun',
  run: async (graph, {runGuid}, c): Promise<SourceRunJson> => {
    administratorsOnly(c);
    return runJson(await runOf(graph, runGuid));
  },
});

/** POST /sources/runs/{runGuid}/cancel @throws NOT_FOUND */
export const cancelSourceRun = change('POST /v2/sources/runs/{runGuid}/cancel', {
  summary: 'Cancel a run of a source',
  description:
    'It ends within seconds. What it has written stays, whole assets each; one that has ended stays as it is.',
  answer: shapes.sourceRun,
  errors: ['NOT_ALLOWED', 'NOT_FOUND'],
  may: imports,
  logAs: 'Sources.cancelRun',
  run: async (tx, {runGuid}, c): Promise<SourceRunJson> => {
    administratorsOnly(c);
    await runOf(tx, runGuid);
    await changeStatus(tx, runGuid, unfinished, {status: 'CANCELLED', now: Date.now()});
    return runJson(await runOf(tx, runGuid));
  },
});

/** What a process is reading. */
type RunningRun = {readonly guid: Guid; readonly source: string};

/** What a run is started with. */
export type RunToDo = {
  readonly guid: Guid;
  readonly source: SourceToRead;
  /** In whose name. */
  readonly userName: string;
  readonly isRehearsal: boolean;
  readonly maxDeletes: number;
};

/** Whether any source is to be read. It is asked without writing, which the lease does. */
export const hasSourcesToRead = query({
  may: internal,
  on: 'main',
  logAs: 'Sources.look',
  run: async (graph): Promise<boolean> => {
    const now = Date.now();
    return (
      (await hasUnfinished(graph, [sourceRunTask])) ||
      (await metadataSources(graph)).some(one => isDue(one, now))
    );
  },
});

/**
 * Runs that are to be started now, by the only process of those that share a store that reads
 * sources: those that people asked for, those whose time has come, and those that another process
 * left.
 * @param running what this process is reading, also what was canceled and has not ended yet: a
 * source is read once at a time
 * @param room how many more it would
 */
export const takeSourceRuns = change({
  may: internal,
  isQuiet: true,
  logAs: 'Sources.take',
  run: async (
    tx,
    {holder, running, room}: {holder: string; running: readonly RunningRun[]; room: number},
    c,
  ): Promise<RunToDo[]> => {
    if (!(await takeLease(tx, lease, holder))) return [];
    const now = Date.now();
    const sources = new Map((await metadataSources(tx)).map(one => [one.name, one]));
    for (const source of sources.values()) await queueWhenDue(c, tx, source, now);
    const waiting = (await waitingRuns(tx)).filter(
      one => !running.some(({source}) => source === one.parameters.source),
    );
    const taken: RunToDo[] = [];
    for (const task of waiting.slice(0, room)) {
      const source = sources.get(task.parameters.source);
      if (source === undefined) continue;
      await saveProgress(tx, {
        ...task,
        status: 'IN_PROGRESS',
        startTime: now,
        updatedTime: now,
        parameters: {...task.parameters, ...nothingRead},
      });
      taken.push(toDo(task, source));
    }
    return taken;
  },
});

function toDo({guid, parameters}: SourceTask, source: MetadataSource): RunToDo {
  const {name, type, config, secrets, maxDeletes, updatedBy} = source;
  const {isRehearsal} = parameters;
  const values = {name, type, config: {...config, ...secrets}};
  return {guid, source: values, userName: updatedBy, isRehearsal, maxDeletes};
}

/**
 * Notes how many assets were read. @returns false when somebody has canceled it, or another process
 * has taken it over
 */
export const keepSourceRun = change({
  may: internal,
  isQuiet: true,
  logAs: 'Sources.keep',
  run: async (
    tx,
    {holder, guid, assets}: {holder: string; guid: Guid; assets: number},
  ): Promise<boolean> => {
    if (!(await takeLease(tx, lease, holder))) return false;
    const [task] = (await readTasks(tx, [guid], 1)) as SourceTask[];
    if (task === undefined) return false;
    const parameters = {...task.parameters, assets};
    return await saveProgress(tx, {...task, updatedTime: Date.now(), parameters});
  },
});

type RunEnd = {
  readonly holder: string;
  readonly guid: Guid;
  readonly outcome?: ReadOutcome;
  readonly failure?: string;
};

/** Notes what came of a run, unless somebody has canceled it, or another process does it anew. */
export const endSourceRun = change({
  may: internal,
  isQuiet: true,
  logAs: 'Sources.end',
  run: async (tx, {holder, guid, outcome, failure}: RunEnd): Promise<void> => {
    if (!(await takeLease(tx, lease, holder))) return;
    const [task] = (await readTasks(tx, [guid], 1)) as SourceTask[];
    if (task === undefined) return;
    const now = Date.now();
    const parameters = {...task.parameters, ...outcome};
    const goesOn = await saveProgress(tx, {...task, updatedTime: now, parameters});
    if (!goesOn) return;
    const end =
      failure === undefined
        ? ({status: 'COMPLETE', now} as const)
        : ({status: 'FAILED', now, error: failure} as const);
    await changeStatus(tx, guid, unfinished, end);
  },
});

/** Lets another process go on at once with what this one was reading. */
export const leaveSourceRuns = change({
  may: internal,
  isQuiet: true,
  logAs: 'Sources.leave',
  run: async (tx, {holder, running}: {holder: string; running: readonly Guid[]}): Promise<void> => {
    for (const guid of running)
      await changeStatus(tx, guid, ['IN_PROGRESS'], {status: 'PENDING', now: Date.now()});
    await dropLease(tx, lease, holder);
  },
});

/** The oldest first. */
async function waitingRuns(graph: GraphRead): Promise<SourceTask[]> {
  const tasks = await unfinishedTasks(graph);
  return tasks.filter(one => one.type === sourceRunTask) as SourceTask[];
}

async function isBeingRead(graph: GraphRead, source: MetadataSource): Promise<boolean> {
  const run = (await lastRunsOf(graph, [source])).get(source.name);
  return run !== undefined && isUnfinished(run);
}

const isDue = ({nextRunTime}: MetadataSource, now: number) =>
  nextRunTime !== 0 && nextRunTime <= now;

/** One whose time has come while it is being read is read at the next time. */
async function queueWhenDue(
  c: Context,
  tx: GraphTx,
  source: MetadataSource,
  now: number,
): Promise<void> {
  if (!isDue(source, now)) return;
  const {schedule, updatedBy: userName} = source;
  const next = {...source, nextRunTime: nextRun(schedule, now)};
  await saveMetadataSource(tx, next);
  if (await isBeingRead(tx, source)) return;
  await queue(c, tx, next, {isRehearsal: false, trigger: 'SCHEDULE', userName});
}

type Wanted = Pick<SourceRunParameters, 'isRehearsal' | 'trigger'> & {readonly userName: string};

async function queue(
  c: Context,
  tx: GraphTx,
  source: MetadataSource,
  {userName, ...wanted}: Wanted,
): Promise<SourceTask> {
  const {now, newGuid} = planningOf(c);
  const forgotten = (await runsOf(tx, source.name)).slice(maxRemembered - 1);
  if (forgotten.length > 0)
    await removeTasks(
      tx,
      forgotten.map(one => one.guid),
    );
  const made = {guid: newGuid(), type: sourceRunTask, createdBy: userName, createdTime: now};
  const parameters: SourceRunParameters = {source: source.name, ...wanted, ...nothingRead};
  const task = {...pendingTask(made, parameters), parameters};
  await addTasks(tx, [task]);
  await saveMetadataSource(tx, {...source, lastRun: task.guid});
  return task;
}
