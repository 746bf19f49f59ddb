import {parseExactly, type BulkAction, type Guid, type SearchParameters} from '@gazetteer/model';
import {
  addBulkEntities,
  bulkTask,
  readTasks,
  saveProgress,
  takeLease,
  type BulkEntity,
  type BulkOutcome,
  type GraphRead,
  type GraphTx,
  type Task,
} from '@gazetteer/store';

/**
 * How far a bulk change is: the marker of the next page of its search or, of an undo, the last
 * entity of the list that it takes back.
 */
export type BulkPosition = {
  readonly marker?: string;
  /** Of a DSL query: the row number below which its next page lies. */
  readonly before?: number;
  readonly after?: number;
};

/**
 * Entities of a bulk change by what became of them; those that were as wanted before are no rows of
 * the task.
 */
export type BulkCounts = Readonly<Record<BulkOutcome | 'UNCHANGED', number>>;

/**
 * What a bulk change is, and how far. `action` is JSON: its values may have more digits than a
 * thread can be handed as a number.
 */
export type BulkParameters = {
  readonly action: string;
  readonly search?: SearchParameters;
  /** In place of a search: a query of the DSL. */
  readonly dsl?: string;
  readonly undoOf?: Guid;
  readonly isRehearsal: boolean;
  /** Of whoever asked for it, in whose name it is done. */
  readonly groups: readonly string[];
  readonly position: BulkPosition;
  readonly total?: number;
  readonly counts: BulkCounts;
  /**
   * Entities to which classifications would come, or from which they would go, over relationships.
   */
  readonly reached: number;
  /** Number of the last entity in its list. */
  readonly listed: number;
};

export type BulkTask = Task & {readonly parameters: BulkParameters};

/** What became of one entity. */
export type Changed = Omit<BulkEntity, 'n' | 'outcome'> & {
  readonly outcome: BulkOutcome | 'UNCHANGED';
};

/** What is written down of a part beside what it did. */
export type Progress = Pick<BulkParameters, 'position'> & {
  readonly total?: number | undefined;
  readonly isLast: boolean;
};

/** Longer lists of what would happen help nobody decide; the counts are whole. */
const maxRehearsed = 100;
/** One process of those that share a store does bulk changes: it holds the lease of this name. */
export const bulkLease = 'bulk-changes';

export const noCounts: BulkCounts = {
  CHANGED: 0,
  FOLLOWED: 0,
  REFUSED: 0,
  CONFLICT: 0,
  UNCHANGED: 0,
};

/**
 * What the task does, with numbers exactly as they were given: they are kept as text, since JSON's
 * would be rounded.
 */
export function actionOf({action}: BulkParameters): BulkAction {
  return parseExactly(action) as BulkAction;
}

/** Undefined for what is no task, or one that does something else: both are unknown to the API. */
export async function bulkTaskOf(graph: GraphRead, guid: Guid): Promise<BulkTask | undefined> {
  const [task] = await readTasks(graph, [guid], 1);
  return task?.type === bulkTask ? (task as BulkTask) : undefined;
}

/** Only one process does bulk changes at a time. */
export async function holdBulk(tx: GraphTx, holder: string): Promise<boolean> {
  return await takeLease(tx, bulkLease, holder);
}

/**
 * Writes down what a part did. @returns false when somebody has ended the task meanwhile, though it
 * may have been resumed since
 */
export async function keepPart(
  tx: GraphTx,
  {task, changed, reached}: {task: BulkTask; changed: readonly Changed[]; reached: number},
  {isLast, total, position}: Progress,
): Promise<boolean> {
  const {parameters} = task;
  const counts: Record<BulkOutcome | 'UNCHANGED', number> = {...parameters.counts};
  const rows: BulkEntity[] = [];
  for (const {outcome, ...one} of changed) {
    counts[outcome] += 1;
    if (outcome === 'UNCHANGED' || (parameters.isRehearsal && counts[outcome] > maxRehearsed))
      continue;
    rows.push({...one, outcome, n: parameters.listed + rows.length + 1});
  }
  await addBulkEntities(tx, task.guid, rows);
  const now = Date.now();
  // What was cancelled and resumed meanwhile goes on with what its user may do by then.
  const next: BulkTask = {
    ...task,
    status: isLast ? 'COMPLETE' : 'IN_PROGRESS',
    updatedTime: now,
    startTime: task.startTime === 0 ? now : task.startTime,
    endTime: isLast ? now : 0,
    parameters: {
      ...parameters,
      position,
      ...(total === undefined ? {} : {total}),
      counts,
      reached: parameters.reached + reached,
      listed: parameters.listed + rows.length,
    },
  };
  return await saveProgress(tx, next, task.updatedTime);
}
