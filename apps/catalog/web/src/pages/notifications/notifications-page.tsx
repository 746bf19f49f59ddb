import {Stack, Text} from '@mantine/core';
import {EmptyState, Page, toast} from '@gazetteer/ui';
import {useMutation, useSuspenseQuery} from '@tanstack/react-query';
import {Bell} from 'lucide-react';
import {useEffect, useState} from 'react';
import {client} from '../../api/client.ts';
import {queries} from '../../api/queries.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {followedChangesQuery, followsQuery} from '../../follow/queries.ts';
import {ChangeRow} from './change-row.tsx';
import {Digest} from './digest.tsx';
import {Followed} from './followed.tsx';
import classes from './notifications.module.css';

/** What others changed of what somebody follows, and what that is. */
export function NotificationsPage() {
  const follows = useSuspenseQuery(followsQuery).data;
  const {changes, seenTime, unread, isMore} = useSuspenseQuery(followedChangesQuery).data;
  // What was new when the page was opened stays marked while it is read.
  const [newSince] = useState(seenTime);
  // Nothing is sent where nothing is new: the page may be opened all day.
  useMarkSeen(unread === 0 ? undefined : changes[0]?.time);
  // What is followed no longer may still have changes to show.
  const isFollowing = follows.entities.length + follows.classifications.length > 0;
  return (
    <Page
      title="Notifications"
      note="Changes by other users to what you follow, from the last 30 days."
    >
      {!isFollowing && changes.length === 0 ? (
        <EmptyState
          title="You don’t follow anything yet"
          icon={<Bell size={40} strokeWidth={1.5} />}
        >
          Select Follow on the page of an asset, a glossary term, a domain or a classification to
          see here what other users change.
        </EmptyState>
      ) : (
        <div className={classes['columns']}>
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
          <Stack gap="md">
            <Followed follows={follows} />
            <Digest />
          </Stack>
        </div>
      )}
    </Page>
  );
}

/** Once they are shown, changes up to this time are read. */
function useMarkSeen(time: number | undefined): void {
  const {mutate} = useMutation({
    mutationFn: async (seenTime: number) => {
      await client.call('PUT /v2/follows/seen', {body: {seenTime}});
      await queries.invalidateQueries({queryKey: followedChangesQuery.queryKey});
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
