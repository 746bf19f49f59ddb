import type {FastifyError, FastifyReply, FastifyRequest} from 'fastify';
import {AppError} from '@gazetteer/model';
import {type Log, tellWhenAgain} from '@gazetteer/server';
import {failureOf, popup, popupStatusOf, status} from '../editor-api/envelope.ts';
import {SqlError} from '../engine/sql-engine.ts';
import {httpStatusOf} from './http-status.ts';
import {Refusal} from './refusal.ts';

/** The one place where failures outside of an operation become answers. */
export function answerError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
  if (error instanceof Refusal) {
    return reply.code(error.status).send(JSON.stringify({message: error.message, ...error.fields}));
  }
  const failure = failureOf(error);
  if (failure !== undefined && request.routeOptions.config?.rest === true) {
    const {status: number, ...fields} = failure;
    const ours = number === status.notFound ? 404 : 400;
    return reply.code(error instanceof SqlError ? httpStatusOf(error) : ours).send(JSON.stringify(fields));
  }
  if (failure !== undefined) return reply.code(200).send(JSON.stringify(failure));
  const popupStatus = popupStatusOf(error);
  if (popupStatus !== undefined) {
    log.error({requestId: request.id, error}, 'request failed');
    return reply.code(popupStatus).send(JSON.stringify({status: -1, ...popup((error as Error).message)}));
  }
  if (error instanceof AppError) {
    if (error.status >= 500 && error.kind !== 'SERVER_STOPPING')
      log.error({requestId: request.id, error}, 'request failed');
    tellWhenAgain(error, reply);
    return reply.code(error.status).send(JSON.stringify(popup(error.message)));
  }
  const {code = '', statusCode = 500, message} = error as FastifyError;
  if (code.startsWith('FST_') && statusCode < 500) return reply.code(statusCode).send(JSON.stringify(popup(message)));
  log.error({requestId: request.id, error}, 'request failed');
  const hidden = `Internal server error. See the server log for request ID ${request.id}.`;
  return reply.code(500).send(JSON.stringify(popup(hidden)));
}
