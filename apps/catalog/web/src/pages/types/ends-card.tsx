import {NativeSelect, Select, Switch, TextInput} from '@mantine/core';
import {propagateTagsValues, type PropagateTags, type RelationshipCategory} from '@gazetteer/model';
import {useTypes} from '../../api/type-index.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import type {EndDraft, TypePartProps} from './type-draft.ts';
import {namesOf, propagation, typesOf} from './type-kinds.ts';
import classes from './types.module.css';

/** Each with what it means for deletion. */
const kinds = [
  {value: 'ASSOCIATION', label: 'Association: each lives on its own'},
  {value: 'AGGREGATION', label: 'Aggregation: one holds others, which live on their own'},
  {value: 'COMPOSITION', label: 'Composition: one holds others, which go with it'},
];

/**
 * Both ends of a relationship. Of a stored type only the propagation can be changed: relationships
 * stand by the types and names of their ends.
 */
export function EndsCard({draft, change}: TypePartProps) {
  const isStored = draft.stored !== undefined;
  const setEnd = (n: 0 | 1, part: Partial<EndDraft>) => {
    const [one, two] = draft.ends;
    change({ends: n === 0 ? [{...one, ...part}, two] : [one, {...two, ...part}]});
  };
  return (
    <TitledCard title="Ends">
      <div className={classes['cards']}>
        <NativeSelect
          label="Kind"
          disabled={isStored}
          data={kinds}
          value={draft.relationshipCategory}
          onChange={event =>
            change({relationshipCategory: event.currentTarget.value as RelationshipCategory})
          }
        />
        <NativeSelect
          label="Classifications"
          data={propagateTagsValues.map(value => ({value, label: propagation[value]}))}
          value={draft.propagateTags}
          onChange={event => change({propagateTags: event.currentTarget.value as PropagateTags})}
        />
        {([0, 1] as const).map(n => (
          <EndFields
            key={n}
            title={n === 0 ? 'First end' : 'Second end'}
            end={draft.ends[n]}
            isStored={isStored}
            onChange={part => setEnd(n, part)}
          />
        ))}
      </div>
    </TitledCard>
  );
}

function EndFields({
  title,
  end,
  isStored,
  onChange,
}: {
  title: string;
  end: EndDraft;
  isStored: boolean;
  onChange: (part: Partial<EndDraft>) => void;
}) {
  const types = useTypes();
  return (
    <fieldset className={classes['attribute']} disabled={isStored}>
      <legend>{title}</legend>
      <Select
        label="Entity type"
        required
        searchable
        disabled={isStored}
        data={namesOf(typesOf(types, 'ENTITY'))}
        value={end.type === '' ? null : end.type}
        onChange={type => onChange({type: type ?? ''})}
      />
      <TextInput
        label="Its attribute"
        description="By which the other end is found"
        required
        value={end.name}
        onChange={event => onChange({name: event.currentTarget.value})}
      />
      <NativeSelect
        label="Holds"
        data={[
          {value: 'SINGLE', label: 'one'},
          {value: 'SET', label: 'a set'},
          {value: 'LIST', label: 'a list'},
        ]}
        value={end.cardinality}
        onChange={event =>
          onChange({cardinality: event.currentTarget.value as EndDraft['cardinality']})
        }
      />
      <div className={classes['switches']}>
        <Switch
          label="Contains the other"
          checked={end.isContainer}
          onChange={event => onChange({isContainer: event.currentTarget.checked})}
        />
      </div>
    </fieldset>
  );
}
