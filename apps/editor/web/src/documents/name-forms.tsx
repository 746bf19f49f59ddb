import {DialogForm} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import {sheets} from '../editor/sheets.ts';
import {documentsChanged} from './document-queries.ts';
import type {DocumentHead} from '../api/wire.ts';
import {DescriptionField, NameField} from './name-fields.tsx';

export function FolderForm({folder, onDone}: {folder: string; onDone: () => void}) {
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () =>
      ask('POST /api/v1/documents', {body: {kind: 'folder', name: name.trim(), folder}}),
    onSuccess: async () => {
      onDone();
      await documentsChanged();
    },
  });
  return (
    <DialogForm
      action="Create folder"
      onSubmit={() => make.mutate()}
      onCancel={onDone}
      isBusy={make.isPending}
      isReady={name.trim() !== ''}
      error={make.error}
    >
      <NameField value={name} onChange={setName} />
    </DialogForm>
  );
}

export function RenameForm({document, onDone}: {document: DocumentHead; onDone: () => void}) {
  const [name, setName] = useState(document.name);
  const [description, setDescription] = useState(document.description);
  const change = useMutation({
    mutationFn: async () => {
      const {uuid} = document;
      const now = await ask('GET /api/v1/documents/{uuid}', {path: {uuid}});
      // What was written into it since the list was loaded is no conflict with another name.
      const isAsShown = now.name === document.name && now.description === document.description;
      const {version} = isAsShown ? now : document;
      const saved = await ask('PUT /api/v1/documents/{uuid}', {
        path: {uuid},
        body: {version, name: name.trim(), description},
      });
      // A sheet that shows it is named for it, and must not take this for a change by somebody
      // else.
      for (const tab of sheets.get().tabs) {
        if (tab.document?.uuid !== uuid || tab.document.version !== version) continue;
        sheets.change(tab.id, {
          title: saved.name,
          document: {...tab.document, version: saved.version},
        });
      }
    },
    onSuccess: async () => {
      onDone();
      await documentsChanged();
    },
  });
  return (
    <DialogForm
      action="Change"
      onSubmit={() => change.mutate()}
      onCancel={onDone}
      isBusy={change.isPending}
      isReady={name.trim() !== ''}
      error={change.error}
    >
      <NameField value={name} onChange={setName} />
      <DescriptionField value={description} onChange={setDescription} />
    </DialogForm>
  );
}
