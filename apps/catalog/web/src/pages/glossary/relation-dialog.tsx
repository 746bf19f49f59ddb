import {Select, TextInput} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import type {Term} from '../../api/wire.ts';
import {ChangeForm} from '../../entity/change-form.tsx';
import {type ChosenTerm, TermPicker} from '../../entity/term-picker.tsx';
import {changeTerm} from './changes.ts';
import {
  type Related,
  type RelationField,
  relations,
  relationStatuses,
  relationTexts,
  withRelations,
} from './relations.ts';

type RelationDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly term: Term;
  readonly existing: Related | undefined;
};

/** Relates a term to another one, or changes what is said about a relation. */
export function RelationDialog({isOpen, onClose, ...form}: RelationDialogProps) {
  const title =
    form.existing === undefined
      ? `Relate ${form.term.name}`
      : `Relation to ${form.existing.other.displayText}`;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <RelationForm onClose={onClose} {...form} />
    </Dialog>
  );
}

/** What a relation can say of itself. */
type TextName = (typeof relationTexts)[number]['name'];

/** Of an existing relation its other term stays: another one would be another relation. */
function RelationForm({term, existing, onClose}: Omit<RelationDialogProps, 'isOpen'>) {
  const [field, setField] = useState<RelationField>(existing?.field ?? 'seeAlso');
  const [others, setOthers] = useState<readonly ChosenTerm[]>([]);
  const [texts, setTexts] = useState<Partial<Record<TextName, string>>>(() =>
    Object.fromEntries(relationTexts.map(({name}) => [name, existing?.other[name] ?? ''])),
  );
  const [status, setStatus] = useState(existing?.other.status ?? null);
  const send = () =>
    changeTerm(term.guid ?? '', now => {
      // Empty texts are not sent: a relation says nothing then, and not an empty text.
      const said = {
        ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
        ...(status === null ? {} : {status}),
      };
      // A relation of another kind than before is moved there, and not a second one.
      const guids =
        existing === undefined ? others.map(one => one.guid) : [existing.other.termGuid];
      return withRelations(now, {guids, field, formerField: existing?.field ?? field, said});
    });
  const relation = relations.find(one => one.field === field);
  return (
    <ChangeForm
      action={existing === undefined ? 'Relate' : 'Save'}
      send={send}
      done={existing === undefined ? 'Terms related' : 'Relationship changed'}
      onClose={onClose}
      isReady={existing !== undefined || others.length > 0}
    >
      <Select
        label="Kind"
        data-autofocus
        description={`The others ${relation?.help ?? ''}`}
        allowDeselect={false}
        data={relations.map(one => ({value: one.field, label: one.label}))}
        value={field}
        onChange={next => setField((next ?? field) as RelationField)}
      />
      {existing === undefined && (
        <TermPicker
          label="Terms"
          isRequired
          value={others}
          onChange={setOthers}
          hidden={term.guid === undefined ? [] : [term.guid]}
        />
      )}
      {relationTexts.map(({name, label}) => (
        <TextInput
          key={name}
          label={label}
          value={texts[name] ?? ''}
          onChange={event => setTexts({...texts, [name]: event.currentTarget.value})}
        />
      ))}
      <Select
        label="Status"
        clearable
        data={relationStatuses}
        value={status}
        onChange={setStatus}
      />
    </ChangeForm>
  );
}
