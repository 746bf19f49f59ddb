import {Menu} from '@mantine/core';
import {useOtherHalf, UserMenu} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {HardDrive, SlidersHorizontal} from 'lucide-react';
import {session} from '../api/client.ts';
import {useIsAdministrator} from '../api/may.tsx';
import {otherHalfUrl, sessionQuery} from '../api/queries.ts';

/** Names of the server, with what they let a program do. */
const tokenScopes = [
  {value: 'all', label: 'Everything I can do'},
  {value: 'read', label: 'Read only'},
  {value: 'lineage', label: 'Send OpenLineage events'},
];

export function CatalogUserMenu() {
  const {userName, groups} = useSuspenseQuery(sessionQuery).data;
  const isAdministrator = useIsAdministrator();
  const storage = useOtherHalf(session, otherHalfUrl)?.account?.[0];
  return (
    <UserMenu
      userName={userName}
      groups={groups}
      session={session}
      sessionsUrl="../account/sessions"
      tokensUrl="../api/meta/v2/tokens"
      tokenScopes={tokenScopes}
      logOut="../logout.html"
    >
      {storage !== undefined && (
        <Menu.Item component="a" href={storage.url} leftSection={<HardDrive size={16} />}>
          {storage.label}
        </Menu.Item>
      )}
      {isAdministrator && (
        <Menu.Item
          component="a"
          href="#!/administrator?tabActive=configuration"
          leftSection={<SlidersHorizontal size={16} />}
        >
          Configuration
        </Menu.Item>
      )}
    </UserMenu>
  );
}
