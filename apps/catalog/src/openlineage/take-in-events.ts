import {
  datasetKey,
  identityOf,
  isPath,
  mergeDataset,
  mergeRun,
  parentOf,
  processOf,
  writtenBy,
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
  toldOf,
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
 * Notes what events say, and lets the entities that they have to do with follow from it. Runs that go
 * on write nothing but themselves: what they read and write counts when they have ended. A constant
 * number of statements.
 */
export async function takeInEvents(
  c: Context,
  tx: GraphTx,
  events: readonly LineageEvent[],
): Promise<void> {
  const rules = c.settings.openLineage;
  const affected: Affected = {identities: new Set(), processes: new Set(), left: new Set()};
  const {datasets, moved} = await noteDatasets(tx, events, rules, affected);
  await noteTold(tx, events, datasets, affected.identities);
  const goOn = await noteRuns(tx, events, datasets, rules, affected);
  await moveOthers(tx, moved, rules, affected);
  // Of runs that go on nothing follows, nor of what was known before: producers send again.
  const isNews = Object.values(affected).some(keys => keys.size > 0);
  const isOver = moved.length > 0 || events.some(event => !goOn.has(runIdOf(event)));
  if (isNews && isOver) await deriveEntities(c, tx, affected);
}

/**
 * @returns the datasets that the events name, with those around them, and those that were another
 * entity before
 */
async function noteDatasets(
  tx: GraphTx,
  events: readonly LineageEvent[],
  rules: NamingRules,
  affected: Affected,
): Promise<{datasets: Map<string, DatasetRow>; moved: DatasetRow[]}> {
  const mentions = events.flatMap(({inputs, outputs, dataset, time}) =>
    [...inputs, ...outputs, ...(dataset === undefined ? [] : [dataset])].map(of => ({of, time})),
  );
  const known = await datasetsOf(tx, withFolders(mentions.map(({of}) => datasetKey(of))));
  const datasets = new Map(known);
  for (const {of, time} of mentions) {
    const dataset = datasetKey(of);
    const row = datasets.get(dataset) ?? {dataset, identity: '', isOwn: false, facets: {}};
    datasets.set(dataset, {...row, facets: mergeDataset(row.facets, of, time)});
  }
  const moved: DatasetRow[] = [];
  const changed: DatasetRow[] = [];
  for (const row of datasets.values()) {
    const before = known.get(row.dataset);
    if (row === before) continue;
    const identity = keyOf(identityIn(datasets, row.dataset, rules));
    if (row.identity === identity && isSame(row, before)) continue;
    const now = movedTo(row, identity, affected);
    if (row.identity !== '' && now.identity !== row.identity) moved.push(now);
    datasets.set(row.dataset, now);
    changed.push(now);
  }
  await saveDatasets(tx, changed);
  return {datasets, moved};
}

/** Whether both are stored as the same. */
function isSame(one: object, other: object | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** An entity that was made of the dataset alone is left behind. */
function movedTo(row: DatasetRow, identity: string, {identities, left}: Affected): DatasetRow {
  identities.add(identity);
  if (row.identity === identity) return row;
  if (row.identity !== '') identities.add(row.identity);
  if (row.isOwn) left.add(row.identity);
  return {...row, identity, isOwn: false};
}

/** A job that is told of without a run is a run of its own. */
function runIdOf({run, job}: LineageEvent): string | undefined {
  return run?.id ?? (job && jobRowId(job));
}

/** @returns those of the runs that go on */
async function noteRuns(
  tx: GraphTx,
  events: readonly LineageEvent[],
  datasets: ReadonlyMap<string, DatasetRow>,
  rules: NamingRules,
  {identities, processes}: Affected,
): Promise<Set<string | undefined>> {
  const known = await runsOf(
    tx,
    events.flatMap(event => runIdOf(event) ?? []),
  );
  const states = mergedRuns(events, known);
  const all = await datasetsFor(tx, [...states.values()], datasets);
  const rows = Array.from(states, ([runId, state]) => rowOf(runId, state, all, rules));
  const changed = rows.filter(({runId, process, state}) => {
    const before = known.get(runId);
    return before?.process !== process || !isSame(state, before.state);
  });
  await saveChanged(tx, changed, known);
  for (const {runId, process, state} of changed) {
    if (state.result === 'RUNNING') continue;
    for (const one of [known.get(runId)?.process, process]) if (one) processes.add(one);
    for (const dataset of [...Object.keys(state.inputs), ...Object.keys(state.outputs)])
      identities.add(all.get(dataset)?.identity ?? '');
  }
  const goOn = rows.filter(({state}) => state.result === 'RUNNING');
  return new Set(goOn.map(({runId}) => runId));
}

function mergedRuns(
  events: readonly LineageEvent[],
  known: ReadonlyMap<string, RunRow>,
): Map<string, RunState> {
  const states = new Map<string, RunState>();
  for (const event of events) {
    const runId = runIdOf(event);
    if (runId === undefined || event.job === undefined) continue;
    const before = states.get(runId) ?? known.get(runId)?.state;
    states.set(runId, mergeRun(before, event, event.job));
  }
  return states;
}

/** The runs themselves, what they use, and which jobs they are of. */
async function saveChanged(
  tx: GraphTx,
  changed: readonly RunRow[],
  known: ReadonlyMap<string, RunRow>,
): Promise<void> {
  const wasUsed = changed.flatMap(({runId}) => usesOf(known.get(runId)));
  const uses = changed.flatMap(usesOf);
  await removeUses(tx, without(wasUsed, uses));
  await addUses(tx, without(uses, wasUsed));
  await saveRuns(tx, changed);
  const ofOthers = changed.filter(({runId, process, state}) => {
    const before = known.get(runId);
    return before?.process !== process || datasetKey(before.state.job) !== datasetKey(state.job);
  });
  await addJobs(tx, ofOthers);
}

/**
 * What a run that has ended reads and writes; what a failed one would have written is not there.
 */
function usesOf(row: RunRow | undefined): UseRow[] {
  if (row === undefined || row.state.result === 'RUNNING') return [];
  const {runId, state} = row;
  const written = state.result === 'COMPLETE' ? writtenBy(state) : [];
  return [
    ...Object.keys(state.inputs).map((dataset): UseRow => ({dataset, runId, role: useRoles.read})),
    ...written.map((dataset): UseRow => ({dataset, runId, role: useRoles.written})),
  ];
}

/** Datasets that are told of alone. Until now they may have been some of a run that goes on. */
async function noteTold(
  tx: GraphTx,
  events: readonly LineageEvent[],
  datasets: ReadonlyMap<string, DatasetRow>,
  identities: Set<string>,
): Promise<void> {
  const told = new Set(events.flatMap(({dataset}) => (dataset ? datasetKey(dataset) : [])));
  if (told.size === 0) return;
  const known = await toldOf(tx, [...told]);
  const news = [...told].filter(dataset => !known.has(dataset));
  await addUses(
    tx,
    news.map(dataset => ({dataset, runId: '', role: useRoles.told})),
  );
  for (const dataset of news) identities.add(datasets.get(dataset)?.identity ?? '');
}

function without(uses: readonly UseRow[], others: readonly UseRow[]): UseRow[] {
  const keyOfUse = ({dataset, runId, role}: UseRow) => `${role} ${runId} ${dataset}`;
  const known = new Set(others.map(keyOfUse));
  return uses.filter(one => !known.has(keyOfUse(one)));
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
