import {Select} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {useTypes} from '../../api/type-index.ts';
import {AttributeField} from '../../entity/attribute-field.tsx';
import {ChangeForm} from '../../entity/change-form.tsx';
import {type Relationship, sendRelationship} from './relationship-query.ts';

type RelationshipDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly relationship: Relationship;
};
type Propagation = NonNullable<Relationship['propagateTags']>;

/** Changes attributes of a relationship, and which way classifications go over it. */
export function RelationshipDialog({isOpen, onClose, relationship}: RelationshipDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Edit ${relationship.typeName}`}>
      <Form onClose={onClose} relationship={relationship} />
    </Dialog>
  );
}

function Form({relationship, onClose}: Omit<RelationshipDialogProps, 'isOpen'>) {
  // The attributes are the type's, in its order, also those without a value.
  const def = useTypes().relationships.get(relationship.typeName);
  const [attributes, setAttributes] = useState(relationship.attributes ?? {});
  const [propagateTags, setPropagateTags] = useState<Propagation>(
    relationship.propagateTags ?? 'NONE',
  );
  // In the words of the form; the value is the server's.
  const ways: readonly {value: Propagation; label: string}[] = [
    {value: 'NONE', label: 'don’t propagate'},
    {value: 'ONE_TO_TWO', label: 'propagate from end 1 to end 2'},
    {value: 'TWO_TO_ONE', label: 'go from end 2 to end 1'},
    {value: 'BOTH', label: 'go both ways'},
  ];
  // The type says how far classifications may go; less is always allowed.
  const allowed = ways.filter(
    ({value}) => value === 'NONE' || [value, 'BOTH'].includes(def?.propagateTags ?? 'NONE'),
  );
  return (
    <ChangeForm
      send={() => sendRelationship(relationship, {attributes, propagateTags})}
      done="Relationship saved"
      onClose={onClose}
    >
      {(def?.attributeDefs ?? []).map(one => (
        <AttributeField
          key={one.name}
          def={one}
          value={attributes[one.name]}
          onChange={value => setAttributes(old => ({...old, [one.name]: value}))}
        />
      ))}
      <Select
        label="Classifications"
        description={
          allowed.length === 1 ? 'The type of the relationship lets none through' : undefined
        }
        allowDeselect={false}
        data={allowed}
        value={propagateTags}
        onChange={value => setPropagateTags((value ?? 'NONE') as Propagation)}
      />
    </ChangeForm>
  );
}
