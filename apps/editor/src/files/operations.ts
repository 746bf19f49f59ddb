import {Readable} from 'node:stream';
import {form} from '@gazetteer/kernel';
import {flag, number, text, words} from '@gazetteer/kernel/loose-fields';
import {anything, integer, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {passOverRest} from '@gazetteer/server';
import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Editor} from '../editor.ts';
import {attachment} from '../http/attachment.ts';
import {whole} from '../http/shapes.ts';
import {change, type Door, stream} from '../operation.ts';
import {hueFile, hueStats, type ListFields, pageOf, viewOf} from './listing.ts';
import {inFolder, nameOf, parentOf, pathOf} from './paths.ts';
import {trashed, untrashed} from './trash.ts';
import type {WebHdfs} from './web-hdfs.ts';

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
  readonly files: WebHdfs;
  readonly user: string;
  readonly path: string;
  readonly given: Fields;
  readonly e: Editor;
  readonly signal: AbortSignal;
  readonly reply: FastifyReply;
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
};

async function listFolder({files, user, path, given, e}: Asked): Promise<object> {
  const [own, all, home] = await Promise.all([
    files.status(user, path),
    files.list(user, path),
    files.home(user),
  ]);
  const above = path === '/' ? undefined : await files.status(user, parentOf(path));
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
  const bytes = part === undefined ? new Uint8Array() : await bytesOf(part);
  return viewOf(path, status, bytes, {offset, max: maxChunkBytes, mode});
}

async function download({files, user, path, e, signal, reply}: Asked): Promise<FastifyReply> {
  if (!e.mayDownload) throw new AppError('NOT_ALLOWED', ['Downloads are switched off here.']);
  const status = await files.status(user, path);
  if (status.type === 'DIRECTORY') throw new AppError('BAD_REQUEST', [`${path} is a folder`]);
  const bytes = status.length === 0 ? undefined : await files.read(user, path, {signal});
  return await reply
    .type('application/octet-stream')
    .header('content-disposition', attachment(nameOf(path)))
    .header('content-length', status.length)
    .send(bytes === undefined ? '' : Readable.fromWeb(bytes as never));
}

async function bytesOf(part: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of part) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const asks = {
  summary: 'A file or folder of the cluster: listed, shown, described or downloaded',
  description:
    'Behind the slash `view`, `list`, `display`, `stat`, `content_summary` or `download`, with the path in `path` or behind a `=`: ' +
    '`view=/user/ada`. As the caller: the cluster decides what they may see.',
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
  const [, question = '', named] = /^(\w+)(?:=(.*))?$/s.exec(call) ?? [];
  const ask = Object.hasOwn(questions, question) ? questions[question] : undefined;
  if (ask === undefined) throw new AppError('NOT_FOUND', [`There is nothing at ${call}`]);
  const {actor, signal} = callerOf(request, reply);
  const e = editorFor(request);
  return await ask({
    files: filesOf(e),
    user: actor.userName,
    path: pathOf(named ?? given.path),
    given,
    e,
    signal: signal(),
    reply,
  });
}

export function filesOf({files}: Editor): WebHdfs {
  if (files === undefined)
    throw new AppError('NOT_SUPPORTED', [
      'No file system is configured: name its webhdfs_url in [hadoop] [[hdfs_clusters]] [[[default]]]',
    ]);
  return files;
}

const done = whole({status: integer('0: it went well'), path: textShape('What came of it')});
const paths = words('One path, or several as a JSON list');
const errors = [
  'NOT_FOUND',
  'NOT_ALLOWED',
  'CONFLICT',
  'STATEMENT_FAILED',
  'NOT_SUPPORTED',
] as const;

const makeFolder = change('POST /mkdir', {
  summary: 'Make a folder',
  description: 'With those above it.',
  body: form({path: text('The folder that it comes into'), name: text('Its name')}),
  answer: done,
  errors,
  run: async (e, {path, name}, {actor: {userName}}) => {
    const made = inFolder(pathOf(path), name);
    await filesOf(e).makeFolder(userName, made);
    return {status: 0, path: made};
  },
});

