import {
  facetOf,
  fieldsOf,
  parentOf,
  type EntityRecord,
  type NamespacedName,
  type RunResult,
  type RunState,
} from '@gazetteer/model';
import {documentationOf} from '@gazetteer/model/asset';
import {
  datasetsOf,
  isRunId,
  latestRuns,
  type DatasetRow,
  type GraphRead,
  type RunRow,
} from '@gazetteer/store';
import {uniqueRefOf} from './dataset-rows.ts';
import {
  datasetsJson,
  facetsJson,
  isWhollyShown,
  nameIn,
  shownDatasets,
  type DatasetJson,
} from './shown-data-sets.ts';
import type {eventTypes, runStates} from './producer-shapes.ts';

/** A run, as Marquez' clients read it. */
export type RunJson = {
  id: string;
  createdAt: string;
  updatedAt: string;
  nominalStartTime: string | null;
  nominalEndTime: string | null;
  state: (typeof runStates)[number];
  startedAt: string;
  endedAt: string | null;
  durationMs: number | null;
  args: object;
  jobVersion: NamespacedName;
  inputVersions: NamespacedName[];
  outputVersions: NamespacedName[];
  facets: Record<string, unknown>;
};

/** A job, as Marquez' clients read it. */
export type JobJson = {
  id: NamespacedName;
  type: 'BATCH' | 'STREAM';
  name: string;
  simpleName: string;
  parentJobName: string | null;
  createdAt: string;
  updatedAt: string;
  namespace: string;
  inputs: NamespacedName[];
  outputs: NamespacedName[];
  location: string | null;
  description: string | null;
  latestRun: RunJson | null;
  facets: Record<string, unknown>;
  tags: string[];
};

/** A data set, as Marquez' clients read it. */
export type ProducerDatasetJson = {
  id: NamespacedName;
  type: 'DB_TABLE' | 'STREAM';
  name: string;
  physicalName: string;
  createdAt: string;
  updatedAt: string;
  namespace: string;
  sourceName: string;
  fields: {name: string; type: string; tags: string[]; description: string | null}[];
  tags: string[];
  description: string | null;
  facets: Record<string, unknown>;
  deleted: false;
};

/** What is known of a run, as one event. */
export type EventJson = {
  eventType: (typeof eventTypes)[number];
  eventTime: string;
  producer: string;
  schemaURL: string;
  run: {runId: string; facets: Record<string, unknown>};
  job: DatasetJson;
  inputs: DatasetJson[];
  outputs: DatasetJson[];
};

/** Whether the caller may read the asset of a data set. */
type IsShown = (dataset: string) => boolean;

/** By how the run ended, or that it has not. */
const stateOf: Readonly<Record<RunResult, (typeof runStates)[number]>> = {
  RUNNING: 'RUNNING',
  COMPLETE: 'COMPLETED',
  ABORT: 'ABORTED',
  FAIL: 'FAILED',
};

/** In the order of `keys`; what may not be read is left out. */
export async function jobsJson(
  graph: GraphRead,
  keys: readonly string[],
  withFacets = true,
): Promise<Map<string, JobJson>> {
  const latest = await latestRuns(graph, keys);
  const complete = await latestRuns(graph, keys, {isComplete: true});
  const runs = [...latest.values(), ...complete.values()].map(({run}) => run);
  const isShown = await shownDatasets(graph, runs);
  return new Map(
    keys.flatMap(key => {
      const newest = latest.get(key);
      if (newest === undefined) return [];
      const good = complete.get(key)?.run ?? newest.run;
      return [[key, jobJson(newest, good, isShown, withFacets)] as const];
    }),
  );
}

/** @param good the run whose inputs and outputs are those of the job */
function jobJson(
  {run, first}: {run: RunRow; first: number},
  good: RunRow,
  isShown: IsShown,
  withFacets: boolean,
): JobJson {
  const {job, last} = run.state;
  const jobFacets = {...good.state.jobFacets, ...run.state.jobFacets};
  const isWhole = [run, good].every(({state}) => isWhollyShown(state, isShown));
  const parent = parentOf(run.state.facets)?.name ?? null;
  const isPart = parent !== null && job.name.startsWith(`${parent}.`);
  const text = (facet: string, member: string) =>
    isWhole ? textIn(facetOf(jobFacets, facet)?.[member]) : null;
  return {
    id: job,
    type: facetOf(jobFacets, 'jobType')?.['processingType'] === 'STREAMING' ? 'STREAM' : 'BATCH',
    name: job.name,
    simpleName: isPart ? job.name.slice(parent.length + 1) : job.name,
    parentJobName: parent,
    createdAt: timeText(first),
    updatedAt: timeText(last),
    namespace: job.namespace,
    inputs: namesIn(good.state.inputs, isShown),
    outputs: namesIn(good.state.outputs, isShown),
    location: text('sourceCodeLocation', 'url'),
    description: text('documentation', 'description'),
    latestRun: isRunId(run.runId) ? runJson(run, isShown, withFacets) : null,
    facets: isWhole && withFacets ? facetsJson(jobFacets) : {},
    tags: [],
  };
}

