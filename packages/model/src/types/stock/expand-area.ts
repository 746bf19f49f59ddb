import type {
  AttributeDef,
  EntityDef,
  EnumDef,
  RelationshipDef,
  RelationshipEndDef,
  StructDef,
} from '../type-def.ts';

/**
 * How the files of this folder write definitions. An attribute is its type and flags, `string
 * required indexed weight=9`; an end of a relationship is `<type>.<attribute>` and flags. What is
 * not said has the default of the API.
 */
export type Area = {
  serviceType?: string;
  enums?: Record<string, Common & {elements: Record<string, number>}>;
  structs?: Record<string, Common & {attributes: Record<string, string>}>;
  entities?: Record<string, EntityText>;
  relationships?: Record<string, RelationshipText>;
};

/** `serviceType` is that of the area; null: none. */
type Common = {typeVersion: string; serviceType?: string | null};

type EntityText = Common & {
  superTypes?: string[];
  options?: Record<string, string>;
  attributes?: Record<string, string>;
  /** Inherited attributes that are computed, each with its format. */
  computed?: Record<string, string>;
};

type RelationshipText = Common & {
  category: string;
  propagateTags?: string;
  label?: string;
  end1: string;
  end2: string;
  /** Attributes that follow from end 1 to end 2. */
  end1Copies?: Record<string, string>;
  attributes?: Record<string, string>;
};

type Input<Def> = Partial<Def> & {name: string};

/** What of a TypesDef the stock types use, ready to be planned. */
export type StockTypes = {
  enumDefs: Input<EnumDef>[];
  structDefs: (Input<Omit<StructDef, 'attributeDefs'>> & {attributeDefs: Input<AttributeDef>[]})[];
  entityDefs: (Input<Omit<EntityDef, 'attributeDefs'>> & {attributeDefs: Input<AttributeDef>[]})[];
  relationshipDefs: (Input<Omit<RelationshipDef, RelationshipParts>> & {
    relationshipCategory: string;
    propagateTags: string;
    attributeDefs: Input<AttributeDef>[];
    endDef1: Input<RelationshipEndDef>;
    endDef2: Input<RelationshipEndDef>;
  })[];
};
type RelationshipParts =
  | 'attributeDefs'
  | 'endDef1'
  | 'endDef2'
  | 'relationshipCategory'
  | 'propagateTags';

/** @throws Error for a flag that is not known: a mistake in one of our own files */
export function expandArea(area: Area): StockTypes {
  const common = (name: string, {typeVersion, serviceType = area.serviceType}: Common) => ({
    name,
    typeVersion,
    ...(serviceType === undefined || serviceType === null ? {} : {serviceType}),
  });
  return {
    enumDefs: Object.entries(area.enums ?? {}).map(([name, text]) => ({
      ...common(name, text),
      elementDefs: Object.entries(text.elements).map(([value, ordinal]) => ({value, ordinal})),
    })),
    structDefs: Object.entries(area.structs ?? {}).map(([name, text]) => ({
      ...common(name, text),
      attributeDefs: attributes(text.attributes),
    })),
    entityDefs: Object.entries(area.entities ?? {}).map(([name, text]) => ({
      ...common(name, text),
      superTypes: text.superTypes ?? [],
      ...(text.options === undefined ? {} : {options: text.options}),
      attributeDefs: attributes(text.attributes),
      attributeDefOverrides: Object.entries(text.computed ?? {}).map(
        ([attribute, autoComputeFormat]) => ({
          name: attribute,
          autoComputeFormat,
        }),
      ),
    })),
    relationshipDefs: Object.entries(area.relationships ?? {}).map(([name, text]) => ({
      ...common(name, text),
      relationshipCategory: text.category,
      propagateTags: text.propagateTags ?? 'NONE',
      ...(text.label === undefined ? {} : {relationshipLabel: text.label}),
      attributeDefs: attributes(text.attributes),
      endDef1: {
        ...end(text.end1),
        ...(text.end1Copies === undefined ? {} : {propagateAttributes: [text.end1Copies]}),
      },
      endDef2: end(text.end2),
    })),
  };
}

const attributeFlags: Readonly<Record<string, Partial<AttributeDef>>> = {
  required: {isOptional: false},
  unique: {isUnique: true},
  indexed: {isIndexable: true},
  // Matched as a whole, in exactly its case.
  exact: {indexType: 'STRING'},
  set: {cardinality: 'SET'},
  list: {cardinality: 'LIST'},
  notify: {includeInNotification: true},
  // Referenced by guid alone, without an edge.
  soft: {options: {isSoftReference: 'true'}},
  append: {options: {isAppendOnPartialUpdate: 'true'}},
  owned: {constraints: [{type: 'ownedRef'}]},
};

function attributes(texts: Record<string, string> = {}): Input<AttributeDef>[] {
  return Object.entries(texts).map(([name, text]) => {
    const [typeName = '', ...flags] = text.split(' ');
    const parts = flags.map((flag): Partial<AttributeDef> => {
      const [key, number] = flag.split('=');
      if (key === 'weight') return {searchWeight: Number(number)};
      return known(attributeFlags, flag, name);
    });
    return Object.assign({name, typeName, isOptional: true}, ...parts) as Input<AttributeDef>;
  });
}

const endFlags: Readonly<Record<string, Partial<RelationshipEndDef>>> = {
  container: {isContainer: true},
  set: {cardinality: 'SET'},
  // Also an attribute of the entity, as in the time before relationships.
  legacy: {isLegacyAttribute: true},
  rename: {propagateRename: true},
  delete: {propagateDelete: true},
};

function end(text: string): Input<RelationshipEndDef> {
  const [attribute = '', ...flags] = text.split(' ');
  const dot = attribute.indexOf('.');
  const parts = flags.map(flag => known(endFlags, flag, attribute));
  return Object.assign({type: attribute.slice(0, dot), name: attribute.slice(dot + 1)}, ...parts);
}

function known<T>(flags: Readonly<Record<string, T>>, flag: string, owner: string): T {
  const part = flags[flag];
  if (part === undefined) throw new Error(`${owner}: no such flag: ${flag}`);
  return part;
}
