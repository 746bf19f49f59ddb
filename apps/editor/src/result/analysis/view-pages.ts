import type {Page} from '../../engine/sql-engine.ts';
import {Refusal} from '../../http/refusal.ts';
import {RestInput} from '../../http/rest-input.ts';
import {ask} from './ask-result.ts';
import {readOrder, readSelection} from './question.ts';
import {listSql, pageSql} from './question-sql.ts';
import type {Prepared} from './result-analyses.ts';

const rowsPerPage = 2000;
const cellsPerPage = 500_000;

/** The question of a download, as JSON; undefined where all rows are wanted as they came. @throws {Refusal} */
export function readView(text: unknown): RestInput | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    const value = JSON.parse(String(text)) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return new RestInput(value as Record<string, unknown>);
  } catch (error) {
    throw new Refusal(400, `view is no JSON: ${(error as Error).message}`);
  }
  throw new Refusal(400, 'view has to be an object with search, filter and sort.');
}

/**
 * The rows that a search and filters let through, in the order asked for, page by page. The question is asked before anything is
 * returned: what is wrong with it is still an answer then.
 * @throws {Refusal}
 */
export async function viewPages(prepared: Prepared, view: RestInput): Promise<AsyncGenerator<Page>> {
  const {columns, isWhole, rowCount} = prepared;
  if (!isWhole) {
    throw new Refusal(
      409,
      `Only the first ${rowCount} rows of this result can be asked; a file of them would be short.`,
    );
  }
  const list = listSql(columns, readSelection(view, columns), readOrder(view, columns));
  const count = Math.max(1, Math.min(rowsPerPage, Math.floor(cellsPerPage / Math.max(1, columns.length))));
  const pageAt = async (from: number): Promise<Page> => {
    const {page} = await ask(prepared, {list, ask: pageSql(columns, from, count)});
    // The first column is the place of the row in the result.
    return {columns: page.columns.slice(1), rowCount: page.rowCount};
  };
  return pagesFrom(await pageAt(0), pageAt, count);
}

async function* pagesFrom(first: Page, pageAt: (from: number) => Promise<Page>, count: number): AsyncGenerator<Page> {
  for (let [from, page] = [0, first]; page.rowCount > 0; from += count, page = await pageAt(from)) {
    yield page;
    if (page.rowCount < count) return;
  }
}
