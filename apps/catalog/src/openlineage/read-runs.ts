import {integer} from '@gazetteer/kernel/parameters';
import {AppError, errorOf, parentOf, type RunResult, type RunState} from '@gazetteer/model';
import {datasetsOf, listRuns} from '@gazetteer/store';
import {recordsOf} from '../entity/read-entities.ts';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';
import {
  datasetsJson,
  facetsJson,
  isWhollyShown,
  nameIn,
  shownDatasets,
  type DatasetJson,
} from './shown-data-sets.ts';

export type LineageRunJson = {
  runId: string;
  state: RunResult;
  startTime: number;
  endTime: number;
  jobNamespace: string;
  jobName: string;
  parentJob?: string;
  parentRunId?: string;
  error?: string;
  inputs: DatasetJson[];
  outputs: DatasetJson[];
  facets: Record<string, unknown>;
  jobFacets: Record<string, unknown>;
};

const maxLimit = 100;

/** GET /lineage/runs/{guid}: history of a process. @throws INSTANCE_GUID_NOT_FOUND */
export const readLineageRuns = query('GET /v2/lineage/runs/{guid}', {
  summary: 'Runs of a process, as OpenLineage events told of them',
  description:
    'Newest first. A process that no event told of has none. Facets of data sets themselves are told once for all runs of the answer.',
  query: {
    offset: integer('Runs to leave out', {default: 0, min: 0}),
    limit: integer(`Runs in the answer, ${maxLimit} at most`, {default: 25, min: 1}),
  },
  answer: shapes.lineageRuns,
  errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST'],
  logAs: 'OpenLineage.runs',
  run: async (
    graph,
    {guid, offset, limit},
  ): Promise<{runs: LineageRunJson[]; datasets: DatasetJson[]}> => {
    const [record] = await recordsOf(graph, [guid]);
    if (record === undefined) throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
    const name = record.attributes['qualifiedName'];
    if (record.typeName !== 'openlineage_process' || typeof name !== 'string')
      return {runs: [], datasets: []};
    const rows = await listRuns(graph, name, {offset, limit: Math.min(limit, maxLimit)});
    const isShown = await shownDatasets(graph, rows);
    const keys = rows.flatMap(({state}) => [state.inputs, state.outputs].flatMap(Object.keys));
    const told = await datasetsOf(graph, [...new Set(keys)].filter(isShown));
    return {
      runs: rows.map(({runId, state}) => runJson(runId, state, isShown)),
      datasets: [...told.values()].map(({dataset, facets}) => ({
        ...nameIn(dataset),
        facets: facetsJson(facets),
      })),
    };
  },
});

/**
 * Texts of a run may name what it read and wrote: who may not read all of that gets none of them.
 */
function runJson(
  runId: string,
  state: RunState,
  isShown: (dataset: string) => boolean,
): LineageRunJson {
  const isWhole = isWhollyShown(state, isShown);
  const parent = parentOf(state.facets);
  const error = isWhole ? errorOf(state) : '';
  return {
    runId,
    state: state.result,
    startTime: state.first,
    endTime: state.last,
    jobNamespace: state.job.namespace,
    jobName: state.job.name,
    ...(parent === undefined ? {} : {parentJob: parent.name, parentRunId: parent.runId}),
    ...(error === '' ? {} : {error}),
    inputs: datasetsJson(state.inputs, isShown, isWhole),
    outputs: datasetsJson(state.outputs, isShown, isWhole),
    facets: isWhole ? facetsJson(state.facets) : {},
    jobFacets: isWhole ? facetsJson(state.jobFacets) : {},
  };
}
