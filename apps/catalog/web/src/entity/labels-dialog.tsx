import {TagsInput} from '@mantine/core';
import {Dialog, DialogForm} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {refresh} from './refresh.ts';

type LabelsDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly guid: string;
  readonly labels: readonly string[];
};

export function LabelsDialog({isOpen, onClose, ...form}: LabelsDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Labels">
      <LabelsForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function LabelsForm({guid, labels, onClose}: Omit<LabelsDialogProps, 'isOpen'>) {
  const [value, setValue] = useState<string[]>([...labels]);
  const save = useMutation({
    mutationFn: () => client.call('POST /v2/entity/guid/{guid}/labels', {path: {guid}, body: value}),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  return (
    <DialogForm
      action="Save"
      onSubmit={() => save.mutate()}
      onCancel={onClose}
      isBusy={save.isPending}
      error={save.error}
    >
      <TagsInput
        label="Labels"
        description="Letters, digits, _ and -; Enter after each"
        data-autofocus
        value={value}
        onChange={setValue}
      />
    </DialogForm>
  );
}
