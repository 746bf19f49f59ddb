import {
  AppError,
  nextMarker,
  parseExactly,
  type BulkAction,
  type Guid,
  type SearchParameters,
  type SearchQuery,
} from '@gazetteer/model';
import {
  bulkEntities,
  bulkTask,
  changeStatus,
  dropLease,
  hasUnfinished,
  markUndone,
  searchEntities,
  searchPage,
  unfinished,
  unfinishedTasks,
  type GraphRead,
  type GraphTx,
} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import type {Context} from '../catalog.ts';
import {change, query} from '../operation.ts';
import {planDsl} from '../search/dsl-search.ts';
import {resolve} from '../search/find.ts';
import {loadChange} from '../undo/load-change.ts';
import {undoUnits} from '../undo/undo-entities.ts';
import {
  actionOf,
  bulkLease,
  bulkTaskOf,
  holdBulk,
  keepPart,
  type BulkParameters,
  type BulkPosition,
  type BulkTask,
  type Changed,
  type Progress,
} from './bulk-task.ts';
import {changeEntities, type BulkEntry} from './change-entities.ts';

/** What the first page is asked for with. */
const firstMarker = '*';

type Holder = {readonly holder: string};

/**
 * An entity of a part. `back` is JSON, whose numbers may have more digits than a thread can be
 * handed.
 */
type EntryText = {
  readonly guid: Guid;
  readonly back?: {
    readonly expected: string;
    readonly target: string;
    readonly isFollowing: boolean;
  };
};

/** What is done next: of a search its page has to be looked for, in the name of whoever asked. */
export type NextBulkPart = {
  readonly guid: Guid;
  readonly createdBy: string;
  readonly parameters: BulkParameters;
  /** Of an undo. */
  readonly page?: BulkPage;
};

/** Entities of one step with what is to become of them, and how far the change is after it. */
export type BulkPage = {readonly entries: readonly EntryText[]; readonly progress: Progress};

/** Whether any change is to be done. It is asked without writing, which the lease does. */
export const hasBulkChanges = query({
  may: internal,
  on: 'main',
  logAs: 'BulkChanges.look',
  run: (graph): Promise<boolean> => hasUnfinished(graph, [bulkTask]),
});

/**
 * People take turns: next is the change that has waited for longest. @returns undefined when there
 * is none, or another process does them
 */
export const nextBulkPart = change({
  may: internal,
  isQuiet: true,
  logAs: 'BulkChanges.next',
  run: async (tx, {holder, size}: Holder & {size: number}): Promise<NextBulkPart | undefined> => {
    if (!(await holdBulk(tx, holder))) return undefined;
    const waiting = (await unfinishedTasks(tx)).filter(one => one.type === bulkTask) as BulkTask[];
    for (const {guid, createdBy, parameters} of waiting.toSorted(
      (a, b) => a.updatedTime - b.updatedTime,
    )) {
      const page = await pageOf(tx, parameters, size).catch((error: unknown) => {
        if (error instanceof AppError && !error.isTemporary) return error;
        throw error;
      });
      if (!(page instanceof AppError))
        return {guid, createdBy, parameters, ...(page === undefined ? {} : {page})};
      // It would keep all others waiting.
      const end = {status: 'FAILED', now: Date.now(), error: page.message} as const;
      await changeStatus(tx, guid, unfinished, end);
    }
    await dropLease(tx, bulkLease, holder);
    return undefined;
  },
});

/** Of an undo; what a search finds is read in the name of whoever asked. */
async function pageOf(
  tx: GraphTx,
  parameters: BulkParameters,
  size: number,
): Promise<BulkPage | undefined> {
  const {undoOf, position} = parameters;
  const action = actionOf(parameters);
  if (action.type !== 'UNDO')
    return undoOf === undefined ? undefined : await pageBack(tx, undoOf, position, size);
  const {units} = await loadChange(tx, action.changeId);
  const from = position.after ?? 0;
  return {
    entries: units.slice(from, from + size).map(({guid}) => ({guid})),
    progress: {position: {after: from + size}, isLast: from + size >= units.length},
  };
}

/**
 * Entities that a task has changed, in its order, with what they were before: what undoing it goes
 * through.
 */
async function pageBack(
  tx: GraphTx,
  of: Guid,
  position: BulkPosition,
  size: number,
): Promise<BulkPage> {
  const outcomes = ['CHANGED', 'FOLLOWED'] as const;
  const rows = await bulkEntities(tx, of, {outcomes, after: position.after ?? 0, limit: size});
  return {
    entries: rows.map(({guid, outcome, oldValue, newValue}) => ({
      guid,
      back: {expected: newValue, target: oldValue, isFollowing: outcome === 'FOLLOWED'},
    })),
    progress: {
      position: {after: rows.at(-1)?.n ?? position.after ?? 0},
      isLast: rows.length < size,
    },
  };
}

/**
 * The next hits of a search, the newest first by row number: what was changed meanwhile moves
 * nothing that is still to come.
 */
export const readBulkPage = query({
  on: 'search',
  logAs: 'BulkChanges.search',
  run: async (
    graph,
    {
      search,
      dsl,
      position,
      size,
      total,
    }: Pick<BulkParameters, 'position' | 'total' | 'dsl'> & {
      search: SearchParameters;
      size: number;
    },
    c,
  ): Promise<BulkPage> => {
    if (dsl !== undefined) return await dslPage(c, graph, {dsl, position, size, total});
    const parameters = {...search, limit: size, marker: position.marker ?? firstMarker};
    const asked = await resolve(c, graph, parameters);
    const {records, lastRow, count} = await pageAt(graph, asked, total);
    const marker = nextMarker(parameters, lastRow);
    return {
      entries: records.map(({guid}) => ({guid})),
      progress: {position: {marker}, total: count, isLast: lastRow === undefined},
    };
  },
});

