import {acceptCompletion, completionStatus} from '@codemirror/autocomplete';
import {
  copyLineDown,
  defaultKeymap,
  history,
  historyField,
  historyKeymap,
  indentWithTab,
} from '@codemirror/commands';
import {bracketMatching, indentOnInput, indentUnit} from '@codemirror/language';
import {highlightSelectionMatches, openSearchPanel, search, searchKeymap} from '@codemirror/search';
import {EditorSelection} from '@codemirror/state';
import {
  dropCursor,
  type EditorView,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  rectangularSelection,
} from '@codemirror/view';
import {activeStatement} from './active-statement.ts';
import {codeColours} from './code-colours.ts';
import type {Extras} from './code-editor.tsx';
import {completion} from './completion.ts';
import {knownNames} from './known-names.ts';
import {liveMarks} from './live-marks.ts';
import {signatureHint} from './signature-hint.ts';
import {sqlLanguage} from './sql-language.ts';
import {openTextMenu} from './text-menu.ts';

/**
 * What people of editors of this kind have in their fingers, beyond the library's own keys. Before
 * the library's own ones, since the first that takes a key is the last that hears of it. Tab takes
 * a proposal here and indents only where there is none.
 */
const usualKeys: readonly KeyBinding[] = [
  // One that has only just come is not taken, and the text not indented either.
  {key: 'Tab', run: view => acceptCompletion(view) || completionStatus(view.state) === 'active'},
  {key: 'Mod-Shift-d', run: copyLineDown, preventDefault: true},
  {key: 'Mod-h', run: openReplace, preventDefault: true},
  {key: 'Mod-u', run: view => changeCase(view, text => text.toUpperCase()), preventDefault: true},
  {
    key: 'Mod-Shift-u',
    run: view => changeCase(view, text => text.toLowerCase()),
    preventDefault: true,
  },
];

function openReplace(view: EditorView): boolean {
  openSearchPanel(view);
  view.dom.querySelector<HTMLInputElement>('.cm-search [name=replace]')?.select();
  return true;
}

/** Of the selections; where nothing is selected, of the word at the cursor. */
function changeCase(view: EditorView, change: (text: string) => string): boolean {
  const {state} = view;
  view.dispatch(
    state.changeByRange(range => {
      const {from, to} = (range.empty ? state.wordAt(range.head) : undefined) ?? range;
      const insert = change(state.sliceDoc(from, to));
      return {
        changes: {from, to, insert},
        range: range.empty ? range : EditorSelection.range(from, from + insert.length),
      };
    }),
  );
  return true;
}

/** Proposals in sight go, and those on their way do not come. */
export {closeCompletion as closeProposals} from '@codemirror/autocomplete';
export {showFailure} from './failure-mark.ts';
export {warmAssistant} from './sql-assistant.ts';

/** What a text editor for SQL has beside the text itself. */
export function extrasFor(engine: string, dialect: string, database: () => string): Extras {
  const where = () => ({engine, dialect, database: database()});
  return {
    fields: {history: historyField},
    openMenu: openTextMenu,
    extension: [
      history(),
      sqlLanguage(dialect),
      codeColours,
      activeStatement(dialect),
      completion(engine, dialect, database),
      liveMarks(engine, dialect, database),
      signatureHint(where),
      knownNames(where),
      highlightSpecialChars(),
      indentOnInput(),
      indentUnit.of('  '),
      bracketMatching(),
      dropCursor(),
      rectangularSelection(),
      search({top: true}),
      highlightSelectionMatches(),
      keymap.of([...usualKeys, indentWithTab, ...searchKeymap, ...defaultKeymap, ...historyKeymap]),
    ],
  };
}
