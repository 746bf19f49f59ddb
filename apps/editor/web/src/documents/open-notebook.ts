import {textOfCells} from '@gazetteer/sql';
import type {Notebook} from '../api/wire.ts';
import {sheets} from '../editor/sheets.ts';

/** On a sheet, as one text, whose texts are comments. */
export function openNotebook(title: string, {engine, database, variables, cells}: Notebook): void {
  sheets.open({title, engine, database, variables, text: textOfCells(cells, engine)});
}
