import {Button, Checkbox, Group, Popover} from '@mantine/core';
import type {LucideIcon} from 'lucide-react';
import {Columns3, Settings2} from 'lucide-react';
import type {ReactNode} from 'react';
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
    <Switches label="Options" Icon={Settings2}>
      <Group gap="sm" style={{flexDirection: 'column', alignItems: 'flex-start'}}>
        {option('includeDE', 'Include deleted', false)}
        {option('excludeST', 'Include subtypes', true)}
        {option('excludeSC', 'Include subclassifications', true)}
      </Group>
    </Switches>
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
      // As usual needs no parameter, and follows when the usual columns change.
      attributes: next.join(',') === defaultColumns.join(',') ? '' : next.join(','),
      // Other columns are no other results: the page stays.
      pageOffset: link.pageOffset ?? '',
    });
  };
  return (
    <Switches label="Columns" Icon={Columns3}>
      <Group gap="xs" style={{flexDirection: 'column', alignItems: 'flex-start'}}>
        {allColumns(link, types).map(column => (
          <Checkbox
            key={column.id}
            label={column.header}
            checked={chosen.includes(column.id)}
            // A row has to lead somewhere.
            disabled={column.id === 'name'}
            onChange={() => toggle(column.id)}
          />
        ))}
      </Group>
    </Switches>
  );
}

/** A button that opens check boxes; they would be none of a menu's items. */
function Switches({label, Icon, children}: {label: string; Icon: LucideIcon; children: ReactNode}) {
  return (
    // It stays open: several boxes are ticked one after the other.
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" px="sm" leftSection={<Icon size={16} />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={label}
        p="sm"
        mah={420}
        style={{overflowY: 'auto'}}
        tabIndex={-1}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
