import type {TypeIndex} from '../../api/type-index.ts';

export type Schema = {
  /** Which holds the parts. */
  readonly attribute: string;
  /** Attributes of the parts that describe them. */
  readonly columns: readonly string[];
};

const partNames: ReadonlySet<string> = new Set(['columns', 'fields']);

/** What an entity of the type is made of, as its type says it in options; undefined when it has no schema. */
export function schemaOf(typeName: string, types: TypeIndex): Schema | undefined {
  const line = types.lineOf(typeName);
  const told = line
    .map(def => def.options?.['schemaElementsAttribute'])
    .find(text => text !== undefined && text !== '');
  const relations = types.relationshipAttributesOf(typeName);
  const attribute = told ?? relations.map(def => def.name).find(name => partNames.has(name));
  if (attribute === undefined) return undefined;
  const def =
    relations.find(one => one.name === attribute) ?? types.attributesOf(typeName).find(one => one.name === attribute);
  const partType = /^array<(.*)>$/.exec(def?.typeName ?? '')?.[1] ?? def?.typeName ?? '';
  const columns = types
    .lineOf(partType)
    .map(one => listOf(one.options?.['schemaAttributes']))
    .find(names => names.length > 0);
  return {
    attribute,
    columns:
      columns ??
      ['name', 'type', 'dataType', 'description'].filter(name =>
        types.attributesOf(partType).some(one => one.name === name),
      ),
  };
}

/** Options hold lists as JSON text. */
function listOf(text: string | undefined): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
