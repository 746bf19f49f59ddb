import {Anchor, Button, Group, Stack, Text} from '@mantine/core';
import {
  CopyButton,
  EmptyState,
  ErrorState,
  LoadingState,
  Problem,
  useConfirm,
  When,
} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {Camera} from 'lucide-react';
import {type ReactNode, useState} from 'react';
import {ask} from '../api/request.ts';
import classes from './dashboards.module.css';
import {EditSnapshot} from './snapshot-form.tsx';
import {SnapshotLinks} from './snapshot-links.tsx';
import {
  ownSnapshotsQuery,
  type Snapshot,
  type Snapshots,
  snapshotsChanged,
  snapshotsQuery,
} from './snapshot-queries.ts';

/**
 * What is shown in place of the list; a second dialog over the first would hide what it is about.
 */
type Shown = {readonly part: 'edit' | 'links'; readonly snapshot: Snapshot};

/** What a dashboard showed at other times, and who may see that. */
export function DashboardSnapshots({dashboard}: {dashboard: string}) {
  return (
    <SnapshotsView {...useQuery(snapshotsQuery(dashboard))}>
      A snapshot keeps the results of the dashboard as they are at a time. Choose More, Take
      snapshot.
    </SnapshotsView>
  );
}

/** One's own of all dashboards, also of those that one can no longer open. */
export function OwnSnapshots() {
  return (
    <SnapshotsView {...useQuery(ownSnapshotsQuery)}>
      A snapshot keeps the results of a dashboard as they are at a time. Open one and choose More,
      Take snapshot.
    </SnapshotsView>
  );
}

type ViewProps = {
  readonly data: Snapshots | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  /** How to begin where there are none yet. */
  readonly children: ReactNode;
};

function SnapshotsView({data, error, refetch, children}: ViewProps) {
  const [shown, setShown] = useState<Shown>();
  const back = () => setShown(undefined);
  // What is known already stays when asking again fails, and the failure is told above it.
  if (data === undefined)
    return error === null ? (
      <LoadingState what="Loading snapshots" />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  if (shown?.part === 'edit')
    return <EditSnapshot snapshot={shown.snapshot} canPreview={data.canPreview} onDone={back} />;
  if (shown?.part === 'links') return <SnapshotLinks snapshot={shown.snapshot} onDone={back} />;
  return (
    <Stack>
      <Problem error={error} />
      {data.snapshots.length === 0 && (
        <EmptyState title="No snapshots yet" icon={<Camera size={32} strokeWidth={1.5} />}>
          {children}
        </EmptyState>
      )}
      <ul aria-label="Snapshots" className={classes['snapshots']}>
        {data.snapshots.map(one => (
          <li key={one.uuid}>
            <OneSnapshot
              snapshot={one}
              canEmbed={data.canEmbed}
              onShow={part => setShown({part, snapshot: one})}
            />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

type OneProps = Pick<Snapshots, 'canEmbed'> & {
  readonly snapshot: Snapshot;
  readonly onShow: (part: Shown['part']) => void;
};

/** Only its owner changes it; others who see it can open it and pass on its address. */
function OneSnapshot({snapshot, canEmbed, onShow}: OneProps) {
  const {uuid, name, description, owner, isOwner, takenAt, links = []} = snapshot;
  const path = `/snapshots/${uuid}`;
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div>
          <Anchor href={path} target="_blank" dir="auto">
            {name}
          </Anchor>
          <CopyButton text={`${location.origin}${path}`} label={`Copy address of ${name}`} />
          {description !== '' && (
            <Text size="sm" dir="auto">
              {description}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            <When ms={takenAt} /> by <bdi>{owner}</bdi>. {seenBy(snapshot)}
          </Text>
        </div>
        {isOwner && (
          <Group gap="xs" wrap="nowrap">
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onShow('edit')}
              aria-label={`Edit ${name}`}
            >
              Edit
            </Button>
            {/* Also where embedding was switched off since: what was given away can be revoked. */}
            {(canEmbed || links.length > 0) && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => onShow('links')}
                aria-label={`Embed ${name}`}
              >
                Embed
              </Button>
            )}
            <DeleteButton snapshot={snapshot} />
          </Group>
        )}
      </Group>
    </>
  );
}

/** All the ways in which it can be seen, one sentence each. */
function seenBy({audience, isOwner, hasPreview, links = []}: Snapshot): string {
  const who =
    audience === 'dashboard'
      ? 'All users who can open the dashboard can see it.'
      : isOwner
        ? 'Only you can see it.'
        : '';
  const preview = hasPreview ? ' A preview of it is public.' : '';
  const linked = links.length > 0 ? ` Links that need no login: ${links.length}.` : '';
  return who + preview + linked;
}

function DeleteButton({snapshot: {uuid, name}}: {snapshot: Snapshot}) {
  const confirm = useConfirm();
  const remove = useMutation({
    mutationFn: () => ask('DELETE /api/v1/snapshots/{uuid}', {path: {uuid}}),
    onSettled: snapshotsChanged,
  });
  const removeAsked = async () => {
    const isWanted = await confirm({
      title: `Delete ${name}?`,
      text: 'Its links are deleted with it. It can’t be restored.',
      action: 'Delete snapshot',
      isDangerous: true,
    });
    if (isWanted) remove.mutate();
  };
  return (
    <div>
      <Button
        size="compact-xs"
        variant="subtle"
        loading={remove.isPending}
        onClick={() => void removeAsked()}
        aria-label={`Delete ${name}`}
      >
        Delete
      </Button>
      <Problem error={remove.error} />
    </div>
  );
}
