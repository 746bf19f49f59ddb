import type {FastifyError, FastifyReply, FastifyRequest} from 'fastify';
import {AppError, type ErrorKind, writeFailure} from '@gazetteer/model';
import {type Log, tellWhenAgain} from '@gazetteer/server';
import {messageOf, numberOf, popup, status} from '../http/envelope.ts';
import {SqlError} from '../engine/sql-engine.ts';
import {httpStatusOf} from '../engine/http-status.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How failures are told: by a number in an answer that is HTTP 200, by a status of HTTP, or
     * inside of an answer that says that nothing has failed, as clients of completion expect. Pages
     * and what has none of it get a popup.
     */
    failures?: 'number' | 'status' | 'inside';
  }
}

/**
 * Told with a message and a status of HTTP where there is no envelope, and where that has no number
 * for them.
 */
const told: ReadonlySet<ErrorKind> = new Set([
  'BAD_REQUEST',
  'STATEMENT_FAILED',
  'STATEMENT_EXPIRED',
  'NOT_SUPPORTED',
  'NOT_ALLOWED',
  'NOT_FOUND',
  'CONFLICT',
  'NAME_TAKEN',
  'GONE',
  'SESSION_ENDED',
]);
/** Of the configuration, which only an administrator can set right. */
const ofConfiguration: ReadonlySet<ErrorKind> = new Set(['NO_RUNNING_SERVER', 'INVALID_CONNECTOR']);

/** The one place where failures become answers. */
export function answerError(
  log: Log,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Also where files of results are written.
  const error = writeFailure(thrown);
  void reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
  const send = (code: number, answer: object) => reply.code(code).send(JSON.stringify(answer));
  const failures = request.routeOptions.config?.failures;
  if (error instanceof AppError || error instanceof SqlError) {
    const number = numberOf(error);
    if (failures === 'inside' && (number !== undefined || isOfConfiguration(error))) {
      if (!hasGone(request)) log.warn({error}, 'autocomplete failed');
      return send(200, {...messageOf(error), status: status.ok, code: 500, error: error.message});
    }
    if (failures === 'number' && number !== undefined) {
      log.info({requestId: request.id, status: number, error}, 'operation failed');
      return send(200, {...messageOf(error), status: number});
    }
    if (error instanceof SqlError) return send(httpStatusOf(error), messageOf(error));
    if (failures !== undefined && told.has(error.kind)) {
      // Of the API that is the editor's own: what differs there has one status and several codes.
      const named = failures === 'status' ? {errorCode: error.code} : {};
      return send(error.status, {...messageOf(error), ...named});
    }
    if (error.status >= 500 ? error.kind !== 'SERVER_STOPPING' : isOfConfiguration(error))
      log.error({requestId: request.id, error}, 'request failed');
    tellWhenAgain(error, reply);
    return send(
      error.status,
      isOfConfiguration(error) ? {status: -1, ...popup(error.message)} : popup(error.message),
    );
  }
  const {code = '', statusCode = 500, message} = error as FastifyError;
  if (code.startsWith('FST_') && statusCode < 500) return send(statusCode, popup(message));
  log.error({requestId: request.id, error}, 'request failed');
  return send(
    500,
    popup(`Internal server error. See the server log for request ID ${request.id}.`),
  );
}

function isOfConfiguration(error: AppError | SqlError): boolean {
  return error instanceof AppError && ofConfiguration.has(error.kind);
}

/** Nobody waits for the answer any more. */
function hasGone({raw: {socket}}: FastifyRequest): boolean {
  return socket.readableEnded || socket.destroyed;
}
