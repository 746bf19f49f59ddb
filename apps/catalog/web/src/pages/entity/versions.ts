import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';
import type {TypeIndex} from '../../api/type-index.ts';
import type {Entity, ObjectRef} from '../../api/wire.ts';
import {isReference} from '../../entity/value-view.tsx';

/**
 * One difference between two versions; of relations and classifications only what has come and
 * gone.
 */
export type VersionChange = {
  readonly part:
    | 'attribute'
    | 'relation'
    | 'classification'
    | 'term'
    | 'label'
    | 'property'
    | 'status';
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** An entity with its relations as it was at a time, which never changes any more. */
export const versionQuery = (guid: string, asOf: number) =>
  queryOptions({
    queryKey: ['version', guid, asOf],
    queryFn: async ({signal}) => {
      const found = await client.call(
        'GET /v2/entity/guid/{guid}',
        {path: {guid}, query: {asOf}},
        {signal},
      );
      return found.entity as Entity;
    },
    staleTime: Infinity,
  });

/**
 * What differs between two versions of one entity, relations included: columns that were added,
 * tables that left a database.
 */
export function changesBetween(
  types: TypeIndex,
  before: Entity,
  after: Entity,
): readonly VersionChange[] {
  const relations = new Set(types.relationshipAttributesOf(after.typeName).map(def => def.name));
  // References are among the attributes, too, where a type has them so; they are told once.
  const own = (entity: Entity) =>
    Object.fromEntries(Object.entries(entity.attributes).filter(([name]) => !relations.has(name)));
  const business = ({businessAttributes = {}}: Entity) =>
    Object.fromEntries(
      Object.entries(businessAttributes).flatMap(([group, values]) =>
        Object.entries(values).map(([name, value]) => [`${group}.${name}`, value] as const),
      ),
    );
  return [
    ...valueChanges('attribute', own(before), own(after)),
    ...valueChanges(
      'property',
      {...before.customAttributes, ...business(before)},
      {...after.customAttributes, ...business(after)},
    ),
    ...relationChanges(before, after),
    ...classificationChanges(before, after),
    ...listChange('term', 'Terms', termsOf(before), termsOf(after)),
    ...listChange('label', 'Labels', before.labels ?? [], after.labels ?? []),
    ...valueChanges('status', {Status: before.status}, {Status: after.status}),
  ];
}

type Values = Readonly<Record<string, unknown>>;

/** By their JSON: values are of any shape, and what is not set may be missing or null. */
function valueChanges(part: VersionChange['part'], before: Values, after: Values): VersionChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(name => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null))
    .map(name => ({part, name, before: before[name] ?? null, after: after[name] ?? null}));
}

function relationChanges(before: Entity, after: Entity): VersionChange[] {
  const names = new Set([
    ...Object.keys(before.relationshipAttributes ?? {}),
    ...Object.keys(after.relationshipAttributes ?? {}),
  ]);
  // Terms have a line of their own.
  names.delete('meanings');
  return [...names].flatMap(name => {
    const [was, is] = [referencesOf(before, name), referencesOf(after, name)];
    const [gone, come] = [missing(was, is), missing(is, was)];
    return gone.length + come.length === 0
      ? []
      : [{part: 'relation' as const, name, before: gone, after: come}];
  });
}

function referencesOf({relationshipAttributes = {}}: Entity, name: string): readonly ObjectRef[] {
  return [relationshipAttributes[name]].flat().filter(isReference);
}

function missing(some: readonly ObjectRef[], others: readonly ObjectRef[]): readonly ObjectRef[] {
  const known = new Set(others.map(one => one.guid));
  return some.filter(one => !known.has(one.guid));
}

/** Propagated ones are changes of others. */
function classificationChanges(before: Entity, after: Entity): VersionChange[] {
  const own = ({guid, classifications = []}: Entity) =>
    Object.fromEntries(
      classifications
        .filter(one => (one.entityGuid ?? guid) === guid)
        .map(({typeName, attributes = {}}) => [typeName, attributes ?? {}] as const),
    );
  return valueChanges('classification', own(before), own(after));
}

function termsOf({meanings = []}: Entity): readonly string[] {
  return meanings.map(one => one.displayText ?? one.qualifiedName ?? one.termGuid ?? '');
}

function listChange(
  part: VersionChange['part'],
  name: string,
  was: readonly string[],
  is: readonly string[],
): VersionChange[] {
  const before = was.filter(one => !is.includes(one));
  const after = is.filter(one => !was.includes(one));
  return before.length + after.length === 0 ? [] : [{part, name, before, after}];
}
