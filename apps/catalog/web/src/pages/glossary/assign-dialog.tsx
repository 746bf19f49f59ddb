import {Select, TextInput} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../../api/client.ts';
import {allEntityTypes} from '../../api/type-index.ts';
import type {ObjectRef, Term} from '../../api/wire.ts';
import {ChangeForm} from '../../entity/change-form.tsx';
import {EntityPicker} from '../../entity/entity-picker.tsx';

type AssignDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly term: Term;
};

/** Gives a term to entities that are found by a search. */
export function AssignDialog({isOpen, onClose, term}: AssignDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Assign ${term.name}`}>
      <AssignForm term={term} onClose={onClose} />
    </Dialog>
  );
}

/** Relationship attributes are read by their type's name. */
const assignmentType = 'AtlasGlossarySemanticAssignment';
/** Values of the stock enumeration, which cannot be changed. */
const statuses = [
  'DISCOVERED',
  'PROPOSED',
  'IMPORTED',
  'VALIDATED',
  'DEPRECATED',
  'OBSOLETE',
  'OTHER',
];

function AssignForm({term: {guid = '', name = ''}, onClose}: Omit<AssignDialogProps, 'isOpen'>) {
  const [entities, setEntities] = useState<readonly ObjectRef[]>([]);
  const [description, setDescription] = useState('');
  const [steward, setSteward] = useState('');
  const [status, setStatus] = useState<string | null>(null);
  const said = Object.entries({
    description: description.trim(),
    steward: steward.trim(),
    status: status ?? '',
  });
  // What is not filled in says nothing, which is not the same as an empty text.
  const attributes = Object.fromEntries(said.filter(([, value]) => value !== ''));
  const send = () =>
    client.call('POST /v2/glossary/terms/{guid}/assignedEntities', {
      path: {guid},
      body: entities.map(entity => ({
        guid: entity.guid,
        ...(Object.keys(attributes).length === 0
          ? {}
          : {relationshipAttributes: {typeName: assignmentType, attributes}}),
      })),
    });
  return (
    <ChangeForm
      action="Assign"
      send={send}
      done={`${name} is assigned to ${entities.length === 1 ? '1 entity' : `${entities.length} entities`}`}
      onClose={onClose}
      isReady={entities.length > 0}
    >
      <EntityPicker
        label="Entities"
        description="Type part of a name. To assign the term to many entities at once, use Terms in the search results."
        required
        typeName={allEntityTypes}
        isMany
        value={entities}
        onChange={setEntities}
      />
      <TextInput
        label="Reason"
        value={description}
        onChange={event => setDescription(event.currentTarget.value)}
      />
      <TextInput
        label="Steward"
        value={steward}
        onChange={event => setSteward(event.currentTarget.value)}
      />
      <Select label="Status" clearable data={statuses} value={status} onChange={setStatus} />
    </ChangeForm>
  );
}
