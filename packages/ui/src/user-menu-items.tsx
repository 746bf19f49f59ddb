import {Menu} from '@mantine/core';
import {KeyRound, LogOut, MonitorSmartphone} from 'lucide-react';

type UserMenuItemsProps = {
  readonly show: (dialog: 'sessions' | 'tokens') => void;
  /** The address that ends the session. */
  readonly logOut: string;
};

/** What both servers let users do to their account; loaded when the menu opens. */
export function UserMenuItems({show, logOut}: UserMenuItemsProps) {
  return (
    <>
      <Menu.Item leftSection={<KeyRound size={16} />} onClick={() => show('tokens')}>
        Access tokens
      </Menu.Item>
      <Menu.Item leftSection={<MonitorSmartphone size={16} />} onClick={() => show('sessions')}>
        Sessions
      </Menu.Item>
      <Menu.Item component="a" href={logOut} leftSection={<LogOut size={16} />}>
        Log out
      </Menu.Item>
    </>
  );
}
