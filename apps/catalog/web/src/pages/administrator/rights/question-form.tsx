import {Button, Group, Select, SimpleGrid, TagsInput, TextInput} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {entityQuery} from '../../../api/queries.ts';
import {allEntityTypes, isInternal, type TypeIndex, useTypes} from '../../../api/type-index.ts';
import {EntityPicker} from '../../../entity/entity-picker.tsx';
import {nameOf} from '../../../entity/name-of.ts';
import {type Action, actionGroups, actionOf} from './actions.ts';
import {isComplete, type Question} from './question.ts';

type FormProps = {readonly question: Question; readonly onAsk: (question: Question) => void};
type PartProps = {
  readonly action: Action;
  readonly question: Question;
  readonly onChange: (changes: Partial<Question>) => void;
};

/**
 * Asks for what the chosen action needs, and for nothing else. It has a copy of its own until it is
 * asked: the answer below stays that to the question in the address.
 */
export function QuestionForm({question: asked, onAsk}: FormProps) {
  const [question, setQuestion] = useState(asked);
  const change = (changes: Partial<Question>) => setQuestion(old => ({...old, ...changes}));
  const action = actionOf(question.privilege);
  // Enter sends a form even where its button is disabled.
  const submit = (event: {preventDefault: () => void}) => {
    event.preventDefault();
    if (isComplete(question)) onAsk(question);
  };
  return (
    <form onSubmit={submit}>
      <SimpleGrid cols={{base: 1, sm: 2, lg: 3}} spacing="sm" maw="72rem">
        <TextInput
          label="User"
          placeholder="You"
          value={question.user}
          onChange={event => change({user: event.currentTarget.value})}
        />
        <TagsInput
          label="Groups"
          placeholder={question.groups.length > 0 ? '' : 'Groups from login'}
          value={[...question.groups]}
          onChange={groups => change({groups})}
        />
        <Select
          label="Action"
          placeholder="All administrator permissions"
          searchable
          clearable
          clearButtonProps={{'aria-label': 'All administrator permissions'}}
          data={actionGroups}
          value={question.privilege === '' ? null : question.privilege}
          // What was chosen for another action may be of another kind.
          onChange={privilege => change({privilege: privilege ?? '', type: '', detail: ''})}
        />
        {action?.about !== undefined && (
          <Subject action={action} question={question} onChange={change} />
        )}
        {action?.with !== undefined && (
          <Detail action={action} question={question} onChange={change} />
        )}
      </SimpleGrid>
      <Group mt="sm">
        <Button type="submit" disabled={!isComplete(question)}>
          Check permissions
        </Button>
      </Group>
    </form>
  );
}

/**
 * A type stands for any entity of it; a single entity is decided by its classifications as well, so
 * it is asked about by itself.
 */
function Subject({action, question, onChange}: PartProps) {
  const types = useTypes();
  const entity = (label: string, name: 'guid' | 'end2', isRequired = false) => (
    <EntityField
      label={label}
      guid={question[name]}
      isRequired={isRequired}
      onChange={guid => onChange({[name]: guid})}
    />
  );
  const type = (label: string, data: readonly string[], isRequired = true) => (
    <Select
      label={label}
      required={isRequired}
      searchable
      clearable={!isRequired}
      clearButtonProps={{'aria-label': 'No type'}}
      data={[...data]}
      value={question.type === '' ? null : question.type}
      onChange={chosen => onChange({type: chosen ?? ''})}
    />
  );
  switch (action.about) {
    case 'entity':
      return (
        <>
          {entity('Entity', 'guid')}
          {question.guid === '' && type('Or any entity of the type', entityTypes(types), false)}
        </>
      );
    case 'relationship':
      return (
        <>
          {type('Type of the relationship', [...types.relationships.keys()].toSorted())}
          {entity('From', 'guid', true)}
          {entity('To', 'end2', true)}
        </>
      );
    case 'new entity':
      return type('Type', entityTypes(types));
    default:
      return type('Type', allTypes(types));
  }
}

function Detail({action, question, onChange}: PartProps) {
  const types = useTypes();
  const value = question.detail;
  if (action.with === 'label') {
    return (
      <TextInput
        label="Label"
        required
        value={value}
        onChange={event => onChange({detail: event.currentTarget.value})}
      />
    );
  }
  const isClassification = action.with === 'classification';
  return (
    <Select
      label={isClassification ? 'Classification' : 'Business metadata'}
      required
      searchable
      data={[
        ...(isClassification ? types.classifications : types.businessMetadata).keys(),
      ].toSorted()}
      value={value === '' ? null : value}
      onChange={chosen => onChange({detail: chosen ?? ''})}
    />
  );
}

function EntityField(props: {
  label: string;
  guid: string;
  isRequired: boolean;
  onChange: (guid: string) => void;
}) {
  const {label, guid, isRequired, onChange} = props;
  // A link has only the guid.
  const found = useQuery({...entityQuery(guid), enabled: guid !== ''});
  const entity = found.data?.entity;
  const displayText = entity === undefined ? guid : nameOf(entity);
  return (
    <EntityPicker
      label={label}
      required={isRequired}
      typeName={allEntityTypes}
      isMany={false}
      value={guid === '' ? [] : [{guid, typeName: entity?.typeName ?? '', displayText}]}
      onChange={([one]) => onChange(one?.guid ?? '')}
    />
  );
}

/** Types of the catalog itself are not what policies are written for. */
function entityTypes(types: TypeIndex): string[] {
  return [...types.entities.keys()].filter(name => !isInternal(name)).toSorted();
}

function allTypes(types: TypeIndex): string[] {
  const {entities, classifications, enums, structs, relationships, businessMetadata} = types;
  return [entities, classifications, enums, structs, relationships, businessMetadata]
    .flatMap(some => [...some.keys()])
    .filter(name => !isInternal(name))
    .toSorted();
}
