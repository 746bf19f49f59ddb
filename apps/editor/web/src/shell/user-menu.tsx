import {Menu} from '@mantine/core';
import {UserMenu} from '@gazetteer/ui';
import {HardDrive, KeyRound} from 'lucide-react';
import {loggedInUser, session} from '../api/session.ts';
import {PageLink} from './page-link.tsx';

export function EditorUserMenu() {
  const userName = loggedInUser();
  const label = (
    <>
      Logged in as <bdi>{userName}</bdi>
    </>
  );
  return (
    <UserMenu
      userName={userName}
      label={label}
      session={session}
      sessionsUrl="/account/sessions"
      logOut="/hue/accounts/logout"
    >
      <Menu.Item component={PageLink} to="/app/storage" leftSection={<HardDrive size={16} />}>
        Storage
      </Menu.Item>
      <Menu.Item component="a" href="/docs/users#tokens-for-scripts" leftSection={<KeyRound size={16} />}>
        Tokens for scripts
      </Menu.Item>
    </UserMenu>
  );
}
