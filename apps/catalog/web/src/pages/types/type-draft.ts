import {
  type AttributeDef,
  emptyTypesDef,
  listOfCategory,
  type PropagateTags,
  type RelationshipCategory,
  type RelationshipEndDef,
  type TypeCategory,
  type TypesDef,
} from '@gazetteer/model';
import {type AnyType, applicableTypes, attributesIn, superTypesIn} from './type-parts.ts';

/**
 * A type as a form has it: texts, and whether the catalog has a part already, which then hardly
 * changes any more.
 */
export type TypeDraft = {
  readonly category: TypeCategory;
  readonly name: string;
  readonly description: string;
  readonly serviceType: string;
  readonly superTypes: readonly string[];
  readonly entityTypes: readonly string[];
  readonly attributes: readonly AttributeDraft[];
  readonly elements: readonly ElementDraft[];
  readonly defaultValue: string;
  readonly relationshipCategory: RelationshipCategory;
  readonly propagateTags: PropagateTags;
  readonly ends: readonly [EndDraft, EndDraft];
  /** What is changed; undefined for a new type. */
  readonly stored: AnyType | undefined;
};

export type AttributeDraft = {
  /** Names it in the form. */
  readonly key: number;
  readonly name: string;
  /** Without `array<…>`. */
  readonly typeName: string;
  readonly isMany: boolean;
  readonly isOptional: boolean;
  readonly isUnique: boolean;
  readonly isIndexable: boolean;
  readonly defaultValue: string;
  readonly description: string;
  /** Of business metadata: which entity types may have it, and how long a text may be. */
  readonly applicableTypes: readonly string[];
  readonly maxLength: string;
  readonly stored: AttributeDef | undefined;
};

export type ElementDraft = {
  readonly key: number;
  readonly value: string;
  readonly description: string;
  readonly isStored: boolean;
};

export type EndDraft = Pick<RelationshipEndDef, 'type' | 'name' | 'cardinality' | 'isContainer'> & {
  readonly description: string;
};

/** What each part of the form gets: all of the draft, and a way to change some of it. */
export type TypePartProps = {
  readonly draft: TypeDraft;
  readonly change: (part: Partial<TypeDraft>) => void;
};

/** Not random: rows keep their fields as long as the page is open. */
let lastKey = 0;
const nextKey = () => ++lastKey;

/**
 * An attribute as most are: one optional text. Its key is the page's own, since its name changes
 * while somebody types.
 */
export function newAttribute(): AttributeDraft {
  return {
    key: nextKey(),
    name: '',
    typeName: 'string',
    isMany: false,
    isOptional: true,
    isUnique: false,
    isIndexable: false,
    defaultValue: '',
    description: '',
    applicableTypes: [],
    // The server wants one; this is room for a line.
    maxLength: '100',
    stored: undefined,
  };
}

/** A value of an enumeration, to be filled in. */
export function newElement(): ElementDraft {
  return {key: nextKey(), value: '', description: '', isStored: false};
}

const newEnd: EndDraft = {
  type: '',
  name: '',
  cardinality: 'SINGLE',
  isContainer: false,
  description: '',
};

/** An empty form. @param under the type that it extends, when somebody began at that type's page */
export function newType(category: TypeCategory, under?: string): TypeDraft {
  return {
    category,
    name: '',
    description: '',
    serviceType: '',
    superTypes: under === undefined ? [] : [under],
    entityTypes: [],
    attributes: category === 'BUSINESS_METADATA' || category === 'STRUCT' ? [newAttribute()] : [],
    // Two, since one value alone is no choice.
    elements: category === 'ENUM' ? [newElement(), newElement()] : [],
    defaultValue: '',
    relationshipCategory: 'ASSOCIATION',
    propagateTags: 'NONE',
    ends: [newEnd, newEnd],
    stored: undefined,
  };
}

/**
 * A form with what the type is now. Parts that are stored are marked: the server lets some of them
 * change no more.
 */
export function draftOf(def: AnyType): TypeDraft {
  const empty = newType(def.category);
  return {
    ...empty,
    name: def.name,
    description: def.description,
    serviceType: def.serviceType ?? '',
    superTypes: superTypesIn(def),
    entityTypes: 'entityTypes' in def ? def.entityTypes : [],
    attributes: attributesIn(def).map(attributeDraftOf),
    elements:
      'elementDefs' in def
        ? def.elementDefs.map(({value, description = ''}) => ({
            key: nextKey(),
            value,
            description,
            isStored: true,
          }))
        : [],
    defaultValue: ('defaultValue' in def ? def.defaultValue : undefined) ?? '',
    ...('endDef1' in def
      ? {
          relationshipCategory: def.relationshipCategory,
          propagateTags: def.propagateTags,
          ends: [endDraftOf(def.endDef1), endDraftOf(def.endDef2)],
        }
      : {}),
    stored: def,
  };
}

function attributeDraftOf(stored: AttributeDef): AttributeDraft {
  const inner = /^array<(.*)>$/.exec(stored.typeName)?.[1];
  return {
    key: nextKey(),
    name: stored.name,
    typeName: inner ?? stored.typeName,
    isMany: inner !== undefined,
    isOptional: stored.isOptional,
    isUnique: stored.isUnique,
    isIndexable: stored.isIndexable,
    defaultValue: stored.defaultValue ?? '',
    description: stored.description ?? '',
    applicableTypes: applicableTypes(stored),
    maxLength: stored.options?.['maxStrLength'] ?? '',
    stored,
  };
}

