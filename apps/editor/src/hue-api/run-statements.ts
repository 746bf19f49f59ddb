import {setTimeout as delay} from 'node:timers/promises';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import {executeText} from '../editor-api/execute.ts';
import {isOver, type SqlEngine} from '../engine/sql-engine.ts';
import type {TableStatements} from '../engine/table-statements.ts';
import type {Json} from '../http/envelope.ts';

/** @throws NOT_SUPPORTED for an engine whose tables are changed by what people write alone */
export function tableStatements({id, dialect, sql}: SqlEngine): TableStatements {
  const found = sql.tableStatements?.(dialect);
  if (found === undefined)
    throw new AppError('NOT_SUPPORTED', [`Tables of ${id} are changed by statements alone`]);
  return found;
}

/** @throws NOT_SUPPORTED where the engine has no words for it */
export function needed<T>(engine: SqlEngine, found: T | undefined, what: string): T {
  if (found === undefined) throw new AppError('NOT_SUPPORTED', [`${engine.id} does not ${what}`]);
  return found;
}

/**
 * Runs statements one after the other, each to its end, as if the caller had written them: they
 * stand in the history. What fails ends it.
 * @returns what `execute` answered for the last one
 * @throws STATEMENT_FAILED in the words of the server
 */
export async function runToEnd(
  e: Editor,
  userName: string,
  engine: SqlEngine,
  statements: readonly string[],
  signal: AbortSignal,
): Promise<Json> {
  let last: Json = {};
  for (const sql of statements) {
    last = await executeText(e, userName, engine, 'default', sql);
    await ended(e, userName, String(last['history_uuid']), signal);
  }
  return last;
}

async function ended(
  e: Editor,
  userName: string,
  uuid: string,
  signal: AbortSignal,
): Promise<void> {
  const statement = await e.statements.byUuid(userName, uuid);
  if (statement === undefined) throw new AppError('NOT_FOUND', ['Query id could not be found.']);
  const live = await e.live.find(statement);
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.5, 1000)) {
    const {state, error} = await live.progress();
    if (state === 'available') return;
    if (isOver(state))
      throw new AppError('STATEMENT_FAILED', [error?.message ?? `The statement is ${state}`], {
        fields: {history_uuid: uuid},
      });
    await delay(pauseMs, undefined, {signal});
  }
}
