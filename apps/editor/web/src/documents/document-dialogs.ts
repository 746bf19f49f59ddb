import type {DocumentHead, SavedDocument} from '../api/wire.ts';
import type {Schedule} from '../schedules/schedule-queries.ts';
import {sharedValue} from '../shared-value.ts';

/** A dialog about saved queries; `tabId` is the sheet it is about. */
export type DocumentDialog =
  | {readonly kind: 'save'; readonly tabId: string; readonly note?: string}
  | {readonly kind: 'conflict'; readonly tabId: string; readonly theirs: SavedDocument}
  | {readonly kind: 'versions' | 'share' | 'comments' | 'notebook'; readonly uuid: string}
  | {readonly kind: 'schedule'; readonly uuid: string; readonly schedule?: Schedule}
  | {readonly kind: 'folder'; readonly folder: string}
  | {readonly kind: 'rename' | 'move'; readonly document: DocumentHead};

/** The one on the screen. */
export const shownDialog = sharedValue<DocumentDialog | undefined>(undefined);

/** Shows it, from wherever somebody asks for it; undefined closes it. */
export const showDialog: (dialog: DocumentDialog | undefined) => void = shownDialog.set;
