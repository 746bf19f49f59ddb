import type {Batch, Ref} from './batch.ts';
import {hasAll, merged, textOf, type Json, type Tag} from './declared.ts';

export type Difference = {
  readonly kind: 'add' | 'change' | 'remove' | 'problem' | 'extra';
  /** Such as `term Revenue@Finance`. */
  readonly what: string;
  /** One for each value. */
  readonly details: readonly string[];
};

/** What is being planned: differences found so far, with the requests that end them. */
export type Planning = {
  readonly batch: Batch;
  readonly differences: Difference[];
  /** Terms by `term@glossary`: those that are there, and those that the batch makes. */
  readonly terms: Map<string, Ref>;
  /** Names of those that are there, by guid. */
  readonly termNames: ReadonlyMap<string, string>;
  /** Domains and data products by their paths: those that are there, and those that it makes. */
  readonly domains: Map<string, Ref>;
  readonly products: Map<string, Ref>;
  /** Paths of those that are there, by guid. */
  readonly groupPaths: ReadonlyMap<string, string>;
  /** What glossaries that are there have, and files do not, is removed. */
  readonly prunes: boolean;
};

/** Classifications that something is to have directly; `path` is its guid in a path. */
export function planTags(
  batch: Batch,
  path: string,
  there: readonly Json[],
  wanted: readonly Tag[] | undefined,
): string[] {
  if (wanted === undefined) return [];
  const known = new Map(there.map(one => [String(one['typeName']), one]));
  const names = new Set(wanted.map(one => one.typeName));
  const at = `/v2/entity/guid/${path}/classification`;
  const added = wanted.filter(one => !known.has(one.typeName));
  const changed = wanted.filter(
    one => known.has(one.typeName) && !hasAll(known.get(one.typeName), one),
  );
  const removed = [...known.keys()].filter(name => !names.has(name));
  if (added.length > 0) batch.add('POST', `${at}s`, added);
  if (changed.length > 0)
    batch.add(
      'PUT',
      `${at}s`,
      changed.map(one => merged(known.get(one.typeName), one)),
    );
  for (const name of removed) batch.add('DELETE', `${at}/${encodeURIComponent(name)}`);
  return [
    ...added.map(one => `+ classification ${one.typeName}`),
    ...changed.flatMap(one =>
      changesIn(known.get(one.typeName) ?? {}, one, `classification ${one.typeName}.`),
    ),
    ...removed.map(name => `- classification ${name}`),
  ];
}

/** Those that it did not get from elsewhere. */
export function directTags(json: Json): readonly Json[] {
  const all = (json['classifications'] ?? []) as readonly Json[];
  return all.filter(one => (one['entityGuid'] ?? json['guid']) === json['guid']);
}

const maxShown = 60;

/** `name: before -> after` for each value that is another one. */
export function changesIn(there: Json, wanted: Json, prefix = ''): string[] {
  return Object.entries(wanted).flatMap(([name, value]) =>
    hasAll(there[name], value)
      ? []
      : `${prefix}${name}: ${shortened(there[name])} -> ${shortened(value)}`,
  );
}

function shortened(value: unknown): string {
  if (value === undefined || value === null) return '(nothing)';
  const text = (typeof value === 'string' ? value : textOf(value)).replaceAll('\n', ' ');
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
