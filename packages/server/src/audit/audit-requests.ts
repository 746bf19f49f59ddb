import type {FastifyInstance} from 'fastify';
import {whenAnswering, whenBegun} from '../http/when-ended.ts';
import {auditRecord} from './audit-record.ts';

/** Where records of requests go: a `Trail`. */
export type RequestTrail = {
  /** Keeps the record that is made of a request which never ends. */
  begin(id: string, line: () => string): void | Promise<void>;
  /** @param begun the request that has ended */
  record(line: string, begun?: string): void | Promise<void>;
};

/**
 * Records every request, whatever becomes of it: before anything is done for it that it has begun,
 * and before anybody is told of its end what it came to.
 */
export function auditRequests(app: FastifyInstance, agent: string, trail: RequestTrail): void {
  whenBegun(app, (id, ending) => trail.begin(id, () => auditRecord(agent, ending())));
  whenAnswering(app, ending => trail.record(auditRecord(agent, ending), ending.id));
}
