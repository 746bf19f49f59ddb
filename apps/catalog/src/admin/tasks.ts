import {list as texts} from '@gazetteer/kernel/parameters';
import {list, parseBody} from '@gazetteer/kernel/shape';
import {hasAdministrators} from '@gazetteer/model';
import {
  addTasks,
  ageOut,
  bulkTask,
  countAgedOut,
  dropLease,
  hasUnfinished,
  pendingTask,
  readTasks,
  reindexPart,
  reindexTask,
  removeTasks,
  sourceRunTask,
  takeLease,
  unfinishedTasks,
  updateTask,
  type GraphTx,
  type NextPart,
  type Task,
} from '@gazetteer/store';
import {randomUUID} from 'node:crypto';
import {internal, purge} from '../access/needs.ts';
import type {AgeOutCriteria, Context} from '../catalog.ts';
import {planningOf} from '../entity/planning.ts';
import {change, query} from '../operation.ts';
import {ageOutRules, type AgeOut, noAgeOut} from './age-out-rules.ts';
import * as shapes from './shapes.ts';

/** As the API tells it: what has not happened is left out. */
export type TaskJson = Partial<Task> & Pick<Task, 'guid' | 'type' | 'status'>;

const taskLease = 'tasks';
const maxAttempts = 3;

/** GET /admin/tasks: those named, or the newest of all. */
export const listTasks = query('GET /admin/tasks', {
  summary: 'Background tasks; propagation of classifications is none: it ends with its request',
  description:
    'Age-out of audit events, rewriting of indexes, bulk changes and, for administrators, runs of sources.',
  query: {guids: texts('Of these only')},
  answer: list(shapes.task),
  may: purge,
  logAs: 'TaskManagement.getAll',
  run: async (graph, {guids}, c): Promise<TaskJson[]> =>
    (await readTasks(graph, guids, c.settings.searchMaxLimit))
      .filter(one => one.type !== sourceRunTask || hasAdministrators(c.actor.groups))
      .map(taskJson),
});

/** DELETE /admin/tasks; one that runs stops after what it is just doing. */
export const deleteTasks = change('DELETE /admin/tasks', {
  summary: 'Remove tasks from the list; those that have not ended are canceled',
  description: 'A task that is running stops after its current step.',
  query: {guids: texts('Which')},
  may: purge,
  logAs: 'TaskManagement.deleteByGuids',
  run: (tx, {guids}): Promise<void> => removeTasks(tx, guids),
});

/**
 * POST /admin/audits/ageout: queues what the body, or the configuration, asks for.
 * @returns undefined when the age-out is off
 * @throws INVALID_PARAMETERS
 */
export const queueAgeOut = change({
  may: purge,
  logAs: 'AtlasAuditReductionService.startAuditAgingByCriteria',
  read: askedFor,
  run: async (tx, asked, c): Promise<TaskJson[] | undefined> => {
    if (!asked.auditAgingEnabled) return undefined;
    return (
      await queue(c, tx, ageOutRules(tx.types, asked, c.settings.ageOut.floor, Date.now()))
    ).map(taskJson);
  },
});

/**
 * The same as a dry run: what would be queued, and how many events would be removed. On a reader,
 * since looking at all of a large audit takes a while, in which others write.
 * @throws INVALID_PARAMETERS
 */
export const rehearseAgeOut = query({
  may: purge,
  logAs: 'AtlasAuditReductionService.startAuditAgingByCriteria',
  read: askedFor,
  run: async (
    graph,
    asked,
    c,
  ): Promise<{dryRun: true; response: TaskJson[] | null; changes: object}> => {
    const wanted = ageOutRules(graph.types, asked, c.settings.ageOut.floor, Date.now());
    const count = await countAgedOut(
      graph,
      wanted.map(one => one.rule),
    );
    return {
      dryRun: true,
      response: asked.auditAgingEnabled ? tasksOf(c, wanted).map(taskJson) : null,
      changes: {auditEvents: {removed: {count, list: []}}},
    };
  },
});

type AgeOutRequest = {body: string | undefined; useAuditConfig: boolean};

function askedFor({body, useAuditConfig}: AgeOutRequest, c: Context): AgeOutCriteria {
  // Read in any case: what is wrong with it is told, whatever is taken.
  const criteria = body === undefined ? undefined : readCriteria(body);
  return useAuditConfig || criteria === undefined
    ? c.settings.ageOut.criteria
    : {...noAgeOut, ...criteria};
}

/** Queues what the configuration asks for, unless some node did so within its interval. */
export const queueAgeOutWhenDue = change({
  may: internal,
  isQuiet: true,
  logAs: 'AtlasAuditReductionService.startAuditAging',
  run: async (tx, {everyMs}: {everyMs: number}, c): Promise<number> => {
    const {criteria, floor} = c.settings.ageOut;
    const now = Date.now();
    if (!(await takeLease(tx, 'age-out', randomUUID(), everyMs))) return 0;
    return (await queue(c, tx, ageOutRules(tx.types, criteria, floor, now))).length;
  },
});

/**
 * Does a part of the oldest task that has not ended, as the only one among all that share the
 * store: what another process began and does not go on with is taken up.
 * @returns `done` when there is nothing to do
 */
export const runTaskPart = change({
  may: internal,
  isQuiet: true,
  logAs: 'TaskExecutor.run',
  run: (tx, {holder}: TaskHolder): Promise<NextPart> => runPart(tx, holder, false),
});

