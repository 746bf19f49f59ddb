import {Accordion, Select, Stack, Text} from '@mantine/core';
import type {AttributeDef} from '@gazetteer/model';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {isInternal, useTypes} from '../api/type-index.ts';
import type {Entity} from '../api/wire.ts';
import {AttributeField} from './attribute-field.tsx';
import {formSections} from './attribute-kind.ts';
import {ChangeForm} from './change-form.tsx';
import {attributeLabels} from './display-name.ts';
import {nameOf} from './name-of.ts';
import {typeChoices} from './type-label.tsx';

type EntityDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** To be changed; without one a new entity is made. */
  readonly entity?: Entity;
  readonly typeName?: string | undefined;
  readonly onSaved?: (guid: string) => void;
};

/** Makes or changes an entity with a form drawn from its type. */
export function EntityDialog({isOpen, onClose, ...form}: EntityDialogProps) {
  const title = form.entity === undefined ? 'New entity' : `Edit ${nameOf(form.entity)}`;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} size="lg">
      <EntityForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function EntityForm({
  entity,
  typeName: givenType,
  onClose,
  onSaved,
}: Omit<EntityDialogProps, 'isOpen'>) {
  const types = useTypes();
  const [typeName, setTypeName] = useState<string | undefined>(entity?.typeName ?? givenType);
  const [changed, setChanged] = useState<Readonly<Record<string, unknown>>>({});
  const labelOf = attributeLabels(types, typeName ?? '');
  const sections = typeName === undefined ? [] : formSections(types, typeName);
  const required = sections.find(section => section.title === 'Required')?.defs ?? [];
  // Open from the start for an entity that is there: what it has is not hidden.
  const folded = sections.filter(section => section.title !== 'Required');
  const field = (def: AttributeDef) => (
    <AttributeField
      key={def.name}
      def={def}
      label={labelOf(def.name)}
      value={def.name in changed ? changed[def.name] : valueOf(entity, def.name)}
      onChange={value => setChanged(old => ({...old, [def.name]: value}))}
    />
  );
  return (
    <ChangeForm
      action={entity === undefined ? 'Create' : 'Save'}
      send={() =>
        client.call('POST /v2/entity', {
          body: {entity: bodyOf(types, typeName ?? '', entity, changed)},
        })
      }
      done={entity === undefined ? 'Entity created' : 'Changes saved'}
      onDone={({guidAssignments = {}}) => {
        const guid = Object.values(guidAssignments)[0] ?? entity?.guid;
        if (guid !== undefined) onSaved?.(guid);
      }}
      onClose={onClose}
      isReady={typeName !== undefined && (entity === undefined || Object.keys(changed).length > 0)}
    >
      {entity === undefined && (
        <Select
          label="Type"
          required
          searchable
          // Of a type that is chosen already people go on with the fields: its list would cover
          // them.
          data-autofocus={givenType === undefined || undefined}
          {...typeChoices([...types.entities.keys()].filter(name => !isInternal(name)))}
          value={typeName ?? null}
          onChange={name => {
            setTypeName(name ?? undefined);
            setChanged({});
          }}
        />
      )}
      {typeName !== undefined && sections.length === 0 && <Text>This type has no attributes.</Text>}
      {/* Never folded away: the browser could not show what is missing. */}
      {required.map(field)}
      <Accordion
        key={typeName}
        multiple
        defaultValue={entity === undefined ? [] : ['More']}
        variant="separated"
      >
        {folded.map(({title, defs}) => (
          <Accordion.Item key={title} value={title}>
            <Accordion.Control>{title}</Accordion.Control>
            <Accordion.Panel>
              <Stack gap="sm">{defs.map(field)}</Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </ChangeForm>
  );
}

function valueOf(entity: Entity | undefined, name: string): unknown {
  const related = entity?.relationshipAttributes?.[name];
  if (!Array.isArray(related)) return related ?? entity?.attributes[name];
  // Ended relationships are listed, too; sending them back would begin them anew.
  return related.filter(
    (one: {relationshipStatus?: string}) => one.relationshipStatus !== 'DELETED',
  );
}

/**
 * Only what was changed, so that changes of others stay, and with it what the type requires of
 * every request.
 */
function bodyOf(
  types: ReturnType<typeof useTypes>,
  typeName: string,
  entity: Entity | undefined,
  changed: Readonly<Record<string, unknown>>,
) {
  const relations = new Set(types.relationshipAttributesOf(typeName).map(def => def.name));
  const required = formSections(types, typeName)
    .flatMap(section => section.defs)
    .filter(def => !def.isOptional && !(def.name in changed))
    .map(def => [def.name, valueOf(entity, def.name)] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  const all = [...required, ...Object.entries(changed)];
  return {
    typeName,
    // A negative guid stands for one that the server is to assign.
    guid: entity?.guid ?? '-1',
    attributes: Object.fromEntries(all.filter(([name]) => !relations.has(name))),
    relationshipAttributes: Object.fromEntries(all.filter(([name]) => relations.has(name))),
  };
}
