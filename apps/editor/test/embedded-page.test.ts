// A newcomer's way in the browser: the embedded engine, its sample data, nothing configured.
import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {startEditorProcess} from './editor-process.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

/** Names of columns in the sample of a table that do not stand on one line. */
const headsOnSeveralLines = `[...document.querySelectorAll('[aria-label="Sample rows"] th bdi')]
  .filter(head => new Set([...head.getClientRects()].map(({top}) => Math.round(top))).size !== 1)
  .map(head => head.textContent)`;

suite('the editor page on the embedded engine', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const data = await mkdtemp(join(tmpdir(), 'gazetteer-page-'));
    // Most rows of a long result are left for the page to load, however slow it is.
    const editor = await startEditorProcess(['editor', '--data', data, '--result-rows', '2000']);
    const stop = async () => {
      await editor.stop();
      await rm(data, {recursive: true, force: true});
    };
    return {url: editor.url, stop};
  });
  const item = (name: string | RegExp) => world.page.getByRole('treeitem', {name});

  test('runs a sample query one click after the first login', async () => {
    const {page} = world;
    await page.getByRole('button', {name: 'Sales by month'}).click();
    await page.getByText('19 rows', {exact: true}).waitFor();
    await soon(async () =>
      assert.match(await page.locator('.cm-content').innerText(), /FROM sample.daily_sales/),
    );
    await world.picture('embedded-sales');
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('sorts and searches the whole result, and draws and describes it', async () => {
    const {page} = world;
    await page
      .getByRole('columnheader', {name: /amount/})
      .getByRole('button', {name: /^amount/})
      .click();
    await page
      .getByRole('columnheader', {name: /amount/, exact: false})
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    await page.getByRole('gridcell', {name: '2025-07-01'}).waitFor();
    await page.getByRole('textbox', {name: 'Search the whole result'}).fill('2024-02');
    await page.getByText('1 row', {exact: true}).waitFor();
    await page.getByRole('textbox', {name: 'Search the whole result'}).fill('');
    await page.getByText('19 rows', {exact: true}).waitFor();
    await page.getByText('Chart', {exact: true}).click();
    await page
      .getByRole('img', {name: /^timeline chart of orders, amount by month, 19 points$/})
      .locator('canvas')
      .waitFor();
    await world.picture('embedded-chart');
    await world.checkAccess();
    await page.getByText('Columns', {exact: true}).click();
    await page.getByRole('button', {name: 'amount'}).click();
    await page.getByText('Standard deviation').waitFor();
    await world.picture('embedded-summary');
    await world.checkAccess();
    await page.getByRole('button', {name: /^1010515.60$/}).click();
    await page.getByText('1 row', {exact: true}).waitFor();
    await page.getByRole('button', {name: /amount = 1010515.60/}).click();
    await page.getByText('19 rows', {exact: true}).waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('proposes what could stand at the cursor, and marks what is surely wrong', async () => {
    const {page} = world;
    await world.type('SELECT c. FROM sample.customers c JOIN sample.orders o ');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', {name: /ON c.customer_id = o.customer_id/}).waitFor();
    await world.picture('embedded-completion');
    await page.keyboard.press('Escape');
    for (let n = 0; n < 46; n++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('sig');
    // For a moment after the list has come, Enter is still a new line: it may have been typed
    // before anybody saw the list.
    await page.getByRole('option', {name: /signed_up/}).click();
    await page.locator('.cm-content', {hasText: /^SELECT c.signed_up FROM/}).waitFor();
    await world.type('SELECT (1');
    await page.locator('.cm-lintRange-error').waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('says that it looks for rows while it does, which is no empty result', async () => {
    const {page} = world;
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/results/*/query', async route => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('textbox', {name: 'Search the whole result'}).fill('2024-02');
    await page.getByText('Looking for rows…', {exact: true}).waitFor();
    assert.equal(await page.getByText(/^0 rows/).count(), 0);
    held.resolve();
    await page.getByText('1 row', {exact: true}).waitFor();
    await page.unrouteAll({behavior: 'wait'});
    await page.getByRole('textbox', {name: 'Search the whole result'}).fill('');
    await page.getByText('19 rows', {exact: true}).waitFor();
  });

  test('downloads the whole result', async () => {
    const {page} = world;
    await page.getByRole('button', {name: 'Download'}).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', {name: 'CSV', exact: true}).last().click(),
    ]);
    assert.equal(download.suggestedFilename(), 'Sales by month.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    assert.equal(lines.length, 20);
    assert.equal(lines[0], 'month,orders,amount');
  });

  test('shows databases, tables and columns, and puts names into the sheet', async () => {
    const {page} = world;
    await item('orders').click();
    await item('order_id integer').waitFor();
    await world.picture('embedded-tree');
    await world.checkAccess();
    await world.type('SELECT * FROM ');
    const tree = page.getByRole('tree');
    await item('customers').click();
    await tree.press('Enter');
    await soon(async () =>
      assert.equal(await page.locator('.cm-content').innerText(), 'SELECT * FROM sample.customers'),
    );
    await item('products').dragTo(page.locator('.cm-content'), {targetPosition: {x: 400, y: 12}});
    await page.locator('.cm-content', {hasText: 'sample.customerssample.products'}).waitFor();
    await page.getByRole('textbox', {name: 'Filter the sources'}).fill('daily');
    await item('daily_sales').waitFor();
    await item('products').waitFor({state: 'detached'});
    await page.getByRole('textbox', {name: 'Filter the sources'}).fill('');
  });

  test('tells what is known of a table, and queries it', async () => {
    const {page} = world;
    await item('daily_sales').waitFor();
    await item('customers').click();
    await page.getByRole('tree').press('Alt+Enter');
    const table = page.getByRole('dialog', {name: 'sample.customers'});
    await table.getByText('Who buys').waitFor();
    await table.getByRole('button', {name: 'Load statistics of country'}).click();
    await table.getByText(/min BR · max US/).waitFor();
    await world.picture('embedded-table');
    await world.checkAccess();
    await table.getByText('Sample', {exact: true}).click();
    await table.getByText('customer1@shop.example').waitFor();
    await table
      .getByRole('region', {name: 'Sample rows'})
      .getByRole('columnheader', {name: 'customer_id'})
      .waitFor();
    await soon(async () => assert.deepEqual(await page.evaluate(headsOnSeveralLines), []));
    await table.getByText('DDL', {exact: true}).click();
    await table.getByText(/CREATE TABLE/).waitFor();
    await table.getByRole('button', {name: 'Query table'}).click();
    await page.getByText('100 rows', {exact: true}).waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('shows what 1,000 columns have, and the last of them', async () => {
    const {page} = world;
    const columns = Array.from({length: 1000}, (_, n) => `i + ${n} AS c${n}`).join(', ');
    await world.type(`SELECT ${columns} FROM range(3000) t(i)`);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', {name: 'Load all rows'}).click();
    await page.getByText('3,000 rows', {exact: true}).waitFor();
    await page.getByRole('gridcell', {name: '0', exact: true}).click();
    await page.getByRole('grid').press('Control+End');
    await page.getByRole('gridcell', {name: '3998', exact: true}).waitFor();
    await soon(async () =>
      assert.ok(
        (await page.getByRole('gridcell').count()) < 1500,
        'only what is in sight is drawn',
      ),
    );
    await world.picture('embedded-wide');
    await world.checkAccess();
  });

  test('makes a large result ready when the mouse comes to the names of its columns', async () => {
    const {page} = world;
    await world.type('SELECT i AS n FROM range(25000) t(i)');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', {name: 'Load all rows'}).click();
    await page.getByText('25,000 rows', {exact: true}).waitFor();
    const prepared = page.waitForResponse(response => response.url().endsWith('/prepare'));
    await page.getByRole('columnheader', {name: /^n/}).hover();
    assert.deepEqual(await (await prepared).json(), {isBegun: true});
    const head = page.getByRole('columnheader', {name: /^n/});
    await head.getByRole('button', {name: /^n/}).click();
    // A second click before the rows are in order asks for the same order again.
    await head.and(page.locator('[aria-sort=ascending]')).waitFor();
    await head.getByRole('button', {name: /^n/}).click();
    await page.getByRole('gridcell', {name: '24999', exact: true}).waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('explains a statement', async () => {
    const {page} = world;
    await world.type('SELECT * FROM sample.orders WHERE order_id = 7');
    await page.keyboard.press('Control+Shift+X');
    await page
      .getByRole('dialog')
      .getByText(/order_id/)
      .first()
      .waitFor();
    await world.picture('embedded-plan');
    await world.checkAccess();
    await page.keyboard.press('Escape');
    assert.deepEqual(world.problems, []);
  });

  test('finds in the history what was run, and opens it with its result', async () => {
    const {page} = world;
    await page.getByRole('link', {name: 'History'}).click();
    await page.getByRole('heading', {name: 'History', exact: true}).waitFor();
    await page.getByRole('textbox', {name: 'Search the statements'}).fill('daily_sales');
    await page.getByText('1 statement').waitFor();
    await world.picture('embedded-history');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Open', exact: true}).click();
    await page.getByText('19 rows', {exact: true}).waitFor();
    assert.deepEqual(world.problems, []);
  });
});
