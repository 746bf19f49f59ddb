import {AppError} from '@gazetteer/model';
import {unset, withVariables} from '@gazetteer/sql';
import type {PreparedQuery} from '../dashboard/latest-runs.ts';
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
  const at = notebook.cells.findIndex(one => one.id === cell);
  const above = notebook.cells.slice(0, at).filter(({kind}) => kind === 'sql');
  const start = notebook.database === '' ? 'default' : notebook.database;
  const values = valuesOf(notebook, given);
  const database = databaseAfter(
    above.map(one => withVariables(one.text, values)),
    start,
  );
  return {engine, database, text};
}

/** Whether a cell would run this now. */
export function runs(
  e: Editor,
  notebook: Notebook,
  cell: string,
  given: VariableValues,
  sql: string,
): boolean {
  try {
    return statementOf(e, notebook, cell, given).text === sql;
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
  const {kind, text: written} = notebook.cells.find(one => one.id === cell) ?? {};
  if (written === undefined) throw new AppError('NOT_FOUND', ['The notebook has no such cell.']);
  if (kind !== 'sql') throw bad('A text can’t be run.');
  const values = valuesOf(notebook, given);
  const missing = unset(written, Object.fromEntries(values));
  if (missing !== undefined) throw bad(`Enter a value for ${missing}.`);
  const engine = findEngine(e, notebook.engine);
  const [only, ...others] = statementsOf(withVariables(written, values), engine.dialect);
  if (only === undefined) throw bad('The cell has no statement.');
  if (others.length > 0)
    throw bad('The cell has several statements. Use one cell for each of them.');
  return {engine, text: only.statement};
}

function valuesOf({variables}: Notebook, given: VariableValues): ReadonlyMap<string, string> {
  return new Map(Object.entries({...variables, ...given}));
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}
