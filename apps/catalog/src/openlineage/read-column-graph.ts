import {flag, integer, needed, text} from '@gazetteer/kernel/parameters';
import {
  AppError,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
  type NamespacedName,
} from '@gazetteer/model';
import {
  datasetsOf,
  firstNamesOf,
  latestRuns,
  type EdgeStep,
  type GraphRead,
} from '@gazetteer/store';
import {checkRelations, ways, type Direction} from '../lineage/flow.ts';
import {query} from '../operation.ts';
import {keyOf, uniqueRefOf} from './dataset-rows.ts';
import {columnRelations} from './entity-request.ts';
import * as shapes from './producer-shapes.ts';
import {nameIn} from './shown-data-sets.ts';
import {partingsOf} from './node-id.ts';

type Field = {
  namespace: string;
  dataset: string;
  datasetVersion: null;
  field: string;
  fieldType: string;
  transformationDescription: null;
  transformationType: string | null;
};
type Edge = {origin: string; destination: string};
type Node = {
  id: string;
  type: 'DATASET_FIELD';
  data: Field & {inputFields: Field[]};
  inEdges: Edge[];
  outEdges: Edge[];
};

const mostRelations = 10_000;

/** GET /openlineage/column-lineage @throws NOT_FOUND, TOO_MANY_RELATIONS */
export const readColumnLineage = query('GET /v2/openlineage/column-lineage', {
  summary: 'Where columns come from and go to, by names of producers',
  description:
    'The lineage of the catalog between columns, as far as producers have names for their tables. Both lists of edges of a column begin with itself, as those of Marquez do. Also at `/api/v1/column-lineage`, where clients of Marquez ask.',
  query: {
    nodeId: needed(
      text(
        '`dataset:` or `job:`, namespace, `:` and name; or `datasetField:`, with `:` and column',
      ),
    ),
    depth: integer('Columns from these on', {default: 20, min: 0}),
    withDownstream: flag('Also where they go to'),
  },
  answer: shapes.columnGraph,
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'TOO_MANY_RELATIONS'],
  on: 'search',
  logAs: 'OpenLineage.columnLineage',
  run: async (graph, {nodeId = '', depth, withDownstream}): Promise<{graph: Node[]}> => {
    const {columns, names} = await startOf(graph, nodeId);
    if (columns.length === 0) throw new AppError('NOT_FOUND', [`There is no column of ${nodeId}`]);
    const flows = new Map<string, Flow>();
    for (const direction of withDownstream ? (['INPUT', 'OUTPUT'] as const) : (['INPUT'] as const))
      await walk(graph, columns, direction, depth, flows);
    const nodes = await nodesOf(graph, [...flows.values()], names);
    return {graph: nodes.toSorted((a, b) => (a.id < b.id ? -1 : 1))};
  },
});

/** From one column to another, by a process. */
type Flow = {readonly from: Guid; readonly to: Guid; readonly process: Guid};

/** A name of a table that was asked for, by the key of its entity. */
type Names = Map<string, NamespacedName>;

/** The columns to begin with; none where there is no such job, data set or column. */
async function startOf(graph: GraphRead, nodeId: string): Promise<{columns: Guid[]; names: Names}> {
  const [, kind, rest = ''] = /^(dataset|datasetField|job):(.*)$/su.exec(nodeId) ?? [];
  if (kind === undefined)
    throw new AppError('BAD_REQUEST', ['nodeId must begin with dataset:, datasetField: or job:']);
  const parts = partingsOf(rest, kind === 'datasetField');
  const keys = parts.map(one => one.key);
  if (kind === 'job') {
    const runs = await latestRuns(graph, keys, {isComplete: true});
    const key = keys.find(one => runs.has(one)) ?? '';
    const written = Object.keys(runs.get(key)?.run.state.outputs ?? {});
    return await columnsAt(graph, written, () => true);
  }
  const known = await datasetsOf(graph, keys);
  const first = parts.find(({key}) => known.has(key));
  return await columnsAt(
    graph,
    first === undefined ? [] : [first.key],
    ({attributes}) => first?.field === undefined || attributes['name'] === first.field,
  );
}

/** Columns of tables that the caller may read. */
async function columnsAt(
  graph: GraphRead,
  keys: readonly string[],
  isWanted: (column: EntityRecord) => boolean,
): Promise<{columns: Guid[]; names: Names}> {
  const rows = [...(await datasetsOf(graph, keys)).values()];
  const tables = await graph.byUnique(rows.map(({identity}) => uniqueRefOf(identity)));
  const edges: EdgeRecord[] = [];
  for (const [type, typeName] of Object.entries(columnRelations)) {
    const own = tables.flatMap(one => (one?.typeName === type ? one.guid : []));
    edges.push(...(await edgesFrom(graph, own, {typeName, from: 1})));
    checkRelations(edges.length, mostRelations);
  }
  const columns = [...(await graph.entities(edges.map(edge => edge.end2))).values()];
  return {
    columns: columns.filter(one => one.status === 'ACTIVE' && isWanted(one)).map(one => one.guid),
    names: new Map(rows.map(({identity, dataset}) => [identity, nameIn(dataset)])),
  };
}

