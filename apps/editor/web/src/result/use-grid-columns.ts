import {useMemo} from 'react';
import type {ResultColumn} from '../api/wire.ts';
import {type ColumnLayout, isPlain, layoutKey, noLayout, useColumnLayout} from './column-layout.ts';

/**
 * Columns with their places in the rows: all of them, and those in sight, pinned ones first; and
 * what arranges them. `onArranged` is told after columns have moved: where one stands on the screen
 * is another place then, so that a selection by it would be of other cells.
 */
export function useGridColumns(
  shape: string,
  all: readonly ResultColumn[],
  onArranged: () => void,
) {
  const [layout, setLayout] = useColumnLayout(useMemo(() => layoutKey(shape, all), [shape, all]));
  const hidden = useMemo(() => new Set(layout.hidden), [layout.hidden]);
  const every = useMemo(() => all.map((column, index) => ({...column, index})), [all]);
  const columns = useMemo(() => {
    const pinned = layout.pinned.flatMap(index => every[index] ?? []);
    const others = every.filter(({index}) => !layout.pinned.includes(index));
    return [...pinned, ...others].filter(({index}) => !hidden.has(index));
  }, [every, hidden, layout.pinned]);
  const arrange = (next: ColumnLayout) => {
    // A grid without a column has no head either, and so nothing to bring one back with.
    if (next.hidden.length === every.length) return;
    setLayout(next);
    onArranged();
  };
  return {
    columns,
    every,
    hidden,
    layout,
    hide: (ones: ReadonlySet<number>) => arrange({...layout, hidden: [...ones]}),
    /** Pins a column, or unpins it where it is pinned. */
    pin: (index: number) => {
      const others = layout.pinned.filter(one => one !== index);
      const isPinned = others.length < layout.pinned.length;
      arrange({...layout, pinned: isPinned ? others : [...others, index]});
    },
    /** Undefined where nothing was changed. */
    reset: isPlain(layout) ? undefined : () => arrange(noLayout),
    /** Not `arrange`: columns stay where they are, and with them what is selected. */
    setWidth: (index: number, width: number) =>
      setLayout({...layout, widths: {...layout.widths, [index]: width}}),
  };
}

export type GridColumns = ReturnType<typeof useGridColumns>;
