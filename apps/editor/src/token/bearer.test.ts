import assert from 'node:assert/strict';
import {test} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import fastify from 'fastify';
import {bearerAuthenticator} from './bearer.ts';
import {SignedTokens} from './signed-tokens.ts';

test('a token of somebody who has left the directory is worth nothing', async t => {
  const people = new Set(['ada', 'bob']);
  const tokens = new SignedTokens(Buffer.alloc(32, 1));
  const db = new SqliteDatabase({file: ':memory:'});
  t.after(() => db.close());
  const authenticator = bearerAuthenticator(db, tokens, {
    takesTokens: false,
    // As directories have it, which do not know all their names.
    revisionOf: () => '',
    tokenRevisionOf: async () => '',
    isThere: async name => people.has(name),
    groupsOf: async () => ['staff'],
  });
  const app = fastify();
  t.after(() => app.close());
  app.get('/', async (request, reply) => {
    try {
      return (await authenticator(request, reply)) ?? {};
    } catch (error) {
      return {refused: (error as Error).message};
    }
  });
  const ask = async () => {
    const authorization = `Bearer ${tokens.issue('access', 'ada', '')}`;
    return (await app.inject({url: '/', headers: {authorization}})).json<unknown>();
  };
  assert.deepEqual(await ask(), {actor: {userName: 'ada', groups: ['staff']}, validForMs: 0});
  people.delete('ada');
  assert.deepEqual(await ask(), {refused: 'Given token not valid for any token type'});
});
