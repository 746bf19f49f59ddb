import {ActionIcon, Menu} from '@mantine/core';
import {useSuspenseQuery} from '@tanstack/react-query';
import {CircleUser, LogOut} from 'lucide-react';
import {sessionQuery} from '../api/queries.ts';

export function UserMenu() {
  const {userName, groups} = useSuspenseQuery(sessionQuery).data;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`User ${userName}`}>
          <CircleUser size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi>{userName}</bdi>
          {groups.length > 0 && <> · {groups.join(', ')}</>}
        </Menu.Label>
        <Menu.Item component="a" href="../logout.html" leftSection={<LogOut size={16} />}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
