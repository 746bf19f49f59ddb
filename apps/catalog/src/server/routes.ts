import {dryRunOf, textOf, timeoutOf, type AnyOperation, type Values} from '@gazetteer/kernel';
import type {Telemetry} from '@gazetteer/kernel/host';
import {mount, type OpenApi, type Run} from '@gazetteer/kernel/http';
import {AppError} from '@gazetteer/model';
import {clientGone} from '@gazetteer/server';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {Authorizer} from '../access/authorizer.ts';
import type {Need} from '../access/needs.ts';
import {referenceMetrics} from '../admin/reference-metrics.ts';
import type {SessionSettings} from '../admin/session.ts';
import {documented} from '../api/documented.ts';
import {callerOf, type Door, type Route} from '../api/route.ts';
import type {Caller, CatalogHost} from '../caller.ts';
import {routes, type ApiDoor} from './route-list.ts';

/**
 * How long a search goes on for a client that has ended its side of the connection: it may have
 * gone, or still take its answer.
 */
const graceMs = 10_000;

const nobodyWaits = () => new AppError('BAD_REQUEST', ['nobody waits for the search any more']);

/** Of the answer to a change: what undoes it, POST /v2/undo/{changeId}. */
const changeIdHeader = 'change-id';

const maxQuestionBytes = 4 * 2 ** 20;

const catalog = documented(routes);

export const catalogDocument: () => OpenApi = catalog.document;
export const catalogRoutes: readonly Route[] = catalog.routes;

/** Serves the whole API or, where a list is given, that. */
export type MountRoutes = (
  api: FastifyInstance,
  session: SessionSettings,
  list?: readonly Route[],
) => void;

export function apiRoutes(
  host: CatalogHost,
  telemetry: Telemetry,
  authorizer: Authorizer,
  background: Omit<ApiDoor, keyof Door | 'session'>,
): MountRoutes {
  const run: Run = async (request, reply, operation, args, {status = 200, location} = {}) => {
    const caller = callerFor(operation, request);
    const signal =
      operation.on === 'search'
        ? clientGone(request, reply, {reason: nobodyWaits, graceMs})
        : undefined;
    const {json, changeId} = await host.answer(operation, caller, args, signal);
    if (changeId !== undefined) void reply.header(changeIdHeader, changeId);
    if (json === undefined) return await reply.code(status === 200 ? 204 : status).send();
    // What was rehearsed is nowhere: no address leads to it, and it is not created.
    if (caller.isDryRun === true) return await reply.send(json);
    const made = location?.(JSON.parse(json) as never, args as never);
    if (made !== undefined)
      void reply.header('location', `${request.url.split('?', 1)[0]}/${made}`);
    return await reply.code(status).send(json);
  };
  const timed = (at: string) => {
    const metric = referenceMetrics.get(at);
    return metric === undefined ? undefined : (ms: number) => telemetry.countCall(metric, ms);
  };
  const context = {run, host, telemetry, authorizer, ...background};
  return (api, session, list = catalog.routes) =>
    mount<ApiDoor>(api, list, {door: {...context, session}, timed, maxQuestionBytes});
}

/** Who asks for an operation, and how their request wants it done. */
function callerFor({name, on, may}: AnyOperation, request: FastifyRequest): Caller {
  if ((may as Need).isInternal === true) throw new Error(`${name} is no operation for requests`);
  const given = request.query as Values;
  return {
    ...callerOf(request),
    isDryRun: on === 'writer' && dryRunOf(given),
    timeoutMs: on === 'search' ? timeoutOf(given) : undefined,
    deleteType: textOf(given, 'deleteType'),
  };
}