function endDraftOf({
  type,
  name,
  cardinality,
  isContainer,
  description = '',
}: RelationshipEndDef): EndDraft {
  return {type, name, cardinality, isContainer, description};
}

/** What keeps the form from being sent; the rest is the server's to judge. */
export function problemsOf(draft: TypeDraft): readonly string[] {
  const problems: string[] = [];
  // Told at once, and all together.
  const isTwice = (names: readonly string[]) => new Set(names).size < names.length;
  if (draft.name.trim() === '') problems.push('Enter a name.');
  if (draft.attributes.some(one => one.name.trim() === ''))
    problems.push('Every attribute needs a name.');
  if (isTwice(draft.attributes.map(one => one.name.trim())))
    problems.push('Two attributes have the same name.');
  if (draft.category === 'ENUM') {
    if (draft.elements.length === 0) problems.push('It needs a value.');
    if (draft.elements.some(one => one.value.trim() === '')) problems.push('A value is empty.');
    if (isTwice(draft.elements.map(one => one.value.trim())))
      problems.push('Two values are the same.');
  }
  if (
    draft.category === 'RELATIONSHIP' &&
    draft.ends.some(end => end.type === '' || end.name.trim() === '')
  )
    problems.push('Both ends need a type and a name.');
  if (
    draft.category === 'BUSINESS_METADATA' &&
    draft.attributes.some(one => one.applicableTypes.length === 0)
  )
    problems.push('Every attribute needs an entity type that it applies to.');
  // Other values have no length.
  const isText = (one: AttributeDraft) =>
    draft.category === 'BUSINESS_METADATA' && one.typeName === 'string';
  if (draft.attributes.some(one => isText(one) && one.maxLength.trim() === ''))
    problems.push('Every text needs a longest length.');
  return problems;
}

/**
 * The body of the request that creates or updates it. What the form does not show of a stored type
 * stays as it is.
 */
export function typesDefOf(draft: TypeDraft): TypesDef {
  const {category, stored} = draft;
  const base = {
    ...stored,
    category,
    name: draft.name.trim(),
    description: draft.description,
    ...(draft.serviceType.trim() === '' ? {} : {serviceType: draft.serviceType.trim()}),
  };
  const attributeDefs = draft.attributes.map(one => attributeOf(one, category));
  const def = {
    ENUM: () => ({
      ...base,
      elementDefs: draft.elements.map(({value, description}, ordinal) => ({
        value: value.trim(),
        description,
        ordinal,
      })),
      ...(draft.defaultValue === '' ? {} : {defaultValue: draft.defaultValue}),
    }),
    STRUCT: () => ({...base, attributeDefs}),
    BUSINESS_METADATA: () => ({...base, attributeDefs}),
    CLASSIFICATION: () => ({
      ...base,
      attributeDefs,
      superTypes: draft.superTypes,
      entityTypes: draft.entityTypes,
    }),
    ENTITY: () => ({...base, attributeDefs, superTypes: draft.superTypes}),
    RELATIONSHIP: () => ({
      ...base,
      attributeDefs,
      relationshipCategory: draft.relationshipCategory,
      propagateTags: draft.propagateTags,
      endDef1: endOf(draft.ends[0], stored, 'endDef1'),
      endDef2: endOf(draft.ends[1], stored, 'endDef2'),
    }),
  }[category]();
  return {...emptyTypesDef(), [listOfCategory[category]]: [withoutAdded(def)]};
}

/** Without what the server adds to its answers. */
function withoutAdded(def: object): object {
  const {subTypes, relationshipAttributeDefs, businessAttributeDefs, ...own} = def as Record<
    string,
    unknown
  >;
  void [subTypes, relationshipAttributeDefs, businessAttributeDefs];
  return own;
}

function attributeOf(draft: AttributeDraft, category: TypeCategory): Record<string, unknown> {
  const {stored, isMany, isOptional} = draft;
  const fresh = {
    typeName: isMany ? `array<${draft.typeName}>` : draft.typeName,
    isOptional,
    cardinality: isMany ? 'SET' : 'SINGLE',
    valuesMinCount: isOptional ? 0 : 1,
    // The API's word for any number.
    valuesMaxCount: isMany ? 2_147_483_647 : 1,
    isUnique: draft.isUnique,
    isIndexable: draft.isIndexable || draft.isUnique,
  };
  // As texts, which is all that options can be.
  const options = {
    ...stored?.options,
    ...(category === 'BUSINESS_METADATA'
      ? {
          applicableEntityTypes: JSON.stringify(draft.applicableTypes),
          ...(draft.typeName === 'string' && draft.maxLength.trim() !== ''
            ? {maxStrLength: draft.maxLength.trim()}
            : {}),
        }
      : {}),
  };
  return {
    // A stored attribute keeps what the server would refuse to change.
    ...(stored ?? fresh),
    name: draft.name.trim(),
    ...(draft.description === '' && stored?.description === undefined
      ? {}
      : {description: draft.description}),
    ...(draft.defaultValue === '' ? {} : {defaultValue: draft.defaultValue}),
    ...(Object.keys(options).length === 0 ? {} : {options}),
  };
}

function endOf(
  end: EndDraft,
  stored: AnyType | undefined,
  which: 'endDef1' | 'endDef2',
): Record<string, unknown> {
  const before = stored !== undefined && 'endDef1' in stored ? stored[which] : {};
  return {...before, ...end, name: end.name.trim()};
}
