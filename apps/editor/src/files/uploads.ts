import {Readable} from 'node:stream';
import {form} from '@gazetteer/kernel';
import {number, text} from '@gazetteer/kernel/loose-fields';
import {AppError} from '@gazetteer/model';
import {passOverRest} from '@gazetteer/server';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {change, type Door, stream} from '../operation.ts';
import type {FileStatus, FileSystem} from './file-system.ts';
import {done, errors, filesOf} from './parts.ts';
import {inFolder, pathOf} from './paths.ts';
import {statusIfThere} from './copy-files.ts';

const fileBody = {
  mediaType: 'multipart/form-data',
  fields: {hdfs_file: {type: 'string', description: 'The file'}},
  isStreamed: true,
} as const;

const upload = stream(
  'POST /upload/file',
  {
    summary: 'Upload a file to the cluster',
    description:
      'In a part `hdfs_file` of a form, or of any other name, into the folder of `dest`. It is passed on as it comes; a name that the folder has already is refused.',
    change: 'plain',
    query: {dest: text('The folder')},
    body: fileBody,
    answer: done,
    errors,
  },
  async ({dest}, request, reply, door) => {
    const folder = pathOf(dest);
    return await written(request, reply, door, folder, async name => inFolder(folder, name));
  },
);

/** @param pathOfFile what the file of the form is to be called, which has a name of its own */
async function written(
  request: FastifyRequest,
  reply: FastifyReply,
  {editorFor, callerOf}: Door,
  folder: string,
  pathOfFile: (name: string, files: FileSystem, user: string) => Promise<string>,
): Promise<object> {
  const {actor, signal} = callerOf(request, reply);
  try {
    const part = await request.file({limits: {fileSize: Infinity}});
    if (part === undefined) throw new AppError('BAD_REQUEST', ['The form has no file']);
    const files = filesOf(editorFor(request), folder);
    const path = await pathOfFile(part.filename, files, actor.userName);
    const bytes = Readable.toWeb(part.file) as ReadableStream<Uint8Array>;
    await files.write(actor.userName, path, bytes, signal());
    return {status: 0, path};
  } finally {
    passOverRest(request);
  }
}

// A file in parts, each sent again where it broke off, and in any order: they lie in a folder
// beside what they become, so that nothing has to be kept here and another editor can go on.

const maxParts = 10_000;

const ofUpload = {
  dest: text('The folder'),
  qqfilename: text('Name of the file'),
  qquuid: text('Id of the upload, made by the client'),
  qqtotalparts: number('How many parts it has', 1),
};

/** Hidden, as its name begins with a dot. @throws BAD_REQUEST for an id that is none */
function partsFolder(dest: string, name: string, uuid: string): string {
  if (!/^[\w-]{8,64}$/.test(uuid))
    throw new AppError('BAD_REQUEST', ['qquuid has 8 to 64 letters, digits and hyphens']);
  return inFolder(pathOf(dest), `.${inFolder('', name).slice(1)}.${uuid}.parts`);
}

function partName(index: number): string {
  return String(index).padStart(6, '0');
}

const uploadPart = stream(
  'POST /upload/chunks',
  {
    summary: 'Upload a part of a file',
    description:
      'In a part of a form; the address says which it is. A part that came already is replaced. `upload/complete` makes the file of them.',
    change: 'plain',
    query: {...ofUpload, qqpartindex: number(`Which part it is, from 0, below ${maxParts}`, 0)},
    body: fileBody,
    answer: done,
    errors,
  },
  async ({dest, qqfilename, qquuid, qqpartindex}, request, reply, door) => {
    if (qqpartindex >= maxParts)
      throw new AppError('BAD_REQUEST', [`qqpartindex is below ${maxParts}: send larger parts`]);
    const folder = partsFolder(dest, qqfilename, qquuid);
    return await written(request, reply, door, folder, async (_name, files, user) => {
      const path = inFolder(folder, partName(qqpartindex));
      if ((await statusIfThere(files, user, path)) !== undefined) await files.delete(user, path);
      return path;
    });
  },
);

const complete = change('POST /upload/complete', {
  summary: 'Make a file of its parts',
  description:
    'In their order. A name that the folder has already is refused; the parts stay then.',
  body: form({...ofUpload, qqtotalfilesize: number('Bytes that it has', 0)}),
  answer: done,
  errors,
  run: async (
    e,
    {dest, qqfilename, qquuid, qqtotalparts, qqtotalfilesize},
    {actor: {userName}, signal},
  ) => {
    const folder = partsFolder(dest, qqfilename, qquuid);
    const files = filesOf(e, folder);
    const parts = await partsIn(files, userName, folder, qqtotalparts);
    const bytes = parts.reduce((sum, {length}) => sum + length, 0);
    if (bytes !== qqtotalfilesize)
      throw new AppError('CONFLICT', [
        `The parts have ${bytes} bytes, not the ${qqtotalfilesize} of the file`,
      ]);
    const path = inFolder(pathOf(dest), qqfilename);
    const gone = signal();
    const all = ReadableStream.from(bytesOf(files, userName, folder, parts, gone));
    await files.write(userName, path, all, gone);
    await files.delete(userName, folder);
    return {status: 0, path};
  },
});

/** @throws CONFLICT where one is missing */
async function partsIn(
  files: FileSystem,
  user: string,
  folder: string,
  count: number,
): Promise<readonly FileStatus[]> {
  const found = new Map((await files.list(user, folder)).map(one => [one.pathSuffix, one]));
  if (count > maxParts)
    throw new AppError('BAD_REQUEST', [`A file has no more than ${maxParts} parts`]);
  return Array.from({length: count}, (_, index) => {
    const part = found.get(partName(index));
    if (part === undefined) throw new AppError('CONFLICT', [`Part ${index} has not come`]);
    return part;
  });
}

async function* bytesOf(
  files: FileSystem,
  user: string,
  folder: string,
  parts: readonly FileStatus[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const {pathSuffix, length} of parts) {
    if (length === 0) continue;
    let count = 0;
    for await (const chunk of await files.read(user, inFolder(folder, pathSuffix), {signal})) {
      count += chunk.byteLength;
      yield chunk;
    }
    // It was sent again meanwhile, as by a second page that uploads the same file.
    if (count !== length)
      throw new AppError('CONFLICT', [`Part ${Number(pathSuffix)} has changed: upload it again`]);
  }
}

export const fileUploads = [upload, uploadPart];
export const uploadChanges = {completeClusterUpload: complete};