/**
 * Adds what lies upstream or downstream of the columns: two statements a hop. @throws
 * TOO_MANY_RELATIONS
 */
async function walk(
  graph: GraphRead,
  start: readonly Guid[],
  direction: Direction,
  depth: number,
  flows: Map<string, Flow>,
): Promise<void> {
  const {near, far} = ways[direction];
  const seen = new Set(start);
  let frontier = [...start];
  for (let hop = 0; hop < depth && frontier.length > 0; hop++) {
    const touching = await edgesFrom(graph, frontier, {typeName: near, from: 2});
    const processes = [...new Set(touching.map(edge => edge.end1))];
    const onward = Map.groupBy(
      await edgesFrom(graph, processes, {typeName: far, from: 1}),
      edge => edge.end1,
    );
    const next = new Set<Guid>();
    for (const {end1: process, end2: column} of touching) {
      for (const {end2: other} of onward.get(process) ?? []) {
        const [from, to] = direction === 'INPUT' ? [other, column] : [column, other];
        flows.set(`${from} ${to}`, {from, to, process});
        checkRelations(flows.size, mostRelations);
        if (!seen.has(other)) next.add(other);
      }
    }
    for (const guid of next) seen.add(guid);
    frontier = [...next];
  }
}

/**
 * All of them, where they are not too many; no more are read than tell that. @throws
 * TOO_MANY_RELATIONS
 */
async function edgesFrom(
  graph: GraphRead,
  guids: readonly Guid[],
  step: EdgeStep,
): Promise<readonly EdgeRecord[]> {
  const enough = mostRelations + 1;
  const {edges} = await graph.firstEdgesAt(guids, step, enough, enough, 'ACTIVE');
  checkRelations(edges.length, mostRelations);
  return edges;
}

/** Columns of tables that producers have no name for are left out, with their edges. */
async function nodesOf(graph: GraphRead, flows: readonly Flow[], names: Names): Promise<Node[]> {
  const fields = await fieldsOf(
    graph,
    flows.flatMap(({from, to}) => [from, to]),
    names,
  );
  const processes = await graph.entities(flows.map(one => one.process));
  const nodes = new Map<string, Node>();
  const nodeAt = (field: Field): Node => {
    const id = `datasetField:${field.namespace}:${field.dataset}:${field.field}`;
    const node: Node = nodes.get(id) ?? {
      id,
      type: 'DATASET_FIELD',
      data: {...field, inputFields: []},
      inEdges: [],
      outEdges: [],
    };
    nodes.set(id, node);
    return node;
  };
  for (const {from, to, process} of flows) {
    const [input, output] = [fields.get(from), fields.get(to)];
    const made = processes.get(process);
    if (input === undefined || output === undefined || made?.status !== 'ACTIVE') continue;
    const [source, target] = [nodeAt(input), nodeAt(output)];
    const transformationType = textAt(made, 'expression') || null;
    target.data.transformationType ??= transformationType;
    target.data.inputFields.push({...input, transformationType});
    target.inEdges.push({origin: target.id, destination: source.id});
    source.outEdges.push({origin: source.id, destination: target.id});
  }
  return [...nodes.values()];
}

/** What producers call columns. */
async function fieldsOf(
  graph: GraphRead,
  guids: readonly Guid[],
  asked: Names,
): Promise<Map<Guid, Field>> {
  const relationOf = new Map(
    Object.values(columnRelations).flatMap(name => {
      const relation = graph.types.relationshipTypes.get(name);
      return relation === undefined ? [] : [[relation.def.endDef2.type, name] as const];
    }),
  );
  const columns = [...(await graph.entities([...new Set(guids)])).values()].filter(
    one => one.status === 'ACTIVE',
  );
  const edges = await graph.edgesAt(
    columns.flatMap(({guid, typeName}) => {
      const relation = relationOf.get(typeName);
      return relation === undefined ? [] : [{guid, typeName: relation, end: 2 as const}];
    }),
  );
  const tables = await graph.entities(edges.map(edge => edge.end1));
  const keys = new Map([...tables].map(([guid, one]) => [guid, keyOfRecord(one)]));
  const names = new Map(asked);
  for (const [identity, dataset] of await firstNamesOf(graph, [...new Set(keys.values())]))
    if (!names.has(identity)) names.set(identity, nameIn(dataset));
  const tableOf = new Map(edges.map(edge => [edge.end2, edge.end1]));
  return new Map(
    columns.flatMap(column => {
      const table = names.get(keys.get(tableOf.get(column.guid) ?? '') ?? '');
      if (table === undefined) return [];
      const field = {
        namespace: table.namespace,
        dataset: table.name,
        datasetVersion: null,
        field: textAt(column, 'name'),
        fieldType: textAt(column, 'type') || textAt(column, 'data_type'),
        transformationDescription: null,
        transformationType: null,
      };
      return [[column.guid, field] as const];
    }),
  );
}

const keyOfRecord = (record: EntityRecord): string =>
  keyOf({typeName: record.typeName, qualifiedName: textAt(record, 'qualifiedName')});

function textAt({attributes}: EntityRecord, name: string): string {
  const value = attributes[name];
  return typeof value === 'string' ? value : '';
}
