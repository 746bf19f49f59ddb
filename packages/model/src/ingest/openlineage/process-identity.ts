import type {Facet} from './event.ts';
import {facetOf, type RunState} from './run-state.ts';

/** Which process a run is a run of: `key` is its qualified name. */
export type ProcessIdentity = {readonly key: string; readonly name: string};

const longestList = 200;

/**
 * Names of jobs change with what does not matter: dbt calls a model otherwise under `build`, Spark
 * after the step of its plan. So dbt's models go by their own id, and Spark's by application and
 * what they write.
 * @param outputs qualified names of what the run writes
 * @param digest of a list that is too long for a name
 */
export function processOf(
  {job, jobFacets, facets}: RunState,
  outputs: readonly string[],
  digest: (text: string) => string,
): ProcessIdentity | undefined {
  if (outputs.length === 0) return undefined;
  const {integration} = facetOf(jobFacets, 'jobType') ?? {};
  const node = facetOf(jobFacets, 'dbt_node')?.['unique_id'];
  if (typeof node === 'string')
    return {key: `${job.namespace}/${node}`, name: node.split('.').at(-1) ?? node};
  const application = parentOf(facets)?.name;
  if (integration === 'SPARK' && application !== undefined) {
    const list = [...outputs].toSorted().join(',');
    const short = list.length <= longestList ? list : digest(list);
    return {
      key: `${job.namespace}/${application}#${short}`,
      name: `${application} → ${list.split(/[@,]/, 1)[0]}`,
    };
  }
  return {key: `${job.namespace}/${job.name}`, name: job.name};
}

/** The job and run that this one is a part of. */
export function parentOf(facets: RunState['facets']): {name: string; runId: string} | undefined {
  const parent = facetOf(facets, 'parent');
  const name = (parent?.['job'] as Facet | undefined)?.['name'];
  const runId = (parent?.['run'] as Facet | undefined)?.['runId'];
  return typeof name === 'string' && typeof runId === 'string' ? {name, runId} : undefined;
}

/**
 * Keys of what a run writes, if it ends well. Tests write nothing though dbt says so, and what was
 * dropped, emptied or renamed was not made of the inputs.
 */
export function writtenBy({outputs, jobFacets}: RunState): string[] {
  if (facetOf(jobFacets, 'jobType')?.['jobType'] === 'TEST') return [];
  return Object.keys(outputs).filter(key => {
    const change = facetOf(outputs[key] ?? {}, 'lifecycleStateChange')?.['lifecycleStateChange'];
    return change !== 'DROP' && change !== 'TRUNCATE' && change !== 'RENAME';
  });
}

/** Why a run failed, cut: some producers send a stack of 24,000 characters. */
export function errorOf({facets}: RunState): string {
  const facet = facetOf(facets, 'errorMessage') ?? facetOf(facets, 'spark.exception');
  const text = facet?.['message'] ?? facet?.['stackTrace'];
  return typeof text === 'string' ? text.slice(0, 4096) : '';
}
