import {ActionIcon, Checkbox, Group, Menu, Tooltip} from '@mantine/core';
import {Columns3, Settings2} from 'lucide-react';
import {useTypes} from '../../api/type-index.ts';
import {allColumns, defaultColumns, type ResultColumn} from './result-columns.tsx';
import type {PickProps} from './search-picks.tsx';

/**
 * Switches of a search. The two that exclude something are shown as what they include, so a tick
 * always means more results.
 */
export function OptionMenu({link, onChange}: PickProps) {
  const option = (
    name: 'includeDE' | 'excludeST' | 'excludeSC',
    label: string,
    isInverse: boolean,
  ) => {
    const isSet = link[name] === 'true';
    return (
      <Checkbox
        label={label}
        checked={isInverse ? !isSet : isSet}
        onChange={() => onChange({[name]: isSet ? '' : 'true'})}
      />
    );
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end" trapFocus>
      <Tooltip label="Options">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="Options">
            <Settings2 size={16} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown p="sm">
        <Group gap="sm" style={{flexDirection: 'column', alignItems: 'flex-start'}}>
          {option('includeDE', 'Include deleted', false)}
          {option('excludeST', 'Include subtypes', true)}
          {option('excludeSC', 'Include subclassifications', true)}
        </Group>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Picks columns; what can be picked follows from the type that is searched. */
export function ColumnMenu({
  link,
  columns,
  onChange,
}: PickProps & {columns: readonly ResultColumn[]}) {
  const types = useTypes();
  const chosen = columns.map(column => column.id);
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id];
    onChange({
      attributes: next.join(',') === defaultColumns.join(',') ? '' : next.join(','),
      pageOffset: link.pageOffset ?? '',
    });
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end" trapFocus>
      <Tooltip label="Columns">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="Columns">
            <Columns3 size={16} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown p="sm" mah={420} style={{overflowY: 'auto'}}>
        <Group gap="xs" style={{flexDirection: 'column', alignItems: 'flex-start'}}>
          {allColumns(link, types).map(column => (
            <Checkbox
              key={column.id}
              label={column.header}
              checked={chosen.includes(column.id)}
              disabled={column.id === 'name'}
              onChange={() => toggle(column.id)}
            />
          ))}
        </Group>
      </Menu.Dropdown>
    </Menu>
  );
}
