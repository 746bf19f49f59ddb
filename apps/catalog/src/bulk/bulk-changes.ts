import {body} from '@gazetteer/kernel';
import {choice, flag, integer} from '@gazetteer/kernel/parameters';
import {
  AppError,
  basicQueryText,
  checkBasicSearch,
  entityHeader,
  readBulkAction,
  readSearchParameters,
  type BulkAction,
  type EntityHeader,
  type Guid,
  type SearchParameters,
} from '@gazetteer/model';
import {
  addTasks,
  pendingTask,
  bulkEntities,
  bulkTask,
  changeStatus,
  isUnfinished,
  removeTasks,
  saveProgress,
  tasksBy,
  unfinished,
  type BulkEntity,
  type BulkOutcome,
  type GraphRead,
  type GraphTx,
} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {writeGoverned} from '../entity/governance-types.ts';
import {planningOf} from '../entity/planning.ts';
import {checkSuccessor} from '../entity/set-trust.ts';
import {glossaryRecords} from '../glossary/glossary-forms.ts';
import {change, query, steps} from '../operation.ts';
import {wrongDsl} from '../search/addresses.ts';
import {resolve} from '../search/find.ts';
import {actionOf, bulkTaskOf, noCounts, type BulkParameters, type BulkTask} from './bulk-task.ts';
import {holdGroups} from './change-entities.ts';
import {planBulkDsl} from './run-part.ts';
import * as shapes from './shapes.ts';

/** Changes of one person that wait or are being done. */
const maxUnfinished = 10;
/**
 * Rehearsals of one person that are remembered; what was changed stays until it is removed from the
 * list of tasks.
 */
const maxRehearsals = 20;
const maxListed = 1000;

export type BulkChangeJson = {
  guid: Guid;
  status: BulkTask['status'];
  action: BulkAction;
  search?: SearchParameters;
  dsl?: string;
  undoOf?: Guid;
  isRehearsal: boolean;
  createdTime: number;
  startTime?: number;
  endTime?: number;
  errorMessage?: string;
  total?: number;
  counts: {
    changed: number;
    alongWith: number;
    unchanged: number;
    refused: number;
    conflicts: number;
  };
  reached?: number;
};

/**
 * POST /bulk: queues it. @throws INVALID_PARAMETERS, PENDING_TASKS_ALREADY_IN_PROGRESS, and what
 * the search and the action are refused for
 */
export const createBulkChange = steps('POST /v2/bulk', {
  summary: 'Change everything that a search finds',
  description:
    'In the background, some hundred entities at a time, as whoever asks: what they may not read is not found, and what they may not change is listed as refused. With `isRehearsal` nothing is changed, and the answer tells what would be. An addition to the Atlas API.',
  body: body(shapes.bulkRequest),
  answer: shapes.bulkChange,
  errors: [
    'INVALID_PARAMETERS',
    'PENDING_TASKS_ALREADY_IN_PROGRESS',
    'INSTANCE_GUID_NOT_FOUND',
    'CLASSIFICATION_NOT_FOUND',
    'INVALID_SEARCH_PARAMS',
    'TYPE_NAME_NOT_FOUND',
    'UNKNOWN_TYPENAME',
    ...wrongDsl,
  ],
  on: 'writer',
  read: ({body: json}: {body: unknown}, c) => {
    const {action, isRehearsal, ...found} = (json ?? {}) as {
      search?: unknown;
      dsl?: unknown;
      action?: unknown;
      isRehearsal?: boolean;
    };
    return {
      scope: scopeOf(found, c),
      action: readBulkAction(action, c.settings.annotationLimits),
      isRehearsal: isRehearsal === true,
    };
  },
  run: async (c, {scope, action, isRehearsal}): Promise<BulkChangeJson> => {
    const work = async (tx: GraphTx) => {
      await checkAction(c, tx.forCaller(), scope, action);
      return await queue(c, tx, {
        action: JSON.stringify(action),
        ...scope,
        isRehearsal,
        position: {},
      });
    };
    const logAs = 'BulkChanges.create';
    return action.type === 'SET_TRUST' && !isRehearsal
      ? await writeGoverned(c, logAs, work)
      : await c.write(logAs, work);
  },
});

