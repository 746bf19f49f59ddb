import {AppError} from '@gazetteer/model';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {LoginError} from '../actor.ts';
import type {Login} from './open-login.ts';
import {answerUnwanted} from './protect.ts';
import {isFromOtherSite} from '../session/browser.ts';
import {whileLoggingIn} from '../../http/limit-requests.ts';
import {sentBy} from '../password/check-credentials.ts';
import {endSession, logOut} from './end-session.ts';
import {type SessionListOptions, sessionListRoutes, visitorOf} from './session-list.ts';
import {setSessionCookie} from '../session/session-cookie.ts';

const open = {config: {open: true}};
const maxFormBytes = 8 * 1024;

/** The form's address and the way out, under the names that clients of the Atlas API know. */
export function loginRoutes(
  app: FastifyInstance,
  login: Pick<Login, 'credentials' | 'sessions' | 'openId' | 'endAllOf' | 'partner'>,
  also: Pick<SessionListOptions, 'alsoEverywhere'> = {},
): void {
  sessionListRoutes(app, login, also);
  app.get('/logout.html', open, (request, reply) =>
    logOut(request, reply, login, {...also, loginPage: '/login.jsp'}),
  );
  void app.register(async scope => {
    scope.removeAllContentTypeParsers();
    const form = 'application/x-www-form-urlencoded';
    scope.addContentTypeParser(
      form,
      {parseAs: 'string', bodyLimit: maxFormBytes},
      (_request, body, done) => done(null, new URLSearchParams(body.toString())),
    );
    scope.addContentTypeParser('*', (_request, _payload, done) =>
      done(new AppError('BAD_REQUEST', [`Content-Type must be ${form}`])),
    );
    scope.post('/j_spring_security_check', open, (request, reply) => logIn(request, reply, login));
  });
}

async function logIn(
  request: FastifyRequest,
  reply: FastifyReply,
  login: Pick<Login, 'credentials' | 'sessions' | 'partner'>,
): Promise<FastifyReply> {
  // Another site may not log its visitor in under a name of its choice.
  if (isFromOtherSite(request)) return answerUnwanted(reply);
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  void reply.type('application/json;charset=utf-8').header('cache-control', 'no-store');
  try {
    const given = {userName: form.get('j_username') ?? '', password: form.get('j_password') ?? ''};
    const actor = await login.credentials.check({...given, ...sentBy(request)}, work =>
      whileLoggingIn(request, work),
    );
    await endSession(request, login);
    setSessionCookie(reply, (await login.sessions.open(actor, {visitor: visitorOf(request)})).id);
    return reply.send({msgDesc: 'Success'});
  } catch (error) {
    if (!(error instanceof LoginError)) throw error;
    if (error.retryAfterSeconds !== undefined)
      void reply.header('retry-after', error.retryAfterSeconds);
    // Not which of the two: the names of people are nobody's business. The API says it all the
    // same, as its clients know it.
    const isTold = error.retryAfterSeconds !== undefined || error.isForbidden;
    return reply
      .code(error.isForbidden ? 403 : 401)
      .send({msgDesc: isTold ? error.message : 'Wrong user name or password'});
  }
}
