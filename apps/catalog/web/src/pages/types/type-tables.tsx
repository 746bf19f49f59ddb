import type {AttributeDef} from '@gazetteer/model';
import {type Column, DataTable} from '@gazetteer/ui';
import type {TypeIndex} from '../../api/type-index.ts';
import type {EntityDefAnswer} from '../../api/wire.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {TypeName, TypeNames} from './type-name.tsx';
import {type AnyType, applicableTypes, attributesIn} from './type-parts.ts';

/** The same attribute may be told of by several types. */
type OwnedAttribute = AttributeDef & {readonly from: string};

/**
 * Attributes with where each comes from: entity types and classifications inherit theirs, the other
 * kinds have only their own.
 */
export function AttributesCard({def, types}: {def: AnyType; types: TypeIndex}) {
  const isTree = def.category === 'ENTITY' || def.category === 'CLASSIFICATION';
  const rows: readonly OwnedAttribute[] = isTree
    ? types
        .lineOf(def.name)
        .flatMap(one => one.attributeDefs.map(attribute => ({...attribute, from: one.name})))
    : attributesIn(def).map(attribute => ({...attribute, from: def.name}));
  return (
    <TitledCard title="Attributes" count={rows.length}>
      {rows.length === 0 ? (
        <p>It has none.</p>
      ) : (
        <DataTable
          label="Attributes"
          name="type-attributes"
          columns={attributeColumns(def, rows)}
          rows={rows}
          rowKey={row => `${row.from} ${row.name}`}
        />
      )}
    </TitledCard>
  );
}

/** Without columns in which nothing would stand. */
function attributeColumns(
  def: AnyType,
  rows: readonly OwnedAttribute[],
): readonly Column<OwnedAttribute>[] {
  const isBusiness = def.category === 'BUSINESS_METADATA';
  return [
    {id: 'name', header: 'Name', width: 180, cell: row => <bdi>{row.displayName ?? row.name}</bdi>},
    {id: 'type', header: 'Type', width: 180, cell: row => <TypeName name={row.typeName} />},
    // Left out where no row has any: most types have few traits.
    ...(rows.some(row => traitsOf(row).length > 0)
      ? [
          {
            id: 'traits',
            header: 'Constraints',
            width: 150,
            cell: (row: OwnedAttribute) => traitsOf(row).join(', '),
          },
        ]
      : []),
    ...(rows.some(row => row.defaultValue !== undefined)
      ? [
          {
            id: 'default',
            header: 'Default',
            width: 90,
            cell: (row: OwnedAttribute) => <bdi>{row.defaultValue ?? ''}</bdi>,
          },
        ]
      : []),
    ...(isBusiness
      ? [
          {
            id: 'applies',
            header: 'Applies to',
            width: 220,
            cell: (row: OwnedAttribute) => <TypeNames names={applicableTypes(row)} />,
          },
          {
            id: 'length',
            header: 'Max length',
            width: 110,
            cell: (row: OwnedAttribute) => row.options?.['maxStrLength'] ?? '',
          },
        ]
      : []),
    ...(rows.some(row => row.from !== def.name)
      ? [
          {
            id: 'from',
            header: 'From',
            width: 130,
            cell: (row: OwnedAttribute) =>
              row.from === def.name ? '' : <TypeName name={row.from} />,
          },
        ]
      : []),
    ...(rows.some(row => (row.description ?? '') !== '')
      ? [
          {
            id: 'description',
            header: 'Description',
            width: 210,
            cell: (row: OwnedAttribute) => <span dir="auto">{row.description ?? ''}</span>,
          },
        ]
      : []),
  ];
}

function traitsOf({
  isOptional,
  isUnique,
  isIndexable,
  searchWeight,
}: AttributeDef): readonly string[] {
  return [
    isOptional ? '' : 'required',
    isUnique ? 'unique' : '',
    isIndexable ? 'indexed' : '',
    // What the search thinks of a hit in it.
    searchWeight > 0 ? `weight ${searchWeight}` : '',
  ].filter(text => text !== '');
}

type RelationshipRow = ReturnType<TypeIndex['relationshipAttributesOf']>[number];

/** Attributes that relationship types give to entities of this type. */
export function RelationshipsCard({def, types}: {def: AnyType; types: TypeIndex}) {
  const rows = types.relationshipAttributesOf(def.name);
  if (rows.length === 0) return null;
  // The others are of types above it.
  const own = new Set(
    (def as EntityDefAnswer).relationshipAttributeDefs?.map(one => one.relationshipTypeName),
  );
  const columns: readonly Column<RelationshipRow>[] = [
    {id: 'name', header: 'Name', width: 200, cell: row => <bdi>{row.name}</bdi>},
    {id: 'type', header: 'Leads to', width: 220, cell: row => <TypeName name={row.typeName} />},
    {
      id: 'relationship',
      header: 'By',
      width: 260,
      cell: row => <TypeName name={row.relationshipTypeName} />,
    },
    {
      id: 'own',
      header: 'Inherited',
      width: 110,
      cell: row => (own.has(row.relationshipTypeName) ? '' : 'yes'),
    },
  ];
  return (
    <TitledCard title="Relationships" count={rows.length}>
      <DataTable
        label="Relationships"
        name="type-relationships"
        columns={columns}
        rows={rows}
        rowKey={row => `${row.name} ${row.relationshipTypeName}`}
      />
    </TitledCard>
  );
}

/** Values of an enumeration. */
export function ElementsCard({def}: {def: Extract<AnyType, {elementDefs: unknown}>}) {
  return (
    <TitledCard title="Values" count={def.elementDefs.length}>
      <DataTable
        label="Values"
        name="type-elements"
        columns={[
          {id: 'ordinal', header: 'No.', width: 80, align: 'end', cell: row => row.ordinal},
          {id: 'value', header: 'Value', width: 260, cell: row => <bdi>{row.value}</bdi>},
          {
            id: 'description',
            header: 'Description',
            width: 400,
            cell: row => <span dir="auto">{row.description ?? ''}</span>,
          },
        ]}
        rows={def.elementDefs}
        rowKey={row => row.value}
      />
    </TitledCard>
  );
}
