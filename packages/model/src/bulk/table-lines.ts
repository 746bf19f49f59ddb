import {AppError} from '../error.ts';
import type {Guid} from '../entity/record.ts';

/** A row of a table of assets: which one it is about, and what it says of it. */
export type TableLine = {
  readonly line: number;
  readonly guid: Guid | undefined;
  readonly typeName: string;
  readonly qualifiedName: string;
  /** By column, trimmed. */
  readonly cells: ReadonlyMap<string, string>;
};

/** Columns that say which asset a row is about. */
export const keyColumns = ['guid', 'typeName', 'qualifiedName'] as const;

type Row = {readonly line: number; readonly cells: readonly string[]};

/**
 * @throws NOT_VALID_FILE for a header without the columns that name assets, without any other, with
 * one twice or one without a name
 */
export function readTable(
  header: Row,
  rows: readonly Row[],
): {columns: readonly string[]; lines: readonly TableLine[]} {
  const names = header.cells.map(cell => cell.trim());
  while (names.at(-1) === '') names.pop();
  const refuse = (reason: string) => new AppError('NOT_VALID_FILE', ['table', reason]);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw refuse(`it has the column ${twice || 'without a name'} twice`);
  if (names.includes('')) throw refuse('a column has no name');
  if (!names.includes('guid') && !(names.includes('typeName') && names.includes('qualifiedName')))
    throw refuse('the first row needs guid, or typeName and qualifiedName');
  const columns = names.filter(name => !(keyColumns as readonly string[]).includes(name));
  if (columns.length === 0) throw refuse('it has no column to import');
  const lines = rows.map(({line, cells}): TableLine => {
    const cell = (name: string) => (cells[names.indexOf(name)] ?? '').trim();
    const guid = cell('guid');
    return {
      line,
      guid: guid === '' ? undefined : guid,
      typeName: cell('typeName'),
      qualifiedName: cell('qualifiedName'),
      cells: new Map(columns.map(name => [name, cell(name)])),
    };
  });
  return {columns, lines};
}
