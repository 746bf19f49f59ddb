// One login for the catalog and the editor: in one process, and in two that share a secret; and
// what somebody may try against it.
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, suite, test, type TestContext} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {
  client,
  FormBrowser,
  passProvider,
  startProvider,
} from '../../../packages/server/test/openid-provider.ts';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {freePort} from '../../../packages/thrift/test/servers/free-port.ts';
import {startCatalog} from '../../catalog/test/server-fixture.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';

type Both = {readonly catalog: string; readonly editor: string};
type Half = keyof Both;

const lines = (...users: string[]) => users.map(one => passwordLine(one, 'USER')).join('\n');

async function passwords(folder: string, name: string, ...users: string[]): Promise<string[]> {
  const file = join(folder, name);
  await writeFile(file, lines(...users));
  return ['--password-file', file];
}

async function oneProcess(t: TestContext | Later, ...more: string[]): Promise<Both> {
  const data = await temporaryFolder(t);
  const login = await passwords(data, 'users', 'ann', 'bob');
  const both = await startEditorProcess(['--http-port', '0', '--data', data, ...login, ...more]);
  t.after(async () => void (await both.stop()));
  const catalog = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
  return {catalog, editor: both.url};
}

/** Carol is known to the catalog alone. */
async function twoProcesses(t: TestContext | Later): Promise<Both & {folder: string}> {
  const folder = await temporaryFolder(t);
  const secret = join(folder, 'link-secret');
  await writeFile(secret, randomBytes(32).toString('hex'));
  const port = String(await freePort());
  const link = ['--link-secret-file', secret];
  const catalog = await startCatalog(join(folder, 'catalog'), {
    args: [
      ...(await passwords(folder, 'of-catalog', 'ann', 'bob', 'carol')),
      ...link,
      '--editor-url',
      `http://127.0.0.1:${port}`,
    ],
  });
  t.after(async () => void (await catalog.stop()));
  const editor = await startEditorProcess([
    'editor',
    '--editor-port',
    port,
    '--data',
    join(folder, 'editor'),
    ...(await passwords(folder, 'of-editor', 'ann', 'bob')),
    ...link,
    '--catalog-url',
    catalog.url,
  ]);
  t.after(async () => void (await editor.stop()));
  return {catalog: catalog.url, editor: editor.url, folder};
}

type Later = {after(work: () => Promise<void>): void};

/** Who a browser is at a half; undefined where it is not logged in. */
async function who(browser: FormBrowser, both: Both, half: Half): Promise<string | undefined> {
  const {status, text} = await browser.open(`${both[half]}/account/sessions`, {
    headers: {'x-requested-with': 'XMLHttpRequest', accept: 'application/json'},
  });
  return status === 200 && text.startsWith('{')
    ? (JSON.parse(text) as never)['userName']
    : undefined;
}

const pageOf = {catalog: '/n/index.html', editor: '/app/documents'};
const formOf = {catalog: '/login.jsp', editor: '/hue/accounts/login'};
const logoutOf = {catalog: '/logout.html', editor: '/hue/accounts/logout'};
const halves = ['catalog', 'editor'] as const;
const otherOf = (half: Half): Half => (half === 'catalog' ? 'editor' : 'catalog');

async function logIn(browser: FormBrowser, both: Both, half: Half, user: string): Promise<void> {
  const [path, names] =
    half === 'catalog'
      ? ['/j_spring_security_check', ['j_username', 'j_password']]
      : [formOf.editor, ['username', 'password']];
  const body = new URLSearchParams(names.map(name => [name, user] as [string, string]));
  await browser.open(both[half] + path, {method: 'POST', body});
  assert.equal(await who(browser, both, half), user);
}

const isAtForm = (url: string, both: Both, half: Half) =>
  url.startsWith(`${both[half]}${formOf[half]}`);

/** One step of a browser: nothing is followed. */
async function step(
  url: string,
  cookie = '',
): Promise<{to: string; cookie: string; status: number}> {
  const headers = {
    accept: 'text/html',
    'user-agent': 'Mozilla/5.0',
    ...(cookie !== '' && {cookie}),
  };
  const answer = await fetch(url, {headers, redirect: 'manual'});
  await answer.arrayBuffer();
  const set = answer.headers.getSetCookie().map(line => line.split(';', 1)[0] ?? '');
  const to = new URL(answer.headers.get('location') ?? '', url).href;
  return {to, cookie: set.join('; '), status: answer.status};
}

const cookiesOf = (browser: FormBrowser, origin: string) =>
  [...browser.cookies(origin)].map(([name, value]) => `${name}=${value}`).join('; ');

