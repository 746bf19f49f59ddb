import type {FastifyInstance} from 'fastify';
import {auditRoutes} from './admin/audit-routes.ts';
import {metricsRoutes} from './admin/metrics-routes.ts';
import {processRoutes} from './admin/process-routes.ts';
import {entityRoutes} from './entity/routes.ts';
import {glossaryRoutes} from './glossary/routes.ts';
import type {Executor} from './host/executor.ts';
import type {Telemetry} from './host/telemetry.ts';
import {lineageRoutes} from './lineage/routes.ts';
import {operations} from './operations.ts';
import {dryRunOf} from './query.ts';
import type {Run} from './run.ts';
import {searchRoutes} from './search/routes.ts';
import {typeRoutes} from './types/routes.ts';

/** Every route of the API that runs an operation; one list per URL family. */
export function apiRoutes(executor: Executor, telemetry: Telemetry): (api: FastifyInstance) => void {
  const run: Run = async (request, reply, name, args) => {
    const isDryRun = operations[name].on === 'writer' && dryRunOf(request);
    const json = await executor.run(name, {actor: request.actor, requestId: request.id, isDryRun}, args);
    return json === undefined ? await reply.code(204).send() : await reply.send(json);
  };
  return api => {
    entityRoutes(api, run);
    typeRoutes(api, run);
    lineageRoutes(api, run);
    searchRoutes(api, run);
    glossaryRoutes(api, run);
    metricsRoutes(api, run);
    auditRoutes(api, run);
    processRoutes(api, executor, telemetry);
  };
}
