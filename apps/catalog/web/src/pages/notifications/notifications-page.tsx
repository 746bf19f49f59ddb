import {Stack, Text} from '@mantine/core';
import {EmptyState, Page, Problem, toast} from '@gazetteer/ui';
import {useMutation, useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {Bell} from 'lucide-react';
import {useEffect, useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {
  type FollowedChange,
  followedBreaksQuery,
  followedChangesQuery,
  followsQuery,
} from '../../follow/queries.ts';
import {BreakingChanges} from './breaking-changes.tsx';
import {ChangeRow} from './change-row.tsx';
import {Digest} from './digest.tsx';
import {Followed} from './followed.tsx';
import classes from './notifications.module.css';

/** What others changed of what somebody follows, what of theirs it may break, and what that is. */
export function NotificationsPage() {
  const follows = useSuspenseQuery(followsQuery).data;
  const {changes, seenTime, unread, isMore} = useSuspenseQuery(followedChangesQuery).data;
  // Lineage takes its time: the changes are shown meanwhile, and whatever becomes of this.
  const breaks = useQuery(followedBreaksQuery);
  const breaking = breaks.data?.changes ?? [];
  // What was new when the page was opened stays marked while it is read.
  const [newSince] = useState(seenTime);
  // Nothing is sent where nothing is new: the page may be opened all day.
  const isNew = unread > 0 || breaking.some(one => one.isNew);
  const newest = Math.max(changes[0]?.time ?? 0, breaking[0]?.time ?? 0);
  useMarkSeen(isNew ? newest : undefined);
  // What is followed no longer may still have changes to show.
  const isFollowing = follows.entities.length + follows.classifications.length > 0;
  return (
    <Page
      title="Notifications"
      note="Changes by other users to what you follow, and breaking changes upstream of what you own or follow, from the last 30 days."
    >
      {!isFollowing && changes.length + breaking.length === 0 && breaks.error === null ? (
        <Stack gap="md">
          <EmptyState
            title="You don’t follow anything yet"
            icon={<Bell size={40} strokeWidth={1.5} />}
          >
            Select Follow on the page of an asset, a glossary term, a domain or a classification to
            see here what other users change. Breaking changes upstream of what you own are listed
            without that.
          </EmptyState>
          <Digest />
        </Stack>
      ) : (
        <div className={classes['columns']}>
          <Stack gap="md">
            {breaks.error !== null && (
              <TitledCard title="Breaking changes">
                <Problem error={breaks.error} />
              </TitledCard>
            )}
            {breaks.data !== undefined && breaking.length > 0 && (
              <BreakingChanges {...breaks.data} newSince={newSince} />
            )}
            <Changes changes={changes} isMore={isMore} newSince={newSince} />
          </Stack>
          <Stack gap="md">
            <Followed follows={follows} />
            <Digest />
          </Stack>
        </div>
      )}
    </Page>
  );
}

type ChangesProps = {
  readonly changes: readonly FollowedChange[];
  readonly isMore: boolean;
  readonly newSince: number;
};

function Changes({changes, isMore, newSince}: ChangesProps) {
  return (
    <TitledCard title="Changes" count={changes.length}>
      {changes.length === 0 && (
        <Text size="sm" c="dimmed">
          No changes yet. Changes by other users after you started following are listed here.
        </Text>
      )}
      <ul className={classes['list']}>
        {changes.map((change, n) => (
          <ChangeRow key={n} change={change} isNew={change.time > newSince} />
        ))}
      </ul>
      {isMore && (
        <Text size="sm" c="dimmed" mt="xs">
          Older changes are in the history of each asset.
        </Text>
      )}
    </TitledCard>
  );
}

/** Once they are shown, changes up to this time are read. */
function useMarkSeen(time: number | undefined): void {
  const {mutate} = useMutation({
    mutationFn: async (seenTime: number) => {
      await client.call('PUT /v2/follows/seen', {body: {seenTime}});
      for (const {queryKey} of [followedChangesQuery, followedBreaksQuery])
        await queries.invalidateQueries({queryKey});
    },
    onError: error =>
      toast({
        kind: 'problem',
        title: 'Couldn’t mark notifications as read',
        error,
      }),
  });
  useEffect(() => {
    if (time !== undefined) mutate(time);
  }, [time, mutate]);
}
