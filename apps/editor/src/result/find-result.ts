import type {Editor} from '../editor.ts';
import {Refusal} from '../http/refusal.ts';
import type {LiveStatement} from '../statement/live-statement.ts';

/** @throws {Refusal} 404, 409 while the statement runs, 410 when it has no result or none any more */
export async function findResult(e: Editor, userName: string, uuid: string): Promise<LiveStatement> {
  const statement = await e.statements.byUuid(userName, uuid);
  if (statement === undefined) throw new Refusal(404, 'There is no such statement of yours.');
  const live = await e.live.find(statement);
  const {state, error} = await live.progress();
  if (state === 'available') return live;
  const message = error?.message ?? `The statement is ${state}; it has a result when it is available.`;
  throw new Refusal(live.isOver ? 410 : 409, message);
}
