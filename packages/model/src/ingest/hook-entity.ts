/** Entities of a message as they came: nothing of them is checked yet. */
export type Fields = Record<string, unknown>;
export type HookEntity = Fields & {typeName: string};
/** A body of POST /entity/bulk. */
export type HookEntities = {entities: HookEntity[]; referredEntities: Record<string, HookEntity>};

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where values of an entity stand: references may be in either. */
export function valuesOf(entity: Fields): Fields[] {
  return [entity['attributes'], entity['relationshipAttributes']].filter(isFields);
}

/** A value that is a text, from wherever it stands. */
export function textOf(entity: Fields, name: string): string {
  const found = valuesOf(entity)
    .map(values => values[name])
    .find(value => typeof value === 'string');
  return typeof found === 'string' ? found : '';
}

export function guidOf(entity: Fields): string {
  const guid = entity['guid'];
  return typeof guid === 'string' ? guid : '';
}

/** The values of an attribute that refer to entities. */
export function referencesOf(entity: Fields, name: string): Fields[] {
  return valuesOf(entity).flatMap(values => [values[name]].flat().filter(isFields));
}

/** The qualified name that a reference gives. */
export function referredName(reference: Fields): string {
  const unique = reference['uniqueAttributes'];
  const name = isFields(unique) ? unique['qualifiedName'] : undefined;
  return typeof name === 'string' ? name : '';
}
