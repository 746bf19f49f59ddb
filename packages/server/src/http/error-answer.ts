import {AppError, JsonError, writeFailure} from '@gazetteer/model';
import type {FastifyError, FastifyReply, FastifyRequest} from 'fastify';
import type {Log} from '../log.ts';
import {type ApiStyle, apiStyleOf} from './api-path.ts';

export type BodyLimit = {readonly maxBytes: number; readonly option: string};

/** The one place where failures become answers. */
export function answerError(
  log: Log,
  limit: BodyLimit,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const error = writeFailure(thrown);
  const style = apiStyleOf(request) ?? 'meta';
  void reply.type('application/json;charset=utf-8');
  if (error instanceof JsonError) {
    const body =
      style === 'atlas'
        ? {error: error.message}
        : errorBody(new AppError('BAD_REQUEST', [error.message]), style);
    return reply.code(400).send(body);
  }
  const known =
    error instanceof AppError ? error : transportError(error as FastifyError, limit, request);
  if (known === undefined) {
    log.error({requestId: request.id, error}, 'request failed');
    const hidden = new AppError('INTERNAL_ERROR', [`(request id ${request.id})`]);
    return reply.code(hidden.status).send(errorBody(hidden, style));
  }
  // These are no failures, and come by the thousand: their requests are in the request log.
  if (known.status >= 500 && known.kind !== 'SERVER_STOPPING' && known.kind !== 'SERVER_OVERLOADED')
    log.error({requestId: request.id, error: known}, 'request failed');
  tellWhenAgain(known, reply);
  // Some failures of the API are answered with 204, which has no body by definition.
  return reply.code(known.status).send(known.status === 204 ? null : errorBody(known, style));
}

/**
 * For failures that are over in a moment; clients that know the header send the same request again
 * by themselves.
 */
export function tellWhenAgain({status}: AppError, reply: FastifyReply): void {
  if (status === 503 || status === 429) void reply.header('retry-after', '1');
}

type ErrorBody = {errorCode: string; errorMessage: string; errors?: readonly string[]};

/**
 * Under /api/atlas the message names the first issue only, as it always did; `errors` has them all.
 */
function errorBody(error: AppError, style: ApiStyle): ErrorBody {
  const {code, issues, message} = error;
  const [first] = issues;
  if (first === undefined || issues.length === 1) return {errorCode: code, errorMessage: message};
  const all = `[${issues.join(', ')}]`;
  if (style === 'atlas')
    return {errorCode: code, errorMessage: message.replace(all, () => first), errors: issues};
  const whole = message.includes(all) ? message : message.replace(first, () => all);
  return {errorCode: code, errorMessage: whole, errors: issues};
}

/** What the framework itself refuses; `undefined` for anything that is our fault. */
function transportError(
  error: FastifyError,
  limit: BodyLimit,
  request: FastifyRequest,
): AppError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge(limit, request.routeOptions.bodyLimit);
    // The client has gone before all of its body had come: nobody hears of it, and nothing has
    // failed here.
    case 'ECONNRESET':
      return request.raw.complete
        ? undefined
        : new AppError('BAD_REQUEST', ['The request ended within its body']);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('UNSUPPORTED_MEDIA_TYPE', [request.headers['content-type'] ?? 'absent']);
    default:
      break;
  }
  // What is no failure of the framework may have a number for its code.
  const isRefusal =
    error instanceof Error &&
    String(error.code).startsWith('FST_') &&
    isClientStatus(error.statusCode);
  return isRefusal ? new AppError('BAD_REQUEST', [error.message]) : undefined;
}

/** @param ofRoute in bytes; some addresses take less than the option allows */
function tooLarge({maxBytes, option}: BodyLimit, ofRoute: number): AppError {
  const [bytes, by] =
    ofRoute < maxBytes ? [ofRoute, 'the limit of this address'] : [maxBytes, option];
  return new AppError('PAYLOAD_TOO_LARGE', [String(bytes), by]);
}

function isClientStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}
