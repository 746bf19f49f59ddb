import {isDeepStrictEqual} from 'node:util';
import {SqlError, type Page, type RunningStatement} from '../engine/sql-engine.ts';
import type {ResultSpool} from './results/result-store.ts';

const mostRows = 20_000;

/**
 * Brings a server that is to hand out a result from its first row again behind the rows that are
 * here: the answer with those that come next was lost. The last page that is here tells whether it
 * is the same result still.
 * @param next asks the server for so many rows behind as many others
 * @throws {SqlError} `statement-expired` when it is not, or the server hands out rows only once
 */
export async function startOver(
  spool: ResultSpool,
  running: RunningStatement,
  next: (count: number, from: number) => Promise<Page>,
): Promise<void> {
  if (running.startOver === undefined) {
    throw lost('and the server hands out rows only once');
  }
  running.startOver();
  const last = await spool.lastPage();
  for (let at = 0; at < spool.rowCount;) {
    const page = await next(Math.min(mostRows, spool.rowCount - at), at);
    if (page.rowCount === 0 || at + page.rowCount > spool.rowCount || !isSame(page, at, last)) {
      throw lost('and the server has other rows by now');
    }
    at += page.rowCount;
  }
}

/** Whether the rows that both have are the same. */
function isSame(
  page: Page,
  at: number,
  last: {readonly firstRow: number; readonly page: Page} | undefined,
): boolean {
  if (last === undefined) return true;
  const [from, to] = [Math.max(at, last.firstRow), at + page.rowCount];
  if (from >= to) return true;
  const those = page.columns.map(values => values.slice(from - at, to - at));
  const here = last.page.columns.map(values =>
    values.slice(from - last.firstRow, to - last.firstRow),
  );
  return isDeepStrictEqual(those, here);
}

function lost(why: string): SqlError {
  return new SqlError(
    'statement-expired',
    `The rows that come next were on their way when the editor or the connection was lost, ${why}. Run the statement again to see them`,
  );
}