/**
 * POST /bulk/{guid}/undo @throws INSTANCE_GUID_NOT_FOUND, CONFLICT for one that goes on or has
 * changed nothing, PENDING_TASKS_ALREADY_IN_PROGRESS
 */
export const undoBulkChange = change('POST /v2/bulk/{taskGuid}/undo', {
  summary: 'Take back a bulk change that has ended or was cancelled',
  description:
    'What each entity had before is set again, as a bulk change of its own. What was changed since is left as it is and listed as a conflict.',
  query: {isRehearsal: flag('Only tells what would be taken back')},
  answer: shapes.bulkChange,
  errors: ['INSTANCE_GUID_NOT_FOUND', 'CONFLICT', 'PENDING_TASKS_ALREADY_IN_PROGRESS'],
  logAs: 'BulkChanges.undo',
  run: async (tx, {taskGuid: guid, isRehearsal}, c): Promise<BulkChangeJson> => {
    const {status, parameters} = await own(c, tx, guid);
    const {CHANGED, FOLLOWED} = parameters.counts;
    if (parameters.isRehearsal)
      throw new AppError('CONFLICT', ['A rehearsal has changed nothing.']);
    if (isUnfinished({status}))
      throw new AppError('CONFLICT', ['The bulk change has not ended. Cancel it first.']);
    const given = actionOf(parameters);
    // What has taken back a change is a change like any other.
    const action =
      given.type === 'UNDO'
        ? JSON.stringify({type: 'UNDO', changeId: guid} satisfies BulkAction)
        : parameters.action;
    return await queue(c, tx, {
      action,
      undoOf: guid,
      isRehearsal,
      position: {},
      total: CHANGED + FOLLOWED,
    });
  },
});

/**
 * POST /bulk/{guid}/cancel: what was changed stays, and so does one that has ended. @throws
 * INSTANCE_GUID_NOT_FOUND
 */
export const cancelBulkChange = change('POST /v2/bulk/{taskGuid}/cancel', {
  summary: 'Cancel a bulk change',
  description:
    'It ends after what it is just doing. What it has changed stays, and can be taken back. One that has ended stays as it is.',
  answer: shapes.bulkChange,
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  logAs: 'BulkChanges.cancel',
  run: async (tx, {taskGuid: guid}, c): Promise<BulkChangeJson> => {
    await own(c, tx, guid);
    await changeStatus(tx, guid, unfinished, {status: 'CANCELLED', now: Date.now()});
    return bulkJson(await own(c, tx, guid));
  },
});

/** POST /bulk/{guid}/resume @throws INSTANCE_GUID_NOT_FOUND */
export const resumeBulkChange = change('POST /v2/bulk/{taskGuid}/resume', {
  summary: 'Go on with a bulk change that was cancelled or has failed',
  description: 'From where it was. Any other stays as it is.',
  answer: shapes.bulkChange,
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  logAs: 'BulkChanges.resume',
  run: async (tx, {taskGuid: guid}, c): Promise<BulkChangeJson> => {
    const {parameters} = await own(c, tx, guid);
    const goesOn = await changeStatus(tx, guid, ['CANCELLED', 'FAILED'], {
      status: 'PENDING',
      now: Date.now(),
    });
    // With the groups that they are in now.
    const {groups} = c.actor;
    if (goesOn)
      await saveProgress(tx, {
        ...(await own(c, tx, guid)),
        parameters: {...parameters, groups},
      });
    return bulkJson(await own(c, tx, guid));
  },
});

