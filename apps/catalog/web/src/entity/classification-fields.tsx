import {Checkbox, Select} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import type {ReactNode} from 'react';
import {isInternal, type TypeIndex, useTypes} from '../api/type-index.ts';
import {AttributeField} from './attribute-field.tsx';
import {ValidityFields} from './validity-fields.tsx';

type Classification = Schemas['Classification'];

/**
 * As the API has it by default; `removePropagationsOnEntityDelete` keeps nothing behind that leads
 * nowhere.
 */
export const newClassification: Classification = {
  typeName: '',
  propagate: true,
  removePropagationsOnEntityDelete: true,
};

type ClassificationFieldsProps = {
  readonly value: Classification;
  readonly onChange: (change: (old: Classification) => Classification) => void;
  /** It is there already, and only what it says is changed. */
  readonly isTypeFixed?: boolean;
  /** Types of the entities that are to have it; some classifications are for certain ones only. */
  readonly targetTypes?: readonly string[];
  /** What is said of its reach. */
  readonly children?: ReactNode;
};

const anyType: readonly string[] = [];

/**
 * What a classification says: its type and attributes, how far it propagates, and when it holds.
 */
export function ClassificationFields({
  value,
  onChange,
  isTypeFixed = false,
  targetTypes = anyType,
  children,
}: ClassificationFieldsProps) {
  const types = useTypes();
  // By a function of the old value: two fields may change between two drawings.
  const set = (changes: Partial<Classification>) => onChange(old => ({...old, ...changes}));
  return (
    <>
      {!isTypeFixed && (
        <Select
          label="Classification"
          required
          searchable
          data-autofocus
          data={classificationNames(types, targetTypes)}
          nothingFoundMessage="No classification applies to these entities"
          value={value.typeName === '' ? null : value.typeName}
          onChange={name => set({typeName: name ?? '', attributes: {}})}
        />
      )}
      {attributesOf(types, value).map(def => (
        <AttributeField
          key={`${value.typeName} ${def.name}`}
          def={def}
          value={value.attributes?.[def.name]}
          onChange={next =>
            onChange(old => ({...old, attributes: {...old.attributes, [def.name]: next}}))
          }
        />
      ))}
      <Checkbox
        label="Propagate to downstream entities"
        description="Follows lineage and relationships that allow propagation"
        checked={value.propagate ?? true}
        onChange={event => set({propagate: event.currentTarget.checked})}
      />
      {value.propagate !== false && children}
      {value.propagate !== false && (
        <Checkbox
          label="Remove propagated copies when this entity is deleted"
          checked={value.removePropagationsOnEntityDelete ?? true}
          onChange={event => set({removePropagationsOnEntityDelete: event.currentTarget.checked})}
        />
      )}
      <ValidityFields
        value={value.validityPeriods ?? []}
        onChange={validityPeriods => set({validityPeriods: [...validityPeriods]})}
      />
    </>
  );
}

/**
 * Whether everything that is required is there. Texts of blanks count as given: the server decides
 * what a value is.
 */
export function isWhole(types: TypeIndex, value: Classification): boolean {
  const isGiven = (name: string) => (value.attributes?.[name] ?? '') !== '';
  return (
    value.typeName !== '' &&
    attributesOf(types, value).every(({name, isOptional}) => isOptional || isGiven(name))
  );
}

/** Those that entities of all these types may have. */
export function classificationNames(
  types: TypeIndex,
  targetTypes: readonly string[] = anyType,
): string[] {
  return [...types.classifications.values()]
    .filter(
      ({name, entityTypes}) =>
        !isInternal(name) &&
        (entityTypes.length === 0 ||
          targetTypes.every(type => entityTypes.some(one => types.isA(type, one)))),
    )
    .map(def => def.name)
    .toSorted();
}

function attributesOf(
  types: TypeIndex,
  {typeName}: Classification,
): ReturnType<TypeIndex['attributesOf']> {
  return typeName === '' ? [] : types.attributesOf(typeName);
}
