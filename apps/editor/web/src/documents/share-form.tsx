import {ActionIcon, Box, Button, Group, NativeSelect, Text, TextInput} from '@mantine/core';
import {CopyButton, DocsLink, ErrorState, LoadingState, Problem, toast} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {User, Users, X} from 'lucide-react';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import {AddPerson} from './add-person.tsx';
import {documentQuery, documentsChanged, grantsQuery} from './document-queries.ts';
import {Viewers} from './viewers.tsx';
import type {DocumentHead, Grant, OpenedDocument} from '../api/wire.ts';
import classes from './documents.module.css';

/** Of what others may do; to share it further is its owner's alone. */
const rights = [
  {value: 'read', label: 'Can view'},
  {value: 'write', label: 'Can edit'},
];

/**
 * Who else may see or change a query or a folder. All grants are sent together and replace those
 * there were: nobody is left with a right that the form did not show.
 */
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
    mutationFn: () => ask('PUT /api/v1/documents/{uuid}/grants', {path: {uuid}, body: {grants}}),
    onSuccess: async () => {
      toast({kind: 'done', title: grants.length === 0 ? 'No longer shared' : 'Shared'});
      onDone();
      await documentsChanged();
    },
  });
  // One for each person or group: another right replaces the one before.
  const put = (grant: Grant) =>
    setGrants([...grants.filter(one => one.kind !== grant.kind || one.name !== grant.name), grant]);
  const drop = (grant: Grant) => setGrants(grants.filter(one => one !== grant));
  const setLink = (value: string) => {
    const others = grants.filter(grant => grant.kind !== 'link');
    setGrants(
      value === 'off'
        ? others
        : [...others, {kind: 'link', name: '', permission: value as 'read' | 'write'}],
    );
  };
  const address = addressOf(uuid, kind);
  return (
    <div className={classes['share']}>
      <Text fw={600} dir="auto">
        {name}
      </Text>
      {kind === 'folder' && (
        <Text size="sm" c="dimmed">
          Users with access to the folder see everything in it, including items added later.
        </Text>
      )}
      {kind === 'dashboard' && (
        <Text size="sm" c="dimmed">
          Users see the tiles of queries that are shared with them as well.
        </Text>
      )}
      {kind === 'notebook' && (
        <Text size="sm" c="dimmed">
          Users see its cells and the results of their own runs.
        </Text>
      )}
      <AddPerson onAdd={put} />
      <Grants grants={named} onChange={put} onRemove={drop} />
      <Inherited grants={inherited} path={path} />
      <NativeSelect
        label="Anyone logged in who has the link"
        data={[{value: 'off', label: 'No access'}, ...rights]}
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
        The link opens it for those it is shared with. Readers run it as themselves and save their
        changes as queries of their own; only you share, move and delete it.{' '}
        <DocsLink to="editor-pages#save-and-share">Save and share</DocsLink>
      </Text>
      {kind !== 'folder' && (
        <details>
          <summary>Viewers</summary>
          <Viewers of="documents" uuid={uuid} />
        </details>
      )}
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

type GrantsProps = {
  readonly grants: readonly Grant[];
  readonly onChange: (grant: Grant) => void;
  readonly onRemove: (grant: Grant) => void;
};

/** Those who are named; the link has a field of its own. */
function Grants({grants, onChange, onRemove}: GrantsProps) {
  if (grants.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Not shared with users or groups.
      </Text>
    );
  return (
    <ul className={classes['grants']} aria-label="Shared with">
      {grants.map(grant => (
        <li key={`${grant.kind} ${grant.name}`}>
          {grant.kind === 'user' ? (
            <User size={16} aria-label="user" />
          ) : (
            <Users size={16} aria-label="group" />
          )}
          <bdi className={classes['name']}>{grant.name}</bdi>
          <NativeSelect
            size="xs"
            aria-label={`Access of ${grant.name}`}
            data={rights}
            value={grant.permission}
            onChange={event =>
              onChange({...grant, permission: event.currentTarget.value as 'read' | 'write'})
            }
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove ${grant.name}`}
            onClick={() => onRemove(grant)}
          >
            <X size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

/** Shown and not changed here: it belongs to a folder, and with it to all that is in there. */
function Inherited({grants, path}: {grants: FormProps['inherited']; path: OpenedDocument['path']}) {
  if (grants.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={500}>
        Access from parent folders
      </Text>
      <ul className={classes['grants']} aria-label="Access from parent folders">
        {grants.map(grant => (
          <li key={`${grant.folder} ${grant.kind} ${grant.name}`}>
            <Text size="sm" dir="auto">
              {grant.kind === 'link' ? 'anyone with the link' : grant.name}{' '}
              {grant.permission === 'read' ? 'can view' : 'can edit'}, from{' '}
              {path.find(folder => folder.uuid === grant.folder)?.name ?? 'a folder'}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A link to send to somebody; it opens only for those whom the document is shared with. */
export function addressOf(uuid: string, kind: DocumentHead['kind']): string {
  const paths = {
    query: `/app/editor/?document=${uuid}`,
    folder: `/app/documents?folder=${uuid}`,
    dashboard: `/app/dashboards/${uuid}`,
    notebook: `/app/notebooks/${uuid}`,
  };
  return location.origin + paths[kind];
}
