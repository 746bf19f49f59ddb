import {Kbd, Loader, Modal, Text, TextInput} from '@mantine/core';
import {problemText, toast} from '@gazetteer/ui';
import {Eye, Search, Table2} from 'lucide-react';
import {type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState} from 'react';
import type {Engine} from '../api/wire.ts';
import {shownDetails} from '../assist/shown-details.ts';
import {insertIntoSheet} from '../editor/shown-view.ts';
import {tableFinder} from '../editor/toggles.ts';
import classes from './finder.module.css';
import {type PlacedTable, rankedTables} from './ranked-tables.ts';
import {useKnownTables} from './use-known-tables.ts';
import {writtenTable} from '../tables/written-table.ts';

type TableFinderProps = {
  readonly engine: Engine;
  /** Of the sheet: its tables come first. */
  readonly database: string;
};

/** Finds a table by a part of its name, in all databases. */
export function TableFinder({engine, database}: TableFinderProps) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const {tables, error, isPending, left} = useKnownTables(engine.type, wanted);
  const found = useMemo(() => rankedTables(tables, wanted, database), [tables, wanted, database]);
  const [chosen, setChosen] = useState(0);
  // What is found changes with each letter; the mark stays on something.
  const active = Math.min(chosen, found.length - 1);
  const close = () => tableFinder.set(false);
  const show = ({database: of, name}: PlacedTable) => {
    close();
    shownDetails.set({kind: 'table', path: [of, name], engine: engine.type});
  };
  const insert = ({database: of, name}: PlacedTable) => {
    close();
    const written = writtenTable(engine, ...(of === database ? [name] : [of, name]));
    // The dialog gives the focus back first.
    setTimeout(() => {
      if (!insertIntoSheet(written)) toast({kind: 'note', title: 'No tab is open'});
    });
  };
  // The focus stays in the field, as the pattern of a combobox of ARIA has it.
  const press = (event: KeyboardEvent) => {
    const table = found[active];
    if (event.key === 'ArrowDown') setChosen(Math.min(found.length - 1, active + 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, active - 1));
    else if (event.key === 'Enter' && table !== undefined)
      (event.ctrlKey || event.metaKey ? insert : show)(table);
    else return;
    event.preventDefault();
  };
  return (
    <Modal opened onClose={close} title="Find a table" size="lg" yOffset="10vh">
      <TextInput
        data-autofocus
        aria-label="Part of a name"
        placeholder={`Part of a name in ${engine.displayName}`}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="found-tables"
        aria-activedescendant={found.length > 0 ? `found-table-${active}` : undefined}
        spellCheck={false}
        autoCapitalize="none"
        leftSection={<Search size={16} />}
        rightSection={
          isPending && wanted.trim() !== '' && <Loader size="xs" role="img" aria-label="Looking" />
        }
        value={text}
        onChange={event => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <Found tables={found} active={active} onChoose={show} />
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {wanted.trim() === ''
          ? 'All databases are looked into, opened or not.'
          : error !== null
            ? problemText(error)
            : found.length === 0 && !isPending
              ? 'No table has this in its name.'
              : left > 0
                ? `Not looked into: ${left.toLocaleString()} databases. Open one in the tree to find its tables.`
                : ''}
      </Text>
      <Text size="xs" c="dimmed" mt="xs">
        <Kbd size="xs">Enter</Kbd> details · <Kbd size="xs">Ctrl</Kbd>+<Kbd size="xs">Enter</Kbd>{' '}
        insert the name
      </Text>
    </Modal>
  );
}

type FoundProps = {
  readonly tables: readonly PlacedTable[];
  readonly active: number;
  readonly onChoose: (table: PlacedTable) => void;
};

/**
 * The list below the field. A click shows what is known of a table; inserting its name has a key.
 */
function Found({tables, active, onChoose}: FoundProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({block: 'nearest'});
  }, [active, tables]);
  return (
    <div
      id="found-tables"
      role="listbox"
      aria-label="Tables"
      ref={list}
      className={classes['list']}
    >
      {tables.map((table, n) => {
        const Icon = /view/i.test(table.type) ? Eye : Table2;
        return (
          <div
            key={`${table.database}\0${table.name}`}
            id={`found-table-${n}`}
            role="option"
            aria-selected={n === active}
            className={classes['row']}
            onClick={() => onChoose(table)}
          >
            <Icon size={14} aria-hidden className={classes['icon']} />
            <bdi className={classes['name']}>{table.name}</bdi>
            <bdi className={classes['database']}>{table.database}</bdi>
            <span className={classes['comment']} dir="auto">
              {table.comment}
            </span>
          </div>
        );
      })}
    </div>
  );
}
