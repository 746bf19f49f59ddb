import {sharedValue} from '../shared-value.ts';

/** An entry of a menu; `divider` begins another group. */
export type MenuEntry =
  | {readonly label: string; readonly keys?: string; readonly run: () => void}
  | 'divider';

/** The menu that a right click has opened, and where. */
export const contextMenu = sharedValue<
  {readonly x: number; readonly y: number; readonly entries: readonly MenuEntry[]} | undefined
>(undefined);

type Click = Pick<MouseEvent, 'clientX' | 'clientY' | 'shiftKey' | 'preventDefault'>;

/** Opens a menu in place of the browser's own, which Shift keeps. */
export function openMenu(event: Click, entries: readonly MenuEntry[]): boolean {
  if (event.shiftKey || entries.length === 0) return false;
  event.preventDefault();
  contextMenu.set({x: event.clientX, y: event.clientY, entries});
  return true;
}
