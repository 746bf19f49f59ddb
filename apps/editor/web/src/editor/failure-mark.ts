import type {Diagnostic} from '@codemirror/lint';
import {type EditorState, StateEffect, StateField} from '@codemirror/state';
import type {EditorView, ViewUpdate} from '@codemirror/view';
import {dialectOf, errorRange} from '@gazetteer/sql';

/** A statement that the engine did not run, as it was written, and what it said. */
export type FailedStatement = {readonly statement: string; readonly message: string};

const failed = StateEffect.define<FailedStatement | undefined>();

/**
 * The last failure of a sheet. A field of the text's state and no variable: it goes with the sheet
 * when another one is shown.
 */
export const failureField = StateField.define<FailedStatement | undefined>({
  create: () => undefined,
  update(value, {effects}) {
    let latest = value;
    for (const effect of effects) if (effect.is(failed)) latest = effect.value;
    return latest;
  },
});

export function showFailure(view: EditorView, failure: FailedStatement | undefined): void {
  if (view.state.field(failureField, false) === failure) return;
  view.dispatch({effects: failed.of(failure)});
}

export const isFailureNew = ({transactions}: ViewUpdate): boolean =>
  transactions.some(({effects}) => effects.some(effect => effect.is(failed)));

/** It is marked as long as the statement is still there as it was, wherever that is by now. */
export function failureMarks(state: EditorState, dialect: string): Diagnostic[] {
  const failure = state.field(failureField, false);
  if (failure === undefined) return [];
  const {statement, message} = failure;
  const place = errorRange(message, statement, dialectOf(dialect));
  const start = nearestPlace(state.doc.toString(), statement, state.selection.main.head);
  if (place === undefined || start < 0) return [];
  const {from, to} = place;
  return [{from: start + from, to: start + to, message, severity: 'error'}];
}

/**
 * Of several equal statements the one that the cursor is in or near. -1 where somebody has changed
 * it since: a mark at a place that was counted in another text would be wrong.
 */
function nearestPlace(text: string, statement: string, caret: number): number {
  let nearest = -1;
  const distance = (at: number) => Math.abs(at + statement.length / 2 - caret);
  for (let at = text.indexOf(statement); at >= 0; at = text.indexOf(statement, at + 1))
    if (nearest < 0 || distance(at) < distance(nearest)) nearest = at;
  return nearest;
}
