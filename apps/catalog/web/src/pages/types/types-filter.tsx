import {Group, NativeSelect, SegmentedControl} from '@mantine/core';
import {SearchInput} from '@gazetteer/ui';
import type {TypeCategory} from '@gazetteer/model';
import {getRouteApi, useNavigate} from '@tanstack/react-router';
import {useTypes} from '../../api/type-index.ts';
import {categories, categoryNames, typesOf} from './type-kinds.ts';
import type {TypesLink} from './types-link.ts';
import classes from './types.module.css';

const route = getRouteApi('/types');

type TypesFilterProps = {
  readonly category: TypeCategory;
  /** Undefined where types of the category do not stand under each other. */
  readonly isPicture: boolean | undefined;
};

/** Which types are shown, and how; all of it stands in the address, so that it can be sent. */
export function TypesFilter({category, isPicture}: TypesFilterProps) {
  const types = useTypes();
  const link = route.useSearch();
  const navigate = useNavigate();
  const all = typesOf(types, category);
  // Only those that a type of this category names.
  const services = [...new Set(all.flatMap(def => def.serviceType ?? []))].sort();
  const go = (change: Partial<TypesLink>) =>
    // Each letter of a search would be a step of the way back otherwise.
    void navigate({to: '/types', search: {...link, ...change}, replace: true});
  return (
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
      <SearchInput
        label="Find a type or an attribute"
        className={classes['find']}
        size="sm"
        value={link.find ?? ''}
        onChange={find => go({find})}
      />
      {isPicture !== undefined && (
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
  );
}
