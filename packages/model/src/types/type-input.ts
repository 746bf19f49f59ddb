import type {
  AttributeDef,
  BaseTypeDef,
  ConstraintDef,
  EnumElementDef,
  RelationshipEndDef,
  TypeCategory,
  TypeDef,
} from './type-def.ts';
import {listOfCategory, propagateTagsValues} from './type-def.ts';
import {TypeIssues} from './type-issues.ts';
import {Shape} from './type-shape.ts';

/** A definition without what the server knows of it: identity, author, times, version. */
export type TypeBody = TypeDef extends infer Def
  ? Def extends TypeDef
    ? Omit<Def, Exclude<keyof BaseTypeDef, 'category'>>
    : never
  : never;

/**
 * One definition of a request in normal form, with all defaults filled in but those that an update
 * keeps as stored.
 */
export type TypeInput = {
  /** Where it stands in the request, such as `entityDefs[0]`. */
  path: string;
  /** Empty only in an update that names its type by guid. */
  name: string;
  guid?: string;
  description?: string;
  typeVersion?: string;
  serviceType?: string;
  options?: Record<string, string>;
  body: TypeBody;
};

/**
 * Longest name of a type or attribute: both together, with a prefix, must fit into an index key of
 * every database.
 */
const maxNameLength = 512;

const categories = Object.keys(listOfCategory) as TypeCategory[];

/**
 * Reads a TypesDef of unknown shape. Fields that are not known are ignored, missing and null lists
 * are empty.
 * @throws INVALID_TYPE_DEFINITION and the RELATIONSHIPDEF_… kinds (400) that name the place of
 * every fault
 */
export function readTypesInput(json: unknown, isUpdate = false): TypeInput[] {
  const issues = new TypeIssues();
  const root = new Shape(json, '', issues);
  const inputs = categories.flatMap(category =>
    root.list(listOfCategory[category]).map(shape => readType(shape, category, isUpdate, issues)),
  );
  issues.throwIfAny();
  return inputs;
}

/** The types that a TypesDef names, for a delete: nothing else of them has to be there. */
export function readTypeNames(
  json: unknown,
): {name?: string; guid?: string; category: TypeCategory}[] {
  const issues = new TypeIssues();
  const root = new Shape(json, '', issues);
  const named = categories.flatMap(category =>
    root.list(listOfCategory[category]).map(shape => {
      const guid = shape.text('guid');
      if (shape.has('name') || guid === undefined) return {name: shape.required('name'), category};
      return {guid, category};
    }),
  );
  issues.throwIfAny();
  return named;
}

function readType(
  shape: Shape,
  category: TypeCategory,
  isUpdate: boolean,
  issues: TypeIssues,
): TypeInput {
  const guid = shape.text('guid');
  const name = isUpdate ? nameOfUpdate(shape, guid) : shape.given('name', maxNameLength);
  return {
    path: shape.path,
    name,
    ...defined('guid', guid),
    ...defined('description', shape.text('description')),
    ...defined('typeVersion', shape.text('typeVersion')),
    ...defined('serviceType', shape.text('serviceType')),
    ...defined('options', shape.textMap('options')),
    body: readBody(shape, category, name, issues),
  };
}

/** Which type an update means stands in its guid, too. */
function nameOfUpdate(shape: Shape, guid: string | undefined): string {
  return guid !== undefined && !shape.has('name') ? '' : shape.required('name', maxNameLength);
}

function readBody(
  shape: Shape,
  category: TypeCategory,
  name: string,
  issues: TypeIssues,
): TypeBody {
  switch (category) {
    case 'ENUM':
      return readEnum(shape, category, name, issues);
    case 'STRUCT':
      return {category, attributeDefs: readAttributes(shape, category, name, issues)};
    case 'BUSINESS_METADATA':
      return {category, attributeDefs: readAttributes(shape, category, name, issues)};
    case 'CLASSIFICATION':
      return {
        category,
        attributeDefs: readAttributes(shape, category, name, issues),
        superTypes: shape.texts('superTypes'),
        entityTypes: shape.texts('entityTypes'),
      };
    case 'ENTITY': {
      const overrides = shape.list('attributeDefOverrides').map(readOverride);
      return {
        category,
        attributeDefs: readAttributes(shape, category, name, issues),
        superTypes: shape.texts('superTypes'),
        ...(overrides.length > 0 ? {attributeDefOverrides: overrides} : {}),
      };
    }
    case 'RELATIONSHIP':
      return readRelationship(shape, category, name, issues);
  }
}

/** Of a value that comes twice, in whichever case, the last one counts, as the reference has it. */
function readEnum(shape: Shape, category: 'ENUM', name: string, issues: TypeIssues): TypeBody {
  const byValue = new Map<string, EnumElementDef>();
  for (const [i, element] of shape.list('elementDefs').entries()) {
    const value = element.text('value') ?? '';
    if (value.trim() === '')
      issues.add('MISSING_MANDATORY_ATTRIBUTE', name, `elementDefs[${i}].value`);
    const ordinal = element.integer('ordinal') ?? i;
    byValue.delete(value.toLowerCase());
    byValue.set(value.toLowerCase(), {
      value,
      ...defined('description', element.text('description')),
      ordinal,
    });
  }
  return {
    category,
    elementDefs: [...byValue.values()],
    ...defined('defaultValue', shape.text('defaultValue')),
  };
}

