import {isDeepStrictEqual} from 'node:util';
import {
  datasetKey,
  identityOf,
  isPath,
  mergeDataset,
  mergeRun,
  parentOf,
  processOf,
  writtenBy,
  type DatasetMention,
  type LineageEvent,
  type NamingRules,
  type RunState,
} from '@gazetteer/model';
import {
  addJobs,
  addUses,
  datasetsBelow,
  datasetsOf,
  jobRowId,
  removeUses,
  runsOf,
  runsUsing,
  saveDatasets,
  saveRuns,
  useRoles,
  wasTold,
  type DatasetRow,
  type GraphTx,
  type RunRow,
  type UseRow,
} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {datasetsFor, digest, identityIn, keyOf, withFolders} from './dataset-rows.ts';
import {deriveEntities, type Affected} from './derive-entities.ts';

/**
 * Parts of a table, and runs, that are looked at again when a name turns out to be that of a table.
 */
const mostChanged = 10_000;

/**
 * Notes what an event says, and lets the entities that it has to do with follow from it. A run that
 * goes on writes nothing but itself: what it reads and writes counts when it has ended.
 */
export async function takeInEvent(c: Context, tx: GraphTx, event: LineageEvent): Promise<void> {
  const rules = c.settings.openLineage;
  const affected: Affected = {identities: new Set(), processes: new Set(), left: new Set()};
  const {datasets, moved} = await noteDatasets(tx, event, rules, affected);
  const goesOn = await noteRun(tx, event, datasets, rules, affected);
  await moveOthers(tx, moved, rules, affected);
  // Of a run that goes on nothing follows, nor of what was known before: producers send again.
  const isNews = Object.values(affected).some(keys => keys.size > 0);
  if (isNews && (!goesOn || moved.length > 0)) await deriveEntities(c, tx, affected);
}

/**
 * @returns the datasets that the event names, with those around them, and those that were another
 * entity before
 */
async function noteDatasets(
  tx: GraphTx,
  event: LineageEvent,
  rules: NamingRules,
  affected: Affected,
): Promise<{datasets: Map<string, DatasetRow>; moved: DatasetRow[]}> {
  const mentions = [
    ...event.inputs,
    ...event.outputs,
    ...(event.dataset === undefined ? [] : [event.dataset]),
  ];
  const known = await datasetsOf(tx, withFolders(mentions.map(datasetKey)));
  const merged = mergedDatasets(known, mentions, event.time);
  const datasets = new Map([...known, ...merged]);
  const moved: DatasetRow[] = [];
  const changed: DatasetRow[] = [];
  for (const row of merged.values()) {
    const identity = keyOf(identityIn(datasets, row.dataset, rules));
    if (row.identity === identity && isSame(row, known.get(row.dataset))) continue;
    const now = movedTo(row, identity, affected);
    if (row.identity !== '' && now.identity !== row.identity) moved.push(now);
    datasets.set(row.dataset, now);
    changed.push(now);
  }
  await saveDatasets(tx, changed);
  return {datasets, moved};
}

/** Whether a row says what is stored, where what has no value is left out. */
function isSame(row: object, stored: object | undefined): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(row)), stored);
}

/** An entity that was made of the dataset alone is left behind. */
function movedTo(row: DatasetRow, identity: string, {identities, left}: Affected): DatasetRow {
  identities.add(identity);
  if (row.identity === identity) return row;
  if (row.identity !== '') identities.add(row.identity);
  if (row.isOwn) left.add(row.identity);
  return {...row, identity, isOwn: false};
}

/** @returns whether the run goes on */
async function noteRun(
  tx: GraphTx,
  event: LineageEvent,
  datasets: ReadonlyMap<string, DatasetRow>,
  rules: NamingRules,
  {identities, processes}: Affected,
): Promise<boolean> {
  const before = await runBefore(tx, event);
  if (before === undefined) {
    await noteTold(tx, event, datasets, identities);
    return false;
  }
  const {runId, job} = before;
  const state = mergeRun(before.state, event, job);
  const [wasUsed, uses] = [
    before.state === undefined ? [] : usesOf(runId, before.state),
    usesOf(runId, state),
  ];
  await removeUses(tx, without(wasUsed, uses));
  await addUses(tx, without(uses, wasUsed));
  const all = await datasetsFor(tx, [state], datasets);
  const row = rowOf(runId, state, all, rules);
  const isKnown = before.process === row.process && isSame(state, before.state);
  if (isKnown) return state.result === 'RUNNING';
  await saveRuns(tx, [row]);
  const isSameJob = before.state !== undefined && datasetKey(before.state.job) === datasetKey(job);
  if (!isSameJob || before.process !== row.process) await addJobs(tx, [row]);
  for (const process of [before.process, row.process]) if (process !== '') processes.add(process);
  for (const dataset of [...Object.keys(state.inputs), ...Object.keys(state.outputs)])
    identities.add(all.get(dataset)?.identity ?? '');
  return state.result === 'RUNNING';
}

