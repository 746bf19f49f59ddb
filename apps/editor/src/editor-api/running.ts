import {form, JsonText} from '@gazetteer/kernel';
import {flag, number, word} from '@gazetteer/kernel/loose-fields';
import {described, object, integer, text} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import type {LiveStatement} from '../statement/live-statement.ts';
import {isOver, type Progress} from '../engine/sql-engine.ts';
import type {Statement} from '../statement/statement.ts';
import {type Json, numberOf, status} from '../http/envelope.ts';
import {answer} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {findEngine} from './find-engine.ts';
import {findStatement, statementFields, type StatementFields} from '../statement/find-statement.ts';
import {jobsOf, progressOf} from './log-progress.ts';
import {jsonWith} from '../result/json-rows.ts';
import {metaOf, type ResultFormat, rowsOf} from '../result/formats/result-format.ts';
import {checked, fetched, logs, resultMeta, resultSize} from './statement-shapes.ts';

const maxRowsPerAnswer = 10_000;

const format = word('`json`: typed values; else cells are HTML, and NULL is a text');

export const checkStatus = query('POST /check_status', {
  summary: 'How far a statement is',
  description:
    'One that has failed answers status 1 with its message, one whose result is gone -3.',
  body: form(statementFields),
  answer: checked,
  run: async (e, fields, {actor: {userName}}) => {
    const statement = await findStatement(e, userName, fields);
    const progress = await progressNow(e, statement);
    const isCancelling = e.live.known(statement.uuid)?.isCancelling === true;
    const query_status = {
      status: progress.state,
      has_result_set: progress.hasResultSet,
      ...(isCancelling && {is_cancelling: true}),
    };
    throwWhenLost(statement, progress, {query_status});
    return {status: status.ok, query_status};
  },
});

export const fetchResultData = query('POST /fetch_result_data', {
  summary: 'The next rows of a result',
  description:
    'Rows go on where the call before ended. They are fetched from the server once and kept, so nothing is run twice.',
  body: form({
    ...statementFields,
    format,
    rows: number('How many at most', 100, maxRowsPerAnswer),
    startOver: flag('From the first row on'),
  }),
  answer: fetched,
  run: async (e, {rows: count, startOver, ...fields}, {actor: {userName}}) => {
    const shown = formatOf(fields);
    const [statement, progress] = await finished(e, userName, fields);
    const empty = {has_more: false, type: 'table', meta: [], data: [], isEscaped: shown === 'html'};
    if (!progress.hasResultSet) return {status: status.ok, result: empty};
    const live = await e.live.find(statement);
    const columns = await live.columns();
    const {page, hasMore} = await live.rows(count, startOver);
    e.log.debug({statement: statement.uuid, rows: page.rowCount}, 'rows fetched');
    const meta = metaOf(columns, shown);
    const result = {...empty, has_more: hasMore, meta};
    if (shown === 'html')
      return {status: status.ok, result: {...result, data: rowsOf(page, columns, shown)}};
    const {data: _, ...others} = result;
    return new JsonText(`{"status":${status.ok},"result":${jsonWith(others, 'data', page).text}}`);
  },
});

export const fetchResultMetadata = query('POST /fetch_result_metadata', {
  summary: 'The columns of a result',
  description: 'None for a statement without rows.',
  body: form({...statementFields, format}),
  answer: resultMeta,
  run: async (e, fields, {actor: {userName}}) => {
    const [statement, progress] = await finished(e, userName, fields);
    const columns = progress.hasResultSet ? await (await e.live.find(statement)).columns() : [];
    const meta = metaOf(columns, formatOf(fields));
    return {status: status.ok, result: {meta}};
  },
});

/** The number of rows where it is known without reading what nobody has asked for. */
export const fetchResultSize = query('POST /fetch_result_size', {
  summary: 'How many rows a result has',
  description: 'Where that is known without reading what nobody has asked for.',
  body: form(statementFields),
  answer: resultSize,
  run: async (e, fields, {actor: {userName}}) => {
    const [statement, progress] = await finished(e, userName, fields);
    if (!progress.hasResultSet)
      return {status: status.ok, result: {rows: 0, size: 0, message: null}};
    const live = await e.live.find(statement);
    const {dialect} = findEngine(e, statement.engine);
    const log = (await live.readLog()).lines.join('\n');
    const rows = live.knownRowCount ?? numberIn(/RECORDS_OUT_0\D{1,40}(\d+)/g, log);
    const size = numberIn(/HDFS_BYTES_WRITTEN\D{1,40}(\d+)/g, log);
    if (rows === undefined && !['hive', 'impala', 'main', 'llap'].includes(dialect)) {
      throw new AppError('NOT_SUPPORTED', [
        `${dialect} does not tell the size of a result before it is read`,
      ]);
    }
    const message =
      rows === undefined ? 'The number of rows is known when they have been read' : null;
    return {status: status.ok, result: {rows: rows ?? null, size: size ?? null, message}};
  },
});

