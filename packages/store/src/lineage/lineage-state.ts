import {
  datasetKey,
  runResults,
  type NamespacedName,
  type RunState,
  type TimedFacets,
} from '@gazetteer/model';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {lineageDataset, lineageJob, lineageMade, lineageRun, lineageUse} from '../schema/schema.ts';
import {uniqueKeyOf} from '../schema/unique-key.ts';

/**
 * What producers of OpenLineage told of: runs, datasets by the names that producers have for them,
 * and which run reads or writes which. Entities of the catalog are made from these rows, so that
 * they are the same in whatever order events come.
 */
export type RunRow = {
  readonly runId: string;
  /** Qualified name of its process; empty where it wrote nothing. */
  readonly process: string;
  /** The same for runs that are one to people, and of its own for every other. */
  readonly sibling: string;
  readonly state: RunState;
};

export type DatasetRow = {
  /** As `datasetKey` has it. */
  readonly dataset: string;
  /** Type and qualified name of its entity; empty before it is worked out. */
  readonly identity: string;
  /** Whether the entity was made from what producers told, and is nobody else's. */
  readonly isOwn: boolean;
  readonly facets: TimedFacets;
};

export type UseRow = {readonly dataset: string; readonly runId: string; readonly role: UseRole};
export const useRoles = {read: 0, written: 1, told: 2} as const;
export type UseRole = (typeof useRoles)[keyof typeof useRoles];

export type RunColumns = {run_id: string; process: string; sibling: string; content: string};
type DatasetColumns = {dataset: string; identity: string; own: number; content: string};

/** A job that is told of without a run has a row of its own, whose id is no UUID. */
export function jobRowId(job: NamespacedName): string {
  return `job ${datasetKey(job)}`;
}

/** What such rows are told from runs by: UUIDs are digits and letters to `f`. */
export function isRunId(runId: string): boolean {
  return runId < 'g';
}
export const isRunSql = "run_id < 'g'";

const complete = runResults.indexOf('COMPLETE');
/** What `toRun` reads. */
export const lineageRunColumns = 'run_id, process, sibling, content';

export async function runsOf(
  {[inner]: db}: GraphTx,
  runIds: readonly string[],
): Promise<Map<string, RunRow>> {
  const rows = await db.session.all<RunColumns>(
    `SELECT ${lineageRunColumns} FROM lineage_run WHERE ${db.session.dialect.inList('run_id', 'text')}${db.session.dialect.forUpdate}`,
    [runIds],
  );
  return new Map(rows.map(row => [row.run_id, toRun(row)]));
}

export async function saveRuns({[inner]: db}: GraphTx, runs: readonly RunRow[]): Promise<void> {
  const rows = runs.map(({runId, process, sibling, state}) => [
    runId,
    process,
    sibling,
    runResults.indexOf(state.result),
    state.first,
    state.last,
    JSON.stringify(state),
    uniqueKeyOf(datasetKey(state.job)),
  ]);
  const set = ['process', 'sibling', 'result', 'started', 'ended', 'content', 'job'];
  await db.session.insert(lineageRun, rows, {key: ['run_id'], set});
}

/** Which processes the runs of a job are of: many have one, others one for each target. */
export async function addJobs({[inner]: db}: GraphTx, runs: readonly RunRow[]): Promise<void> {
  const rows = runs.map(({state, process}) => [
    uniqueKeyOf(datasetKey(state.job)),
    uniqueKeyOf(process),
  ]);
  await db.session.insert(lineageJob, rows, {key: 'any'});
}

export async function datasetsOf(
  {[inner]: db}: GraphRead,
  datasets: readonly string[],
): Promise<Map<string, DatasetRow>> {
  const rows = await db.session.all<DatasetColumns>(
    `SELECT * FROM lineage_dataset WHERE ${db.session.dialect.inList('dataset', 'text')}`,
    [datasets],
  );
  return new Map(rows.map(row => [row.dataset, toDataset(row)]));
}

/** All names of these entities. */
export async function datasetsOfEntities(
  {[inner]: db}: GraphRead,
  identities: readonly string[],
): Promise<DatasetRow[]> {
  const rows = await db.session.all<DatasetColumns>(
    `SELECT * FROM lineage_dataset WHERE ${db.session.dialect.inList('identity', 'text')} ORDER BY dataset`,
    [identities],
  );
  return rows.map(toDataset);
}

