import type {Editor} from '../editor.ts';
import type {LiveStatement} from '../statement/live-statement.ts';
import type {Progress} from '../engine/sql-engine.ts';
import {isOver, type Statement} from '../statement/statement.ts';
import {ApiError, type Json, status} from './envelope.ts';
import type {Fields} from './fields.ts';
import {findEngine} from './find-engine.ts';
import {findStatement} from './find-statement.ts';
import {jobsOf, progressOf} from './log-progress.ts';
import {metaOf, type ResultFormat, rowsOf} from './result-format.ts';

const maxRowsPerAnswer = 10_000;

export async function checkStatus(e: Editor, userName: string, fields: Fields): Promise<Json> {
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
}

export async function fetchResultData(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const format = formatOf(fields);
  const count = fields.number('rows', 100, maxRowsPerAnswer);
  const [statement, progress] = await finished(e, userName, fields);
  const empty = {has_more: false, type: 'table', meta: [], data: [], isEscaped: format === 'html'};
  if (!progress.hasResultSet) return {status: status.ok, result: empty};
  const live = await e.live.find(statement);
  const columns = await live.columns();
  const {page, hasMore} = await live.rows(count, fields.flag('startOver'));
  e.log.debug({statement: statement.uuid, rows: page.rowCount}, 'rows fetched');
  const meta = metaOf(columns, format);
  return {status: status.ok, result: {...empty, has_more: hasMore, meta, data: rowsOf(page, columns, format)}};
}

export async function fetchResultMetadata(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const [statement, progress] = await finished(e, userName, fields);
  const columns = progress.hasResultSet ? await (await e.live.find(statement)).columns() : [];
  const meta = metaOf(columns, formatOf(fields));
  return {status: status.ok, result: {meta}};
}

/** The number of rows where it is known without reading what nobody has asked for. */
export async function fetchResultSize(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const [statement, progress] = await finished(e, userName, fields);
  if (!progress.hasResultSet) return {status: status.ok, result: {rows: 0, size: 0, message: null}};
  const live = await e.live.find(statement);
  const {dialect} = findEngine(e, statement.engine);
  const log = (await live.readLog()).lines.join('\n');
  const rows = live.knownRowCount ?? numberIn(/RECORDS_OUT_0\D+(\d+)/g, log);
  const size = numberIn(/HDFS_BYTES_WRITTEN\D+(\d+)/g, log);
  if (rows === undefined && !['hive', 'impala', 'main', 'llap'].includes(dialect)) {
    throw new ApiError(status.notSupported, `${dialect} does not tell the size of a result before it is read`);
  }
  const message = rows === undefined ? 'The number of rows is known when they have been read' : null;
  return {status: status.ok, result: {rows: rows ?? null, size: size ?? null, message}};
}

export async function getLogs(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const statement = await findStatement(e, userName, fields);
  const live = await liveOrNone(e, statement);
  const log = await live?.readLog();
  const count = log?.count ?? 0;
  const from = fields.number('from', 0, count);
  const size = fields.number('size', 0, count);
  const progress = live === undefined ? progressOfRow(statement) : await live.progress();
  const all = log?.lines.join('\n') ?? '';
  const {dialect} = findEngine(e, statement.engine);
  const percent = Math.min(99, Math.trunc(progress.percent ?? progressOf(dialect, all)));
  return {
    status: status.ok,
    logs: log?.from(from, size === 0 ? undefined : size).join('\n') ?? '',
    progress: progress.state === 'available' ? 100 : percent,
    jobs: jobsOf(all),
    line_count: count,
    isFullLogs: false,
  };
}

export async function cancelStatement(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const statement = await findStatement(e, userName, fields);
  const engine = findEngine(e, statement.engine);
  if (!engine.features.cancel) throw new ApiError(status.notSupported, `${engine.id} cannot cancel a statement`);
  await (await liveOrNone(e, statement))?.cancel();
  return {status: status.ok, result: {status: 0}};
}

export async function closeStatement(e: Editor, userName: string, fields: Fields): Promise<Json> {
  try {
    const live = await e.live.find(await findStatement(e, userName, fields));
    await e.live.close(live);
    return {status: status.ok, message: 'Query closed.'};
  } catch (error) {
    if (error instanceof ApiError && error.status === status.notFound) {
      return {status: status.ok, message: error.message};
    }
    if ((error as {kind?: unknown}).kind !== 'statement-expired') throw error;
    return {status: status.ok, message: 'Query already expired.'};
  }
}

/** @throws {ApiError} when there are no rows to read, or not yet */
async function finished(e: Editor, userName: string, fields: Fields): Promise<[Statement, Progress]> {
  const statement = await findStatement(e, userName, fields);
  const progress = await progressNow(e, statement);
  throwWhenLost(statement, progress, {});
  if (progress.state === 'canceled') throw new ApiError(status.queryExpired, 'The statement was cancelled');
  if (progress.state !== 'available') throw new ApiError(status.queryFailed, 'The statement is still running');
  return [statement, progress];
}

async function progressNow(e: Editor, statement: Statement): Promise<Progress> {
  const live = await liveOrNone(e, statement);
  return live === undefined ? progressOfRow(statement) : await live.progress();
}

/** A statement whose end is known needs no server. */
async function liveOrNone(e: Editor, statement: Statement): Promise<LiveStatement | undefined> {
  const known = e.live.known(statement.uuid);
  return known ?? (isOver(statement.state) ? undefined : await e.live.find(statement));
}

function progressOfRow({state, hasResultSet, message}: Statement): Progress {
  return {state: state === 'sending' ? 'starting' : state, hasResultSet, ...(message && {error: {message}})};
}

function throwWhenLost(statement: Statement, {state, error}: Progress, fields: Json): void {
  if (state === 'expired') throw new ApiError(status.queryExpired, error?.message ?? 'The query has expired', fields);
  if (state !== 'failed') return;
  const history = {history_id: statement.id, history_uuid: statement.uuid};
  throw new ApiError(status.queryFailed, error?.message ?? 'The query failed', {...fields, ...history});
}

function formatOf(fields: Fields): ResultFormat {
  const format = (fields.word('format') || 'html').toLowerCase();
  if (format === 'html' || format === 'json') return format;
  throw new ApiError(status.notSupported, `Results come as json or html, not as ${format}`);
}

function numberIn(pattern: RegExp, text: string): number | undefined {
  const found = [...text.matchAll(pattern)].at(-1)?.[1];
  return found === undefined ? undefined : Number(found);
}