const makeFile = change('POST /touch', {
  summary: 'Make an empty file',
  description: 'A name that its folder has already is refused.',
  body: form({path: text('The folder that it comes into'), name: text('Its name')}),
  answer: done,
  errors,
  run: async (e, {path, name}, {actor: {userName}}) => {
    const made = inFolder(pathOf(path), name);
    await filesOf(e).write(userName, made);
    return {status: 0, path: made};
  },
});

const rename = change('POST /rename', {
  summary: 'Rename a file or folder',
  description: 'A name that is taken is refused.',
  body: form({
    src_path: text('It'),
    dest_path: text('Its new path, or its new name in the same folder'),
  }),
  answer: done,
  errors,
  run: async (e, {src_path, dest_path}, {actor: {userName}}) => {
    const from = pathOf(src_path);
    const to = dest_path.includes('/') ? pathOf(dest_path) : inFolder(parentOf(from), dest_path);
    await filesOf(e).rename(userName, from, to);
    return {status: 0, path: to};
  },
});

const move = change('POST /move', {
  summary: 'Move files or folders to another folder',
  description: 'The first that cannot be moved ends it; those before it have been.',
  body: form({src_path: paths, dest_path: text('The folder')}),
  answer: done,
  errors,
  run: async (e, {src_path, dest_path}, {actor: {userName}}) => {
    const to = pathOf(dest_path);
    for (const from of each(src_path)) {
      await filesOf(e).rename(userName, from, inFolder(to, nameOf(from)));
    }
    return {status: 0, path: to};
  },
});

const remove = change('POST /rmtree', {
  summary: 'Move files or folders to the trash, or delete them for good',
  description: 'With all that is in them.',
  body: form({path: paths, skip_trash: flag('Whether they go for good')}),
  answer: done,
  errors,
  run: async (e, {path, skip_trash}, {actor: {userName}}) => {
    const files = filesOf(e);
    const all = each(path);
    for (const one of all) {
      if (one === '/') throw new AppError('BAD_REQUEST', ['The root is not deleted.']);
      if (skip_trash) await files.delete(userName, one);
      else await trashed(files, userName, one);
    }
    return {status: 0, path: all.at(-1) ?? ''};
  },
});

const restore = change('POST /trash/restore', {
  summary: 'Take files or folders out of the trash',
  description: 'To where they were.',
  body: form({path: paths}),
  answer: done,
  errors,
  run: async (e, {path}, {actor: {userName}}) => {
    let back = '';
    for (const one of each(path)) back = await untrashed(filesOf(e), userName, one);
    return {status: 0, path: back};
  },
});

function each(given: readonly string[]): readonly string[] {
  if (given.length === 0) throw new AppError('BAD_REQUEST', ['There is no path']);
  return given.map(pathOf);
}

/** Files of a cluster, as scripts of Hue change them. */
export const fileOperations = {
  makeClusterFolder: makeFolder,
  makeClusterFile: makeFile,
  renameClusterFile: rename,
  moveClusterFiles: move,
  removeClusterFiles: remove,
  restoreClusterFiles: restore,
};

const upload = stream(
  'POST /upload/file',
  {
    summary: 'Upload a file to the cluster',
    description:
      'In a part `hdfs_file` of a form, or of any other name, into the folder of `dest`. It is passed on as it comes; a name that the folder has already is refused.',
    change: 'plain',
    query: {dest: text('The folder')},
    body: {
      mediaType: 'multipart/form-data',
      fields: {hdfs_file: {type: 'string', description: 'The file'}},
      isStreamed: true,
    },
    answer: done,
    errors,
  },
  async ({dest}, request, reply, {editorFor, callerOf}) => {
    const {actor, signal} = callerOf(request, reply);
    const folder = pathOf(dest);
    try {
      const part = await request.file({limits: {fileSize: Infinity}});
      if (part === undefined) throw new AppError('BAD_REQUEST', ['The form has no file']);
      const path = inFolder(folder, part.filename);
      const bytes = Readable.toWeb(part.file) as ReadableStream<Uint8Array>;
      await filesOf(editorFor(request)).write(actor.userName, path, bytes, signal());
      return {status: 0, path};
    } finally {
      passOverRest(request);
    }
  },
);

export const clusterFiles = [stream('GET /{*names}', asks, answerQuestion), upload];
