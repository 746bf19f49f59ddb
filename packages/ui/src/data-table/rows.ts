/** Rows that Page Up and Page Down go over. */
const pageRows = 15;

/** The row that a key leads to, of so many; undefined for keys that lead nowhere. */
export function rowAfter(key: string, active: number, count: number): number | undefined {
  const to = new Map([
    ['ArrowDown', active + 1],
    ['ArrowUp', active - 1],
    ['PageDown', active + pageRows],
    ['PageUp', active - pageRows],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key);
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

/** What rows above and below those that are drawn take, so that the scroll bar tells the truth. */
export function spacesAround(
  drawn: readonly {readonly start: number; readonly end: number}[],
  total: number,
): [number, number] {
  return [drawn[0]?.start ?? 0, total - (drawn.at(-1)?.end ?? 0)];
}

/** The selection with the key put in or, where it is there already, taken out. */
export function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
