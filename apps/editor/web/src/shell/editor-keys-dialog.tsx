import type {KeyHelp} from '@gazetteer/ui';
import {KeysDialog} from '@gazetteer/ui/keys-dialog';
import {branchKeys, helpOf, lineKeys, rowKeys} from '@gazetteer/ui/keys';
import {sourceKeys} from '../assist/source-keys.ts';
import {commandKeys} from '../editor/commands.ts';
import {notebookKeys} from '../notebooks/notebook-keys.ts';
import {gridKeys} from '../result/selection.ts';

/** What the text editor's own library does, and keys that are pressed elsewhere. */
const others: readonly KeyHelp[] = [
  {keys: ['Ctrl-Space'], what: 'Complete; Enter or Tab accepts'},
  {keys: ['Mod-b', 'Mod-Click'], what: 'Go to the table, query, function or variable'},
  {keys: ['F2'], what: 'Rename an alias or a query of WITH in the whole statement'},
  {keys: ['Mod-f'], what: 'Find in the text, or in the result when that has the focus'},
  {keys: ['Mod-h'], what: 'Find and replace'},
  {keys: ['Mod-/'], what: 'Comment or uncomment lines'},
  {keys: ['Mod-z'], what: 'Undo'},
  {keys: ['Mod-y', 'Mod-Shift-z'], what: 'Redo'},
  {keys: ['Alt-ArrowUp', 'Alt-ArrowDown'], what: 'Move lines'},
  {keys: ['Shift-Alt-ArrowUp', 'Shift-Alt-ArrowDown', 'Mod-Shift-d'], what: 'Copy lines'},
  {keys: ['Mod-Shift-k'], what: 'Delete lines'},
  {keys: ['Mod-u', 'Mod-Shift-u'], what: 'Upper case, lower case'},
  {keys: ['Mod-d'], what: 'Select the next occurrence'},
  {
    keys: ['Mod-Alt-ArrowUp', 'Mod-Alt-ArrowDown', 'Alt-Click'],
    what: 'Add a cursor above, below or anywhere',
  },
  {keys: ['Escape', 'Tab'], what: 'Leave the text editor'},
  {keys: ['F2', 'Delete'], what: 'On the name of a tab: rename, close'},
  ...helpOf('In a table or tree', lineKeys),
  ...helpOf('In a table', rowKeys),
  ...helpOf('In the tree of sources', [...branchKeys, ...sourceKeys]),
  ...helpOf('In a result', gridKeys),
  {keys: ['Enter'], what: 'In a result: show the value'},
  {keys: ['Mod-a', 'Mod-c'], what: 'In a result: select all, copy'},
  ...notebookKeys,
];

/** What the help lists. */
const keyHelp: readonly KeyHelp[] = [...commandKeys, ...others];

/** All keys of the editor. */
export function EditorKeysDialog({onClose}: {readonly onClose: () => void}) {
  return <KeysDialog keys={keyHelp} onClose={onClose} />;
}
