import {Button, Group, Text} from '@mantine/core';
import {
  complete,
  type Filter,
  type FilterField,
  type FilterGroup,
  QueryBuilder,
} from '@gazetteer/ui';
import {useEffect, useState} from 'react';
import {allClassificationTypes, allEntityTypes, useTypes} from '../../api/type-index.ts';
import {classificationFields, entityFields} from './filter-fields.ts';
import {writeFilter} from './filter-text.ts';
import {filterOf, type SearchLink} from './search-link.ts';
import classes from './search.module.css';

const none: FilterGroup = {condition: 'AND', criterion: []};
/** A line to begin with, so that nobody has to ask for it. */
const one: FilterGroup = {condition: 'AND', criterion: [{attributeName: '', operator: ''}]};

/** Conditions on attributes of entities and, when a classification is chosen, on its attributes. */
export function FilterPanel({
  link,
  onChange,
}: {
  link: SearchLink;
  onChange: (changes: SearchLink) => void;
}) {
  const types = useTypes();
  const [entityFilter, setEntityFilter] = useState(filterOf(link.entityFilters) ?? one);
  const [tagFilter, setTagFilter] = useState(filterOf(link.tagFilters) ?? none);
  // Back, a saved search or another type brings other conditions than those that were typed here.
  useEffect(
    () => setEntityFilter(filterOf(link.entityFilters) ?? one),
    [link.entityFilters, link.type],
  );
  useEffect(() => setTagFilter(filterOf(link.tagFilters) ?? none), [link.tagFilters, link.tag]);
  // Lines that are not filled in are left out.
  const text = (filter: FilterGroup) => writeFilter(asGroup(complete(filter))) ?? '';
  const apply = () => onChange({entityFilters: text(entityFilter), tagFilters: text(tagFilter)});
  // Attributes belong to one classification; “any” and “none” have none.
  const isNamed =
    link.tag !== undefined &&
    !link.tag.startsWith('_NOT') &&
    link.tag !== '_CLASSIFIED' &&
    link.tag !== allClassificationTypes;
  return (
    <form
      className={classes['filters']}
      onSubmit={event => {
        event.preventDefault();
        apply();
      }}
    >
      <Part
        title="Entities"
        fields={entityFields(types, link.type ?? allEntityTypes)}
        value={entityFilter}
        onChange={setEntityFilter}
      />
      {isNamed && (
        <Part
          title={`Classification ${link.tag}`}
          fields={classificationFields(types, link.tag ?? '')}
          value={tagFilter}
          onChange={setTagFilter}
        />
      )}
      <Group gap="xs" mt="sm">
        <Button type="submit" size="xs">
          Apply
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            setEntityFilter(one);
            setTagFilter(none);
            onChange({entityFilters: '', tagFilters: ''});
          }}
        >
          Clear
        </Button>
      </Group>
    </form>
  );
}

type PartProps = {
  title: string;
  fields: readonly FilterField[];
  value: FilterGroup;
  onChange: (value: FilterGroup) => void;
};

function Part({title, fields, value, onChange}: PartProps) {
  return (
    <>
      <Text size="sm" fw={600} mt="xs">
        <bdi>{title}</bdi>
      </Text>
      <QueryBuilder fields={fields} value={value} onChange={onChange} />
    </>
  );
}

function asGroup(filter: Filter | undefined): FilterGroup | undefined {
  return filter !== undefined && 'criterion' in filter ? filter : undefined;
}
