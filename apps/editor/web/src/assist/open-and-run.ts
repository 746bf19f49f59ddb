import type {Engine} from '../api/wire.ts';
import {runner, sheets} from '../editor/sheets.ts';
import {go, isEditorPage, placeNow} from '../place.ts';
import {writtenTable} from '../tables/written-table.ts';

/**
 * Opens a sheet with a statement and runs it, from whichever page. In a sheet of its own: what
 * somebody has written elsewhere stays as it is.
 */
export function openAndRun({type, dialect}: Engine, database: string, text: string): void {
  const {id} = sheets.open({engine: type, database, text});
  void runner.start(id, {engine: type, dialect, database, text, variables: {}});
  showSheet();
}

/**
 * A query of a table, as it is written for its engine. With a limit: a table may have more rows
 * than anybody wants to see.
 */
export function tableQueryText(engine: Engine, database: string, table: string): string {
  return `SELECT *\nFROM ${writtenTable(engine, database, table)}\nLIMIT 100;\n`;
}

/** Opens a sheet with a query of a table, for somebody who wants to look at it first. */
export function openTableQuery(engine: Engine, database: string, table: string): void {
  sheets.open({engine: engine.type, database, text: tableQueryText(engine, database, table)});
  showSheet();
}

function showSheet(): void {
  if (!isEditorPage(placeNow().path)) go('/app/editor/');
}
