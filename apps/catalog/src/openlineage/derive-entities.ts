import {
  columnFlows,
  datasetBodies,
  datasetKey,
  mergeFacets,
  processBodies,
  processOf,
  readIncoming,
  writtenBy,
  type Column,
  type ColumnFlow,
  type DatasetIdentity,
  type EntityBody,
  type EntityRecord,
  type NamingRules,
  type Present,
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
import {
  datasetsFor,
  datasetsWithFolders,
  digest,
  identityIn,
  keyOf,
  uniqueRefOf,
} from './dataset-rows.ts';

/** What may have become another: keys of entities of datasets, and qualified names of processes. */
export type Affected = {
  readonly identities: Set<string>;
  readonly processes: Set<string>;
  /** Keys of entities that were made of datasets which are others now. */
  readonly left: Set<string>;
};

type FlowOf = {
  readonly process: ProcessIdentity;
  readonly run: RunState;
  readonly inputs: readonly DatasetIdentity[];
  readonly outputs: readonly DatasetIdentity[];
  readonly columns: readonly ColumnFlow[];
};

const processType = 'openlineage_process';

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
  if (request.length > 0) {
    const entities = request.map((body, i) => readIncoming(body, `entities[${i}]`));
    await saveIn(tx, {entities, referredEntities: new Map()}, planningOf(c));
  }
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

/** The ACTIVE entities of these keys, by key. */
async function presentOf(tx: GraphTx, keys: readonly string[]): Promise<Map<string, EntityRecord>> {
  const refs = [...new Set(keys)].map(uniqueRefOf);
  const records = refs.length === 0 ? [] : await tx.byUnique(refs);
  return new Map(
    refs.flatMap(({typeName, value}, i) => {
      const record = records[i];
      return record === undefined ? [] : [[`${typeName} ${value}`, record] as const];
    }),
  );
}

const columnsOf: Readonly<Record<string, string>> = {
  hive_table: 'hive_table_columns',
  rdbms_table: 'rdbms_table_columns',
};

async function haveColumns(tx: GraphTx, tables: readonly EntityRecord[]): Promise<Set<string>> {
  const refs = tables.flatMap(({guid, typeName}) => {
    const relationship = columnsOf[typeName];
    return relationship === undefined ? [] : [{guid, typeName: relationship, end: 1} as const];
  });
  if (refs.length === 0) return new Set();
  return new Set((await tx.edgesAt(refs)).map(edge => edge.end1));
}

function presentAs(
  record: EntityRecord | undefined,
  withColumns: ReadonlySet<string>,
): Present | undefined {
  if (record === undefined) return undefined;
  const {description, owner} = record.attributes;
  return {description, owner, hasColumns: withColumns.has(record.guid)};
}

/** The entities of one request, which refer to each other and to what is there. */
class Bodies {
  readonly #bodies = new Map<string, EntityBody>();
  readonly #refs = new Map<string, {typeName: string; guid?: string; uniqueAttributes?: object}>();

  add(
    make: (refer: (typeName: string, qualifiedName: string) => object) => readonly EntityBody[],
  ): void {
    for (const body of make((typeName, qualifiedName) => this.#refer(typeName, qualifiedName))) {
      const key = `${body.typeName} ${String(body.attributes['qualifiedName'])}`;
      if (!this.#bodies.has(key)) this.#bodies.set(key, body);
    }
  }

  has(one: Column): boolean {
    return this.#bodies.has(keyOf(one));
  }

  request(): EntityBody[] {
    for (const [key, ref] of this.#refs) {
      if (this.#bodies.has(key)) continue;
      delete ref.guid;
      ref.uniqueAttributes = {qualifiedName: key.slice(key.indexOf(' ') + 1)};
    }
    return Array.from(this.#bodies, ([key, body]) => ({...body, guid: this.#guidOf(key)}));
  }

  #guidOf(key: string): string {
    const space = key.indexOf(' ');
    return this.#refer(key.slice(0, space), key.slice(space + 1)).guid ?? '';
  }

  #refer(typeName: string, qualifiedName: string): {guid?: string} {
    const key = `${typeName} ${qualifiedName}`;
    const known = this.#refs.get(key);
    if (known !== undefined) return known;
    const ref = {typeName, guid: `-${this.#refs.size + 1}`};
    this.#refs.set(key, ref);
    return ref;
  }
}
