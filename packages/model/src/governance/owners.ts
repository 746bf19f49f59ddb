import {planBusinessUpdate} from '../entity/plan-business.ts';
import type {Attributes, EntityRecord, Planning} from '../entity/record.ts';
import {sameValue} from '../entity/value.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {ownershipGroup} from './governance.ts';
import {ownersOf, type OwnerRoles} from './owner-roles.ts';

/**
 * The entity with other people in the named roles; `before` itself where they are the same. The
 * first owner is the attribute that all clients know, if the type has it.
 * @throws INSTANCE_CRUD_INVALID_PARAMS
 */
export function planOwners(
  types: TypeRegistry,
  before: EntityRecord,
  roles: Partial<OwnerRoles>,
  planning: Planning,
): EntityRecord {
  const {owners, ...others} = {...ownersOf(before), ...roles};
  const attribute = types.entityType(before.typeName).attributes.get('owner')?.type;
  const hasOwner = attribute?.kind === 'primitive' && attribute.name === 'string';
  const [first, ...rest] = owners;
  const attributes = hasOwner ? withOwner(before.attributes, first) : before.attributes;
  const further = hasOwner ? rest : owners;
  const values = Object.fromEntries(
    Object.entries({owners: further, ...others}).map(([role, names]) => [
      role,
      names.length === 0 ? null : names,
    ]),
  );
  const owned = planBusinessUpdate(types, before, {[ownershipGroup]: values}, false, planning);
  if (sameValue(attributes, before.attributes)) return owned;
  return {...owned, attributes, updatedBy: planning.userName, updateTime: planning.now};
}

function withOwner(attributes: Attributes, owner: string | undefined): Attributes {
  const {owner: _old, ...rest} = attributes;
  return owner === undefined ? rest : {...rest, owner};
}
