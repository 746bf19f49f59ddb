import {Text} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {useTypes} from '../api/type-index.ts';
import type {Entity} from '../api/wire.ts';
import {formSections} from './attribute-kind.ts';
import {ChangeForm} from './change-form.tsx';
import {PairsField} from './pairs-field.tsx';

type CustomDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly entity: Entity;
};

/** Properties that belong to no type: names and texts. */
export function CustomDialog({isOpen, onClose, entity}: CustomDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Custom properties">
      <CustomForm entity={entity} onClose={onClose} />
    </Dialog>
  );
}

function CustomForm({entity, onClose}: Omit<CustomDialogProps, 'isOpen'>) {
  const types = useTypes();
  const [pairs, setPairs] = useState<readonly (readonly [string, string])[]>(
    Object.entries(entity.customAttributes ?? {}),
  );
  const required =
    formSections(types, entity.typeName).find(section => section.title === 'Required')?.defs ?? [];
  const send = () =>
    client.call('POST /v2/entity', {
      body: {
        entity: {
          typeName: entity.typeName,
          guid: entity.guid,
          // The API wants required attributes with each request, even one that is about something
          // else.
          attributes: Object.fromEntries(required.map(({name}) => [name, entity.attributes[name]])),
          customAttributes: Object.fromEntries(
            pairs
              .filter(([name]) => name.trim() !== '')
              .map(([name, value]) => [name.trim(), value]),
          ),
        },
      },
    });
  return (
    <ChangeForm send={send} done="Custom properties saved" onClose={onClose}>
      {pairs.length === 0 && <Text size="sm">None yet.</Text>}
      <PairsField value={pairs} onChange={setPairs} add="Property" />
    </ChangeForm>
  );
}
