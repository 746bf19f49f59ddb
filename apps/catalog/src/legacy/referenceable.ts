import {
  isExact,
  type Attribute,
  type Attributes,
  type ClassificationJson,
  type EntityJson,
  type Guid,
  type TypeRegistry,
  type ValueType,
} from '@gazetteer/model';

/** Entities as the API before v2 shows them. */

export type Fields = Record<string, unknown>;

/** By which clients tell what an object is. */
export const jsonClass = (name: 'Id' | 'Struct' | 'Reference'): string =>
  `org.apache.atlas.typesystem.json.InstanceSerialization$_${name}`;

export type Referenceable = {
  jsonClass: string;
  id: Fields;
  typeName: string;
  values: Fields;
  traitNames: string[];
  traits: Fields;
  systemAttributes: Fields;
};

/** Full forms of entities, with those that they own and show in their place. */
export type Shown = {
  readonly types: TypeRegistry;
  readonly owned: Readonly<Record<Guid, EntityJson>>;
  /** What an entity stands in, which is not shown in it again. */
  readonly inside?: readonly Guid[];
};

/** How one style of answer writes what has no form of its own in JSON. */
type Style = {
  entity: (shown: Shown, entity: EntityJson) => Fields;
  id: (id: {guid: Guid; typeName: string; status?: unknown}) => Fields;
  struct: (typeName: string, values: Fields | null) => Fields;
};

const referenceables: Style = {entity: showReferenceable, id: idOf, struct: showStruct};

/**
 * The full form of an entity as a Referenceable: what it owns stands in it, others by their ids.
 * Dates are texts there.
 */
export function showReferenceable(shown: Shown, entity: EntityJson): Referenceable {
  const classifications = classificationsOf(entity);
  return {
    jsonClass: jsonClass('Reference'),
    id: idOf(entity),
    typeName: entity.typeName,
    values: valuesOfEntity(shown, entity, referenceables),
    traitNames: classifications.map(one => one.typeName),
    traits: Object.fromEntries(
      classifications.map(one => [one.typeName, showTrait(shown.types, one)]),
    ),
    systemAttributes: {
      createdBy: entity['createdBy'],
      modifiedBy: entity['updatedBy'],
      createdTime: showDate(entity['createTime']),
      modifiedTime: showDate(entity['updateTime']),
    },
  };
}

/** A classification without attributes has no values either. */
export function showTrait(types: TypeRegistry, {typeName, attributes}: ClassificationJson): Fields {
  return showStruct(typeName, traitValues(types, typeName, attributes));
}

/** Null where the type has no attributes: so it stands in recorded answers. */
function traitValues(
  types: TypeRegistry,
  typeName: string,
  values: Attributes = {},
): Fields | null {
  const {attributes} = types.classificationTypes.get(typeName) ?? {};
  if (attributes === undefined || attributes.size === 0) return null;
  return showValues({types, owned: {}}, values, attributes, referenceables);
}

/** A struct or trait as V1 writes it. */
export function showStruct(typeName: string, values: Fields | null): Fields {
  return {jsonClass: jsonClass('Struct'), typeName, values};
}

/**
 * V1 repeats an entity's id as an object with a version, which is 0 ever since the store keeps
 * none.
 */
function idOf({guid, typeName, status}: {guid: Guid; typeName: string; status?: unknown}): Fields {
  return {jsonClass: jsonClass('Id'), id: guid, version: 0, typeName, state: status ?? 'ACTIVE'};
}

/** Members with `$` tell what a row is; all others are its attributes. */
const rows: Style = {
  entity: showRow,
  id: ({guid, typeName, status}) => ({
    id: guid,
    $typeName$: typeName,
    version: 0,
    state: status ?? 'ACTIVE',
  }),
  struct: (typeName, values) => ({$typeName$: typeName, ...values}),
};

/** The full form of an entity as a row of a search: flat, and what it owns as rows in it. */
export function showRow(shown: Shown, entity: EntityJson, style = rows): Fields {
  const traits = classificationsOf(entity).map(({typeName, attributes}) => [
    typeName,
    rows.struct(typeName, traitValues(shown.types, typeName, attributes)),
  ]);
  return {
    $typeName$: entity.typeName,
    $id$: rows.id(entity),
    $systemAttributes$: {
      createdBy: entity['createdBy'],
      modifiedBy: entity['updatedBy'],
      createdTime: javaDate(entity['createTime']),
      modifiedTime: javaDate(entity['updateTime']),
    },
    ...(traits.length === 0 ? {} : {$traits$: Object.fromEntries(traits)}),
    ...valuesOfEntity(shown, entity, style),
  };
}

