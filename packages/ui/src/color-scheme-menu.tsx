import {ActionIcon, Menu, useMantineColorScheme} from '@mantine/core';
import {Check, Monitor, Moon, Sun} from 'lucide-react';

const choices = [
  {value: 'auto', label: 'System', Icon: Monitor},
  {value: 'light', label: 'Light', Icon: Sun},
  {value: 'dark', label: 'Dark', Icon: Moon},
] as const;

export function ColorSchemeMenu() {
  const {colorScheme, setColorScheme} = useMantineColorScheme();
  const Current = choices.find(choice => choice.value === colorScheme)?.Icon ?? Monitor;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Theme">
          <Current size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({value, label, Icon}) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            rightSection={
              value === colorScheme ? <Check size={16} aria-label="chosen" /> : undefined
            }
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
