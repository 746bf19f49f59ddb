import type {DocumentHead, SavedDocument} from '../api/wire.ts';

/** A dialog about saved queries; `tabId` is the sheet it is about. */
export type DocumentDialog =
  | {readonly kind: 'save'; readonly tabId: string; readonly note?: string}
  | {readonly kind: 'conflict'; readonly tabId: string; readonly theirs: SavedDocument}
  | {readonly kind: 'versions' | 'share'; readonly uuid: string}
  | {readonly kind: 'folder'; readonly folder: string}
  | {readonly kind: 'rename' | 'move'; readonly document: DocumentHead};

let shown: DocumentDialog | undefined;
const listeners = new Set<() => void>();

/** Shows it, from wherever somebody asks for it; undefined closes it. */
export function showDialog(dialog: DocumentDialog | undefined): void {
  shown = dialog;
  for (const listener of listeners) listener();
}

export function subscribeToDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function shownDialog(): DocumentDialog | undefined {
  return shown;
}
