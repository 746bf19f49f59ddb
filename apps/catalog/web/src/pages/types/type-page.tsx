import {Badge, Button, Group} from '@mantine/core';
import {type Column, DataTable, EmptyState, JsonView, messageOf, Page, toast, useConfirm, When} from '@gazetteer/ui';
import type {AttributeDef, RelationshipEndDef} from '@gazetteer/model';
import {useMutation, useSuspenseQuery} from '@tanstack/react-query';
import {getRouteApi, Link, useNavigate} from '@tanstack/react-router';
import {Pencil, Plus, Search, Shapes, Trash2} from 'lucide-react';
import {useMemo} from 'react';
import {client} from '../../api/client.ts';
import {metricsQuery, queries} from '../../api/queries.ts';
import {type TypeIndex, useTypes} from '../../api/type-index.ts';
import type {EntityDefAnswer} from '../../api/wire.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {searchLink} from '../search/search-link.ts';
import {HierarchyPicture} from './hierarchy-picture.tsx';
import {categoryNames, typeNamed, usesOf} from './type-kinds.ts';
import {type AnyType, applicableTypes, attributesIn, subTypesIn, superTypesIn} from './type-parts.ts';
import {TypeName} from './type-name.tsx';
import classes from './types.module.css';

const route = getRouteApi('/types/$name');

/** One type of any category: what it has, where it stands, and what needs it. */
export function TypePage() {
  const {name} = route.useParams();
  const types = useTypes();
  const def = typeNamed(types, name);
  if (def === undefined)
    return (
      <Page title={name}>
        <EmptyState title="No such type" icon={<Shapes size={40} strokeWidth={1.5} />}>
          <Link to="/types">All types</Link>
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title={def.name}
      lead={<Shapes size={26} strokeWidth={1.75} aria-hidden />}
      note={
        <Group gap="xs">
          <Link to="/types" search={{category: def.category}}>
            {categoryNames[def.category].one}
          </Link>
          {def.serviceType !== undefined && (
            <Badge variant="default" tt="none">
              {def.serviceType}
            </Badge>
          )}
        </Group>
      }
      actions={<Actions def={def} />}
    >
      <div className={classes['cards']}>
        <FactsCard def={def} />
        <HierarchyCard def={def} types={types} />
        {'endDef1' in def && (
          <div className={classes['columns']}>
            <EndCard end={def.endDef1} title="First end" />
            <EndCard end={def.endDef2} title="Second end" />
          </div>
        )}
        {'elementDefs' in def && <ElementsCard def={def} />}
        {'attributeDefs' in def && <AttributesCard def={def} types={types} />}
        {def.category === 'ENTITY' && <RelationshipsCard def={def} types={types} />}
        <UsesCard def={def} types={types} />
        <TitledCard title="As JSON">
          <JsonView value={def} label={`definition of ${def.name}`} maxHeight="20rem" />
        </TitledCard>
      </div>
    </Page>
  );
}

