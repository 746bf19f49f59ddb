import type {FastifyReply, FastifyRequest} from 'fastify';
import type {LoginError} from '../actor.ts';
import type {BrowserRules} from '../session/browser.ts';

/**
 * A script in a page is told that its session ended (419), a browser is sent to the login page,
 * which keeps the `#` part of the address, and everybody else gets 401. There is no
 * WWW-Authenticate header, as clients of the Atlas API expect: it would make browsers open their
 * own password box.
 */
export function answerUnauthenticated(
  request: FastifyRequest,
  reply: FastifyReply,
  browser: BrowserRules,
  failure: LoginError | undefined,
): FastifyReply {
  void reply.header('cache-control', 'must-revalidate,no-cache,no-store');
  if (failure?.retryAfterSeconds !== undefined)
    void reply.header('retry-after', failure.retryAfterSeconds);
  if (request.headers['x-requested-with']?.toString().toLowerCase() === 'xmlhttprequest') {
    return answer(request, reply, 419, 'Session Timeout');
  }
  // A browser that is asked for a ticket shows the answer when it has none; sent elsewhere it would
  // not look for one.
  if (browser.isBrowser(request) && failure?.challenge === undefined)
    return reply.redirect('/login.jsp', 302);
  return answer(
    request,
    reply,
    401,
    failure?.message ?? 'Full authentication is required to access this resource',
  );
}

/** It is known who asks: in the form of the API's other refusals. */
export function answerForbidden(
  _request: FastifyRequest,
  reply: FastifyReply,
  failure: LoginError,
): FastifyReply {
  return reply
    .code(403)
    .type('application/json;charset=utf-8')
    .send(JSON.stringify({errorCode: 'ATLAS-403-00-001', errorMessage: failure.message}));
}

/** Field for field, line breaks included, what clients of the Atlas API have always got here. */
function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: string,
): FastifyReply {
  const url = request.url.split('?', 1)[0] ?? '';
  const fields = {servlet: 'jersey-servlet', message, url, status: String(status)};
  const lines = Object.entries(fields).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  return reply
    .code(status)
    .header('content-type', 'application/json')
    .serializer(String)
    .send(`{\n${lines.join(',\n')}\n}`);
}
