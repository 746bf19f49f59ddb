import type {TreeRow} from './tree-rows.ts';

/** What a key does: go to a line, open or close one, or follow it. */
export type TreeAction =
  | {readonly kind: 'go'; readonly index: number}
  | {readonly kind: 'toggle'; readonly row: TreeRow}
  | {readonly kind: 'follow'; readonly row: TreeRow};

/** About what is in sight; the tree's height is not known here, and no one counts. */
const pageLines = 15;

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
  const row = rows[active];
  const go = (index: number): TreeAction => ({
    kind: 'go',
    index: Math.max(0, Math.min(rows.length - 1, index)),
  });
  // In a right-to-left page the tree opens to the left.
  const [inwards, outwards] = isRightToLeft
    ? ['ArrowLeft', 'ArrowRight']
    : ['ArrowRight', 'ArrowLeft'];
  switch (key) {
    case 'ArrowDown':
      return go(active + 1);
    case 'ArrowUp':
      return go(active - 1);
    case 'PageDown':
      return go(active + pageLines);
    case 'PageUp':
      return go(active - pageLines);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case inwards:
      // Undefined leaves the key to the page, which scrolls sideways.
      if (row === undefined || !canOpen(row)) return undefined;
      return row.isOpen ? go(active + 1) : {kind: 'toggle', row};
    case outwards:
      if (row === undefined) return undefined;
      if (canOpen(row) && row.isOpen) return {kind: 'toggle', row};
      return row.parent === undefined
        ? undefined
        : go(rows.findIndex(one => one.key === row.parent));
    case 'Enter':
    case ' ':
      return row === undefined ? undefined : {kind: 'follow', row};
    default:
      return undefined;
  }
}

/** Whether a row has anything below it that can be shown. */
export function canOpen(row: TreeRow): row is Extract<TreeRow, {kind: 'glossary' | 'category'}> {
  return (row.kind === 'glossary' || row.kind === 'category') && row.canOpen;
}
