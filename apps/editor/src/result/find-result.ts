import {AppError} from '@gazetteer/model';
import type {Actor} from '@gazetteer/server';
import type {Editor} from '../editor.ts';
import {findShare} from '../share/shares.ts';
import type {LiveStatement} from '../statement/live-statement.ts';
import type {Statement} from '../statement/statement.ts';

/**
 * By the id of a statement of the actor's own, or of a share with the actor.
 * @throws AppError 404, 409 while the statement runs, 410 when it has no result or none any more
 */
export async function findResult(e: Editor, actor: Actor, uuid: string): Promise<LiveStatement> {
  const statement =
    (await e.statements.byUuid(actor.userName, uuid)) ?? (await sharedStatement(e, actor, uuid));
  if (statement === undefined)
    throw new AppError('NOT_FOUND', ['There is no such statement of yours.']);
  if (e.live.waiting.has(statement.uuid) && e.live.known(statement.uuid) === undefined)
    throw new AppError('CONFLICT', ['The statement waits for its session and has no result yet.']);
  const live = await e.live.find(statement);
  const {state, error} = await live.progress();
  if (state === 'available') return live;
  const message =
    error?.message ?? `The statement is ${state}; it has a result when it is available.`;
  throw new AppError(live.isOver ? 'GONE' : 'CONFLICT', [message]);
}

async function sharedStatement(
  e: Editor,
  actor: Actor,
  uuid: string,
): Promise<Statement | undefined> {
  const onlooker = {...actor, sharing: e.sharing};
  const share = await e.db.read(session => findShare(session, onlooker, uuid));
  if (share === undefined) return undefined;
  if (share.owner !== actor.userName) e.views.noted(share.uuid, actor.userName);
  return await e.statements.byUuid(share.owner, share.statement);
}
