import {Readable} from 'node:stream';
import {form} from '@gazetteer/kernel';
import {optional, text, wholeNumber} from '@gazetteer/kernel/fields';
import {object, textIn, word} from '@gazetteer/kernel/loose-fields';
import {anything} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {FastifyReply} from 'fastify';
import type {Editor} from '../editor.ts';
import {query, stream} from '../operation.ts';
import {findStatement, statementFields} from '../statement/find-statement.ts';
import {jsonWith} from './json-rows.ts';
import {attachment} from '../http/attachment.ts';
import type {LiveStatement} from '../statement/live-statement.ts';
import {readView, viewPages} from './analysis/view-pages.ts';
import {listShares} from '../share/shares.ts';
import {columnKind} from '../engine/column-kind.ts';
import {findResult} from './find-result.ts';
import {firstRows} from './first-rows.ts';
import {resultFormats, type ResultFormatName} from './formats/formats.ts';
import {writeInThread} from './formats/write-in-thread.ts';
import {resultFacts, resultRows} from './shapes.ts';

const downloadsOff = 'Downloads of results are switched off here (enable_download).';

/** Cells in one answer: what a page can draw many times over. */
const maxCells = 1_000_000;
const maxRows = 10_000;
const errors = ['NOT_FOUND', 'CONFLICT', 'GONE'] as const;

const read = query('GET /results/{uuid}', {
  summary: 'The columns of a result, and how much of it is here',
  description:
    'By the id of its statement, or of a share. 409 while it runs, 410 when it failed or is gone.',
  answer: resultFacts,
  errors,
  run: async (e, {uuid}, {actor}) => {
    const live = await findResult(e, actor, uuid);
    const columns = await live.columns();
    const described = columns.map(({name, type, comment = ''}) => ({
      name,
      type,
      comment,
      ...columnKind(type),
    }));
    const {uuid: statement, userName} = live.statement;
    const isShared = (await listShares(e.db, userName, statement)).length > 0;
    const {maxDownloadRows} = e;
    const mayDownload = e.mayDownload && e.access.may('editor-download', live.statement.engine);
    return {uuid, columns: described, ...live.fetched, mayDownload, maxDownloadRows, isShared};
  },
});

const rows = query('GET /results/{uuid}/rows', {
  summary: 'Rows of a result by their place',
  description:
    'Fetched from the server as far as needed. An answer has 1,000,000 cells at most, and may have fewer rows than were asked for.',
  query: {
    from: wholeNumber('Place of the first, from 0', {default: 0}),
    count: wholeNumber('How many at most', {max: maxRows, default: 100}),
  },
  answer: resultRows,
  errors,
  run: async (e, {uuid, from, count}, {actor}) => {
    const live = await findResult(e, actor, uuid);
    const columns = await live.columns();
    const most = Math.max(1, Math.min(maxRows, Math.floor(maxCells / Math.max(1, columns.length))));
    const {page} = await live.rowsAt(from, Math.min(most, count));
    return jsonWith({from, ...live.fetched}, 'rows', page);
  },
});

/** Results by the id of their statement. */
export const resultOperations = {readResult: read, readRows: rows};

export const resultFiles = [
  stream(
    'GET /results/{uuid}/download',
    {
      summary: 'A whole result as a file',
      description:
        '`download_row_limit` may end it early. It is fetched at the speed of whoever reads.',
      query: {
        format: text(`One of ${Object.keys(resultFormats).join(', ')}`, {default: 'csv'}),
        name: text('Name of the file', {default: 'result'}),
        view: optional(
          text(
            'Only rows that a question lets through, in its order: JSON with `search`, `filter` and `sort`',
          ),
        ),
      },
      answer: anything,
      produces: 'application/octet-stream',
      errors: [...errors, 'NOT_ALLOWED'],
    },
    async ({uuid, ...wanted}, request, reply, {editorFor, callerOf}) => {
      const e = editorFor(request);
      return await download(
        e,
        await findResult(e, callerOf(request, reply).actor, uuid),
        wanted,
        reply,
      );
    },
  ),
];

/** The same download for older scripts. */
export const oldDownloads = [
  stream(
    'POST /download',
    {
      summary: 'A whole result as a file, for older scripts',
      description: 'By its statement.',
      change: 'plain',
      body: form({
        ...statementFields,
        notebook: object('Its `name` is that of the file'),
        format: word(`One of ${Object.keys(resultFormats).join(', ')}, or xls`, 'csv'),
      }),
      answer: anything,
      produces: 'application/octet-stream',
      errors: [...errors, 'NOT_ALLOWED'],
    },
    async ({format, ...fields}, request, reply, {editorFor, callerOf}) => {
      const e = editorFor(request);
      const {actor} = callerOf(request, reply);
      const {uuid} = await findStatement(e, actor.userName, fields);
      const name = textIn(fields.notebook, 'name') || 'result';
      const wanted = {format: format === 'xls' ? 'xlsx' : format, name, view: undefined};
      return await download(e, await findResult(e, actor, uuid), wanted, reply);
    },
  ),
];

type Wanted = {readonly format: string; readonly name: string; readonly view: string | undefined};

/**
 * The whole result, fetched from the server as far as it is not here, at the speed of whoever
 * reads; with `view` the rows that it lets through, in its order.
 */
async function download(
  e: Editor,
  live: LiveStatement,
  {format, name: fileName, view: wanted}: Wanted,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!e.mayDownload) throw new AppError('NOT_ALLOWED', [downloadsOff]);
  e.access.check('editor-download', live.statement.engine);
  if (!isFormat(format)) {
    throw new AppError('BAD_REQUEST', [
      `Results come as ${Object.keys(resultFormats).join(', ')}, not as ${format}.`,
    ]);
  }
  const {contentType, extension} = await resultFormats[format].load();
  const view = readView(wanted);
  const all =
    view === undefined ? live.pages() : await viewPages(await e.analyses.prepare(live), view);
  const {uuid: statement, userName: owner} = live.statement;
  const limit = e.maxDownloadRows;
  const cut = () =>
    e.log.warn(
      {statement, owner, limit},
      'a download ends at download_row_limit, and the result goes on',
    );
  const pages = limit === undefined ? all : firstRows(all, limit, cut);
  let cutCells = 0;
  const bytes = writeInThread(
    format,
    {columns: await live.columns(), pages},
    count => (cutCells = count),
  );
  // What is wrong from the beginning is still an answer; later the connection ends before the file
  // does.
  const first = await bytes.next();
  const stream = Readable.from(rest(first, bytes));
  stream.once('error', error => e.log.warn({statement, format, error}, 'download broke off'));
  // Known only when the last row has been written.
  if (format === 'xlsx') reply.trailer('x-cut-cells', async () => String(cutCells));
  return await reply
    .type(contentType)
    .header('content-disposition', attachment(`${fileName}.${extension}`))
    .send(stream);
}

async function* rest(
  first: IteratorResult<Uint8Array>,
  bytes: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; next.done !== true; next = await bytes.next()) yield next.value;
  } finally {
    await bytes.return?.();
  }
}

function isFormat(name: string): name is ResultFormatName {
  return Object.hasOwn(resultFormats, name);
}
