import {DialogForm} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import {documentsChanged} from './document-queries.ts';
import type {DocumentHead} from '../api/wire.ts';
import {FolderField} from './folder-field.tsx';

export function MoveForm({
  document: {uuid, name, folder = ''},
  onDone,
}: {
  document: DocumentHead;
  onDone: () => void;
}) {
  const [to, setTo] = useState(folder);
  const move = useMutation({
    mutationFn: () => ask('POST /api/v1/documents/{uuid}/move', {path: {uuid}, body: {folder: to}}),
    onSuccess: async () => {
      onDone();
      await documentsChanged();
    },
  });
  return (
    <DialogForm
      action="Move here"
      onSubmit={() => move.mutate()}
      onCancel={onDone}
      isBusy={move.isPending}
      isReady={to !== folder}
      error={move.error}
    >
      <div>
        <bdi>{name}</bdi> will be moved to the folder opened below.
      </div>
      <FolderField value={to} onChange={setTo} without={uuid} />
    </DialogForm>
  );
}
