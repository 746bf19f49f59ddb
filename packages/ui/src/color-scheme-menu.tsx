import {ActionIcon, Menu, useMantineColorScheme} from '@mantine/core';
import {Check, Monitor, Moon, Rows3, Rows4, Sun} from 'lucide-react';
import {useLayoutEffect} from 'react';
import {useDensity} from './look.ts';

const choices = [
  {value: 'auto', label: 'System', Icon: Monitor},
  {value: 'light', label: 'Light', Icon: Sun},
  {value: 'dark', label: 'Dark', Icon: Moon},
] as const;

const densities = [
  {value: 'compact', label: 'Compact', Icon: Rows4},
  {value: 'comfortable', label: 'Comfortable', Icon: Rows3},
] as const;

/** How pages look: their colours, and how close the rows of tables stand. The browser keeps it. */
export function ColorSchemeMenu() {
  const {colorScheme, setColorScheme} = useMantineColorScheme();
  const [density, setDensity] = useDensity();
  useLayoutEffect(() => {
    // Styles of all tables read it there.
    document.documentElement.dataset['density'] = density;
  }, [density]);
  const Current = choices.find(choice => choice.value === colorScheme)?.Icon ?? Monitor;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Theme">
          <Current size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Theme</Menu.Label>
        {choices.map(one => (
          <Choice
            key={one.value}
            {...one}
            isChosen={one.value === colorScheme}
            onChoose={() => setColorScheme(one.value)}
          />
        ))}
        <Menu.Label>Rows of tables</Menu.Label>
        {densities.map(one => (
          <Choice
            key={one.value}
            {...one}
            isChosen={one.value === density}
            onChoose={() => setDensity(one.value)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({
  label,
  Icon,
  isChosen,
  onChoose,
}: {
  label: string;
  Icon: typeof Check;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <Menu.Item
      leftSection={<Icon size={16} />}
      rightSection={isChosen ? <Check size={16} aria-label="chosen" /> : undefined}
      onClick={onChoose}
    >
      {label}
    </Menu.Item>
  );
}
