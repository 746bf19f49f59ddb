// Snapshots of dashboards in the browser: taken, looked at, shown to chats and in other pages.
import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, suite, test} from 'node:test';
import type {Page} from 'playwright-core';
import {soon} from '@gazetteer/model/testing';
import {checkWidth, takePicture} from '../../../packages/ui/test/browser.ts';
import {useDocuments} from './documents-page-world.ts';
import {admin} from './editor-client.ts';
import {desktop, phone, skipWithoutBrowser} from './page-fixture.ts';

/** Another site, whose page has a frame. */
async function site() {
  let framed = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Wiki</title><h1>Wiki</h1>${framed}`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {origin, close, show: (html: string) => void (framed = html)};
}

const [wiki, stranger] = [await site(), await site()];

suite('snapshots', {skip: skipWithoutBrowser}, () => {
  after(() => {
    wiki.close();
    stranger.close();
  });
  const {world, button, dialog} = useDocuments(
    '--link-previews=on',
    `--embed-origins=${wiki.origin}`,
  );
  const post = async (path: string, body: object) => {
    const headers = {authorization: admin, 'content-type': 'application/json'};
    const answer = await fetch(world.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, String(answer.status));
    return String(((await answer.json()) as {uuid: string}).uuid);
  };
  const query = async (name: string, text: string, charts: readonly object[] = []) =>
    await post('/api/v1/documents', {
      name,
      content: {engine: 'duckdb', database: 'main', text, state: {charts}},
    });
  const choose = async (item: string) => {
    await button('More').click();
    await world.page.getByRole('menuitem', {name: item, exact: true}).click();
  };
  const looks = async (name: string) => {
    const {page} = world;
    await world.checkAccess();
    await world.picture(name);
    await page.emulateMedia({colorScheme: 'dark'});
    await world.picture(`${name}-dark`);
    await page.emulateMedia({colorScheme: 'light'});
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture(`${name}-narrow`);
    await page.setViewportSize(desktop);
  };
  /** Somebody who is not logged in. */
  const visitor = async (): Promise<Page> => {
    const context = await world.page.context().browser()?.newContext();
    assert.ok(context !== undefined);
    return await context.newPage();
  };

  test('one is taken of what the tiles show, whatever they are', async () => {
    const {page} = world;
    const bar = {title: 'Sales', kind: 'bar', x: 'day', y: ['sales'], aggregate: 'sum'};
    const pivot = {...bar, title: 'By day', kind: 'pivot'};
    const sales = await query(
      'Sales',
      "select 'day ' || n as day, n * n as sales from range(${days=7}) r(n)",
      [bar, pivot],
    );
    const total = await query('Total', 'select sum(n) as total from range(2000) r(n)');
    const broken = await query('Broken', 'select * from nowhere');
    const tile = (id: string, kind: string, x: number, y: number, more: object) => ({
      id,
      kind,
      x,
      y,
      w: 6,
      h: 6,
      ...more,
    });
    const dashboard = {
      tiles: [
        tile('a', 'text', 0, 0, {w: 12, h: 2, text: 'Sales of **May**'}),
        tile('b', 'chart', 0, 2, {document: sales}),
        tile('c', 'table', 6, 2, {document: sales}),
        tile('d', 'chart', 0, 8, {document: sales, chart: 1}),
        tile('e', 'number', 6, 8, {document: total}),
        tile('f', 'table', 0, 14, {document: broken}),
      ],
      filters: [],
    };
    const uuid = await post('/api/v1/documents', {name: 'Overview', kind: 'dashboard', dashboard});
    await world.open(`/app/dashboards/${uuid}`);
    await choose('Snapshots');
    await dialog('Snapshots').getByRole('heading', {name: 'No snapshots yet'}).waitFor();
    await looks('snapshots-empty');
    await page.keyboard.press('Escape');
    await button('Refresh all').click();
    await page.getByText('1,999,000').waitFor();
    await page.getByRole('article', {name: 'Sales'}).first().getByRole('img').waitFor();
    await page.getByRole('table', {name: 'Pivot table'}).waitFor();
    await page.getByRole('article', {name: 'Broken'}).getByRole('alert').waitFor();
    await button('Refresh all').waitFor();
    await choose('Take snapshot');
    const form = dialog('Take snapshot');
    assert.equal(await form.getByRole('textbox', {name: 'Name'}).inputValue(), 'Overview');
    await form.getByRole('textbox', {name: 'Name'}).fill('Sales of May');
    await form.getByRole('textbox', {name: 'Description'}).fill('Before the closing');
    await looks('snapshot-form');
    await form.getByRole('button', {name: 'Take snapshot'}).click();
    await page.getByText('Snapshot taken', {exact: true}).waitFor();
  });

  test('it is listed, and opens as a page that stays as it is', async () => {
    const {page} = world;
    await choose('Snapshots');
    const list = dialog('Snapshots');
    await list.getByText('Only you can see it.').waitFor();
    await looks('snapshots');
    const opening = page.context().waitForEvent('page');
    await list.getByRole('link', {name: 'Sales of May'}).click();
    const shown = await opening;
    await shown.getByRole('heading', {name: 'Sales of May', level: 1}).waitFor();
    await shown.getByText('Before the closing').waitFor();
    await shown.getByText('1,999,000').waitFor();
    await shown.getByText('May', {exact: true}).waitFor();
    assert.equal(await shown.getByRole('cell', {name: '36', exact: true}).count(), 2);
    await shown.getByText('The query failed.', {exact: true}).waitFor();
    const isDrawn = 'document.querySelector("img").naturalWidth > 100';
    await soon(async () => assert.equal(await shown.evaluate(isDrawn), true));
    await shown.setViewportSize(desktop);
    await takePicture(shown, 'snapshot');
    await shown.setViewportSize(phone);
    await checkWidth(shown);
    await takePicture(shown, 'snapshot-narrow');
    await shown.close();
  });

  test('chats get a preview, once it is turned on', async () => {
    const {page} = world;
    const list = dialog('Snapshots');
    const address =
      (await list.getByRole('link', {name: 'Sales of May'}).getAttribute('href')) ?? '';
    const before = await visitor();
    await before.goto(world.url + address);
    await before.getByRole('button', {name: 'Log in'}).waitFor();
    await before.context().close();
    await button('Edit Sales of May').click();
    const preview = list.getByRole('checkbox', {name: 'Show a preview without a login'});
    await preview.check();
    await list
      .getByRole('combobox', {name: 'Who can see it'})
      .selectOption('All users who can open the dashboard');
    await looks('snapshot-edit');
    await list.getByRole('button', {name: 'Save snapshot'}).click();
    await list.getByText('A preview of it is public.').waitFor();
    const other = await visitor();
    await other.goto(world.url + address);
    await other.getByRole('heading', {name: 'Sales of May'}).waitFor();
    const isDrawn = 'document.querySelector("img").naturalWidth > 100';
    await soon(async () => assert.equal(await other.evaluate(isDrawn), true));
    assert.equal(await other.getByText('1,999,000').count(), 0);
    await takePicture(other, 'snapshot-preview');
    await other.getByRole('link', {name: 'Log in to open the snapshot'}).click();
    await other.getByRole('button', {name: 'Log in'}).waitFor();
    await other.context().close();
    assert.equal(await page.getByText('Snapshot updated', {exact: true}).count(), 1);
  });

  test('a page that the administrator has named embeds it by a link, until it is revoked', async () => {
    const {page} = world;
    const list = dialog('Snapshots');
    await button('Embed Sales of May').click();
    await list.getByText('No links yet.').waitFor();
    await list.getByRole('textbox', {name: 'Days until it expires'}).fill('7');
    await list.getByRole('button', {name: 'Create link'}).click();
    await list.getByText('Link 1, expires').waitFor();
    await looks('snapshot-links');
    await button('Copy embed code of link 1').click();
    const code = String(await page.evaluate('navigator.clipboard.readText()'));
    assert.match(code, /^<iframe /);
    wiki.show(code);
    stranger.show(code);
    const other = await visitor();
    await other.goto(wiki.origin);
    const framed = other.frameLocator('iframe');
    await framed.getByRole('heading', {name: 'Sales of May'}).waitFor();
    await framed.getByText('1,999,000').waitFor();
    await takePicture(other, 'snapshot-embedded');
    const refused = other.waitForEvent('console', one => /frame-ancestors/.test(one.text()));
    await other.goto(stranger.origin);
    await refused;
    assert.equal(await other.frameLocator('iframe').getByText('1,999,000').count(), 0);
    await button('Revoke link 1').click();
    await dialog('Revoke link 1?').getByRole('button', {name: 'Revoke link'}).click();
    await list.getByText('No links yet.').waitFor();
    await other.goto(wiki.origin);
    await soon(async () => assert.ok(other.frames().length > 1));
    assert.equal(await framed.getByText('1,999,000').count(), 0);
    await other.context().close();
  });

  test('it is among one’s own of all dashboards, and is deleted there', async () => {
    await dialog('Snapshots').getByRole('button', {name: 'Back'}).click();
    await button('Embed Sales of May').click();
    await dialog('Snapshots').getByRole('button', {name: 'Create link'}).click();
    await dialog('Snapshots').getByText('Link 1, expires').waitFor();
    await world.open('/app/dashboards');
    await button('Your snapshots').click();
    const list = dialog('Your snapshots');
    await list.getByText('Links that need no login: 1.').waitFor();
    await looks('own-snapshots');
    await button('Delete Sales of May').click();
    await dialog('Delete Sales of May?').getByRole('button', {name: 'Delete snapshot'}).click();
    await list.getByRole('heading', {name: 'No snapshots yet'}).waitFor();
    // A browser notes that a query has failed, as one of the tiles is to show.
    const failure = /status of 502/;
    assert.deepEqual(
      world.problems.filter(one => !failure.test(one)),
      [],
    );
  });
});
