import type {Engine} from '../api/wire.ts';
import {runner, sheets} from '../editor/sheets.ts';

/** Opens a sheet with a statement and runs it. */
export function openAndRun({type, dialect}: Engine, database: string, text: string): void {
  const {id} = sheets.open({engine: type, database, text});
  void runner.start(id, {engine: type, dialect, database, text, variables: {}});
}
