import {Button, Menu} from '@mantine/core';
import type {TypeCategory} from '@gazetteer/model';
import {EmptyState, Page} from '@gazetteer/ui';
import {getRouteApi, Link} from '@tanstack/react-router';
import {ChevronDown, Plus, Shapes} from 'lucide-react';
import {useMemo} from 'react';
import {May} from '../../api/may.tsx';
import {type TypeIndex, useTypes} from '../../api/type-index.ts';
import {HierarchyPicture} from './hierarchy-picture.tsx';
import {categories, categoryNames, isCategory, typesOf} from './type-kinds.ts';
import {type AnyType, attributesIn} from './type-parts.ts';
import {TypeTable} from './type-table.tsx';
import {TypesFilter} from './types-filter.tsx';
import type {TypesLink} from './types-link.ts';

const route = getRouteApi('/types');

/** All types of a category, as a list or, where they stand under each other, as a picture. */
export function TypesPage() {
  const types = useTypes();
  const link = route.useSearch();
  const category = isCategory(link.category) ? link.category : 'ENTITY';
  // The whole category, to tell “none at all” from “none that fit”.
  const all = useMemo(() => typesOf(types, category), [types, category]);
  const shown = useMemo(() => filtered(all, link), [all, link]);
  const hasPicture = category === 'ENTITY' || category === 'CLASSIFICATION';
  const isPicture = hasPicture && link.view === 'picture';
  // Only for the picture: a list needs no types above.
  const drawn = useMemo(
    () => (isPicture ? withSuperTypes(shown, types) : []),
    [isPicture, shown, types],
  );
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
      <TypesFilter category={category} isPicture={hasPicture ? isPicture : undefined} />
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