/** Those of schemas tell of other entities less. */
const schemaRows: Style = {...rows, id: ({guid, typeName}) => ({id: guid, $typeName$: typeName})};

/** An element of a schema: a row with everything as it is, but what it owns. */
export function showSchemaRow(types: TypeRegistry, entity: EntityJson): Fields {
  return {...showRow({types, owned: {}}, entity, schemaRows), $id$: rows.id(entity)};
}

function classificationsOf(entity: EntityJson): ClassificationJson[] {
  return (entity['classifications'] ?? []) as ClassificationJson[];
}

/**
 * An entity that is owned stands inside its owner; one that is inside already is only named, or
 * owners would nest for ever.
 */
function valuesOfEntity(outer: Shown, entity: EntityJson, style: Style): Fields {
  const shown = {...outer, inside: [...(outer.inside ?? []), entity.guid]};
  const type = shown.types.entityTypes.get(entity.typeName);
  const owns = (name: string) =>
    type?.attributes.get(name)?.isOwned === true ||
    type?.relationshipAttributes.get(name)?.some(end => end.isOwned);
  return Object.fromEntries(
    Object.entries(entity.attributes).map(([name, value]) => [
      name,
      showValue(shown, value, type?.attributes.get(name)?.type, style, owns(name) === true),
    ]),
  );
}

/** Attributes by their types; those that no type knows stay as they are. */
function showValues(
  shown: Shown,
  values: Attributes,
  attributes: ReadonlyMap<string, Attribute> | undefined,
  style: Style,
): Fields {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      showValue(shown, value, attributes?.get(name)?.type, style),
    ]),
  );
}

/**
 * V1 writes dates as text, enumerations with their ordinal, and owned entities inside the value.
 */
function showValue(
  shown: Shown,
  value: unknown,
  type: ValueType | undefined,
  style: Style,
  isOwned = false,
): unknown {
  if (type?.kind === 'primitive' && type.name === 'date') return showDate(value);
  if (type?.kind === 'enum' && typeof value === 'string')
    return showEnum(shown.types, type.name, value);
  if (Array.isArray(value)) {
    const element = type?.kind === 'array' ? type.element : undefined;
    return value.map(one => showValue(shown, one, element, style, isOwned));
  }
  if (!isFields(value)) return value;
  const {guid, typeName, attributes} = value;
  if (typeof guid === 'string' && typeof typeName === 'string') {
    const entity = isOwned && shown.inside?.includes(guid) !== true ? shown.owned[guid] : undefined;
    return entity === undefined ? style.id({guid, typeName}) : style.entity(shown, entity);
  }
  if (type?.kind === 'map')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, showValue(shown, one, type.value, style)]),
    );
  if (type?.kind !== 'struct' || !isFields(attributes)) return value;
  return style.struct(
    type.name,
    showValues(shown, attributes, shown.types.structTypes.get(type.name)?.attributes, style),
  );
}

/** A value that the type has no more is shown as it is. */
function showEnum(types: TypeRegistry, name: string, value: string): unknown {
  const element = types.enumTypes.get(name)?.def.elementDefs.find(one => one.value === value);
  return element === undefined ? value : {value, ordinal: element.ordinal};
}

function dateOf(value: unknown): Date | undefined {
  const time = typeof value === 'number' ? new Date(value) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time;
}

function showDate(value: unknown): unknown {
  return dateOf(value)?.toISOString() ?? value;
}

/** `Sun Nov 22 12:12:37 UTC 2026` */
function javaDate(value: unknown): unknown {
  const [day, date, month, year, time] =
    dateOf(value)?.toUTCString().replace(',', '').split(' ') ?? [];
  return day === undefined ? value : `${day} ${month} ${date} ${time} UTC ${year}`;
}

/** A JSON object. Numbers that JSON cannot hold are objects as well, and are none here. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExact(value);
}
