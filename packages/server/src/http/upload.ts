import multipart from '@fastify/multipart';
import {AppError} from '@gazetteer/model';
import type {FastifyInstance, FastifyRequest} from 'fastify';

/** A file of a form: its name as the client gave it, and what is in it. */
export type Upload = {readonly fileName: string; readonly bytes: Uint8Array};

const mebibyte = 2 ** 20;

/**
 * Routes that take `multipart/form-data`; all others go on refusing it. A file may be as large as a
 * body may be: it is held in memory once.
 */
export function uploadRoutes(api: FastifyInstance, routes: (api: FastifyInstance) => void): void {
  void api.register(async scope => {
    // A server that reads small forms whole has a parser of its own.
    scope.removeContentTypeParser('multipart/form-data');
    await scope.register(multipart, {
      limits: {files: 2, fields: 20, parts: 22, fieldSize: mebibyte, headerPairs: 100},
    });
    routes(scope);
  });
}

/**
 * The file in the form's part of this name; other parts are passed over. Java clients of this API
 * send two of that name: the file, which is called like its part, and its real name with nothing of
 * use in it. So a name without an ending gives way to a later one.
 * @throws NO_FORM when the body is no form, BAD_REQUEST when it is broken or has no such file
 */
export async function readUpload(request: FastifyRequest, part: string): Promise<Upload> {
  if (!request.isMultipart()) {
    throw new AppError('NO_FORM', [request.headers['content-type'] ?? 'absent']);
  }
  const upload = await findFile(request, part).catch((error: unknown) => {
    passOverRest(request);
    throw isFastifyError(error)
      ? error
      : new AppError('BAD_REQUEST', [`The form cannot be read: ${String(error)}`]);
  });
  if (upload === undefined)
    throw new AppError('BAD_REQUEST', [`The form has no file in a part named ${part}`]);
  return upload;
}

/**
 * Of a form that nobody reads on: else the next request on the connection would wait behind it
 * until the connection is given up.
 */
export function passOverRest({raw}: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

async function findFile(request: FastifyRequest, part: string): Promise<Upload | undefined> {
  let found: Upload | undefined;
  for await (const one of request.parts()) {
    if (one.type !== 'file') continue;
    // A file has to be read even when nobody wants it: what follows comes behind it.
    const bytes = await one.toBuffer();
    if (one.fieldname !== part) continue;
    if (found === undefined) found = {fileName: one.filename, bytes};
    else if (!hasEnding(found.fileName)) found = {...found, fileName: one.filename};
  }
  return found;
}

function hasEnding(fileName: string): boolean {
  return /\.[^./\\]+$/.test(fileName);
}

/**
 * The multipart reader throws plain errors for what a client sent; those of the framework have an
 * answer of their own.
 */
function isFastifyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
}
