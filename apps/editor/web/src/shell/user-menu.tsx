import {Menu} from '@mantine/core';
import {UserMenu} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {HardDrive, SlidersHorizontal} from 'lucide-react';
import {configQuery} from '../api/queries.ts';
import {loggedInUser, session} from '../api/session.ts';
import {PageLink} from './page-link.tsx';

export function EditorUserMenu() {
  const userName = loggedInUser();
  const {is_admin: isAdmin} = useSuspenseQuery(configQuery).data.hue_config;
  return (
    <UserMenu
      userName={userName}
      session={session}
      sessionsUrl="/account/sessions"
      tokensUrl="/api/v1/tokens"
      logOut="/hue/accounts/logout"
    >
      <Menu.Item component={PageLink} to="/app/storage" leftSection={<HardDrive size={16} />}>
        Storage
      </Menu.Item>
      {isAdmin && (
        <Menu.Item
          component={PageLink}
          to="/app/configuration"
          leftSection={<SlidersHorizontal size={16} />}
        >
          Configuration
        </Menu.Item>
      )}
    </UserMenu>
  );
}