function readRelationship(
  shape: Shape,
  category: 'RELATIONSHIP',
  name: string,
  issues: TypeIssues,
): TypeBody {
  const relationshipCategory = shape.oneOf('relationshipCategory', [
    'ASSOCIATION',
    'AGGREGATION',
    'COMPOSITION',
  ]);
  if (!shape.has('relationshipCategory'))
    issues.add('RELATIONSHIPDEF_INVALID', `${name} has no relationshipCategory`);
  const [end1, end2] = [shape.object('endDef1'), shape.object('endDef2')];
  if (end1 === undefined || end2 === undefined)
    issues.add('RELATIONSHIPDEF_INSUFFICIENT_ENDS', name);
  // What stands in for a missing part is never seen: there is an issue, so the request fails.
  const absent = new Shape({type: '-', name: '-'}, '', new TypeIssues());
  return {
    category,
    attributeDefs: readAttributes(shape, category, name, issues),
    relationshipCategory: relationshipCategory ?? 'ASSOCIATION',
    ...defined('relationshipLabel', shape.text('relationshipLabel', maxNameLength)),
    propagateTags: shape.oneOf('propagateTags', propagateTagsValues) ?? 'NONE',
    endDef1: readEnd(end1 ?? absent),
    endDef2: readEnd(end2 ?? absent),
  };
}

function readEnd(shape: Shape): RelationshipEndDef {
  const copies = shape.list('propagateAttributes').map(pair => pair.allTexts());
  return {
    type: shape.required('type', maxNameLength),
    name: shape.required('name', maxNameLength),
    isContainer: shape.flag('isContainer'),
    cardinality: shape.oneOf('cardinality', ['SINGLE', 'LIST', 'SET']) ?? 'SINGLE',
    isLegacyAttribute: shape.flag('isLegacyAttribute'),
    ...defined('description', shape.text('description')),
    ...(shape.flag('propagateRename') ? {propagateRename: true} : {}),
    ...(copies.length > 0 ? {propagateAttributes: copies} : {}),
    ...(shape.flag('propagateDelete') ? {propagateDelete: true} : {}),
  };
}

/**
 * As the reference has it, a name that comes twice counts once, the later one, but within business
 * metadata it is an error; and what has no name is no attribute.
 */
function readAttributes(
  shape: Shape,
  category: TypeCategory,
  owner: string,
  issues: TypeIssues,
): AttributeDef[] {
  const byName = new Map<string, AttributeDef>();
  const named = shape.list('attributeDefs').filter(one => one.has('name') || !one.isObject);
  for (const attribute of named.map(readAttribute)) {
    if (attribute.name.trim() === '') issues.add('MISSING_MANDATORY_ATTRIBUTE', owner, 'name');
    if (category === 'BUSINESS_METADATA' && byName.has(attribute.name)) {
      issues.add('DUPLICATE_BUSINESS_METADATA_ATTRIBUTE', attribute.name, owner);
    }
    byName.set(attribute.name, attribute);
  }
  return [...byName.values()];
}

function readAttribute(shape: Shape): AttributeDef {
  const isOptional = shape.flag('isOptional');
  const cardinality = shape.oneOf('cardinality', ['SINGLE', 'LIST', 'SET']) ?? 'SINGLE';
  const isMany = cardinality !== 'SINGLE';
  const [min, max] = [shape.integer('valuesMinCount') ?? 0, shape.integer('valuesMaxCount') ?? 0];
  const constraints = shape.list('constraints').map(readConstraint);
  return {
    name: shape.given('name', maxNameLength),
    typeName: shape.required('typeName', maxNameLength).trim(),
    isOptional,
    cardinality,
    // What the reference keeps of the counts. Neither counts when values are checked.
    valuesMinCount: isOptional ? 0 : isMany && min > 1 ? min : 1,
    valuesMaxCount: !isMany ? 1 : max > 1 ? max : 2147483647,
    isUnique: shape.flag('isUnique'),
    isIndexable: shape.flag('isIndexable'),
    includeInNotification: shape.flag('includeInNotification'),
    ...defined('defaultValue', shape.text('defaultValue')),
    ...defined('description', shape.text('description')),
    searchWeight: shape.integer('searchWeight') ?? -1,
    ...defined('indexType', shape.oneOf('indexType', ['DEFAULT', 'STRING'])),
    ...(constraints.length > 0 ? {constraints} : {}),
    ...defined('options', shape.textMap('options')),
    ...defined('displayName', shape.text('displayName')),
    ...defined('autoComputeFormat', shape.text('autoComputeFormat')),
  };
}

function readConstraint(shape: Shape): ConstraintDef {
  const params = shape.object('params')?.record();
  return {type: shape.required('type'), ...(params === undefined ? {} : {params})};
}

/** Of an inherited attribute a type may say how it is computed for its own entities. */
function readOverride(shape: Shape): Partial<AttributeDef> {
  return {
    name: shape.required('name', maxNameLength),
    ...defined('autoComputeFormat', shape.text('autoComputeFormat')),
  };
}

/**
 * `{key: value}`, or nothing: an optional field of a definition is absent rather than undefined.
 */
function defined<K extends string, T>(key: K, value: T | undefined): {[P in K]?: T} {
  return value === undefined ? {} : ({[key]: value} as {[P in K]: T});
}
