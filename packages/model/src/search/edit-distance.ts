/**
 * Letters that are wrong, missing, too many, or exchanged with the next one (optimal string
 * alignment): what it takes at least to make
 * `a` of `b`. Undefined above `most`.
 */
export function editDistance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({length: b.length + 1}, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (above[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (above[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    if (Math.min(...row) > most) return undefined;
    [before, above] = [above, row];
  }
  const distance = above[b.length] ?? 0;
  return distance > most ? undefined : distance;
}
