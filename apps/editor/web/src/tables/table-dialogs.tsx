import {Textarea, TextInput} from '@mantine/core';
import {Dialog, DialogForm} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import type {Engine, TableDescription} from '../api/wire.ts';
import {go} from '../place.ts';
import {tableAddress} from './table-link.ts';

type DialogProps = {
  readonly engine: Engine;
  readonly database: string;
  readonly table: string;
  readonly description: TableDescription;
  readonly changed: () => Promise<void>;
  readonly onClose: () => void;
};

/**
 * Its page is then another one, which takes the place of this one: the old address leads nowhere.
 */
export function RenameDialog({engine, database, table, changed, onClose}: DialogProps) {
  const [name, setName] = useState(table);
  const wanted = name.trim();
  const rename = useMutation({
    mutationFn: () =>
      ask('POST /metastore/table/{database}/{table}/alter', {
        path: {database, table},
        body: {source_type: engine.type, new_table_name: wanted},
      }),
    onSuccess: async () => {
      onClose();
      go(tableAddress({engine: engine.type, database, table: wanted}), {replace: true});
      await changed();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={`Rename ${table}`}>
      <DialogForm
        action="Rename"
        onSubmit={() => rename.mutate()}
        onCancel={onClose}
        isBusy={rename.isPending}
        isReady={wanted !== '' && wanted !== table}
        error={rename.error}
      >
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

/** The comment may be emptied as well. */
export function CommentDialog(props: DialogProps) {
  const {engine, database, table, description, changed, onClose} = props;
  const [comment, setComment] = useState(description.comment);
  const save = useMutation({
    mutationFn: () =>
      ask('POST /metastore/table/{database}/{table}/alter', {
        path: {database, table},
        body: {source_type: engine.type, comment},
      }),
    onSuccess: async () => {
      onClose();
      await changed();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={`Comment of ${table}`}>
      <DialogForm
        action="Save comment"
        onSubmit={() => save.mutate()}
        onCancel={onClose}
        isBusy={save.isPending}
        isReady={comment !== description.comment}
        error={save.error}
      >
        <Textarea
          label="Comment"
          data-autofocus
          autosize
          minRows={3}
          maxRows={12}
          value={comment}
          onChange={event => setComment(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
