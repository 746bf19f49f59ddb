import type {Database} from '@gazetteer/db';
import {givenIn} from '@gazetteer/kernel/http';
import {textIn} from '@gazetteer/kernel/loose-fields';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {
  endSession,
  isFromOtherSite,
  isOwnPath,
  type Link,
  type Log,
  type Login,
  LoginError,
  loginHtml,
  logOut,
  openIdButton,
  openIdRoutes,
  sentBy,
  sessionListRoutes,
  setSessionCookie,
  SingleSignOn,
  visitorOf,
  whileLoggingIn,
} from '@gazetteer/server';
import {revokeTokensOf} from '../token/personal-tokens.ts';
import {refuse, setCsrfCookie, setFirstCsrfCookie} from '../http/csrf.ts';

/** The editor's own, as all servers of a host get each other's cookies. */
export const sessionCookie = 'sessionid';

const home = '/app/editor/';
const loginPage = '/hue/accounts/login';
const unknownHere =
  'You are logged in at the catalog, and have no account here. Log in with another one.';
const open = {config: {open: true}};

/** The login form at the addresses that bookmarks and scripts know, and the way out. */
export function loginRoutes(
  app: FastifyInstance,
  {login, log, db, link}: {login: Login; log: Log; db: Database; link: Link | undefined},
): void {
  openIdRoutes(app, login, {
    home,
    cookie: sessionCookie,
    log,
    failed: (_request, reply) =>
      showForm(reply, 401, 'Single sign-on failed. Try again.', '', login),
    started: setCsrfCookie,
  });
  const alsoEverywhere = (userName: string) => revokeTokensOf(db, userName);
  sessionListRoutes(app, login, {cookie: sessionCookie, alsoEverywhere});
  const singleSignOn =
    link &&
    new SingleSignOn(app, link, login, {
      own: 'editor',
      home,
      loginPage,
      cookie: sessionCookie,
      log,
      started: setCsrfCookie,
      alsoEverywhere,
    });
  for (const prefix of ['/hue/accounts', '/accounts']) {
    app.get(`${prefix}/login`, open, async (request, reply) => {
      const {next: given, failed} = request.query as {next?: unknown; failed?: unknown};
      const next = typeof given === 'string' ? given : '';
      const elsewhere = await singleSignOn?.begin(request, reply, next);
      if (elsewhere !== undefined) return elsewhere;
      setFirstCsrfCookie(request, reply);
      return showForm(reply, 200, failed === 'account' ? unknownHere : undefined, next, login);
    });
    app.post(`${prefix}/login`, open, (request, reply) => logIn(request, reply, login));
    app.get(`${prefix}/logout`, open, (request, reply) =>
      logOut(request, reply, login, {
        cookie: sessionCookie,
        loginPage,
        alsoEverywhere,
      }),
    );
  }
}

async function logIn(
  request: FastifyRequest,
  reply: FastifyReply,
  login: Login,
): Promise<FastifyReply> {
  // Another site may not log its visitor in under a name of its choice.
  if (isFromOtherSite(request)) return refuse(reply);
  const given = givenIn(request);
  const next = textIn(given, 'next');
  try {
    const credentials = {
      userName: textIn(given, 'username'),
      password: textIn(given, 'password'),
      ...sentBy(request),
    };
    const actor = await login.credentials.check(credentials, work => whileLoggingIn(request, work));
    await endSession(request, login, sessionCookie);
    const session = await login.sessions.open(actor, {visitor: visitorOf(request)});
    setSessionCookie(reply, session.id, sessionCookie);
    setCsrfCookie(reply, session);
    return reply.header('cache-control', 'no-store').redirect(isOwnPath(next) ? next : home, 302);
  } catch (error) {
    if (!(error instanceof LoginError)) throw error;
    if (error.isForbidden) return showForm(reply, 403, error.message, next, login);
    const wait = error.retryAfterSeconds;
    if (wait === undefined)
      return showForm(reply, 401, 'User name or password is wrong.', next, login);
    const problem = `Too many failed attempts. Try again in ${wait} s.`;
    return showForm(reply.header('retry-after', wait), 429, problem, next, login);
  }
}

function showForm(
  reply: FastifyReply,
  code: number,
  problem: string | undefined,
  next: string,
  login: Pick<Login, 'openId'>,
): FastifyReply {
  const own = isOwnPath(next) ? next : '';
  const html = loginHtml({
    app: {title: 'Gazetteer Editor', name: 'query editor'},
    action: loginPage,
    names: {user: 'username', password: 'password'},
    assets: '/static',
    problem,
    next: own,
    provider: openIdButton(login, own),
  });
  return reply
    .code(code)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(html);
}