/** The first name of each of these entities that has one, without what is said of it. */
export async function firstNamesOf(
  {[inner]: db}: GraphRead,
  identities: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.session.all<Pick<DatasetColumns, 'identity' | 'dataset'>>(
    `SELECT identity, min(dataset) AS dataset FROM lineage_dataset
     WHERE ${db.session.dialect.inList('identity', 'text')} GROUP BY identity`,
    [identities],
  );
  return new Map(rows.map(row => [row.identity, row.dataset]));
}

/** Those that lie below these, as partitions lie below the folder of their table. */
export async function datasetsBelow(
  {[inner]: db}: GraphRead,
  folders: readonly string[],
  limit: number,
): Promise<DatasetRow[]> {
  const ranges = folders.map(() => '(dataset > ? AND dataset < ?)').join(' OR ');
  const rows = await db.session.all<DatasetColumns>(
    `SELECT * FROM lineage_dataset WHERE ${ranges} ORDER BY dataset LIMIT ?`,
    // The character behind a slash.
    [...folders.flatMap(folder => [`${folder}/`, `${folder}0`]), limit],
  );
  return rows.map(toDataset);
}

export async function saveDatasets(
  {[inner]: db}: GraphTx,
  datasets: readonly DatasetRow[],
): Promise<void> {
  const rows = datasets.map(({dataset, identity, isOwn, facets}) => [
    dataset,
    identity,
    isOwn ? 1 : 0,
    JSON.stringify(facets),
  ]);
  await db.session.insert(lineageDataset, rows, {
    key: ['dataset'],
    set: ['identity', 'own', 'content'],
  });
}

/** An ACTIVE entity, and when it was changed last. */
export type Stamp = {readonly typeName: string; readonly guid: string; readonly updated: number};

/** The ACTIVE entities that have these values as unique ones, by value. */
export async function stampsOf(
  {[inner]: db}: GraphRead,
  values: readonly string[],
): Promise<Map<string, Stamp[]>> {
  const rows = await db.session.all<{
    value: string;
    type_id: number;
    guid: string;
    updated: number;
  }>(
    `SELECT u.value, u.type_id, e.guid, e.updated FROM unique_value u JOIN entity e ON e.id = u.entity_id
     WHERE ${db.session.dialect.inList('u.value', 'text')} AND e.state = 0 ORDER BY e.id`,
    [values.map(uniqueKeyOf)],
  );
  const {symbols} = db.system;
  const stamps = Map.groupBy(rows, row => row.value);
  return new Map(
    values.map(value => [
      value,
      (stamps.get(uniqueKeyOf(value)) ?? []).map(({type_id: type, guid, updated}) => ({
        typeName: symbols.name(type),
        guid,
        updated,
      })),
    ]),
  );
}

/** What each of these entities was last made from, where it was. */
export async function madeOf(
  {[inner]: db}: GraphRead,
  entities: readonly string[],
): Promise<Map<string, string | undefined>> {
  const rows = await db.session.all<{entity: string; made_from: string}>(
    `SELECT * FROM lineage_made WHERE ${db.session.dialect.inList('entity', 'text')}`,
    [entities.map(uniqueKeyOf)],
  );
  const made = new Map(rows.map(row => [row.entity, row.made_from]));
  return new Map(entities.map(entity => [entity, made.get(uniqueKeyOf(entity))]));
}

export async function saveMade(
  {[inner]: db}: GraphTx,
  made: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = Array.from(made, ([entity, from]) => [uniqueKeyOf(entity), from]);
  await db.session.insert(lineageMade, rows, {key: ['entity'], set: ['made_from']});
}

export async function addUses({[inner]: db}: GraphTx, uses: readonly UseRow[]): Promise<void> {
  const rows = uses.map(({dataset, runId, role}) => [dataset, runId, role]);
  await db.session.insert(lineageUse, rows, {key: 'any'});
}

/** Those of the datasets that somebody told of before, without a run. */
export async function toldOf(
  {[inner]: db}: GraphTx,
  datasets: readonly string[],
): Promise<Set<string>> {
  const rows = await db.session.all<{dataset: string}>(
    `SELECT dataset FROM lineage_use
     WHERE ${db.session.dialect.inList('dataset', 'text')} AND run_id = '' AND role = ${useRoles.told}`,
    [datasets],
  );
  return new Set(rows.map(row => row.dataset));
}

