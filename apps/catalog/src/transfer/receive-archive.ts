import {createWriteStream} from 'node:fs';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {AppError, writeFailure} from '@gazetteer/model';
import {passOverRest} from '@gazetteer/server';
import type {FastifyRequest} from 'fastify';

/** A form with an archive: its file, and the JSON of the part `request`. */
export type ReceivedArchive = {request: string | undefined};

const maxRequestBytes = 2 ** 20;

/**
 * Writes the part `data` of a form into a file, as it comes.
 * @throws NO_FORM, PAYLOAD_TOO_LARGE, DISK_FULL, BAD_REQUEST for a form without the part
 */
export async function receiveArchive(
  request: FastifyRequest,
  file: string,
  maxBytes: number,
): Promise<ReceivedArchive> {
  if (!request.isMultipart()) {
    throw new AppError('NO_FORM', [request.headers['content-type'] ?? 'absent']);
  }
  let text: string | undefined;
  let isThere = false;
  try {
    for await (const part of request.parts({limits: {fileSize: maxBytes}})) {
      if (part.type === 'field') {
        // The reader of forms has parsed it when the client says that it is JSON.
        if (part.fieldname === 'request')
          text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
      } else if (part.fieldname === 'data' && !isThere) {
        isThere = true;
        await pipeline(part.file, createWriteStream(file, {flags: 'wx', mode: 0o600}));
        if (part.file.truncated)
          throw new AppError('PAYLOAD_TOO_LARGE', [String(maxBytes), 'atlas.import.max.bytes']);
      } else if (part.fieldname === 'request') {
        // As curl sends it: -F request=@options.json
        text = await readText(part.file);
      } else part.file.resume();
    }
  } catch (thrown) {
    passOverRest(request);
    const error = writeFailure(thrown);
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError('PAYLOAD_TOO_LARGE', [String(maxBytes), 'atlas.import.max.bytes']);
    throw new AppError('BAD_REQUEST', [`The form cannot be read: ${String(error)}`], {
      cause: error,
    });
  }
  if (!isThere) throw new AppError('BAD_REQUEST', ['The form has no file in a part named data']);
  return {request: text};
}

async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxRequestBytes)
      throw new AppError('BAD_REQUEST', [`The request is larger than ${maxRequestBytes} bytes`]);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