export const getLogs = query('POST /get_logs', {
  summary: 'What a server says about a statement, and how far it is',
  description: 'Of the log its last 20,000 lines are kept.',
  body: form({
    ...statementFields,
    from: number('The first line: `line_count` of the answer before', 0),
    size: number('How many lines at most; 0: all', 0),
  }),
  answer: logs,
  run: async (e, {from, size, ...fields}, {actor: {userName}}) => {
    const statement = await findStatement(e, userName, fields);
    const live = await liveOrNone(e, statement);
    const told = live === undefined ? await e.live.reportOf(statement) : undefined;
    const {state, percent: known} =
      live === undefined ? {...statement, ...told} : await live.progress();
    const log = live === undefined ? told?.log : await live.readLog();
    const count = log?.count ?? 0;
    const most = Math.min(size, count);
    const all = log?.lines.join('\n') ?? '';
    const {first, lines} = log?.from(Math.min(from, count), most === 0 ? undefined : most) ?? {
      first: 0,
      lines: [],
    };
    const {dialect} = findEngine(e, statement.engine);
    const percent = Math.min(99, Math.trunc(known ?? progressOf(dialect, all)));
    return {
      status: status.ok,
      logs: lines.join('\n'),
      progress: state === 'available' ? 100 : percent,
      jobs: jobsOf(all),
      first_line: first,
      line_count: count,
      has_more: first + lines.length < count || (live?.isLogOpen ?? told?.isOpen) === true,
      isFullLogs: false,
    };
  },
});

export const cancelStatement = change('POST /cancel_statement', {
  summary: 'Cancel a statement',
  description: 'A server that is slow to cancel is not waited for.',
  body: form(statementFields),
  answer: answer({
    result: described(object({status: integer('Always 0')}, ['status']), 'What became of it'),
  }),
  run: async (e, fields, {actor: {userName}}) => {
    const statement = await findStatement(e, userName, fields);
    if (e.live.waiting.cancel(userName, statement.uuid))
      return {status: status.ok, result: {status: 0}};
    const engine = findEngine(e, statement.engine);
    if (!engine.features.cancel)
      throw new AppError('NOT_SUPPORTED', [`${engine.id} cannot cancel a statement`]);
    if (!(await e.live.askOther(statement, 'cancel')))
      await (await liveUnlessOver(e, statement))?.cancel();
    return {status: status.ok, result: {status: 0}};
  },
});

export const closeStatement = change('POST /close_statement', {
  summary: 'Give up a statement and its rows',
  description: 'One that is gone already is no failure.',
  body: form(statementFields),
  answer: answer({message: text('What became of it')}),
  run: async (e, fields, {actor: {userName}}) => {
    try {
      const statement = await findStatement(e, userName, fields);
      const isAsked =
        e.live.waiting.cancel(userName, statement.uuid) ||
        (await e.live.askOther(statement, 'close'));
      if (!isAsked) await e.live.giveUp(await e.live.find(statement));
      return {status: status.ok, message: 'Query closed.'};
    } catch (error) {
      if (numberOf(error) === status.notFound)
        return {status: status.ok, message: (error as Error).message};
      if ((error as {kind?: unknown}).kind !== 'statement-expired') throw error;
      return {status: status.ok, message: 'Query already expired.'};
    }
  },
});

/** @throws AppError when there are no rows to read, or not yet */
async function finished(
  e: Editor,
  userName: string,
  fields: StatementFields,
): Promise<[Statement, Progress]> {
  const statement = await findStatement(e, userName, fields);
  const progress = await progressNow(e, statement);
  throwWhenLost(statement, progress, {});
  if (progress.state === 'canceled')
    throw new AppError('STATEMENT_EXPIRED', ['The statement was cancelled']);
  if (progress.state !== 'available')
    throw new AppError('STATEMENT_FAILED', ['The statement is still running']);
  return [statement, progress];
}

async function progressNow(e: Editor, statement: Statement): Promise<Progress> {
  const live = await liveOrNone(e, statement);
  return live === undefined ? progressOfRow(statement) : await live.progress();
}

/** None also for one that its server does not have yet. */
async function liveOrNone(e: Editor, statement: Statement): Promise<LiveStatement | undefined> {
  return e.live.waiting.has(statement.uuid)
    ? e.live.known(statement.uuid)
    : await liveUnlessOver(e, statement);
}

/** A statement whose end is known needs no server. */
async function liveUnlessOver(e: Editor, statement: Statement): Promise<LiveStatement | undefined> {
  const known = e.live.known(statement.uuid);
  if (known !== undefined || isOver(statement.state)) return known;
  return (await e.live.isElsewhere(statement)) ? undefined : await e.live.find(statement);
}

function progressOfRow({state, hasResultSet, message}: Statement): Progress {
  return {
    state: state === 'sending' ? 'starting' : state,
    hasResultSet,
    ...(message && {error: {message}}),
  };
}

function throwWhenLost(statement: Statement, {state, error}: Progress, fields: Json): void {
  if (state === 'expired')
    throw new AppError('STATEMENT_EXPIRED', [error?.message ?? 'The query has expired'], {fields});
  if (state !== 'failed') return;
  const history = {history_id: statement.id, history_uuid: statement.uuid};
  throw new AppError('STATEMENT_FAILED', [error?.message ?? 'The query failed'], {
    fields: {...fields, ...history},
  });
}

function formatOf({format: given}: {readonly format: string}): ResultFormat {
  const name = (given || 'html').toLowerCase();
  if (name === 'html' || name === 'json') return name;
  throw new AppError('NOT_SUPPORTED', [`Results come as json or html, not as ${name}`]);
}

function numberIn(pattern: RegExp, text: string): number | undefined {
  const found = [...text.matchAll(pattern)].at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
}
