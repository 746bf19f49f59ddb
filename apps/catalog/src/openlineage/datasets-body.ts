import {anything, integer, list, mapOf, named, object, text} from '@gazetteer/kernel/shape';
import {JsonError, type CheckCounts, type Facets} from '@gazetteer/model';

/** So many at once: what a page shows, or what a statement names. */
export const maxDatasets = 200;
const maxLength = 2000;
const maxCount = 1_000_000;

export type DatasetName = {readonly namespace: string; readonly name: string};

export const datasetName = named('DatasetName', 'A data set by the names of its producer', () =>
  object(
    {
      namespace: text('Such as `hive://metastore.example:9083`'),
      name: text('Such as `sales.orders`'),
    },
    ['namespace', 'name'],
  ),
);

export const toldDataset = named('ToldDataset', 'A data set, and what is known of it', () =>
  object(
    {
      namespace: text('Such as `hive://metastore.example:9083`'),
      name: text('Such as `sales.orders`'),
      facets: mapOf(anything, 'As in OpenLineage events: `schema`, `documentation`, `ownership`'),
    },
    ['namespace', 'name'],
  ),
);

export const datasetNames = list(datasetName, `${maxDatasets} at most`);

export type CheckedDataset = DatasetName & CheckCounts;

const checkedDataset = named('CheckedDataset', 'How the checks of a data set ended', () =>
  object(
    {
      namespace: text('Such as `hive://metastore.example:9083`'),
      name: text('Such as `sales.orders`'),
      passed: integer('Checks that passed'),
      failed: integer('Checks that failed'),
      errors: integer('Checks that could not be run'),
    },
    ['namespace', 'name'],
  ),
);

export const checkedDatasets = list(checkedDataset, `${maxDatasets} at most`);

/** @throws JsonError */
export function readCheckedDatasets(json: unknown): CheckedDataset[] {
  const names = readDatasetNames(json);
  return names.map((name, i) => {
    const counts = (json as Partial<Record<keyof CheckCounts, unknown>>[])[i] ?? {};
    const countOf = (member: keyof CheckCounts): number => {
      const count = counts[member] ?? 0;
      if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= maxCount)
        return count;
      throw new JsonError('Expected a whole number from 0 on', undefined, `[${i}].${member}`);
    };
    return {
      ...name,
      passed: countOf('passed'),
      failed: countOf('failed'),
      errors: countOf('errors'),
    };
  });
}

/** @throws JsonError */
export function readDatasetNames(json: unknown): DatasetName[] {
  if (!Array.isArray(json)) throw new JsonError('Expected a list of data sets', undefined);
  const all: unknown[] = json;
  if (all.length > maxDatasets)
    throw new JsonError(`Expected ${maxDatasets} data sets at most`, undefined);
  return all.map((one, i) => readName(one, `[${i}].`));
}

/** @throws JsonError */
export function readToldDataset(json: unknown): DatasetName & {readonly facets: Facets} {
  const {facets} = (json ?? {}) as {facets?: Record<string, unknown> | null};
  const known = Object.entries(facets ?? {}).filter(
    (entry): entry is [string, Facets[string]] =>
      typeof entry[1] === 'object' && entry[1] !== null && !Array.isArray(entry[1]),
  );
  return {...readName(json, ''), facets: Object.fromEntries(known)};
}

function readName(json: unknown, place: string): DatasetName {
  const {namespace, name} = (json ?? {}) as Partial<DatasetName>;
  const isGood = (value: unknown) =>
    typeof value === 'string' && value !== '' && value.length <= maxLength;
  if (!isGood(namespace)) throw new JsonError('Expected a text', undefined, `${place}namespace`);
  if (!isGood(name)) throw new JsonError('Expected a text', undefined, `${place}name`);
  return {namespace: namespace as string, name: name as string};
}
