import {TagsInput} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {ChangeForm} from './change-form.tsx';

type LabelsDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly guid: string;
  readonly labels: readonly string[];
};

/**
 * Sets all labels of an entity at once, as the API does. What another person has added since the
 * page was read would go: there is nothing in the API to tell by.
 */
export function LabelsDialog({isOpen, onClose, ...form}: LabelsDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Labels">
      <LabelsForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function LabelsForm({guid, labels, onClose}: Omit<LabelsDialogProps, 'isOpen'>) {
  const [value, setValue] = useState<string[]>([...labels]);
  return (
    <ChangeForm
      send={() => client.call('POST /v2/entity/guid/{guid}/labels', {path: {guid}, body: value})}
      done="Labels saved"
      onClose={onClose}
    >
      <TagsInput
        label="Labels"
        description="Letters, digits, _ and -. Press Enter to add."
        data-autofocus
        value={value}
        onChange={setValue}
      />
    </ChangeForm>
  );
}
