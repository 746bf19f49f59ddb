import {isExact} from '../../entity/exact-number.ts';
import {JsonError} from '../../json-error.ts';

/**
 * Events of OpenLineage (spec 2.0.2), of which there are three kinds, told apart by their members
 * alone: about a run, a job, a dataset. Members that are not known are kept where they are facets,
 * and passed over elsewhere: producers have their own.
 */
export type LineageEvent = {
  /** Epoch ms. */
  readonly time: number;
  readonly job?: NamespacedName & {readonly facets: Facets};
  readonly run?: RunMention;
  readonly inputs: readonly DatasetMention[];
  readonly outputs: readonly DatasetMention[];
  /** Of an event about a dataset alone. */
  readonly dataset?: DatasetMention;
};

export type RunMention = {readonly id: string; readonly type: EventType; readonly facets: Facets};

/** Jobs and datasets are known by their namespace and their name. */
export type NamespacedName = {readonly namespace: string; readonly name: string};
export type DatasetMention = NamespacedName & {
  readonly facets: Facets;
  /** Those that are about this run's use of it. */
  readonly useFacets: Facets;
};
export type Facets = Readonly<Record<string, Facet>>;
export type Facet = Readonly<Record<string, unknown>>;

const eventTypes = ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] as const;
export type EventType = (typeof eventTypes)[number];

/** A facet longer than this, as JSON, is not kept: plans and stack traces of megabytes. */
const maxFacetLength = 65_536;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** @throws JsonError that says which member is wrong */
export function readLineageEvent(json: unknown): LineageEvent {
  const event = fields(json, '');
  const {eventTime, run, job, dataset} = event;
  if (typeof eventTime !== 'string') throw expected('a time', 'eventTime');
  const time = Date.parse(eventTime);
  if (!/^\d{4}-\d\d-\d\dT/.test(eventTime) || Number.isNaN(time))
    throw expected('a time as ISO 8601 has it', 'eventTime');
  if (job === undefined && dataset === undefined)
    throw expected('a job with or without a run, or a dataset', '');
  return {
    time,
    ...(dataset === undefined || job !== undefined ? {} : {dataset: mention(dataset, 'dataset')}),
    ...(job === undefined
      ? {}
      : {job: {...named(job, 'job'), facets: facetsIn(fields(job, 'job'), 'facets', 'job')}}),
    ...(run === undefined || run === null ? {} : {run: runOf(run, event['eventType'])}),
    inputs: mentions(event['inputs'], 'inputs'),
    outputs: mentions(event['outputs'], 'outputs'),
  };
}

/** How many entities it tells of: datasets with their columns. */
export function entitiesToldOf({inputs, outputs, dataset}: LineageEvent): number {
  const all = [...inputs, ...outputs, ...(dataset === undefined ? [] : [dataset])];
  return all.reduce((sum, {facets}) => {
    const columns = facets['schema']?.['fields'];
    return sum + 1 + (Array.isArray(columns) ? columns.length : 0);
  }, 0);
}

function runOf(json: unknown, type: unknown): RunMention {
  const run = fields(json, 'run');
  const id = run['runId'];
  if (typeof id !== 'string' || !uuid.test(id)) throw expected('a UUID', 'run.runId');
  // The type may be missing.
  const known =
    type === undefined || type === null ? 'OTHER' : eventTypes.find(one => one === type);
  if (known === undefined) throw expected(`one of ${eventTypes.join(', ')}`, 'eventType');
  return {id: id.toLowerCase(), type: known, facets: facetsIn(run, 'facets', 'run')};
}

function mentions(json: unknown, place: string): DatasetMention[] {
  if (json === undefined || json === null) return [];
  if (!Array.isArray(json)) throw expected('a list of datasets', place);
  return json.map((one, i) => mention(one, `${place}[${i}]`));
}

function mention(json: unknown, place: string): DatasetMention {
  const given = fields(json, place);
  return {
    ...named(given, place),
    facets: facetsIn(given, 'facets', place),
    useFacets: {
      ...facetsIn(given, 'inputFacets', place),
      ...facetsIn(given, 'outputFacets', place),
    },
  };
}

function named(json: unknown, place: string): NamespacedName {
  const {namespace, name} = fields(json, place);
  if (typeof namespace !== 'string' || namespace === '')
    throw expected('a text', `${place}.namespace`);
  if (typeof name !== 'string' || name === '') throw expected('a text', `${place}.name`);
  return {namespace, name};
}

function facetsIn(json: Facet, member: string, place: string): Facets {
  const given = json[member];
  if (given === undefined || given === null) return {};
  return Object.fromEntries(
    Object.entries(fields(given, `${place}.${member}`))
      .filter(([, facet]) => facet !== null && facet !== undefined)
      .map(([name, facet]) => [name, fields(facet, `${place}.${member}.${name}`)] as const)
      .filter(([, facet]) => JSON.stringify(facet).length <= maxFacetLength),
  );
}

function fields(json: unknown, place: string): Facet {
  if (typeof json !== 'object' || json === null || Array.isArray(json) || isExact(json))
    throw expected('an object', place);
  return json as Facet;
}

function expected(what: string, place: string): JsonError {
  return new JsonError(`Expected ${what}`, undefined, place);
}
