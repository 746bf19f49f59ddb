import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Database} from '@gazetteer/db';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {
  endSession,
  isOwnPath,
  type Log,
  type Login,
  LoginError,
  logOut,
  openIdButton,
  openIdRoutes,
  setSessionCookie,
} from '@gazetteer/server';
import {Fields} from '../editor-api/fields.ts';
import {revokeTokensOf} from '../token/personal-tokens.ts';
import {isFromOtherSite, refuse, setCsrfCookie, setFirstCsrfCookie} from '../http/csrf.ts';

/** The editor's own, as all servers of a host get each other's cookies. */
export const sessionCookie = 'sessionid';

const home = '/app/editor/';
const open = {config: {open: true}};
const page = readFileSync(join(import.meta.dirname, '..', '..', 'web', 'login.html'), 'utf8');

/** The login form at the addresses that bookmarks and scripts know, and the way out. */
export function loginRoutes(app: FastifyInstance, login: Login, log: Log, db: Database): void {
  openIdRoutes(app, login, {
    home,
    cookie: sessionCookie,
    log,
    failed: (_request, reply) => showForm(reply, 401, 'Single sign-on failed. Try again.', '', login),
    started: setCsrfCookie,
  });
  for (const prefix of ['/hue/accounts', '/accounts']) {
    app.get(`${prefix}/login`, open, (request, reply) => {
      const {next} = request.query as {next?: unknown};
      setFirstCsrfCookie(request, reply);
      return showForm(reply, 200, undefined, typeof next === 'string' ? next : '', login);
    });
    app.post(`${prefix}/login`, open, (request, reply) => logIn(request, reply, login));
    app.get(`${prefix}/logout`, open, (request, reply) =>
      logOut(request, reply, login, {
        cookie: sessionCookie,
        loginPage: '/hue/accounts/login',
        alsoEverywhere: userName => revokeTokensOf(db, userName),
      }),
    );
  }
}

async function logIn(request: FastifyRequest, reply: FastifyReply, login: Login): Promise<FastifyReply> {
  // Another site may not log its visitor in under a name of its choice.
  if (isFromOtherSite(request)) return refuse(reply);
  const fields = request.body instanceof Fields ? request.body : new Fields(new Map());
  const next = fields.text('next');
  try {
    const actor = await login.credentials.check({
      userName: fields.text('username'),
      password: fields.text('password'),
      address: request.ip,
    });
    await endSession(request, login, sessionCookie);
    const session = await login.sessions.open(actor);
    setSessionCookie(reply, session.id, sessionCookie);
    setCsrfCookie(reply, session);
    return reply.header('cache-control', 'no-store').redirect(isOwnPath(next) ? next : home, 302);
  } catch (error) {
    if (!(error instanceof LoginError)) throw error;
    const wait = error.retryAfterSeconds;
    if (wait === undefined) return showForm(reply, 401, 'User name or password is wrong.', next, login);
    const problem = `Too many failed attempts. Try again in ${wait} s.`;
    return showForm(reply.header('retry-after', wait), 429, problem, next, login);
  }
}

/** @param problem a text of ours, so that nothing in it needs escaping */
function showForm(
  reply: FastifyReply,
  code: number,
  problem: string | undefined,
  next: string,
  login: Pick<Login, 'openId'>,
): FastifyReply {
  const own = isOwnPath(next) ? next : '';
  const filled = page
    .replace('name="next" value=""', () => `name="next" value="${escaped(own)}"`)
    .replace('<!-- provider -->', () => openIdButton(login, own));
  const html =
    problem === undefined
      ? filled
      : filled.replace('<p id="problem" role="alert" hidden></p>', `<p id="problem" role="alert">${problem}</p>`);
  return reply.code(code).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
