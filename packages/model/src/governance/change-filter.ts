import {changeOperations, type ChangeOperation} from '../entity/notified-changes.ts';
import type {CarriedClassification, EntityRecord, Guid} from '../entity/record.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {membershipOf} from './governance.ts';
import {ownersOf} from './owner-roles.ts';

/** Which changes somebody wants to hear of; a list that is empty or absent restricts nothing. */
export type ChangeFilter = {
  /** Entity types, with their subtypes. */
  readonly types?: readonly string[];
  /** Classifications, with their subtypes. */
  readonly classifications?: readonly string[];
  /** Whether an entity that only a propagated classification has come to counts; else true. */
  readonly propagated?: boolean;
  /** The domains themselves, and what belongs to them. */
  readonly domains?: readonly Guid[];
  readonly operations?: readonly ChangeOperation[];
};

/** A column was removed or retyped, or a table dropped, on which other assets depend. */
export const breakingChange = 'BREAKING_CHANGE';

/** Subscriptions know one kind of change more than the feed. */
export const subscribedOperations = [...changeOperations, breakingChange] as const;
export type SubscribedOperation = (typeof subscribedOperations)[number];

/** What a breaking change has to reach; of nothing that is asked for: any asset. */
export type AffectedFilter = {
  readonly owners?: readonly string[];
  readonly domains?: readonly Guid[];
  readonly assets?: readonly Guid[];
};

export type SubscriptionFilter = Omit<ChangeFilter, 'operations'> & {
  readonly operations?: readonly SubscribedOperation[];
  readonly affects?: AffectedFilter;
};

/** Whether it is for breaking changes, which are never asked for beside others. */
export function isForBreaking({operations}: SubscriptionFilter): boolean {
  return operations?.includes(breakingChange) === true;
}

/** What the feed knows of it. */
export function feedFilter({affects: _not, operations, ...rest}: SubscriptionFilter): ChangeFilter {
  const known = operations?.filter(one => one !== breakingChange);
  return known === undefined ? rest : {...rest, operations: known};
}

/** Tests which assets count as affected. */
export function affectedTest({
  owners,
  domains,
  assets,
}: AffectedFilter): (record: EntityRecord) => boolean {
  const [names, groups, guids] = [filled(owners), filled(domains), filled(assets)];
  if (names === undefined && groups === undefined && guids === undefined) return () => true;
  return record =>
    guids?.has(record.guid) === true ||
    groups?.has(membershipOf(record).domain ?? '') === true ||
    (names !== undefined && ownersOf(record).owners.some(name => names.has(name)));
}

/** What a change is about: the entity, or both ends of the relationship, as they are now. */
export type ChangeFacts = {
  readonly operation: ChangeOperation;
  /** The classification that was added, changed or removed. */
  readonly classification?: string | undefined;
  readonly subjects: readonly {
    readonly record: EntityRecord;
    readonly carried: readonly CarriedClassification[];
    /** What it carried is not known any more. */
    readonly isGone?: boolean;
  }[];
};

/** Tests changes against a filter, which is read once. */
export function changeTest(
  types: TypeRegistry,
  filter: ChangeFilter,
): (change: ChangeFacts) => boolean {
  const operations = filled(filter.operations);
  const domains = filled(filter.domains);
  const entityTypes = namesIn(filter.types, name => types.entityTypes.get(name));
  const tags = namesIn(filter.classifications, name => types.classificationTypes.get(name));
  const carries = (guid: Guid, one: CarriedClassification) =>
    tags?.has(one.typeName) === true && (filter.propagated !== false || one.entityGuid === guid);
  return ({operation, classification, subjects}) => {
    if (operations?.has(operation) === false) return false;
    // Of one that was removed nothing tells whether it was propagated.
    const isRemoved = operation === 'CLASSIFICATION_DELETE' && tags?.has(classification ?? '');
    if (entityTypes === undefined && tags === undefined && domains === undefined) return true;
    const isRemoval = operation === 'ENTITY_DELETE' || operation === 'ENTITY_PURGE';
    return subjects.some(
      ({record, carried, isGone}) =>
        entityTypes?.has(record.typeName) !== false &&
        (domains === undefined ||
          domains.has(record.guid) ||
          domains.has(membershipOf(record).domain ?? '')) &&
        (tags === undefined ||
          isRemoved ||
          (isRemoval && isGone) ||
          carried.some(one => carries(record.guid, one))),
    );
  };
}

function filled<T>(values: readonly T[] | undefined): ReadonlySet<T> | undefined {
  return values === undefined || values.length === 0 ? undefined : new Set(values);
}

/** With those below them; one that is not there any more is only itself. */
function namesIn(
  names: readonly string[] | undefined,
  typeOf: (name: string) => {readonly typeAndSubTypes: ReadonlySet<string>} | undefined,
): ReadonlySet<string> | undefined {
  return filled(names?.flatMap(name => [...(typeOf(name)?.typeAndSubTypes ?? [name])]));
}
