import type {AttributeDef} from '@gazetteer/model';
import type {FieldKind, FilterField} from '@gazetteer/ui/filter';
import {allEntityTypes, isInternal, type TypeIndex} from '../../api/type-index.ts';
import {businessMetadataOf} from '../../entity/business-metadata.ts';

const numbers = new Set(['byte', 'short', 'int', 'long', 'float', 'double', 'biginteger', 'bigdecimal']);
const systemGroup = 'Of every entity';

/** What conditions can be about: attributes of the type, of its sub-types as far as several share them, and of every entity. */
export function entityFields(types: TypeIndex, typeName: string): readonly FilterField[] {
  const names = typeName.split(',');
  const own =
    typeName === allEntityTypes ? types.attributesOf('Asset') : names.flatMap(name => types.attributesOf(name));
  return [
    ...unique(own.flatMap(def => fieldOf(types, def, typeName === allEntityTypes ? 'Of assets' : 'Attributes'))),
    ...businessFields(types, typeName),
    ...systemFields(types),
  ];
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
        fieldOf(types, def, group).map(field => ({
          ...field,
          name: `${group}.${def.name}`,
          label: `${group}: ${field.label}`,
        })),
      ),
    ),
  );
}

export function classificationFields(types: TypeIndex, name: string): readonly FilterField[] {
  const own = types.attributesOf(name).flatMap(def => fieldOf(types, def, 'Attributes'));
  const of = (name: string, label: string, kind: FieldKind): FilterField => ({
    name,
    label,
    kind,
    group: 'Of every classification',
  });
  return [
    ...unique(own),
    of('__timestamp', 'stored', 'date'),
    of('__modificationTimestamp', 'changed', 'date'),
    of('__createdBy', 'stored by', 'text'),
    of('__modifiedBy', 'changed by', 'text'),
  ];
}

function systemFields(types: TypeIndex): readonly FilterField[] {
  const of = (name: string, label: string, kind: FieldKind, options?: readonly string[]): FilterField => ({
    name,
    label,
    kind,
    group: systemGroup,
    ...(options === undefined ? {} : {options}),
  });
  const typeNames = [...types.entities.keys()].filter(name => !isInternal(name)).toSorted();
  const classifications = [...types.classifications.keys()].filter(name => !isInternal(name)).toSorted();
  return [
    of('__typeName', 'type', 'choice', typeNames),
    of('__state', 'status', 'choice', ['ACTIVE', 'DELETED']),
    of('__classificationNames', 'own classification', 'choice', classifications),
    of('__propagatedClassificationNames', 'propagated classification', 'choice', classifications),
    of('__timestamp', 'stored', 'date'),
    of('__modificationTimestamp', 'changed', 'date'),
    of('__createdBy', 'stored by', 'text'),
    of('__modifiedBy', 'changed by', 'text'),
    of('__labels', 'labels', 'text'),
    of('__customAttributes', 'user-defined properties', 'text'),
    of('__guid', 'guid', 'text'),
    of('__isIncomplete', 'incomplete', 'boolean'),
  ];
}

/** Attributes that hold structures or references cannot be compared. */
function fieldOf(types: TypeIndex, def: AttributeDef, group: string): readonly FilterField[] {
  const label = def.displayName ?? def.name;
  const inner = /^array<(.*)>$/.exec(def.typeName)?.[1] ?? def.typeName;
  const options = types.enums.get(inner)?.elementDefs.map(element => element.value);
  if (options !== undefined) return [{name: def.name, label, kind: 'choice', options, group}];
  const kind: FieldKind | undefined = numbers.has(inner)
    ? 'number'
    : ({string: 'text', boolean: 'boolean', date: 'date'} as const)[inner];
  return kind === undefined ? [] : [{name: def.name, label, kind, group}];
}

function unique(fields: readonly FilterField[]): readonly FilterField[] {
  return [...new Map(fields.map(field => [field.name, field])).values()].toSorted((a, b) =>
    a.label.localeCompare(b.label),
  );
}
