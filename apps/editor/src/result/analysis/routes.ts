import {setTimeout as delay} from 'node:timers/promises';
import type {FastifyInstance, FastifyReply} from 'fastify';
import type {Editor} from '../../editor.ts';
import {type RestCall, restRoutes} from '../../http/rest.ts';
import {uuidIn} from '../../http/rest-input.ts';
import {findResult} from '../find-result.ts';
import {groupRows, queryRows, summarise} from './ask-result.ts';
import type {Prepared} from './result-analyses.ts';

/** How long a page waits for the rows to be there before it is told how far they are. */
const waitMs = 10_000;

/** A result as a whole, asked again without its server. */
export function analysisRoutes(app: FastifyInstance, e: Editor): void {
  restRoutes(app, {
    'POST /api/v1/results/:uuid/query': call => answer(e, call, queryRows),
    'POST /api/v1/results/:uuid/summary': call => answer(e, call, summarise),
    'POST /api/v1/results/:uuid/group': call => answer(e, call, groupRows),
  });
}

type Operation = (prepared: Prepared, body: RestCall['body']) => Promise<object>;

async function answer(e: Editor, {actor, path, body, reply}: RestCall, operation: Operation): Promise<FastifyReply> {
  const live = await findResult(e, actor, uuidIn(path));
  const preparing = e.analyses.prepare(live);
  const late = new AbortController();
  try {
    const prepared = await Promise.race([preparing, delay(waitMs, undefined, {signal: late.signal})]);
    if (prepared !== undefined) {
      // Numbers of more digits than a double has are printed by this, not by the framework.
      const text = JSON.stringify(await operation(prepared, body));
      return await reply.type('application/json; charset=utf-8').send(text);
    }
  } finally {
    late.abort();
  }
  // The next call hears of it, if it comes to nothing.
  preparing.catch((error: unknown) => e.log.info({statement: live.statement.uuid, error}, 'result cannot be asked'));
  const message = 'The rows are still on their way; ask again.';
  return await reply.code(202).send({message, ...live.fetched});
}
