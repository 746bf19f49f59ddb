import type {IncomingClassification} from './entity.ts';
import {AppError} from '../error.ts';
import type {Attributes, ClassificationRecord, Guid} from './record.ts';
import {checkPeriods} from './time-boundary.ts';
import type {Attribute, EntityType, TypeRegistry} from '../types/type-registry.ts';
import {
  declaredDefault,
  normaliseAll,
  normaliseAttribute,
  requireValue,
  type Issues,
} from './value.ts';

/**
 * The classifications that an entity is given. Propagates unless it says otherwise, as in the
 * reference.
 * @param had those that it has already
 * @throws CLASSIFICATION_NOT_FOUND, INVALID_ENTITY_FOR_CLASSIFICATION, INVALID_PARAMETERS when one
 * is given twice or is
 *   there already, and the errors of validity periods
 */
export function planClassifications(
  types: TypeRegistry,
  entityGuid: Guid,
  type: EntityType,
  incoming: readonly IncomingClassification[],
  issues: Issues,
  had: readonly ClassificationRecord[] = [],
): ClassificationRecord[] {
  const names = new Set(had.map(one => one.typeName));
  return incoming.flatMap((given): ClassificationRecord[] => {
    // Sent back from another entity's answer: it belongs there and propagates from there.
    if (
      given.entityGuid !== undefined &&
      given.entityGuid !== entityGuid &&
      given.propagate === true
    )
      return [];
    const classification = types.classificationType(given.typeName);
    const {name, entityTypes} = classification;
    if (entityTypes.size > 0 && !entityTypes.has(type.name)) {
      throw new AppError('INVALID_ENTITY_FOR_CLASSIFICATION', [entityGuid, type.name, name]);
    }
    if (names.has(name)) {
      throw new AppError('INVALID_PARAMETERS', [
        `entity: ${entityGuid}, already associated with classification: ${name}`,
      ]);
    }
    names.add(name);
    return [
      {
        entityGuid,
        typeName: name,
        attributes: normaliseAll(
          types,
          classification.attributes,
          given.attributes,
          name,
          issues,
          declaredDefault,
        ),
        propagate: given.propagate ?? true,
        removePropagationsOnEntityDelete: given.removePropagationsOnEntityDelete ?? false,
        ...periodsOf(given),
      },
    ];
  });
}

export type ClassificationUpdate = {before: ClassificationRecord; after: ClassificationRecord};

/**
 * Changes of classifications that an entity has: given attributes replace theirs and the others
 * stay; validity periods are as given, none when none are. What is given twice is changed twice, in
 * one change. One that stays as it is counts as changed, since the reference tells of it, too.
 * @throws CLASSIFICATION_NOT_FOUND, CLASSIFICATION_UPDATE_FROM_PROPAGATED_ENTITY for one of another
 * entity,
 *   CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY, and the errors of validity periods
 */
export function planClassificationUpdates(
  types: TypeRegistry,
  entityGuid: Guid,
  had: readonly ClassificationRecord[],
  incoming: readonly IncomingClassification[],
  issues: Issues,
): ClassificationUpdate[] {
  const updates = new Map<string, ClassificationUpdate>();
  for (const given of incoming) {
    const {name, attributes} = types.classificationType(given.typeName);
    if (given.entityGuid !== undefined && given.entityGuid !== entityGuid) {
      throw new AppError('CLASSIFICATION_UPDATE_FROM_PROPAGATED_ENTITY', [name]);
    }
    const before = had.find(one => one.typeName === name);
    if (before === undefined)
      throw new AppError('CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY', [name]);
    const {validityPeriods: _old, ...rest} = updates.get(name)?.after ?? before;
    const after: ClassificationRecord = {
      ...rest,
      attributes: mergedAttributes(
        types,
        name,
        attributes,
        rest.attributes,
        given.attributes,
        issues,
      ),
      propagate: given.propagate ?? rest.propagate,
      removePropagationsOnEntityDelete:
        given.removePropagationsOnEntityDelete ?? rest.removePropagationsOnEntityDelete,
      ...periodsOf(given),
    };
    updates.set(name, {before, after});
  }
  return [...updates.values()];
}

/** Null sets the default. */
function mergedAttributes(
  types: TypeRegistry,
  typeName: string,
  attributes: ReadonlyMap<string, Attribute>,
  before: Attributes,
  given: Attributes,
  issues: Issues,
): Attributes {
  const merged = {...before};
  for (const attribute of attributes.values()) {
    if (!(attribute.name in given)) continue;
    const value =
      normaliseAttribute(types, attribute, given[attribute.name], typeName, issues) ??
      declaredDefault(types, attribute);
    if (value === null || value === undefined) {
      requireValue(attribute, typeName, issues);
      delete merged[attribute.name];
    } else merged[attribute.name] = value;
  }
  return merged;
}

function periodsOf({
  validityPeriods = [],
}: IncomingClassification): Pick<ClassificationRecord, 'validityPeriods'> {
  checkPeriods(validityPeriods);
  return validityPeriods.length === 0 ? {} : {validityPeriods};
}
