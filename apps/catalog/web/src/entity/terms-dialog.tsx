import {Text} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../api/client.ts';
import type {Meaning} from '../api/wire.ts';
import {ChangeForm} from './change-form.tsx';
import {type ChosenTerm, TermPicker} from './term-picker.tsx';

type TermsDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly guids: readonly string[];
  /**
   * What a single entity has already, to be taken away or added to; of several entities nothing is
   * taken away.
   */
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
  const [before] = useState<readonly ChosenTerm[]>(() =>
    meanings.map(({termGuid: guid = '', displayText = guid}) => ({guid, label: displayText})),
  );
  const [chosen, setChosen] = useState(before);
  const has = (list: readonly ChosenTerm[], guid: string | undefined) =>
    list.some(one => one.guid === guid);
  // A request for each term that changes, since the API takes many entities for one term and
  // not many terms. The first that fails ends it, and what is done is seen.
  const send = async () => {
    for (const {guid} of chosen.filter(one => !has(before, one.guid))) {
      await client.call('POST /v2/glossary/terms/{guid}/assignedEntities', {
        path: {guid},
        body: guids.map(one => ({guid: one})),
      });
    }
    for (const {termGuid = '', relationGuid} of meanings.filter(
      one => !has(chosen, one.termGuid),
    )) {
      const [guid = ''] = guids;
      await client.call('DELETE /v2/glossary/terms/{guid}/assignedEntities', {
        path: {guid: termGuid},
        body: [{guid, ...(relationGuid === undefined ? {} : {relationshipGuid: relationGuid})}],
      });
    }
  };
  const isChanged = chosen.length !== before.length || chosen.some(one => !has(before, one.guid));
  return (
    <ChangeForm
      send={send}
      done="Terms saved"
      onDone={onDone}
      onClose={onClose}
      isReady={isChanged}
    >
      {guids.length > 1 && <Text size="sm">To {guids.length.toLocaleString()} entities.</Text>}
      <TermPicker label="Terms" isFirst value={chosen} onChange={setChosen} />
    </ChangeForm>
  );
}
