import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type IncomingMessage, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, beforeEach, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {loginProblem, Session, UnreachableError} from './session.ts';

suite('requests of a page that is logged in', () => {
  let server: Server;
  let url: string;
  /** What came in, as `METHOD token`. */
  let asked: string[];
  let isLoggedIn: boolean;
  let logins: number;

  beforeEach(async () => {
    [asked, isLoggedIn, logins] = [[], true, 0];
    server = createServer((request, response) => {
      asked.push(`${request.method} ${tokenOf(request)}`);
      response.writeHead(isLoggedIn ? 200 : 419).end('done');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const tokenOf = (request: IncomingMessage) =>
    request.headers['x-requested-with'] === 'XMLHttpRequest'
      ? (request.headers['x-token'] ?? 'no token')
      : 'no page';
  const started = async (): Promise<Session> => {
    const session = new Session({
      read: async () => ({userName: 'ann', csrfHeader: 'x-token', csrfToken: `token ${logins}`}),
      logIn: async (userName, password) => {
        if (password !== userName) return 'Wrong password';
        logins++;
        isLoggedIn = true;
        return undefined;
      },
      leave: () => undefined,
    });
    await session.start();
    return session;
  };

  test('changes carry the token of the session, reads do not', async () => {
    const session = await started();
    for (const method of ['GET', 'POST', 'delete', 'HEAD']) await session.fetch(url, {method});
    assert.deepEqual(asked, ['GET no token', 'POST token 0', 'DELETE token 0', 'HEAD no token']);
  });

  test('after the end of the session all requests wait for one new login, and are sent with its token', async () => {
    const session = await started();
    let told = 0;
    session.subscribe(() => told++);
    isLoggedIn = false;
    const first = session.fetch(url, {method: 'PUT', body: 'text'});
    await soon(() => assert.ok(session.isWaiting()));
    const later = ['POST', 'GET'].map(method => session.fetch(url, {method}));

    assert.equal(await session.logInAgain('guess'), 'Wrong password');
    assert.ok(session.isWaiting());
    assert.equal(await session.logInAgain('ann'), undefined);
    assert.ok(!session.isWaiting());
    assert.deepEqual(
      (await Promise.all([first, ...later])).map(answer => answer.status),
      [200, 200, 200],
    );
    assert.equal(asked[0], 'PUT token 0');
    assert.deepEqual(asked.slice(1).sort(), ['GET no token', 'POST token 1', 'PUT token 1']);
    assert.equal(told, 2, 'that somebody has to log in, and that somebody has');
  });

  test('a server that is not there is told from an error of the page', async () => {
    const session = await started();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    await assert.rejects(session.fetch(url), UnreachableError);
    const given = session.fetchOver(() => Promise.reject(new RangeError('other')));
    await assert.rejects(given(url), RangeError);
  });
});

test('a refused login says whether to wait, to look at the password, or to ask somebody', () => {
  const told = (status: number, headers: Record<string, string> = {}) =>
    loginProblem(new Response(null, {status, headers}));
  assert.equal(told(401), 'The password is wrong.');
  assert.equal(told(429, {'retry-after': '7'}), 'Too many failed attempts. Try again in 7 s.');
  assert.equal(told(503, {'retry-after': '7'}), 'The server couldn’t log you in (status 503).');
});
