import {ActionIcon, Button, Group, Switch, Text, TextInput} from '@mantine/core';
import {CopyButton, Dialog, DialogForm, ErrorState, Problem, When} from '@gazetteer/ui';
import {queryOptions, useMutation, useQuery} from '@tanstack/react-query';
import {Link, User, Users, X} from 'lucide-react';
import {useState} from 'react';
import {queries} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {ResultShare} from '../api/wire.ts';
import {AddPerson} from '../documents/add-person.tsx';
import classes from '../documents/documents.module.css';
import type {SharedView} from './shared-view.ts';

/** A person, a group, or whoever has the link. */
type Audience = ResultShare['grants'][number];

const sharesQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['shares', uuid],
    queryFn: async ({signal}) =>
      (await ask('GET /api/v1/results/{uuid}/shares', {path: {uuid}}, {signal})).shares,
    staleTime: 0,
  });

type ShareResultProps = {
  readonly uuid: string;
  readonly title: string;
  readonly view: SharedView;
  readonly onClose: () => void;
};

/**
 * Lets others look at a result as it is looked at now. A link is for named people and groups, for
 * everybody who can log in, or both; who opens it is checked by the server each time, so that
 * revoking works at once.
 */
export function ShareResult({uuid, title: first, view, onClose}: ShareResultProps) {
  const [title, setTitle] = useState(first);
  const [named, setNamed] = useState<readonly Audience[]>([]);
  const [isForAll, setForAll] = useState(false);
  const known = useQuery(sharesQuery(uuid));
  const grants: readonly Audience[] = [
    ...named,
    ...(isForAll ? [{kind: 'link', name: ''} as const] : []),
  ];
  const share = useMutation({
    mutationFn: () =>
      ask('POST /api/v1/results/{uuid}/shares', {path: {uuid}, body: {title, view, grants}}),
    onSuccess: async () => {
      // The dialog stays open, with the new link in the list: it has to be sent to somebody.
      setNamed([]);
      setForAll(false);
      await queries.invalidateQueries(sharesQuery(uuid));
    },
  });
  // Nobody is named twice; there is only one permission, to look.
  const add = ({kind, name}: Audience) =>
    setNamed([...named.filter(one => one.kind !== kind || one.name !== name), {kind, name}]);
  return (
    <Dialog isOpen onClose={onClose} title="Share this result" size="lg">
      {known.error !== null && (
        <ErrorState error={known.error} retry={() => void known.refetch()} hasTitle={false} />
      )}
      {known.data !== undefined && known.data.length > 0 && (
        <Shares uuid={uuid} shares={known.data} />
      )}
      <DialogForm
        action="Create link"
        onSubmit={() => share.mutate()}
        onCancel={onClose}
        isBusy={share.isPending}
        isReady={grants.length > 0}
        error={share.error}
      >
        <Text size="sm" c="dimmed">
          They see the rows and the statement in your current view, and can search, sort, chart and
          download them. They can’t run or change anything. The link works until the result expires.
        </Text>
        <TextInput
          label="Title"
          maxLength={200}
          value={title}
          onChange={event => setTitle(event.currentTarget.value)}
        />
        <AddPerson onAdd={add} />
        {named.length > 0 && (
          <ul className={classes['grants']} aria-label="Share with">
            {named.map(one => (
              <li key={`${one.kind} ${one.name}`}>
                <AudienceIcon kind={one.kind} />
                <bdi className={classes['name']}>{one.name}</bdi>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${one.name}`}
                  onClick={() => setNamed(named.filter(other => other !== one))}
                >
                  <X size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <Switch
          label="Anyone logged in who has the link"
          checked={isForAll}
          onChange={event => setForAll(event.currentTarget.checked)}
        />
      </DialogForm>
    </Dialog>
  );
}

/** Links that there are, each with its address; a revoked one ends for all who have it. */
function Shares({uuid, shares}: {uuid: string; shares: readonly ResultShare[]}) {
  const drop = useMutation({
    mutationFn: (share: string) => ask('DELETE /api/v1/shares/{uuid}', {path: {uuid: share}}),
    onSettled: () => queries.invalidateQueries(sharesQuery(uuid)),
  });
  return (
    <section aria-label="Links to this result" className={classes['links']}>
      {shares.map(share => {
        const address = `${location.origin}/app/result?share=${share.uuid}`;
        return (
          <div key={share.uuid}>
            <Text size="sm">
              <bdi>{share.title}</bdi>: {share.grants.map(nameOf).join(', ')},{' '}
              <When ms={share.createdAt} isRelative />
            </Text>
            <Group gap="xs" wrap="nowrap">
              <TextInput
                size="xs"
                readOnly
                aria-label="Link"
                value={address}
                className={classes['grow']}
                dir="ltr"
              />
              <CopyButton text={address} label="Copy the link" />
              <Button size="compact-xs" variant="default" onClick={() => drop.mutate(share.uuid)}>
                Revoke
              </Button>
            </Group>
          </div>
        );
      })}
      <Problem error={drop.error} />
    </section>
  );
}

/** As it stands in the list of a link. */
function nameOf({kind, name}: Audience): string {
  return kind === 'link' ? 'anyone with the link' : name;
}

/** Named for those who don't see it: a group and a person may have the same name. */
function AudienceIcon({kind}: Pick<Audience, 'kind'>) {
  if (kind === 'link') return <Link size={16} aria-label="link" />;
  return kind === 'user' ? (
    <User size={16} aria-label="user" />
  ) : (
    <Users size={16} aria-label="group" />
  );
}
