import assert from 'node:assert/strict';
import {test} from 'node:test';
import fastify from 'fastify';
import {PeopleTokens} from './people-tokens.ts';
import {SignedTokens} from './signed-tokens.ts';
import {keepForeignTokens} from './foreign-token.ts';

const foreign = (name: string) =>
  `h.${Buffer.from(JSON.stringify({name})).toString('base64url')}.s`;

test('a token is the person’s who came with it: not one that the editor gave out, and not that of who speaks for another', async t => {
  const own = new SignedTokens(Buffer.from('secret'));
  const people = new PeopleTokens();
  const app = fastify();
  t.after(() => app.close());
  app.decorateRequest('session', undefined);
  app.decorateRequest('actor', {
    getter() {
      return this.session?.actor ?? {userName: '', groups: []};
    },
  });
  app.addHook('onRequest', async request => {
    const {user, proxy} = request.query as {user?: string; proxy?: string};
    if (user === undefined) return;
    const session = {
      id: 'a',
      actor: {userName: user, groups: []},
      usedAt: 0,
      startedAt: 0,
      endsAt: 0,
      csrfToken: undefined,
    };
    request.session = {...session, ...(proxy !== undefined && {proxyUser: proxy})};
  });
  keepForeignTokens(app, own, people, 'hadoop-jwt');
  app.get('/', () => '');
  const come = async (query: string, headers: Record<string, string>) => {
    assert.equal((await app.inject({url: `/${query}`, headers})).statusCode, 200);
  };
  const bearer = (token: string) => ({authorization: `Bearer ${token}`});

  await come('?user=ann', bearer(own.issue('access', 'ann', '')));
  await come('?user=ann', bearer('gzt_secret'));
  await come('?user=ann', {authorization: 'Basic YTpi'});
  await come('', bearer(foreign('nobody')));
  await come('?user=ann&proxy=knox', bearer(foreign('knox')));
  assert.equal(people.of('ann'), undefined);
  assert.equal(people.of(''), undefined);
  await come('?user=ann', bearer(foreign('one')));
  assert.equal(people.of('ann'), foreign('one'));
  await come('?user=ann', {cookie: `hadoop-jwt=${foreign('two')}`});
  assert.equal(people.of('ann'), foreign('two'));
});
