import {randomBytes} from 'node:crypto';
import type {FastifyInstance, FastifyReply} from 'fastify';
import type {Log} from '../log.ts';
import type {Login} from '../auth/login/open-login.ts';
import type {Session} from '../auth/session/session.ts';
import type {Link} from './link.ts';
import type {EndedLogin} from './partner-of.ts';
import {originOf, ssoPaths} from './paths.ts';
import {digestOf} from './sso-state.ts';

const open = {config: {open: true}};
const maxBytes = 8 * 1024;
/** The browser takes it straight to the other half. */
const codeMs = 60_000;

/** Who logs in with a code. */
export type RedeemedLogin = {
  readonly userName: string;
  readonly groups: readonly string[];
  /** The session that it came from, as lists call it. */
  readonly session: string;
  readonly endsInMs: number;
  /** How pages look there (`packages/ui/src/look.ts`). */
  readonly look?: string | undefined;
};

type Kept = Omit<RedeemedLogin, 'endsInMs'> & {readonly state: string; readonly endsAt: number};

/**
 * A code for somebody's session, good once, for a minute, and with the state that it was asked for
 * with. Undefined for a session that is not to become one elsewhere: what a token may do in part, a
 * browser may not do in whole.
 */
export async function issueCode(
  {sessions, notes}: Pick<Login, 'sessions' | 'notes'>,
  session: Session,
  state: string,
  look: string | undefined,
): Promise<string | undefined> {
  const {userName, groups, scope, isNeighbour} = session.actor;
  const endsInMs = sessions.remainingMs(session);
  if (scope !== undefined || isNeighbour === true || endsInMs <= 0) return undefined;
  const code = randomBytes(32).toString('base64url');
  const [now, listed] = [Date.now(), sessions.listedId(session.id)];
  const kept: Kept = {
    userName,
    groups,
    session: listed,
    state: digestOf(state),
    endsAt: now + endsInMs,
    look,
  };
  await notes.keep(digestOf(code), JSON.stringify(kept), now + codeMs);
  return code;
}

type Pages = {
  readonly log: Log;
  readonly alsoEverywhere: (userName: string) => Promise<void>;
};

/**
 * What the other half asks and tells, by the secret that both share; nobody else gets an answer.
 */
export function serverRoutes(app: FastifyInstance, link: Link, login: Login, pages: Pages): void {
  void app.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      {parseAs: 'string', bodyLimit: maxBytes},
      (_request, body, done) => done(null, body),
    );
    scope.addHook('preValidation', async (request, reply) =>
      link.isFromNeighbour(request)
        ? undefined
        : await reply.code(401).send({message: 'This address is for the other server.'}),
    );
    scope.post(ssoPaths.ready, open, async (_request, reply) => await send(reply, {}));
    scope.post(ssoPaths.redeem, open, async (request, reply) => {
      const {code, state} = textsIn(request.body);
      const redeemed = await redeem(login, code ?? '', state ?? '');
      if (redeemed !== undefined) return await send(reply, redeemed);
      return await reply.code(404).send({message: 'There is no such code.'});
    });
    scope.post(ssoPaths.ended, open, async (request, reply) => {
      const ended = textsIn(request.body) as Partial<EndedLogin>;
      const {userName} = ended;
      if (userName === undefined)
        return await reply.code(400).send({message: 'userName is missing.'});
      const elsewhere = await end({link, login, ...pages}, {...ended, userName});
      pages.log.info({user: userName}, `a logout at the ${link.other} ended sessions here`);
      return await send(reply, {elsewhere});
    });
  });
}

async function send(reply: FastifyReply, answer: object): Promise<FastifyReply> {
  return await reply.header('cache-control', 'no-store').send(answer);
}

/** What is no text is left out, and what is no object has none. */
function textsIn(body: unknown): Readonly<Record<string, string | undefined>> {
  let read: unknown;
  try {
    read = JSON.parse(String(body));
  } catch {
    return {};
  }
  if (typeof read !== 'object' || read === null) return {};
  return Object.fromEntries(Object.entries(read).filter(([, value]) => typeof value === 'string'));
}

async function redeem(
  {sessions, notes, refresh}: Login,
  code: string,
  state: string,
): Promise<RedeemedLogin | undefined> {
  // Whatever comes of it: once.
  const text = await notes.take(digestOf(code));
  if (text === undefined) return undefined;
  const {state: right, endsAt, ...who} = JSON.parse(text) as Kept;
  // A login that has ended in between is none.
  refresh();
  const isStill = (await sessions.list(who.userName)).some(({id}) => id === who.session);
  return state === right && isStill ? {...who, endsInMs: endsAt - Date.now()} : undefined;
}

/** @returns where a browser has to go to log out at the provider that the login came from */
async function end(
  {link, login, alsoEverywhere}: Pages & {link: Link; login: Login},
  {userName, session, cameFrom, isEverywhere, returnTo}: EndedLogin,
): Promise<string | undefined> {
  const {sessions, openId} = login;
  if (isEverywhere !== undefined) {
    await login.endAllOf(userName);
    await alsoEverywhere(userName);
    return undefined;
  }
  const origin = originOf(link.other);
  await sessions.endAtProvider(
    origin,
    session === undefined
      ? {subject: userName, stay: undefined}
      : {subject: undefined, stay: session},
  );
  const ended = cameFrom === undefined ? undefined : await sessions.endListed(userName, cameFrom);
  return ended && returnTo !== undefined ? await openId?.logoutUrl(ended, returnTo) : undefined;
}
