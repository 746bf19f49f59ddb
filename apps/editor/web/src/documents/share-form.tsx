import {ActionIcon, Box, Button, Group, NativeSelect, Text, TextInput} from '@mantine/core';
import {CopyButton, ErrorState, LoadingState, Problem, toast} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {User, Users, X} from 'lucide-react';
import {useState} from 'react';
import {send} from '../api/request.ts';
import {AddPerson} from './add-person.tsx';
import {documentQuery, documentsChanged, grantsQuery} from './document-queries.ts';
import type {Grant, OpenedDocument} from './document-wire.ts';
import classes from './documents.module.css';

const rights = [
  {value: 'read', label: 'may read'},
  {value: 'write', label: 'may change'},
];

/** Who else may see or change a query or a folder. */
export function ShareForm({uuid, onDone}: {uuid: string; onDone: () => void}) {
  const document = useQuery(documentQuery(uuid));
  const known = useQuery(grantsQuery(uuid));
  const error = document.error ?? known.error;
  if (error !== null) return <ErrorState error={error} retry={() => void known.refetch()} />;
  if (document.data === undefined || known.data === undefined) return <LoadingState />;
  return <Form document={document.data} {...known.data} onDone={onDone} />;
}

type FormProps = {
  readonly document: OpenedDocument;
  readonly grants: readonly Grant[];
  readonly inherited: readonly (Grant & {folder: string})[];
  readonly onDone: () => void;
};

function Form({document: {uuid, name, kind, path}, grants: first, inherited, onDone}: FormProps) {
  const [grants, setGrants] = useState(first);
  const link = grants.find(grant => grant.kind === 'link')?.permission ?? 'off';
  const named = grants.filter(grant => grant.kind !== 'link');
  const save = useMutation({
    mutationFn: () => send('PUT', `/api/v1/documents/${uuid}/grants`, {grants}),
    onSuccess: async () => {
      toast({kind: 'done', title: grants.length === 0 ? 'No longer shared' : 'Shared'});
      onDone();
      await documentsChanged();
    },
  });
  const put = (grant: Grant) =>
    setGrants([...grants.filter(one => one.kind !== grant.kind || one.name !== grant.name), grant]);
  const drop = (grant: Grant) => setGrants(grants.filter(one => one !== grant));
  const setLink = (value: string) => {
    const others = grants.filter(grant => grant.kind !== 'link');
    setGrants(value === 'off' ? others : [...others, {kind: 'link', name: '', permission: value as 'read' | 'write'}]);
  };
  const address = addressOf(uuid, kind);
  return (
    <div className={classes['share']}>
      <Text fw={600} dir="auto">
        {name}
      </Text>
      {kind === 'folder' && (
        <Text size="sm" c="dimmed">
          Whoever may see the folder sees all that is in it, also what comes later.
        </Text>
      )}
      <AddPerson onAdd={put} />
      {named.length === 0 ? (
        <Text size="sm" c="dimmed">
          It is shared with nobody by name.
        </Text>
      ) : (
        <ul className={classes['grants']} aria-label="Shared with">
          {named.map(grant => (
            <li key={`${grant.kind} ${grant.name}`}>
              {grant.kind === 'user' ? <User size={16} aria-label="user" /> : <Users size={16} aria-label="group" />}
              <bdi className={classes['name']}>{grant.name}</bdi>
              <NativeSelect
                size="xs"
                aria-label={`What ${grant.name} may do`}
                data={rights}
                value={grant.permission}
                onChange={event => put({...grant, permission: event.currentTarget.value as 'read' | 'write'})}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Take ${grant.name} off`}
                onClick={() => drop(grant)}
              >
                <X size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {inherited.length > 0 && (
        <div>
          <Text size="sm" fw={500}>
            By the folders above it
          </Text>
          <ul className={classes['grants']} aria-label="Shared by folders above">
            {inherited.map(grant => (
              <li key={`${grant.folder} ${grant.kind} ${grant.name}`}>
                <Text size="sm" dir="auto">
                  {grant.kind === 'link' ? 'anyone with the link' : grant.name}{' '}
                  {grant.permission === 'read' ? 'may read' : 'may change'}, by{' '}
                  {path.find(folder => folder.uuid === grant.folder)?.name ?? 'a folder'}
                </Text>
              </li>
            ))}
          </ul>
        </div>
      )}
      <NativeSelect
        label="Anyone logged in who has the link"
        data={[{value: 'off', label: 'sees nothing'}, ...rights]}
        value={link}
        onChange={event => setLink(event.currentTarget.value)}
      />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput label="Link" readOnly value={address} className={classes['grow']} dir="ltr" />
        <Box pb={4}>
          <CopyButton text={address} label="Copy the link" />
        </Box>
      </Group>
      <Text size="sm" c="dimmed">
        The link opens it for those it is shared with. Readers run it as themselves and save their changes as queries of
        their own; only you share, move and delete it.
      </Text>
      <Problem error={save.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          Share
        </Button>
      </Group>
    </div>
  );
}

export function addressOf(uuid: string, kind: 'query' | 'folder'): string {
  const path = kind === 'query' ? `/app/editor/?document=${uuid}` : `/app/documents?folder=${uuid}`;
  return location.origin + path;
}
