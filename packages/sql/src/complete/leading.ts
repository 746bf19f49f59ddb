/**
 * The first `count` of `items` in the order of `compare`, in that order. Where many thousand names
 * fit, sorting all of them for the few that are shown is what completion would take most of its
 * time for.
 */
export function leading<T>(
  items: Iterable<T>,
  count: number,
  compare: (a: T, b: T) => number,
): T[] {
  const first: T[] = [];
  for (const item of items) {
    const last = first.at(-1);
    if (last !== undefined && first.length === count && compare(item, last) >= 0) continue;
    let [from, to] = [0, first.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (compare(item, first[middle] as T) < 0) to = middle;
      else from = middle + 1;
    }
    first.splice(from, 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}
