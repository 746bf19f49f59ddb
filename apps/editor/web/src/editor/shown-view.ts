import type {EditorView} from '@codemirror/view';

let shown: EditorView | undefined;
const listeners = new Set<() => void>();

/** The text editor on the screen, for what stands beside it. */
export function setShownView(view: EditorView | undefined): void {
  shown = view;
  for (const listener of listeners) listener();
}

export function subscribeToView(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function hasShownView(): boolean {
  return shown !== undefined;
}

/** Puts a text where the caret is. False when there is no editor on the screen. */
export function insertIntoSheet(text: string): boolean {
  if (shown === undefined) return false;
  const {from, to} = shown.state.selection.main;
  shown.dispatch({changes: {from, to, insert: text}, selection: {anchor: from + text.length}, scrollIntoView: true});
  shown.focus();
  return true;
}

/** Replaces the whole text, such as with a sample query. */
export function replaceSheet(text: string): void {
  shown?.dispatch({changes: {from: 0, to: shown.state.doc.length, insert: text}, selection: {anchor: text.length}});
}
