import {hostname} from 'node:os';
import type {FastifyReply, FastifyRequest} from 'fastify';

const agentHost = hostname();
const secretParameter = /([?&](?:[^=&]*(?:password|token|secret)[^=&]*)=)[^&]*/gi;
let sequence = 0;

/**
 * One request as a line of JSON, in the words of the audit records that readers of the field know: `evtTime` in UTC, `reqUser`,
 * `cliIP`, `action` (method), `resource` (address with query, secrets masked), `result` (1 when it was allowed), beside them
 * `status` and, for somebody who speaks for another, `proxyUser`.
 */
export function auditRecord(agent: string, request: FastifyRequest, reply: FastifyReply): string {
  const {statusCode: status} = reply;
  const {session} = request;
  return JSON.stringify({
    evtTime: new Date().toISOString().replace('T', ' ').replace('Z', ''),
    reqUser: session?.actor.userName ?? '',
    ...(session?.proxyUser !== undefined && {proxyUser: session.proxyUser}),
    cliIP: request.ip,
    action: request.method,
    resource: request.url.replaceAll(secretParameter, '$1***'),
    resType: 'path',
    result: status === 401 || status === 403 || status === 419 ? 0 : 1,
    status,
    event_dur_ms: Math.round(reply.elapsedTime * 10) / 10,
    event_count: 1,
    seq_num: ++sequence,
    id: request.id,
    agent,
    agentHost,
  });
}

/** `yyyyMMdd` of a record. */
export function dayOf(record: string): string {
  const {evtTime} = JSON.parse(record) as {evtTime: string};
  return evtTime.slice(0, 10).replaceAll('-', '');
}
