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
  type EntityBody,
  type NamingRules,
  type ProcessIdentity,
  type Refer,
  type RunState,
  type SaveRequest,
  type TimedFacets,
} from '@gazetteer/model';
import {
  datasetsOfEntities,
  decidingRuns,
  entitiesInUse,
  madeOf,
  saveDatasets,
  saveMade,
  stampsOf,
  type DatasetRow,
  type GraphTx,
  type Stamp,
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
 * What somebody else has made is filled where it is empty, and never deleted; what is as it was left
 * when it was made of the same is not looked at again. A constant number of statements.
 */
export async function deriveEntities(
  c: Context,
  tx: GraphTx,
  {identities, processes, left}: Affected,
): Promise<void> {
  const rules = c.settings.openLineage;
  const flows = await flowsOf(tx, [...processes], rules);
  const ends = flows.flatMap(({inputs, outputs}) => [...inputs, ...outputs]);
  const keys = [...new Set([...identities, ...left, ...ends.map(keyOf)])].filter(key => key !== '');
  const named = await datasetsOfEntities(tx, keys);
  const made = new Made();
  const {own, gone} = await addDatasets(tx, made, named, keys, rules);
  await addFlows(tx, made, flows);
  const isNamed = new Set(named.map(row => row.identity));
  const hasFlow = new Set(flows.map(({process}) => process.key));
  gone.push(
    ...[...left].filter(key => !isNamed.has(key)),
    ...[...processes].filter(key => !hasFlow.has(key)).map(processKey),
  );
  const present = await presentOf(tx, gone);
  await saveDatasets(tx, own);
  const request = await made.request(tx);
  if (request.entities.length > 0) await saveIn(tx, request, planningOf(c));
  const guids = Array.from(present.values(), one => one.guid);
  if (guids.length > 0) await deleteIn(c, tx, guids);
  await made.note(tx);
}

const processKey = (qualifiedName: string): string => `${processType} ${qualifiedName}`;

/** @returns rows of datasets whose entities are made of them alone from now on, and what may go */
async function addDatasets(
  tx: GraphTx,
  made: Made,
  named: readonly DatasetRow[],
  keys: readonly string[],
  rules: NamingRules,
): Promise<{own: DatasetRow[]; gone: string[]}> {
  const byKey = Map.groupBy(named, row => row.identity);
  const datasets = await datasetsWithFolders(tx, named);
  const inUse = await entitiesInUse(tx, keys);
  const isMade = (key: string) => byKey.get(key)?.some(row => row.isOwn) === true;
  const others = await presentOf(
    tx,
    keys.filter(key => !isMade(key)),
  );
  const withColumns = await haveColumns(tx, [...others.values()]);
  const own: DatasetRow[] = [];
  for (const [key, rows] of byKey) {
    if (!inUse.has(key)) continue;
    const there = presentAs(others.get(key), withColumns);
    const identity = identityIn(datasets, rows[0]?.dataset ?? '', rules);
    const facets = facetsOf(rows);
    made.add(key, refer => datasetBodies(identity, facets, there, refer));
    if (there === undefined)
      own.push(...rows.filter(row => !row.isOwn).map(row => ({...row, isOwn: true})));
  }
  return {own, gone: [...byKey.keys()].filter(key => isMade(key) && !inUse.has(key))};
}

async function addFlows(tx: GraphTx, made: Made, flows: readonly FlowOf[]): Promise<void> {
  const columns = flows.flatMap(flow =>
    flow.columns.flatMap(({output, inputs, indirect}) => [output, ...inputs, ...indirect]),
  );
  const others = columns.map(keyOf).filter(key => !made.has(key));
  const present = await presentOf(tx, others, 'look');
  const isKnown = (column: Column) => made.has(keyOf(column)) || present.has(keyOf(column));
  for (const {process, run, ...flow} of flows) {
    const known = flow.columns
      .map(one => ({...one, inputs: one.inputs.filter(isKnown)}))
      .filter(({output, inputs}) => isKnown(output) && inputs.length > 0);
    made.add(processKey(process.key), refer =>
      processBodies(process, run, {...flow, columns: known}, refer),
    );
  }
}

type Make = (refer: Refer) => readonly EntityBody[];

/** Entities with what belongs to them, and the names of all that and of what they refer to. */
class Made {
  readonly #entities = new Map<string, Making>();
  readonly #keys = new Set<string>();
  /** What each was made of last, where some of them are made again. */
  #before: ReadonlyMap<string, string | undefined> | undefined;

  add(key: string, make: Make): void {
    const names = new Set<string>();
    const told = make((typeName, qualifiedName) => {
      names.add(qualifiedName);
      return [typeName, qualifiedName];
    });
    for (const {typeName, attributes} of told) {
      const qualifiedName = String(attributes['qualifiedName']);
      names.add(qualifiedName);
      this.#keys.add(keyOf({typeName, qualifiedName}));
    }
    this.#entities.set(key, {make, told, names: [...names]});
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** What is not there, was made of something else last, or was changed by somebody since. */
  async request(tx: GraphTx): Promise<SaveRequest> {
    const before = await madeOf(tx, [...this.#entities.keys()]);
    const stamps = await this.#stamps(tx);
    const bodies = new Bodies();
    // Entities of other types may have the same names.
    const isThere = ({typeName, attributes}: EntityBody) =>
      stamps.get(String(attributes['qualifiedName']))?.some(one => one.typeName === typeName);
    for (const [key, making] of this.#entities) {
      const from = before.get(key);
      const isMade = from !== undefined && making.told.every(isThere);
      if (isMade && from === madeFrom(making, stamps)) continue;
      this.#before = before;
      bodies.add(making.make);
    }
    return bodies.request();
  }

  /**
   * Notes what they are made of, when that is done: to be referred to by others moves the time of
   * those as well that stay as they were.
   */
  async note(tx: GraphTx): Promise<void> {
    const before = this.#before;
    if (before === undefined) return;
    const stamps = await this.#stamps(tx);
    const now = Array.from(this.#entities, ([key, one]) => [key, madeFrom(one, stamps)] as const);
    await saveMade(tx, new Map(now.filter(([key, from]) => before.get(key) !== from)));
  }

  async #stamps(tx: GraphTx): Promise<Map<string, Stamp[]>> {
    return await stampsOf(tx, [
      ...new Set(Array.from(this.#entities.values(), one => one.names).flat()),
    ]);
  }
}

type Making = {
  readonly make: Make;
  readonly told: readonly EntityBody[];
  readonly names: readonly string[];
};

/** Databases and servers: each table that is new in one moves its time. */
const holderTypes: ReadonlySet<string> = new Set(['hive_db', 'rdbms_db', 'rdbms_instance']);

/**
 * What an entity is made of: what is told, and what there is by these names. Of what it refers to,
 * or lies in, only whether it is the same one counts: whoever takes the relationship away has
 * changed the entity as well.
 */
function madeFrom({told, names}: Making, stamps: ReadonlyMap<string, readonly Stamp[]>): string {
  const own = new Set(
    told
      .filter(({typeName}) => !holderTypes.has(typeName))
      .map(({attributes}) => attributes['qualifiedName']),
  );
  const there = names.map(name => {
    const found = stamps.get(name) ?? [];
    return own.has(name) ? found : found.map(one => one.guid);
  });
  return digest(JSON.stringify([there, told]));
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
