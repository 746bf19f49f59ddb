import {ActionIcon, Menu} from '@mantine/core';
import {CircleUser, HardDrive, LogOut} from 'lucide-react';
import {loggedInUser} from '../api/session.ts';
import {PageLink} from './page-link.tsx';

export function UserMenu() {
  const userName = loggedInUser();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`User ${userName}`}>
          <CircleUser size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Logged in as <bdi>{userName}</bdi>
        </Menu.Label>
        <Menu.Item component={PageLink} to="/app/storage" leftSection={<HardDrive size={16} />}>
          Storage
        </Menu.Item>
        <Menu.Item component="a" href="/hue/accounts/logout" leftSection={<LogOut size={16} />}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
