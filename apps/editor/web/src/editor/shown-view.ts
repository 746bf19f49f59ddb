import type {EditorView} from '@codemirror/view';
import {sharedValue} from '../shared-value.ts';

/**
 * The text editor on the screen, for what stands beside it. A value of its own and not of React:
 * trees, dialogs and menus put texts into it and need not be drawn when it changes.
 */
export const shownView = sharedValue<EditorView | undefined>(undefined);

/** Puts a text where the caret is. False when there is no editor on the screen. */
export function insertIntoSheet(text: string): boolean {
  const shown = shownView.get();
  if (shown === undefined) return false;
  const {from, to} = shown.state.selection.main;
  shown.dispatch({
    changes: {from, to, insert: text},
    selection: {anchor: from + text.length},
    scrollIntoView: true,
  });
  shown.focus();
  return true;
}

/** Replaces the whole text, such as with a sample query. */
export function replaceSheet(text: string): void {
  const shown = shownView.get();
  shown?.dispatch({
    changes: {from: 0, to: shown.state.doc.length, insert: text},
    selection: {anchor: text.length},
  });
}
