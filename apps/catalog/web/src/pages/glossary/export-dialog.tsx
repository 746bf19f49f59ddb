import {Radio, Stack, Text} from '@mantine/core';
import {Dialog, DialogForm} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {DownloadsDialog} from '../search/downloads-dialog.tsx';

type ExportDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Without one: all of them. */
  readonly glossary?: {readonly guid: string; readonly name: string};
};

/**
 * Has the server write a file of terms, and shows where it is found. Files are written in the
 * background: some glossaries have a hundred thousand terms.
 */
export function ExportDialog({isOpen, onClose, glossary}: ExportDialogProps) {
  const [isWritten, setWritten] = useState(false);
  const title = glossary === undefined ? 'Export all glossaries' : `Export ${glossary.name}`;
  return (
    <>
      <Dialog isOpen={isOpen} onClose={onClose} title={title}>
        <ExportForm
          guid={glossary?.guid}
          onClose={onClose}
          onDone={() => {
            onClose();
            setWritten(true);
          }}
        />
      </Dialog>
      <DownloadsDialog of="glossary" isOpen={isWritten} onClose={() => setWritten(false)} />
    </>
  );
}

function ExportForm({
  guid,
  onClose,
  onDone,
}: {
  guid: string | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const [format, setFormat] = useState('XLSX');
  const [mode, setMode] = useState('IMPORT_COMPATIBLE');
  const write = useMutation({
    mutationFn: () =>
      client.call('POST /v2/glossary/download/create_file', {
        body: {format, mode, ...(guid === undefined ? {} : {glossaryGuid: guid})},
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({queryKey: ['downloads']});
      onDone();
    },
  });
  return (
    <DialogForm
      action="Export"
      onSubmit={() => write.mutate()}
      onCancel={onClose}
      isBusy={write.isPending}
      error={write.error}
    >
      <Radio.Group label="Purpose" value={mode} onChange={setMode}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="IMPORT_COMPATIBLE"
            label="For import"
            description="Terms with their texts and relations. Categories, classifications and assigned entities are not included."
          />
          <Radio
            value="AUDIT"
            label="For reading"
            description="Terms and categories with all their details."
          />
        </Stack>
      </Radio.Group>
      <Radio.Group label="Format" value={format} onChange={setFormat}>
        <Stack gap="xs" mt={6}>
          <Radio value="XLSX" label="XLSX, for spreadsheets" />
          <Radio value="CSV" label="CSV" />
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        The file is created in the background and expires after some time.
      </Text>
    </DialogForm>
  );
}
