import {randomUUID} from 'node:crypto';
import type {Editor} from '../editor.ts';
import {type RunningStatement, type SqlEngine, type SqlSession} from '../engine/sql-engine.ts';
import {guidText} from '../engine/hive-engine-handles.ts';
import type {Lease} from '../session/lease.ts';
import {chooseStatement, type Chosen, type Previous} from '../statement/choose-statement.ts';
import type {LiveStatement} from '../statement/live-statement.ts';
import {queryOnce} from '../statement/query-once.ts';
import type {Statement} from '../statement/statement.ts';
import {ApiError, failureOf, type Json, status} from './envelope.ts';
import {type Fields, inner, type ObjectField, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';

/** What is to be run, however it was asked for. */
type Order = {
  readonly engine: SqlEngine;
  readonly text: string;
  readonly database: string;
  /** The statement of the same text that ran before. */
  readonly previous: Statement | undefined;
  readonly previousFields: Previous;
  /** One of `create_session`. */
  readonly sessionId: number | undefined;
};

const useTimeoutMs = 60_000;

/** Sends one statement of a text; returns as soon as the server has accepted it. Nothing is ever sent twice. */
export async function execute(e: Editor, userName: string, dialect: string, fields: Fields): Promise<Json> {
  const order = await orderOf(e, userName, dialect, fields);
  const chosen = chooseStatement(order.text, order.engine.dialect, order.previousFields);
  if (chosen === undefined) throw new ApiError(status.queryFailed, 'There is no statement to run');
  return await run(e, userName, order, chosen);
}

/** Runs `sql` as if it had been sent by itself. */
export async function executeText(
  e: Editor,
  userName: string,
  engine: SqlEngine,
  database: string,
  sql: string,
): Promise<Json> {
  const order = {engine, text: sql, database, previous: undefined, previousFields: {}, sessionId: undefined};
  const chosen = chooseStatement(sql, engine.dialect);
  if (chosen === undefined) throw new ApiError(status.queryFailed, 'There is no statement to run');
  return await run(e, userName, order, chosen);
}

async function run(e: Editor, userName: string, order: Order, chosen: Chosen): Promise<Json> {
  const {engine, database, text: body} = order;
  const {statement_id: place, statement: sql} = chosen;
  const uuid = randomUUID();
  const statement = await e.statements.add({uuid, userName, engine: engine.id, database, body, place, sql});
  const before = order.previous && e.live.known(order.previous.uuid);
  try {
    const {running, lease} = await submit(e, userName, order, chosen, before);
    await e.statements.accepted(statement.id, lease.session.handle, running.handle);
    await e.live.add(statement, running, lease);
    const handle = handleOf(running, lease.session, chosen, order);
    return {status: status.ok, handle, history_id: statement.id, history_uuid: uuid};
  } catch (error) {
    const message = (error as Error).message;
    await e.statements.finished(statement.id, {state: 'failed', hasResultSet: false, message});
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    const {status: number, message: _, ...rest} = failure;
    const history = {history_id: statement.id, history_uuid: uuid};
    throw new ApiError(number, message, {...rest, ...history}, {cause: error});
  } finally {
    // Also where it came to nothing: the text is over then.
    await before?.close();
  }
}

async function submit(
  e: Editor,
  userName: string,
  order: Order,
  chosen: Chosen,
  before: LiveStatement | undefined,
): Promise<{running: RunningStatement; lease: Lease}> {
  const opened = order.sessionId === undefined ? undefined : e.sessions.poolIdOf(userName, order.sessionId);
  const sessionId = opened ?? before?.sessionId;
  const guidBefore = before?.sessionGuid;
  const lease = await e.pool.lease(order.engine, {name: userName}, {sessionId});
  try {
    // Before the next one begins: Hive removes files of a closed statement that the next one may be about to read.
    await before?.close();
    const running = await lease.run(session =>
      alone(session, async () => {
        const goesOn = chosen.statement_id > 0 && session.handle.guid === guidBefore;
        if (!goesOn && !/^set\b/i.test(chosen.statement)) await useDatabase(session, order);
        return await session.submit(chosen.statement);
      }),
    );
    return {running, lease};
  } catch (error) {
    await lease.release();
    throw error;
  }
}

async function useDatabase(session: SqlSession, {engine, database}: Order): Promise<void> {
  if (database === '') return;
  await queryOnce(session, engine.sql.useDatabase(database), {maxRows: 0, timeoutMs: useTimeoutMs});
}

const turns = new WeakMap<SqlSession, Promise<unknown>>();

/** The database is a property of the session: nobody else may choose another one between the choice and the statement. */
async function alone<T>(session: SqlSession, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(session) ?? Promise.resolve()).then(work, work);
  turns.set(session, turn);
  return await turn;
}

function handleOf({handle}: RunningStatement, session: SqlSession, chosen: Chosen, {engine, sessionId}: Order): Json {
  return {
    // Nobody but this server may use the real one; requests are recognised by the guid.
    secret: '',
    guid: handle.guid,
    operation_type: 'EXECUTE_STATEMENT',
    has_result_set: handle.hasResultSet,
    modified_row_count: null,
    log_context: null,
    session_guid: guidText(session.handle.guid),
    session_id: sessionId ?? null,
    session_type: engine.id,
    ...chosen,
  };
}

async function orderOf(e: Editor, userName: string, dialect: string, fields: Fields): Promise<Order> {
  const notebook = fields.object('notebook');
  const snippet = fields.object('snippet');
  const text =
    textIn(snippet, 'statement') || fields.text('statement') || textIn(fields.object('executable'), 'statement');
  const previousFields = inner(inner(snippet, 'result'), 'handle');
  const previous = await previousOf(e, userName, fields.word('operationId'), previousFields);
  const engine = findEngine(e, textIn(snippet, 'type') || dialect || previous?.engine || textIn(notebook, 'type'));
  const isLean = text === '' || Object.keys(snippet).length === 0;
  return {
    engine,
    text: text === '' ? (previous?.body ?? '') : text,
    database: textIn(snippet, 'database') || fields.text('database') || previous?.database || 'default',
    previous,
    previousFields: isLean && previous !== undefined ? placeOf(previous, engine) : (previousFields as Previous),
    sessionId: sessionIdOf(notebook, fields.object('session'), engine),
  };
}

async function previousOf(
  {statements}: Editor,
  userName: string,
  operationId: string,
  handle: ObjectField,
): Promise<Statement | undefined> {
  const guid = textIn(handle, 'guid');
  if (operationId !== '') return await statements.byUuid(userName, operationId);
  return guid === '' ? undefined : await statements.byGuid(userName, guid);
}

/** What a handle would say of a statement that is named by its id alone. */
function placeOf({body, place}: Statement, {dialect}: SqlEngine): Previous {
  const all = chooseStatement(body, dialect);
  return {statement_id: place, has_more_statements: place < (all?.statements_count ?? 0) - 1};
}

function sessionIdOf(notebook: ObjectField, session: ObjectField, engine: SqlEngine): number | undefined {
  const listed = Array.isArray(notebook['sessions']) ? (notebook['sessions'] as unknown[]) : [];
  const all = [session, ...listed].filter(one => typeof one === 'object' && one !== null) as ObjectField[];
  const wanted = all.find(
    one => textIn(one, 'type') === engine.id && Number.isInteger(Number(textIn(one, 'id') || NaN)),
  );
  return wanted === undefined ? undefined : Number(textIn(wanted, 'id'));
}
