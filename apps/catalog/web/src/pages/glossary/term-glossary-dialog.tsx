import {Select, Text} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {Suspense, useState} from 'react';
import {glossariesQuery} from '../../api/queries.ts';
import type {Term} from '../../api/wire.ts';
import {ChangeForm} from '../../entity/change-form.tsx';
import {changeTerm} from './changes.ts';

type DialogProps = {readonly onClose: () => void; readonly term: Term};

/**
 * Moves a term to another glossary. A move keeps guid, history and assignments, which a new term
 * with the same texts would not.
 */
export function TermGlossaryDialog({isOpen, onClose, term}: DialogProps & {isOpen: boolean}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Move ${term.name} to another glossary`}>
      <Suspense>
        <Form onClose={onClose} term={term} />
      </Suspense>
    </Dialog>
  );
}

function Form({onClose, term}: DialogProps) {
  const {guid = '', name, anchor, categories = []} = term;
  // The one that it is in is no choice: nothing would happen.
  const others = useSuspenseQuery(glossariesQuery).data.filter(
    one => one.guid !== anchor?.glossaryGuid,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  // Its categories are of the glossary that it leaves.
  const send = () =>
    changeTerm(guid, now => ({...now, anchor: {glossaryGuid: chosen ?? ''}, categories: []}));
  return (
    <ChangeForm
      action="Move"
      send={send}
      done={`${name} moved`}
      onClose={onClose}
      isReady={chosen !== null}
    >
      <Select
        label="Glossary"
        data-autofocus
        searchable
        limit={200}
        data={others.map(one => ({value: one.guid, label: one.name ?? one.guid}))}
        nothingFoundMessage="No other glossary"
        value={chosen}
        onChange={setChosen}
      />
      <Text size="sm" c="dimmed">
        Assignments and related terms are kept.
        {categories.length > 0 && ' It leaves its categories, which are of this glossary.'} Its
        qualified name says which glossary it is in, so it changes.
      </Text>
    </ChangeForm>
  );
}
