import {setTimeout as delay} from 'node:timers/promises';
import type {Editor} from '../editor.ts';
import {SqlError} from '../engine/sql-engine.ts';
import {chooseStatement} from '../statement/choose-statement.ts';
import type {LiveStatement} from '../statement/live-statement.ts';
import type {Statement} from '../statement/statement.ts';
import {runChosen} from './execute.ts';
import type {ExecuteRequest} from './submit.ts';

/** The first looks are soon, as most statements are short. */
const lookMs = {first: 20, last: 2000};
/** How long a server that does not answer is asked again. */
const silenceMs = 60_000;
/** How long the end of a statement is waited for that was canceled, or is closed. */
const cancelingMs = 5000;
/** What asking again does not change. */
const final: ReadonlySet<string> = new Set(['refused', 'statement-expired', 'session-expired']);

/**
 * Runs a text statement after statement, in one session, to the end of the last one. Nothing of it
 * is left running where it throws.
 * @param signal cancels the statement that runs
 * @param onStatement is told the id of each before it is sent, and its place in the text
 * @throws SqlError where the server has not accepted one; an Error why one failed, or that it was
 *   canceled, with a SqlError as its cause where its end is not known
 */
export async function runScript(
  e: Editor,
  userName: string,
  order: ExecuteRequest,
  signal: AbortSignal,
  onStatement: (uuid: string, place: number) => void,
): Promise<LiveStatement> {
  const {text, engine} = order;
  let previous: Statement | undefined;
  try {
    for (;;) {
      signal.throwIfAborted();
      const place = previous && {
        statement_id: previous.place,
        has_more_statements: previous.place < previous.count - 1,
      };
      const chosen = chooseStatement(text, engine.dialect, place);
      if (chosen === undefined) throw new Error('There is no statement to run.');
      const script = previous?.script;
      const onAdded = async (uuid: string) => onStatement(uuid, chosen.statement_id);
      const more = {previous, script, signal, onAdded};
      const answer = await runChosen(e, userName, {...order, ...more}, chosen);
      const uuid = String(answer['history_uuid']);
      const statement = await e.statements.byUuid(userName, uuid);
      if (statement === undefined) throw new Error('The statement was deleted from the history.');
      previous = statement;
      const live = await ended(e, statement, signal);
      if (!chosen.has_more_statements) return live;
    }
  } catch (error) {
    if (previous !== undefined) await close(e, previous);
    throw error;
  }
}

/** What was canceled and is done all the same is done. */
async function ended(e: Editor, statement: Statement, signal: AbortSignal): Promise<LiveStatement> {
  let heardAt = Date.now();
  let canceledAt: number | undefined;
  for (let pauseMs = lookMs.first; ; pauseMs = Math.min(pauseMs * 1.5, lookMs.last)) {
    try {
      const live = await e.live.find(statement);
      const {state, error} = await live.progress();
      if (state === 'available') return live;
      if (live.isOver) {
        if (canceledAt !== undefined) signal.throwIfAborted();
        throw new Error(error?.message ?? `The statement was ${state}.`);
      }
      heardAt = Date.now();
      if (signal.aborted) {
        canceledAt ??= Date.now();
        await live.cancel();
      }
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      if (final.has(error.kind) || Date.now() - heardAt > silenceMs)
        throw new Error(error.message, {cause: error});
      if (signal.aborted) canceledAt ??= Date.now();
    }
    if (canceledAt !== undefined && Date.now() - canceledAt > cancelingMs) signal.throwIfAborted();
    await (signal.aborted
      ? delay(Math.min(pauseMs, cancelingMs / 10))
      : delay(pauseMs, undefined, {signal}).catch(() => undefined));
  }
}

/** One that is not over is ended, and its session is given back in any case. */
async function close(e: Editor, {uuid}: Statement): Promise<void> {
  const live = e.live.known(uuid);
  if (live === undefined) return;
  const failed = (error: unknown) => {
    e.log.warn({error, statement: uuid}, 'a statement of a script was not closed');
  };
  await live.cancel().catch(failed);
  const closed = (live.isOver ? live.close() : e.live.close(live)).catch(failed);
  await Promise.race([closed, delay(cancelingMs, undefined, {ref: false})]);
}
