import {Readable} from 'node:stream';
import {flag, number, text} from '@gazetteer/kernel/loose-fields';
import {anything} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Editor} from '../editor.ts';
import {attachment} from '../http/attachment.ts';
import {type Door, stream} from '../operation.ts';
import {hueFile, hueStats, type ListFields, pageOf, viewOf} from './listing.ts';
import {filesOf} from './parts.ts';
import {nameOf, pageOfFiles, parentOf, pathOf, rootOf} from './paths.ts';
import type {FileSystem} from './file-system.ts';
import {trashOf} from './trash.ts';

const maxChunkBytes = 2 ** 20;

const fields = {
  path: text('The file or folder, where the address does not name it'),
  pagesize: number('How many are on a page', 45, 10_000),
  pagenum: number('Which of the pages, from 1', 1),
  filter: text('A part of their names'),
  sortby: text('`name`, `size`, `mtime`, `user` or `group`', 'name'),
  descending: flag('The largest first'),
  offset: number('Where in a file to begin', 0),
  length: number('Bytes of a file', 4096, maxChunkBytes),
  mode: text('`text` or `binary`; by what is in the file otherwise'),
};
type Fields = ListFields & {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  readonly mode: string;
};

type Asked = {
  readonly files: FileSystem;
  readonly user: string;
  readonly path: string;
  readonly given: Fields;
  readonly e: Editor;
  readonly signal: AbortSignal;
  readonly reply: FastifyReply;
  /** Header `Range` of the request. */
  readonly range: string | undefined;
};

/** What an address such as `view=/user/ada` asks for. */
const questions: Readonly<Record<string, (asked: Asked) => Promise<unknown>>> = {
  view: async asked => {
    const status = await asked.files.status(asked.user, asked.path);
    return status.type === 'DIRECTORY' ? await listFolder(asked) : await showFile(asked);
  },
  list: async asked => await listFolder(asked),
  display: async asked => await showFile(asked),
  stat: async ({files, user, path}) => {
    const status = await files.status(user, path);
    return {stats: hueStats(path, status), ...hueFile(path, nameOf(path), status)};
  },
  content_summary: async ({files, user, path}) => ({
    status: 0,
    path,
    summary: await files.summary(user, path),
  }),
  download: async asked => await download(asked),
  filesystems: async ({e: {files: all}}) => ({
    status: 0,
    filesystems: {...(all.hdfs && {hdfs: true}), ...(all.s3 && {s3a: true})},
  }),
  'trash/get_trash_path': async ({files, user}) => ({
    status: 0,
    trash_path: `${await trashOf(files, user)}/Current`,
  }),
};

async function listFolder({files, user, path, given, e}: Asked): Promise<object> {
  const [own, all, home] = await Promise.all([
    files.status(user, path),
    files.list(user, path),
    files.home(user),
  ]);
  const above = path === rootOf(path) ? undefined : await files.status(user, parentOf(path));
  const {pagesize, sortby, descending, filter} = given;
  return {
    path,
    current_request_path: path,
    home_directory: home,
    ...pageOf(path, own, above, all, given),
    pagesize,
    sortby,
    descending,
    file_filter: filter,
    show_download_button: e.mayDownload,
  };
}

async function showFile({files, user, path, given, signal}: Asked): Promise<object> {
  const {offset, length, mode} = given;
  const status = await files.status(user, path);
  if (status.type === 'DIRECTORY') throw new AppError('BAD_REQUEST', [`${path} is a folder`]);
  const isPast = offset >= status.length;
  const part = isPast ? undefined : await files.read(user, path, {offset, length, signal});
  const bytes = part === undefined ? new Uint8Array() : await bytesOf(part, length);
  return viewOf(path, status, bytes, {offset, max: maxChunkBytes, mode});
}

async function download({
  files,
  user,
  path,
  e,
  signal,
  reply,
  range,
}: Asked): Promise<FastifyReply> {
  if (!e.mayDownload) throw new AppError('NOT_ALLOWED', ['Downloads are switched off here.']);
  const status = await files.status(user, path);
  if (status.type === 'DIRECTORY') throw new AppError('BAD_REQUEST', [`${path} is a folder`]);
  void reply
    .type('application/octet-stream')
    .header('accept-ranges', 'bytes')
    .header('content-disposition', attachment(nameOf(path)));
  const part = rangeOf(range, status.length);
  if (part === 'none')
    return await reply.code(416).header('content-range', `bytes */${status.length}`).send('');
  const {offset, length} = part ?? {offset: 0, length: status.length};
  if (part !== undefined)
    void reply
      .code(206)
      .header('content-range', `bytes ${offset}-${offset + length - 1}/${status.length}`);
  const bytes = length === 0 ? undefined : await files.read(user, path, {offset, length, signal});
  return await reply
    .header('content-length', length)
    .send(bytes === undefined ? '' : Readable.fromWeb(bytes as never));
}

/**
 * The part of a file that a client goes on with; undefined for all of it, also where several parts
 * are asked for, which a server may answer so.
 */
function rangeOf(
  range: string | undefined,
  size: number,
): {readonly offset: number; readonly length: number} | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const offset = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return offset >= size || end <= offset ? 'none' : {offset, length: end - offset};
}

/** Never more than `max`, whatever comes. */
async function bytesOf(part: ReadableStream<Uint8Array>, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of part) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length >= max) break;
  }
  return Buffer.concat(chunks).subarray(0, max);
}

const asks = {
  summary: 'A file or folder of the cluster: listed, shown, described or downloaded',
  description:
    'Behind the slash `view`, `list`, `display`, `stat`, `content_summary` or `download`, with the path in `path` or behind a `=`: ' +
    '`view=/user/ada`; or `filesystems`, or `trash/get_trash_path`. As the caller: the cluster decides what they may see.',
  query: fields,
  answer: anything,
  errors: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'STATEMENT_FAILED'],
} as const;

async function answerQuestion(
  {names, ...given}: Fields & {readonly names: readonly string[]},
  request: FastifyRequest,
  reply: FastifyReply,
  {editorFor, callerOf}: Door,
): Promise<unknown> {
  const call = names.join('/');
  const [, question = '', named] = /^([\w/]+)(?:=(.*))?$/s.exec(call) ?? [];
  const ask = Object.hasOwn(questions, question) ? questions[question] : undefined;
  if (ask === undefined) throw new AppError('NOT_FOUND', [`There is nothing at ${call}`]);
  // Somebody who follows a link wants the page; clients ask for JSON, or for anything.
  if (question === 'view' && /^text\/html\b/.test(request.headers.accept ?? ''))
    return await reply.redirect(pageOfFiles(`view=${named ?? given.path}`));
  const {actor, signal} = callerOf(request, reply);
  const e = editorFor(request);
  const path = pathOf(named ?? given.path);
  return await ask({
    // Which file systems there are is asked without one.
    get files() {
      return filesOf(e, path);
    },
    user: actor.userName,
    path,
    given,
    e,
    signal: signal(),
    reply,
    range: request.headers.range,
  });
}

export const fileQuestions = [stream('GET /{*names}', asks, answerQuestion)];
