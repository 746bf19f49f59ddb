import {ActionIcon, Menu} from '@mantine/core';
import {CircleUser, LogOut, MonitorSmartphone} from 'lucide-react';
import {type ReactNode, useState} from 'react';
import type {Session} from './session.ts';
import {SessionsDialog} from './sessions-dialog.tsx';

export type UserMenuProps = {
  readonly userName: string;
  /** Who is logged in, in words. */
  readonly label: ReactNode;
  readonly session: Session;
  /** The address of the list of one's sessions. */
  readonly sessionsUrl: string;
  /** The address that ends the session. */
  readonly logOut: string;
  /** Further items of the menu. */
  readonly children?: ReactNode;
};

/** Who is logged in and where, and the way out. */
export function UserMenu({userName, label, session, sessionsUrl, logOut, children}: UserMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`User ${userName}`}>
            <CircleUser size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{label}</Menu.Label>
          {children}
          <Menu.Item leftSection={<MonitorSmartphone size={16} />} onClick={() => setIsOpen(true)}>
            Sessions
          </Menu.Item>
          <Menu.Item component="a" href={logOut} leftSection={<LogOut size={16} />}>
            Log out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && <SessionsDialog session={session} url={sessionsUrl} onClose={() => setIsOpen(false)} />}
    </>
  );
}
