import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';

/**
 * Forgets what the user ran and its rows; what a server still works on stays. Returns how many it
 * were.
 * @param engine of that one alone
 */
export async function clearHistory(
  e: Editor,
  userName: string,
  engine: string | undefined,
): Promise<number> {
  for (const live of e.live.ofUser(userName)) {
    if (live.isOver && (engine === undefined || live.statement.engine === engine))
      await e.live.close(live);
  }
  return await e.statements.clear(userName, engine);
}

/** @throws AppError 409 while it runs */
export async function forgetStatement(e: Editor, userName: string, uuid: string): Promise<void> {
  const statement = await e.statements.byUuid(userName, uuid);
  if (statement === undefined)
    throw new AppError('NOT_FOUND', ['There is no such statement of yours.']);
  const live = e.live.known(uuid);
  if (live !== undefined && !live.isOver)
    throw new AppError('CONFLICT', ['It is running; cancel it first.']);
  if (live !== undefined) await e.live.close(live);
  await e.statements.forget(statement);
}
