// What all pages stand in: the way in and back in, the security policy, the size of what a first
// visit loads.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {desktop, drawn, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const maxFirstPageBytes = 250_000;
/** With the number of unread notifications. */
const maxFirstPageRequests = 12;

/**
 * Hundreds of operations and schemas are made of the same parts, and axe takes a minute for all of
 * them.
 */
const keepOneOfEachKind = `(() => {
  const known = new Set();
  for (const one of document.querySelectorAll('main details[id]:not([open]), main article:not(:target)')) {
    const parts = [one, ...one.querySelectorAll('*')].map(part => part.localName + '.' + part.className);
    const kind = [...new Set(parts)].sort().join(' ');
    if (known.has(kind)) one.remove();
    known.add(kind);
  }
})()`;

suite('the frame of all pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages({isLoggedIn: false});

  test('the page of the API opens an operation, leads to its schemas, and fits a phone', async () => {
    const {page} = world;
    await page.goto(`${world.server.url}/apidocs/`);
    await world.picture('api-docs');
    await page.locator('#postEntity > summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('#postEntity').getByRole('link', {name: 'EntityWithExtInfo'}).click();
    assert.equal(new URL(page.url()).hash, '#schema-EntityWithExtInfoInput');
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('api-docs-narrow');
    await page.setViewportSize(desktop);
    const ids = await page.evaluate(`[...document.querySelectorAll('[id]')].map(({id}) => id)`);
    assert.deepEqual(ids, [...new Set(ids as string[])]);
    await page.evaluate(keepOneOfEachKind);
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('a link leads through the login to where it points', async () => {
    const {page, server} = world;
    await page.goto(
      `${server.url}/n/index.html#!/search/searchResult?searchType=basic&type=_ALL_ENTITY_TYPES`,
    );
    await page.fill('#user', 'admin');
    await page.fill('#password', 'admin');
    await world.picture('login');
    await world.checkAccess();
    await page.press('#password', 'Enter');
    await drawn(page);
    await soon(() =>
      assert.match(page.url(), /#!\/search\/searchResult\?searchType=basic&type=_ALL_ENTITY_TYPES/),
    );
    await page.getByRole('button', {name: 'User admin'}).waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('a first visit loads less than 250 kB', async () => {
    const {page, server} = world;
    await page.goto(
      `${server.url}/n/index.html?again#!/search/searchResult?searchType=basic&type=hive_table`,
    );
    await drawn(page);
    const files = (await page.evaluate(
      `performance.getEntriesByType('resource').filter(one => one.name.includes('/n/')).map(one => [one.name, one.encodedBodySize])`,
    )) as [string, number][];
    const bytes = files.reduce((sum, [, size]) => sum + size, 0);
    assert.ok(files.length >= 2 && bytes > 50_000, 'the sizes are known');
    assert.ok(bytes < maxFirstPageBytes, `${bytes} bytes: ${JSON.stringify(files)}`);
  });

  test('a first visit asks for each thing once, and for what it needs in any case before its script is there', async () => {
    const {page, server} = world;
    await page.goto(
      `${server.url}/n/index.html?once#!/search/searchResult?searchType=basic&type=_ALL_ENTITY_TYPES`,
    );
    await drawn(page);
    // A request is among them when it has its answer: that of the side bar may come last.
    const paths = await soon(async () => {
      const requests = (await page.evaluate(
        `performance.getEntriesByType('resource').map(one => [new URL(one.name).pathname, one.initiatorType])`,
      )) as [string, string][];
      const early = requests.flatMap(([path, initiator]) =>
        initiator === 'link' && path.startsWith('/api/') ? [path.slice('/api/meta'.length)] : [],
      );
      assert.deepEqual(early.toSorted(), [
        '/admin/metrics',
        '/admin/session',
        '/v2/types/typedefs',
      ]);
      return requests.map(([path]) => path);
    });
    assert.deepEqual(paths.toSorted(), [...new Set(paths)].toSorted());
    assert.ok(paths.length <= maxFirstPageRequests, paths.join('\n'));
  });

  test('the policy allows nothing inline but styles with the nonce of the answer', async () => {
    const {server} = world;
    const [first, second] = [
      await ask(`${server.url}/n/index.html`),
      await ask(`${server.url}/n/index.html`),
    ];
    const policyOf = ({headers}: typeof first) => headers.get('content-security-policy') ?? '';
    assert.match(policyOf(first), /script-src 'self';/);
    assert.match(policyOf(first), /style-src 'self' 'nonce-[\w+/=]{20,}';/);
    assert.notEqual(policyOf(first), policyOf(second));
    assert.doesNotMatch(first.text, /CSP_NONCE|<style|\sstyle=|<script>|\son\w+=/);
    assert.equal(first.headers.get('cache-control'), 'no-store');
    const login = await ask(`${server.url}/login.jsp`);
    assert.match(policyOf(login), /style-src 'self';/);
  });

  test('files of the page are found without a login and kept for ever, other paths are not', async () => {
    const {server} = world;
    const [, file] =
      /src="\.(\/assets\/[^"]+\.js)"/.exec((await ask(`${server.url}/n/index.html`)).text) ?? [];
    assert.ok(file !== undefined);
    const asset = await ask(`${server.url}/n${file}`, {
      headers: {authorization: '', 'accept-encoding': 'br'},
    });
    assert.equal(asset.status, 200);
    assert.equal(asset.headers.get('content-encoding'), 'br');
    assert.match(asset.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
    assert.equal(
      (await ask(`${server.url}/n/index.html`, {headers: {authorization: ''}})).status,
      401,
    );
    assert.equal((await ask(`${server.url}/n/sources.sha256`)).status, 404);
  });

  test('dark is remembered, and drawn before anything else', async () => {
    const {page} = world;
    await page.getByRole('button', {name: 'Theme'}).click();
    await page.getByRole('menuitem', {name: 'Dark'}).click();
    await page.reload();
    await drawn(page);
    const background = 'getComputedStyle(document.body).backgroundColor';
    await soon(async () => assert.equal(await page.evaluate(background), 'rgb(16, 21, 26)'));
    await page.getByRole('button', {name: 'Theme'}).click();
    await page.getByRole('menuitem', {name: 'System'}).click();
  });

  test('rows of tables are compact in wide windows, and comfortable for who prefers it', async () => {
    const {page} = world;
    await world.open('#!/types');
    const height = async () =>
      Number(await page.evaluate(`document.querySelector('tbody tr:nth-child(2)').offsetHeight`));
    const compact = await height();
    await page.getByRole('button', {name: 'Theme'}).click();
    await page.getByRole('menuitem', {name: 'Comfortable'}).click();
    await soon(async () => assert.ok((await height()) > compact));
    await page.reload();
    await drawn(page);
    await soon(async () => assert.ok((await height()) > compact, 'a reload keeps it'));
    await page.getByRole('button', {name: 'Theme'}).click();
    await page.getByRole('menuitem', {name: 'Compact'}).click();
    await soon(async () => assert.equal(await height(), compact));
  });

  test('who is offline is told so, and so is who waits long for the server', async () => {
    const {page} = world;
    const note = page.getByRole('status').filter({hasText: /offline|longer than usual/});
    await page.context().setOffline(true);
    await note.getByText('You’re offline.').waitFor();
    await world.picture('offline');
    await world.checkAccess();
    await page.context().setOffline(false);
    await note.waitFor({state: 'detached'});
    let answer = () => {};
    const held = new Promise<void>(resolve => (answer = resolve));
    await page.route('**/api/meta/v2/glossary**', async route => {
      await held;
      await route.continue();
    });
    await page.goto(`${world.server.url}/n/index.html#!/glossary`);
    await note.getByText('The server is taking longer than usual to answer.').waitFor();
    await world.picture('slow');
    answer();
    await note.waitFor({state: 'detached'});
    await page.unrouteAll({behavior: 'wait'});
  });

  test('the keyboard alone gets to the page, and the side bar can be made wider and hidden', async () => {
    const {page} = world;
    await page.reload();
    await drawn(page);
    await page.keyboard.press('Tab');
    await soon(async () =>
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the page'),
    );
    await page.keyboard.press('Enter');
    await soon(async () => assert.equal(await page.evaluate('document.activeElement.id'), 'main'));
    const border = page.getByRole('separator', {name: 'Width of the side bar'});
    const before = Number(await border.getAttribute('aria-valuenow'));
    await border.press('ArrowRight');
    await soon(async () =>
      assert.equal(Number(await border.getAttribute('aria-valuenow')), before + 16),
    );
    await page.getByRole('button', {name: 'Side bar'}).click();
    await border.waitFor({state: 'detached'});
    await page.getByRole('button', {name: 'Side bar'}).click();
  });

  test('in a narrow window the side bar is a menu, and nothing goes over the edge', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await world.open('#!/about');
    await world.titled('About');
    await world.checkWidth();
    await page.getByRole('button', {name: 'Menu'}).click();
    await page.getByRole('navigation', {name: 'Pages'}).getByRole('link', {name: 'Search'}).click();
    await page.waitForURL(/searchResult/);
    await drawn(page);
    await world.checkWidth();
    await page.setViewportSize({width: 1280, height: 800});
  });

  test('from right to left nothing goes over the edge either', async () => {
    const {page} = world;
    await page.evaluate(`document.documentElement.dir = 'rtl'`);
    await world.checkWidth();
    await world.picture('right-to-left');
    await world.checkAccess();
    await page.reload();
  });

  test('an address that leads nowhere says so', async () => {
    await world.open('#!/no/such/page');
    await world.titled('No such page');
    await world.checkAccess();
  });

  test('when the session has ended a dialog asks for the password, and what was typed stays', async () => {
    const {page} = world;
    await world.open('#!/search/searchResult?searchType=basic&type=hive_db');
    assert.deepEqual(world.problems, []);
    await page.context().clearCookies();
    await page.getByRole('textbox', {name: 'Search text'}).fill('sales OR orders');
    await page.getByRole('textbox', {name: 'Search text'}).press('Enter');
    await page.getByRole('dialog', {name: 'Your session has ended'}).waitFor();
    await world.picture('session-ended');
    await page.getByRole('textbox', {name: 'Password'}).fill('wrong');
    await page.getByRole('button', {name: 'Log in', exact: true}).click();
    await page.getByText('The password is wrong.').waitFor();
    await page.getByRole('textbox', {name: 'Password'}).fill('admin');
    await page.getByRole('button', {name: 'Log in', exact: true}).click();
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await drawn(page);
    await soon(() => assert.match(page.url(), /query=sales\+OR\+orders/));
    await soon(async () =>
      assert.equal(
        await page.getByRole('textbox', {name: 'Search text'}).inputValue(),
        'sales OR orders',
      ),
    );
  });
});