export async function removeUses({[inner]: db}: GraphTx, uses: readonly UseRow[]): Promise<void> {
  const keys = uses.map(({dataset, runId, role}) => [dataset, runId, role]);
  await db.session.remove(lineageUse, ['dataset', 'run_id', 'role'], keys);
}

/** Those of the entities that some run has read or written, or that somebody told of. */
export async function entitiesInUse(
  {[inner]: db}: GraphRead,
  identities: readonly string[],
): Promise<Set<string>> {
  const rows = await db.session.all<{identity: string}>(
    `SELECT DISTINCT d.identity FROM lineage_dataset d WHERE ${db.session.dialect.inList('d.identity', 'text')}
       AND EXISTS (SELECT 1 FROM lineage_use u WHERE u.dataset = d.dataset AND (u.role <> ${useRoles.written}
         OR NOT EXISTS (SELECT 1 FROM lineage_run r WHERE r.run_id = u.run_id AND ${withFailure('r')})))`,
    [identities],
  );
  return new Set(rows.map(row => row.identity));
}

/** The newest runs that have to do with any of these. */
export async function runsUsing(
  {[inner]: db}: GraphRead,
  datasets: readonly string[],
  limit: number,
): Promise<RunRow[]> {
  const rows = await db.session.all<RunColumns>(
    `SELECT ${lineageRunColumns} FROM lineage_run WHERE run_id IN (
       SELECT run_id FROM lineage_use WHERE ${db.session.dialect.inList('dataset', 'text')}) ORDER BY ended DESC, run_id DESC LIMIT ?`,
    [datasets, limit],
  );
  return rows.map(toRun);
}

/**
 * Of each process the newest run that ended well: what it read and wrote is what the process reads
 * and writes.
 */
export async function decidingRuns(
  {[inner]: db}: GraphRead,
  processes: readonly string[],
): Promise<Map<string, RunRow>> {
  const newest = `SELECT (SELECT r.run_id FROM lineage_run r WHERE r.process = value AND ${isOfProcess}
    AND r.result = ${complete} AND NOT ${withFailure('r')} ORDER BY r.ended DESC, r.run_id DESC LIMIT 1)`;
  const {inRows, listRows} = db.session.dialect;
  const rows = await db.session.all<RunColumns>(
    `SELECT ${lineageRunColumns} FROM lineage_run WHERE ${inRows('run_id', `${newest} FROM ${listRows('text')}`)}`,
    [processes],
  );
  return new Map(rows.map(row => [row.process, toRun(row)]));
}

/**
 * Whether the run, or one that is the same to people, has failed: Spark says of a statement within
 * another what it does not say of that.
 */
function withFailure(run: string): string {
  return `EXISTS (SELECT 1 FROM lineage_run f WHERE f.sibling = ${run}.sibling AND f.process = ${run}.process AND f.result > ${complete})`;
}

/** The index of processes has no runs without one, and is used where none is asked for. */
const isOfProcess = "r.process <> ''";

/** Runs of a process, newest first; of those that are one to people the one that ended worst. */
export async function listRuns(
  {[inner]: db}: GraphRead,
  process: string,
  {offset, limit}: {offset: number; limit: number},
): Promise<RunRow[]> {
  const rows = await db.session.all<RunColumns>(
    `SELECT ${lineageRunColumns} FROM lineage_run r WHERE process = ? AND ${isOfProcess} AND NOT EXISTS (
       SELECT 1 FROM lineage_run o WHERE o.process = r.process AND o.sibling = r.sibling
         AND (o.result > r.result OR (o.result = r.result AND o.run_id < r.run_id)))
     ORDER BY ended DESC, run_id DESC LIMIT ? OFFSET ?`,
    [process, limit, offset],
  );
  return rows.map(toRun);
}

export function toRun({run_id: runId, process, sibling, content}: RunColumns): RunRow {
  return {runId, process, sibling, state: JSON.parse(content) as RunState};
}

function toDataset({dataset, identity, own, content}: DatasetColumns): DatasetRow {
  return {dataset, identity, isOwn: own === 1, facets: JSON.parse(content) as TimedFacets};
}
