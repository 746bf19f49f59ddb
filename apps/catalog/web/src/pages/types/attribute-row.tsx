import {Button, MultiSelect, Select, Switch, TextInput} from '@mantine/core';
import type {TypeCategory} from '@gazetteer/model';
import {Trash2} from 'lucide-react';
import {useTypes} from '../../api/type-index.ts';
import type {AttributeDraft} from './type-draft.ts';
import {typesOf} from './type-kinds.ts';
import {applicableTypes} from './type-parts.ts';
import classes from './types.module.css';

/** In the order in which they are needed. */
const primitives = [
  'string',
  'int',
  'long',
  'boolean',
  'date',
  'float',
  'double',
  'short',
  'byte',
  'biginteger',
  'bigdecimal',
];

/** Of the parts of a row, each of which changes some of the attribute. */
type PartProps = {
  readonly attribute: AttributeDraft;
  readonly category: TypeCategory;
  readonly change: (part: Partial<AttributeDraft>) => void;
};

/** One attribute of a type; of a stored one only words, default and where it applies can change. */
export function AttributeRow({
  place,
  attribute,
  category,
  isTypeStored,
  onChange,
}: {
  place: number;
  attribute: AttributeDraft;
  category: TypeCategory;
  isTypeStored: boolean;
  /** Undefined: it is taken away. The row keeps nothing: the form sends all of them at once. */
  onChange: (next: AttributeDraft | undefined) => void;
}) {
  const isStored = attribute.stored !== undefined;
  const part: PartProps = {attribute, category, change: some => onChange({...attribute, ...some})};
  return (
    <fieldset className={classes['attribute']}>
      <legend>
        {place}. <bdi>{attribute.name}</bdi>
      </legend>
      <TextInput
        label="Name"
        required
        disabled={isStored}
        value={attribute.name}
        onChange={event => part.change({name: event.currentTarget.value})}
      />
      <TypeField {...part} />
      <TextInput
        label="Default"
        value={attribute.defaultValue}
        disabled={isStored}
        onChange={event => part.change({defaultValue: event.currentTarget.value})}
      />
      <Switches {...part} isTypeStored={isTypeStored} />
      {category === 'BUSINESS_METADATA' && <BusinessFields {...part} />}
      <TextInput
        className={classes['wide'] ?? ''}
        label="Description"
        value={attribute.description}
        onChange={event => part.change({description: event.currentTarget.value})}
      />
      {!isStored && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<Trash2 size={14} />}
            aria-label={`Remove attribute ${place}`}
            onClick={() => onChange(undefined)}
          >
            Remove
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Which types are offered depends on what the attribute belongs to. */
function TypeField({attribute, category, change}: PartProps) {
  const types = useTypes();
  const namesOf = (kind: TypeCategory) => typesOf(types, kind).map(def => def.name);
  const known = [
    {group: 'Plain', items: primitives},
    {group: 'Enumerations', items: namesOf('ENUM')},
    ...(category === 'BUSINESS_METADATA' ? [] : [{group: 'Structures', items: namesOf('STRUCT')}]),
  ];
  // Maps and references of stored types are none of those that are offered.
  const isKnown = known.some(({items}) => items.includes(attribute.typeName));
  return (
    <Select
      label="Type"
      required
      searchable
      allowDeselect={false}
      disabled={attribute.stored !== undefined}
      data={isKnown ? known : [...known, {group: 'This one', items: [attribute.typeName]}]}
      value={attribute.typeName}
      onChange={typeName => change({typeName: typeName ?? 'string'})}
    />
  );
}

/** What can no longer be chosen once it is stored stays in sight, and can't be changed. */
function Switches({
  attribute,
  category,
  change,
  isTypeStored,
}: PartProps & {readonly isTypeStored: boolean}) {
  const isStored = attribute.stored !== undefined;
  return (
    <div className={classes['switches']}>
      <Switch
        label="Several"
        disabled={isStored}
        checked={attribute.isMany}
        onChange={event => change({isMany: event.currentTarget.checked})}
      />
      {/* What is stored already has no value for a new attribute, so none can be required. */}
      <Switch
        label="Required"
        // And business metadata are never required.
        disabled={isTypeStored || category === 'BUSINESS_METADATA'}
        checked={!attribute.isOptional}
        onChange={event => change({isOptional: !event.currentTarget.checked})}
      />
      {category === 'ENTITY' && (
        <>
          <Switch
            label="Unique"
            disabled={isStored}
            checked={attribute.isUnique}
            onChange={event => change({isUnique: event.currentTarget.checked})}
          />
          <Switch
            label="Indexed"
            disabled={isStored}
            // A unique one is found by its index.
            checked={attribute.isIndexable || attribute.isUnique}
            onChange={event => change({isIndexable: event.currentTarget.checked})}
          />
        </>
      )}
    </div>
  );
}

/** What only business metadata has: to which entities it applies, and how long a text may be. */
function BusinessFields({attribute, change}: PartProps) {
  const types = useTypes();
  // The server takes none away.
  const kept = attribute.stored === undefined ? [] : applicableTypes(attribute.stored);
  return (
    <>
      <MultiSelect
        className={classes['wide'] ?? ''}
        label="Applies to"
        description={
          attribute.stored === undefined
            ? 'And to everything under them'
            : 'You can add more; existing ones can’t be removed'
        }
        required
        searchable
        data={typesOf(types, 'ENTITY').map(def => def.name)}
        value={[...attribute.applicableTypes]}
        onChange={names => change({applicableTypes: [...new Set([...kept, ...names])]})}
      />
      {attribute.typeName === 'string' && (
        <TextInput
          label="Max length"
          required
          inputMode="numeric"
          value={attribute.maxLength}
          onChange={event => change({maxLength: event.currentTarget.value})}
        />
      )}
    </>
  );
}
