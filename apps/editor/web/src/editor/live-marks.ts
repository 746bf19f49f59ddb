import {type Diagnostic, linter} from '@codemirror/lint';
import {startCompletion} from '@codemirror/autocomplete';
import type {EditorView} from '@codemirror/view';
import type {Fix, Mark} from '@gazetteer/sql';
import {failureField, failureMarks, isFailureNew} from './failure-mark.ts';
import {askWorker} from './sql-assistant.ts';

/** Half a word is wrong in nearly every statement. */
const pauseMs = 500;

/** Underlines what is wrong or looks like it, when nobody has typed for a moment. */
export function liveMarks(engine: string, dialect: string, database: () => string) {
  // Looked at in the worker: a script of some thousand lines takes longer than a key may.
  const source = linter(
    async ({state}) => {
      const where = {engine, dialect, database: database()};
      const marks = await askWorker('mark', state.doc.toString(), state.selection.main.head, where);
      return [...failureMarks(state, dialect), ...marks.map(diagnosticOf)];
    },
    {delay: pauseMs, needsRefresh: isFailureNew},
  );
  return [failureField, source];
}

/** What somebody has to write on is proposed at once. */
function applyFix(view: EditorView, {from, to, insert, caret}: Fix): void {
  const selection = caret === undefined ? {} : {selection: {anchor: from + caret}};
  view.dispatch({changes: {from, to, insert}, ...selection});
  if (caret === undefined) return;
  view.focus();
  startCompletion(view);
}

function diagnosticOf({from, to, message, severity = 'error', fix}: Mark): Diagnostic {
  return {
    from,
    to,
    message,
    severity,
    ...(fix && {
      actions: [
        {
          name: fix.label,
          apply: view => applyFix(view, fix),
        },
      ],
    }),
  };
}
