import {askUntilReady} from '../api/request.ts';
import type {Answer, ResultColumn, Row} from '../api/wire.ts';
import type {GridColumn} from './grid-head.tsx';
import type {CellMark} from './grid-row.tsx';
import type {RowsSource} from './rows-source.ts';

export type Compared = Answer<'POST /api/v1/results/{uuid}/compare'>;
export type Change = Compared['rows'][number]['change'];

export type CompareQuestion = {
  readonly uuid: string;
  /** The earlier result. */
  readonly other: string;
  readonly keys: readonly number[];
  readonly change?: Change | undefined;
};

/**
 * Both results are matched by the keys on the server, row by row; without keys whole rows are.
 * @throws ApiFailure where one of them has expired.
 */
export async function compare(
  {uuid, ...body}: CompareQuestion,
  from: number,
  count: number,
  signal?: AbortSignal,
): Promise<Compared> {
  return await askUntilReady(
    'POST /api/v1/results/{uuid}/compare',
    {path: {uuid}, body: {...body, from, count}},
    signal,
  );
}

/**
 * Rows that differ, each with further cells: the kind of change, then for each column whether it
 * changed, then what it was before.
 */
export function rowsOfComparison(question: CompareQuestion): RowsSource {
  return async (from, count, signal) => {
    const {rows, total} = await compare(question, from, count, signal);
    return {
      from,
      rows: rows.map(({change, cells, changed, before = []}) => {
        const earlier = new Map(changed.map((place, n) => [place, before[n] ?? null]));
        return [
          ...cells,
          change,
          ...cells.map((_, place) => earlier.has(place)),
          ...cells.map((_, place) => earlier.get(place) ?? null),
        ];
      }),
      rowCount: total,
      isComplete: true,
    };
  };
}

/** The kind of change, the keys, and all other columns. */
export function comparedColumns(
  columns: readonly ResultColumn[],
  keys: readonly number[],
): GridColumn[] {
  const placed = columns.map((column, index) => ({...column, index}));
  return [
    {name: 'Change', type: '', comment: '', kind: 'text', index: columns.length},
    ...keys.flatMap(key => placed[key] ?? []),
    ...placed.filter(({index}) => !keys.includes(index)),
  ];
}

/**
 * Of a row of `rowsOfComparison` with so many columns. Nothing for the column that says which kind
 * of change it is, and for cells that stayed the same.
 */
export function markOf(row: Row, index: number, columnCount: number): CellMark | undefined {
  const kind = row[columnCount] as Change;
  if (index === columnCount) return undefined;
  if (kind !== 'changed') return {kind};
  const isOther = row[columnCount + 1 + index] === true;
  return isOther ? {kind, before: row[2 * columnCount + 1 + index] ?? null} : undefined;
}