/** GET /bulk */
export const listBulkChanges = query('GET /v2/bulk', {
  summary: 'Bulk changes of the caller, the newest first',
  description: 'Those of others are among the tasks of `GET /admin/tasks`.',
  query: {limit: integer('Length of the list', {default: 50, min: 1})},
  answer: shapes.bulkChanges,
  logAs: 'BulkChanges.list',
  run: async (graph, {limit}, c): Promise<BulkChangeJson[]> => {
    const tasks = await tasksBy(graph, bulkTask, c.actor.userName, Math.min(limit, maxListed));
    return tasks.map(one => bulkJson(one as BulkTask)).toReversed();
  },
});

/** GET /bulk/{guid} @throws INSTANCE_GUID_NOT_FOUND */
export const readBulkChange = query('GET /v2/bulk/{taskGuid}', {
  summary: 'A bulk change and how far it is',
  description: 'Only whoever asked for it may read it.',
  answer: shapes.bulkChange,
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  logAs: 'BulkChanges.get',
  run: async (graph, {taskGuid: guid}, c): Promise<BulkChangeJson> =>
    bulkJson(await own(c, graph, guid)),
});

const outcomes = {
  CHANGED: ['CHANGED', 'FOLLOWED'],
  REFUSED: ['REFUSED'],
  CONFLICT: ['CONFLICT'],
} as const satisfies Record<string, readonly BulkOutcome[]>;

type BulkEntitiesJson = {
  entities: (Pick<BulkEntity, 'outcome' | 'reason'> & {
    entity: EntityHeader;
    oldValue: unknown;
    newValue: unknown;
  })[];
  next?: number;
};

/** GET /bulk/{guid}/entities @throws INSTANCE_GUID_NOT_FOUND */
export const listBulkEntities = query('GET /v2/bulk/{taskGuid}/entities', {
  summary: 'What became of the entities of a bulk change',
  description:
    'In the order in which they were done. Entities that are not there any more are left out. A rehearsal lists the first 100 of each outcome.',
  query: {
    outcome: choice('What became of them', ['CHANGED', 'REFUSED', 'CONFLICT'], {
      default: 'CHANGED',
    }),
    after: integer('`next` of the page before', {default: 0, min: 0}),
    limit: integer('Length of the page', {default: 100, min: 1}),
  },
  answer: shapes.bulkEntities,
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  logAs: 'BulkChanges.entities',
  run: async (graph, {taskGuid: guid, outcome, after, limit}, c): Promise<BulkEntitiesJson> => {
    await own(c, graph, guid);
    const size = Math.min(limit, maxListed);
    const rows = await bulkEntities(graph, guid, {outcomes: outcomes[outcome], after, limit: size});
    const records = await graph.entities([...new Set(rows.map(one => one.guid))]);
    const entities = rows.flatMap(({guid: entity, outcome: became, reason, oldValue, newValue}) => {
      const record = records.get(entity);
      if (record === undefined) return [];
      const values = {
        oldValue: JSON.parse(oldValue) as unknown,
        newValue: JSON.parse(newValue) as unknown,
      };
      const header = entityHeader(graph.types, record, []);
      // Refusals name entities by guid, which tells nobody which one it is.
      const named = reason.replaceAll(entity, () => header.displayText);
      return [{entity: header, outcome: became, reason: named, ...values}];
    });
    const last = rows.length === size ? rows.at(-1)?.n : undefined;
    return {entities, ...(last === undefined ? {} : {next: last})};
  },
});

/** What the search and the action name is there, for who asks. */
async function checkAction(
  c: Context,
  graph: GraphRead,
  {search, dsl}: Scope,
  action: BulkAction,
): Promise<void> {
  if (dsl === undefined) await resolve(c, graph, {...search, limit: 1} as SearchParameters);
  else planBulkDsl(c, graph, dsl, 1);
  if (action.type === 'ADD_CLASSIFICATION')
    graph.types.classificationType(action.classification.typeName);
  if (action.type === 'REMOVE_CLASSIFICATION') graph.types.classificationType(action.typeName);
  if ('termGuids' in action) await glossaryRecords(graph, 'term', action.termGuids);
  if (action.type === 'SET_TRUST') await checkSuccessor(graph, action.trust);
  await holdGroups(graph, action, 'look');
}

type Scope = Pick<BulkParameters, 'search' | 'dsl'>;

