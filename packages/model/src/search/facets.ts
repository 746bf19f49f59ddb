import {AppError} from '../error.ts';
import {lookup} from '../lookup.ts';
import type {Guid} from '../entity/record.ts';
import {
  membershipFacets,
  membershipGroup,
  ownershipFacets,
  ownershipGroup,
  qualityFacets,
  qualityGroup,
  trustFacets,
  trustGroup,
  governanceGroups,
} from '../governance/governance.ts';
import {glossaryEdges} from '../glossary/glossary-types.ts';
import {anyOf, equalsAny} from './any-of.ts';
import type {Condition, Field, RelatedCondition} from './search.ts';
import {lastQueried} from './query-ages.ts';
import {dayOf, type Clock} from './search-dates.ts';
import {entityField, systemField} from './search-fields.ts';
import {elementOf} from './search-filter.ts';
import {kindsOfTypes} from '../types/type-kinds.ts';
import type {RelationshipEndDef} from '../types/type-def.ts';
import type {TypeRegistry} from '../types/type-registry.ts';

/**
 * What hits of a search are counted by and narrowed to; attributes of business metadata are facets,
 * too, as `<group>.<attribute>`.
 */
export const facetNames = [
  'kind',
  'type',
  'source',
  'container',
  'owner',
  'steward',
  'technicalContact',
  'classification',
  'term',
  'domain',
  'product',
  'certification',
  'tier',
  'announcement',
  'checks',
  'lastQuery',
  'label',
  'status',
] as const;
export type FacetName = (typeof facetNames)[number];

/** Values of facets by the names of these: one of those of a facet, and so for each facet. */
export type FacetChoice = Readonly<Record<string, readonly string[]>>;

/** What a choice adds to a search. */
export type FacetNarrowing = {
  /** Concrete types; undefined: any. */
  readonly types: ReadonlySet<string> | undefined;
  /** Where statuses are chosen: these, whatever the search says of deleted entities. */
  readonly statuses: ReadonlySet<string> | undefined;
  readonly conditions: readonly Condition[];
};

/** Of all facets. */
const maxValues = 1024;

/**
 * @param seen guids among the values that whoever asks may read; undefined: each search finds that
 * out, which takes long
 * @throws UNKNOWN_ATTRIBUTE for a facet that there is none of, UNKNOWN_TYPENAME,
 * UNKNOWN_CLASSIFICATION, BAD_REQUEST for too many values
 */
export function facetNarrowing(
  types: TypeRegistry,
  choice: FacetChoice,
  seen?: ReadonlySet<Guid>,
  now: Clock = Date.now(),
): FacetNarrowing {
  const chosen = Object.entries(choice).filter(([, values]) => values.length > 0);
  if (chosen.reduce((sum, [, values]) => sum + values.length, 0) > maxValues)
    throw new AppError('BAD_REQUEST', [`a search takes at most ${maxValues} values of facets`]);
  const typeSets = chosen.flatMap(([name, values]) => typesOf(types, name, values) ?? []);
  const statuses = chosen.find(([name]) => name === 'status')?.[1];
  return {
    types:
      typeSets.length === 0
        ? undefined
        : typeSets.reduce((some, others) => new Set([...some].filter(name => others.has(name)))),
    statuses: statuses && new Set(statuses),
    conditions: chosen.flatMap(
      ([name, values]) => conditionOf(types, name, values, seen, now) ?? [],
    ),
  };
}

function typesOf(
  types: TypeRegistry,
  facet: string,
  values: readonly string[],
): Set<string> | undefined {
  if (facet === 'type') {
    const unknown = values.find(name => !types.entityTypes.has(name));
    if (unknown !== undefined) throw new AppError('UNKNOWN_TYPENAME', [unknown]);
    return new Set(values);
  }
  const valueOf = facet === 'kind' ? kindOf : facet === 'source' ? sourceOf : undefined;
  return (
    valueOf &&
    new Set(
      [...types.entityTypes.keys()].filter(name => values.includes(valueOf(types, name) ?? '')),
    )
  );
}

/** Whether entities of a type are assets, parts of these, or processes. */
export function kindOf(types: TypeRegistry, typeName: string): string {
  return kindsOfTypes(types).get(typeName) ?? 'asset';
}

/** What entities of a type come from, as its definition says. */
export function sourceOf(types: TypeRegistry, typeName: string): string | undefined {
  return types.entityTypes.get(typeName)?.def.serviceType;
}

function conditionOf(
  types: TypeRegistry,
  facet: string,
  values: readonly string[],
  seen: ReadonlySet<Guid> | undefined,
  now: Clock,
): Condition | undefined {
  const read = lookup<Readonly<Record<FacetName, () => Condition | undefined>>>({
    kind: () => undefined,
    type: () => undefined,
    source: () => undefined,
    container: () => relatedTo(contentEnds(types), values, seen),
    owner: () => anyOf([equalsAny(ownerField(types), values), ...inRole(types, 'owner', values)]),
    steward: () => anyOf(inRole(types, 'steward', values)),
    technicalContact: () => anyOf(inRole(types, 'technicalContact', values)),
    classification: () => {
      const unknown = values.find(name => !types.classificationTypes.has(name));
      if (unknown !== undefined) throw new AppError('UNKNOWN_CLASSIFICATION', [unknown]);
      return {kind: 'classified', names: [...values]};
    },
    term: () => relatedTo([{typeName: glossaryEdges.assignment, end: 2}], values, seen),
    domain: () => memberOf(types, 'domain', values, seen),
    product: () => memberOf(types, 'product', values, seen),
    certification: () => valuesIn(types, trustGroup, trustFacets.certification, values),
    tier: () => valuesIn(types, trustGroup, trustFacets.tier, values),
    announcement: () => valuesIn(types, trustGroup, trustFacets.announcement, values),
    checks: () => valuesIn(types, qualityGroup, qualityFacets.checks, values),
    lastQuery: () => lastQueried(types, values, dayOf(now)),
    label: () => {
      const found = systemField('__labels');
      return found?.kind === 'field' ? equalsAny(found.field, values) : undefined;
    },
    status: () => anyOf(values.map(value => ({kind: 'status', isDeleted: value === 'DELETED'}))),
  })[facet as FacetName];
  if (read !== undefined) return read();
  const found = facet.includes('.') ? entityField(types, [], facet) : undefined;
  if (found?.kind !== 'field')
    throw new AppError('UNKNOWN_ATTRIBUTE', [facet, '_ALL_ENTITY_TYPES']);
  return equalsAny(found.field, values);
}

