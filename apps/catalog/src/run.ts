import type {FastifyReply, FastifyRequest} from 'fastify';
import type {OperationArgs, OperationName} from './operations.ts';

/** Sends an operation to where its store lives and its answer to the client: 204 when there is no content. */
export type Run = <Name extends OperationName>(
  request: FastifyRequest,
  reply: FastifyReply,
  name: Name,
  args: OperationArgs<Name>,
) => Promise<FastifyReply>;
