// All keys of the catalog's pages in one place, as the help shows them. What listens takes them
// from here; those of tables and trees are the library's.
import {
  branchKeys,
  helpOf,
  type KeyActions,
  type KeyHelp,
  lineKeys,
  messageKey,
  rowKeys,
} from '@gazetteer/ui/keys';

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
export const lineageKeys = [
  {keys: {ArrowLeft: 'upstream', ArrowRight: 'downstream'}, what: 'upstream and downstream'},
  {keys: {ArrowUp: 'above', ArrowDown: 'below'}, what: 'at the same step'},
  {keys: {Home: 'root'}, what: 'to the root'},
  {keys: {Enter: 'open'}, what: 'details, or what a stack has'},
  {keys: {'+': 'more'}, what: 'draw more'},
  {keys: {'0': 'fit'}, what: 'fit to view'},
  {keys: {Escape: 'deselect'}, what: 'clear the selection'},
] as const satisfies readonly KeyActions[];

/** Of the tree of a glossary. */
export const followKeys = [
  {keys: {Enter: 'follow', ' ': 'follow'}, what: 'open the page of a line'},
] as const satisfies readonly KeyActions[];

/** What the keyboard can do on the catalog's pages. */
export const keyHelp: readonly KeyHelp[] = [
  {keys: searchKeys, what: 'Search'},
  {keys: [helpKey], what: 'Keyboard shortcuts'},
  {keys: [sendKey], what: 'Run an advanced search, or save a description'},
  {keys: [messageKey], what: 'Undo the change of the last message, or redo it'},
  ...helpOf('In a table or tree', lineKeys),
  ...helpOf('In a table', rowKeys),
  ...helpOf('In a tree', [...branchKeys, ...followKeys]),
  ...helpOf('In lineage', lineageKeys),
  {keys: ['Escape'], what: 'Close what is open'},
];
