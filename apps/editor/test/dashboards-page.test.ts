// Dashboards in the browser: put together by mouse and by keys, run, filtered, shared, downloaded.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {suite, test} from 'node:test';
import type {Page} from 'playwright-core';
import {soon} from '@gazetteer/model/testing';
import {admin} from './editor-client.ts';
import {useDocuments} from './documents-page-world.ts';
import {desktop, phone, skipWithoutBrowser} from './page-fixture.ts';

suite('dashboards', {skip: skipWithoutBrowser}, () => {
  const {world, button, dialog} = useDocuments();
  const tile = (name: string, page: Page = world.page) =>
    page.getByRole('article', {name, exact: true});
  /** As a script does, since queries are made in the editor elsewhere. */
  const post = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
    const headers = {authorization: admin, 'content-type': 'application/json'};
    const answer = await fetch(world.url + path, {method, headers, body: JSON.stringify(body)});
    assert.ok(answer.ok, String(answer.status));
    return (await answer.json()) as {uuid?: string};
  };
  const query = async (name: string, text: string, charts: readonly object[] = []) => {
    const content = {engine: 'duckdb', database: 'main', text, state: {charts}};
    return String((await post('/api/v1/documents', {name, content})).uuid);
  };
  const toList = async () => {
    await world.page.getByRole('link', {name: 'Dashboards', exact: true}).first().click();
    await world.page.getByRole('heading', {name: 'Dashboards', level: 1, exact: true}).waitFor();
  };
  const looks = async (name: string) => {
    const {page} = world;
    await world.checkAccess();
    await world.picture(name);
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture(`${name}-narrow`);
    await page.setViewportSize(desktop);
  };
  const areaOf = async (name: string) => {
    const style = (await tile(name).getAttribute('style')) ?? '';
    return [...style.matchAll(/--(?:column|row): (\d+) \/ span (\d+)/g)].flatMap(([, at, span]) => [
      Number(at),
      Number(span),
    ]);
  };

  test('without any, the page says how to begin, and a new one is empty', async () => {
    const {page} = world;
    await toList();
    await page.getByRole('heading', {name: 'No dashboards yet'}).waitFor();
    await world.checkAccess();
    await button('Create dashboard').click();
    await dialog('Create dashboard').getByRole('textbox', {name: 'Name'}).fill('Sales by day');
    await dialog('Create dashboard').getByRole('button', {name: 'Create dashboard'}).click();
    await page.getByRole('heading', {name: 'Sales by day', level: 1}).waitFor();
    await page.getByRole('heading', {name: 'No tiles yet'}).waitFor();
    await looks('dashboard-empty');
    await world.open('/app/dashboards/9b0f6e7a-0000-4000-8000-000000000000');
    await page.getByRole('heading', {name: 'Dashboard not found'}).waitFor();
  });

  test('tiles are added, and nothing runs before it is asked for', async () => {
    const {page} = world;
    const bar = {title: 'Sales', kind: 'bar', x: 'day', y: ['sales'], aggregate: 'sum'};
    const text =
      "select 'day ' || n as day, n * n as sales from range(${days=7}) r(n) where n >= ${least=0}";
    await query('Sales', text, [bar]);
    await query('Total', 'select sum(n) as total from range(2000) r(n)');
    await query('Broken', 'select * from nowhere');
    await query('Share', 'select cast(0.00042 as double) as share');
    await toList();
    await page.getByRole('table', {name: 'Dashboards'}).getByRole('link').click();
    await page.getByRole('link', {name: 'Edit dashboard'}).first().click();
    const add = async (kind: string, name?: string) => {
      await button('Add tile').click();
      const form = dialog('Add tile');
      await form.getByRole('combobox', {name: 'Kind'}).selectOption(kind);
      if (name === undefined)
        await form
          .getByRole('textbox', {name: 'Text', exact: true})
          .fill('# Hello\n\nSee [the **docs**](https://example.org) <img src=x onerror=alert(1)>');
      else {
        await form.getByRole('combobox', {name: 'Saved query'}).click();
        await page.getByRole('option', {name, exact: true}).click();
      }
      await form.getByRole('button', {name: 'Add tile'}).click();
      await form.waitFor({state: 'detached'});
    };
    await add('Text');
    await add('Chart', 'Sales');
    await add('Table', 'Sales');
    await add('Single value', 'Total');
    await add('Table', 'Broken');
    await add('Single value', 'Share');
    await button('Change filters').click();
    await dialog('Change filters')
      .getByText('Queries of this dashboard have no variables')
      .waitFor();
    await dialog('Change filters').getByRole('button', {name: 'Cancel'}).click();
    await button('Save dashboard').click();
    await page.getByText('Dashboard saved', {exact: true}).waitFor();
    await button('Refresh all').waitFor();
    assert.equal(await page.getByText('No result yet.').count(), 5);
    await looks('dashboard-not-run');
  });

  test('a refresh runs them all, and one that fails leaves the others', async () => {
    const {page} = world;
    await button('Refresh all').click();
    await tile('Total').getByText('1,999,000').waitFor();
    await tile('Sales').first().getByRole('img').waitFor();
    await page.getByRole('cell', {name: '36', exact: true}).waitFor();
    await tile('Broken').getByRole('alert').getByText('The query failed.').waitFor();
    await tile('Share').getByText('0.00042', {exact: true}).waitFor();
    await button('Refresh all').waitFor();
    await looks('dashboard');
    await button('Details: Broken').click();
    await dialog('Broken').getByText('nowhere').waitFor();
    await looks('dashboard-details');
    await page.keyboard.press('Escape');
    await dialog('Broken').waitFor({state: 'detached'});
    await page.emulateMedia({colorScheme: 'dark'});
    await world.picture('dashboard-dark');
    await page.emulateMedia({colorScheme: 'light'});
    await page.reload();
    // What was run is still there, and nothing is run by it.
    await tile('Total').getByText('1,999,000').waitFor();
    await tile('Total')
      .getByText(/ago|now/)
      .waitFor();
  });

  test('a chart stays drawn while another tile is refreshed', async () => {
    const {page} = world;
    /** Pixels of the chart that are not empty. */
    const drawn = async () =>
      Number(
        await page.evaluate(`
          [...document.querySelectorAll('[data-kind="chart"] canvas')].reduce((sum, canvas) => {
            const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            return sum + data.filter((value, n) => n % 4 === 3 && value > 0).length;
          }, 0)`),
      );
    await soon(async () => assert.ok((await drawn()) > 1000));
    const run = page.waitForResponse(/\/runs$/);
    await button('Refresh Total').click();
    await run;
    await button('Refresh Total').waitFor();
    assert.ok((await drawn()) > 1000);
  });

  test('what is canceled before the server has accepted it is canceled then', async () => {
    const {page} = world;
    const document = await query('Endless', 'select count(*) as n from range(1000000000000)');
    const area = {x: 0, y: 0, w: 6, h: 4};
    const dashboard = {tiles: [{...area, id: 'a', kind: 'table', document}], filters: []};
    const made = await post('/api/v1/documents', {kind: 'dashboard', name: 'Slow', dashboard});
    const before = page.url();
    await world.open(`/app/dashboards/${made.uuid}`);
    const accepted = Promise.withResolvers<void>();
    await page.route('**/runs', async route => {
      await accepted.promise;
      await route.continue();
    });
    await button('Run query: Endless').click();
    await button('Cancel Endless').click();
    await tile('Endless').getByText('Canceling').waitFor();
    accepted.resolve();
    await tile('Endless').getByText('The query was canceled.').waitFor();
    await page.unroute('**/runs');
    await world.open(new URL(before).pathname);
    await tile('Total').getByText('1,999,000').waitFor();
  });

  test('filters are in the address', async () => {
    const {page} = world;
    const filters = page.getByRole('form', {name: 'Filters'});
    await filters.getByRole('textbox', {name: 'days'}).fill('3');
    await button('Apply filters').click();
    await page.waitForURL(/v\.days=3/);
    await page.getByText('No result yet.').first().waitFor();
    await button('Refresh Sales').first().click();
    await page.getByRole('cell', {name: '4', exact: true}).waitFor();
    assert.equal(await page.getByRole('cell', {name: '36', exact: true}).count(), 0);
    await button('Clear filters').click();
    await page.getByRole('cell', {name: '36', exact: true}).waitFor();
  });

  test('tiles are moved and resized by keys and by mouse, with undo', async () => {
    const {page} = world;
    await page.getByRole('link', {name: 'Edit dashboard'}).click();
    const move = button('Move Total');
    const before = await areaOf('Total');
    await move.press('ArrowRight');
    await move.press('Shift+ArrowLeft');
    const [x = 0, w = 0, ...rows] = before;
    await soon(async () => assert.deepEqual(await areaOf('Total'), [x + 1, w - 1, ...rows]));
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await soon(async () => assert.deepEqual(await areaOf('Total'), before));
    assert.equal(await button('Save dashboard').isDisabled(), true);
    await page.getByRole('link', {name: 'Dashboards', exact: true}).first().click();
    await page.getByRole('link', {name: 'Sales by day'}).click();
    // All is undone, so there is nothing to go on with.
    await page.getByRole('link', {name: 'Edit dashboard'}).click();
    await page.setViewportSize(phone);
    await page.getByText('Tiles are in one column here.').waitFor();
    assert.equal(await move.isVisible(), false);
    await page.setViewportSize(desktop);
    await move.scrollIntoViewIfNeeded();
    const box = (await move.boundingBox()) ?? assert.fail();
    const width = ((await page.locator('[data-editing]').boundingBox()) ?? assert.fail()).width;
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + 5 + width / 4, box.y + 5, {steps: 4});
    await page.mouse.up();
    await soon(async () => assert.deepEqual(await areaOf('Total'), [x + 3, w, ...rows]));
    await looks('dashboard-edit');
    await button('Change filters').click();
    const least = dialog('Change filters').getByRole('group', {name: 'least'});
    await least.getByRole('combobox', {name: 'Kind'}).selectOption('Number');
    await least.getByRole('textbox', {name: 'Label'}).fill('At least');
    await least.getByRole('textbox', {name: 'Default value'}).fill('2');
    await world.checkAccess();
    await dialog('Change filters').getByRole('button', {name: 'Change filters'}).click();
    await button('Save dashboard').click();
    await page.getByRole('spinbutton', {name: 'At least'}).waitFor();
    assert.equal(
      await page.getByRole('spinbutton', {name: 'At least'}).getAttribute('placeholder'),
      '2',
    );
  });

  test('another user sees what is shared alone, and a saving in between is no loss', async () => {
    const {page} = world;
    const uuid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const grants = [{kind: 'user', name: 'ben', permission: 'write'}];
    await post(`/api/v1/documents/${uuid}/grants`, {grants}, 'PUT');
    const ben = await world.another('ben');
    await ben.goto(`${world.url}/app/dashboards/${uuid}`);
    await ben.getByRole('heading', {name: 'Hello'}).waitFor();
    assert.equal(await ben.getByText('isn’t shared with you').count(), 5);
    assert.equal(await ben.getByRole('button', {name: 'Refresh all'}).count(), 0);
    await page.getByRole('link', {name: 'Edit dashboard'}).click();
    await button('Move Total').press('ArrowDown');
    await ben.getByRole('link', {name: 'Edit dashboard'}).click();
    await ben.getByRole('button', {name: 'Remove Text', exact: true}).click();
    await ben.getByRole('button', {name: 'Save dashboard'}).click();
    await ben.getByText('Dashboard saved', {exact: true}).waitFor();
    await button('Save dashboard').click();
    await page.getByRole('alert').filter({hasText: 'ben saved it meanwhile'}).waitFor();
    await page.getByRole('button', {name: /^Save as version/}).click();
    await page.getByRole('heading', {name: 'Hello'}).waitFor();
    await button('Refresh all').waitFor();
  });

  test('it is downloaded as one file that runs nothing', async () => {
    const {page} = world;
    await button('Refresh all').click();
    await tile('Total').getByText('1,999,000').waitFor();
    await tile('Sales').first().getByRole('img').waitFor();
    await button('More').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', {name: 'Download as HTML'}).click(),
    ]);
    const html = await readFile(await download.path(), 'utf8');
    assert.match(html, /Content-Security-Policy" content="default-src 'none'/);
    assert.match(html, /<img[^>]+src="data:image\/svg\+xml;base64,/);
    assert.match(html, /1,999,000/);
    assert.match(html, /&lt;img src=x onerror=alert\(1\)&gt;/);
    assert.doesNotMatch(html, /<script|<button|<svg/);
    await page.emulateMedia({media: 'print'});
    await world.picture('dashboard-print');
    await page.emulateMedia({media: null});
    await button('More').click();
    await page.getByRole('menuitem', {name: 'Move to trash'}).click();
    await page.getByText('Moved “Sales by day” to trash').waitFor();
    await page.getByRole('heading', {name: 'Dashboards', level: 1, exact: true}).waitFor();
    await page.getByRole('table', {name: 'Dashboards'}).getByText('Slow').waitFor();
    await soon(async () =>
      assert.equal(await page.getByRole('link', {name: 'Sales by day'}).count(), 0),
    );
    // A browser notes what is refused: what there is not, a conflict, the query that fails.
    assert.deepEqual(
      world.problems.filter(one => !/status of (4\d\d|502)/.test(one)),
      [],
    );
  });
});
