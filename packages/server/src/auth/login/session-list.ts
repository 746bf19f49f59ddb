import {hasAdministrators} from '@gazetteer/model';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import type {Actor} from '../actor.ts';
import type {Login} from './open-login.ts';
import {clearSessionCookie} from '../session/session-cookie.ts';
import type {Visitor} from '../session/session.ts';

const maxAgentLength = 300;
/** Of all users. */
const maxListed = 1000;

/** Administrators see and end what others began. */
export function isAdmin({groups}: Actor): boolean {
  return hasAdministrators(groups);
}

export function visitorOf({ip, headers}: FastifyRequest): Visitor {
  return {address: ip, agent: (headers['user-agent'] ?? '').slice(0, maxAgentLength)};
}

export type SessionListOptions = {
  readonly cookie?: string;
  /** What else lets this person in. */
  readonly alsoEverywhere?: (userName: string) => Promise<void>;
};

type Input = {
  readonly Params: {readonly id?: string};
  readonly Querystring: {readonly user?: unknown; readonly all?: unknown};
};

/**
 * Where people see from where they are logged in, and end that: one session, or all with all
 * tokens. Administrators do the same for others (`?user=ann`), and see all users (`?all=true`).
 */
export function sessionListRoutes(
  app: FastifyInstance,
  login: Pick<Login, 'sessions' | 'endAllOf' | 'partner'>,
  {cookie, alsoEverywhere}: SessionListOptions = {},
): void {
  const {sessions} = login;
  app.get<Input>('/account/sessions', async (request, reply) => {
    const isOfAll = request.query.all === 'true';
    const userName = isOfAll && !isAdmin(request.actor) ? undefined : whose(request);
    if (userName === undefined) return await refuse(reply, 403, onlyAdministrators);
    const own = request.session && sessions.listedId(request.session.id);
    const found = isOfAll ? await sessions.newest(maxListed) : await sessions.list(userName);
    const list = found.map(one => ({...one, isThis: one.id === own}));
    void reply.header('cache-control', 'no-store');
    return await reply.send({userName, isAdmin: isAdmin(request.actor), sessions: list});
  });
  app.delete<Input>('/account/sessions/:id', async (request, reply) => {
    const userName = whose(request);
    if (userName === undefined) return await refuse(reply, 403, onlyAdministrators);
    const ended = await sessions.endListed(userName, request.params.id ?? '');
    if (ended === undefined)
      return await refuse(reply, 404, 'There is no such session. It may have ended meanwhile.');
    await login.partner?.ended(ended);
    return await reply.code(204).send();
  });
  app.delete<Input>('/account/sessions', async (request, reply) => {
    const userName = whose(request);
    if (userName === undefined) return await refuse(reply, 403, onlyAdministrators);
    await login.endAllOf(userName);
    await alsoEverywhere?.(userName);
    await login.partner?.endedEverywhere(userName);
    if (userName === request.actor.userName) clearSessionCookie(reply, cookie);
    return await reply.code(204).send();
  });
}

const onlyAdministrators = 'Only administrators see and end the sessions of others.';

/** Undefined when this is nobody of whom the caller may know. */
function whose({query: {user}, actor}: FastifyRequest<Input>): string | undefined {
  if (user === undefined || user === actor.userName) return actor.userName;
  return typeof user === 'string' && isAdmin(actor) ? user : undefined;
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({message});
}
