import {choice, integer, text} from '@gazetteer/kernel/parameters';
import {AppError, datasetKey} from '@gazetteer/model';
import {
  findRun,
  listDatasetKeys,
  listJobKeys,
  listJobRuns,
  listNamespaces,
  listRunsBetween,
  searchNames,
  type NamespaceRow,
} from '@gazetteer/store';
import {query} from '../operation.ts';
import {
  datasetsJsonOf,
  eventJson,
  jobsJson,
  runJson,
  timeText,
  type EventJson,
  type JobJson,
  type ProducerDatasetJson,
  type RunJson,
} from './producer-json.ts';
import * as shapes from './producer-shapes.ts';
import {nameIn, shownDatasets} from './shown-data-sets.ts';

// What Marquez' clients read of jobs and data sets, by the names of their producers. Below
// `/api/v1` they find it where Marquez has it.

const mostNames = 1000;
/** Each with all of its facets. */
const mostEvents = 100;

const page = (most: number) => ({
  offset: integer('What to leave out', {default: 0, min: 0}),
  limit: integer(`How many, ${most} at most`, {default: 100, min: 0, max: most}),
});
const also = (path: string) => `Also at \`/api/v1${path}\`, where clients of Marquez ask.`;

const namespaceJson = ({name, first, last}: NamespaceRow) => ({
  name: name.replaceAll('%20', ' '),
  createdAt: timeText(first),
  updatedAt: timeText(last),
  ownerName: 'anonymous',
  description: null,
  isHidden: false,
});
type NamespaceJson = ReturnType<typeof namespaceJson>;

/** GET /openlineage/namespaces */
export const listLineageNamespaces = query('GET /v2/openlineage/namespaces', {
  summary: 'Namespaces of jobs and data sets that events told of',
  description: also('/namespaces'),
  query: page(mostNames),
  answer: shapes.namespaces,
  errors: ['BAD_REQUEST'],
  on: 'background',
  logAs: 'OpenLineage.namespaces',
  run: async (graph, {offset, limit}): Promise<{namespaces: NamespaceJson[]}> => {
    const rows = await listNamespaces(graph, {offset, limit});
    return {namespaces: rows.map(namespaceJson)};
  },
});

/** GET /openlineage/namespaces/{namespace} @throws NOT_FOUND */
export const readLineageNamespace = query('GET /v2/openlineage/namespaces/{namespace}', {
  summary: 'A namespace of jobs and data sets',
  description: also('/namespaces/{namespace}'),
  answer: shapes.namespace,
  errors: ['NOT_FOUND'],
  on: 'background',
  logAs: 'OpenLineage.namespace',
  run: async (graph, {namespace}): Promise<NamespaceJson> => {
    const [row] = await listNamespaces(graph, {name: namespace, offset: 0, limit: 1});
    if (row === undefined) throw new AppError('NOT_FOUND', [`There is no namespace ${namespace}`]);
    return namespaceJson(row);
  },
});

/** GET /openlineage/namespaces/{namespace}/jobs */
export const listLineageJobs = query('GET /v2/openlineage/namespaces/{namespace}/jobs', {
  summary: 'Jobs of a namespace',
  description: also('/namespaces/{namespace}/jobs'),
  query: page(mostNames),
  answer: shapes.jobs,
  errors: ['BAD_REQUEST'],
  on: 'background',
  logAs: 'OpenLineage.jobs',
  run: async (
    graph,
    {namespace, offset, limit},
  ): Promise<{jobs: JobJson[]; totalCount: number}> => {
    const some = {offset, limit};
    const {keys, total} = await listJobKeys(graph, namespace, some);
    return {jobs: [...(await jobsJson(graph, keys)).values()], totalCount: total};
  },
});

/** GET /openlineage/namespaces/{namespace}/jobs/{job} @throws NOT_FOUND */
export const readLineageJob = query('GET /v2/openlineage/namespaces/{namespace}/jobs/{job}', {
  summary: 'A job, with its latest run',
  description: also('/namespaces/{namespace}/jobs/{job}'),
  answer: shapes.job,
  errors: ['NOT_FOUND'],
  logAs: 'OpenLineage.job',
  run: async (graph, {namespace, job}): Promise<JobJson> => {
    const key = datasetKey({namespace, name: job});
    const found = (await jobsJson(graph, [key])).get(key);
    if (found === undefined)
      throw new AppError('NOT_FOUND', [`There is no job ${job} in ${namespace}`]);
    return found;
  },
});

/** GET /openlineage/namespaces/{namespace}/jobs/{job}/runs */
export const listLineageJobRuns = query(
  'GET /v2/openlineage/namespaces/{namespace}/jobs/{job}/runs',
  {
    summary: 'Runs of a job',
    description: `Newest first. ${also('/namespaces/{namespace}/jobs/{job}/runs')}`,
    query: page(mostNames),
    answer: shapes.runs,
    errors: ['BAD_REQUEST'],
    logAs: 'OpenLineage.jobRuns',
    run: async (
      graph,
      {namespace, job, offset, limit},
    ): Promise<{runs: RunJson[]; totalCount: number}> => {
      const some = {offset, limit};
      const {runs, total} = await listJobRuns(graph, {namespace, name: job}, some);
      const isShown = await shownDatasets(graph, runs);
      return {runs: runs.map(run => runJson(run, isShown)), totalCount: total};
    },
  },
);

