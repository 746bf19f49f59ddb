// All keys of the catalog's pages in one place, as the help shows them. Those of the whole page are
// taken from here by what listens; arrows and the like belong to tables, trees and the graph.
import type {KeyHelp} from '@gazetteer/ui';

/** Shows these. */
export const helpKey = 'F1';

/**
 * Leads to the search box: the first where nothing is typed, the second everywhere. The first is
 * known by its sign, as some keyboards have it on a key with Shift.
 */
export const searchKeys = ['/', 'Mod-k'] as const;

/** Sends what is typed in several lines, where Enter begins a new one. */
export const sendKey = 'Mod-Enter';

/** Of the picture of lineage, which has them in its legend as well. */
export const lineageKeys: readonly KeyHelp[] = [
  {keys: ['ArrowLeft', 'ArrowRight'], what: 'upstream and downstream'},
  {keys: ['ArrowUp', 'ArrowDown'], what: 'at the same step'},
  {keys: ['Home'], what: 'to the root'},
  {keys: ['Enter'], what: 'details, or what a stack has'},
  {keys: ['+'], what: 'draw more'},
  {keys: ['0'], what: 'fit to view'},
];

/** What the keyboard can do on the catalog's pages. */
export const keyHelp: readonly KeyHelp[] = [
  {keys: searchKeys, what: 'Search'},
  {keys: [helpKey], what: 'Keyboard shortcuts'},
  {keys: [sendKey], what: 'Run an advanced search, or save a description'},
  {keys: ['ArrowUp', 'ArrowDown'], what: 'In a table: previous or next row'},
  {keys: ['Enter', 'Space'], what: 'In a table: open the row, or select it'},
  {keys: ['ArrowRight', 'ArrowLeft'], what: 'In a tree: open or close a line, or go in or out'},
  ...lineageKeys.map(({keys, what}) => ({keys, what: `In lineage: ${what}`})),
  {keys: ['Escape'], what: 'Close what is open'},
];
