import {
  JsonError,
  type AttributeDef,
  type ClassificationDef,
  type EntityDef,
  type EntityType,
  type EnumDef,
  type TypeDef,
} from '@gazetteer/model';
import {isFields} from './referenceable.ts';

/**
 * Type definitions as the API before v2 writes them, and how they become those of today and back.
 */

type Fields = Record<string, unknown>;
/** Null is a list that nothing is in. */
type OldDefs = Record<'enumTypes' | 'structTypes' | 'traitTypes' | 'classTypes', Fields[] | null>;

/**
 * A body of POST /v2/types/typedefs; whatever else is wrong with a definition is found by its
 * reader.
 * @throws JsonError for an attribute without a multiplicity
 */
export function readOldDefs(json: unknown): Fields {
  const defs = isFields(json) ? json : {};
  const each = (name: keyof OldDefs, read: (def: Fields, path: string) => Fields) =>
    listOf(defs[name]).map((one, i) => (isFields(one) ? read(one, `${name}[${i}]`) : one));
  const struct = (def: Fields, path: string): Fields => ({
    name: def['typeName'],
    description: def['typeDescription'] ?? def['typeName'],
    typeVersion: def['typeVersion'] ?? '1.0',
    attributeDefs: listOf(def['attributeDefinitions']).map((one, i) =>
      isFields(one) ? readAttribute(one, `${path}.attributeDefinitions[${i}]`) : one,
    ),
  });
  const hierarchical = (def: Fields, path: string): Fields => ({
    ...struct(def, path),
    superTypes: def['superTypes'] ?? [],
  });
  return {
    enumDefs: each('enumTypes', def => ({
      name: def['name'],
      description: def['description'] ?? def['name'],
      typeVersion: def['version'] ?? '1.0',
      elementDefs: def['enumValues'],
    })),
    structDefs: each('structTypes', struct),
    classificationDefs: each('traitTypes', hierarchical),
    entityDefs: each('classTypes', hierarchical),
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

const many = {isOptional: false, valuesMinCount: 1, valuesMaxCount: 2147483647};
const multiplicities = new Map<unknown, Fields>([
  ['required', {isOptional: false, cardinality: 'SINGLE', valuesMinCount: 1, valuesMaxCount: 1}],
  ['optional', {isOptional: true, cardinality: 'SINGLE', valuesMinCount: 0, valuesMaxCount: 1}],
  ['collection', {...many, cardinality: 'LIST'}],
  ['set', {...many, cardinality: 'SET'}],
]);

/** An attribute of V1, whose multiplicity says in one word what V2 says in three members. */
function readAttribute(def: Fields, path: string): Fields {
  const multiplicity = multiplicities.get(def['multiplicity']);
  if (multiplicity === undefined) {
    const words = [...multiplicities.keys()].join(', ');
    throw new JsonError(`Expected one of ${words}`, undefined, `${path}.multiplicity`);
  }
  const {reverseAttributeName: reverse} = def;
  const constraints = [
    ...(def['isComposite'] === true ? [{type: 'ownedRef'}] : []),
    ...(typeof reverse === 'string' && reverse.trim() !== ''
      ? [{type: 'inverseRef', params: {attribute: reverse}}]
      : []),
  ];
  return {
    name: def['name'],
    typeName: def['dataTypeName'],
    ...multiplicity,
    isUnique: def['isUnique'] ?? false,
    isIndexable: def['isIndexable'] ?? false,
    defaultValue: def['defaultValue'],
    description: def['description'],
    options: def['options'],
    ...(constraints.length === 0 ? {} : {constraints}),
  };
}

/**
 * Nothing at all for a built-in type. Kinds of types that there were not then are shown like
 * structs.
 */
export function showOldDef(def: TypeDef | undefined): OldDefs {
  const none: OldDefs = {enumTypes: null, structTypes: null, traitTypes: null, classTypes: null};
  switch (def?.category) {
    case undefined:
      return none;
    case 'ENUM':
      return {...none, enumTypes: [showEnum(def)]};
    case 'CLASSIFICATION':
      return {...none, traitTypes: [showHierarchical(def)]};
    case 'ENTITY':
      return {...none, classTypes: [showHierarchical(def)]};
    case 'STRUCT':
    case 'RELATIONSHIP':
    case 'BUSINESS_METADATA':
      return {...none, structTypes: [showStructDef(def)]};
  }
}

function showEnum({name, description, typeVersion, elementDefs}: EnumDef): Fields {
  const enumValues = elementDefs.map(({value, ordinal}) => ({value, ordinal}));
  return {name, description, version: typeVersion, enumValues};
}

/** What all definitions but enumerations have. */
function showStructDef(def: Exclude<TypeDef, EnumDef>): Fields {
  return {
    typeName: def.name,
    typeDescription: def.description,
    typeVersion: def.typeVersion,
    attributeDefinitions: def.attributeDefs.map(showAttribute),
  };
}

/** An entity type or classification under the name of the class that clients expect. */
export function showHierarchical(def: EntityDef | ClassificationDef): Fields {
  const kind = def.category === 'ENTITY' ? 'ClassType' : 'TraitType';
  return {
    ...showStructDef(def),
    hierarchicalMetaTypeName: `org.apache.atlas.typesystem.types.${kind}`,
    superTypes: def.superTypes,
  };
}

/**
 * A type with its inherited attributes but without references, as schemas tell it. Nobody weighs
 * them there.
 */
export function showSchema(type: EntityType | undefined): Fields | null {
  if (type === undefined) return null;
  const own = Array.from(type.attributes.values(), ({def}) => def);
  const shown = own.filter(def => !type.relationshipAttributes.has(def.name));
  return {
    ...showHierarchical(type.def),
    attributeDefinitions: shown.map(def => ({
      ...showAttribute(def),
      searchWeight: -1,
      indexType: null,
    })),
  };
}

/** The Java client reads nothing but words, and drops the whole answer for anything else. */
function multiplicityWord({cardinality, isOptional}: AttributeDef): string {
  if (isOptional) return 'optional';
  return cardinality === 'SINGLE' ? 'required' : cardinality === 'SET' ? 'set' : 'collection';
}

/** The other way round; the inverse end is found among the constraints. */
function showAttribute(def: AttributeDef): Fields {
  const inverse = def.constraints?.find(one => one.type === 'inverseRef')?.params?.['attribute'];
  return {
    name: def.name,
    dataTypeName: def.typeName,
    multiplicity: multiplicityWord(def),
    isComposite: def.constraints?.some(one => one.type === 'ownedRef') ?? false,
    isUnique: def.isUnique,
    isIndexable: def.isIndexable,
    reverseAttributeName: inverse ?? null,
    defaultValue: def.defaultValue ?? null,
    description: def.description ?? null,
    options: def.options ?? null,
    searchWeight: def.searchWeight,
    indexType: def.indexType ?? null,
  };
}
