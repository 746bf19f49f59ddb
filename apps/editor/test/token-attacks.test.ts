// Tokens that are not the issuer's, are for others or are over, sent to both servers while they
// run: as a login at a provider, as a token of a request, and as word of a logout.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {
  challengeOf,
  type Claims,
  type HostileProvider,
  startHostileProvider,
} from '../../../packages/server/test/hostile-provider.ts';
import {type EditorProcess, startEditorProcess, temporaryFolder} from './editor-process.ts';

const client = 'gazetteer';
const seconds = () => Math.floor(Date.now() / 1000);

suite('tokens of others', () => {
  let provider: HostileProvider;
  let both: EditorProcess;
  let servers: Readonly<
    Record<'catalog' | 'editor', {readonly url: string; readonly cookie: string}>
  >;
  const leave: (() => Promise<void>)[] = [];
  before(async () => {
    provider = await startHostileProvider();
    const {issuer, keysUrl} = provider;
    const folder = await temporaryFolder({after: work => void leave.push(work)});
    const oidc = ['--oidc-issuer', issuer, '--oidc-client', client];
    const jwt = [
      '--jwt-keys-url',
      keysUrl,
      '--jwt-issuer',
      issuer,
      '--jwt-audiences',
      `${client},other-of-ours`,
    ];
    both = await startEditorProcess(['--data', folder, '--http-port', '0', ...oidc, ...jwt]);
    const catalog = /catalog, listening on (\S+)/.exec(both.output())?.[1] ?? '';
    servers = {
      catalog: {url: catalog, cookie: 'ATLASSESSIONID'},
      editor: {url: both.url, cookie: 'sessionid'},
    };
  });
  after(async () => {
    await both?.stop();
    await provider?.stop();
    for (const work of leave) await work();
  });

  const claimsOf = (more: Claims = {}): Claims => ({
    iss: provider.issuer,
    aud: client,
    sub: 'maria',
    preferred_username: 'maria',
    groups: ['stewards'],
    iat: seconds(),
    exp: seconds() + 300,
    ...more,
  });
  const whoIs = async (url: string, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${url}/account/sessions`, {headers});
    const body = (await answer.json().catch(() => ({}))) as {userName?: string};
    return answer.status === 200 ? body.userName : answer.status;
  };

  /** Right in all but one claim, signed by the issuer. */
  const wrongClaims: Readonly<Record<string, () => Claims>> = {
    expired: () => ({exp: seconds() - 120}),
    'without an end': () => ({exp: undefined}),
    'an end that is a text': () => ({exp: String(seconds() + 300)}),
    'not valid yet': () => ({nbf: seconds() + 600}),
    'of another issuer': () => ({iss: 'https://login.example'}),
    'of an issuer with the same beginning': () => ({iss: `${provider.issuer}/other`}),
    'of no issuer': () => ({iss: undefined}),
    'for another program': () => ({aud: 'other'}),
    'for other programs': () => ({aud: ['other', 'another']}),
    'for nobody': () => ({aud: undefined}),
    'for a program with the same beginning': () => ({aud: `${client}-other`}),
  };

  test('a request with a token that is not as it should be is from nobody', async () => {
    const ways: Readonly<Record<string, (token: string) => Readonly<Record<string, string>>>> = {
      header: token => ({authorization: `Bearer ${token}`}),
      cookie: token => ({cookie: `hadoop-jwt=${token}`}),
    };
    const wrong: Record<string, string> = {};
    for (const [what, forge] of Object.entries(provider.forgeries))
      wrong[what] = await forge(claimsOf({sub: 'admin'}));
    for (const [what, claims] of Object.entries(wrongClaims))
      wrong[what] = await provider.sign(claimsOf(claims()));
    for (const sub of [undefined, '', 7, ['admin'], {name: 'admin'}, null])
      wrong[`of ${JSON.stringify(sub)}`] = await provider.sign(claimsOf({sub}));
    const events = {'http://schemas.openid.net/event/backchannel-logout': {}};
    wrong['word of a logout'] = await provider.sign(claimsOf({events}));
    const good = await provider.sign(claimsOf());
    for (const [server, {url}] of Object.entries(servers)) {
      for (const [way, headers] of Object.entries(ways)) {
        assert.equal(await whoIs(url, headers(good)), 'maria', `${server}, ${way}`);
        for (const [what, token] of Object.entries(wrong))
          assert.equal(await whoIs(url, headers(token)), 401, `${server}, ${way}: ${what}`);
        assert.equal(
          await whoIs(url, headers(await provider.sign(claimsOf({aud: ['x', client]})))),
          'maria',
        );
      }
    }
    assert.doesNotMatch(provider.asked.join(), /strangers/);
  });

  /** Begins a login as a browser does. */
  const begin = async ({url}: {readonly url: string}, cookie = '') => {
    const answer = await fetch(`${url}/oidc/login?next=%2Faccount%2Fsessions`, {
      headers: {cookie},
      redirect: 'manual',
    });
    const asked = new URL(answer.headers.get('location') ?? '').searchParams;
    const [browser = ''] = answer.headers.getSetCookie().map(line => line.split(';')[0] ?? '');
    const [state, nonce] = [asked.get('state') ?? '', asked.get('nonce') ?? ''];
    return {
      state,
      nonce,
      challenge: asked.get('code_challenge') ?? '',
      redirectUri: asked.get('redirect_uri'),
      browser,
    };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  /** Comes back from the provider. @returns who is logged in then, and what the browser was told */
  const comeBack = async (
    {url, cookie}: {readonly url: string; readonly cookie: string},
    begun: Begun,
    query: Readonly<Record<string, string>> | string = {},
  ) => {
    const all = new URLSearchParams({
      code: 'c',
      state: begun.state,
      iss: provider.issuer,
      ...(typeof query === 'string' ? {} : query),
    });
    const search = typeof query === 'string' ? query : all.toString();
    const answer = await fetch(`${url}/oidc/callback?${search}`, {
      headers: {cookie: begun.browser},
      redirect: 'manual',
    });
    const session = answer.headers
      .getSetCookie()
      .find(line => line.startsWith(`${cookie}=`) && !line.startsWith(`${cookie}=;`));
    const location = answer.headers.get('location') ?? '';
    return {
      who:
        session === undefined ? undefined : await whoIs(url, {cookie: session.split(';')[0] ?? ''}),
      location,
    };
  };
  const answering = (make: (claims: Claims) => string | Promise<string>, more: object = {}) => {
    return (begun: Begun) => {
      provider.answer = async ({verifier, redirectUri}) => {
        assert.equal(challengeOf(verifier), begun.challenge);
        assert.equal(redirectUri, begun.redirectUri);
        return {
          access_token: 'a',
          token_type: 'Bearer',
          id_token: await make(claimsOf({nonce: begun.nonce})),
          ...more,
        };
      };
    };
  };
  const rightly = answering(claims => provider.sign(claims));

  test('a login with an answer that is not the provider’s for this login lets nobody in', async () => {
    const wrong: Record<string, (begun: Begun) => void> = {};
    for (const [what, forge] of Object.entries(provider.forgeries)) wrong[what] = answering(forge);
    for (const [what, claims] of Object.entries(wrongClaims))
      wrong[what] = answering(all => provider.sign({...all, ...claims()}));
    Object.assign(wrong, {
      'the nonce of another login': answering(all => provider.sign({...all, nonce: 'other'})),
      'no nonce': answering(all => provider.sign({...all, nonce: undefined})),
      'no person': answering(all => provider.sign({...all, sub: undefined})),
      'no name': answering(all => provider.sign({...all, preferred_username: undefined})),
      'a name that is a list': answering(all =>
        provider.sign({...all, preferred_username: ['admin']}),
      ),
      'given to another program': answering(all =>
        provider.sign({...all, aud: [client, 'other'], azp: 'other'}),
      ),
      'no token about the person': answering(() => '', {id_token: undefined}),
      'a token of another kind': answering(claims => provider.sign(claims), {token_type: 'mac'}),
    });
    for (const [name, server] of Object.entries(servers)) {
      for (const [what, answer] of Object.entries(wrong)) {
        const begun = await begin(server);
        answer(begun);
        const {who, location} = await comeBack(server, begun);
        assert.equal(who, undefined, `${name}: ${what}`);
        assert.notEqual(location, '/account/sessions', `${name}: ${what}`);
      }
      const begun = await begin(server);
      rightly(begun);
      assert.deepEqual(
        await comeBack(server, begun),
        {who: 'maria', location: '/account/sessions'},
        name,
      );
    }
    assert.doesNotMatch(provider.asked.join(), /strangers/);
    assert.doesNotMatch(both.output(), /eyJ/, 'no token stands in the log');
  });

  test('an answer is good for the login that was begun, once, in the browser that began it', async () => {
    for (const [name, server] of Object.entries(servers)) {
      const [one, other] = [await begin(server), await begin(server)];
      assert.equal(
        new Set([one.state, other.state, one.nonce, other.nonce, one.challenge, other.challenge])
          .size,
        6,
      );
      const refused = async (
        what: string,
        begun: Begun,
        query?: Readonly<Record<string, string>> | string,
      ) => assert.equal((await comeBack(server, begun, query)).who, undefined, `${name}: ${what}`);
      rightly(one);
      await refused('the browser of another login', {...one, browser: other.browser});
      await refused('and its login is over by that', one);
      const fresh = await begin(server);
      rightly(fresh);
      await refused('no state', fresh, {state: ''});
      await refused('a state of nobody', fresh, {state: 'x'});
      await refused('another issuer', fresh, {iss: 'https://login.example'});
      const twice = await begin(server);
      rightly(twice);
      await refused(
        'two states',
        twice,
        `code=c&state=${twice.state}&state=${other.state}&iss=${encodeURIComponent(provider.issuer)}`,
      );
      const failing = await begin(server);
      await refused('an error beside a code', failing, {error: 'access_denied'});
      const good = await begin(server);
      rightly(good);
      assert.equal((await comeBack(server, good)).who, 'maria');
      await refused('once more', good);
    }
  });

  test('word of a logout that is not the provider’s ends nothing', async () => {
    const {catalog} = servers;
    const begun = await begin(catalog);
    rightly(begun);
    const answer = await fetch(
      `${catalog.url}/oidc/callback?${new URLSearchParams({code: 'c', state: begun.state, iss: provider.issuer}).toString()}`,
      {
        headers: {cookie: begun.browser},
        redirect: 'manual',
      },
    );
    const cookie =
      answer.headers
        .getSetCookie()
        .find(line => line.startsWith('ATLASSESSIONID='))
        ?.split(';')[0] ?? '';
    const events = {'http://schemas.openid.net/event/backchannel-logout': {}};
    const told = async (url: string, token: string) => {
      const body = new URLSearchParams({logout_token: token});
      return (await fetch(`${url}/oidc/backchannel-logout`, {method: 'POST', body})).status;
    };
    const logout = (more: Claims = {}) =>
      claimsOf({events, jti: `${Math.random()}`, exp: undefined, ...more});
    for (const {url} of Object.values(servers)) {
      for (const [what, forge] of Object.entries(provider.forgeries))
        assert.equal(await told(url, await forge(logout())), 400, what);
      for (const more of [
        {iss: 'https://login.example'},
        {aud: 'other'},
        {events: undefined},
        {nonce: 'n'},
        {iat: seconds() - 3600},
      ])
        assert.equal(await told(url, await provider.sign(logout(more))), 400, JSON.stringify(more));
    }
    assert.equal(await whoIs(catalog.url, {cookie}), 'maria');
    const real = await provider.sign(logout());
    assert.equal(await told(servers.editor.url, real), 200);
    await soon(async () => assert.equal(await whoIs(catalog.url, {cookie}), 401));
    assert.equal(await told(servers.editor.url, real), 400, 'once');
  });
});
