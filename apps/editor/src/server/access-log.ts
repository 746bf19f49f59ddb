import type {FastifyInstance} from 'fastify';
import {type Ending, pathOf, whenEnded} from '@gazetteer/server';

/** One line for each request, in the words that existing tools read. */
export function writeAccessLog(app: FastifyInstance, write: (line: string) => void): void {
  whenEnded(app, ending => write(`${accessLine(ending)}\n`));
}

function accessLine({address, session, method, status, ms, bytes, ...request}: Ending): string {
  const user = session?.actor.userName ?? '';
  return (
    `${word(address)} ${word(user)} - "${method} ${word(pathOf(request))} HTTP/1.1" ` +
    `returned in ${Math.round(ms)}ms ${status} ${bytes}`
  );
}

/** A name with white space would look like two fields, and one with a line break like two lines. */
function word(name: string): string {
  return name === '' ? '-anon-' : name.replace(/[\s\p{C}]/gu, char => encodeURIComponent(char));
}
