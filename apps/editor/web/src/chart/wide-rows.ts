import type {Cell} from '../api/wire.ts';
import {textOf} from '../result/cell-text.ts';
import type {ChartRows} from './chart-data.ts';

/** Long rows (x, series, values) as one row for each x, with a column for each series. */
export function widened(
  long: ChartRows['rows'],
  x: string,
  values: readonly string[],
): Pick<ChartRows, 'names' | 'yOf' | 'rows'> {
  const series = [...new Map(long.map(row => [nameOf(cellOf(row, 1)), cellOf(row, 1)])).keys()];
  series.sort((a, b) => a.localeCompare(b, undefined, {numeric: true}));
  const places = new Map(series.map((name, n) => [name, n]));
  const rows = new Map<string, Cell[]>();
  for (const row of long) {
    const head = cellOf(row, 0);
    const key = JSON.stringify(head);
    const wide = rows.get(key) ?? [
      head,
      ...Array.from(series, () => values.map(() => null)).flat(),
    ];
    rows.set(key, wide);
    const place = places.get(nameOf(cellOf(row, 1))) ?? 0;
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

const nameOf = (value: Cell): string => (value === null ? 'NULL' : textOf(value));
