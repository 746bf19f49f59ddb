import {mayRefer} from '../entity/drafts.ts';
import type {Attributes, EntityRecord, Guid} from '../entity/record.ts';
import {isMap} from '../entity/value.ts';
import type {TypeRegistry} from '../types/type-registry.ts';

/**
 * Guids of the entities that the values of a record refer to; relationships are none of its values.
 */
export function referencedBy(types: TypeRegistry, record: EntityRecord): Guid[] {
  const found: Guid[] = [];
  for (const name of referringNames(types, record))
    visit(record.attributes[name], guid => void found.push(guid));
  return found;
}

/** The record without its references to `hidden`: a list is shorter, a single one is not there. */
export function withoutReferences(
  types: TypeRegistry,
  record: EntityRecord,
  hidden: ReadonlySet<Guid>,
): EntityRecord {
  const names = referringNames(types, record).filter(name => {
    let isHit = false;
    visit(record.attributes[name], guid => (isHit ||= hidden.has(guid)));
    return isHit;
  });
  if (names.length === 0) return record;
  const attributes: Attributes = {...record.attributes};
  for (const name of names) {
    const rest = without(attributes[name], hidden);
    if (rest === undefined) delete attributes[name];
    else attributes[name] = rest;
  }
  return {...record, attributes};
}

function referringNames(types: TypeRegistry, {typeName, attributes}: EntityRecord): string[] {
  const type = types.entityTypes.get(typeName);
  return Object.keys(attributes).filter(name => {
    const attribute = type?.attributes.get(name);
    return attribute !== undefined && mayRefer(attribute.type);
  });
}

/** A reference is a map with a guid, in lists, maps and structs of any depth. */
function visit(value: unknown, found: (guid: Guid) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, found);
  else if (isMap(value)) {
    if (typeof value['guid'] === 'string') found(value['guid']);
    else for (const one of Object.values(value)) visit(one, found);
  }
}

function without(value: unknown, hidden: ReadonlySet<Guid>): unknown {
  if (Array.isArray(value))
    return value.map(one => without(one, hidden)).filter(one => one !== undefined);
  if (!isMap(value)) return value;
  if (typeof value['guid'] === 'string') return hidden.has(value['guid']) ? undefined : value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const rest = without(one, hidden);
      return rest === undefined ? [] : [[name, rest]];
    }),
  );
}