/** Begins a login at one half, and takes it to the other as whoever has these cookies there. */
async function codeFor(both: Both, half: Half, cookieThere: string) {
  const begun = await step(both[half] + formOf[half]);
  assert.ok(begun.to.startsWith(`${both[otherOf(half)]}/sso/ticket?`), begun.to);
  const ticket = await step(begun.to, cookieThere);
  return {begun, done: ticket.to};
}

const sessionIn = (cookie: string) => /(?:ATLASSESSIONID|sessionid)=[^;]+/.exec(cookie)?.[0];

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

/** Where sessions are rows. */
async function onPostgres(t: Later): Promise<Both> {
  const url = 'skip' in cluster ? '' : await freshDatabase(cluster.url);
  return await oneProcess(t, '--database', url, '--editor-database', url);
}

for (const [name, start, options] of [
  ['one process', oneProcess, {}],
  ['two processes', twoProcesses, {}],
  ['one process on PostgreSQL', onPostgres, 'skip' in cluster ? {skip: cluster.skip} : {}],
] as const) {
  suite(name, options, () => {
    let both: Both;
    const ends: (() => Promise<void>)[] = [];
    const later: Later = {after: work => void ends.unshift(work)};
    before(async () => void (both = await start(later)));
    after(async () => {
      for (const end of ends) await end();
    });

    for (const half of halves) {
      const other = otherOf(half);
      test(`who is logged in at the ${other} is logged in at the ${half}, and logs out of both at either`, async () => {
        for (const out of halves) {
          const browser = new FormBrowser();
          await logIn(browser, both, other, 'ann');
          const page = await browser.open(both[half] + pageOf[half]);
          assert.equal(page.url, both[half] + pageOf[half]);
          assert.equal(await who(browser, both, half), 'ann');
          const left = await browser.open(both[out] + logoutOf[out]);
          assert.ok(isAtForm(left.url, both, out), left.url);
          for (const one of halves) assert.equal(await who(browser, both, one), undefined, one);
        }
      });

      test(`who is logged in nowhere sees the form of the ${half}, and gets to the page from there`, async () => {
        const browser = new FormBrowser();
        const form = await browser.open(both[half] + pageOf[half]);
        assert.ok(isAtForm(form.url, both, half), form.url);
        assert.match(form.text, /type="password"/);
        const passed = browser.visited.map(url => new URL(url).pathname);
        assert.deepEqual(passed.slice(-3), ['/sso/ticket', '/sso/done', formOf[half]]);
        if (half === 'editor') {
          const page = await browser.submit(form, {username: 'bob', password: 'bob'});
          assert.equal(page.url, both.editor + pageOf.editor);
        }
      });

      test(`programs get the form of the ${half} itself`, async () => {
        const answer = await fetch(both[half] + formOf[half], {redirect: 'manual'});
        assert.equal(answer.status, 200);
        assert.match(await answer.text(), /type="password"/);
      });

      test(`a code for the ${half} is good once, and for the browser that asked for it`, async () => {
        const victim = new FormBrowser();
        await logIn(victim, both, other, 'ann');
        const there = cookiesOf(victim, both[other]);
        const {begun, done} = await codeFor(both, half, there);
        assert.match(done, /code=/);
        // Whoever has seen the address has not the cookie.
        const stolen = await step(done);
        assert.ok(isAtForm(stolen.to, both, half));
        assert.equal(sessionIn(stolen.cookie), undefined);
        // A login of one's own does not take somebody else's code.
        const own = await step(both[half] + formOf[half]);
        const state = new URL(own.to).searchParams.get('state') ?? '';
        const mixed = new URL(done);
        mixed.searchParams.set('state', state);
        assert.equal(sessionIn((await step(mixed.href, own.cookie)).cookie), undefined);
        // That tried it, and it is used up.
        assert.equal(sessionIn((await step(done, begun.cookie)).cookie), undefined);

        const again = await codeFor(both, half, there);
        const first = await step(again.done, again.begun.cookie);
        assert.notEqual(sessionIn(first.cookie), undefined);
        const second = await step(again.done, again.begun.cookie);
        assert.equal(sessionIn(second.cookie), undefined, 'it is replayed');
        assert.ok(isAtForm(second.to, both, half));
      });

      test(`nobody is logged in at the ${half} as somebody else by an address that was sent to them`, async () => {
        const attacker = new FormBrowser();
        await logIn(attacker, both, other, 'bob');
        const {done} = await codeFor(both, half, cookiesOf(attacker, both[other]));
        const victim = new FormBrowser();
        await logIn(victim, both, half, 'ann');
        await victim.open(done);
        assert.equal(await who(victim, both, half), 'ann');
      });

      test(`the way back to the ${half} leads nowhere else`, async () => {
        const browser = new FormBrowser();
        await logIn(browser, both, other, 'ann');
        for (const next of [
          'https://evil.example/',
          '//evil.example',
          '/\\evil.example',
          '/x'.repeat(600),
        ]) {
          const query = new URLSearchParams({next});
          const page = await browser.open(`${both[half]}${formOf[half]}?${query}`);
          assert.equal(new URL(page.url).origin, both[half], next);
          await browser.open(both[half] + logoutOf[half]);
          await logIn(browser, both, other, 'ann');
        }
        const {to} = await step(both[half] + formOf[half]);
        const forged = new URL(to);
        const [text = '', signed = ''] = (forged.searchParams.get('state') ?? '').split('.');
        const state = JSON.parse(Buffer.from(text, 'base64url').toString()) as object;
        const evil = Buffer.from(JSON.stringify({...state, next: '//evil.example'}));
        forged.searchParams.set('state', `${evil.toString('base64url')}.${signed}`);
        const there = cookiesOf(browser, both[other]);
        assert.equal((await step(forged.href, there)).status, 400);
        // It was begun for the other half, and not here.
        const own = to.replace(both[other], both[half]);
        assert.equal((await step(own, cookiesOf(browser, both[half]))).status, 400);
        for (const odd of ['', '?state=', '?state=a&state=b', '?state=%00', '?state=a.b'])
          assert.equal((await step(`${both[other]}/sso/ticket${odd}`, there)).status, 400, odd);
        for (const odd of ['', '?code=', '?state=a&state=b&code=c', '?state=a.b&code=c'])
          assert.ok(isAtForm((await step(`${both[half]}/sso/done${odd}`)).to, both, half), odd);
      });

      test(`what servers ask the ${half} is answered to servers alone`, async () => {
        const basic = `Basic ${Buffer.from('ann:ann').toString('base64')}`;
        for (const path of ['ready', 'redeem', 'ended']) {
          for (const authorization of [undefined, basic, 'Bearer gzl_', 'Bearer gzl_e30.x']) {
            for (const body of ['{"userName":"ann","isEverywhere":"true"}', 'null', '']) {
              const answer = await fetch(`${both[half]}/sso/${path}`, {
                method: 'POST',
                headers: {
                  'content-type': 'application/json',
                  ...(authorization !== undefined && {authorization}),
                },
                body,
              });
              assert.equal(answer.status, 401, `${path} ${authorization}`);
            }
          }
        }
      });

      test(`the menu of the ${half} has pages of the ${other}`, async () => {
        const browser = new FormBrowser();
        await logIn(browser, both, half, 'ann');
        const {text} = await browser.open(`${both[half]}/account/other`);
        const {name, pages} = JSON.parse(text) as {
          name: string;
          pages: {label: string; url: string}[];
        };
        assert.equal(name.toLowerCase(), other);
        assert.ok(pages.length >= 4 && pages.every(({url}) => url.startsWith(both[other])), text);
        for (const path of ['other', 'pages'])
          assert.notEqual((await step(`${both[half]}/account/${path}`)).status, 200);
      });

      test(`how pages look at the ${other} comes along with the login`, async () => {
        const browser = new FormBrowser();
        await logIn(browser, both, other, 'ann');
        const there = cookiesOf(browser, both[other]);
        const {begun, done} = await codeFor(
          both,
          half,
          `${there}; gazetteer_look=dark.comfortable`,
        );
        const {cookie} = await step(done, begun.cookie);
        assert.match(cookie, /gazetteer_look=dark\.comfortable/);
        const odd = await codeFor(both, half, `${there}; gazetteer_look=a%0d%0ab`);
        assert.doesNotMatch((await step(odd.done, odd.begun.cookie)).cookie, /gazetteer_look/);
      });

      test(`tabs of the ${half} that are opened at once share the login at the ${other}`, async () => {
        const browser = new FormBrowser();
        await logIn(browser, both, other, 'ann');
        const there = cookiesOf(browser, both[other]);
        const first = await codeFor(both, half, there);
        // The second tab was sent on before the first one was back.
        const begun = await step(both[half] + formOf[half], first.begun.cookie);
        const {to: done} = await step(begun.to, there);
        const session = sessionIn((await step(first.done, first.begun.cookie)).cookie) ?? '';
        assert.notEqual(session, '');
        const second = await step(done, `${begun.cookie}; ${session}`);
        assert.ok(!isAtForm(second.to, both, half), second.to);
        assert.equal(sessionIn(second.cookie), undefined, 'the first one has begun it');
        assert.equal(await who(browser, both, other), 'ann');
        const answer = await fetch(`${both[half]}/account/sessions`, {headers: {cookie: session}});
        assert.equal(((await answer.json()) as {userName: string}).userName, 'ann');
      });

      test(`a login that ends before its code is used lets nobody in at the ${half}`, async () => {
        const browser = new FormBrowser();
        await logIn(browser, both, other, 'ann');
        const {begun, done} = await codeFor(both, half, cookiesOf(browser, both[other]));
        await browser.open(both[other] + logoutOf[other]);
        assert.equal(sessionIn((await step(done, begun.cookie)).cookie), undefined);
      });

      test(`all sessions of both end where the ${half} ends all, and one where it ends one`, async () => {
        const [here, elsewhere] = [new FormBrowser(), new FormBrowser()];
        await logIn(here, both, half, 'bob');
        await here.open(both[other] + pageOf[other]);
        await logIn(elsewhere, both, other, 'bob');
        const list = await here.open(`${both[other]}/account/sessions`);
        const {sessions} = JSON.parse(list.text) as {sessions: {id: string; isThis: boolean}[]};
        const id = sessions.find(one => one.isThis)?.id;
        const basic = `Basic ${Buffer.from('bob:bob').toString('base64')}`;
        const end = async (path: string) =>
          await fetch(both[other] + path, {method: 'DELETE', headers: {authorization: basic}});
        assert.equal((await end(`/account/sessions/${id}`)).status, 204);
        assert.equal(await who(here, both, half), undefined, 'what belongs together');
        assert.equal(await who(elsewhere, both, other), 'bob', 'and nothing else');
        await logIn(here, both, half, 'bob');
        await here.open(`${both[half]}${logoutOf[half]}?everywhere=true`);
        assert.equal(await who(elsewhere, both, other), undefined);
      });
    }
  });
}

