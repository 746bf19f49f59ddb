import {
  guidOf,
  isFields,
  referencesOf,
  textOf,
  type Fields,
  type HookEntities,
  type HookEntity,
} from './hook-entity.ts';

/** A list of parts, and what a part calls the whole. */
type Parts = {
  readonly type: string;
  readonly attribute: string;
  readonly back: string;
  readonly relationship: string;
};

export const hiveParts: readonly Parts[] = [
  {type: 'hive_table', attribute: 'columns', back: 'table', relationship: 'hive_table_columns'},
  {
    type: 'hive_table',
    attribute: 'partitionKeys',
    back: 'table',
    relationship: 'hive_table_partitionkeys',
  },
  {type: 'hive_table', attribute: 'sd', back: 'table', relationship: 'hive_table_storagedesc'},
];

export const rdbmsParts: readonly Parts[] = [
  {
    type: 'rdbms_instance',
    attribute: 'databases',
    back: 'instance',
    relationship: 'rdbms_instance_databases',
  },
  {type: 'rdbms_db', attribute: 'tables', back: 'db', relationship: 'rdbms_db_tables'},
  {type: 'rdbms_table', attribute: 'columns', back: 'table', relationship: 'rdbms_table_columns'},
  {type: 'rdbms_table', attribute: 'indexes', back: 'table', relationship: 'rdbms_table_indexes'},
  {
    type: 'rdbms_table',
    attribute: 'foreign_keys',
    back: 'table',
    relationship: 'rdbms_table_foreign_key',
  },
];

/**
 * Takes lists of parts away from their wholes and lets each part name its whole instead. A list
 * says what a whole has and what it has no more; a hook that only knows some of the parts would
 * take the others away.
 */
export function freeParts(
  {entities, referredEntities}: HookEntities,
  parts: readonly Parts[],
): HookEntities {
  const wholes = new Map<string, {whole: Fields; part: Parts}>();
  const moved = new Set<string>();
  const free = (entity: HookEntity): HookEntity => {
    const own = parts.filter(one => one.type === entity.typeName);
    for (const part of own) {
      for (const guid of referencesOf(entity, part.attribute).map(guidOf)) {
        if (referredEntities[guid] === undefined) continue;
        wholes.set(guid, {whole: referenceTo(entity), part});
        moved.add(guid);
      }
    }
    return own.length === 0 ? entity : without(entity, new Set(own.map(one => one.attribute)));
  };
  const freed = entities.map(free);
  const freedReferred = Object.entries(referredEntities).map(
    ([guid, entity]) => [guid, free(entity)] as const,
  );
  const named = (entity: HookEntity): HookEntity => {
    const found = wholes.get(guidOf(entity));
    return found === undefined ? entity : naming(entity, found.whole, found.part);
  };
  const rest = new Map(freedReferred.map(([guid, entity]) => [guid, named(entity)]));
  const heard = new Set(freed.map(guidOf));
  const added = [...moved].filter(guid => !heard.has(guid)).flatMap(guid => rest.get(guid) ?? []);
  for (const guid of moved) rest.delete(guid);
  return {entities: [...freed.map(named), ...added], referredEntities: Object.fromEntries(rest)};
}

function referenceTo(entity: HookEntity): Fields {
  const {typeName} = entity;
  const guid = guidOf(entity);
  const qualifiedName = textOf(entity, 'qualifiedName');
  return guid === '' ? {typeName, uniqueAttributes: {qualifiedName}} : {guid, typeName};
}

function without(entity: HookEntity, names: ReadonlySet<string>): HookEntity {
  const result: HookEntity = {...entity};
  for (const field of ['attributes', 'relationshipAttributes']) {
    const values = entity[field];
    if (isFields(values)) {
      result[field] = Object.fromEntries(
        Object.entries(values).filter(([name]) => !names.has(name)),
      );
    }
  }
  return result;
}

/**
 * Of the relationship that the list was of: a column that is a partition key is no other column.
 */
function naming(entity: HookEntity, whole: Fields, {back, relationship}: Parts): HookEntity {
  const given = entity['relationshipAttributes'];
  const attributes = entity['attributes'];
  const rest = isFields(attributes)
    ? Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== back))
    : attributes;
  return {
    ...entity,
    attributes: rest,
    relationshipAttributes: {
      ...(isFields(given) ? given : {}),
      [back]: {...whole, relationshipType: relationship},
    },
  };
}
