import {createHash} from 'node:crypto';
import {
  identityOf,
  isPath,
  tableFoldersOf,
  type DatasetIdentity,
  type NamingRules,
  type RunState,
  type UniqueRef,
} from '@gazetteer/model';
import {datasetsOf, type DatasetRow, type GraphTx} from '@gazetteer/store';

/** A partition is the table of its folder. */
export function identityIn(
  datasets: ReadonlyMap<string, DatasetRow>,
  dataset: string,
  rules: NamingRules,
): DatasetIdentity {
  const own = identityOf(dataset, datasets.get(dataset)?.facets ?? {}, rules);
  if (!isPath(own)) return own;
  for (const folder of tableFoldersOf(dataset)) {
    const row = datasets.get(folder);
    const found = row && identityOf(folder, row.facets, rules);
    if (found !== undefined && !isPath(found)) return found;
  }
  return own;
}

/** One text for an entity: its type, a space, its qualified name. */
export function keyOf({
  typeName,
  qualifiedName,
}: {
  typeName: string;
  qualifiedName: string;
}): string {
  return `${typeName} ${qualifiedName}`;
}

/** The entity of a key. */
export function uniqueRefOf(key: string): UniqueRef {
  const space = key.indexOf(' ');
  return {typeName: key.slice(0, space), attribute: 'qualifiedName', value: key.slice(space + 1)};
}

/**
 * Keys of data sets are as long as their senders like; what is looked up is a digest of one length.
 */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * A file of a table stands for the table: the data sets, and folders that may be tables of them.
 */
export function withFolders(datasets: readonly string[]): string[] {
  return [...new Set(datasets.flatMap(key => [key, ...tableFoldersOf(key)]))];
}

/** `rows` and those of the folders that they lie in. */
export async function datasetsWithFolders(
  tx: GraphTx,
  rows: readonly DatasetRow[],
): Promise<Map<string, DatasetRow>> {
  const known = new Map(rows.map(row => [row.dataset, row]));
  return await datasetsAt(tx, [...known.keys()], known);
}

/** The rows of everything that the runs read and write, and of the folders that it lies in. */
export async function datasetsFor(
  tx: GraphTx,
  runs: readonly RunState[],
  known: ReadonlyMap<string, DatasetRow> = new Map(),
): Promise<Map<string, DatasetRow>> {
  const keys = runs.flatMap(({inputs, outputs}) => [
    ...Object.keys(inputs),
    ...Object.keys(outputs),
  ]);
  return await datasetsAt(tx, keys, known);
}

async function datasetsAt(
  tx: GraphTx,
  keys: readonly string[],
  known: ReadonlyMap<string, DatasetRow>,
): Promise<Map<string, DatasetRow>> {
  const missing = withFolders(keys).filter(key => !known.has(key));
  return new Map([...known, ...(missing.length === 0 ? [] : await datasetsOf(tx, missing))]);
}
