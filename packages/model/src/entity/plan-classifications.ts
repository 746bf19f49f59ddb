import type {IncomingClassification} from './entity.ts';
import {AppError} from '../error.ts';
import type {ClassificationRecord, Guid} from './record.ts';
import type {EntityType, TypeRegistry} from '../types/type-registry.ts';
import {normaliseAll, type Issues} from './value.ts';

/**
 * The classifications that an entity is given. Propagates unless it says otherwise, as in the reference.
 * @throws CLASSIFICATION_NOT_FOUND, INVALID_ENTITY_FOR_CLASSIFICATION, INVALID_PARAMETERS when one is given twice
 */
export function planClassifications(
  types: TypeRegistry,
  entityGuid: Guid,
  type: EntityType,
  incoming: readonly IncomingClassification[],
  issues: Issues,
): ClassificationRecord[] {
  const planned = new Map<string, ClassificationRecord>();
  for (const given of incoming) {
    // Sent back from another entity's answer: it belongs there and propagates from there.
    if (given.entityGuid !== undefined && given.entityGuid !== entityGuid && given.propagate === true) continue;
    const classification = types.classificationType(given.typeName);
    const {name, entityTypes} = classification;
    if (entityTypes.size > 0 && !entityTypes.has(type.name)) {
      throw new AppError('INVALID_ENTITY_FOR_CLASSIFICATION', [entityGuid, type.name, name]);
    }
    if (planned.has(name)) {
      throw new AppError('INVALID_PARAMETERS', [
        `entity: ${entityGuid}, already associated with classification: ${name}`,
      ]);
    }
    planned.set(name, {
      entityGuid,
      typeName: name,
      attributes: normaliseAll(types, classification.attributes, given.attributes, name, issues),
      propagate: given.propagate ?? true,
      removePropagationsOnEntityDelete: given.removePropagationsOnEntityDelete ?? false,
      ...(given.validityPeriods === undefined ? {} : {validityPeriods: given.validityPeriods}),
    });
  }
  return [...planned.values()];
}
