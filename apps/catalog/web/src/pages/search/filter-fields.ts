import type {AttributeDef} from '@gazetteer/model';
import type {FieldKind, FilterField} from '@gazetteer/ui/filter';
import {allEntityTypes, isInternal, type TypeIndex} from '../../api/type-index.ts';
import {numberTypes} from '../../entity/attribute-kind.ts';
import {businessMetadataOf} from '../../entity/business-metadata.ts';
import {attributeLabels} from '../../entity/display-name.ts';

const systemGroup = 'System attributes';

/**
 * What conditions can be about: attributes of the type, of its sub-types as far as several share
 * them, and of every entity.
 */
export function entityFields(types: TypeIndex, typeName: string): readonly FilterField[] {
  const names = typeName.split(',');
  // Without a type those of assets are offered: all attributes of all types would be thousands.
  const isAll = typeName === allEntityTypes;
  const own = (isAll ? ['Asset'] : names).flatMap(name => {
    const labelOf = attributeLabels(types, name);
    const group = isAll ? 'Of assets' : 'Attributes';
    return types.attributesOf(name).flatMap(def => fieldOf(types, def, labelOf(def.name), group));
  });
  // An address may name several types; what they share is offered once.
  return [...unique(own), ...businessFields(types, typeName), ...systemFields(types)];
}

/** Business metadata that entities of the types may have, by `Name.attribute`. */
function businessFields(types: TypeIndex, typeName: string): readonly FilterField[] {
  const groups =
    typeName === allEntityTypes
      ? [...types.businessMetadata.values()].map(def => [def.name, def.attributeDefs] as const)
      : typeName.split(',').flatMap(name => businessMetadataOf(types, name));
  return unique(
    groups.flatMap(([group, defs]) =>
      defs.flatMap(def =>
        fieldOf(types, def, def.displayName ?? def.name, group).map(field => ({
          ...field,
          name: `${group}.${def.name}`,
          label: `${group}: ${field.label}`,
        })),
      ),
    ),
  );
}

/**
 * What a classification can be filtered by: its own and inherited attributes, then what the server
 * keeps of each one attached.
 */
export function classificationFields(types: TypeIndex, name: string): readonly FilterField[] {
  const own = types
    .attributesOf(name)
    .flatMap(def => fieldOf(types, def, def.displayName ?? def.name, 'Attributes'));
  const of = (name: string, label: string, kind: FieldKind): FilterField => ({
    name,
    label,
    kind,
    group: 'System attributes',
  });
  return [
    ...unique(own),
    of('__timestamp', 'Created', 'date'),
    of('__modificationTimestamp', 'Updated', 'date'),
    of('__createdBy', 'Created by', 'text'),
    of('__modifiedBy', 'Updated by', 'text'),
  ];
}

/** What relationships of a type can be filtered by. */
export function relationshipFields(types: TypeIndex, name: string): readonly FilterField[] {
  const defs = types.relationships.get(name)?.attributeDefs ?? [];
  const own = defs.flatMap(def => fieldOf(types, def, def.displayName ?? def.name, 'Attributes'));
  // What the server keeps of relationships as well.
  const known = new Set([
    '__state',
    '__timestamp',
    '__modificationTimestamp',
    '__createdBy',
    '__modifiedBy',
    '__guid',
  ]);
  return [...unique(own), ...systemFields(types).filter(field => known.has(field.name))];
}

function systemFields(types: TypeIndex): readonly FilterField[] {
  const of = (
    name: string,
    label: string,
    kind: FieldKind,
    options?: readonly string[],
  ): FilterField => ({
    name,
    label,
    kind,
    group: systemGroup,
    ...(options === undefined ? {} : {options}),
  });
  // To be chosen and not typed, since a misspelled one finds nothing.
  const typeNames = [...types.entities.keys()].filter(name => !isInternal(name)).toSorted();
  const classifications = [...types.classifications.keys()]
    .filter(name => !isInternal(name))
    .toSorted();
  return [
    of('__typeName', 'Type', 'choice', typeNames),
    of('__state', 'Status', 'choice', ['ACTIVE', 'DELETED']),
    of('__classificationNames', 'Direct classification', 'choice', classifications),
    of('__propagatedClassificationNames', 'Propagated classification', 'choice', classifications),
    of('__timestamp', 'Created', 'date'),
    of('__modificationTimestamp', 'Updated', 'date'),
    of('__createdBy', 'Created by', 'text'),
    of('__modifiedBy', 'Updated by', 'text'),
    of('__labels', 'Labels', 'text'),
    of('__customAttributes', 'Custom properties', 'text'),
    of('__guid', 'GUID', 'text'),
    of('__isIncomplete', 'Incomplete', 'boolean'),
  ];
}

/** Attributes that hold structures or references cannot be compared. */
function fieldOf(
  types: TypeIndex,
  def: AttributeDef,
  label: string,
  group: string,
): readonly FilterField[] {
  // A condition on a list is about its elements.
  const inner = /^array<(.*)>$/.exec(def.typeName)?.[1] ?? def.typeName;
  const options = types.enums.get(inner)?.elementDefs.map(element => element.value);
  if (options !== undefined) return [{name: def.name, label, kind: 'choice', options, group}];
  const kind: FieldKind | undefined = numberTypes.has(inner)
    ? 'number'
    : ({string: 'text', boolean: 'boolean', date: 'date'} as const)[inner];
  return kind === undefined ? [] : [{name: def.name, label, kind, group}];
}

function unique(fields: readonly FilterField[]): readonly FilterField[] {
  return [...new Map(fields.map(field => [field.name, field])).values()].toSorted((a, b) =>
    a.label.localeCompare(b.label),
  );
}