type Before = {
  readonly runId: string;
  readonly process: string;
  readonly state: RunState | undefined;
  readonly job: NonNullable<LineageEvent['job']>;
};

/** A job that is told of without a run is a run of its own. */
async function runBefore(tx: GraphTx, {run, job}: LineageEvent): Promise<Before | undefined> {
  if (job === undefined) return undefined;
  const runId = run?.id ?? jobRowId(job);
  const row = (await runsOf(tx, [runId])).get(runId);
  return {runId, process: row?.process ?? '', state: row?.state, job};
}

function mergedDatasets(
  known: ReadonlyMap<string, DatasetRow>,
  mentions: readonly DatasetMention[],
  time: number,
): Map<string, DatasetRow> {
  const merged = new Map<string, DatasetRow>();
  for (const one of mentions) {
    const dataset = datasetKey(one);
    const row = merged.get(dataset) ??
      known.get(dataset) ?? {dataset, identity: '', isOwn: false, facets: {}};
    merged.set(dataset, {...row, facets: mergeDataset(row.facets, one, time)});
  }
  return merged;
}

/**
 * What a run that has ended reads and writes; what a failed one would have written is not there.
 */
function usesOf(runId: string, state: RunState): UseRow[] {
  if (state.result === 'RUNNING') return [];
  const written = state.result === 'COMPLETE' ? writtenBy(state) : [];
  return [
    ...Object.keys(state.inputs).map((dataset): UseRow => ({dataset, runId, role: useRoles.read})),
    ...written.map((dataset): UseRow => ({dataset, runId, role: useRoles.written})),
  ];
}

/** A dataset that is told of alone. Until now it may have been one of a run that goes on. */
async function noteTold(
  tx: GraphTx,
  event: LineageEvent,
  datasets: ReadonlyMap<string, DatasetRow>,
  identities: Set<string>,
): Promise<void> {
  if (event.dataset === undefined) return;
  const dataset = datasetKey(event.dataset);
  if (await wasTold(tx, dataset)) return;
  await addUses(tx, [{dataset, runId: '', role: useRoles.told}]);
  identities.add(datasets.get(dataset)?.identity ?? '');
}

function without(uses: readonly UseRow[], others: readonly UseRow[]): UseRow[] {
  const known = new Set(others.map(({dataset, role}) => `${role} ${dataset}`));
  return uses.filter(({dataset, role}) => !known.has(`${role} ${dataset}`));
}

/** The row of a run: which process it is one of follows from the names of what it writes. */
function rowOf(
  runId: string,
  state: RunState,
  datasets: ReadonlyMap<string, DatasetRow>,
  rules: NamingRules,
): RunRow {
  const outputs = writtenBy(state).map(key => identityIn(datasets, key, rules).qualifiedName);
  const process = processOf(state, [...new Set(outputs)], digest)?.key ?? '';
  const {integration} = state.jobFacets['jobType']?.[1] ?? {};
  const parent = parentOf(state.facets);
  // Spark runs a statement that creates a table from others as two, one in the other.
  const isTwice = integration === 'SPARK' && parent !== undefined && process !== '';
  const inputs = Object.keys(state.inputs).toSorted();
  return {
    runId,
    process,
    sibling: isTwice ? digest(JSON.stringify([parent.runId, inputs])) : runId,
    state,
  };
}

/**
 * Runs that have to do with what is another entity now, and parts of what is a table now, are
 * looked at again.
 */
async function moveOthers(
  tx: GraphTx,
  moved: readonly DatasetRow[],
  rules: NamingRules,
  affected: Affected,
): Promise<void> {
  if (moved.length === 0) return;
  const parts = await moveParts(tx, moved, rules, affected);
  const keys = [...moved, ...parts].map(row => row.dataset);
  const runs = await runsUsing(tx, keys, mostChanged);
  const states = runs.map(({state}) => state);
  const datasets = await datasetsFor(tx, states);
  const again = runs.map(({runId, state}) => rowOf(runId, state, datasets, rules));
  await saveRuns(tx, again);
  await addJobs(tx, again);
  for (const {process} of [...runs, ...again]) if (process !== '') affected.processes.add(process);
}

/** @returns the parts of tables among `moved` that are another entity now */
async function moveParts(
  tx: GraphTx,
  moved: readonly DatasetRow[],
  rules: NamingRules,
  affected: Affected,
): Promise<DatasetRow[]> {
  const tables = moved.filter(({dataset, facets}) => !isPath(identityOf(dataset, facets, rules)));
  if (tables.length === 0) return [];
  const folders = tables.map(({dataset}) => dataset);
  const below = await datasetsBelow(tx, folders, mostChanged);
  const all = new Map([...tables, ...below].map(row => [row.dataset, row]));
  const parts = below.flatMap(row => {
    const now = movedTo(row, keyOf(identityIn(all, row.dataset, rules)), affected);
    return now === row ? [] : [now];
  });
  await saveDatasets(tx, parts);
  return parts;
}