/**
 * @throws INVALID_DSL_QUERY, INVALID_QUERY_LENGTH, BAD_REQUEST for a query that does not find whole
 *   entities, or not all of them
 */
export function planBulkDsl(c: Context, graph: GraphRead, dsl: string, limit: number): SearchQuery {
  const {query: planned, parsed, table} = planDsl(c, graph, dsl, {limit, offset: 0});
  if (table !== undefined || parsed.limit !== undefined)
    throw new AppError('BAD_REQUEST', [
      'A bulk change takes a DSL query without selected values, groups and limit.',
    ]);
  const {sort: _order, ...query} = planned;
  return {...query, limit};
}

/** What is found is counted with the first page alone. */
async function pageAt(graph: GraphRead, asked: SearchQuery, total: number | undefined) {
  return total === undefined
    ? await searchEntities(graph, asked)
    : {...(await searchPage(graph, asked, total)), count: total};
}

/** As of a search, the newest first. */
async function dslPage(
  c: Context,
  graph: GraphRead,
  {
    dsl,
    position,
    size,
    total,
  }: {dsl: string; position: BulkPosition; size: number; total: number | undefined},
): Promise<BulkPage> {
  const asked = {
    ...planBulkDsl(c, graph, dsl, size),
    before: position.before ?? Number.MAX_SAFE_INTEGER,
  };
  const {records, lastRow, count} = await pageAt(graph, asked, total);
  return {
    entries: records.map(({guid}) => ({guid})),
    progress: {
      position: {before: lastRow ?? 0},
      total: count,
      isLast: lastRow === undefined,
    },
  };
}

type BulkPart = Holder & {
  readonly task: Guid;
  readonly entries: readonly EntryText[];
  readonly progress: Progress;
  /** Why the one entity of this part cannot be changed. */
  readonly failure?: string;
};

/**
 * Does a part of a bulk change, as a request of whoever asked for it would. @returns undefined when
 * the change was ended meanwhile
 */
export const runBulkPart = change({
  logAs: 'BulkChanges.run',
  run: async (tx, part: BulkPart, c): Promise<Changed[] | undefined> => {
    const task = (await holdBulk(tx, part.holder)) ? await bulkTaskOf(tx, part.task) : undefined;
    if (task === undefined) return undefined;
    const changed =
      part.failure === undefined
        ? await changeAll(c, tx, actionOf(task.parameters), part.entries)
        : part.entries.map(({guid}): Changed => failed(guid, part.failure ?? ''));
    const {undoOf, isRehearsal} = task.parameters;
    if (part.progress.isLast && undoOf !== undefined && !isRehearsal)
      await markUndone(tx, undoOf, task.guid);
    if (!(await keepPart(tx, {task, changed, reached: 0}, part.progress)))
      throw new AppError('CONFLICT', ['The bulk change was ended.']);
    return changed;
  },
});

async function changeAll(
  c: Context,
  tx: GraphTx,
  action: BulkAction,
  entries: readonly EntryText[],
): Promise<Changed[]> {
  if (action.type !== 'UNDO') return await changeEntities(c, tx, action, entries.map(readEntry));
  const {change: record, units} = await loadChange(tx, action.changeId);
  const named = new Set(entries.map(one => one.guid));
  const wanted = units.filter(({guid}) => named.has(guid));
  return await undoUnits(c, tx, record, wanted);
}

/** Writes down what a part would have done. @returns false when the change was ended meanwhile */
export const keepRehearsedPart = change({
  may: internal,
  isQuiet: true,
  logAs: 'BulkChanges.rehearsed',
  run: async (
    tx,
    {
      holder,
      task: guid,
      changed,
      reached,
      progress,
    }: Holder & {
      task: Guid;
      changed: readonly Changed[];
      reached: number;
      progress: Progress;
    },
  ): Promise<boolean> => {
    const task = (await holdBulk(tx, holder)) ? await bulkTaskOf(tx, guid) : undefined;
    return task !== undefined && (await keepPart(tx, {task, changed, reached}, progress));
  },
});

/** Keeps others from going on with what takes longer than a lease. */
export const prolongBulkChanges = change({
  may: internal,
  isQuiet: true,
  logAs: 'BulkChanges.prolong',
  run: (tx, {holder}: Holder): Promise<boolean> => holdBulk(tx, holder),
});

/** Ends a change that cannot go on. */
export const failBulkChange = change({
  may: internal,
  isQuiet: true,
  logAs: 'BulkChanges.fail',
  run: async (tx, {task, reason}: {task: Guid; reason: string}): Promise<void> => {
    await changeStatus(tx, task, ['PENDING', 'IN_PROGRESS'], {
      status: 'FAILED',
      now: Date.now(),
      error: reason,
    });
  },
});

/** Lets another process go on at once. */
export const leaveBulkChanges = change({
  may: internal,
  isQuiet: true,
  logAs: 'BulkChanges.leave',
  run: (tx, {holder}: Holder): Promise<void> => dropLease(tx, bulkLease, holder),
});

/** Values are kept as text so that big numbers come back as they were. */
function readEntry({guid, back}: EntryText): BulkEntry {
  if (back === undefined) return {guid};
  const {expected, target, isFollowing} = back;
  return {
    guid,
    back: {expected: parseExactly(expected), target: parseExactly(target), isFollowing},
  };
}

function failed(guid: Guid, reason: string): Changed {
  return {guid, outcome: 'REFUSED', reason, oldValue: 'null', newValue: 'null'};
}
