import {ActionIcon, Menu} from '@mantine/core';
import {CircleUser} from 'lucide-react';
import {lazy, type ReactNode, Suspense, useState} from 'react';
import type {Session} from './session.ts';
import type {TokenScopeChoice} from './tokens-dialog.tsx';

// Few open them, and every page would wait for their fields.
const SessionsDialog = lazy(async () => ({
  default: (await import('./sessions-dialog.tsx')).SessionsDialog,
}));
const UserMenuItems = lazy(async () => ({
  default: (await import('./user-menu-items.tsx')).UserMenuItems,
}));
const TokensDialog = lazy(async () => ({
  default: (await import('./tokens-dialog.tsx')).TokensDialog,
}));

export type UserMenuProps = {
  readonly userName: string;
  /** The roles or groups of who is logged in. */
  readonly groups?: readonly string[];
  readonly session: Session;
  /** The address of the list of one's sessions. */
  readonly sessionsUrl: string;
  /** The address of the list of one's access tokens, and what they may be good for. */
  readonly tokensUrl: string;
  readonly tokenScopes?: readonly TokenScopeChoice[];
  /** The address that ends the session. */
  readonly logOut: string;
  /** Further items of the menu. */
  readonly children?: ReactNode;
};

/** Who is logged in and where, and the way out. */
export function UserMenu({
  userName,
  groups,
  session,
  sessionsUrl,
  tokensUrl,
  tokenScopes,
  logOut,
  children,
}: UserMenuProps) {
  // One at a time.
  const [open, setOpen] = useState<'sessions' | 'tokens'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`User ${userName}`}>
            <CircleUser size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            Logged in as <bdi>{userName}</bdi>
            {groups?.[0] !== undefined && ` · ${groups.join(', ')}`}
          </Menu.Label>
          {children}
          <Suspense>
            <UserMenuItems show={setOpen} logOut={logOut} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === 'tokens' && (
          <TokensDialog
            session={session}
            url={tokensUrl}
            {...(tokenScopes && {scopes: tokenScopes})}
            onClose={close}
          />
        )}
        {open === 'sessions' && (
          <SessionsDialog session={session} url={sessionsUrl} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
