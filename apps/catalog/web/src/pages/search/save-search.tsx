import {Alert, TextInput} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {Dialog, DialogForm, toast} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {queries, savedSearchesQuery, sessionQuery} from '../../api/queries.ts';
import {client} from '../../api/client.ts';
import {attributesToAsk, type ResultColumn} from './result-columns.tsx';
import {columnsOf, type SearchLink, searchParameters} from './search-link.ts';

type SaveSearchProps = {
  readonly link: SearchLink;
  readonly columns: readonly ResultColumn[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

export function SaveSearch({isOpen, onClose, ...props}: SaveSearchProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Save this search">
      <SaveForm {...props} onClose={onClose} />
    </Dialog>
  );
}

/** A name that is there already means: save over it. */
function SaveForm({link, columns, onClose}: Omit<SaveSearchProps, 'isOpen'>) {
  const [name, setName] = useState('');
  const {data: saved = []} = useQuery(savedSearchesQuery);
  // The server has names once for each user.
  const existing = saved.find(one => one.name === name.trim());
  const save = useMutation({
    mutationFn: async () => {
      const {userName} = await queries.ensureQueryData(sessionQuery);
      // Of a query the text is all there is.
      const isQuery = link.searchType === 'dsl';
      // Opened again it begins at the first page.
      const searchParametersNow = isQuery
        ? {query: link.query ?? ''}
        : {...searchParameters(link, columnsOf(link) ?? attributesToAsk(columns)), offset: 0};
      const body: Schemas['SavedSearch'] = {
        name: name.trim(),
        ownerName: userName,
        searchType: isQuery ? 'ADVANCED' : 'BASIC',
        searchParameters: searchParametersNow,
      };
      return existing === undefined
        ? await client.call('POST /v2/search/saved', {body})
        : await client.call('PUT /v2/search/saved', {body: {...body, guid: existing.guid}});
    },
    onSuccess: async () => {
      await queries.invalidateQueries({queryKey: ['saved-searches']});
      toast({
        kind: 'done',
        title: `Saved as ${name.trim()}`,
        text: 'Find it in the sidebar under Saved searches.',
      });
      onClose();
    },
  });
  return (
    <DialogForm
      action={existing === undefined ? 'Save' : 'Replace'}
      onSubmit={() => save.mutate()}
      onCancel={onClose}
      isBusy={save.isPending}
      isReady={name.trim() !== ''}
      error={save.error}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      {existing !== undefined && (
        <Alert color="orange">A search with this name exists and will be replaced.</Alert>
      )}
    </DialogForm>
  );
}