/** The same for a part that must be the only one that works with the types. */
export const runTaskPartAlone = change({
  may: internal,
  isQuiet: true,
  isAlone: true,
  logAs: 'TaskExecutor.run',
  run: (tx, {holder}: TaskHolder): Promise<NextPart> => runPart(tx, holder, true),
});

type TaskHolder = {readonly holder: string};

async function runPart(tx: GraphTx, holder: string, isAlone: boolean): Promise<NextPart> {
  const now = Date.now();
  if (!(await takeLease(tx, taskLease, holder))) return 'done';
  const next = nextOf(await unfinishedTasks(tx));
  if (next === undefined) {
    await dropLease(tx, taskLease, holder);
    return 'done';
  }
  const part = await partOf(tx, next, isAlone);
  const isTakenUp = next.parameters['holder'] !== holder;
  await updateTask(tx, {
    ...next,
    status: part.next === 'done' ? 'COMPLETE' : 'IN_PROGRESS',
    startTime: next.startTime === 0 ? now : next.startTime,
    endTime: part.next === 'done' ? now : 0,
    attemptCount: next.attemptCount + (isTakenUp ? 1 : 0),
    parameters: {...part.parameters, holder},
    updatedTime: now,
  });
  return part.next === 'alone' ? 'alone' : 'again';
}

/** Whether any task is to be done. It is asked without writing, which the lease does. */
export const hasTasks = query({
  may: internal,
  on: 'main',
  logAs: 'TaskExecutor.look',
  run: (graph): Promise<boolean> => hasUnfinished(graph, typesOfOthers, true),
});

/** Lets another process go on at once with what this one was doing. */
export const leaveTasks = change({
  may: internal,
  isQuiet: true,
  logAs: 'TaskExecutor.leave',
  run: (tx, {holder}: TaskHolder): Promise<void> => dropLease(tx, taskLease, holder),
});

/** Writes down that the part that `runTaskPart` would do next cannot be done. */
export const failTaskPart = change({
  may: internal,
  isQuiet: true,
  logAs: 'TaskExecutor.fail',
  run: async (tx, {holder, reason}: {holder: string; reason: string}): Promise<void> => {
    const now = Date.now();
    if (!(await takeLease(tx, taskLease, holder))) return;
    const failed = nextOf(await unfinishedTasks(tx));
    if (failed === undefined) return;
    const attemptCount = failed.attemptCount + 1;
    const isOver = attemptCount >= maxAttempts;
    await updateTask(tx, {
      ...failed,
      attemptCount,
      errorMessage: reason,
      updatedTime: now,
      ...(isOver ? {status: 'FAILED', endTime: now} : {}),
    });
  },
});

/** Bulk changes and runs of sources have runners of their own: they are people's. */
const typesOfOthers: readonly string[] = [bulkTask, sourceRunTask];

/** What was begun goes before what waits. */
function nextOf(all: readonly Task[]): Task | undefined {
  const tasks = all.filter(one => !typesOfOthers.includes(one.type));
  return tasks.find(one => one.status === 'IN_PROGRESS') ?? tasks[0];
}

type Part = {readonly parameters: Record<string, unknown>; readonly next: NextPart};

async function partOf(tx: GraphTx, {type, parameters}: Task, isAlone: boolean): Promise<Part> {
  return type === reindexTask
    ? await reindexPart(tx, parameters, isAlone)
    : await ageOutPart(tx, parameters as AgeOutParameters);
}

type AgeOutParameters = AgeOut & {
  /** Number of the entity to go on behind. */
  after: number;
  removed: number;
};

async function ageOutPart(tx: GraphTx, parameters: AgeOutParameters): Promise<Part> {
  const {removed, next} = await ageOut(tx, parameters.rule, parameters.after);
  return {
    parameters: {
      ...parameters,
      after: next ?? parameters.after,
      removed: parameters.removed + removed,
    },
    next: next === undefined ? 'done' : 'again',
  };
}

async function queue(c: Context, tx: GraphTx, wanted: readonly AgeOut[]): Promise<Task[]> {
  const tasks = tasksOf(c, wanted);
  await addTasks(tx, tasks);
  return tasks;
}

function tasksOf(c: Context, wanted: readonly AgeOut[]): Task[] {
  const {userName, now, newGuid} = planningOf(c);
  const made = {type: 'ATLAS_AUDIT_REDUCTION', createdBy: userName, createdTime: now};
  return wanted.map(one => pendingTask({guid: newGuid(), ...made}, {...one, after: 0, removed: 0}));
}

/** Members that are null are as if they were left out. */
function readCriteria(body: string): Partial<AgeOutCriteria> {
  const json = (parseBody(shapes.auditReductionCriteria, body) ?? {}) as Record<string, unknown>;
  const known = Object.keys(noAgeOut).filter(
    name => json[name] !== null && json[name] !== undefined,
  );
  return Object.fromEntries(known.map(name => [name, json[name]])) as Partial<AgeOutCriteria>;
}

/** A client of the Atlas API knows four states. */
function taskJson({startTime, endTime, errorMessage, parameters, status, ...task}: Task): TaskJson {
  const {holder: _holder, ...told} = parameters;
  return {
    ...task,
    status: status === 'CANCELLED' ? 'FAILED' : status,
    ...(startTime === 0 ? {} : {startTime}),
    ...(endTime === 0 ? {} : {endTime}),
    ...(errorMessage === '' ? {} : {errorMessage}),
    parameters: told,
  };
}