/** GET /openlineage/jobs/runs/{runId} @throws NOT_FOUND */
export const readLineageJobRun = query('GET /v2/openlineage/jobs/runs/{runId}', {
  summary: 'A run of a job',
  description: also('/jobs/runs/{runId}'),
  answer: shapes.run,
  errors: ['NOT_FOUND'],
  logAs: 'OpenLineage.jobRun',
  run: async (graph, {runId}): Promise<RunJson> => {
    const run = await findRun(graph, runId.toLowerCase());
    if (run === undefined) throw new AppError('NOT_FOUND', [`There is no run ${runId}`]);
    return runJson(run, await shownDatasets(graph, [run]));
  },
});

/** GET /openlineage/namespaces/{namespace}/datasets */
export const listLineageDatasets = query('GET /v2/openlineage/namespaces/{namespace}/datasets', {
  summary: 'Data sets of a namespace',
  description: also('/namespaces/{namespace}/datasets'),
  query: page(mostNames),
  answer: shapes.datasets,
  errors: ['BAD_REQUEST'],
  on: 'background',
  logAs: 'OpenLineage.datasets',
  run: async (
    graph,
    {namespace, offset, limit},
  ): Promise<{datasets: ProducerDatasetJson[]; totalCount: number}> => {
    const some = {offset, limit};
    const {keys, total} = await listDatasetKeys(graph, namespace, some);
    return {datasets: [...(await datasetsJsonOf(graph, keys)).values()], totalCount: total};
  },
});

/** GET /openlineage/namespaces/{namespace}/datasets/{dataset} @throws NOT_FOUND */
export const readLineageDataset = query(
  'GET /v2/openlineage/namespaces/{namespace}/datasets/{dataset}',
  {
    summary: 'A data set',
    description: also('/namespaces/{namespace}/datasets/{dataset}'),
    answer: shapes.dataset,
    errors: ['NOT_FOUND'],
    logAs: 'OpenLineage.dataset',
    run: async (graph, {namespace, dataset}): Promise<ProducerDatasetJson> => {
      const key = datasetKey({namespace, name: dataset});
      const found = (await datasetsJsonOf(graph, [key])).get(key);
      if (found === undefined)
        throw new AppError('NOT_FOUND', [`There is no data set ${dataset} in ${namespace}`]);
      return found;
    },
  },
);

const kinds = {dataset: ['DATASET'], job: ['JOB'], any: ['DATASET', 'JOB']} as const;

/** GET /openlineage/search */
export const searchLineageNames = query('GET /v2/openlineage/search', {
  summary: 'Search jobs and data sets by their names',
  description: also('/search'),
  query: {
    q: text('A part of the name, in any case; `%` in front and behind means the same'),
    filter: text('`dataset` or `job`, in any case; both without it'),
    sort: text('`name`, or what was told of last first'),
    namespace: text('Only in this namespace'),
    limit: integer(`How many, ${mostNames} at most`, {default: 10, min: 0, max: mostNames}),
  },
  answer: shapes.found,
  errors: ['BAD_REQUEST'],
  on: 'search',
  logAs: 'OpenLineage.search',
  run: async (graph, {q, filter = '', sort, namespace, limit}): Promise<FoundJson> => {
    const kind = filter.toLowerCase();
    const found = await searchNames(graph, {
      text: withoutPercents(q ?? ''),
      kinds: kinds[kind === 'dataset' || kind === 'job' ? kind : 'any'],
      ...(namespace === undefined ? {} : {namespace}),
      byName: sort?.toLowerCase() === 'name',
      limit,
    });
    const results = found.map(({isJob, key, updated}) => {
      const {namespace: at, name} = nameIn(key);
      return {
        type: isJob ? ('JOB' as const) : ('DATASET' as const),
        name,
        updatedAt: timeText(updated),
        namespace: at,
        nodeId: `${isJob ? 'job' : 'dataset'}:${at}:${name}`,
      };
    });
    return {totalCount: results.length, results};
  },
});

function withoutPercents(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === '%') start++;
  while (end > start && text[end - 1] === '%') end--;
  return text.slice(start, end);
}

type FoundJson = {
  totalCount: number;
  results: {
    type: 'JOB' | 'DATASET';
    name: string;
    updatedAt: string;
    namespace: string;
    nodeId: string;
  }[];
};

/** GET /openlineage/events */
export const listLineageEvents = query('GET /v2/openlineage/events', {
  summary: 'What events told of runs',
  description: `One event for each run, with all that is known of it. ${also('/events/lineage')}`,
  query: {
    after: text('Only from this time on, as ISO 8601 has it'),
    before: text('Only before this time'),
    sortDirection: choice('By the time of the last event', ['desc', 'asc'], {default: 'desc'}),
    ...page(mostEvents),
  },
  answer: shapes.events,
  errors: ['BAD_REQUEST'],
  on: 'background',
  logAs: 'OpenLineage.events',
  run: async (
    graph,
    {after, before, sortDirection, offset, limit},
  ): Promise<{events: EventJson[]; totalCount: number}> => {
    const {runs, total} = await listRunsBetween(graph, {
      after: timeOf('after', after) ?? 0,
      before: timeOf('before', before) ?? Number.MAX_SAFE_INTEGER,
      isOldestFirst: sortDirection === 'asc',
      offset,
      limit,
    });
    const isShown = await shownDatasets(graph, runs);
    return {events: runs.map(run => eventJson(run, isShown)), totalCount: total};
  },
});

/** @throws BAD_REQUEST */
function timeOf(name: string, given: string | undefined): number | undefined {
  if (given === undefined || given === '') return undefined;
  const time = Date.parse(given);
  if (Number.isNaN(time))
    throw new AppError('BAD_REQUEST', [`${name} must be a time as ISO 8601 has it`]);
  return time;
}
