import {Textarea, TextInput} from '@mantine/core';
import {type GroupKind, groupTypes} from '@gazetteer/model/asset';
import {Dialog} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {client} from '../api/client.ts';
import {queries} from '../api/queries.ts';
import {useTypes} from '../api/type-index.ts';
import {ChangeForm} from '../entity/change-form.tsx';
import {domainAndBelow} from './domain-tree.ts';
import {DomainField} from './group-fields.tsx';
import {domainsQuery} from './queries.ts';

export type GroupDraft = {
  readonly name: string;
  readonly description: string;
  readonly owner: string;
  /** The domain that it is in. */
  readonly parent: string | null;
};

/** As pages call them in the middle of a sentence. */
export const groupWords: Readonly<Record<GroupKind, string>> = {
  domain: 'domain',
  product: 'data product',
};

type GroupDialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly kind: GroupKind;
  /** To be changed; without it one is created. */
  readonly guid?: string;
  readonly before?: Partial<GroupDraft>;
  readonly onDone?: (guid: string) => void;
};

/** What a domain or a data product is called, where it is, and who answers for it. */
export function GroupDialog({isOpen, onClose, ...form}: GroupDialogProps) {
  const title = `${form.guid === undefined ? 'Create' : 'Edit'} ${groupWords[form.kind]}`;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <GroupForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function GroupForm({kind, guid, before, onClose, onDone}: Omit<GroupDialogProps, 'isOpen'>) {
  const types = useTypes();
  const {data: domains = []} = useQuery(domainsQuery);
  // As the form began, to tell what was changed.
  const [first] = useState<GroupDraft>({
    name: '',
    description: '',
    owner: '',
    parent: null,
    ...before,
  });
  const [draft, setDraft] = useState(first);
  const set = (changes: Partial<GroupDraft>) => setDraft({...draft, ...changes});
  const send = async () => {
    const saved = await saveGroup(kind, guid, draft, first.parent);
    // With the first one come its types.
    if (!types.entities.has(groupTypes[kind]))
      await queries.invalidateQueries({queryKey: ['types']});
    return saved;
  };
  const name = draft.name.trim();
  return (
    <ChangeForm
      action={guid === undefined ? `Create ${groupWords[kind]}` : 'Save'}
      send={send}
      done={`${name} ${guid === undefined ? 'created' : 'saved'}`}
      onDone={saved => onDone?.(saved.guid)}
      onClose={onClose}
      isReady={name !== ''}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        value={draft.name}
        onChange={event => set({name: event.currentTarget.value})}
      />
      <DomainField
        label={kind === 'domain' ? 'Parent domain' : 'Domain'}
        value={draft.parent}
        onChange={parent => set({parent})}
        hidden={kind === 'domain' && guid !== undefined ? domainAndBelow(domains, guid) : []}
      />
      <TextInput
        label="Owner"
        value={draft.owner}
        onChange={event => set({owner: event.currentTarget.value})}
      />
      <Textarea
        label="Description"
        description="Markdown"
        autosize
        minRows={2}
        maxRows={12}
        value={draft.description}
        onChange={event => set({description: event.currentTarget.value})}
      />
    </ChangeForm>
  );
}

/** The domain above is sent only where it was chosen: one that may not be read would be left. */
async function saveGroup(
  kind: GroupKind,
  guid: string | undefined,
  draft: GroupDraft,
  parent: string | null,
) {
  const isMoved = guid === undefined || draft.parent !== parent;
  const texts = {
    name: draft.name,
    description: draft.description === '' ? null : draft.description,
    owner: draft.owner.trim() === '' ? null : draft.owner.trim(),
  };
  if (kind === 'domain') {
    const body = {...texts, ...(isMoved ? {parentGuid: draft.parent} : {})};
    return guid === undefined
      ? await client.call('POST /v2/domains', {body})
      : await client.call('PUT /v2/domains/{guid}', {path: {guid}, body});
  }
  const body = {...texts, ...(isMoved ? {domainGuid: draft.parent} : {})};
  return guid === undefined
    ? await client.call('POST /v2/products', {body})
    : await client.call('PUT /v2/products/{guid}', {path: {guid}, body});
}
