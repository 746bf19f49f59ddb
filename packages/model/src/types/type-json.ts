import {
  listOfCategory,
  type AttributeDef,
  type BaseTypeDef,
  type TypeCategory,
  type TypeDef,
  type TypesDef,
} from './type-def.ts';
import type {EntityType, RelationshipAttribute, TypeRegistry} from './type-registry.ts';
import type {entityRoot, classificationRoot} from './type-roots.ts';

/** Fields of an answer, in the order that the reference writes them; what is not set is absent. */
export type TypeDefJson = {category: TypeCategory; name: string; [field: string]: unknown};
export type TypesDefJson = Record<keyof TypesDef, TypeDefJson[]>;
export type TypeHeaderJson = {
  guid: string;
  name: string;
  serviceType?: string;
  category: TypeCategory;
};
export type RootDefJson = typeof entityRoot | typeof classificationRoot;

/**
 * A definition of `types` with all that an answer derives: sub-types, relationship and business
 * attributes.
 */
export function typeDefJson(types: TypeRegistry, def: TypeDef): TypeDefJson {
  const base = baseJson(def);
  switch (def.category) {
    case 'ENUM':
      return compact({...base, elementDefs: def.elementDefs, defaultValue: def.defaultValue});
    case 'STRUCT':
    case 'BUSINESS_METADATA':
      return compact({...base, attributeDefs: def.attributeDefs.map(attributeJson)});
    case 'CLASSIFICATION':
      return compact({
        ...base,
        attributeDefs: def.attributeDefs.map(attributeJson),
        superTypes: def.superTypes,
        entityTypes: def.entityTypes,
        subTypes: [...(types.classificationTypes.get(def.name)?.subTypes ?? [])],
      });
    case 'ENTITY':
      return compact({
        ...base,
        attributeDefs: def.attributeDefs.map(attributeJson),
        superTypes: def.superTypes,
        ...derivedJson(types.entityTypes.get(def.name)),
        attributeDefOverrides: def.attributeDefOverrides,
      });
    case 'RELATIONSHIP':
      return compact({
        ...base,
        attributeDefs: def.attributeDefs.map(attributeJson),
        relationshipCategory: def.relationshipCategory,
        relationshipLabel: def.relationshipLabel,
        propagateTags: def.propagateTags,
        endDef1: def.endDef1,
        endDef2: def.endDef2,
      });
  }
}

/** Always all six lists. */
export function typesDefJson(types: TypeRegistry, defs: Iterable<TypeDef>): TypesDefJson {
  const json: TypesDefJson = {
    enumDefs: [],
    structDefs: [],
    classificationDefs: [],
    entityDefs: [],
    relationshipDefs: [],
    businessMetadataDefs: [],
  };
  for (const def of defs) json[listOfCategory[def.category]].push(typeDefJson(types, def));
  return json;
}

type Kept = {readonly defs: readonly TypeDef[]; readonly text: string};
type Texts = {
  readonly ofDef: Map<string, string>;
  whole: readonly Kept[];
  headers: readonly Kept[];
};
const texts = new WeakMap<TypeRegistry, Texts>();
/** How many selections of definitions are kept whole. */
const maxWhole = 4;

/**
 * `typesDefJson` as JSON text, put together from that of each definition, which is made once:
 * clients ask for all of them often. The same definitions again are the very same text.
 */
export function typesDefText(types: TypeRegistry, defs: readonly TypeDef[]): string {
  return keptText(types, 'whole', defs, known => textOf(types, defs, known.ofDef));
}

/** The headers of definitions as JSON text, kept in the same way. */
export function typeHeadersText(types: TypeRegistry, defs: readonly TypeDef[]): string {
  return keptText(types, 'headers', defs, () => JSON.stringify(defs.map(typeHeaderJson)));
}