/** Texts of a run may name what it reads and writes: they are told with all of it. */
export function runJson({runId, state}: RunRow, isShown: IsShown, withFacets = true): RunJson {
  const isWhole = isWhollyShown(state, isShown);
  const nominal = facetOf(state.facets, 'nominalTime');
  const hasEnded = state.result !== 'RUNNING';
  return {
    id: runId,
    createdAt: timeText(state.first),
    updatedAt: timeText(state.last),
    nominalStartTime: textIn(nominal?.['nominalStartTime']),
    nominalEndTime: textIn(nominal?.['nominalEndTime']),
    state: stateOf[state.result],
    startedAt: timeText(state.first),
    endedAt: hasEnded ? timeText(state.last) : null,
    durationMs: hasEnded ? state.last - state.first : null,
    args: {},
    jobVersion: state.job,
    inputVersions: namesIn(state.inputs, isShown),
    outputVersions: namesIn(state.outputs, isShown),
    facets: isWhole && withFacets ? facetsJson(state.facets) : {},
  };
}

/** The same as an event. */
export function eventJson({runId, state}: RunRow, isShown: IsShown): EventJson {
  const isWhole = isWhollyShown(state, isShown);
  const facets = isWhole ? {...state.jobFacets, ...state.facets} : {};
  const [producer = ''] = Object.values(facets).flatMap(([, facet]) => facet['_producer'] ?? []);
  return {
    eventType: state.result,
    eventTime: timeText(state.last),
    producer: String(producer),
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
    run: {runId, facets: isWhole ? facetsJson(state.facets) : {}},
    job: {...state.job, facets: isWhole ? facetsJson(state.jobFacets) : {}},
    inputs: datasetsJson(state.inputs, isShown, isWhole),
    outputs: datasetsJson(state.outputs, isShown, isWhole),
  };
}

/** In the order of `keys`; what is no asset that may be read is left out. */
export async function datasetsJsonOf(
  graph: GraphRead,
  keys: readonly string[],
  withFacets = true,
): Promise<Map<string, ProducerDatasetJson>> {
  const known = await datasetsOf(graph, keys);
  const rows = keys.flatMap(key => known.get(key) ?? []);
  const records = await graph.byUnique(rows.map(({identity}) => uniqueRefOf(identity)));
  const carried = await graph.carriedBy(records.flatMap(one => one?.guid ?? []));
  return new Map(
    rows.flatMap((row, i) => {
      const record = records[i];
      if (record === undefined) return [];
      const tags = (carried.get(record.guid) ?? []).map(({typeName}) => typeName);
      return [[row.dataset, datasetJson(row, record, [...new Set(tags)], withFacets)] as const];
    }),
  );
}

function datasetJson(
  {dataset, facets}: DatasetRow,
  record: EntityRecord,
  tags: string[],
  withFacets: boolean,
): ProducerDatasetJson {
  const id = nameIn(dataset);
  return {
    id,
    type: record.typeName === 'kafka_topic' ? 'STREAM' : 'DB_TABLE',
    name: id.name,
    physicalName: id.name,
    createdAt: timeText(record.createTime),
    updatedAt: timeText(record.updateTime),
    namespace: id.namespace,
    sourceName: id.namespace,
    fields: withFacets
      ? fieldsOf(facets).map(({name, type, description}) => ({
          name,
          type,
          tags: [],
          description: textIn(description),
        }))
      : [],
    tags,
    description: textIn(documentationOf(record.attributes)),
    facets: withFacets ? facetsJson(facets) : {},
    deleted: false,
  };
}

function namesIn(uses: RunState['inputs'], isShown: IsShown): NamespacedName[] {
  return Object.keys(uses).filter(isShown).map(nameIn);
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** As ISO 8601 has it. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
