import type {FastifyReply, FastifyRequest} from 'fastify';
import type {OperationArgs, OperationName} from './operations.ts';

/** Runs an operation where its store lives. @returns its answer as JSON text, undefined when there is no content */
export type Call = <Name extends OperationName>(
  request: FastifyRequest,
  name: Name,
  args: OperationArgs<Name>,
) => Promise<{json: string | undefined; isDryRun: boolean}>;

/** Sends an operation to where its store lives and its answer to the client: 204 when there is no content. */
export type Run = <Name extends OperationName>(
  request: FastifyRequest,
  reply: FastifyReply,
  name: Name,
  args: OperationArgs<Name>,
) => Promise<FastifyReply>;
