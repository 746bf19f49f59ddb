import assert from 'node:assert/strict';
import {test} from 'node:test';
import {askServer} from './ask-server.ts';
import type {Session} from './session.ts';

/** A session whose server answers once; what it was asked is kept. */
function sessionWith(answer: Response) {
  const asked: [string, RequestInit | undefined][] = [];
  const fetch = async (url: string, init?: RequestInit) => {
    asked.push([url, init]);
    return answer;
  };
  return {session: {fetch} as unknown as Session, asked};
}

test('a body goes as JSON, and nothing is said of a body where there is none', async () => {
  const {session, asked} = sessionWith(new Response('{"id": 1}'));
  const answer = await askServer(session, 'POST', '/tokens', {name: 'nightly'});
  assert.deepEqual(await answer.json(), {id: 1});
  const json = {'content-type': 'application/json'};
  assert.deepEqual(asked, [
    ['/tokens', {method: 'POST', body: '{"name":"nightly"}', headers: json}],
  ]);
  const other = sessionWith(new Response(null, {status: 204}));
  await askServer(other.session, 'DELETE', '/tokens/1');
  assert.deepEqual(other.asked, [['/tokens/1', {method: 'DELETE'}]]);
});

test('what a server says of a refusal is told, in the words of either server', async () => {
  for (const [body, told] of [
    ['{"message": "That name is taken."}', 'That name is taken.'],
    ['{"errorMessage": "No such token"}', 'No such token'],
    ['<h1>Bad gateway</h1>', 'The server answered 502.'],
    ['{}', 'The server answered 502.'],
  ] as const) {
    const {session} = sessionWith(new Response(body, {status: 502}));
    await assert.rejects(askServer(session, 'GET', '/tokens'), {message: told, status: 502});
  }
});
