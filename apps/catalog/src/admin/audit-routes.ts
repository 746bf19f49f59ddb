import {requiredBody} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import type {Run} from '../run.ts';

type ByGuid = {Params: {auditGuid: string}};
type ByName = {Params: {serverName: string}};

/** What operators did, and what the store is made of. */
export function auditRoutes(api: FastifyInstance, run: Run): void {
  api.post('/admin/audits', (req, reply) => run(req, reply, 'listAudits', {body: requiredBody(req)}));
  api.get<ByGuid>('/admin/audit/:auditGuid/summary', (req, reply) =>
    run(req, reply, 'readAuditSummary', {guid: req.params.auditGuid}),
  );
  api.get<ByGuid>('/admin/audit/:auditGuid/batches', (req, reply) =>
    run(req, reply, 'listAuditBatches', {guid: req.params.auditGuid}),
  );
  api.get<ByName>('/admin/server/:serverName', (req, reply) =>
    run(req, reply, 'readServer', {name: req.params.serverName}),
  );
  api.get('/admin/patches', (req, reply) => run(req, reply, 'listPatches', undefined));
}
