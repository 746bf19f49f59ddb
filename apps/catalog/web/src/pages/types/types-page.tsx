import {Button, Group, Menu, NativeSelect, SegmentedControl, TextInput} from '@mantine/core';
import type {TypeCategory} from '@gazetteer/model';
import {type Column, DataTable, EmptyState, Page} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {getRouteApi, Link, useNavigate} from '@tanstack/react-router';
import {ChevronDown, Plus, Search, Shapes} from 'lucide-react';
import {useMemo} from 'react';
import {May} from '../../api/may.tsx';
import {metricsQuery} from '../../api/queries.ts';
import {type TypeIndex, useTypes} from '../../api/type-index.ts';
import {HierarchyPicture} from './hierarchy-picture.tsx';
import {categories, categoryNames, isCategory, typesOf} from './type-kinds.ts';
import {type AnyType, attributesIn, superTypesIn} from './type-parts.ts';
import type {TypesLink} from './types-link.ts';
import {TypeName} from './type-name.tsx';
import classes from './types.module.css';

const route = getRouteApi('/types');

/** All types of a category, as a list or, where they stand under each other, as a picture. */
export function TypesPage() {
  const types = useTypes();
  const link = route.useSearch();
  const navigate = useNavigate();
  const category = isCategory(link.category) ? link.category : 'ENTITY';
  const all = useMemo(() => typesOf(types, category), [types, category]);
  const services = [...new Set(all.flatMap(def => def.serviceType ?? []))].sort();
  const shown = useMemo(() => filtered(all, link), [all, link]);
  const hasPicture = category === 'ENTITY' || category === 'CLASSIFICATION';
  const isPicture = hasPicture && link.view === 'picture';
  const drawn = useMemo(
    () => (isPicture ? withSuperTypes(shown, types) : []),
    [isPicture, shown, types],
  );
  const go = (change: Partial<TypesLink>) =>
    // Each letter of a search would be a step of the way back otherwise.
    void navigate({to: '/types', search: {...link, ...change}, replace: true});
  return (
    <Page
      title="Types"
      isFull
      actions={
        <>
          {category === 'BUSINESS_METADATA' && (
            <May to="entity-update-business-metadata">
              <Button
                size="xs"
                variant="default"
                renderRoot={props => <Link to="/import/businessMetadata" {...props} />}
              >
                Import values
              </Button>
            </May>
          )}
          <May to="type-create">
            <NewTypeMenu category={category} />
          </May>
        </>
      }
    >
      <Group gap="sm" mb="sm">
        <NativeSelect
          aria-label="Category"
          size="sm"
          value={category}
          data={categories.map(one => ({
            value: one,
            label: `${categoryNames[one].many} (${typesOf(types, one).length})`,
          }))}
          onChange={event =>
            // Services of one category are not those of another.
            go({category: event.currentTarget.value, service: '', view: link.view})
          }
        />
        {services.length > 1 && (
          <NativeSelect
            aria-label="Service"
            size="sm"
            value={link.service ?? ''}
            data={[{value: '', label: 'All services'}, ...services]}
            onChange={event => go({service: event.currentTarget.value})}
          />
        )}
        <TextInput
          className={classes['find']}
          size="sm"
          aria-label="Find a type or an attribute"
          placeholder="Find a type or an attribute"
          leftSection={<Search size={15} aria-hidden />}
          value={link.find ?? ''}
          onChange={event => go({find: event.currentTarget.value})}
        />
        {hasPicture && (
          <SegmentedControl
            size="xs"
            aria-label="Show as"
            value={isPicture ? 'picture' : 'list'}
            onChange={view => go({view: view === 'picture' ? view : ''})}
            data={[
              {value: 'list', label: 'List'},
              {value: 'picture', label: 'Diagram'},
            ]}
          />
        )}
      </Group>
      {shown.length === 0 ? (
        <Nothing category={category} isFiltered={all.length > 0} />
      ) : isPicture ? (
        <HierarchyPicture defs={drawn} label={`${categoryNames[category].many} by supertype`} />
      ) : (
        <TypeTable defs={shown} category={category} />
      )}
    </Page>
  );
}

function filtered(all: readonly AnyType[], {service, find = ''}: TypesLink): readonly AnyType[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  return all
    .filter(def => service === undefined || def.serviceType === service)
    .filter(def => {
      // A line each, so that no word is found across two names.
      const text = [def.name, def.description, ...attributesIn(def).map(one => one.name)]
        .join('\n')
        .toLowerCase();
      return words.every(word => text.includes(word));
    });
}

