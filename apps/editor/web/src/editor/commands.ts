import type {KeyBinding} from '@codemirror/view';
import type {KeyHelp} from '@gazetteer/ui';

/**
 * What somebody can do with the sheet on the screen. A record and no list: where one is added,
 * whoever provides them does not compile until it does something.
 */
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
  readonly findTable: () => void;
  readonly goToLine: () => void;
  readonly session: () => void;
  readonly wholeWindow: () => void;
  readonly switchColours: () => void;
  readonly help: () => void;
};

type Key = KeyHelp & {readonly command: keyof Commands};

/**
 * Those of editors of this kind come first. The table from which keys, menus and the help are made.
 * `Mod` is Ctrl, on a Mac Cmd. None is one that browsers keep for themselves (Ctrl+N, Ctrl+T,
 * Ctrl+W): these never come to a page.
 */
export const commandKeys: readonly Key[] = [
  {command: 'run', keys: ['Mod-Enter'], what: 'Run the selection, or the statement at the cursor'},
  {command: 'runAll', keys: ['Mod-Shift-Enter'], what: 'Run all statements, one after the other'},
  {command: 'cancel', keys: ['Mod-Alt-c'], what: 'Cancel the running statement'},
  {command: 'explain', keys: ['Mod-Shift-x'], what: 'Explain the statement at the cursor'},
  {
    command: 'format',
    keys: ['Mod-i', 'Mod-Shift-f', 'Mod-Alt-l'],
    what: 'Format the selection, or everything',
  },
  {command: 'save', keys: ['Mod-s'], what: 'Save as a query, or as its next version'},
  {command: 'newTab', keys: ['Mod-e'], what: 'New tab'},
  {command: 'reopenTab', keys: ['Mod-Shift-e'], what: 'Reopen the last closed tab'},
  {command: 'nextTab', keys: ['Mod-Alt-ArrowRight'], what: 'Next tab'},
  {command: 'findTable', keys: ['Mod-p'], what: 'Find a table in all databases'},
  {command: 'goToLine', keys: ['Mod-j'], what: 'Go to a line'},
  {command: 'session', keys: ['Mod-,'], what: 'Session settings'},
  {command: 'wholeWindow', keys: ['Mod-Shift-p'], what: 'Full screen'},
  {command: 'switchColours', keys: ['Mod-Alt-t'], what: 'Light or dark'},
  {command: 'help', keys: ['F1'], what: 'Keyboard shortcuts'},
];

/**
 * The same keys for the text editor, which takes keys before the page sees them. Commands are asked
 * for when a key is pressed; those that there are not here do nothing.
 */
export function codeKeys(commands: () => Partial<Commands>): readonly KeyBinding[] {
  return commandKeys.flatMap(({command, keys}) =>
    keys.map((key): KeyBinding => ({
      key,
      preventDefault: true,
      run: () => {
        const run = commands()[command];
        run?.();
        return run !== undefined;
      },
    })),
  );
}
