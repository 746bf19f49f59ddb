import {integer, needed, text} from '@gazetteer/kernel/parameters';
import {AppError, datasetKey, type EntityRecord} from '@gazetteer/model';
import {datasetsOf, decidingRuns, firstNamesOf, latestRuns, type GraphRead} from '@gazetteer/store';
import {checkRelations} from '../lineage/flow.ts';
import {lineageOf} from '../lineage/read-lineage.ts';
import {query} from '../operation.ts';
import {keyOf, uniqueRefOf} from './dataset-rows.ts';
import {processType} from './derive-entities.ts';
import {partingsOf} from './node-id.ts';
import {datasetsJsonOf, jobsJson, type JobJson, type ProducerDatasetJson} from './producer-json.ts';
import * as shapes from './producer-shapes.ts';
import {nameIn} from './shown-data-sets.ts';

type Edge = {origin: string; destination: string};
type Node = {
  id: string;
  type: 'DATASET' | 'JOB';
  data: ProducerDatasetJson | JobJson;
  inEdges: Edge[];
  outEdges: Edge[];
};

/** Each node comes with its latest run. */
const mostRelations = 10_000;

/** GET /openlineage/lineage @throws NOT_FOUND, TOO_MANY_RELATIONS */
export const readProducerLineage = query('GET /v2/openlineage/lineage', {
  summary: 'Where the data of a job or data set comes from and goes to, by names of producers',
  description:
    'The lineage of the catalog, as far as producers have names for it. Nodes have neither facets nor fields; both are in the answers for one of them. Also at `/api/v1/lineage`, where clients of Marquez ask.',
  query: {
    nodeId: needed(text('`dataset:` or `job:`, namespace, `:` and name')),
    depth: integer('Edges from the node on', {default: 20, min: 0}),
  },
  answer: shapes.graph,
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'TOO_MANY_RELATIONS'],
  on: 'search',
  logAs: 'OpenLineage.lineage',
  run: async (graph, {nodeId = '', depth}): Promise<{graph: Node[]}> => {
    const start = await startOf(graph, nodeId);
    const nodes = await nodesAround(graph, start, depth);
    return {graph: nodes.toSorted((a, b) => (a.id < b.id ? -1 : 1))};
  },
});

type Start = {readonly key: string; readonly isJob: boolean; readonly record?: EntityRecord};

/** @throws BAD_REQUEST, NOT_FOUND */
async function startOf(graph: GraphRead, nodeId: string): Promise<Start> {
  const [, kind, rest = ''] = /^(dataset|job):(.*)$/su.exec(nodeId) ?? [];
  if (kind === undefined)
    throw new AppError('BAD_REQUEST', ['nodeId must begin with dataset: or job:']);
  const keys = partingsOf(rest).map(one => one.key);
  const isJob = kind === 'job';
  // The longest namespace that has it.
  const found = isJob ? await latestRuns(graph, keys) : await datasetsOf(graph, keys);
  const key = keys.find(one => found.has(one));
  const missing = new AppError('NOT_FOUND', [`There is no ${nodeId}`]);
  if (key === undefined) throw missing;
  const [record] = await graph.byUnique([uniqueRefOf(await entityOf(graph, key, isJob))]);
  if (record === undefined && !isJob) throw missing;
  return {key, isJob, ...(record === undefined ? {} : {record})};
}

/** The key of the entity; of a job that wrote nothing there is none. */
async function entityOf(graph: GraphRead, key: string, isJob: boolean): Promise<string> {
  if (!isJob) return (await datasetsOf(graph, [key])).get(key)?.identity ?? '';
  const run = (await latestRuns(graph, [key], {isComplete: true})).get(key)?.run;
  return `${processType} ${run?.process ?? ''}`;
}

async function nodesAround(
  graph: GraphRead,
  {key, isJob, record}: Start,
  depth: number,
): Promise<Node[]> {
  const ownId = idOf(key, isJob);
  const alone = {guidEntityMap: {}, relations: []};
  // From a node to the next one is half of a hop from data set to data set.
  const hops = Math.ceil(depth / 2);
  const {guidEntityMap, relations} =
    record === undefined || depth === 0
      ? alone
      : await lineageOf(graph, record, {
          direction: 'BOTH',
          depth: hops,
          attributes: [],
          hideProcess: false,
        });
  checkRelations(relations.length, mostRelations);
  const headers = Object.values(guidEntityMap);
  const names = await namesOf(graph, headers.map(entityKey));
  const ids = new Map(headers.map(one => [one.guid, names.get(entityKey(one))]));
  if (record !== undefined) ids.set(record.guid, {key, isJob});
  const all = [...ids.values(), {key, isJob}].filter(one => one !== undefined);
  const jobs = await jobsJson(graph, unique(all.filter(one => one.isJob)), false);
  const datasets = await datasetsJsonOf(graph, unique(all.filter(one => !one.isJob)), false);
  const nodes = new Map<string, Node>();
  const nodeAt = (guid: string) => {
    const named = ids.get(guid);
    return named && nodes.get(idOf(named.key, named.isJob));
  };
  for (const [of, data] of jobs) nodes.set(idOf(of, true), nodeOf('JOB', idOf(of, true), data));
  for (const [of, data] of datasets)
    nodes.set(idOf(of, false), nodeOf('DATASET', idOf(of, false), data));
  // Several processes of one job have one node.
  const joined = new Set<string>();
  for (const {fromEntityId, toEntityId} of relations) {
    const [from, to] = [nodeAt(fromEntityId), nodeAt(toEntityId)];
    if (from === undefined || to === undefined || joined.has(`${from.id} ${to.id}`)) continue;
    joined.add(`${from.id} ${to.id}`);
    const edge = {origin: from.id, destination: to.id};
    from.outEdges.push(edge);
    to.inEdges.push(edge);
  }
  if (!nodes.has(ownId)) throw new AppError('NOT_FOUND', [`There is no ${ownId}`]);
  return [...nodes.values()];
}

type Named = {readonly key: string; readonly isJob: boolean};

/** What producers call entities: of several names the first one, of jobs that of the last run. */
async function namesOf(
  graph: GraphRead,
  entities: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  const names = new Map<string, Named>();
  for (const [identity, dataset] of await firstNamesOf(graph, entities))
    names.set(identity, {key: dataset, isJob: false});
  const processes = entities.flatMap(key => {
    const {typeName, value} = uniqueRefOf(key);
    return typeName === processType ? [value] : [];
  });
  for (const [process, {state}] of await decidingRuns(graph, processes))
    names.set(`${processType} ${process}`, {key: datasetKey(state.job), isJob: true});
  return names;
}

function entityKey({
  typeName,
  attributes,
}: {
  typeName: string;
  attributes: Readonly<Record<string, unknown>>;
}): string {
  return keyOf({typeName, qualifiedName: String(attributes['qualifiedName'] ?? '')});
}

function unique(all: readonly Named[]): string[] {
  return [...new Set(all.map(({key}) => key))];
}

function idOf(key: string, isJob: boolean): string {
  const {namespace, name} = nameIn(key);
  return `${isJob ? 'job' : 'dataset'}:${namespace}:${name}`;
}

function nodeOf(type: Node['type'], id: string, data: Node['data']): Node {
  return {id, type, data, inEdges: [], outEdges: []};
}
