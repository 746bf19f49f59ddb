import {Button, Group, Stack, Text} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {useTypes} from '../api/type-index.ts';
import {type ActionKind, ActionFields, actionTitles} from './action-fields.tsx';
import {actionText, countText} from './action-text.ts';
import type {BulkAction, Found} from './queries.ts';
import {Rehearsed} from './rehearsed.tsx';

export type BulkDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly kind: ActionKind;
  /** What is to be changed, and how many entities these are; below zero when nobody has counted. */
  readonly found: Found;
  readonly count: number;
  /** The types that the entities are of, as far as it is known: their attributes can be set. */
  readonly typeNames: readonly string[];
  readonly onStarted: () => void;
};

/** Says what to do to all entities of a search, shows what that would change, and begins it. */
export function BulkDialog({isOpen, onClose, ...form}: BulkDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={actionTitles[form.kind]}>
      <BulkForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function BulkForm({
  kind,
  found,
  count,
  typeNames,
  onClose,
  onStarted,
}: Omit<BulkDialogProps, 'isOpen'>) {
  const types = useTypes();
  const isDelete = kind === 'delete';
  const [action, setAction] = useState<BulkAction | undefined>(
    isDelete ? {type: 'DELETE'} : undefined,
  );
  // A deletion has nothing to enter: it begins with its preview.
  const [isChecking, setChecking] = useState(isDelete);
  if (isChecking && action !== undefined) {
    return (
      <Rehearsed
        text={actionText(types, action)}
        verb={isDelete ? 'Delete' : 'Change'}
        isDangerous={isDelete}
        start={isRehearsal => client.call('POST /v2/bulk', {body: {...found, action, isRehearsal}})}
        back={isDelete ? 'Cancel' : 'Back'}
        onBack={isDelete ? onClose : () => setChecking(false)}
        onStarted={() => {
          onClose();
          onStarted();
        }}
      />
    );
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        setChecking(true);
      }}
    >
      <Stack>
        <Text size="sm">
          {count < 0 ? 'For all results.' : `For ${countText(count, 'entity', 'entities')}.`}{' '}
          Nothing is changed before you have seen the preview.
        </Text>
        <ActionFields kind={kind} typeNames={typeNames} action={action} onChange={setAction} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={action === undefined}>
            Preview changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