/** The owner that assets have. */
function ownerField(types: TypeRegistry): Field {
  const found = entityField(types, ['Asset'], 'owner');
  if (found.kind !== 'field') throw new AppError('UNKNOWN_ATTRIBUTE', ['owner', 'Asset']);
  return found.field;
}

function relatedTo(
  edges: RelatedCondition['edges'],
  guids: readonly Guid[],
  seen: ReadonlySet<Guid> | undefined,
): Condition {
  const known = seen === undefined ? guids : guids.filter(guid => seen.has(guid));
  const part = equalsAny({kind: 'column', column: 'guid', compare: 'text'}, known);
  return {
    kind: 'related',
    edges,
    from: undefined,
    to: undefined,
    part,
    ...(seen && {isSeen: true}),
  };
}

/**
 * Relationships between what holds others and what is held, with the end of the latter: databases
 * and tables, tables and columns. What a process reads and writes is in none, though its
 * relationships say so.
 */
export function contentEnds(types: TypeRegistry): {typeName: string; end: 1 | 2}[] {
  const holds = ({isContainer, type}: RelationshipEndDef) =>
    isContainer && kindOf(types, type) !== 'process';
  return [...types.relationshipTypes.values()].flatMap(({name, def: {endDef1, endDef2}}) => [
    ...(holds(endDef2) ? [{typeName: name, end: 1 as const}] : []),
    ...(holds(endDef1) ? [{typeName: name, end: 2 as const}] : []),
  ]);
}

/** None before anybody has a role. */
function inRole(
  types: TypeRegistry,
  facet: keyof typeof ownershipFacets,
  names: readonly string[],
): Condition[] {
  if (!types.businessMetadataTypes.has(ownershipGroup)) return [];
  const found = entityField(types, [], `${ownershipGroup}.${ownershipFacets[facet]}`);
  return found.kind === 'field' ? [equalsAny(found.field, names)] : [];
}

function memberOf(
  types: TypeRegistry,
  facet: keyof typeof membershipFacets,
  guids: readonly Guid[],
  seen: ReadonlySet<Guid> | undefined,
): Condition {
  const known = seen === undefined ? guids : guids.filter(guid => seen.has(guid));
  return valuesIn(types, membershipGroup, membershipFacets[facet], known);
}

/** None before the business metadata is there. */
function valuesIn(
  types: TypeRegistry,
  group: string,
  attribute: string,
  values: readonly string[],
): Condition {
  if (!types.businessMetadataTypes.has(group)) return anyOf([]);
  const found = entityField(types, [], `${group}.${attribute}`);
  if (found.kind !== 'field') throw new AppError('UNKNOWN_ATTRIBUTE', [attribute, group]);
  return equalsAny(found.field, values);
}

/** Their values are entities. */
export const facetsOfEntities = ['term', 'container', 'domain', 'product'] as const;

/** Values of a choice that are guids of entities. */
export function guidsOfFacets(choice: FacetChoice): Guid[] {
  return facetsOfEntities.flatMap(name => [...(choice[name] ?? [])]);
}

/** A facet whose values are those of a business attribute. */
export type BusinessFacet = {
  readonly name: string;
  readonly key: string;
  readonly path: readonly [group: string, attribute: string];
};

/** Attributes of business metadata with few possible values, as `<group>.<attribute>`. */
export function enumeratedFacets(types: TypeRegistry): BusinessFacet[] {
  const groups = [...types.businessMetadataTypes.values()];
  return groups
    .filter(({name}) => !governanceGroups.has(name))
    .flatMap(group =>
      [...group.attributes.values()]
        .filter(attribute => elementOf(attribute.type).kind === 'enum')
        .map(({name, key}) => ({name: `${group.name}.${name}`, key, path: [group.name, name]})),
    );
}

/**
 * All facets of business attributes: those with few values, and those of domains, products,
 * roles, trust and checks.
 */
export function businessFacets(types: TypeRegistry): BusinessFacet[] {
  const of = (group: string, facets: Readonly<Record<string, string>>) =>
    Object.entries(facets).flatMap(([name, attribute]): BusinessFacet[] => {
      const key = types.businessMetadataTypes.get(group)?.attributes.get(attribute)?.key;
      return key === undefined ? [] : [{name, key, path: [group, attribute]}];
    });
  return [
    ...enumeratedFacets(types),
    ...of(membershipGroup, membershipFacets),
    ...of(ownershipGroup, ownershipFacets),
    ...of(trustGroup, trustFacets),
    ...of(qualityGroup, qualityFacets),
  ];
}
