import {nameOfKey, type NamespacedName, type RunState, type TimedFacets} from '@gazetteer/model';
import {datasetsOf, type GraphRead, type RunRow} from '@gazetteer/store';
import {uniqueRefOf} from './dataset-rows.ts';

/** A data set that a run read or wrote. */
export type DatasetJson = {namespace: string; name: string; facets: Record<string, unknown>};

/** What of runs may be told: a data set whose entity the caller may not read is not there. */
export async function shownDatasets(
  graph: GraphRead,
  runs: readonly RunRow[],
): Promise<(dataset: string) => boolean> {
  if (graph.readable === undefined) return () => true;
  const keys = [...new Set(runs.flatMap(({state}) => datasetsIn(state)))];
  const rows = [...(await datasetsOf(graph, keys)).values()];
  const records = await graph.byUnique(rows.map(({identity}) => uniqueRefOf(identity)));
  const shown = new Set(
    rows.flatMap(({dataset}, i) => (records[i] === undefined ? [] : [dataset])),
  );
  return dataset => shown.has(dataset);
}

/** Whether all that a run reads and writes is shown: its texts may name any of it. */
export function isWhollyShown(state: RunState, isShown: (dataset: string) => boolean): boolean {
  return datasetsIn(state).every(isShown);
}

function datasetsIn({inputs, outputs}: RunState): string[] {
  return [...Object.keys(inputs), ...Object.keys(outputs)];
}

/** The shown ones, without facets where not all of the run is shown. */
export function datasetsJson(
  uses: RunState['inputs'],
  isShown: (dataset: string) => boolean,
  isWhole: boolean,
): DatasetJson[] {
  return Object.entries(uses).flatMap(([key, facets]) =>
    isShown(key) ? [{...nameIn(key), facets: isWhole ? facetsJson(facets) : {}}] : [],
  );
}

/** The name that a key is made of, with the spaces of its namespace. */
export function nameIn(key: string): NamespacedName {
  const {namespace, name} = nameOfKey(key);
  return {namespace: namespace.replaceAll('%20', ' '), name};
}

/** Without the times, which only say which of two facets is the newer one. */
export function facetsJson(facets: TimedFacets): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facets).map(([name, [, facet]]) => [name, facet]));
}
