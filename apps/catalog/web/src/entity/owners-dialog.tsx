import {ownersOf, type OwnerRoles} from '@gazetteer/model/asset';
import {Dialog} from '@gazetteer/ui';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {queries} from '../api/queries.ts';
import type {Entity} from '../api/wire.ts';
import {ChangeForm} from './change-form.tsx';
import {PeopleField} from './people-field.tsx';

type OwnersDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly entity: Entity;
};

/** In the order of pages. `facet` is what the search calls a role, where it counts by it. */
export const ownerRoles: readonly {
  readonly role: keyof OwnerRoles;
  readonly facet: string;
  readonly one: string;
  readonly many: string;
  readonly about?: string;
}[] = [
  {
    role: 'owners',
    facet: 'owner',
    one: 'Owner',
    many: 'Owners',
    about: 'Users, groups or other names. The first one is the owner that other tools see.',
  },
  {
    role: 'stewards',
    facet: 'steward',
    one: 'Steward',
    many: 'Stewards',
    about: 'Responsible for documentation, terms and quality',
  },
  {
    role: 'technicalContacts',
    facet: 'technicalContact',
    one: 'Technical contact',
    many: 'Technical contacts',
  },
];

/** Sets who is responsible for one asset, in each role. */
export function OwnersDialog({isOpen, onClose, entity}: OwnersDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Owners">
      <OwnersForm entity={entity} onClose={onClose} />
    </Dialog>
  );
}

function OwnersForm({entity, onClose}: Omit<OwnersDialogProps, 'isOpen'>) {
  // Kept from the beginning: what others change meanwhile is no change of this form.
  const [before] = useState(() => ownersOf(entity));
  const [roles, setRoles] = useState(before);
  const send = async () => {
    const body = Object.fromEntries(ownerRoles.map(({role}) => [role, [...roles[role]]]));
    await client.call('PUT /v2/entity/guid/{guid}/owners', {path: {guid: entity.guid}, body});
    // With the first of them come the types that they are stored in.
    await queries.invalidateQueries({queryKey: ['types']});
  };
  return (
    <ChangeForm
      send={send}
      done="Owners saved"
      onClose={onClose}
      isReady={JSON.stringify(roles) !== JSON.stringify(before)}
    >
      {ownerRoles.map(({role, many, about}, at) => (
        <PeopleField
          key={role}
          label={many}
          {...(about === undefined ? {} : {description: about})}
          isFirst={at === 0}
          value={roles[role]}
          onChange={names => setRoles({...roles, [role]: names})}
        />
      ))}
    </ChangeForm>
  );
}
