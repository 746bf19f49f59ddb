/** The name that somebody probably meant; undefined when none is near. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const most = wanted.length < 4 ? 1 : wanted.length < 8 ? 2 : 3;
  let best: string | undefined;
  let distance = most + 1;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) >= distance) continue;
    const found = distanceOf(wanted.toLowerCase(), name.toLowerCase(), distance);
    if (found < distance) [best, distance] = [name, found];
  }
  return best;
}

/** Letters to add, remove, change or swap; `limit` when there are as many or more. */
function distanceOf(a: string, b: string, limit: number): number {
  let [before, last] = [[] as number[], Array.from({length: b.length + 1}, (_, n) => n)];
  for (let n = 1; n <= a.length; n++) {
    const row = [n];
    for (let m = 1; m <= b.length; m++) {
      const cost = a[n - 1] === b[m - 1] ? 0 : 1;
      let least = Math.min((last[m] ?? 0) + 1, (row[m - 1] ?? 0) + 1, (last[m - 1] ?? 0) + cost);
      if (n > 1 && m > 1 && a[n - 1] === b[m - 2] && a[n - 2] === b[m - 1])
        least = Math.min(least, (before[m - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) >= limit) return limit;
    [before, last] = [last, row];
  }
  return last[b.length] ?? limit;
}
