import type {IncomingEntity, SaveRequest} from './entity.ts';
import type {Attributes, EntityRecord, Guid} from './record.ts';
import type {EntityType, TypeRegistry} from '../types/type-registry.ts';

/**
 * The request with every entity as the type that it is stored with. A body may name another one:
 * as in the reference the entity stays what it is, and of the body those attributes count that both
 * types have. The request itself where each fits; a super type does.
 */
export function asStored(
  types: TypeRegistry,
  request: SaveRequest,
  stored: ReadonlyMap<Guid, EntityRecord>,
): SaveRequest {
  let isChanged = false;
  const fitted = (entity: IncomingEntity): IncomingEntity => {
    const record = stored.get(entity.guid);
    if (record === undefined) return entity;
    const [given, own] = [types.entityType(entity.typeName), types.entityType(record.typeName)];
    if (own === given || own.superTypes.has(given.name)) return entity;
    isChanged = true;
    const common = (values: Attributes) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => isCommon(given, own, name)));
    return {
      ...entity,
      typeName: own.name,
      attributes: common(entity.attributes),
      relationshipAttributes: common(entity.relationshipAttributes),
      isPartial: true,
    };
  };
  const entities = request.entities.map(fitted);
  const referred = [...request.referredEntities].map(
    ([guid, entity]) => [guid, fitted(entity)] as const,
  );
  return isChanged ? {entities, referredEntities: new Map(referred)} : request;
}

function isCommon(given: EntityType, own: EntityType, name: string): boolean {
  const [one, other] = [given, own].map(
    type =>
      type.attributes.get(name)?.key ??
      type.relationshipAttributes.get(name)?.[0]?.relationship.name,
  );
  return one !== undefined && one === other;
}
