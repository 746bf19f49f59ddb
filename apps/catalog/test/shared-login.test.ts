// One login for all processes that serve one store, and one end of it.
import assert from 'node:assert/strict';
import {hash} from 'node:crypto';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {
  client,
  FormBrowser,
  passProvider,
  type RunningProvider,
  startProvider,
} from '../../../packages/server/test/openid-provider.ts';
import {startCatalog, type RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});
const chrome = 'Mozilla/5.0 Chrome/120';
const cookieName = 'ATLASSESSIONID';

describe(
  'people logged in to two servers on one PostgreSQL',
  'skip' in cluster ? {skip: cluster.skip} : {},
  () => {
    let folder: string;
    let provider: RunningProvider;
    let nodes: [RunningCatalog, RunningCatalog];
    let restart: (name: string) => Promise<RunningCatalog>;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'shared-login-'));
      provider = await startProvider({maria: {groups: ['stewards']}});
      const oidc = [
        '--oidc-issuer',
        provider.issuer,
        '--oidc-client',
        client.id,
        '--oidc-secret',
        client.secret,
      ];
      const passwords = ['--password-file', join(folder, 'users.properties')];
      await setPassword('first of ann');
      const database = ['--database', 'skip' in cluster ? '' : await freshDatabase(cluster.url)];
      restart = name =>
        startCatalog(join(folder, name), {args: [...database, ...oidc, ...passwords]});
      nodes = await Promise.all([restart('one'), restart('other')]);
      // It tells the first alone when somebody logs out.
      provider.know(nodes.map(node => node.url));
    });
    after(async () => {
      await Promise.all((nodes ?? []).map(node => node.stop()));
      await provider?.stop();
      await rm(folder, {recursive: true, force: true, maxRetries: 3});
    });

    const setPassword = (password: string) =>
      writeFile(join(folder, 'users.properties'), `ann=ADMIN::${hash('sha256', password)}\n`, {
        mode: 0o600,
      });
    const sessionAt = async (node: RunningCatalog, id: string) => {
      const answer = await fetch(`${node.url}/api/atlas/admin/session`, {
        headers: {cookie: `${cookieName}=${id}`},
      });
      if (!answer.ok) return {status: answer.status};
      const {userName, _csrfToken: token} = (await answer.json()) as {
        userName: string;
        _csrfToken: string;
      };
      return {status: answer.status, userName, token};
    };
    const endsAt = async (node: RunningCatalog, id: string) =>
      await soon(async () => assert.equal((await sessionAt(node, id)).status, 401));
    const logIn = async (node: RunningCatalog, password = 'first of ann'): Promise<string> => {
      const body = new URLSearchParams({j_username: 'ann', j_password: password});
      const answer = await fetch(`${node.url}/j_spring_security_check`, {method: 'POST', body});
      assert.equal(answer.status, 200);
      return (
        new RegExp(`${cookieName}=([^;]+)`).exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
      );
    };
    const logOut = (node: RunningCatalog, id: string, query = '') =>
      fetch(`${node.url}/logout.html${query}`, {
        headers: {cookie: `${cookieName}=${id}`},
        redirect: 'manual',
      });

    test('who has logged in at one is known at the other, with the same token for changes', async () => {
      const [one, other] = nodes;
      const id = await logIn(one);
      const [here, there] = [await sessionAt(one, id), await sessionAt(other, id)];
      assert.deepEqual(here, there);
      assert.equal(there.userName, 'ann');
      const change = await fetch(`${other.url}/api/atlas/v2/search/basic`, {
        method: 'POST',
        headers: {
          cookie: `${cookieName}=${id}`,
          'user-agent': chrome,
          'content-type': 'application/json',
          'x-xsrf-header': here.token ?? '',
        },
        body: '{"typeName":"hive_db"}',
      });
      assert.equal(change.status, 200, await change.text());
    });

    test('passwords that are guessed at one count at the other, and after a restart', async () => {
      const guess = async (node: RunningCatalog) => {
        const authorization = `Basic ${btoa('nobody:guessed')}`;
        const answer = await fetch(`${node.url}/api/atlas/admin/version`, {
          headers: {authorization},
        });
        return {hasToWait: answer.headers.has('retry-after'), text: await answer.text()};
      };
      const [one, other] = nodes;
      for (const node of [one, other, one, other, one]) {
        const {hasToWait, text} = await guess(node);
        assert.equal(hasToWait, false, text);
      }
      const started = await restart('third');
      try {
        for (const node of [other, started])
          await soon(async () => assert.match((await guess(node)).text, /Too many failed logins/));
      } finally {
        await started.stop();
      }
    });

    test('a logout at one ends the session at both, and no other', async () => {
      const [one, other] = nodes;
      const [id, kept] = [await logIn(one), await logIn(one)];
      for (const node of nodes)
        for (const each of [id, kept]) assert.equal((await sessionAt(node, each)).status, 200);
      assert.equal((await logOut(other, id)).status, 302);
      assert.equal((await sessionAt(other, id)).status, 401);
      await endsAt(one, id);
      for (const node of nodes) assert.equal((await sessionAt(node, kept)).status, 200);
      await logOut(one, kept, '?everywhere=true');
      for (const node of nodes) await endsAt(node, kept);
    });

    test('sessions of both are listed at either, and ended from there', async () => {
      const [one, other] = nodes;
      const [here, there] = [await logIn(one), await logIn(other)];
      type Listed = {
        sessions: readonly {id: string; visitor?: {address: string}; isThis: boolean}[];
      };
      const ask = async (node: RunningCatalog, id: string, path = '', method = 'GET') =>
        await fetch(`${node.url}/account/sessions${path}`, {
          method,
          headers: {cookie: `${cookieName}=${id}`},
        });
      const list = async (node: RunningCatalog, id: string) =>
        ((await (await ask(node, id)).json()) as Listed).sessions.filter(
          ({visitor}) => visitor?.address === '127.0.0.1',
        );
      const [atOne, atOther] = [await list(one, here), await list(other, here)];
      assert.deepEqual(new Set(atOne.map(({id}) => id)), new Set(atOther.map(({id}) => id)));
      const own = (await list(other, there)).find(({isThis}) => isThis)?.id ?? '';
      assert.ok(atOne.some(({id, isThis}) => id === own && !isThis));
      assert.equal((await ask(one, here, `/${own}`, 'DELETE')).status, 204);
      await endsAt(other, there);
      assert.equal((await sessionAt(other, here)).status, 200);
      assert.equal((await ask(other, here, '', 'DELETE')).status, 204);
      for (const node of nodes) await endsAt(node, here);
      assert.equal((await sessionAt(one, await logIn(other))).status, 200);
    });

    test('a logout at the provider, which tells one of them, ends that stay at both', async () => {
      const [one, other] = nodes;
      const browsers = [new FormBrowser(), new FormBrowser()] as const;
      const ids: string[] = [];
      for (const browser of browsers) {
        await passProvider(browser, `${other.url}/oidc/login`, 'maria', provider.issuer);
        ids.push(browser.cookies(other.url).get(cookieName) ?? '');
      }
      const [gone = '', kept = ''] = ids;
      for (const node of nodes)
        for (const id of ids) assert.equal((await sessionAt(node, id)).userName, 'maria');
      const page = await browsers[0].open(`${provider.issuer}/session/end`);
      await browsers[0].submit(page, {logout: 'yes'});
      await endsAt(one, gone);
      await endsAt(other, gone);
      for (const node of nodes) assert.equal((await sessionAt(node, kept)).userName, 'maria');
    });

    test('a login that was begun at one is finished at the other', async () => {
      const [one, other] = nodes;
      // A load balancer in front, at the address of the first.
      const browser = new FormBrowser(url =>
        url.replace(`${one.url}/oidc/callback`, `${other.url}/oidc/callback`),
      );
      const page = await passProvider(browser, `${one.url}/oidc/login`, 'maria', provider.issuer);
      assert.equal(page.url, `${one.url}/n/index.html`);
      const id = browser.cookies(one.url).get(cookieName) ?? '';
      for (const node of nodes) assert.equal((await sessionAt(node, id)).userName, 'maria');
      const callback = browser.visited.find(url => url.includes('/oidc/callback')) ?? '';
      assert.equal(
        (await browser.open(callback)).url,
        `${one.url}/login.jsp?failed=provider`,
        'good for one answer',
      );
    });

    test('sessions outlive a restart, and end with a new password', async () => {
      const [one] = nodes;
      const id = await logIn(one);
      await nodes[1].stop();
      nodes[1] = await restart('other');
      assert.equal((await sessionAt(nodes[1], id)).userName, 'ann');
      await setPassword('second of ann');
      for (const node of nodes) await endsAt(node, id);
    });
  },
);
