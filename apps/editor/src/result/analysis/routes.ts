import {setTimeout as delay} from 'node:timers/promises';
import type {FastifyInstance, FastifyReply} from 'fastify';
import type {Editor} from '../../editor.ts';
import {type RestCall, restRoutes} from '../../http/rest.ts';
import {uuidIn} from '../../http/rest-input.ts';
import type {LiveStatement} from '../../statement/live-statement.ts';
import {findResult} from '../find-result.ts';
import {groupRows, queryRows, summarise} from './ask-result.ts';
import type {Prepared} from './result-analyses.ts';

/** How long a page waits for the rows to be there before it is told how far they are. */
const waitMs = 10_000;

/** A result as a whole, asked again without its server. */
export function analysisRoutes(app: FastifyInstance, e: Editor): void {
  restRoutes(app, {
    'POST /api/v1/results/:uuid/prepare': call => begin(e, call),
    'POST /api/v1/results/:uuid/query': call => answer(e, call, queryRows),
    'POST /api/v1/results/:uuid/summary': call => answer(e, call, summarise),
    'POST /api/v1/results/:uuid/group': call => answer(e, call, groupRows),
  });
}

/** Where all rows are here already, what the first question would wait for is begun before it is asked. */
async function begin(e: Editor, {actor, path}: RestCall): Promise<object> {
  const live = await findResult(e, actor, uuidIn(path));
  const {isComplete: isBegun} = live.fetched;
  if (isBegun) noteFailure(e, live, e.analyses.prepare(live));
  return {isBegun};
}

/** The next call hears of it, if it comes to nothing. */
function noteFailure({log}: Editor, {statement}: LiveStatement, preparing: Promise<Prepared>): void {
  preparing.catch((error: unknown) => log.info({statement: statement.uuid, error}, 'result cannot be asked'));
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
  noteFailure(e, live, preparing);
  const message = 'The rows are still on their way; ask again.';
  return await reply.code(202).send({message, ...live.fetched});
}
