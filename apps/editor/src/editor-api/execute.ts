import {randomUUID} from 'node:crypto';
import {withVariables} from '@gazetteer/sql';
import type {Editor} from '../editor.ts';
import type {RunningStatement, SqlEngine, SqlSession} from '../engine/sql-engine.ts';
import {guidText} from '../engine/hive-engine-handles.ts';
import {chooseStatement, type Chosen, type Previous} from '../statement/choose-statement.ts';
import {readPreparation} from '../statement/preparation.ts';
import type {Statement} from '../statement/statement.ts';
import {ApiError, failureOf, type Json, status} from './envelope.ts';
import {type Fields, inner, type ObjectField, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';
import {preparationOf, variablesOf} from './notebook-fields.ts';
import {type Order, submit} from './submit.ts';

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
  const order = {engine, text: sql, database, previousFields: {}, preparation: readPreparation()};
  const chosen = chooseStatement(sql, engine.dialect);
  if (chosen === undefined) throw new ApiError(status.queryFailed, 'There is no statement to run');
  return await run(e, userName, order, chosen);
}

async function run(e: Editor, userName: string, order: Order, chosen: Chosen): Promise<Json> {
  const {engine, database, text: body, script} = order;
  const {statement_id: place, statements_count: count, statement: sql} = chosen;
  const [uuid, at] = [randomUUID(), {engine: engine.id, database}];
  const wanted = {uuid, userName, ...at, body, script, place, count, sql};
  const after = order.isOnce === true ? order.previous?.id : undefined;
  const {statement, isNew} =
    after === undefined
      ? {statement: await e.statements.add(wanted), isNew: true}
      : await e.statements.addOnce(wanted, after);
  if (!isNew) {
    const handle = {secret: '', guid: statement.handle?.guid ?? '', operation_type: 'EXECUTE_STATEMENT', ...chosen};
    return {status: status.ok, handle, history_id: statement.id, history_uuid: statement.uuid};
  }
  const before = order.previous && e.live.known(order.previous.uuid);
  const wait = e.live.waiting.enter(statement);
  try {
    const {running, lease} = await submit(e, statement, order, before, wait);
    await e.statements.accepted(statement.id, lease.session.handle, running.handle);
    await e.live.add(statement, running, lease);
    const handle = handleOf(running, lease.session, chosen, order);
    return {status: status.ok, handle, history_id: statement.id, history_uuid: uuid};
  } catch (error) {
    const message = (error as Error).message;
    const isCancelled = wait.signal.aborted;
    await e.statements.finished(statement.id, {
      state: isCancelled ? 'canceled' : 'failed',
      hasResultSet: false,
      message,
    });
    const failure = isCancelled ? cancelled(message) : failureOf(error);
    if (failure === undefined) throw error;
    const {status: number, message: _, ...rest} = failure;
    const history = {history_id: statement.id, history_uuid: uuid};
    throw new ApiError(number, message, {...rest, ...history}, {cause: error});
  } finally {
    wait.leave();
    // Also where it came to nothing: the text is over then.
    await before?.close();
  }
}

function cancelled(message: string): Json & {status: typeof status.queryFailed} {
  return {status: status.queryFailed, message, query_status: {status: 'canceled'}};
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
  const raw =
    textIn(snippet, 'statement') || fields.text('statement') || textIn(fields.object('executable'), 'statement');
  const text = withVariables(raw, variablesOf(fields));
  const previousFields = inner(inner(snippet, 'result'), 'handle');
  const previous = await previousOf(e, userName, fields.word('operationId'), previousFields);
  const engine = findEngine(e, textIn(snippet, 'type') || dialect || previous?.engine || textIn(notebook, 'type'));
  const isLean = text === '' || Object.keys(snippet).length === 0;
  const before = previous && (await e.statements.bodyOf(previous));
  const whole = text === '' ? (before ?? '') : text;
  return {
    engine,
    text: whole,
    script: whole === before ? previous?.script : undefined,
    isOnce: text === '' && fields.flag('once'),
    database: textIn(snippet, 'database') || fields.text('database') || previous?.database || 'default',
    previous,
    previousFields: isLean && previous !== undefined ? placeOf(previous) : (previousFields as Previous),
    ...sessionOf(notebook, snippet, fields, engine),
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
function placeOf({place, count}: Statement): Previous {
  return {statement_id: place, has_more_statements: place < count - 1};
}

/** The session that is named, and what is to be told to the server before the statement. */
function sessionOf(
  notebook: ObjectField,
  snippet: ObjectField,
  fields: Fields,
  engine: SqlEngine,
): Pick<Order, 'sessionId' | 'preparation'> {
  const listed = Array.isArray(notebook['sessions']) ? (notebook['sessions'] as unknown[]) : [];
  const all = [fields.object('session'), ...listed].filter(
    (one): one is ObjectField =>
      typeof one === 'object' && one !== null && textIn(one as ObjectField, 'type') === engine.id,
  );
  const named = all.find(one => Number.isInteger(Number(textIn(one, 'id') || NaN)));
  return {
    sessionId: named && Number(textIn(named, 'id')),
    preparation: preparationOf(engine, named?.['properties'], snippet['properties'], fields.object('properties')),
  };
}
