import type {FastifyInstance} from 'fastify';
import {auditRecord} from './audit-record.ts';

/** Records every answer, whatever it is, after it was given. */
export function auditRequests(app: FastifyInstance, agent: string, record: (line: string) => void): void {
  app.addHook('onResponse', (request, reply, done) => {
    record(auditRecord(agent, request, reply));
    done();
  });
}