/** @throws BAD_REQUEST unless there is either a search or a query of the DSL */
function scopeOf({search, dsl}: {search?: unknown; dsl?: unknown}, c: Context): Scope {
  if (typeof dsl !== 'string') return {search: searchOf(search, c)};
  if (search !== undefined && search !== null)
    throw new AppError('BAD_REQUEST', ['Either search or dsl, not both.']);
  return {dsl};
}

/**
 * The search as the task will repeat it: without what only says how hits are shown, and from the
 * first one on.
 */
function searchOf(json: unknown, c: Context): SearchParameters {
  const given = readSearchParameters(json, {includeSubTypes: true});
  checkBasicSearch(given, c.settings);
  const {
    sortBy: _by,
    sortOrder: _order,
    marker: _marker,
    attributes: _shown,
    query: words,
    ...rest
  } = given;
  const search = {
    ...rest,
    offset: 0,
    ...(words === undefined ? {} : {query: basicQueryText(words)}),
  };
  // What a search does not know may hold a number with more digits than a thread can be handed.
  return JSON.parse(JSON.stringify(search)) as SearchParameters;
}

type Wanted = Pick<
  BulkParameters,
  'action' | 'search' | 'dsl' | 'undoOf' | 'isRehearsal' | 'position' | 'total'
>;

/**
 * Refuses more than somebody may have waiting, so that one person's tasks do not fill the queue for
 * all.
 */
export async function queue(c: Context, tx: GraphTx, wanted: Wanted): Promise<BulkChangeJson> {
  const {userName, groups} = c.actor;
  const {now, newGuid} = planningOf(c);
  const mine = (await tasksBy(tx, bulkTask, userName, maxListed)) as BulkTask[];
  const waiting = mine.filter(isUnfinished).length;
  if (waiting >= maxUnfinished)
    throw new AppError('PENDING_TASKS_ALREADY_IN_PROGRESS', [String(waiting)]);
  const rehearsals = mine.filter(one => one.parameters.isRehearsal && !isUnfinished(one));
  const forgotten = rehearsals
    .slice(0, Math.max(0, rehearsals.length - maxRehearsals))
    .map(one => one.guid);
  if (forgotten.length > 0) await removeTasks(tx, forgotten);
  const parameters: BulkParameters = {...wanted, groups, counts: noCounts, reached: 0, listed: 0};
  const made = {guid: newGuid(), type: bulkTask, createdBy: userName, createdTime: now};
  const task = pendingTask(made, parameters);
  await addTasks(tx, [task]);
  return bulkJson({...task, parameters});
}

/** Of others nobody is told. @throws INSTANCE_GUID_NOT_FOUND */
async function own(c: Context, graph: GraphRead, guid: Guid): Promise<BulkTask> {
  const task = await bulkTaskOf(graph, guid);
  if (task?.createdBy !== c.actor.userName) throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
  return task;
}

/** A task as the API shows it, with how far it has come. */
export function bulkJson({
  guid,
  status,
  createdTime,
  startTime,
  endTime,
  errorMessage,
  parameters,
}: BulkTask): BulkChangeJson {
  const {search, dsl, undoOf, isRehearsal, total, counts, reached} = parameters;
  return {
    guid,
    status,
    action: actionOf(parameters),
    ...(search === undefined ? {} : {search}),
    ...(dsl === undefined ? {} : {dsl}),
    ...(undoOf === undefined ? {} : {undoOf}),
    isRehearsal,
    createdTime,
    ...(startTime === 0 ? {} : {startTime}),
    ...(endTime === 0 ? {} : {endTime}),
    ...(errorMessage === '' ? {} : {errorMessage}),
    ...(total === undefined ? {} : {total}),
    counts: {
      changed: counts.CHANGED,
      alongWith: counts.FOLLOWED,
      unchanged: counts.UNCHANGED,
      refused: counts.REFUSED,
      conflicts: counts.CONFLICT,
    },
    ...(isRehearsal ? {reached} : {}),
  };
}
