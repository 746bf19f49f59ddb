import {actionOf, branchKeys, lineAfter} from '@gazetteer/ui/keys';
import {followKeys} from '../../../shell/keys.ts';
import type {TreeRow} from './tree-rows.ts';

/** What a key does: go to a line, open or close one, or follow it. */
export type TreeAction =
  | {readonly kind: 'go'; readonly index: number}
  | {readonly kind: 'toggle'; readonly row: TreeRow}
  | {readonly kind: 'follow'; readonly row: TreeRow};

/**
 * Keys of a tree as screen readers teach them: up, down, home, end; the arrow that points inwards
 * opens and then goes in, the other one closes and then goes out.
 * @param active index of the line that has the focus
 */
export function treeAction(
  key: string,
  rows: readonly TreeRow[],
  active: number,
  isRightToLeft: boolean,
): TreeAction | undefined {
  // No further than the first and the last line, whatever is being read or has gone meanwhile.
  const go = (index: number): TreeAction => ({
    kind: 'go',
    index: Math.max(0, Math.min(rows.length - 1, index)),
  });
  const index = lineAfter(key, active, rows.length);
  if (index !== undefined) return go(index);
  const row = rows[active];
  const action = actionOf([...branchKeys, ...followKeys], key);
  if (row === undefined || action === undefined) return undefined;
  if (action === 'follow') return {kind: 'follow', row};
  // In a right-to-left page the tree opens to the left.
  const isInwards = (action === 'left') === isRightToLeft;
  if (canOpen(row) && row.isOpen !== isInwards) return {kind: 'toggle', row};
  // Undefined leaves the key to the page, which scrolls sideways.
  if (isInwards) return canOpen(row) ? go(active + 1) : undefined;
  // What is closed leads out, to the line that it stands under.
  return row.parent === undefined ? undefined : go(rows.findIndex(one => one.key === row.parent));
}

/** Whether a row has anything below it that can be shown. */
export function canOpen(row: TreeRow): row is Extract<TreeRow, {kind: 'glossary' | 'category'}> {
  return (row.kind === 'glossary' || row.kind === 'category') && row.canOpen;
}