/** A picture of some types has the ones above them, so that it is clear where they stand. */
function withSuperTypes(defs: readonly AnyType[], types: TypeIndex): readonly AnyType[] {
  return [
    ...new Map(
      defs.flatMap(def => [def, ...types.lineOf(def.name)]).map(def => [def.name, def]),
    ).values(),
  ];
}

function NewTypeMenu({category}: {category: TypeCategory}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<Plus size={16} />} rightSection={<ChevronDown size={14} />}>
          New type
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {/* What somebody is looking at is what they probably want one of. */}
        {[category, ...categories.filter(one => one !== category)].map(one => (
          <Menu.Item
            key={one}
            renderRoot={own => <Link {...own} to="/newType" search={{category: one}} />}
          >
            New {categoryNames[one].one}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Nothing({category, isFiltered}: {category: TypeCategory; isFiltered: boolean}) {
  const {many, one} = categoryNames[category];
  if (isFiltered)
    return (
      <EmptyState
        title={`No ${many.toLowerCase()} fit`}
        icon={<Shapes size={40} strokeWidth={1.5} />}
      />
    );
  return (
    <EmptyState
      title={`No ${many.toLowerCase()} yet`}
      icon={<Shapes size={40} strokeWidth={1.5} />}
    >
      <May to="type-create">
        <Button renderRoot={own => <Link {...own} to="/newType" search={{category}} />}>
          New {one}
        </Button>
      </May>
    </EmptyState>
  );
}

function TypeTable({defs, category}: {defs: readonly AnyType[]; category: TypeCategory}) {
  const navigate = useNavigate();
  const {entity, tag} = useSuspenseQuery(metricsQuery).data.data;
  const counts =
    category === 'ENTITY'
      ? entity.entityActive
      : category === 'CLASSIFICATION'
        ? tag.tagEntities
        : undefined;
  const name: Column<AnyType> = {
    id: 'name',
    header: 'Name',
    width: 260,
    cell: def => (
      <Link to="/types/$name" params={{name: def.name}}>
        <bdi>{def.name}</bdi>
      </Link>
    ),
  };
  const description: Column<AnyType> = {
    id: 'description',
    header: 'Description',
    width: 320,
    cell: def => <span dir="auto">{def.description === def.name ? '' : def.description}</span>,
  };
  const columns = [
    name,
    ...(counts === undefined
      ? []
      : [
          {
            id: 'count',
            header: 'Entities',
            width: 100,
            align: 'end',
            cell: count(counts),
          } as Column<AnyType>,
        ]),
    ...columnsOf(category),
    {id: 'service', header: 'Service', width: 120, cell: (def: AnyType) => def.serviceType ?? ''},
    description,
  ];
  return (
    <DataTable
      label={categoryNames[category].many}
      name={`types.${category}`}
      columns={columns}
      rows={defs}
      rowKey={def => def.name}
      onOpen={def => void navigate({to: '/types/$name', params: {name: def.name}})}
    />
  );
}

function count(counts: Readonly<Record<string, number>>) {
  return (def: AnyType) => (counts[def.name] ?? 0).toLocaleString();
}

function columnsOf(category: TypeCategory): readonly Column<AnyType>[] {
  const attributes: Column<AnyType> = {
    id: 'attributes',
    header: 'Attributes',
    width: 110,
    align: 'end',
    cell: def => attributesIn(def).length.toLocaleString(),
  };
  switch (category) {
    case 'ENTITY':
    case 'CLASSIFICATION':
      return [
        attributes,
        {
          id: 'super',
          header: 'Supertypes',
          width: 220,
          cell: def => <Names names={superTypesIn(def)} />,
        },
      ];
    case 'RELATIONSHIP':
      return [
        {
          id: 'ends',
          header: 'Between',
          width: 320,
          cell: def =>
            'endDef1' in def ? <Names names={[def.endDef1.type, def.endDef2.type]} /> : '',
        },
        {
          id: 'kind',
          header: 'Kind',
          width: 140,
          cell: def => ('endDef1' in def ? def.relationshipCategory.toLowerCase() : ''),
        },
      ];
    case 'ENUM':
      return [
        {
          id: 'elements',
          header: 'Values',
          width: 320,
          cell: def => (
            <bdi>
              {'elementDefs' in def ? def.elementDefs.map(one => one.value).join(', ') : ''}
            </bdi>
          ),
        },
      ];
    default:
      return [attributes];
  }
}

function Names({names}: {names: readonly string[]}) {
  return names.map((name, n) => (
    <span key={name}>
      {n > 0 && ', '}
      <TypeName name={name} />
    </span>
  ));
}
