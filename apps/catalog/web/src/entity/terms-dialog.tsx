import {MultiSelect, Text} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {glossariesQuery} from '../api/queries.ts';
import type {Meaning} from '../api/wire.ts';
import {ChangeForm} from './change-form.tsx';

type TermsDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly guids: readonly string[];
  /** What a single entity has already, to be taken away or added to; of several entities nothing is taken away. */
  readonly meanings?: readonly Meaning[];
  readonly onDone?: () => void;
};

/** Gives terms of the glossaries to entities, and takes them from one. */
export function TermsDialog({isOpen, onClose, ...form}: TermsDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Terms">
      <TermsForm onClose={onClose} {...form} />
    </Dialog>
  );
}

const none: readonly Meaning[] = [];

function TermsForm({guids, meanings = none, onClose, onDone}: Omit<TermsDialogProps, 'isOpen'>) {
  const before = meanings.map(meaning => meaning.termGuid ?? '');
  const [chosen, setChosen] = useState<string[]>(before);
  const glossaries = useQuery(glossariesQuery);
  const data = (glossaries.data ?? []).map(({name = '', terms = []}) => ({
    group: name,
    items: terms
      .map(({termGuid, displayText = termGuid}) => ({value: termGuid, label: displayText}))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
  }));
  const send = async () => {
    for (const guid of chosen.filter(one => !before.includes(one))) {
      await client.call('POST /v2/glossary/terms/{guid}/assignedEntities', {
        path: {guid},
        body: guids.map(one => ({guid: one})),
      });
    }
    for (const {termGuid = '', relationGuid} of meanings.filter(one => !chosen.includes(one.termGuid ?? ''))) {
      const [guid = ''] = guids;
      await client.call('DELETE /v2/glossary/terms/{guid}/assignedEntities', {
        path: {guid: termGuid},
        body: [{guid, ...(relationGuid === undefined ? {} : {relationshipGuid: relationGuid})}],
      });
    }
  };
  const isChanged = chosen.length !== before.length || chosen.some(guid => !before.includes(guid));
  return (
    <ChangeForm
      send={send}
      done="The terms are stored"
      onDone={onDone}
      onClose={onClose}
      isReady={isChanged}
      problem={glossaries.error}
    >
      {guids.length > 1 && <Text size="sm">To {guids.length.toLocaleString()} entities.</Text>}
      <MultiSelect
        label="Terms"
        data-autofocus
        searchable
        limit={100}
        data={data}
        nothingFoundMessage={glossaries.isPending ? 'Reading the glossaries…' : 'No such term'}
        value={chosen}
        onChange={setChosen}
      />
    </ChangeForm>
  );
}
