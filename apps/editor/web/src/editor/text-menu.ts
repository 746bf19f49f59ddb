import {closeHoverTooltips, type EditorView} from '@codemirror/view';
import {toast} from '@gazetteer/ui';
import {isByKey, type MenuEntry, openMenu} from '../menu/context-menu.ts';
import type {Commands} from './commands.ts';
import {goToName, renameName} from './known-names.ts';

/**
 * What somebody can do with the text under the mouse, or at the cursor. Cut and copy are written
 * anew, since the browser's own menu is replaced by this one and pages may not open it.
 */
export function openTextMenu(
  event: MouseEvent,
  view: EditorView,
  commands: Partial<Commands>,
): boolean {
  const {main} = view.state.selection;
  view.dispatch({effects: closeHoverTooltips});
  if (isByKey(event))
    return openMenu(event, entriesOf(view, commands), view.coordsAtPos(main.head) ?? undefined);
  const at = view.posAtCoords({x: event.clientX, y: event.clientY});
  // A click into what is selected is about that, any other one about its own place.
  if (at !== null && (at < main.from || at > main.to)) view.dispatch({selection: {anchor: at}});
  return openMenu(event, entriesOf(view, commands));
}

function entriesOf(view: EditorView, commands: Partial<Commands>): MenuEntry[] {
  const {main} = view.state.selection;
  const selected = view.state.sliceDoc(main.from, main.to);
  const replace = (insert: string) => {
    view.dispatch(view.state.replaceSelection(insert));
    view.focus();
  };
  const copy = async (isCut: boolean) => {
    await navigator.clipboard.writeText(selected);
    if (isCut) replace('');
  };
  const cutAndCopy: MenuEntry[] = [
    {label: 'Cut', keys: 'Ctrl+X', run: () => tried(copy(true))},
    {label: 'Copy', keys: 'Ctrl+C', run: () => tried(copy(false))},
  ];
  return [
    ...entryOf('Run', 'Ctrl+Enter', commands.run),
    ...entryOf('Explain', 'Ctrl+Shift+X', commands.explain),
    ...entryOf('Format', 'Ctrl+I', commands.format),
    'divider',
    {label: 'Go to definition', keys: 'Ctrl+B', run: () => goToName(view)},
    {label: 'Rename', keys: 'F2', run: () => afterMenu(view, () => renameName(view))},
    ...entryOf('Find a table', 'Ctrl+P', commands.findTable),
    'divider',
    ...(main.empty ? [] : cutAndCopy),
    {
      label: 'Paste',
      keys: 'Ctrl+V',
      run: () => tried(navigator.clipboard.readText().then(replace)),
    },
  ];
}

function entryOf(label: string, keys: string, run: (() => void) | undefined): MenuEntry[] {
  return run === undefined ? [] : [{label, keys, run}];
}

/** The menu gives the focus back when it has closed. */
function afterMenu(view: EditorView, work: () => void): void {
  view.focus();
  work();
}

function tried(work: Promise<void>): void {
  work.catch((error: unknown) =>
    toast({kind: 'problem', title: 'Couldn’t use the clipboard', error}),
  );
}
