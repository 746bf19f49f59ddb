// What is done with the cells of a notebook, as pure functions.
import type {NotebookCell} from '../api/wire.ts';

/** More the server refuses. */
export const maxCells = 200;

type Cells = readonly NotebookCell[];

export function newCell(kind: NotebookCell['kind']): NotebookCell {
  return {id: crypto.randomUUID(), kind, text: '', view: 'table', isFolded: false, state: {}};
}

/** Where a cell is, or one beside it; undefined for none. */
export function neighbour(cells: Cells, id: string, step: number): string | undefined {
  return cells[cells.findIndex(one => one.id === id) + step]?.id;
}

export function withCell(cells: Cells, at: number, cell: NotebookCell): Cells {
  return cells.length >= maxCells ? cells : cells.toSpliced(at, 0, cell);
}

export function changed(cells: Cells, id: string, change: Partial<NotebookCell>): Cells {
  return cells.map(one => (one.id === id ? {...one, ...change} : one));
}

/** One place up or down; at the ends it stays. */
export function moved(cells: Cells, id: string, step: -1 | 1): Cells {
  const from = cells.findIndex(one => one.id === id);
  const to = from + step;
  const [cell, other] = [cells[from], cells[to]];
  if (cell === undefined || other === undefined) return cells;
  return cells.with(from, other).with(to, cell);
}
