import type {KeyHelp} from '@gazetteer/ui';

/** Shows these. */
export const helpKey = 'F1';

/** What the keyboard can do on the catalog's pages. */
export const keyHelp: readonly KeyHelp[] = [
  {keys: ['/'], what: 'Search'},
  {keys: [helpKey], what: 'Keyboard shortcuts'},
  {keys: ['Mod-Enter'], what: 'In the advanced search: run the query'},
  {keys: ['ArrowUp', 'ArrowDown'], what: 'In a table: previous or next row'},
  {keys: ['Enter', 'Space'], what: 'In a table: open the row, or select it'},
  {keys: ['ArrowRight', 'ArrowLeft'], what: 'In a tree: open or close a line, or go in or out'},
  {keys: ['ArrowLeft', 'ArrowRight'], what: 'In lineage: upstream or downstream'},
  {
    keys: ['ArrowUp', 'ArrowDown', 'Home'],
    what: 'In lineage: within a step, or to the entity of the page',
  },
  {keys: ['Enter', '+', '0'], what: 'In lineage: details, more around a node, or fit the view'},
  {keys: ['Escape'], what: 'Close what is open'},
];
