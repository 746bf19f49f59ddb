import {parseGiven, type Given, type ValuesOf} from '@gazetteer/kernel';
import {membersOf} from '@gazetteer/kernel/fields';
import {AppError} from '@gazetteer/model';
import type {Page} from '../../engine/sql-engine.ts';
import {ask} from './ask-result.ts';
import {orderFields, readOrder, readSelection, selectionFields} from './question.ts';
import {listSql, pageSql} from './question-sql.ts';
import type {Prepared} from './result-analyses.ts';

const viewFields = {...selectionFields, ...orderFields};
type View = ValuesOf<typeof viewFields>;

const rowsPerPage = 2000;
const cellsPerPage = 500_000;

/**
 * The question of a download, as JSON; undefined where all rows are wanted as they came. @throws
 * AppError
 */
export function readView(text: string | undefined): View | undefined {
  if (text === undefined || text === '') return undefined;
  const value = parseGiven('view', text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('BAD_REQUEST', ['view has to be an object with search, filter and sort.']);
  }
  return membersOf(viewFields, value as Given);
}

/**
 * The rows that a search and filters let through, in the order asked for, page by page. The
 * question is asked before anything is returned: what is wrong with it is still an answer then.
 * @throws AppError
 */
export async function viewPages(prepared: Prepared, view: View): Promise<AsyncGenerator<Page>> {
  const {columns, isWhole, rowCount} = prepared;
  if (!isWhole) {
    throw new AppError('CONFLICT', [
      `Only the first ${rowCount} rows of this result can be asked; a file of them would be short.`,
    ]);
  }
  const list = listSql(columns, readSelection(view, columns), readOrder(view, columns));
  const count = Math.max(
    1,
    Math.min(rowsPerPage, Math.floor(cellsPerPage / Math.max(1, columns.length))),
  );
  const pageAt = async (from: number): Promise<Page> => {
    const {page} = await ask(prepared, {list, ask: pageSql(columns, from, count)});
    // The first column is the place of the row in the result.
    return {columns: page.columns.slice(1), rowCount: page.rowCount};
  };
  return pagesFrom(await pageAt(0), pageAt, count);
}

async function* pagesFrom(
  first: Page,
  pageAt: (from: number) => Promise<Page>,
  count: number,
): AsyncGenerator<Page> {
  for (let [from, page] = [0, first]; page.rowCount > 0; from += count, page = await pageAt(from)) {
    yield page;
    if (page.rowCount < count) return;
  }
}