suite('two processes that know different people', () => {
  test('who has no account at the other half is told so, and who is removed is let in no more', async t => {
    const both = await twoProcesses(t);
    const browser = new FormBrowser();
    await logIn(browser, both, 'catalog', 'carol');
    const form = await browser.open(both.editor + pageOf.editor);
    assert.ok(isAtForm(form.url, both, 'editor'));
    assert.match(form.text, /no account here/);
    assert.equal(await who(browser, both, 'editor'), undefined);

    const other = await browser.open(`${both.catalog}/account/other`);
    assert.equal(other.text, '{}', 'nor do menus lead there');

    const ann = new FormBrowser();
    await logIn(ann, both, 'catalog', 'ann');
    await ann.open(both.editor + pageOf.editor);
    assert.equal(await who(ann, both, 'editor'), 'ann');
    // Removed at the catalog alone: what came from there ends with it.
    await passwords(both.folder, 'of-catalog', 'bob', 'carol');
    await soon(async () => {
      assert.equal(await who(ann, both, 'catalog'), undefined);
      assert.equal(await who(ann, both, 'editor'), undefined);
    });
  });

  test('while the other half is away, or has another secret, each has its own form', async t => {
    const folder = await temporaryFolder(t);
    const secret = join(folder, 'link-secret');
    await writeFile(secret, randomBytes(32).toString('hex'));
    const editor = await startEditorProcess([
      'editor',
      '--data',
      folder,
      '--link-secret-file',
      secret,
      '--catalog-url',
      `http://127.0.0.1:${await freePort()}`,
      ...(await passwords(folder, 'users', 'ann')),
    ]);
    t.after(async () => void (await editor.stop()));
    const browser = new FormBrowser();
    const form = await browser.open(`${editor.url}/app/documents`);
    assert.equal(form.url, `${editor.url}/hue/accounts/login?next=%2Fapp%2Fdocuments`);
    const page = await browser.submit(form, {username: 'ann', password: 'ann'});
    assert.equal(page.url, `${editor.url}/app/documents`);
    const left = await browser.open(`${editor.url}${logoutOf.editor}`);
    assert.match(left.text, /type="password"/);
  });
});

test('who came from a provider logs out there from the other half, too', async t => {
  const provider = await startProvider({maria: {groups: ['analysts']}});
  t.after(provider.stop);
  const oidc = ['--oidc-issuer', provider.issuer, '--oidc-client', client.id];
  const both = await oneProcess(t, ...oidc, '--oidc-secret', client.secret);
  provider.know([both.catalog, both.editor]);
  const browser = new FormBrowser();
  await passProvider(browser, `${both.catalog}/oidc/login`, 'maria', provider.issuer);
  assert.equal(await who(browser, both, 'catalog'), 'maria');
  await browser.open(both.editor + pageOf.editor);
  assert.equal(await who(browser, both, 'editor'), 'maria');
  const away = await browser.open(both.editor + logoutOf.editor);
  assert.ok(away.url.startsWith(provider.issuer), away.url);
  const back = await browser.submit(away, {logout: 'yes'});
  assert.ok(isAtForm(back.url, both, 'editor'), back.url);
  for (const one of halves) assert.equal(await who(browser, both, one), undefined);
});
