import type {Point} from './layout/layout.ts';

/** Left to right with soft bends between columns; straight through those it passes. */
export function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let [x, y] = first;
  let path = `M${round(x)} ${round(y)}`;
  rest.forEach(([nextX, nextY], n) => {
    // Points behind the first come in pairs: into a column and out of it.
    if (n % 2 === 1 && nextY === y) path += `H${round(nextX)}`;
    else {
      const pull = Math.max(30, Math.abs(nextX - x) / 2);
      path += `C${round(x + pull)} ${round(y)} ${round(nextX - pull)} ${round(nextY)} ${round(nextX)} ${round(nextY)}`;
    }
    [x, y] = [nextX, nextY];
  });
  return path;
}

/** The head of an arrow that ends at the last point. */
export function arrow(points: readonly Point[]): string {
  const [x, y] = points.at(-1) ?? [0, 0];
  return `M${round(x)} ${round(y)}l-7 -4v8z`;
}

/** A tenth of a pixel is more than a screen shows, and a path of a thousand flows stays short. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
