import {setTimeout as delay} from 'node:timers/promises';
import type {Editor} from '../editor.ts';
import {chooseStatement} from '../statement/choose-statement.ts';
import type {LiveStatement} from '../statement/live-statement.ts';
import type {Statement} from '../statement/statement.ts';
import {runChosen} from './execute.ts';
import type {ExecuteRequest} from './submit.ts';

/** The first looks are soon, as most statements are short. */
const lookMs = {first: 20, last: 2000};

/**
 * Runs a text statement after statement, in one session, to the end of the last one.
 * @param signal cancels the statement that runs
 * @param onStatement is told the id of each that has begun, and its place in the text
 * @throws Error why one failed, or that it was canceled
 */
export async function runScript(
  e: Editor,
  userName: string,
  order: ExecuteRequest,
  signal: AbortSignal,
  onStatement: (uuid: string, place: number) => void,
): Promise<LiveStatement> {
  const {text, engine} = order;
  for (let previous: Statement | undefined; ;) {
    signal.throwIfAborted();
    const place = previous && {
      statement_id: previous.place,
      has_more_statements: previous.place < previous.count - 1,
    };
    const chosen = chooseStatement(text, engine.dialect, place);
    if (chosen === undefined) throw new Error('There is no statement to run.');
    const script = previous?.script;
    const answer = await runChosen(e, userName, {...order, previous, script, signal}, chosen);
    const uuid = String(answer['history_uuid']);
    onStatement(uuid, chosen.statement_id);
    const statement = await e.statements.byUuid(userName, uuid);
    if (statement === undefined) throw new Error('The statement was deleted from the history.');
    const live = await ended(e, statement, signal);
    if (!chosen.has_more_statements) return live;
    previous = statement;
  }
}

/** @throws Error why it failed, or that it was canceled */
async function ended(e: Editor, statement: Statement, signal: AbortSignal): Promise<LiveStatement> {
  for (let pauseMs = lookMs.first; ; pauseMs = Math.min(pauseMs * 1.5, lookMs.last)) {
    const live = await e.live.find(statement);
    const {state, error} = await live.progress();
    if (state === 'available') return live;
    if (live.isOver) throw new Error(error?.message ?? `The statement was ${state}.`);
    if (signal.aborted) {
      await live.cancel();
      signal.throwIfAborted();
    }
    await delay(pauseMs, undefined, {signal}).catch(() => undefined);
  }
}
