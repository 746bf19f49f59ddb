import {Alert} from '@mantine/core';
import {DialogForm, toast} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import {sheets} from '../editor/sheets.ts';
import {documentsChanged} from './document-queries.ts';
import {FolderField} from './folder-field.tsx';
import {DescriptionField, NameField} from './name-fields.tsx';
import {contentOfSheet, linkTo} from './sheet-document.ts';

/** Where the last one was saved: the next one mostly goes there, too. */
let lastFolder = '';

type SaveFormProps = {
  readonly tabId: string;
  readonly note: string | undefined;
  readonly onDone: () => void;
};

/** Makes a saved query of a sheet. */
export function SaveForm({tabId, note, onDone}: SaveFormProps) {
  const tab = sheets.tab(tabId);
  const [name, setName] = useState(tab?.title ?? '');
  const [description, setDescription] = useState('');
  const [folder, setFolder] = useState(lastFolder);
  const save = useMutation({
    mutationFn: async () => {
      // Somebody may have written on behind the dialog.
      const now = sheets.tab(tabId);
      if (now === undefined) return;
      const wanted = {
        kind: 'query' as const,
        name: name.trim(),
        description,
        content: contentOfSheet(now),
      };
      const saved = await ask('POST /api/v1/documents', {body: {...wanted, folder}});
      lastFolder = folder;
      sheets.change(tabId, {title: saved.name, document: linkTo(saved)});
      toast({kind: 'done', title: `Saved “${saved.name}”`});
      await documentsChanged();
    },
    onSuccess: onDone,
  });
  return (
    <DialogForm
      action="Save"
      onSubmit={() => save.mutate()}
      onCancel={onDone}
      isBusy={save.isPending}
      isReady={name.trim() !== ''}
      error={save.error}
    >
      {note !== undefined && (
        <Alert color="yellow" variant="light">
          {note} It can be saved as a query of your own.
        </Alert>
      )}
      <NameField value={name} onChange={setName} />
      <DescriptionField value={description} onChange={setDescription} />
      <FolderField value={folder} onChange={setFolder} />
    </DialogForm>
  );
}
