import {Stack, Title} from '@mantine/core';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {useTypes} from '../api/type-index.ts';
import type {Entity} from '../api/wire.ts';
import {AttributeField} from './attribute-field.tsx';
import {businessMetadataOf} from './business-metadata.ts';
import {ChangeForm} from './change-form.tsx';

type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type BusinessMetadataDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly entity: Entity;
};

/** What the organisation wants to know about entities of the type, beside its attributes. */
export function BusinessMetadataDialog({isOpen, onClose, entity}: BusinessMetadataDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Business metadata">
      <BusinessMetadataForm entity={entity} onClose={onClose} />
    </Dialog>
  );
}

function BusinessMetadataForm({entity, onClose}: Omit<BusinessMetadataDialogProps, 'isOpen'>) {
  const types = useTypes();
  const {guid, businessAttributes = {}} = entity;
  // Only what was touched: what others change meanwhile in other fields stays.
  const [changed, setChanged] = useState<Groups>({});
  // Setting and clearing are two requests of the API. Clearing comes first, as a value of a
  // required attribute may take the place of another.
  const send = async () => {
    const [set, cleared] = [pick(changed, isSet), pick(changed, value => !isSet(value))];
    if (Object.keys(cleared).length > 0)
      await client.call('DELETE /v2/entity/guid/{guid}/businessmetadata', {
        path: {guid},
        body: cleared,
      });
    if (Object.keys(set).length > 0)
      await client.call('POST /v2/entity/guid/{guid}/businessmetadata', {path: {guid}, body: set});
  };
  return (
    <ChangeForm
      send={send}
      done="Business metadata saved"
      onClose={onClose}
      isReady={Object.keys(changed).length > 0}
    >
      {businessMetadataOf(types, entity.typeName).map(([group, defs]) => (
        <Stack key={group} gap="sm">
          <Title order={3} size="h5">
            <bdi>{group}</bdi>
          </Title>
          {defs.map(def => {
            const now = {...businessAttributes[group], ...changed[group]};
            return (
              <AttributeField
                key={def.name}
                // What is required is so only of entities that have this business metadata at all.
                def={{...def, isOptional: def.isOptional || !Object.values(now).some(isSet)}}
                value={now[def.name]}
                onChange={value =>
                  setChanged(old => ({...old, [group]: {...old[group], [def.name]: value}}))
                }
              />
            );
          })}
        </Stack>
      ))}
    </ChangeForm>
  );
}

/** An emptied list is none, as in the answers of the server. */
const isSet = (value: unknown) =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

function pick(
  groups: Groups,
  isWanted: (value: unknown) => boolean,
): Record<string, Record<string, unknown>> {
  const kept = Object.entries(groups).map(
    ([group, values]) =>
      [
        group,
        Object.fromEntries(Object.entries(values).filter(([, value]) => isWanted(value))),
      ] as const,
  );
  return Object.fromEntries(kept.filter(([, values]) => Object.keys(values).length > 0));
}
