// The table of keys, from which cells and the help are made.
import {isPressed, type KeyHelp} from '@gazetteer/ui';

type Where = 'anywhere' | 'cell';

/** `anywhere` is also in the text of a cell, `cell` is beside it, with the cell selected. */
const table = [
  {where: 'anywhere', action: 'runAndNext', keys: ['Shift-Enter'], what: 'run and select next'},
  {where: 'anywhere', action: 'run', keys: ['Mod-Enter'], what: 'run'},
  {where: 'anywhere', action: 'runAll', keys: ['Mod-Shift-Enter'], what: 'run all cells'},
  {where: 'anywhere', action: 'stop', keys: ['Mod-Alt-c'], what: 'cancel'},
  {where: 'anywhere', action: 'save', keys: ['Mod-s'], what: 'save now'},
  {where: 'cell', action: 'edit', keys: ['Enter'], what: 'edit; Escape ends that'},
  {where: 'cell', action: 'previous', keys: ['ArrowUp', 'k'], what: 'select previous'},
  {where: 'cell', action: 'next', keys: ['ArrowDown', 'j'], what: 'select next'},
  {where: 'cell', action: 'moveUp', keys: ['Alt-ArrowUp'], what: 'move up'},
  {where: 'cell', action: 'moveDown', keys: ['Alt-ArrowDown'], what: 'move down'},
  {where: 'cell', action: 'addAbove', keys: ['a'], what: 'add cell above'},
  {where: 'cell', action: 'addBelow', keys: ['b'], what: 'add cell below'},
  {where: 'cell', action: 'remove', keys: ['Delete', 'x'], what: 'delete'},
  {where: 'cell', action: 'restore', keys: ['z'], what: 'restore the cell deleted last'},
  {where: 'cell', action: 'toText', keys: ['m'], what: 'change to text'},
  {where: 'cell', action: 'toSql', keys: ['y'], what: 'change to SQL'},
  {where: 'cell', action: 'fold', keys: ['o'], what: 'hide or show the result'},
] as const satisfies readonly (KeyHelp & {readonly where: Where; readonly action: string})[];

export type CellAction = (typeof table)[number]['action'];

export const notebookKeys: readonly KeyHelp[] = table.map(({where, keys, what}) => ({
  keys,
  what: where === 'cell' ? `On a cell of a notebook: ${what}` : `In a notebook: ${what}`,
}));

type Pressed = Parameters<typeof isPressed>[1];

/** What a key does, in the text of a cell or beside it. */
export function cellAction(event: Pressed, isInText: boolean): CellAction | undefined {
  return table.find(
    ({where, keys}) =>
      (where === 'anywhere' || !isInText) && keys.some(key => isPressed(key, event)),
  )?.action;
}
