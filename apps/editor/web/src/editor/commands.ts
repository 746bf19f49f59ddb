import type {KeyBinding} from '@codemirror/view';

/** What somebody can do with the sheet on the screen. */
export type Commands = {
  readonly run: () => void;
  readonly runAll: () => void;
  readonly cancel: () => void;
  readonly explain: () => void;
  readonly format: () => void;
  readonly newTab: () => void;
  readonly reopenTab: () => void;
  readonly nextTab: () => void;
  readonly save: () => void;
  readonly goToLine: () => void;
  readonly session: () => void;
  readonly wholeWindow: () => void;
  readonly switchColours: () => void;
  readonly help: () => void;
};

export type KeyHelp = {readonly keys: readonly string[]; readonly what: string};
type Key = KeyHelp & {readonly command: keyof Commands};

/** `Mod` is Ctrl, and Cmd on a Mac. Those of editors of this kind come first. */
export const commandKeys: readonly Key[] = [
  {command: 'run', keys: ['Mod-Enter'], what: 'Run the selection, or the statement at the caret'},
  {command: 'runAll', keys: ['Mod-Shift-Enter'], what: 'Run all statements, one after the other'},
  {command: 'cancel', keys: ['Mod-Alt-c'], what: 'Cancel what runs'},
  {command: 'explain', keys: ['Mod-Shift-x'], what: 'Explain the statement at the caret'},
  {command: 'format', keys: ['Mod-i', 'Mod-Shift-f', 'Mod-Alt-l'], what: 'Format the selection, or everything'},
  {command: 'save', keys: ['Mod-s'], what: 'Save as a query, or as its next version'},
  {command: 'newTab', keys: ['Mod-e'], what: 'New sheet'},
  {command: 'reopenTab', keys: ['Mod-Shift-e'], what: 'Open the sheet that was closed last'},
  {command: 'nextTab', keys: ['Mod-Alt-ArrowRight'], what: 'Next sheet'},
  {command: 'goToLine', keys: ['Mod-j'], what: 'Go to a line'},
  {command: 'session', keys: ['Mod-,'], what: 'Settings, files and functions of the sheet, and its session'},
  {command: 'wholeWindow', keys: ['Mod-Shift-p'], what: 'Sheet and result over the whole window, and back'},
  {command: 'switchColours', keys: ['Mod-Alt-t'], what: 'Light or dark'},
  {command: 'help', keys: ['F1'], what: 'This list'},
];

/** What the text editor's own library does. */
const others: readonly KeyHelp[] = [
  {keys: ['Ctrl-Space'], what: 'Propose what could stand here; Enter or Tab takes it'},
  {keys: ['Mod-f'], what: 'Find in the text, or in the result when that has the focus'},
  {keys: ['Mod-h'], what: 'Find and replace'},
  {keys: ['Mod-/'], what: 'Comment lines out, or in again'},
  {keys: ['Mod-z'], what: 'Undo'},
  {keys: ['Mod-y', 'Mod-Shift-z'], what: 'Redo'},
  {keys: ['Alt-ArrowUp', 'Alt-ArrowDown'], what: 'Move lines'},
  {keys: ['Shift-Alt-ArrowUp', 'Shift-Alt-ArrowDown', 'Mod-Shift-d'], what: 'Copy lines'},
  {keys: ['Mod-Shift-k'], what: 'Delete lines'},
  {keys: ['Mod-u', 'Mod-Shift-u'], what: 'Capitals, small letters'},
  {keys: ['Mod-d'], what: 'Select the next place with the same words'},
  {keys: ['Mod-Alt-ArrowUp', 'Mod-Alt-ArrowDown'], what: 'One more caret above or below'},
  {keys: ['Escape', 'Tab'], what: 'Leave the text editor'},
  {keys: ['Enter'], what: 'In the tree of sources: put the name into the sheet'},
  {keys: ['Alt-Enter'], what: 'In the tree of sources: what is known of a table or function'},
  {keys: ['F2', 'Delete'], what: 'On the name of a sheet: rename, close'},
];

export const keyHelp: readonly KeyHelp[] = [...commandKeys, ...others];

export function codeKeys(commands: () => Commands): readonly KeyBinding[] {
  return commandKeys.flatMap(({command, keys}) =>
    keys.map((key): KeyBinding => ({
      key,
      preventDefault: true,
      run: () => {
        commands()[command]();
        return true;
      },
    })),
  );
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** A key as people read it: `Ctrl+Shift+F`. */
export function keyText(key: string): readonly string[] {
  return key
    .split('-')
    .map(part =>
      part === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part.replace('Arrow', ''),
    );
}
