import {Checkbox, FileInput, JsonInput, Text, TextInput} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {Dialog, DialogForm, DocsLink, toast} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {FileArchive} from 'lucide-react';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {ImportReport} from './import-report.tsx';

type ImportDialogProps = {readonly isOpen: boolean; readonly onClose: () => void};

/** Brings an archive in, at once or in the background. */
export function ImportDialog({isOpen, onClose}: ImportDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Import an archive">
      <Form onClose={onClose} />
    </Dialog>
  );
}

type Chosen = {
  readonly file: File | null;
  /** For the end of the import, which then stops at the first error. */
  readonly isWaiting: boolean;
  readonly isTypeUpdate: boolean;
  readonly replicatedFrom: string;
  readonly transformers: string;
};

function useImport(
  {file, isWaiting, isTypeUpdate, replicatedFrom, transformers}: Chosen,
  onClose: () => void,
) {
  return useMutation({
    mutationFn: async (): Promise<Schemas['ImportResult'] | undefined> => {
      const form = new FormData();
      const options = {
        updateTypeDefinition: String(isTypeUpdate),
        ...(replicatedFrom.trim() === '' ? {} : {replicatedFrom: replicatedFrom.trim()}),
        ...(transformers.trim() === '' ? {} : {transformers: transformers.trim()}),
      };
      form.append('request', JSON.stringify({options}));
      // The button waits for a file.
      form.append('data', file as File);
      // This request lasts until all is imported, the other one until the archive has arrived.
      if (isWaiting) return await client.call('POST /admin/import', {body: form});
      await client.call('POST /admin/async/import', {body: form});
      return undefined;
    },
    onSuccess: async result => {
      // All of them, types as well: an archive may bring anything.
      await queries.invalidateQueries();
      if (result !== undefined) return;
      toast({
        kind: 'done',
        title: 'Archive uploaded',
        text: 'The list shows the progress of the import.',
      });
      onClose();
    },
  });
}

function Form({onClose}: Omit<ImportDialogProps, 'isOpen'>) {
  const [file, setFile] = useState<File | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [isTypeUpdate, setTypeUpdate] = useState(true);
  const [replicatedFrom, setReplicatedFrom] = useState('');
  const [transformers, setTransformers] = useState('');
  const send = useImport({file, isWaiting, isTypeUpdate, replicatedFrom, transformers}, onClose);
  // Only what was waited for has a report at once.
  if (send.data !== undefined) return <ImportReport result={send.data} onClose={onClose} />;
  return (
    <DialogForm
      action="Import"
      onSubmit={() => send.mutate()}
      onCancel={onClose}
      isBusy={send.isPending}
      isReady={file !== null}
      error={send.error}
    >
      <Text size="sm">
        Existing entities are overwritten with the archive’s values. Others are kept.{' '}
        <DocsLink to="transfer">Export and import</DocsLink>
      </Text>
      <FileInput
        label="Archive"
        description="Made by an export of this catalog, or of another server of the Atlas API"
        placeholder="Choose a .zip file"
        required
        accept=".zip"
        leftSection={<FileArchive size={16} />}
        value={file}
        onChange={setFile}
        clearable
        clearButtonProps={{'aria-label': 'Choose another file'}}
      />
      <Checkbox
        label="Add and change types"
        description="Otherwise missing types end the import"
        checked={isTypeUpdate}
        onChange={event => setTypeUpdate(event.currentTarget.checked)}
      />
      <Checkbox
        label="Run in foreground and stop at the first error"
        description="Otherwise it runs in the background and skips invalid entities"
        checked={isWaiting}
        onChange={event => setWaiting(event.currentTarget.checked)}
      />
      <TextInput
        label="Source catalog"
        description="Stored with the entities; optional"
        value={replicatedFrom}
        onChange={event => setReplicatedFrom(event.currentTarget.value)}
      />
      <JsonInput
        label="Transformers"
        description="As JSON; optional"
        placeholder='[{"conditions": {"__entity": "hive_db"}, "action": {"hive_db.clusterName": "SET: other"}}]'
        autosize
        minRows={2}
        maxRows={10}
        validationError="Enter valid JSON"
        value={transformers}
        onChange={setTransformers}
      />
    </DialogForm>
  );
}
