import {AppError} from '@gazetteer/model';
import {unset, withVariables} from '@gazetteer/sql';
import type {PreparedQuery, Ran} from '../dashboard/latest-runs.ts';
import type {Notebook} from '../document/notebook.ts';
import type {VariableValues} from '../document/variable-values.ts';
import type {Editor} from '../editor.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {databaseAfter} from '../statement/chosen-database.ts';
import {statementsOf} from '../statement/statements-of.ts';

/**
 * What a cell runs, and in which database: a USE in a cell above counts, whether it was run or not.
 * @throws AppError 404 for a cell that there is not, 400 for one that is no single statement
 */
export function prepareCell(
  e: Editor,
  notebook: Notebook,
  cell: string,
  given: VariableValues,
): Omit<PreparedQuery, 'fingerprint'> {
  const {engine, text} = statementOf(e, notebook, cell, given);
  const database = databasesOf(notebook, given).get(cell) ?? '';
  return {engine, database, text};
}

/** Where each cell is run. */
export function databasesOf(
  notebook: Notebook,
  given: VariableValues,
): ReadonlyMap<string, string> {
  const values = valuesOf(notebook, given);
  let current = notebook.database === '' ? 'default' : notebook.database;
  return new Map(
    notebook.cells.map(({id, kind, text}) => {
      const database = current;
      if (kind === 'sql') current = databaseAfter([withVariables(text, values)], current);
      return [id, database];
    }),
  );
}

/** Whether a cell would run this now. Long texts are split only where nothing else tells. */
export function runs(
  e: Editor,
  notebook: Notebook,
  cell: string,
  given: VariableValues,
  {engine, sql}: Ran,
): boolean {
  try {
    if (findEngine(e, notebook.engine).id !== engine) return false;
    const text = textOf(notebook, cell, given);
    if (!text.includes(sql)) return false;
    return text.trim() === sql || statementOf(e, notebook, cell, given).text === sql;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function statementOf(
  e: Editor,
  notebook: Notebook,
  cell: string,
  given: VariableValues,
): {readonly engine: SqlEngine; readonly text: string} {
  const whole = textOf(notebook, cell, given);
  const engine = findEngine(e, notebook.engine);
  const [only, ...others] = statementsOf(whole, engine.dialect);
  if (only === undefined) throw bad('The cell has no statement.');
  if (others.length > 0)
    throw bad('The cell has several statements. Use one cell for each of them.');
  return {engine, text: only.statement};
}

/** Of a cell with a statement, with its values. */
function textOf(notebook: Notebook, cell: string, given: VariableValues): string {
  const {kind, text: written} = notebook.cells.find(one => one.id === cell) ?? {};
  if (written === undefined) throw new AppError('NOT_FOUND', ['The notebook has no such cell.']);
  if (kind !== 'sql') throw bad('A text can’t be run.');
  const values = valuesOf(notebook, given);
  const missing = unset(written, Object.fromEntries(values));
  if (missing !== undefined) throw bad(`Enter a value for ${missing}.`);
  return withVariables(written, values);
}

function valuesOf({variables}: Notebook, given: VariableValues): ReadonlyMap<string, string> {
  return new Map(Object.entries({...variables, ...given}));
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}
