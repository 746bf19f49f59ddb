import {UserMenu} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {session} from '../api/client.ts';
import {sessionQuery} from '../api/queries.ts';

/** Names of the server, with what they let a program do. */
const tokenScopes = [
  {value: 'all', label: 'Everything I can do'},
  {value: 'read', label: 'Read only'},
  {value: 'lineage', label: 'Send OpenLineage events'},
];

export function CatalogUserMenu() {
  const {userName, groups} = useSuspenseQuery(sessionQuery).data;
  const label = (
    <>
      <bdi>{userName}</bdi>
      {groups.length > 0 && <> · {groups.join(', ')}</>}
    </>
  );
  return (
    <UserMenu
      userName={userName}
      label={label}
      session={session}
      sessionsUrl="../account/sessions"
      tokensUrl="../api/meta/v2/tokens"
      tokenScopes={tokenScopes}
      logOut="../logout.html"
    />
  );
}
