import {useState} from 'react';
import type {ResultColumn} from '../api/wire.ts';
import {hashOf} from '../run/statement-shape.ts';

/** How the columns of a result are looked at; places are those in the rows. */
export type ColumnLayout = {
  /** In pixels, of the columns whose width was set. */
  readonly widths: Readonly<Record<number, number>>;
  readonly hidden: readonly number[];
  /** At the start of each row, in the order in which they were pinned. */
  readonly pinned: readonly number[];
};

export const noLayout: ColumnLayout = {widths: {}, hidden: [], pinned: []};

const storageKey = 'gazetteer.grid-layouts';
/** Each query has a layout of its own, and nobody tidies them up. */
const maxLayouts = 100;
/** Browsers keep some five million characters for all of the page. */
const maxLength = 200_000;

type Kept = readonly (readonly [key: string, layout: ColumnLayout])[];

/** @param shape of a query, which has the same layout as long as its columns are the same */
export function layoutKey(shape: string, columns: readonly ResultColumn[]): string {
  const names = columns.map(({name, type}) => [name, type]);
  return `${columns.length}.${hashOf(JSON.stringify([shape, names]))}`;
}

/** With what is kept now; the least lately changed are forgotten where there are too many. */
export function withLayout(kept: Kept, key: string, layout: ColumnLayout): Kept {
  const others = kept.filter(([other]) => other !== key);
  const all = isPlain(layout) ? others : [...others, [key, layout] as const];
  let next = all.slice(-maxLayouts);
  while (next.length > 0 && JSON.stringify(next).length > maxLength) next = next.slice(1);
  return next;
}

export function isPlain({widths, hidden, pinned}: ColumnLayout): boolean {
  return Object.keys(widths).length === 0 && hidden.length === 0 && pinned.length === 0;
}

/** What a browser has kept may be of another version of the page, or of somebody's hand. */
export function readLayouts(text: string | null): Kept {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(value) ? value.filter(isKept) : [];
}

/**
 * Widths in the limits of what drags them, places that are whole numbers: one that is not would be
 * drawn as a column that nobody can find again.
 */
function isKept(entry: unknown): entry is Kept[number] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const {widths, hidden, pinned} = (entry[1] ?? {}) as Record<string, unknown>;
  const isWidth = (width: unknown) => typeof width === 'number' && width >= 48 && width <= 1600;
  return (
    typeof widths === 'object' &&
    widths !== null &&
    Object.values(widths).every(isWidth) &&
    [hidden, pinned].every(one => Array.isArray(one) && one.every(Number.isInteger))
  );
}

/** The layout of a query's columns, which a reload keeps. */
export function useColumnLayout(key: string): [ColumnLayout, (next: ColumnLayout) => void] {
  const [layout, setLayout] = useState(
    () => stored().find(([other]) => other === key)?.[1] ?? noLayout,
  );
  const set = (next: ColumnLayout) => {
    setLayout(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(withLayout(stored(), key, next)));
    } catch {
      // Storage may be forbidden or full; the layout then lasts as long as the page.
    }
  };
  return [layout, set];
}

function stored(): Kept {
  try {
    return readLayouts(localStorage.getItem(storageKey));
  } catch {
    return [];
  }
}
