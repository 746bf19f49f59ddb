import type {FastifyInstance} from 'fastify';
import {accessRoutes} from './access/routes.ts';
import type {Authorizer} from './access/authorizer.ts';
import {needOf} from './access/needs.ts';
import {auditRoutes} from './admin/audit-routes.ts';
import {metricsRoutes} from './admin/metrics-routes.ts';
import {processRoutes} from './admin/process-routes.ts';
import {adminRoutes} from './admin/routes.ts';
import type {SessionSettings} from './admin/session.ts';
import {documented} from './api/documented.ts';
import {mountRoutes} from './api/mount-routes.ts';
import type {OpenApi} from './api/openapi.ts';
import type {ApiContext, Route} from './api/route.ts';
import {classificationRoutes} from './entity/classification-routes.ts';
import {annotationRoutes} from './entity/annotation-routes.ts';
import {entityRoutes} from './entity/routes.ts';
import {glossaryRoutes} from './glossary/routes.ts';
import type {Executor} from './host/executor.ts';
import type {Telemetry} from './host/telemetry.ts';
import {oldEntityRoutes, oldRoutes} from './legacy/routes.ts';
import {lineageRoutes} from './lineage/routes.ts';
import {notificationRoutes} from './notification/routes.ts';
import {operations} from './operations.ts';
import {dryRunOf, textOf} from './query.ts';
import type {Call, Run} from './run.ts';
import {relationshipRoutes} from './relationship/routes.ts';
import {searchRoutes} from './search/routes.ts';
import {transferRoutes} from './transfer/routes.ts';
import {typeRoutes} from './types/routes.ts';

/** Everything that the API serves; one list per URL family. */
const routes: readonly Route[] = [
  ...entityRoutes,
  ...classificationRoutes,
  ...annotationRoutes,
  ...relationshipRoutes,
  ...typeRoutes,
  ...searchRoutes,
  ...lineageRoutes,
  ...glossaryRoutes,
  ...adminRoutes,
  ...accessRoutes,
  ...metricsRoutes,
  ...auditRoutes,
  ...transferRoutes,
  ...notificationRoutes,
  ...processRoutes,
  ...oldEntityRoutes,
  ...oldRoutes,
];

const catalog = documented(routes);

export const catalogDocument: OpenApi = catalog.document;

export function apiRoutes(
  executor: Executor,
  telemetry: Telemetry,
  authorizer: Authorizer,
  background: Pick<
    ApiContext,
    'downloads' | 'transfers' | 'asyncImports' | 'tasks' | 'notifications' | 'changes' | 'hooks' | 'hookTopics'
  >,
): (api: FastifyInstance, session: SessionSettings) => void {
  const call: Call = async (request, name, args) => {
    if (needOf(name).isInternal === true) throw new Error(`${name} is no operation for requests`);
    const isDryRun = operations[name].on === 'writer' && dryRunOf(request);
    const asker = {actor: request.actor, requestId: request.id, isDryRun, deleteType: textOf(request, 'deleteType')};
    return {json: await executor.run(name, asker, args), isDryRun};
  };
  const run: Run = async (request, reply, name, args) => {
    const {json} = await call(request, name, args);
    return json === undefined ? await reply.code(204).send() : await reply.send(json);
  };
  const context = {call, executor, telemetry, authorizer, ...background};
  return (api, session) => mountRoutes(api, catalog.routes, {run, ...context, session});
}
