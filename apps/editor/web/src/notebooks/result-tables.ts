import {queries, resultQuery} from '../api/queries.ts';
import type {Cell, NotebookCell, NotebookResult, Row} from '../api/wire.ts';
import {firstRowsQuery} from '../dashboards/dashboard-queries.ts';
import {headNames, textOf} from '../result/cell-text.ts';

/** Rows of a result, as texts. */
export type ResultTable = {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether there are others. */
  readonly isCut: boolean;
};

/** Of a download at most. */
const maxRows = 100;

/** The first rows of each result that is kept, by the ids of the cells. */
export async function tablesOf(
  cells: readonly NotebookCell[],
  results: ReadonlyMap<string, NotebookResult>,
): Promise<ReadonlyMap<string, ResultTable>> {
  const tables = new Map<string, ResultTable>();
  // One after another: there may be 200 of them.
  for (const {id} of cells) {
    const {statement, isKept = false} = results.get(id) ?? {};
    if (statement !== undefined && isKept) tables.set(id, await tableOf(statement));
  }
  return tables;
}

async function tableOf(statement: string): Promise<ResultTable> {
  const {columns} = await queries.fetchQuery(resultQuery(statement));
  const {rows, rowCount, isComplete} = await queries.fetchQuery(firstRowsQuery(statement, maxRows));
  return {
    head: headNames(columns),
    rows: textRows(rows),
    isCut: rowCount > rows.length || !isComplete,
  };
}

export function textRows(rows: readonly Row[]): string[][] {
  return rows.map(row => row.map(cellText));
}

function cellText(value: Cell | undefined): string {
  return value === null || value === undefined ? 'NULL' : textOf(value);
}
