import {streams} from '@gazetteer/kernel/http';
import type {Callable} from '@gazetteer/kernel';
import {readStoreSize} from './store-size.ts';
import {countInbox} from '../notification/failed-messages.ts';
import {indexHealth} from '../search/index-health.ts';
import {configurationShape} from '@gazetteer/kernel/configuration-shape';
import {AppError} from '@gazetteer/model';
import type {Configuration} from '@gazetteer/settings';
import type {FastifyRequest} from 'fastify';
import type {HookConsumer} from '../notification/hook-consumer.ts';
import type {Notifications} from '../notification/start-notifications.ts';
import {callerOf, type Door, type Route} from '../api/route.ts';
import {flag, list, mapOf, text} from '@gazetteer/kernel/shape';
import {giveUpSearch, listActiveSearches, ownerOfSearch} from './active-searches.ts';
import {readDebugMetrics} from './debug-metrics.ts';
import {readPrometheus} from './prometheus.ts';
import * as shapes from './shapes.ts';
import {readStack} from './stack.ts';

export type ProcessDoor = Door & {
  readonly hooks: HookConsumer;
  readonly notifications: Pick<Notifications, 'counts'>;
  readonly configuration: Configuration;
};
const stream = streams<ProcessDoor>();

const produces = 'text/plain';

/**
 * What is asked of this process rather than of the store: whether it lives, what it does, how it
 * fares.
 */
export const processRoutes: readonly Route<ProcessDoor>[] = [
  stream(
    'GET /admin/liveness',
    {
      summary: 'Answers while the process lives',
      description: 'Needs no login. Does not look at the store.',
      answer: text(),
      produces,
      open: true,
    },
    () => 'Service is live',
  ),
  stream(
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
      if (reason !== undefined)
        throw new AppError('NOT_READY', [isNamed ? reason : 'those who log in can read why']);
      const problem = isNamed ? context.authorizer.state?.problem : undefined;
      // It serves, by the policy before: no load balancer takes it out.
      return `Service is ready to accept requests${problem === undefined ? '' : `; the policy file cannot be used, the policy before it holds: ${problem}`}`;
    },
  ),
  stream(
    'GET /admin/stack',
    {
      summary: 'What the process is doing now',
      description: 'Queries, requests and threads as text. Needs the permission admin-export.',
      answer: text(),
      produces,
    },
    (_input, request, _reply, {telemetry, authorizer}) => {
      authorizer.check(callerOf(request), 'admin-export', 'read what the process is doing');
      return readStack(telemetry);
    },
  ),
  stream(
    'GET /admin/configuration',
    {
      summary: 'What the catalog was started with',
      description:
        'Every option with its value and where it is set; secrets are masked. Needs the permission admin-export.',
      answer: configurationShape,
    },
    (_input, request, _reply, {configuration, authorizer}) => {
      authorizer.check(callerOf(request), 'admin-export', 'read the configuration');
      return configuration;
    },
  ),
  stream(
    'GET /admin/activeSearches',
    {
      summary: 'Searches that this process is doing now',
      description: 'Ids that DELETE /admin/activeSearches/{id} takes.',
      answer: list(text()),
    },
    (_input, _request, _reply, {telemetry}) => listActiveSearches(telemetry),
  ),
  stream(
    'DELETE /admin/activeSearches/{id}',
    {
      change: 'unrehearsed',
      summary: 'Cancel a search: its client is answered with an error',
      description: 'False when there is no such search.',
      answer: flag(),
    },
    ({id}, request, _reply, {telemetry, authorizer}) => {
      const owner = ownerOfSearch(telemetry, id);
      if (owner !== undefined && owner !== request.actor.userName) {
        authorizer.check(callerOf(request), 'admin-purge', 'end the search of somebody else');
      }
      return JSON.stringify(giveUpSearch(telemetry, id, request.actor.userName));
    },
  ),
  stream(
    'GET /admin/debug/metrics',
    {
      summary: 'How often each operation and each call of the API ran and how long it took',
      description: 'By name of the operation.',
      answer: mapOf(shapes.debugMetrics),
    },
    (_input, _request, _reply, {telemetry}) => readDebugMetrics(telemetry),
  ),
  stream(
    'GET /admin/prometheus',
    {
      summary: 'The same for Prometheus',
      description: 'Needs no login. docs/metrics.md lists the metrics.',
      answer: text(),
      produces,
      open: true,
    },
    async (_input, request, reply, context) => {
      const tally = await ask(context, request, readStoreSize);
      const inbox = await ask(context, request, countInbox);
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
async function notReady(
  context: ProcessDoor,
  request: FastifyRequest,
): Promise<string | undefined> {
  const {server} = context.telemetry;
  if (server.problem !== undefined) return server.problem;
  const health = await healthInTime(context, request);
  if (health === undefined) return 'its store does not answer';
  if (!health.healthy) return `the search index ${health.backend} lacks entities of the store`;
  return (await server.isDiskFull()) ? 'its disk is full' : undefined;
}

/** In the name of whoever asks, so that the log tells who that was. */
async function ask<Answer>(
  {host}: ProcessDoor,
  request: FastifyRequest,
  operation: Callable<undefined, Answer>,
): Promise<Answer> {
  return await host.call(operation, callerOf(request), undefined);
}

const readinessTimeoutMs = 5000;

/** Undefined when the store does not answer, or not soon enough for whoever would be sent here. */
async function healthInTime(
  context: ProcessDoor,
  request: FastifyRequest,
): Promise<{healthy: boolean; backend: string} | undefined> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${readinessTimeoutMs} ms`)),
    readinessTimeoutMs,
  );
  try {
    return await Promise.race([ask(context, request, indexHealth), late.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
