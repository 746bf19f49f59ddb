import type {Cell} from '../api/wire.ts';
import type {MenuEntry} from '../menu/context-menu.ts';
import type {Question} from './rows-source.ts';

type Condition = Question['filter'][number];

/** What a right click in a result does things with. */
export type GridTarget = {
  readonly name: string;
  /** The place of the column in the rows. */
  readonly column: number;
  /** Undefined on a head. */
  readonly value: Cell | null | undefined;
  readonly question: Question;
  /** Undefined where the whole result cannot be asked. */
  readonly onQuestion: ((question: Question) => void) | undefined;
  readonly onFilter: () => void;
  readonly onHide: () => void;
  readonly isPinned: boolean;
  readonly onPin: () => void;
  /** Undefined where nothing was changed. */
  readonly onReset: (() => void) | undefined;
  readonly onColumns: () => void;
  readonly onOpen: () => void;
  readonly onCopy: () => void;
  readonly onCopyName: () => void;
};

/**
 * In the order of: what is done with the value, with the rows, with the column. What there is no
 * use for is left out and not greyed, so that the menu of a head is short.
 */
export function gridMenu(target: GridTarget): MenuEntry[] {
  return [
    ...(target.value === undefined ? [] : valueEntries(target)),
    // Also of a cell, since the keyboard has no other way to the head above it.
    ...sortEntries(target),
    ...(target.onQuestion === undefined
      ? []
      : [{label: `Filter ${target.name}`, run: target.onFilter}]),
    'divider',
    {label: target.isPinned ? 'Unpin column' : 'Pin column', run: target.onPin},
    {label: 'Hide column', run: target.onHide},
    {label: 'Columns', run: target.onColumns},
    ...(target.onReset === undefined ? [] : [{label: 'Reset columns', run: target.onReset}]),
    {label: 'Copy name', run: target.onCopyName},
  ];
}

/** The menu sorts by one column alone, as a click on a head does. */
function sortEntries({column, question, onQuestion}: GridTarget): MenuEntry[] {
  if (onQuestion === undefined) return [];
  const sort = (descending: boolean) => () =>
    onQuestion({...question, sort: [{column, descending}]});
  return [
    {label: 'Sort ascending', run: sort(false)},
    {label: 'Sort descending', run: sort(true)},
    ...(question.sort.some(one => one.column === column)
      ? [{label: 'Remove sort', run: () => onQuestion({...question, sort: []})}]
      : []),
  ];
}

function valueEntries(target: GridTarget): MenuEntry[] {
  const {column, value = null, question, onQuestion} = target;
  const narrow = (one: Condition) => () =>
    onQuestion?.({...question, filter: [...question.filter, one]});
  const [only, without]: readonly Condition[] =
    value === null
      ? [
          {column, operator: 'null'},
          {column, operator: 'notNull'},
        ]
      : [
          {column, operator: 'eq', value},
          {column, operator: 'ne', value},
        ];
  return [
    {label: 'Show value', keys: 'Enter', run: target.onOpen},
    {label: 'Copy', keys: 'Ctrl+C', run: target.onCopy},
    ...(onQuestion === undefined || only === undefined || without === undefined
      ? []
      : [
          'divider' as const,
          {label: 'Only rows with this value', run: narrow(only)},
          {label: 'Without this value', run: narrow(without)},
          'divider' as const,
        ]),
  ];
}
