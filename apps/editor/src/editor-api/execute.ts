import {randomUUID} from 'node:crypto';
import {also, form, type ValuesOf} from '@gazetteer/kernel';
import {
  flag,
  inner,
  object,
  type ObjectField,
  text,
  textIn,
  word,
} from '@gazetteer/kernel/loose-fields';
import {AppError} from '@gazetteer/model';
import {withVariables} from '@gazetteer/sql';
import type {Editor} from '../editor.ts';
import {
  type RunningStatement,
  SqlError,
  type SqlEngine,
  type SqlSession,
} from '../engine/sql-engine.ts';
import {guidText} from '../engine/hive-engine-handles.ts';
import {chooseStatement, type Chosen, type Previous} from '../statement/choose-statement.ts';
import {readPreparation} from '../statement/preparation.ts';
import type {Statement} from '../statement/statement.ts';
import {type Json, numberOf, status} from '../http/envelope.ts';
import {change} from '../operation.ts';
import {findEngine} from './find-engine.ts';
import {notebookFields, preparationOf, variablesOf} from './notebook-fields.ts';
import {executed} from './statement-shapes.ts';
import {type ExecuteRequest, submit} from './submit.ts';

const fields = {
  ...notebookFields,
  statement: text('What is to be run, in place of a snippet'),
  database: text('Where, in place of a snippet'),
  operationId: word(
    'The `history_uuid` of the statement before: the one behind it in its text is run',
  ),
  once: flag(
    'Beside `operationId`: what was asked for there already is answered and not run again',
  ),
  notebook: object('Its `type` is the engine, its `sessions` those of `create_session`'),
  session: object('A session of `create_session`: `type` and `id`'),
  executable: object('Its `statement` is what is to be run, where nothing else says'),
};

/**
 * Sends one statement of a text; returns as soon as the server has accepted it. Nothing is ever
 * sent twice.
 */
export const execute = change('POST /execute/{*engine}', {
  summary: 'Run a statement on an engine',
  description:
    'One statement of the text at a time. It answers when the server has accepted it; `check_status` tells the rest.',
  body: form(fields),
  answer: executed,
  run: async (e, {engine: [dialect = ''], ...given}, {actor: {userName}}) => {
    const order = await executeRequestOf(e, userName, dialect, given);
    const chosen = chooseStatement(order.text, order.engine.dialect, order.previousFields);
    if (chosen === undefined)
      throw new AppError('STATEMENT_FAILED', ['There is no statement to run']);
    return await runChosen(e, userName, order, chosen);
  },
});

export const executeAnywhere = also(
  'POST /execute',
  execute,
  {
    summary: 'Run a statement',
    description: 'On the engine of the snippet, of the statement before, or the first one.',
    body: form(fields),
    answer: executed,
  },
  input => ({...input, engine: []}),
);

/**
 * Runs `sql` as if it had been sent by itself.
 * @param more of the request: its session, and who hears of its id before the server has it
 */
export async function executeText(
  e: Editor,
  userName: string,
  engine: SqlEngine,
  database: string,
  sql: string,
  more: Pick<ExecuteRequest, 'sessionId' | 'isExactSession' | 'onAdded'> = {},
): Promise<Json> {
  const order = {
    ...more,
    engine,
    text: sql,
    database,
    previousFields: {},
    preparation: readPreparation(),
  };
  const chosen = chooseStatement(sql, engine.dialect);
  if (chosen === undefined)
    throw new AppError('STATEMENT_FAILED', ['There is no statement to run']);
  return await runChosen(e, userName, order, chosen);
}

/** Sends one statement of a text, behind the one before it where there is one. */
export async function runChosen(
  e: Editor,
  userName: string,
  order: ExecuteRequest,
  chosen: Chosen,
): Promise<Json> {
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
    const handle = {
      secret: '',
      guid: statement.handle?.guid ?? '',
      operation_type: 'EXECUTE_STATEMENT',
      ...chosen,
    };
    return {status: status.ok, handle, history_id: statement.id, history_uuid: statement.uuid};
  }
  const before = order.previous && e.live.known(order.previous.uuid);
  const wait = e.live.waiting.enter(statement);
  const leave = () => void e.live.waiting.cancel(userName, uuid);
  order.signal?.addEventListener('abort', leave, {once: true});
  try {
    await order.onAdded?.(uuid);
    const {running, lease} = await submit(e, statement, order, before, wait);
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
    const history = {history_id: statement.id, history_uuid: uuid};
    throw isCancelled
      ? new AppError('STATEMENT_FAILED', [message], {
          fields: {query_status: {status: 'canceled'}, ...history},
          cause: error,
        })
      : saying(history, error);
  } finally {
    order.signal?.removeEventListener('abort', leave);
    wait.leave();
    // Also where it came to nothing: the text is over then.
    await before?.close();
  }
}

/**
 * The same failure, whose answer says this as well. What has no answer is a bug and stays as it is.
 */
function saying(history: Json, error: unknown): unknown {
  if (error instanceof SqlError) {
    const {kind, message, sqlState, code, diagnosis, fields} = error;
    return new SqlError(kind, message, {
      sqlState,
      code,
      diagnosis,
      fields: {...fields, ...history},
      cause: error,
    });
  }
  if (!(error instanceof AppError) || numberOf(error) === undefined) return error;
  return new AppError(error.kind, [error.message], {
    fields: {...error.fields, ...history},
    cause: error,
  });
}

function handleOf(
  {handle}: RunningStatement,
  session: SqlSession,
  chosen: Chosen,
  {engine, sessionId}: ExecuteRequest,
): Json {
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

async function executeRequestOf(
  e: Editor,
  userName: string,
  dialect: string,
  given: ValuesOf<typeof fields>,
): Promise<ExecuteRequest> {
  const {notebook, snippet, executable} = given;
  const raw = textIn(snippet, 'statement') || given.statement || textIn(executable, 'statement');
  const text = withVariables(raw, variablesOf(snippet, given.variables));
  const previousFields = inner(inner(snippet, 'result'), 'handle');
  const previous = await previousOf(e, userName, given.operationId, previousFields);
  const engine = findEngine(
    e,
    textIn(snippet, 'type') || dialect || previous?.engine || textIn(notebook, 'type'),
  );
  const isLean = text === '' || Object.keys(snippet).length === 0;
  const before = previous && (await e.statements.bodyOf(previous));
  const whole = text === '' ? (before ?? '') : text;
  return {
    engine,
    text: whole,
    script: whole === before ? previous?.script : undefined,
    isOnce: text === '' && given.once,
    database: textIn(snippet, 'database') || given.database || previous?.database || 'default',
    previous,
    previousFields:
      isLean && previous !== undefined ? placeOf(previous) : (previousFields as Previous),
    ...sessionOf(given, engine),
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
  {notebook, snippet, session, properties}: ValuesOf<typeof fields>,
  engine: SqlEngine,
): Pick<ExecuteRequest, 'sessionId' | 'preparation'> {
  const listed = Array.isArray(notebook['sessions']) ? (notebook['sessions'] as unknown[]) : [];
  const all = [session, ...listed].filter(
    (one): one is ObjectField =>
      typeof one === 'object' && one !== null && textIn(one as ObjectField, 'type') === engine.id,
  );
  const named = all.find(one => Number.isInteger(Number(textIn(one, 'id') || NaN)));
  return {
    sessionId: named && Number(textIn(named, 'id')),
    preparation: preparationOf(engine, named?.['properties'], snippet['properties'], properties),
  };
}
