import {ActionIcon, Indicator, Tooltip} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {Bell} from 'lucide-react';
import {followedChangesQuery} from '../follow/queries.ts';

/** Leads to what others changed, with the number of changes that were not shown yet. */
export function NotificationsLink() {
  const unread = useQuery(followedChangesQuery).data?.unread ?? 0;
  const shown = unread > 99 ? '99+' : String(unread);
  return (
    <Tooltip label="Notifications">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
        style={{color: 'inherit'}}
        renderRoot={own => <Link {...own} to="/notifications" />}
      >
        <Indicator
          label={shown}
          disabled={unread === 0}
          size={15}
          offset={2}
          color="red.8"
          display="flex"
        >
          <Bell size={20} />
        </Indicator>
      </ActionIcon>
    </Tooltip>
  );
}
