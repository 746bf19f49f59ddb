import {defaultKeymap, history, historyField, historyKeymap, indentWithTab} from '@codemirror/commands';
import {bracketMatching, indentOnInput, indentUnit} from '@codemirror/language';
import {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
import {dropCursor, highlightSpecialChars, keymap, rectangularSelection} from '@codemirror/view';
import {activeStatement} from './active-statement.ts';
import {codeColours} from './code-colours.ts';
import type {Extras} from './code-editor.tsx';
import {completion} from './completion.ts';
import {liveMarks} from './live-marks.ts';
import {sqlLanguage} from './sql-language.ts';

/** What a text editor for SQL has beside the text itself. */
export function extrasFor(engine: string, dialect: string, database: () => string): Extras {
  return {
    fields: {history: historyField},
    extension: [
      history(),
      sqlLanguage(dialect),
      codeColours,
      activeStatement(dialect),
      completion(engine, dialect, database),
      liveMarks(dialect),
      highlightSpecialChars(),
      indentOnInput(),
      indentUnit.of('  '),
      bracketMatching(),
      dropCursor(),
      rectangularSelection(),
      search({top: true}),
      highlightSelectionMatches(),
      keymap.of([indentWithTab, ...searchKeymap, ...defaultKeymap, ...historyKeymap]),
    ],
  };
}
