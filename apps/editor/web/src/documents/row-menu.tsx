import {ActionIcon, Menu, Tooltip} from '@mantine/core';
import {Ellipsis} from 'lucide-react';
import type {ReactNode} from 'react';

/** What can be done with one row of a list. */
export function RowMenu({name, children}: {name: string; children: ReactNode}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="Actions">
          <ActionIcon variant="subtle" color="gray" aria-label={`More about ${name}`}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