function keptText(
  types: TypeRegistry,
  form: 'whole' | 'headers',
  defs: readonly TypeDef[],
  make: (known: Texts) => string,
): string {
  const known: Texts = texts.get(types) ?? {ofDef: new Map(), whole: [], headers: []};
  texts.set(types, known);
  const isSame = (others: readonly TypeDef[]) =>
    others.length === defs.length && others.every((def, i) => def === defs[i]);
  const same = known[form].find(one => isSame(one.defs));
  if (same !== undefined) return same.text;
  const text = make(known);
  known[form] = [{defs, text}, ...known[form].slice(0, maxWhole - 1)];
  return text;
}

function textOf(types: TypeRegistry, defs: readonly TypeDef[], known: Map<string, string>): string {
  const lists = new Map(Object.keys(typesDefJson(types, [])).map(list => [list, [] as string[]]));
  for (const def of defs) {
    const text = known.get(def.name) ?? JSON.stringify(typeDefJson(types, def));
    known.set(def.name, text);
    lists.get(listOfCategory[def.category])?.push(text);
  }
  return `{${Array.from(lists, ([list, all]) => `"${list}":[${all.join(',')}]`).join(',')}}`;
}

export function typeHeaderJson({guid, name, serviceType, category}: TypeDef): TypeHeaderJson {
  return serviceType === undefined ? {guid, name, category} : {guid, name, serviceType, category};
}

function baseJson(def: BaseTypeDef) {
  return {
    category: def.category,
    guid: def.guid,
    createdBy: def.createdBy,
    updatedBy: def.updatedBy,
    createTime: def.createTime,
    updateTime: def.updateTime,
    version: def.version,
    name: def.name,
    description: def.description,
    typeVersion: def.typeVersion,
    serviceType: def.serviceType,
    options: def.options,
  };
}

function attributeJson(def: AttributeDef) {
  return compact({
    name: def.name,
    typeName: def.typeName,
    isOptional: def.isOptional,
    cardinality: def.cardinality,
    valuesMinCount: def.valuesMinCount,
    valuesMaxCount: def.valuesMaxCount,
    isUnique: def.isUnique,
    isIndexable: def.isIndexable,
    includeInNotification: def.includeInNotification,
    defaultValue: def.defaultValue,
    description: def.description,
    searchWeight: def.searchWeight,
    indexType: def.indexType,
    constraints: def.constraints,
    options: def.options,
    displayName: def.displayName,
    autoComputeFormat: def.autoComputeFormat,
  });
}

function derivedJson(type: EntityType | undefined) {
  const business = [...(type?.businessAttributes ?? [])];
  return {
    subTypes: [...(type?.subTypes ?? [])],
    relationshipAttributeDefs: [...(type?.relationshipAttributes.values() ?? [])]
      .flat()
      .map(attribute =>
        relationshipAttributeJson(attribute, type?.attributes.get(attribute.name)?.def),
      ),
    businessAttributeDefs: Object.fromEntries(
      business.map(([name, attributes]) => [
        name,
        attributes.map(attribute => attributeJson(attribute.def)),
      ]),
    ),
  };
}

/**
 * `mirrored` is the normal attribute of the same name, which a type may have from the time before
 * relationships.
 */
function relationshipAttributeJson(
  attribute: RelationshipAttribute,
  mirrored: AttributeDef | undefined,
) {
  const {name, otherType, isMany, relationship} = attribute;
  const isPart = relationship.relationshipCategory === 'COMPOSITION' && !attribute.isOwned;
  const def = mirrored ?? {
    name,
    typeName: isMany ? `array<${otherType}>` : otherType,
    // A part of a composition has to have its whole.
    isOptional: !isPart,
    cardinality: isMany ? 'SET' : 'SINGLE',
    valuesMinCount: -1,
    valuesMaxCount: -1,
    isUnique: false,
    isIndexable: false,
    includeInNotification: false,
    searchWeight: -1,
    ...(attribute.isOwned ? {constraints: [{type: 'ownedRef'}]} : {}),
  };
  return {
    ...attributeJson(def),
    relationshipTypeName: relationship.name,
    isLegacyAttribute: attribute.isLegacy,
  };
}

/** Without the fields that are undefined: an answer's field is there or it is not. */
function compact<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
