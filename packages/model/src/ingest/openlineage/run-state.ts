import {lookup} from '../../lookup.ts';
import type {
  DatasetMention,
  EventType,
  Facet,
  Facets,
  LineageEvent,
  NamespacedName,
} from './event.ts';

/**
 * What is known of a run, and of a dataset, from the events that came so far. Events come in any
 * order, and again: what is known is the same in the end. So each facet is kept with its time, the
 * later one counts, and of two at the same time the greater as text.
 */
export type RunState = {
  readonly job: NamespacedName;
  readonly jobFacets: TimedFacets;
  readonly facets: TimedFacets;
  /** Epoch ms of the first and of the last event. */
  readonly first: number;
  readonly last: number;
  readonly result: RunResult;
  /** By `datasetKey`. */
  readonly inputs: Readonly<Record<string, TimedFacets>>;
  readonly outputs: Readonly<Record<string, TimedFacets>>;
};

/**
 * A failure outdoes what else is said of the same run: Spark says that a write has failed, and then
 * that it is complete.
 */
export const runResults = ['RUNNING', 'COMPLETE', 'ABORT', 'FAIL'] as const;
export type RunResult = (typeof runResults)[number];

export type TimedFacets = Readonly<Record<string, readonly [time: number, facet: Facet]>>;

/** A dataset in one text: its namespace, a space, its name. */
export function datasetKey({namespace, name}: NamespacedName): string {
  return `${namespace.replaceAll(' ', '%20')} ${name}`;
}

export function nameOfKey(key: string): NamespacedName {
  const space = key.indexOf(' ');
  return {namespace: key.slice(0, space), name: key.slice(space + 1)};
}

/** A job that is told of without a run is one that runs as it is told. */
export function mergeRun(
  known: RunState | undefined,
  event: LineageEvent,
  job: NamespacedName & {facets: Facets},
): RunState {
  const {time, run} = event;
  const result = run === undefined ? 'COMPLETE' : resultOf(run.type);
  return {
    job: {namespace: job.namespace, name: job.name},
    jobFacets: mergeFacets(known?.jobFacets, job.facets, time),
    facets: mergeFacets(known?.facets, run?.facets ?? {}, time),
    first: Math.min(known?.first ?? time, time),
    last: Math.max(known?.last ?? time, time),
    result:
      runResults[
        Math.max(runResults.indexOf(known?.result ?? 'RUNNING'), runResults.indexOf(result))
      ] ?? result,
    inputs: mergeUses(known?.inputs, event.inputs, time),
    outputs: mergeUses(known?.outputs, event.outputs, time),
  };
}

function resultOf(type: EventType): RunResult {
  return type === 'COMPLETE' || type === 'ABORT' || type === 'FAIL' ? type : 'RUNNING';
}

/**
 * What belongs to this use of a dataset: the columns that an output came from, numbers of rows,
 * whether it was dropped.
 */
const facetsOfUse = new Set(['columnLineage', 'lifecycleStateChange', 'dataQualityAssertions']);

function mergeUses(
  known: RunState['inputs'] = {},
  mentions: readonly DatasetMention[],
  time: number,
): RunState['inputs'] {
  const merged = new Map(Object.entries(known));
  for (const one of mentions) {
    const own = Object.entries(one.facets).filter(([name]) => facetsOfUse.has(name));
    const facets = {...Object.fromEntries(own), ...one.useFacets};
    merged.set(datasetKey(one), mergeFacets(merged.get(datasetKey(one)), facets, time));
  }
  return Object.fromEntries(merged);
}

/** @returns what is known of the dataset itself */
export function mergeDataset(
  known: TimedFacets | undefined,
  {facets}: DatasetMention,
  time: number,
): TimedFacets {
  const own = Object.entries(facets).filter(([name]) => !facetsOfUse.has(name));
  return mergeFacets(known, Object.fromEntries(own), time);
}

/**
 * Facets that say nothing take nothing away: producers send empty schemas and descriptions of what
 * they do not know.
 */
export function mergeFacets(known: TimedFacets = {}, facets: Facets, time: number): TimedFacets {
  const merged = new Map(Object.entries(known));
  for (const [name, facet] of Object.entries(facets)) {
    if (isEmpty(name, facet)) continue;
    const there = merged.get(name);
    if (there === undefined || isLater(time, facet, there)) merged.set(name, [time, facet]);
  }
  return Object.fromEntries(merged);
}

function isLater(
  time: number,
  facet: Facet,
  [knownTime, known]: readonly [number, Facet],
): boolean {
  return time > knownTime || (time === knownTime && JSON.stringify(facet) > JSON.stringify(known));
}

const listsOf: Readonly<Record<string, string>> = lookup({
  schema: 'fields',
  symlinks: 'identifiers',
  ownership: 'owners',
  tags: 'tags',
  documentation: 'description',
});

function isEmpty(name: string, facet: Facet): boolean {
  const list = listsOf[name];
  if (list === undefined || facet['_deleted'] === true) return false;
  const value = facet[list];
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** A facet that was not withdrawn. */
export function facetOf(facets: TimedFacets, name: string): Facet | undefined {
  const facet = facets[name]?.[1];
  return facet === undefined || facet['_deleted'] === true ? undefined : facet;
}
