import {Checkbox, Select, Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {isInternal, type TypeIndex, useTypes} from '../api/type-index.ts';
import {AttributeField} from './attribute-field.tsx';
import {ChangeForm} from './change-form.tsx';
import {ClassifyReach} from './classify-reach.tsx';
import {ValidityFields} from './validity-fields.tsx';

type Classification = Schemas['Classification'];
type Target = {readonly guid: string; readonly typeName: string};

type ClassifyDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly targets: readonly Target[];
  /** To be changed; it belongs to the only target. */
  readonly existing?: Classification | undefined;
  readonly onDone?: () => void;
};

/** Puts a classification on entities, or changes one: its attributes, how far it goes, and when it holds. */
export function ClassifyDialog({isOpen, onClose, ...form}: ClassifyDialogProps) {
  const title = form.existing === undefined ? 'Add classification' : `Change ${form.existing.typeName}`;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <ClassifyForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function ClassifyForm({targets, existing, onClose, onDone}: Omit<ClassifyDialogProps, 'isOpen'>) {
  const types = useTypes();
  const [value, setValue] = useState<Classification>(
    existing ?? {typeName: '', propagate: true, removePropagationsOnEntityDelete: true},
  );
  const defs = value.typeName === '' ? [] : types.attributesOf(value.typeName);
  return (
    <ChangeForm
      action={existing === undefined ? 'Add' : 'Save'}
      send={() => send(targets, existing, value)}
      done={existing === undefined ? `${value.typeName} is added` : `${value.typeName} is changed`}
      onDone={onDone}
      onClose={onClose}
      isReady={value.typeName !== ''}
    >
      {targets.length > 1 && <Text size="sm">To {targets.length.toLocaleString()} entities.</Text>}
      {existing === undefined && (
        <Select
          label="Classification"
          required
          searchable
          data-autofocus
          data={applicable(types, targets)}
          nothingFoundMessage="No classification applies to these entities"
          value={value.typeName === '' ? null : value.typeName}
          onChange={name => setValue({...value, typeName: name ?? '', attributes: {}})}
        />
      )}
      {defs.map(def => (
        <AttributeField
          key={`${value.typeName} ${def.name}`}
          def={def}
          value={value.attributes?.[def.name]}
          onChange={next => setValue(old => ({...old, attributes: {...old.attributes, [def.name]: next}}))}
        />
      ))}
      <Checkbox
        label="Propagate to downstream entities"
        description="Follows lineage and relationships that allow propagation"
        checked={value.propagate ?? true}
        onChange={event => setValue({...value, propagate: event.currentTarget.checked})}
      />
      {value.typeName !== '' && value.propagate !== false && isWhole(defs, value) && (
        <ClassifyReach value={value} rehearse={next => rehearse(targets, existing, next)} />
      )}
      {value.propagate !== false && (
        <Checkbox
          label="Remove propagated copies when this entity is deleted"
          checked={value.removePropagationsOnEntityDelete ?? true}
          onChange={event => setValue({...value, removePropagationsOnEntityDelete: event.currentTarget.checked})}
        />
      )}
      <ValidityFields
        value={value.validityPeriods ?? []}
        onChange={validityPeriods => setValue({...value, validityPeriods: [...validityPeriods]})}
      />
    </ChangeForm>
  );
}

/** Whether everything that is required is there. */
function isWhole(defs: ReturnType<TypeIndex['attributesOf']>, {attributes = {}}: Classification): boolean {
  return defs.every(({name, isOptional}) => isOptional || (attributes?.[name] ?? '') !== '');
}

async function send(
  targets: readonly Target[],
  existing: Classification | undefined,
  value: Classification,
): Promise<void> {
  const guid = targets[0]?.guid ?? '';
  if (existing !== undefined)
    await client.call('PUT /v2/entity/guid/{guid}/classifications', {path: {guid}, body: [value]});
  else if (targets.length === 1)
    await client.call('POST /v2/entity/guid/{guid}/classifications', {path: {guid}, body: [value]});
  else
    await client.call('POST /v2/entity/bulk/classification', {
      body: {classification: value, entityGuids: targets.map(one => one.guid)},
    });
}

/** The same, undone at its end. */
async function rehearse(
  targets: readonly Target[],
  existing: Classification | undefined,
  value: Classification,
): Promise<Schemas['DryRun']> {
  const guid = targets[0]?.guid ?? '';
  if (existing !== undefined)
    return await client.dryRun('PUT /v2/entity/guid/{guid}/classifications', {path: {guid}, body: [value]});
  return await client.dryRun('POST /v2/entity/bulk/classification', {
    body: {classification: value, entityGuids: targets.map(one => one.guid)},
  });
}

/** Some classifications are for certain types of entities only. */
function applicable(types: TypeIndex, targets: readonly Target[]): string[] {
  return [...types.classifications.values()]
    .filter(
      ({name, entityTypes}) =>
        !isInternal(name) &&
        (entityTypes.length === 0 || targets.every(({typeName}) => entityTypes.some(one => types.isA(typeName, one)))),
    )
    .map(def => def.name)
    .toSorted();
}
