import {AppError, JsonError} from '@gazetteer/model';
import type {FastifyInstance, FastifyRequest} from 'fastify';

const utf8 = new TextDecoder('utf-8', {fatal: true});

/**
 * JSON bodies stay text: they are parsed by the operation, in its own thread. Bytes that are no
 * UTF-8 are refused instead of being replaced silently; other content types, and compressed ones,
 * answer 415.
 */
export function keepJsonBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', {parseAs: 'buffer'}, (request, body, done) => {
    const {'content-type': type = '', 'content-encoding': encoding = 'identity'} = request.headers;
    const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
    if (encoding !== 'identity' || !/^(utf-?8|us-ascii)$/i.test(charset)) {
      done(
        new AppError('UNSUPPORTED_MEDIA_TYPE', [
          encoding === 'identity' ? type : `${type} in ${encoding}`,
        ]),
      );
      return;
    }
    try {
      done(null, utf8.decode(body as Buffer));
    } catch {
      done(new JsonError('The body is not UTF-8', undefined));
    }
  });
}

/** The JSON text of a request that cannot do without one. */
export function requiredBody(request: FastifyRequest): string {
  const body = optionalBody(request);
  if (body === undefined)
    throw new AppError('BAD_REQUEST', ['The request body is empty; it must be a JSON text']);
  return body;
}

/** The JSON text of a request, if it has one. */
export function optionalBody(request: FastifyRequest): string | undefined {
  return typeof request.body === 'string' && request.body.trim() !== '' ? request.body : undefined;
}
