import {Button, Group, NumberInput, Stack, Text} from '@mantine/core';
import {CopyButton, ErrorState, LoadingState, Problem, useConfirm, When} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';
import classes from './dashboards.module.css';
import {type Snapshot, snapshotLinksQuery, snapshotsChanged} from './snapshot-queries.ts';

type Link = Answer<'GET /api/v1/snapshots/{uuid}/links'>['links'][number];
type LinksProps = {readonly snapshot: Snapshot; readonly onDone: () => void};

/** Addresses at which a snapshot is shown without a login, for frames of other pages. */
export function SnapshotLinks({snapshot: {uuid, name}, onDone}: LinksProps) {
  const {data: links, error, refetch} = useQuery(snapshotLinksQuery(uuid));
  if (links === undefined)
    return error === null ? (
      <LoadingState what="Loading links" />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  return (
    <Stack>
      <Text size="sm">
        All who have such a link see <bdi>{name}</bdi> without a login until it expires. Pages that
        your administrator has named can embed it.
      </Text>
      <Problem error={error} />
      {links.length === 0 && (
        <Text size="sm" c="dimmed">
          No links yet.
        </Text>
      )}
      <ul aria-label="Links" className={classes['snapshots']}>
        {links.map((one, n) => (
          <li key={one.uuid}>
            <OneLink snapshot={uuid} link={one} number={links.length - n} name={name} />
          </li>
        ))}
      </ul>
      <NewLink snapshot={uuid} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Back
        </Button>
      </Group>
    </Stack>
  );
}

type OneLinkProps = {
  readonly snapshot: string;
  readonly link: Link;
  readonly number: number;
  readonly name: string;
};

/**
 * Links have no names: they are counted from the oldest, so that a new one does not rename the
 * others.
 */
function OneLink({snapshot, link, number, name}: OneLinkProps) {
  const confirm = useConfirm();
  const address = `${location.origin}${link.path}`;
  const revoke = useMutation({
    mutationFn: () =>
      ask('DELETE /api/v1/snapshots/{uuid}/links/{link}', {
        path: {uuid: snapshot, link: link.uuid},
      }),
    onSettled: snapshotsChanged,
  });
  const revokeAsked = async () => {
    const isWanted = await confirm({
      title: `Revoke link ${number}?`,
      text: 'Pages that embed the snapshot by it show it no longer. It can’t be restored.',
      action: 'Revoke link',
      isDangerous: true,
    });
    if (isWanted) revoke.mutate();
  };
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Link {number}, expires <When ms={link.expiresAt} />
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Text size="xs">Address</Text>
          <CopyButton text={address} label={`Copy address of link ${number}`} />
          <Text size="xs">Embed code</Text>
          <CopyButton text={frameOf(address, name)} label={`Copy embed code of link ${number}`} />
          <Button
            size="compact-xs"
            variant="subtle"
            loading={revoke.isPending}
            onClick={() => void revokeAsked()}
            aria-label={`Revoke link ${number}`}
          >
            Revoke
          </Button>
        </Group>
      </Group>
      <Problem error={revoke.error} />
    </>
  );
}

/** Each ends by itself at last: nobody has to think of revoking it. */
function NewLink({snapshot}: {snapshot: string}) {
  const [days, setDays] = useState(30);
  const add = useMutation({
    mutationFn: () =>
      ask('POST /api/v1/snapshots/{uuid}/links', {path: {uuid: snapshot}, body: {days}}),
    onSuccess: snapshotsChanged,
  });
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Group align="flex-end">
        <NumberInput
          label="Days until it expires"
          min={1}
          max={365}
          allowDecimal={false}
          value={days}
          onChange={value => setDays(Number(value))}
        />
        <Button type="submit" loading={add.isPending} disabled={days < 1}>
          Create link
        </Button>
      </Group>
      <Problem error={add.error} />
    </form>
  );
}

/** What a page embeds it with. */
function frameOf(address: string, name: string): string {
  const frame = document.createElement('iframe');
  frame.src = address;
  frame.title = name;
  frame.width = '100%';
  frame.height = '600';
  return frame.outerHTML;
}
