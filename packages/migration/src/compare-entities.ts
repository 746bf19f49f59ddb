import {isDeepStrictEqual} from 'node:util';
import type {Entity} from './read-source.ts';

/** A way in which an entity of the target is not what it is at the source. */
export type Difference = {
  readonly kind:
    | 'missing'
    | 'extra'
    | 'type'
    | 'status'
    | 'attribute'
    | 'classification'
    | 'relationship'
    | 'label'
    | 'custom attribute'
    | 'business metadata'
    | 'author or time'
    | 'lineage'
    | 'search';
  readonly guid: string;
  readonly typeName: string;
  /** What differs, such as the name of an attribute. */
  readonly what: string;
  readonly source?: unknown;
  readonly target?: unknown;
};

type Classification = {
  readonly typeName: string;
  readonly entityGuid?: string;
  readonly attributes?: unknown;
  readonly propagate?: boolean;
  readonly validityPeriods?: unknown;
};

type Reference = {
  readonly guid?: string;
  readonly relationshipGuid?: string;
  readonly relationshipStatus?: string;
};

/** Members whose values are compared one by one. */
const plain = {
  typeName: 'type',
  status: 'status',
  createdBy: 'author or time',
  updatedBy: 'author or time',
  createTime: 'author or time',
  updateTime: 'author or time',
} as const satisfies Readonly<Record<string, Difference['kind']>>;

/** Members that map names to values. */
const maps = {
  attributes: 'attribute',
  customAttributes: 'custom attribute',
} as const satisfies Readonly<Record<string, Difference['kind']>>;

/** What differs between an entity and its copy. */
export function differencesOf(source: Entity, target: Entity): readonly Difference[] {
  const {guid, typeName} = source;
  const found: Difference[] = [];
  const compare = (kind: Difference['kind'], what: string, one: unknown, other: unknown) => {
    if (!isDeepStrictEqual(one, other))
      found.push({kind, guid, typeName, what, source: one, target: other});
  };
  for (const [name, kind] of Object.entries(plain)) compare(kind, name, source[name], target[name]);
  for (const [member, kind] of Object.entries(maps)) {
    const [one, other] = [mapOf(source[member]), mapOf(target[member])];
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
      compare(kind, name, valueOf(one[name]), valueOf(other[name]));
  }
  const [own, others] = [groupsOf(source), groupsOf(target)];
  for (const name of new Set([...Object.keys(own), ...Object.keys(others)]))
    compare('business metadata', name, own[name], others[name]);
  compare('label', 'labels', listOf(source['labels']), listOf(target['labels']));
  const [given, taken] = [classificationsOf(source), classificationsOf(target)];
  for (const name of new Set([...given.keys(), ...taken.keys()]))
    compare('classification', name, given.get(name), taken.get(name));
  const [led, leads] = [relationsOf(source), relationsOf(target)];
  for (const name of new Set([...led.keys(), ...leads.keys()]))
    compare('relationship', name, led.get(name) ?? [], leads.get(name) ?? []);
  return found;
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String).sort() : [];

/**
 * References are equal when they lead to the same entity, and no value is as good as none: servers
 * differ in what they say beside a GUID, and in whether they name what has no value.
 */
function valueOf(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    const read = value.map(valueOf);
    // Ends of relationships have no order.
    return read.every(isReference) ? read.map(one => one.guid).sort() : read;
  }
  if (typeof value !== 'object') return value;
  const members = value as Readonly<Record<string, unknown>>;
  if (typeof members['guid'] === 'string' && typeof members['typeName'] === 'string')
    return {guid: members['guid']};
  const known = Object.entries(members).flatMap(([name, one]) => {
    const read = valueOf(one);
    return read === undefined ? [] : [[name, read] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

const isReference = (value: unknown): value is {readonly guid: string} =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'guid';

/** Business metadata without attributes that have no value. */
function groupsOf({businessAttributes}: Entity): Readonly<Record<string, unknown>> {
  return mapOf(valueOf(businessAttributes));
}

/** By name and the entity that was classified: what came from there counts as well. */
function classificationsOf(entity: Entity): ReadonlyMap<string, unknown> {
  const list = (entity['classifications'] ?? []) as readonly Classification[];
  return new Map(
    list.map(({typeName, entityGuid = entity.guid, attributes, propagate, validityPeriods}) => [
      entityGuid === entity.guid ? typeName : `${typeName} of ${entityGuid}`,
      valueOf({attributes, propagate: propagate ?? true, validityPeriods}) as unknown,
    ]),
  );
}

/** By attribute: GUIDs at the other ends, with those of the relationships that lead there. */
function relationsOf({relationshipAttributes}: Entity): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(mapOf(relationshipAttributes)).flatMap(([name, value]) => {
      const ends = (Array.isArray(value) ? value : [value]) as readonly (Reference | null)[];
      const known = ends.flatMap(end =>
        end?.guid === undefined
          ? []
          : `${end.guid} ${end.relationshipGuid ?? ''} ${end.relationshipStatus ?? ''}`.trim(),
      );
      return known.length === 0 ? [] : [[name, known.sort()] as const];
    }),
  );
}
