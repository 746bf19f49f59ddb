import type {AttributeDef, ClassificationDef, EntityDef, EnumDef, StructDef, TypeDef} from '@gazetteer/model';
import {isFields} from './referenceable.ts';

/** Type definitions as the API before v2 writes them, and how they become those of today and back. */

type Fields = Record<string, unknown>;
type OldDefs = Record<'enumTypes' | 'structTypes' | 'traitTypes' | 'classTypes', Fields[]>;

/** A body of POST /v2/types/typedefs; whatever is wrong with a definition is found by its reader. */
export function readOldDefs(json: unknown): Fields {
  const defs = isFields(json) ? json : {};
  const each = (name: keyof OldDefs, read: (def: Fields) => Fields) => {
    const list = defs[name];
    return (Array.isArray(list) ? (list as unknown[]) : []).map(one => (isFields(one) ? read(one) : one));
  };
  const struct = (def: Fields): Fields => ({
    name: def['typeName'],
    description: def['typeDescription'] ?? def['typeName'],
    typeVersion: def['typeVersion'] ?? '1.0',
    attributeDefs: (Array.isArray(def['attributeDefinitions']) ? (def['attributeDefinitions'] as unknown[]) : []).map(
      one => (isFields(one) ? readAttribute(one) : one),
    ),
  });
  const hierarchical = (def: Fields): Fields => ({...struct(def), superTypes: def['superTypes'] ?? []});
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

function readAttribute(def: Fields): Fields {
  const multiplicity = multiplicityOf(def['multiplicity']);
  const constraints = [
    ...(def['isComposite'] === true ? [{type: 'ownedRef'}] : []),
    ...(typeof def['reverseAttributeName'] === 'string'
      ? [{type: 'inverseRef', params: {attribute: def['reverseAttributeName']}}]
      : []),
  ];
  const isMany = multiplicity.upper > 1;
  return {
    name: def['name'],
    typeName: def['dataTypeName'],
    isOptional: multiplicity.lower === 0,
    cardinality: isMany ? (multiplicity.isUnique ? 'SET' : 'LIST') : 'SINGLE',
    valuesMinCount: multiplicity.lower,
    valuesMaxCount: multiplicity.upper,
    isUnique: def['isUnique'] ?? false,
    isIndexable: def['isIndexable'] ?? false,
    defaultValue: def['defaultValue'],
    description: def['description'],
    options: def['options'],
    ...(constraints.length === 0 ? {} : {constraints}),
  };
}

type Multiplicity = {lower: number; upper: number; isUnique: boolean};
const most = 2147483647;
const words: Readonly<Record<string, Multiplicity>> = {
  required: {lower: 1, upper: 1, isUnique: false},
  optional: {lower: 0, upper: 1, isUnique: false},
  collection: {lower: 1, upper: most, isUnique: false},
  set: {lower: 1, upper: most, isUnique: true},
};

/** A word, or both bounds; optional when there is neither. */
function multiplicityOf(value: unknown): Multiplicity {
  const optional = {lower: 0, upper: 1, isUnique: false};
  if (typeof value === 'string') return words[value.toLowerCase()] ?? optional;
  if (!isFields(value)) return optional;
  const {lower, upper, isUnique} = value;
  return {
    lower: typeof lower === 'number' ? lower : 0,
    upper: typeof upper === 'number' ? upper : 1,
    isUnique: isUnique === true,
  };
}

/** Definitions of the four categories that there were; the others are left out. */
export function showOldDefs(defs: readonly TypeDef[]): OldDefs {
  const old: OldDefs = {enumTypes: [], structTypes: [], traitTypes: [], classTypes: []};
  for (const def of defs) {
    if (def.category === 'ENUM') old.enumTypes.push(showEnum(def));
    else if (def.category === 'STRUCT') old.structTypes.push(showStructDef(def));
    else if (def.category === 'CLASSIFICATION') old.traitTypes.push(showHierarchical(def));
    else if (def.category === 'ENTITY') old.classTypes.push(showHierarchical(def));
  }
  return old;
}

function showEnum({name, description, typeVersion, elementDefs}: EnumDef): Fields {
  const enumValues = elementDefs.map(({value, ordinal}) => ({value, ordinal}));
  return {name, description, version: typeVersion, enumValues};
}

function showStructDef(def: StructDef | EntityDef | ClassificationDef): Fields {
  return {
    typeName: def.name,
    typeDescription: def.description,
    typeVersion: def.typeVersion,
    attributeDefinitions: def.attributeDefs.map(showAttribute),
  };
}

export function showHierarchical(def: EntityDef | ClassificationDef): Fields {
  const kind = def.category === 'ENTITY' ? 'ClassType' : 'TraitType';
  return {
    ...showStructDef(def),
    hierarchicalMetaTypeName: `org.apache.atlas.typesystem.types.${kind}`,
    superTypes: def.superTypes,
  };
}

/** The Java client reads nothing but words, and drops the whole answer for anything else. */
function multiplicityWord({cardinality, isOptional}: AttributeDef): string {
  if (cardinality === 'SINGLE') return isOptional ? 'optional' : 'required';
  return cardinality === 'SET' ? 'set' : 'collection';
}

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
  };
}
