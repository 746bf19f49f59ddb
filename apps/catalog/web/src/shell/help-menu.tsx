import {ActionIcon, Menu} from '@mantine/core';
import {Link} from '@tanstack/react-router';
import {BookOpen, CircleHelp, Info} from 'lucide-react';

export function HelpMenu() {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Help">
          <CircleHelp size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/api" leftSection={<BookOpen size={16} />}>
          API
        </Menu.Item>
        <Menu.Item component={Link} to="/about" leftSection={<Info size={16} />}>
          About
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
