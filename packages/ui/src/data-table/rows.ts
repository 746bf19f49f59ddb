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
