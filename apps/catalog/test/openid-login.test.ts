// Login at a real OpenID Connect provider, which runs here.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {
  client,
  FormBrowser,
  passProvider,
  type RunningProvider,
  startProvider,
} from '../../../packages/server/test/openid-provider.ts';
import {
  runCatalog,
  startCatalog,
  startFreshCatalog,
  temporaryFolder,
  type RunningCatalog,
} from './server-fixture.ts';

const people = {maria: {groups: ['stewards', 'everybody']}};
const sessionPath = '/api/atlas/admin/session';

for (const inToken of [false, true]) {
  suite(
    `login at a provider that tells who it is ${inToken ? 'in its token' : 'when asked'}`,
    () => {
      let provider: RunningProvider;
      let server: RunningCatalog;
      before(async () => {
        provider = await startProvider(people, inToken);
        const oidc = [
          '--oidc-issuer',
          provider.issuer,
          '--oidc-client',
          client.id,
          '--oidc-secret',
          client.secret,
        ];
        server = await startFreshCatalog({args: [...oidc, '--oidc-label', 'Exämple <b>']});
        provider.know([server.url]);
      });
      after(async () => {
        await server?.stop();
        await provider?.stop();
      });

      const sessionOf = async (browser: FormBrowser) => {
        const answer = await fetch(`${server.url}${sessionPath}`, {
          headers: {
            cookie: `ATLASSESSIONID=${browser.cookies(server.url).get('ATLASSESSIONID') ?? ''}`,
          },
        });
        return {
          status: answer.status,
          body: (await answer.json()) as {userName: string; groups: string[]},
        };
      };

      test('the login page leads there, and back to the page that was asked for, with name and groups', async () => {
        const page = await (await fetch(`${server.url}/login.jsp`)).text();
        assert.match(
          page,
          /<a id="provider" href="\/oidc\/login">Log in with Exämple &lt;b&gt;<\/a>/,
        );
        const browser = new FormBrowser();
        const next = encodeURIComponent('/n/index.html#/search');
        const last = await passProvider(
          browser,
          `${server.url}/oidc/login?next=${next}`,
          'maria',
          provider.issuer,
        );
        assert.equal(last.url, `${server.url}/n/index.html#/search`);
        assert.equal(last.status, 200);
        const {body} = await sessionOf(browser);
        assert.deepEqual([body.userName, body.groups], ['maria', people.maria.groups]);
        const asked = browser.visited.find(url => url.includes('code_challenge')) ?? '';
        const query = new URL(asked).searchParams;
        assert.equal(query.get('code_challenge_method'), 'S256');
        assert.ok(query.get('state') && query.get('nonce'));
        assert.doesNotMatch(server.output(), new RegExp(client.secret));
      });

      test('logout ends both sessions', async () => {
        const browser = new FormBrowser();
        await passProvider(browser, `${server.url}/oidc/login`, 'maria', provider.issuer);
        const id = browser.cookies(server.url).get('ATLASSESSIONID') ?? '';
        let page = await browser.open(`${server.url}/logout.html`);
        assert.ok(page.url.startsWith(provider.issuer), page.url);
        page = await browser.submit(page, {logout: 'yes'});
        assert.match(page.url, new RegExp(`^${server.url}/login\\.jsp`));
        const answer = await fetch(`${server.url}${sessionPath}`, {
          headers: {cookie: `ATLASSESSIONID=${id}`},
        });
        assert.equal(answer.status, 401);
        // Who is still logged in there would be back without being asked.
        assert.match((await browser.open(`${server.url}/oidc/login`)).text, /name="login"/);
      });

      test('who logs out at the provider is logged out here, and nobody else', async () => {
        const [one, other] = [new FormBrowser(), new FormBrowser()];
        for (const who of [one, other])
          await passProvider(who, `${server.url}/oidc/login`, 'maria', provider.issuer);
        assert.equal((await sessionOf(one)).status, 200);
        const page = await one.open(`${provider.issuer}/session/end`);
        await one.submit(page, {logout: 'yes'});
        while ((await sessionOf(one)).status === 200)
          await new Promise(resolve => setTimeout(resolve, 20));
        assert.equal((await sessionOf(one)).status, 401);
        assert.equal((await sessionOf(other)).status, 200);
        const forged = `eyJhbGciOiJSUzI1NiJ9.${Buffer.from('{"sub":"maria"}').toString('base64url')}.c2ln`;
        for (const body of [new URLSearchParams({logout_token: forged}), new URLSearchParams()]) {
          const answer = await fetch(`${server.url}/oidc/backchannel-logout`, {
            method: 'POST',
            body,
          });
          assert.equal(answer.status, 400);
          assert.equal(((await answer.json()) as {error: string}).error, 'invalid_request');
        }
        assert.equal((await sessionOf(other)).status, 200);
      });

      test('what was not begun by this browser, or was changed or used before, lets nobody in', async () => {
        const browser = new FormBrowser();
        await passProvider(browser, `${server.url}/oidc/login`, 'maria', provider.issuer);
        const callback = browser.visited.find(url => url.includes('/oidc/callback')) ?? '';
        const failed = async (who: FormBrowser, url: string) => {
          const page = await who.open(url);
          assert.equal(page.url, `${server.url}/login.jsp?failed=provider`);
          assert.equal((await sessionOf(who)).status, 401);
        };
        const again = new FormBrowser();
        await failed(again, callback);
        await failed(again, `${server.url}/oidc/callback`);
        await failed(again, `${server.url}/oidc/callback?error=access_denied&state=x`);
        // An answer that is right in itself, in the browser of somebody who did not ask for it.
        const victim = new FormBrowser();
        const begun = await fetch(`${server.url}/oidc/login`, {redirect: 'manual'});
        const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
        await victim.open(`${server.url}/login.jsp`);
        await failed(victim, `${server.url}/oidc/callback?code=stolen&state=${state}`);
        await soon(() => assert.match(server.output(), /login at the provider failed/));
      });

      test('a wrong next leads home', async () => {
        for (const next of [
          'https://evil.example/',
          '//evil.example',
          '/\\evil.example',
          '/n\r\nx: y',
        ]) {
          const browser = new FormBrowser();
          const start = `${server.url}/oidc/login?next=${encodeURIComponent(next)}`;
          const page = await passProvider(browser, start, 'maria', provider.issuer);
          assert.equal(page.url, `${server.url}/n/index.html`, next);
        }
      });
    },
  );
}

test('a provider that cannot be asked is told on the login page, and form and API go on', async t => {
  const server = await startCatalog(await temporaryFolder(t), {
    args: ['--oidc-issuer', 'http://127.0.0.1:9', '--oidc-client', 'x'],
  });
  t.after(server.kill);
  const answer = await fetch(`${server.url}/oidc/login`, {redirect: 'manual'});
  assert.equal(answer.headers.get('location'), '/login.jsp?failed=provider');
  assert.equal((await fetch(`${server.url}/login.jsp`)).status, 200);
});

test('a provider is asked over https, or on this machine', async t => {
  const {code, output} = await runCatalog([
    '--data',
    await temporaryFolder(t),
    '--oidc-issuer',
    'http://login.example',
    '--oidc-client',
    'x',
  ]);
  assert.equal(code, 1);
  assert.match(output, /has to be asked over https/);
});
