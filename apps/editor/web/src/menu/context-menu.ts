import {sharedValue} from '../shared-value.ts';

/** An entry of a menu; `divider` begins another group. */
export type MenuEntry =
  | {readonly label: string; readonly keys?: string; readonly run: () => void}
  | 'divider';

/** The menu that a right click has opened, and where. */
export const contextMenu = sharedValue<
  | {
      readonly x: number;
      readonly y: number;
      readonly entries: readonly MenuEntry[];
      /** What has the focus again when the menu has closed. */
      readonly focused: Element | null;
    }
  | undefined
>(undefined);

type Click = Pick<
  MouseEvent,
  'clientX' | 'clientY' | 'shiftKey' | 'ctrlKey' | 'button' | 'preventDefault'
>;
/** The lower end of what a menu is of. */
type MenuPosition = {readonly left: number; readonly bottom: number};

/** Whether the key for menus, or Shift+F10, was pressed: Ctrl and a click open them on a Mac. */
export function isByKey({button, ctrlKey}: Pick<MouseEvent, 'button' | 'ctrlKey'>): boolean {
  return button !== 2 && !ctrlKey;
}

/**
 * Opens a menu in place of the browser's own, which Shift and a click keep.
 * @param place where the key for menus shall open it; a click has a place of its own
 */
export function openMenu(
  event: Click,
  entries: readonly MenuEntry[],
  place?: MenuPosition,
): boolean {
  const at = isByKey(event) ? place : undefined;
  if ((event.shiftKey && at === undefined) || entries.length === 0) return false;
  event.preventDefault();
  contextMenu.set({
    x: at?.left ?? event.clientX,
    y: at?.bottom ?? event.clientY,
    entries,
    focused: document.activeElement,
  });
  return true;
}
