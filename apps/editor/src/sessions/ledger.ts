import {AppError} from '@gazetteer/model';
import type {Actor} from '@gazetteer/server';
import type {Editor} from '../editor.ts';
import {isAdmin} from '@gazetteer/server';
import type {LedgerEntry} from '../session/held-session.ts';
import type {LiveStatement} from '../statement/live-statement.ts';

/** A statement that a server knows, or whose rows are here. Times are epoch milliseconds. */
export type Query = {
  readonly uuid: string;
  readonly user: string;
  readonly engine: string;
  readonly database: string;
  readonly statement: string;
  readonly state: string;
  readonly hasResultSet: boolean;
  readonly percent: number | undefined;
  readonly submittedAt: number;
  readonly usedAt: number;
  /** The session that it holds; undefined when its server has nothing of it any more. */
  readonly sessionId: string | undefined;
  readonly rowCount: number;
};

/** A session on a server, and what holds it. */
export type SessionInUse = LedgerEntry & {readonly queries: readonly Query[]};

/** The actor's own; of everybody for administrators who ask for all. The longest unused last. */
export function listSessions(e: Editor, actor: Actor, all: boolean): SessionInUse[] {
  const queries = Map.groupBy(listQueries(e, actor, all), query => query.sessionId);
  return e.pool
    .ledger()
    .filter(({user}) => user === actor.userName || seesAll(actor, all))
    .map(entry => ({...entry, queries: queries.get(entry.id) ?? []}))
    .sort((a, b) => b.usedAt - a.usedAt);
}

/** The newest first. */
export function listQueries(e: Editor, actor: Actor, all: boolean): Query[] {
  const live = seesAll(actor, all) ? e.live.all() : e.live.ofUser(actor.userName);
  return live.map(queryOf).sort((a, b) => b.submittedAt - a.submittedAt);
}

/** Closes it on its server, with what runs there. */
export async function closeHeldSession(e: Editor, actor: Actor, id: string): Promise<void> {
  const entry = e.pool.ledger().find(session => session.id === id);
  if (entry === undefined || (entry.user !== actor.userName && !isAdmin(actor))) {
    throw new AppError('NOT_FOUND', ['There is no such session of yours.']);
  }
  e.log.info({user: actor.userName, session: id, of: entry.user}, 'session is closed on request');
  const held = e.live.all().filter(live => live.sessionId === id);
  await Promise.all(held.map(live => live.cancel().catch(noteFailure(e, live))));
  // Statements give their session back with their end; what is left then is closed as it is.
  await Promise.all(held.map(live => live.close().catch(noteFailure(e, live))));
  await e.pool.close(entry.user, id);
}

/** With the lines of its server's log. */
export async function readQuery(
  e: Editor,
  actor: Actor,
  uuid: string,
): Promise<Query & {log: readonly string[]}> {
  const live = knownQuery(e, actor, uuid);
  return {...queryOf(live), log: (await live.readLog()).lines};
}

/** Also one that still waits for its session or its turn there: then it is never sent. */
export async function cancelQuery(e: Editor, actor: Actor, uuid: string): Promise<void> {
  if (e.live.waiting.cancel(actor.userName, uuid)) return;
  const live = knownQuery(e, actor, uuid);
  e.log.info({user: actor.userName, statement: uuid}, 'query is cancelled on request');
  await live.cancel();
}

function knownQuery(e: Editor, actor: Actor, uuid: string): LiveStatement {
  const live = e.live.known(uuid);
  const isOwn = live?.statement.userName === actor.userName;
  if (live === undefined || (!isOwn && !isAdmin(actor)))
    throw new AppError('NOT_FOUND', ['There is no such query of yours.']);
  return live;
}

function seesAll(actor: Actor, all: boolean): boolean {
  if (all && !isAdmin(actor))
    throw new AppError('NOT_ALLOWED', ['Only administrators see the sessions of everybody.']);
  return all;
}

function queryOf(live: LiveStatement): Query {
  const {uuid, userName, engine, database, sql, submittedAt} = live.statement;
  const {state, percent, hasResultSet} = live.lastProgress;
  return {
    uuid,
    user: userName,
    engine,
    database,
    statement: sql,
    state,
    hasResultSet,
    percent,
    submittedAt,
    usedAt: live.usedAt,
    sessionId: live.sessionId,
    rowCount: live.fetched.rowCount,
  };
}

function noteFailure({log}: Editor, {statement}: LiveStatement) {
  return (error: unknown): void =>
    log.info({statement: statement.uuid, error}, 'statement was not ended in order');
}
