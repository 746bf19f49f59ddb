import type {FastifyInstance} from 'fastify';
import {whenAnswering} from '../http/when-ended.ts';
import {auditRecord} from './audit-record.ts';

/** Records every request, whatever becomes of it, before anybody is told of that. */
export function auditRequests(
  app: FastifyInstance,
  agent: string,
  record: (line: string) => void | Promise<void>,
): void {
  whenAnswering(app, ending => record(auditRecord(agent, ending)));
}
