import {createWriteStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {AppError} from '@gazetteer/model';
import type {FastifyRequest} from 'fastify';

/** A form with an archive: its file, and the JSON of the part `request`. */
export type ReceivedArchive = {request: string | undefined};

/**
 * Writes the part `data` of a form into a file, as it comes.
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, BAD_REQUEST for a form without the part
 */
export async function receiveArchive(
  request: FastifyRequest,
  file: string,
  maxBytes: number,
): Promise<ReceivedArchive> {
  if (!request.isMultipart()) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', [request.headers['content-type'] ?? 'absent']);
  }
  let text: string | undefined;
  let isThere = false;
  try {
    for await (const part of request.parts({limits: {fileSize: maxBytes}})) {
      if (part.type === 'field') {
        if (part.fieldname === 'request') text = String(part.value);
      } else if (part.fieldname === 'data' && !isThere) {
        isThere = true;
        await pipeline(part.file, createWriteStream(file, {flags: 'wx', mode: 0o600}));
        if (part.file.truncated) throw new AppError('PAYLOAD_TOO_LARGE', [String(maxBytes), 'atlas.import.max.bytes']);
      } else part.file.resume();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError('PAYLOAD_TOO_LARGE', [String(maxBytes), 'atlas.import.max.bytes']);
    throw new AppError('BAD_REQUEST', [`The form cannot be read: ${String(error)}`], {cause: error});
  }
  if (!isThere) throw new AppError('BAD_REQUEST', ['The form has no file in a part named data']);
  return {request: text};
}
