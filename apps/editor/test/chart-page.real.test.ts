// Charts of results in a real browser, on the embedded engine and its sample data.
import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {startEditorProcess} from './editor-process.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

/** How many canvases the page makes in 30 frames in which nobody does anything. */
const canvasesMeanwhile = `(async () => {
  let count = 0;
  const create = document.createElement;
  document.createElement = (...what) => {
    if (what[0] === 'canvas') count++;
    return create.apply(document, what);
  };
  for (let n = 0; n < 30; n++) await new Promise(next => requestAnimationFrame(next));
  document.createElement = create;
  return count;
})()`;

suite('charts of a result', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const data = await mkdtemp(join(tmpdir(), 'gazetteer-charts-'));
    const editor = await startEditorProcess(['editor', '--data', data]);
    const stop = async () => {
      await editor.stop();
      await rm(data, {recursive: true, force: true});
    };
    return {url: editor.url, stop};
  });
  const field = (name: string) =>
    world.page.getByRole('group', {name: 'Chart', exact: true}).getByLabel(name, {exact: true});
  const button = (name: string) => world.page.getByRole('button', {name, exact: true});
  const chart = (label: string | RegExp) => world.page.getByRole('img', {name: label});
  const run = async (sql: string, rows: string) => {
    const {page} = world;
    await world.type(sql);
    await page.keyboard.press('Control+Enter');
    await page.getByText(rows, {exact: true}).waitFor();
    await page.getByText('Chart', {exact: true}).click();
    await page.getByRole('group', {name: 'Chart', exact: true}).waitFor();
  };
  /** Chooses a value of a field that takes several, or takes it away. */
  const toggle = async (label: string, name: string) => {
    await field(label).and(world.page.getByRole('combobox')).press('ArrowDown');
    const list = world.page.getByRole('listbox', {name: label, exact: true});
    await list.getByRole('option', {name, exact: true}).click();
    await field(label).and(world.page.getByRole('combobox')).press('Escape');
  };
  const sales = `SELECT DATE '2025-03-01' + (i // 3)::INTEGER AS day,
    ['DE', 'FR', 'US'][1 + i % 3] AS country, (i * 7) % 50 AS orders, (i + 1) * 100000 AS amount
    FROM range(69) t(i)`;

  test('23 days are 23 points, not one month', async () => {
    await run(sales, '69 rows');
    await chart('timeline chart of orders, amount by day, 23 points').waitFor();
    await soon(async () => assert.equal(await field('Time grain').inputValue(), 'auto'));
    await soon(async () =>
      assert.equal(await world.page.evaluate(canvasesMeanwhile), 0, 'what is drawn is left alone'),
    );
    await field('Time grain').selectOption('month');
    await chart('timeline chart of orders, amount by day, 1 points').waitFor();
    await field('Time grain').selectOption('auto');
    await world.picture('chart-days');
    await world.checkAccess();
  });

  test('is split by a second column, and stacked', async () => {
    const {page} = world;
    await field('Chart type').selectOption('bar');
    await field('Series').selectOption('country');
    await chart(/^bar chart of DE orders, DE amount, FR orders, .* by day, 23 points$/).waitFor();
    await toggle('Y axis', 'orders');
    await field('Stacked').check();
    await chart('bar chart of DE, FR, US by day, 23 points').waitFor();
    await world.picture('chart-stacked');
    await field('Chart type').selectOption('area');
    await chart('area chart of DE, FR, US by day, 23 points').waitFor();
    await field('Stacked').waitFor();
    await button('Values').click();
    const values = page.getByRole('table', {name: 'Values'});
    await soon(async () =>
      assert.deepEqual(
        await values.getByRole('row').first().getByRole('columnheader').allInnerTexts(),
        ['day', 'DE', 'FR', 'US'],
      ),
    );
    await soon(async () =>
      assert.deepEqual(await values.getByRole('row').nth(1).getByRole('cell').allInnerTexts(), [
        '2025-03-01',
        '100000',
        '200000',
        '300000',
      ]),
    );
    await world.picture('chart-values');
    await world.checkAccess();
    await button('Values').click();
  });

  test('has two axes, chosen by their reader', async () => {
    await button('Add chart').click();
    await chart('timeline chart of orders, amount by day, 23 points').waitFor();
    await field('Chart type').selectOption('line');
    await toggle('Right axis', 'amount');
    await field('Title').fill('Orders and amounts');
    await chart('Orders and amounts: line chart of orders, amount by day, 23 points').waitFor();
    await world.picture('chart-two-axes');
    await world.checkAccess();
  });

  test('is saved as an image, in pixels and in shapes', async () => {
    const {page} = world;
    const save = async (kind: string) => {
      await button('Save image').click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', {name: kind, exact: true}).click(),
      ]);
      assert.equal(download.suggestedFilename(), `Orders and amounts.${kind.toLowerCase()}`);
      return await readFile(await download.path());
    };
    const png = await save('PNG');
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    assert.ok(png.length > 5000, `${png.length} bytes`);
    const svg = (await save('SVG')).toString();
    assert.match(svg, /^<svg /);
    assert.match(svg, /amount \(right\)/);
  });

  test('is a pivot table, with totals of the result itself', async () => {
    const {page} = world;
    await button('Add chart').click();
    await field('Chart type').selectOption('pivot');
    await field('Rows').selectOption('country');
    await field('Columns').selectOption('day');
    await field('Columns').selectOption('country');
    await field('Rows').selectOption('day');
    await field('Time grain').selectOption('week');
    await field('Aggregate').selectOption('avg');
    await toggle('Values', 'amount');
    const pivot = page.getByRole('table', {name: 'Pivot table'});
    await soon(async () =>
      assert.deepEqual(await pivot.getByRole('columnheader').allInnerTexts(), [
        'day',
        'DE',
        'FR',
        'US',
        'Total',
      ]),
    );
    const last = pivot.getByRole('row').last();
    await soon(async () => {
      assert.match(await last.innerText(), /^Total\s/);
      assert.equal(await last.getByRole('cell').count(), 4);
    });
    await world.picture('chart-pivot');
    await world.checkAccess();
  });

  test('several charts are saved with their query, and come back with it', async () => {
    const {page} = world;
    await soon(async () =>
      assert.equal(
        await page.getByRole('radiogroup', {name: 'Charts'}).getByRole('radio').count(),
        3,
      ),
    );
    await page.locator('.cm-content').press('Control+s');
    const dialog = page.getByRole('dialog', {name: 'Save query'});
    await dialog.getByRole('textbox', {name: 'Name'}).fill('Charted');
    await dialog.getByRole('button', {name: 'Save', exact: true}).click();
    await dialog.waitFor({state: 'detached'});
    const other = await world.another();
    await other.goto(`${world.url}/app/documents`);
    await other.getByText('Charted', {exact: true}).first().click();
    await other.locator('.cm-line', {hasText: 'range(69)'}).first().waitFor();
    await other.locator('.cm-content').press('Control+Enter');
    await other.getByText('69 rows', {exact: true}).waitFor();
    await other.getByText('Chart', {exact: true}).click();
    await other.getByRole('img', {name: 'area chart of DE, FR, US by day, 23 points'}).waitFor();
    await other.getByText('Orders and amounts', {exact: true}).first().click();
    await other.getByRole('img', {name: /^Orders and amounts: line chart/}).waitFor();
    await other.context().close();
  });

  test('says which charts this result has no columns for', async () => {
    const {page} = world;
    await run('SELECT 1 AS other', '1 row');
    await page
      .getByText(
        /^3 charts aren’t shown, because this result doesn’t have day, amount, country, orders\.$/,
      )
      .waitFor();
  });

  test('is a map of countries, by code or name, and of places', async () => {
    const {page} = world;
    await run(
      `SELECT * FROM (VALUES ('DE', 5, 52.5, 13.4), ('France', 3, 48.9, 2.4), ('USA', 9, 40.7, -74.0),
         ('Brazil', 4, -23.5, -46.6), ('AUS', 2, -33.9, 151.2), ('Atlantis', 1, NULL, NULL)) t(country, n, lat, long)`,
      '6 rows',
    );
    await field('Chart type').selectOption('map');
    await field('Country').selectOption('country');
    await chart('map of n by country, 5 countries').locator('canvas').waitFor();
    await page.getByText('Not on the map: Atlantis.').waitFor();
    await world.picture('chart-map');
    await world.checkAccess();
    await field('Longitude').selectOption('long');
    await field('Latitude').selectOption('lat');
    await chart('map of n, 5 places').locator('canvas').waitFor();
    await page.getByText('Rows without a place on the map: 1.').waitFor();
    await world.picture('chart-places');
    await world.checkAccess();
  });

  test('of many rows it shows some of them, and says so', async () => {
    const {page} = world;
    await world.type(
      'SELECT i AS n, i % 1000 AS m, i % 400 AS k, md5((i % 5000)::VARCHAR) AS word FROM range(100000) t(i)',
    );
    await page.keyboard.press('Control+Enter');
    await page.getByText(/rows so far$/).waitFor();
    await page.getByText('Chart', {exact: true}).click();
    await page.getByText('The largest values of word are shown, and 4,900 are not.').waitFor();
    await field('Series').selectOption('k');
    await page.getByText('The largest values of k are shown, and 398 are not.').waitFor();
    await field('Chart type').selectOption('scatter');
    await field('X axis').selectOption('n');
    await page
      .getByText('The chart shows 5,000 of 100,000 rows, picked evenly from all of them.')
      .waitFor();
    await world.picture('chart-sample');
  });

  test('says what is wrong, and fits a narrow window', async () => {
    const {page} = world;
    await page.route('**/api/v1/results/*/group', route =>
      route.fulfill({status: 503, json: {message: 'The server is overloaded.'}}),
    );
    await field('Chart type').selectOption('bar');
    await page.getByText('The server is overloaded.').waitFor();
    await world.picture('chart-failed');
    await world.checkAccess();
    await page.unrouteAll({behavior: 'wait'});
    await button('Try again').click();
    await chart(/^bar chart of/).waitFor();
    world.problems.length = 0;
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('chart-narrow');
    await world.checkAccess();
    await page.setViewportSize(desktop);
    assert.deepEqual(world.problems, []);
  });
});
