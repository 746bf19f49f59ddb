import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {pathOf} from '@gazetteer/server';

/** One line for each request, in the words that existing tools read. */
export function writeAccessLog(
  app: FastifyInstance,
  addressOf: (request: FastifyRequest) => string,
  write: (line: string) => void,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    write(`${addressOf(request)} ${accessLine(request, reply)}\n`);
    done();
  });
}

function accessLine(request: FastifyRequest, reply: FastifyReply): string {
  const user = request.session?.actor.userName ?? '-anon-';
  const bytes = reply.getHeader('content-length') ?? '-';
  const ms = Math.round(reply.elapsedTime);
  return (
    `${word(user)} - "${request.method} ${pathOf(request)} HTTP/1.1" ` +
    `returned in ${ms}ms ${reply.statusCode} ${String(bytes)}`
  );
}

/** A name with white space would look like two fields, and one with a line break like two lines. */
function word(name: string): string {
  return name === '' ? '-anon-' : name.replace(/[\s\p{C}]/gu, char => encodeURIComponent(char));
}
