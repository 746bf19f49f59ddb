import {Text} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {useTypes} from '../api/type-index.ts';
import {ChangeForm} from './change-form.tsx';
import {ClassificationFields, isWhole, newClassification} from './classification-fields.tsx';
import {ClassifyReach} from './classify-reach.tsx';

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

/**
 * Puts a classification on entities, or changes one: its attributes, how far it goes, and when it
 * holds.
 */
export function ClassifyDialog({isOpen, onClose, ...form}: ClassifyDialogProps) {
  const title =
    form.existing === undefined ? 'Add classification' : `Change ${form.existing.typeName}`;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <ClassifyForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function ClassifyForm({targets, existing, onClose, onDone}: Omit<ClassifyDialogProps, 'isOpen'>) {
  const types = useTypes();
  const [value, setValue] = useState<Classification>(existing ?? newClassification);
  return (
    <ChangeForm
      action={existing === undefined ? 'Add' : 'Save'}
      send={() => send(targets, existing, value)}
      done={existing === undefined ? `${value.typeName} added` : `${value.typeName} updated`}
      onDone={onDone}
      onClose={onClose}
      isReady={value.typeName !== ''}
    >
      {targets.length > 1 && <Text size="sm">To {targets.length.toLocaleString()} entities.</Text>}
      <ClassificationFields
        value={value}
        onChange={setValue}
        isTypeFixed={existing !== undefined}
        targetTypes={targets.map(one => one.typeName)}
      >
        {isWhole(types, value) && (
          <ClassifyReach value={value} rehearse={next => rehearse(targets, existing, next)} />
        )}
      </ClassificationFields>
    </ChangeForm>
  );
}

/**
 * By the address for many only where they are many, since it can add and not change. @throws
 * ApiError with the reasons for each entity
 */
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
    return await client.dryRun('PUT /v2/entity/guid/{guid}/classifications', {
      path: {guid},
      body: [value],
    });
  return await client.dryRun('POST /v2/entity/bulk/classification', {
    body: {classification: value, entityGuids: targets.map(one => one.guid)},
  });
}
