import {AppError} from '@gazetteer/model';
import type {FastifyRequest} from 'fastify';
import {serve, serveChange, type ApiContext, type Route} from '../api/route.ts';
import {flag, list, mapOf, text} from '../api/shape.ts';
import {giveUpSearch, listActiveSearches, ownerOfSearch} from './active-searches.ts';
import {readDebugMetrics} from './debug-metrics.ts';
import {readPrometheus, type InboxCounts} from './prometheus.ts';
import * as shapes from './shapes.ts';
import {readStack} from './stack.ts';
import type {EntityTally} from './store-size.ts';

const produces = 'text/plain';

/** What is asked of this process rather than of the store: whether it lives, what it does, how it fares. */
export const processRoutes: readonly Route[] = [
  serve(
    'GET /admin/liveness',
    {summary: 'Answers while the process lives', answer: text(), produces, open: true},
    () => 'Service is live',
  ),
  serve(
    'GET /admin/readiness',
    {
      summary: 'Whether store and index answer, and requests can be recorded',
      answer: text(),
      produces,
      errors: ['NOT_READY'],
      description:
        'Needs no login; those who log in read why it is not ready, and that the policy file cannot be used.',
      open: 'named',
    },
    async (_input, request, _reply, context) => {
      const isNamed = request.actor.userName !== '';
      const reason = await notReady(context, request);
      if (reason !== undefined) throw new AppError('NOT_READY', [isNamed ? reason : 'those who log in can read why']);
      const problem = isNamed ? context.authorizer.state?.problem : undefined;
      // It serves, by the policy before: no load balancer takes it out.
      return `Service is ready to accept requests${problem === undefined ? '' : `; the policy file cannot be used, the policy before it holds: ${problem}`}`;
    },
  ),
  serve(
    'GET /admin/stack',
    {summary: 'What the process is doing now', answer: text(), produces},
    (_input, {actor, id: requestId}, _reply, {telemetry, authorizer}) => {
      authorizer.check({actor, requestId}, 'admin-export', 'read what the process is doing');
      return readStack(telemetry);
    },
  ),
  serve(
    'GET /admin/activeSearches',
    {summary: 'Searches that this process is doing now', answer: list(text())},
    (_input, _request, _reply, {telemetry}) => listActiveSearches(telemetry),
  ),
  serveChange(
    'DELETE /admin/activeSearches/{id}',
    'unrehearsed',
    {
      summary: 'Answer who waits for a search with an error',
      description: 'False when there is no such search.',
      answer: flag(),
    },
    ({id}, request, _reply, {telemetry, authorizer}) => {
      const owner = ownerOfSearch(telemetry, id);
      if (owner !== undefined && owner !== request.actor.userName) {
        const asker = {actor: request.actor, requestId: request.id};
        authorizer.check(asker, 'admin-purge', 'end the search of somebody else');
      }
      return JSON.stringify(giveUpSearch(telemetry, id, request.actor.userName));
    },
  ),
  serve(
    'GET /admin/debug/metrics',
    {
      summary: 'How often each operation and each call of the API ran and how long it took',
      answer: mapOf(shapes.debugMetrics),
    },
    (_input, _request, _reply, {telemetry}) => readDebugMetrics(telemetry),
  ),
  serve(
    'GET /admin/prometheus',
    {summary: 'The same for Prometheus', answer: text(), produces, open: true},
    async (_input, request, reply, context) => {
      const tally = (await ask(context, request, 'readStoreSize')) as EntityTally;
      const inbox = (await ask(context, request, 'countInbox')) as InboxCounts;
      const {telemetry, notifications, hooks, authorizer} = context;
      const text = readPrometheus(telemetry, tally, authorizer.state, notifications.counts, {
        ...hooks.counts,
        inbox,
      });
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
    },
  ),
];

/** Why no requests should be sent here; undefined while they should. */
async function notReady(context: ApiContext, request: FastifyRequest): Promise<string | undefined> {
  const health = await indexHealth(context, request);
  if (health === undefined) return 'its store does not answer';
  if (!health.healthy) return `the search index ${health.backend} lacks entities of the store`;
  const {server} = context.telemetry;
  if (!server.hasRoomForRecords) return 'records of requests are lost, as there is no room for them';
  return (await server.isDiskFull()) ? 'its disk is full' : undefined;
}

async function ask(
  {executor}: ApiContext,
  {actor, id}: FastifyRequest,
  name: 'indexHealth' | 'readStoreSize' | 'countInbox',
) {
  return JSON.parse((await executor.run(name, {actor, requestId: id}, {})) ?? 'null') as unknown;
}

const readinessPatienceMs = 5000;

/** Undefined when the store does not answer, or not soon enough for whoever would be sent here. */
async function indexHealth(
  context: ApiContext,
  request: FastifyRequest,
): Promise<{healthy: boolean; backend: string} | undefined> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${readinessPatienceMs} ms`)),
    readinessPatienceMs,
  );
  try {
    return (await Promise.race([ask(context, request, 'indexHealth'), late.promise])) as {
      healthy: boolean;
      backend: string;
    };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
