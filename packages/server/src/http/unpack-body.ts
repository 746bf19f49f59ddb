import {AppError} from '@gazetteer/model';
import {pipeline, Readable} from 'node:stream';
import {createGunzip} from 'node:zlib';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {countBody} from './limit-requests.ts';

/**
 * Bodies of these routes may be gzipped. What they are unpacked counts for their limit, and for
 * what their user may have in work.
 */
export function unpackBodies(scope: FastifyInstance): void {
  scope.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.headers['content-encoding'] !== 'gzip') return done(null, payload);
    // Of the packed bytes; what is read from here on are others.
    delete request.headers['content-encoding'];
    delete request.headers['content-length'];
    const unpacked = pipeline(payload, createGunzip(), () => undefined);
    done(null, Readable.from(readable(request, unpacked), {objectMode: false}));
  });
}

/**
 * @throws BAD_REQUEST for what is not gzipped, though it says so; TOO_MUCH_IN_WORK,
 * SERVER_OVERLOADED
 */
async function* readable(
  request: FastifyRequest,
  unpacked: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of unpacked) {
      countBody(request, chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('BAD_REQUEST', [
      `The body cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}
