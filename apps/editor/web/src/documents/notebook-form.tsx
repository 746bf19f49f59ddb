import {cellsOfText} from '@gazetteer/sql';
import {DialogForm, ErrorState, LoadingState} from '@gazetteer/ui';
import {Text} from '@mantine/core';
import {useMutation, useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {configQuery} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {OpenedDocument} from '../api/wire.ts';
import {go} from '../place.ts';
import {documentQuery, documentsChanged} from './document-queries.ts';
import {NameField} from './name-fields.tsx';
import {savedVariables} from './sheet-document.ts';

type NotebookFormProps = {readonly uuid: string; readonly onDone: () => void};

/** A saved query as a notebook beside it: each statement is a cell. */
export function NotebookForm({uuid, onDone}: NotebookFormProps) {
  const {data, error, refetch} = useQuery({...documentQuery(uuid), staleTime: 0});
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading the query" />;
  return <NameForm query={data} onDone={onDone} />;
}

function NameForm({query, onDone}: {readonly query: OpenedDocument; readonly onDone: () => void}) {
  const engines = useSuspenseQuery(configQuery).data.app_config.editor.interpreters;
  const [name, setName] = useState(`${query.name} (notebook)`);
  const {engine = '', database = '', text = '', state} = query.content ?? {};
  const dialect = engines.find(({type}) => type === engine)?.dialect ?? engine;
  const make = useMutation({
    mutationFn: () => {
      const [first] = state?.charts ?? [];
      const cells = cellsOfText(text, dialect).map(cell => ({...cell, id: crypto.randomUUID()}));
      // Charts belong to the query; with one statement it is known which.
      const isOne = cells.filter(({kind}) => kind === 'sql').length === 1;
      const shown =
        isOne && first !== undefined ? {view: 'chart' as const, state: {charts: [first]}} : {};
      return ask('POST /api/v1/documents', {
        body: {
          kind: 'notebook',
          name: name.trim(),
          notebook: {
            engine,
            database,
            variables: savedVariables(query.content),
            cells: cells.map(cell => (cell.kind === 'sql' ? {...cell, ...shown} : cell)),
          },
        },
      });
    },
    onSuccess: async made => {
      onDone();
      go(`/app/notebooks/${made.uuid}`);
      await documentsChanged();
    },
  });
  return (
    <DialogForm
      action="Create notebook"
      onSubmit={() => make.mutate()}
      onCancel={onDone}
      isBusy={make.isPending}
      isReady={name.trim() !== ''}
      error={make.error}
    >
      <Text size="sm">
        Each statement is a cell, and comments before a statement are texts. The query stays as it
        is.
      </Text>
      <NameField value={name} onChange={setName} />
    </DialogForm>
  );
}