function Actions({def}: {def: AnyType}) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = useMutation({
    mutationFn: () => client.call('DELETE /v2/types/typedef/name/{name}', {path: {name: def.name}, query: {}}),
    onSuccess: async () => {
      await navigate({to: '/types', search: {category: def.category}});
      await Promise.all([
        queries.invalidateQueries({queryKey: ['types']}),
        queries.invalidateQueries({queryKey: ['metrics']}),
      ]);
      toast({kind: 'done', title: `${def.name} was deleted`});
    },
    onError: error => toast({kind: 'problem', title: `${def.name} was not deleted`, text: messageOf(error)}),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete ${def.name}?`,
      text: 'Types in use can’t be deleted.',
      action: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate();
  };
  const isTree = def.category === 'ENTITY' || def.category === 'CLASSIFICATION';
  return (
    <>
      {isTree && (
        <Button
          variant="default"
          leftSection={<Search size={16} />}
          renderRoot={own => (
            <Link
              {...own}
              to="/search/searchResult"
              search={searchLink(def.category === 'ENTITY' ? {type: def.name} : {tag: def.name})}
            />
          )}
        >
          {def.category === 'ENTITY' ? 'View entities' : 'View classified entities'}
        </Button>
      )}
      {isTree && (
        <Button
          variant="default"
          leftSection={<Plus size={16} />}
          renderRoot={own => <Link {...own} to="/newType" search={{category: def.category, under: def.name}} />}
        >
          Sub-type
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Pencil size={16} />}
        renderRoot={own => <Link {...own} to="/types/$name/edit" params={{name: def.name}} />}
      >
        Edit
      </Button>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} />}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        Delete
      </Button>
    </>
  );
}

function FactsCard({def}: {def: AnyType}) {
  const {entity, tag} = useSuspenseQuery(metricsQuery).data.data;
  const counts =
    def.category === 'ENTITY' ? entity.entityActive : def.category === 'CLASSIFICATION' ? tag.tagEntities : undefined;
  return (
    <TitledCard title="About">
      <dl className={classes['facts']}>
        {def.description !== '' && def.description !== def.name && (
          <Fact name="Description">
            <span dir="auto">{def.description}</span>
          </Fact>
        )}
        {counts !== undefined && (
          <Fact name={def.category === 'ENTITY' ? 'Entities' : 'Given directly to'}>
            {(counts[def.name] ?? 0).toLocaleString()}
          </Fact>
        )}
        {'entityTypes' in def && (
          <Fact name="May be carried by">
            {def.entityTypes.length === 0 ? 'any entity' : <Names names={def.entityTypes} />}
          </Fact>
        )}
        {'endDef1' in def && <Fact name="Kind">{def.relationshipCategory.toLowerCase()}</Fact>}
        {'endDef1' in def && <Fact name="Classifications">{propagation[def.propagateTags]}</Fact>}
        {'defaultValue' in def && def.defaultValue !== undefined && <Fact name="Default">{def.defaultValue}</Fact>}
        {Object.entries(def.options ?? {}).map(([name, value]) => (
          <Fact key={name} name={name}>
            <bdi>{value}</bdi>
          </Fact>
        ))}
        <Fact name="Version">
          {def.version} ({def.typeVersion})
        </Fact>
        <Fact name="Made">
          <When ms={def.createTime} /> by <bdi>{def.createdBy}</bdi>
        </Fact>
        <Fact name="Changed">
          <When ms={def.updateTime} /> by <bdi>{def.updatedBy}</bdi>
        </Fact>
      </dl>
    </TitledCard>
  );
}

const propagation = {
  NONE: 'stay where they are',
  ONE_TO_TWO: 'pass on to the second end',
  TWO_TO_ONE: 'pass on to the first end',
  BOTH: 'pass on in both directions',
} as const;

function Fact({name, children}: {name: string; children: React.ReactNode}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function HierarchyCard({def, types}: {def: AnyType; types: TypeIndex}) {
  const near = useMemo(() => {
    const below = subTypesIn(def).flatMap(name => typeNamed(types, name) ?? []);
    return [...types.lineOf(def.name), ...below] as readonly AnyType[];
  }, [def, types]);
  if (superTypesIn(def).length === 0 && subTypesIn(def).length === 0) return null;
  return (
    <TitledCard title="Type hierarchy">
      <HierarchyPicture
        defs={near}
        current={def.name}
        label={`Super-types and sub-types of ${def.name}`}
        maxHeight="min(24rem, 60vh)"
      />
    </TitledCard>
  );
}

type OwnedAttribute = AttributeDef & {readonly from: string};

function AttributesCard({def, types}: {def: AnyType; types: TypeIndex}) {
  const isTree = def.category === 'ENTITY' || def.category === 'CLASSIFICATION';
  const rows: readonly OwnedAttribute[] = isTree
    ? types.lineOf(def.name).flatMap(one => one.attributeDefs.map(attribute => ({...attribute, from: one.name})))
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
function attributeColumns(def: AnyType, rows: readonly OwnedAttribute[]): readonly Column<OwnedAttribute>[] {
  const isBusiness = def.category === 'BUSINESS_METADATA';
  return [
    {id: 'name', header: 'Name', width: 180, cell: row => <bdi>{row.displayName ?? row.name}</bdi>},
    {id: 'type', header: 'Type', width: 180, cell: row => <TypeName name={row.typeName} />},
    ...(rows.some(row => traitsOf(row).length > 0)
      ? [{id: 'traits', header: 'Constraints', width: 150, cell: (row: OwnedAttribute) => traitsOf(row).join(', ')}]
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
            cell: (row: OwnedAttribute) => <Names names={applicableTypes(row)} />,
          },
          {
            id: 'length',
            header: 'Longest',
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
            cell: (row: OwnedAttribute) => (row.from === def.name ? '' : <TypeName name={row.from} />),
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

function traitsOf({isOptional, isUnique, isIndexable, searchWeight}: AttributeDef): readonly string[] {
  return [
    isOptional ? '' : 'required',
    isUnique ? 'unique' : '',
    isIndexable ? 'indexed' : '',
    searchWeight > 0 ? `weight ${searchWeight}` : '',
  ].filter(text => text !== '');
}

type RelationshipRow = ReturnType<TypeIndex['relationshipAttributesOf']>[number];

function RelationshipsCard({def, types}: {def: AnyType; types: TypeIndex}) {
  const rows = types.relationshipAttributesOf(def.name);
  if (rows.length === 0) return null;
  const own = new Set((def as EntityDefAnswer).relationshipAttributeDefs?.map(one => one.relationshipTypeName));
  const columns: readonly Column<RelationshipRow>[] = [
    {id: 'name', header: 'Name', width: 200, cell: row => <bdi>{row.name}</bdi>},
    {id: 'type', header: 'Leads to', width: 220, cell: row => <TypeName name={row.typeName} />},
    {id: 'relationship', header: 'By', width: 260, cell: row => <TypeName name={row.relationshipTypeName} />},
    {id: 'own', header: 'Inherited', width: 110, cell: row => (own.has(row.relationshipTypeName) ? '' : 'yes')},
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

function EndCard({end, title}: {end: RelationshipEndDef; title: string}) {
  return (
    <TitledCard title={title}>
      <dl className={classes['facts']}>
        <Fact name="Type">
          <TypeName name={end.type} />
        </Fact>
        <Fact name="Its attribute">
          <bdi>{end.name}</bdi>
        </Fact>
        <Fact name="Holds">
          {end.cardinality === 'SINGLE' ? 'one' : end.cardinality === 'SET' ? 'a set' : 'a list'}
        </Fact>
        {end.isContainer && <Fact name="Contains">the other end goes with it when it is deleted</Fact>}
        {end.description !== undefined && end.description !== '' && (
          <Fact name="Description">
            <span dir="auto">{end.description}</span>
          </Fact>
        )}
      </dl>
    </TitledCard>
  );
}

function ElementsCard({def}: {def: Extract<AnyType, {elementDefs: unknown}>}) {
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

function UsesCard({def, types}: {def: AnyType; types: TypeIndex}) {
  const uses = useMemo(() => usesOf(types, def.name), [types, def.name]);
  if (uses.length === 0) return null;
  return (
    <TitledCard title="Used by" count={uses.length}>
      <ul className={classes['list']}>
        {uses.map(({name, how}) => (
          <li key={`${name} ${how}`}>
            <span>
              <TypeName name={name} />: <bdi>{how}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function Names({names}: {names: readonly string[]}) {
  return names.map((name, n) => (
    <span key={name}>
      {n > 0 && ', '}
      <TypeName name={name} />
    </span>
  ));
}
