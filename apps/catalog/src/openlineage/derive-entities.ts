import {
  columnFlows,
  datasetBodies,
  datasetKey,
  mergeFacets,
  processBodies,
  processOf,
  writtenBy,
  type Column,
  type ColumnFlow,
  type DatasetIdentity,
  type NamingRules,
  type ProcessIdentity,
  type RunState,
  type TimedFacets,
} from '@gazetteer/model';
import {
  datasetsOfEntities,
  decidingRuns,
  entitiesInUse,
  saveDatasets,
  type DatasetRow,
  type GraphTx,
} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {deleteIn} from '../entity/delete-entities.ts';
import {planningOf} from '../entity/planning.ts';
import {saveIn} from '../entity/save-entities.ts';
import {datasetsFor, datasetsWithFolders, digest, identityIn, keyOf} from './dataset-rows.ts';
import {Bodies, haveColumns, presentAs, presentOf} from './entity-request.ts';

/** What may have become another: keys of entities of datasets, and qualified names of processes. */
export type Affected = {
  readonly identities: Set<string>;
  readonly processes: Set<string>;
  /** Keys of entities that were made of datasets which are others now. */
  readonly left: Set<string>;
};

/** One run that decides what its process reads and writes. */
type FlowOf = {
  readonly process: ProcessIdentity;
  readonly run: RunState;
  readonly inputs: readonly DatasetIdentity[];
  readonly outputs: readonly DatasetIdentity[];
  readonly columns: readonly ColumnFlow[];
};

export const processType = 'openlineage_process';

/**
 * Makes entities what the rows of runs and datasets say, and deletes those that nothing is left of.
 * What somebody else has made is filled where it is empty, and never deleted. A constant number of
 * statements.
 */
export async function deriveEntities(
  c: Context,
  tx: GraphTx,
  {identities, processes, left}: Affected,
): Promise<void> {
  const flows = await flowsOf(tx, [...processes], c.settings.openLineage);
  const ends = flows.flatMap(({inputs, outputs}) => [...inputs, ...outputs]);
  const keys = [...new Set([...identities, ...left, ...ends.map(keyOf)])].filter(key => key !== '');
  const named = await datasetsOfEntities(tx, keys);
  const datasets = await datasetsWithFolders(tx, named);
  const inUse = await entitiesInUse(tx, keys);
  const present = await presentOf(tx, [
    ...keys,
    ...[...processes].map(key => `${processType} ${key}`),
    ...flows
      .flatMap(({columns}) =>
        columns.flatMap(({output, inputs, indirect}) => [output, ...inputs, ...indirect]),
      )
      .map(keyOf),
  ]);
  const withColumns = await haveColumns(
    tx,
    keys.flatMap(key => present.get(key) ?? []),
  );

  const bodies = new Bodies();
  const made: DatasetRow[] = [];
  const gone = [...processes].flatMap(key => {
    const isLeft = flows.some(({process}) => process.key === key);
    return isLeft ? [] : (present.get(`${processType} ${key}`)?.guid ?? []);
  });
  const byKey = Map.groupBy(named, row => row.identity);
  gone.push(...[...left].flatMap(key => (byKey.has(key) ? [] : (present.get(key)?.guid ?? []))));
  for (const [key, rows] of byKey) {
    const there = present.get(key);
    const isOwn = there === undefined || rows.some(row => row.isOwn);
    if (!inUse.has(key)) {
      if (there !== undefined && isOwn) gone.push(there.guid);
      continue;
    }
    const identity = identityIn(datasets, rows[0]?.dataset ?? '', c.settings.openLineage);
    bodies.add(refer =>
      datasetBodies(
        identity,
        facetsOf(rows),
        isOwn ? undefined : presentAs(there, withColumns),
        refer,
      ),
    );
    if (isOwn) made.push(...rows.filter(row => !row.isOwn).map(row => ({...row, isOwn: true})));
  }
  const isKnown = (column: Column) => bodies.has(column) || present.has(keyOf(column));
  for (const flow of flows) {
    const columns = flow.columns
      .map(one => ({...one, inputs: one.inputs.filter(isKnown)}))
      .filter(({output, inputs}) => isKnown(output) && inputs.length > 0);
    bodies.add(refer => processBodies(flow.process, flow.run, {...flow, columns}, refer));
  }
  await saveDatasets(tx, made);
  const request = bodies.request();
  if (request.entities.length > 0) await saveIn(tx, request, planningOf(c));
  if (gone.length > 0) await deleteIn(c, tx, gone);
}

/** Of each process what its newest run that ended well reads and writes. */
async function flowsOf(
  tx: GraphTx,
  processes: readonly string[],
  rules: NamingRules,
): Promise<FlowOf[]> {
  if (processes.length === 0) return [];
  const runs = [...(await decidingRuns(tx, processes)).values()].map(({state}) => state);
  const datasets = await datasetsFor(tx, runs);
  return runs.flatMap(run => flowOf(run, datasets, rules) ?? []);
}

function flowOf(
  run: RunState,
  datasets: ReadonlyMap<string, DatasetRow>,
  rules: NamingRules,
): FlowOf | undefined {
  const identityOf = (dataset: string) => identityIn(datasets, dataset, rules);
  const written = writtenBy(run);
  const outputs = distinct(written.map(identityOf));
  const process = processOf(
    run,
    outputs.map(one => one.qualifiedName),
    digest,
  );
  if (process === undefined) return undefined;
  const inputOf = (namespace: string, name: string) => {
    const dataset = datasetKey({namespace, name});
    return dataset in run.inputs ? identityOf(dataset) : undefined;
  };
  const columns = written.flatMap(key =>
    columnFlows(identityOf(key), run.outputs[key] ?? {}, inputOf),
  );
  return {
    process,
    run,
    inputs: distinct(Object.keys(run.inputs).map(identityOf)),
    outputs,
    columns: [...new Map(columns.map(one => [one.output.qualifiedName, one])).values()],
  };
}

/** In an order of their own, so that the same events in another order write the same. */
function distinct(identities: readonly DatasetIdentity[]): DatasetIdentity[] {
  const byKey = new Map(identities.map(one => [keyOf(one), one]));
  return [...byKey.keys()].toSorted().flatMap(key => byKey.get(key) ?? []);
}

/** Of one entity that has several names: what was told last counts, by whichever of them. */
function facetsOf(rows: readonly DatasetRow[]): TimedFacets {
  let merged: TimedFacets = {};
  for (const {facets} of rows)
    for (const [name, [time, facet]] of Object.entries(facets)) {
      const there = merged[name];
      if (there === undefined || there[0] <= time)
        merged = {...merged, ...mergeFacets(merged, {[name]: facet}, time)};
    }
  return merged;
}
