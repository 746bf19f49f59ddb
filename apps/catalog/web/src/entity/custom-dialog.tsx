import {ActionIcon, Button, Group, Text, TextInput} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {Plus, X} from 'lucide-react';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {useTypes} from '../api/type-index.ts';
import type {Entity} from '../api/wire.ts';
import {formSections} from './attribute-kind.ts';
import {ChangeForm} from './change-form.tsx';

type CustomDialogProps = {readonly isOpen: boolean; readonly onClose: () => void; readonly entity: Entity};

/** Properties that belong to no type: names and texts. */
export function CustomDialog({isOpen, onClose, entity}: CustomDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="User-defined properties">
      <CustomForm entity={entity} onClose={onClose} />
    </Dialog>
  );
}

function CustomForm({entity, onClose}: Omit<CustomDialogProps, 'isOpen'>) {
  const types = useTypes();
  const [pairs, setPairs] = useState<readonly (readonly [string, string])[]>(
    Object.entries(entity.customAttributes ?? {}),
  );
  const replace = (index: number, next: readonly [string, string]) => setPairs(pairs.with(index, next));
  const required = formSections(types, entity.typeName).find(section => section.title === 'Required')?.defs ?? [];
  const send = () =>
    client.call('POST /v2/entity', {
      body: {
        entity: {
          typeName: entity.typeName,
          guid: entity.guid,
          attributes: Object.fromEntries(required.map(({name}) => [name, entity.attributes[name]])),
          customAttributes: Object.fromEntries(
            pairs.filter(([name]) => name.trim() !== '').map(([name, value]) => [name.trim(), value]),
          ),
        },
      },
    });
  return (
    <ChangeForm send={send} onClose={onClose}>
      {pairs.length === 0 && <Text size="sm">None yet.</Text>}
      {pairs.map(([name, value], n) => (
        <Group key={n} gap="xs" wrap="nowrap">
          <TextInput
            aria-label="Name"
            placeholder="Name"
            value={name}
            onChange={event => replace(n, [event.currentTarget.value, value])}
          />
          <TextInput
            aria-label="Value"
            placeholder="Value"
            style={{flex: 1}}
            value={value}
            onChange={event => replace(n, [name, event.currentTarget.value])}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Remove this property"
            onClick={() => setPairs(pairs.toSpliced(n, 1))}
          >
            <X size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="xs"
        variant="subtle"
        leftSection={<Plus size={14} />}
        onClick={() => setPairs([...pairs, ['', '']])}
      >
        Property
      </Button>
    </ChangeForm>
  );
}
