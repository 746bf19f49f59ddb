import type {Cell} from '../api/wire.ts';
import {textOf} from '../result/cell-text.ts';
import type {ChartRows} from './chart-data.ts';

/** Long rows (x, series, values) as one row for each x, with a column for each series. */
export function widened(
  long: ChartRows['rows'],
  x: string,
  values: readonly string[],
): Pick<ChartRows, 'names' | 'yOf' | 'rows'> {
  const cells = new Map(long.map(row => [keyOf(cellOf(row, 1)), cellOf(row, 1)]));
  // A series of the text `NULL` and one without a value would have one name.
  const none = cells.has(keyOf('NULL')) ? 'NULL (no value)' : 'NULL';
  const named = [...cells].map(([key, value]) => ({
    key,
    name: value === null ? none : textOf(value),
  }));
  // `2` before `10`, as people count.
  named.sort((a, b) => a.name.localeCompare(b.name, undefined, {numeric: true}));
  const series = named.map(({name}) => name);
  const places = new Map(named.map(({key}, n) => [key, n]));
  const rows = new Map<string, Cell[]>();
  for (const row of long) {
    const head = cellOf(row, 0);
    const key = keyOf(head);
    const wide = rows.get(key) ?? [
      head,
      ...Array.from(series, () => values.map(() => null)).flat(),
    ];
    rows.set(key, wide);
    const place = places.get(keyOf(cellOf(row, 1))) ?? 0;
    for (const n of values.keys()) wide[1 + place * values.length + n] = cellOf(row, 2 + n);
  }
  return {
    names: [
      x,
      ...series.flatMap(name =>
        values.map(value => (values.length === 1 ? name : `${name} ${value}`)),
      ),
    ],
    yOf: series.flatMap(() => values.map((_, n) => n)),
    rows: [...rows.values()],
  };
}

const cellOf = (row: readonly Cell[], n: number): Cell => row[n] ?? null;

/** NULL is no text. */
const keyOf = (value: Cell): string => JSON.stringify(value);
