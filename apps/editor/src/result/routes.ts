import {Readable} from 'node:stream';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Editor} from '../editor.ts';
import {Fields, textIn} from '../editor-api/fields.ts';
import {findStatement} from '../editor-api/find-statement.ts';
import {rowsOf} from '../editor-api/result-format.ts';
import {SqlError} from '../engine/sql-engine.ts';
import {attachment} from '../http/attachment.ts';
import {httpStatusOf} from '../http/http-status.ts';
import {Refusal} from '../http/refusal.ts';
import type {LiveStatement} from '../statement/live-statement.ts';
import {readView, viewPages} from './analysis/view-pages.ts';
import {listShares} from '../share/shares.ts';
import {columnKind} from './column-kind.ts';
import {findResult} from './find-result.ts';
import {firstRows} from './first-rows.ts';
import {resultFormats, type ResultFormatName} from './formats/formats.ts';
import {writeInThread} from './formats/write-in-thread.ts';

type ByUuid = {Params: {uuid: string}};
type Query = Readonly<Record<string, unknown>>;

const downloadsOff = 'Downloads of results are switched off here (enable_download).';

/** Cells in one answer: what a page can draw many times over. */
const maxCells = 1_000_000;
const maxRows = 10_000;

/** Results by the id of their statement. Here a failure has a status of HTTP, since what is asked for are files and pages. */
export function resultRoutes(app: FastifyInstance, e: Editor): void {
  app.get<ByUuid>('/api/v1/results/:uuid', (request, reply) =>
    answer(e, request, request.params.uuid, reply, async live => {
      const columns = await live.columns();
      const described = columns.map(({name, type, comment = ''}) => ({name, type, comment, ...columnKind(type)}));
      const {uuid, userName} = live.statement;
      const isShared = (await listShares(e.db, userName, uuid)).length > 0;
      const {mayDownload, maxDownloadRows} = e;
      const facts = {...live.fetched, mayDownload, maxDownloadRows, isShared};
      return await reply.send({uuid: request.params.uuid, columns: described, ...facts});
    }),
  );
  app.get<ByUuid>('/api/v1/results/:uuid/rows', (request, reply) =>
    answer(e, request, request.params.uuid, reply, async live => {
      const columns = await live.columns();
      const query = request.query as Query;
      const from = wholeNumber(query, 'from', 0, Number.MAX_SAFE_INTEGER);
      const most = Math.max(1, Math.min(maxRows, Math.floor(maxCells / Math.max(1, columns.length))));
      const count = Math.min(most, wholeNumber(query, 'count', 100, maxRows));
      const {page} = await live.rowsAt(from, count);
      const text = JSON.stringify({from, rows: rowsOf(page, columns, 'json'), ...live.fetched});
      return await reply.type('application/json; charset=utf-8').send(text);
    }),
  );
  app.get<ByUuid>('/api/v1/results/:uuid/download', (request, reply) =>
    answer(e, request, request.params.uuid, reply, live => download(e, live, request.query as Query, reply)),
  );
  app.post('/notebook/download', {config: {rest: true}}, async (request, reply) => {
    const fields = request.body instanceof Fields ? request.body : new Fields(new Map());
    const {uuid} = await findStatement(e, request.actor.userName, fields);
    const format = fields.word('format', 'csv');
    const name = textIn(fields.object('notebook'), 'name') || 'result';
    const wanted = {format: format === 'xls' ? 'xlsx' : format, name};
    return await answer(e, request, uuid, reply, live => download(e, live, wanted, reply));
  });
}

/**
 * The whole result, fetched from the server as far as it is not here, at the speed of whoever reads; with `view` the rows that it lets
 * through, in its order.
 */
async function download(
  e: Editor,
  live: LiveStatement,
  {format: name = 'csv', name: fileName = 'result', view: wanted}: Query,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!e.mayDownload) throw new Refusal(403, downloadsOff);
  if (!isFormat(name)) {
    throw new Refusal(400, `Results come as ${Object.keys(resultFormats).join(', ')}, not as ${String(name)}.`);
  }
  const {contentType, extension} = await resultFormats[name]();
  const view = readView(wanted);
  const all = view === undefined ? live.pages() : await viewPages(await e.analyses.prepare(live), view);
  const {uuid: statement, userName: owner} = live.statement;
  const limit = e.maxDownloadRows;
  const cut = () =>
    e.log.warn({statement, owner, limit}, 'a download ends at download_row_limit, and the result goes on');
  const pages = limit === undefined ? all : firstRows(all, limit, cut);
  let cutCells = 0;
  const bytes = writeInThread(name, {columns: await live.columns(), pages}, count => (cutCells = count));
  // What is wrong from the beginning is still an answer; later the connection ends before the file does.
  const first = await bytes.next();
  const stream = Readable.from(rest(first, bytes));
  stream.once('error', error => e.log.warn({statement, format: name, error}, 'download broke off'));
  // Known only when the last row has been written.
  if (name === 'xlsx') reply.trailer('x-cut-cells', async () => String(cutCells));
  return await reply
    .type(contentType)
    .header('content-disposition', attachment(`${String(fileName)}.${extension}`))
    .header('cache-control', 'no-store')
    .send(stream);
}

async function* rest(first: IteratorResult<Uint8Array>, bytes: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; next.done !== true; next = await bytes.next()) yield next.value;
  } finally {
    await bytes.return?.();
  }
}

async function answer(
  e: Editor,
  {actor}: FastifyRequest,
  uuid: string,
  reply: FastifyReply,
  work: (live: LiveStatement) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work(await findResult(e, actor, uuid));
  } catch (error) {
    const status = error instanceof SqlError ? httpStatusOf(error) : undefined;
    if (status === undefined) throw error;
    return await reply
      .code(status)
      .header('cache-control', 'no-store')
      .send({message: (error as Error).message});
  }
}

function isFormat(name: unknown): name is ResultFormatName {
  return typeof name === 'string' && Object.hasOwn(resultFormats, name);
}

function wholeNumber(query: Query, name: string, fallback: number, max: number): number {
  const text = query[name];
  if (text === undefined) return fallback;
  const number = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (!(number <= max)) throw new Refusal(400, `${name} has to be a whole number from 0 to ${max}.`);
  return number;
}
