import type {ValuesOf} from '@gazetteer/kernel';
import {choice, flag, items, object, record, shapeOf, text} from '@gazetteer/kernel/fields';
import * as shapes from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {pageState} from '../chart/chart-specification.ts';
import {whole} from '../http/shapes.ts';
import {readValues} from './variable-values.ts';

const maxCells = 200;
const maxCellText = 200_000;
/** Of all of it as JSON. */
const maxLength = 1_000_000;

const cellFields = {
  id: text('Its name in the notebook', {max: 50}),
  kind: choice('A text in Markdown, or a statement', ['text', 'sql']),
  text: text('What it says', {max: maxCellText, default: ''}),
  view: choice('How the result of a statement is shown', ['table', 'chart'], 'table'),
  isFolded: flag('Whether the result is left out of sight'),
  state: pageState("The page's own: its charts, of which the first is shown"),
};

const cells = items('The cells, 200 at most', cellFields);
const variables = object('Values for `${name}` in the statements, by name');
const where = {
  engine: text('Where statements are run', {max: 200, default: ''}),
  database: text('The database that names are looked up in', {max: 500, default: ''}),
};
const members = record('Of a notebook', {...where, variables, cells});

export type Cell = ValuesOf<typeof cellFields>;
export type Notebook = {
  readonly engine: string;
  readonly database: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly cells: readonly Cell[];
};

export const emptyNotebook: Notebook = {engine: '', database: '', variables: {}, cells: []};

/** Of a body. @throws AppError for cells that make no sense */
export const notebookField = {
  ...members,
  read: (given: Parameters<typeof members.read>[0], at: string): Notebook => {
    const read = members.read(given, at);
    return checked({...read, variables: readValues(read.variables)});
  },
};

export const notebookShape: shapes.Shape = shapes.named(
  'Notebook',
  'Texts and statements, one below another',
  () =>
    whole({
      engine: shapes.text(where.engine.description),
      database: shapes.text(where.database.description),
      variables: shapes.described(shapes.mapOf(shapes.text()), variables.description),
      cells: shapes.list(
        shapes.named('NotebookCell', 'A text, or a statement', () => shapeOf(cellFields)),
        'The cells',
      ),
    }),
);

/** All of it as one text, for comparisons. */
export function notebookText({cells: all}: Notebook): string {
  return all.map(({text: said}) => said.trim()).join('\n\n');
}

function checked(notebook: Notebook): Notebook {
  const ids = notebook.cells.map(({id}) => id);
  if (ids.length > maxCells) throw bad(`A notebook has ${maxCells} cells at most.`);
  if (ids.some(id => !/^[\w-]+$/.test(id)))
    throw bad('id of a cell has to be of letters, digits, _ and -.');
  const twice = ids.find((id, n) => ids.indexOf(id) !== n);
  if (twice !== undefined) throw bad(`Two cells have the id ${twice}.`);
  if (JSON.stringify(notebook).length > maxLength)
    throw bad(`A notebook has at most ${maxLength} characters.`);
  return notebook;
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}
