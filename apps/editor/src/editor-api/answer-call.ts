import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Editor} from '../editor.ts';
import {failureOf, type Json} from './envelope.ts';
import {Fields} from './fields.ts';

/** Runs an operation on the fields of a request and answers in the envelope. */
export async function answerCall(
  e: Editor,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: (fields: Fields) => Promise<Json>,
): Promise<FastifyReply> {
  void reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
  try {
    const fields = request.method === 'GET' ? queryFields(request) : request.body;
    return await reply.send(JSON.stringify(await operation(fields instanceof Fields ? fields : new Fields(new Map()))));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    e.log.info({requestId: request.id, status: failure.status, error}, 'operation failed');
    return await reply.send(JSON.stringify(failure));
  }
}

function queryFields(request: FastifyRequest): Fields {
  return new Fields(new Map(Object.entries(request.query as Record<string, unknown>)));
}
