import {hostname} from 'node:os';
import {auditTime} from '@gazetteer/model';
import type {Ending} from '../http/when-ended.ts';

const agentHost = hostname();
// `code` and `state` are what an OpenID provider sends a browser back with.
const secretName = /password|passwd|token|secret|^(?:code|state)$/i;
/** Of most addresses, which have no such parameter. */
const maySecret = /password|passwd|token|secret|[?&](?:code|state)=/i;
/** Nobody knows whether a request is allowed that the server ended before its answer. */
const refused = new Set([0, 401, 403, 419]);
let sequence = 0;

/**
 * One request as a line of JSON, in the words of the audit records that readers of the field know:
 * `evtTime` in UTC, `reqUser`, `cliIP`, `action` (method), `resource` (address with query, secrets
 * masked), `result` (1 when it was allowed), beside them `status` and, for somebody who speaks for
 * another, `proxyUser`.
 */
export function auditRecord(agent: string, {status, session, ...request}: Ending): string {
  return JSON.stringify({
    evtTime: auditTime(Date.now()),
    reqUser: session?.actor.userName ?? '',
    ...(session?.proxyUser !== undefined && {proxyUser: session.proxyUser}),
    cliIP: request.address,
    action: request.method,
    resource: masked(request.url),
    resType: 'path',
    result: refused.has(status) ? 0 : 1,
    status,
    event_dur_ms: request.ms,
    event_count: 1,
    seq_num: status === 0 ? sequence : ++sequence,
    id: request.id,
    agent,
    agentHost,
  });
}

/**
 * What a policy decided about a request: the action up to the colon, what it is about behind it,
 * and the rules that said so.
 */
export type PolicyDecision = {
  readonly user: string;
  readonly requestId: string;
  /** `update entity: type=hive_table` */
  readonly what: string;
  /** Those that allow it, or the one that denies it; none where no rule allows it. */
  readonly rules: readonly string[];
  readonly allowed: boolean;
  readonly count: number;
};

/** A decision as a line of JSON like those of requests; `id` is that of its request. */
export function decisionRecord(
  agent: string,
  {user, requestId, what, rules, allowed, count}: PolicyDecision,
): string {
  const [action = '', ...about] = what.split(': ');
  return JSON.stringify({
    evtTime: auditTime(Date.now()),
    reqUser: user,
    action,
    resource: about.join(': '),
    resType: 'policy',
    result: allowed ? 1 : 0,
    policy: rules,
    event_count: count,
    seq_num: ++sequence,
    id: requestId,
    agent,
    agentHost,
  });
}

/**
 * The address without the values of secret parameters. Not one expression over the whole of it:
 * anybody may send an address of many thousand characters, which such an expression would be
 * minutes about.
 */
function masked(url: string): string {
  if (!maySecret.test(url)) return url;
  const [path = '', ...parameters] = url.split(/([?&])/);
  return path + parameters.map(maskedParameter).join('');
}

function maskedParameter(parameter: string): string {
  const at = parameter.indexOf('=');
  return at >= 0 && secretName.test(parameter.slice(0, at))
    ? `${parameter.slice(0, at)}=***`
    : parameter;
}

/**
 * The id of the request that a record is of; of other records, such as those of decisions, it is
 * undefined. Not read as JSON: a line that a power cut has spoilt must not keep the server from
 * starting.
 */
export function requestOf(record: string): string | undefined {
  return /,"resType":"path",.*"id":"([^"\\]*)"/.exec(record)?.[1];
}

const beforeDay = '{"evtTime":"'.length;

/**
 * `yyyyMMdd` of a record, of which only the start is read: each record passes here once for each
 * attempt to send it.
 */
export function dayOf(record: string): string {
  const day = record.slice(beforeDay, beforeDay + 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(day))
    throw new Error(`no record of a request: ${record.slice(0, 40)}`);
  return day.replaceAll('-', '');
}
