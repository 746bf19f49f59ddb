// The pages of databases, tables and one table, in a real browser on the embedded engine.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, type EditorForTests, editorForTests} from './editor-fixture.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const statements = [
  'CREATE TABLE customers (customer_id integer PRIMARY KEY, name varchar)',
  'CREATE TABLE orders (order_id integer, customer_id integer REFERENCES customers (customer_id), country_code varchar, amount decimal(10, 2))',
  "INSERT INTO customers SELECT i, 'customer ' || i FROM range(1000) t(i)",
  "INSERT INTO orders SELECT i, i % 1000, CASE WHEN i % 4 > 0 THEN 'DE' END, i / 7 FROM range(100000) t(i)",
  'CREATE TABLE countries (code varchar, country_code varchar)',
  'CREATE VIEW big_orders AS SELECT * FROM orders WHERE amount > 100',
  'CREATE TABLE "odd / "" %2F name" AS SELECT 1 AS n',
  'CREATE SCHEMA empty',
];

suite('the pages of tables', {skip: skipWithoutBrowser}, () => {
  let editor: EditorForTests;
  const world = usePages(async () => {
    const clean: (() => Promise<unknown>)[] = [];
    const folder = await mkdtemp(join(tmpdir(), 'gazetteer-tables-page-'));
    editor = await editorForTests(
      {after: work => void clean.unshift(work)},
      log => {
        const engine = duckDbForTests(folder, log);
        clean.push(async () => await engine.kill());
        return new Map([['duckdb', engine]]);
      },
      {admin: 'ADMIN'},
    );
    for (const statement of statements) await run(statement);
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    const stop = async () => {
      for (const work of clean) await work();
      await rm(folder, {recursive: true, force: true, maxRetries: 5});
    };
    return {url, stop};
  });

  async function run(statement: string): Promise<void> {
    const admin = asUser(editor, 'admin');
    const {body} = await admin('POST', '/api/editor/execute/duckdb', {statement});
    assert.equal(body['status'], 0, JSON.stringify(body));
    const operationId = body['history_uuid'];
    await soon(async () => {
      const answer = await admin('POST', '/api/editor/check_status', {operationId});
      const {status} = answer.body['query_status'] as {status: string};
      assert.equal(status, 'available', statement);
    });
  }
  const link = (name: string | RegExp) => world.page.getByRole('link', {name, exact: true});
  const shown = async (part: string) =>
    await world.page.getByRole('radiogroup').getByText(part, {exact: true}).click();
  const path = async (wanted: string) =>
    await soon(() => assert.equal(new URL(world.page.url()).pathname, wanted));

  test('lead from the engine to its databases, their tables and one of them', async () => {
    const {page} = world;
    await link('Tables').click();
    await page.getByRole('combobox', {name: 'Engine'}).selectOption('duckdb');
    await page.getByText('3 databases').waitFor();
    await world.picture('tables-databases');
    await world.checkAccess();
    await link('main').click();
    await page.getByText('5 tables').waitFor();
    await page.getByRole('textbox', {name: 'Filter tables'}).fill('ORD');
    await link('countries').waitFor({state: 'detached'});
    await world.picture('tables-list');
    await world.checkAccess();
    await link('orders').click();
    await page.getByRole('heading', {name: 'orders', level: 1}).waitFor();
    await path('/app/tables/duckdb/main/orders');
    await soon(async () => assert.equal(await page.title(), 'orders · Gazetteer'));
    await page.getByRole('cell', {name: 'customer_id'}).waitFor();
    await world.picture('table-columns');
    await world.checkAccess();
  });

  test('show figures of columns when somebody asks for them, and stop when they do not', async () => {
    const {page} = world;
    await page.getByRole('button', {name: 'Profile columns'}).click();
    await page.getByText('100,000 rows').waitFor();
    await page.getByRole('cell', {name: '25,000 (25 %)'}).waitFor();
    await world.picture('table-profile');
    await world.checkAccess();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/editor/check_status', async route => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/editor/check_status');
    await page.getByRole('button', {name: 'Profile again'}).click();
    await asked;
    await page.getByText('Reading the table…').waitFor();
    await world.picture('table-profile-running');
    await world.checkAccess();
    await soon(async () => assert.ok((await page.locator('[role=progressbar]').count()) > 0));
    await Promise.all([
      page.waitForRequest('**/api/editor/cancel_statement'),
      page.getByRole('button', {name: 'Cancel'}).click(),
    ]);
    held.resolve();
    await page.getByRole('button', {name: 'Profile columns'}).waitFor();
    await page.unrouteAll({behavior: 'ignoreErrors'});
  });

  test('show rows, relations, statements, details and how it was made, each with an address', async () => {
    const {page} = world;
    await shown('Sample');
    await page.getByRole('region', {name: 'Sample rows'}).getByText('DE').first().waitFor();
    await soon(() => assert.match(page.url(), /\?part=sample$/));
    await world.picture('table-sample');
    await world.checkAccess();
    await shown('Relations');
    await page
      .getByRole('row', {name: /orders\.customer_id customers\.customer_id foreign key/})
      .waitFor();
    await page.getByRole('row', {name: /country_code countries\.country_code names/}).waitFor();
    await world.picture('table-relations');
    await world.checkAccess();
    await page.reload();
    await page.getByRole('row', {name: /foreign key/}).waitFor();
    await shown('Statements');
    await page
      .getByRole('row', {name: /CREATE VIEW big_orders AS SELECT \* FROM orders/})
      .waitFor();
    await world.picture('table-statements');
    await world.checkAccess();
    await shown('Details');
    await page.getByText('Table Type').waitFor();
    await shown('DDL');
    await page.getByText(/^CREATE TABLE orders/).waitFor();
    await world.checkAccess();
    await page.setViewportSize(phone);
    for (const part of ['Columns', 'Relations', 'Statements']) {
      await shown(part);
      await world.checkWidth();
      await world.picture(`table-narrow-${part.toLowerCase()}`);
    }
    await world.checkAccess();
    await page.setViewportSize({width: 1440, height: 900});
  });

  test('query, describe, rename and drop a table, after a question', async () => {
    const {page} = world;
    const more = async (name: string) => {
      await page.getByRole('button', {name: 'More'}).click();
      await page.getByRole('menuitem', {name}).click();
    };
    await world.open('/app/tables/duckdb/main/countries');
    await more('Edit comment');
    await page.getByRole('textbox', {name: 'Comment'}).fill('Countries of the world');
    await page.getByRole('button', {name: 'Save comment'}).click();
    await page.locator('main').getByText('Countries of the world').waitFor();
    await run('ALTER TABLE countries ADD COLUMN area double');
    await more('Refresh metadata');
    await page.getByRole('cell', {name: 'area', exact: true}).waitFor();
    await more('Analyze');
    await page.getByText('The engine analyzes the table').waitFor();
    await more('Rename');
    await page.getByRole('textbox', {name: 'Name'}).fill('orders');
    await page.getByRole('button', {name: 'Rename'}).click();
    await page
      .getByRole('alert')
      .getByText(/orders/)
      .waitFor();
    await world.picture('table-rename-refused');
    await page.getByRole('textbox', {name: 'Name'}).fill('lands');
    await page.getByRole('button', {name: 'Rename'}).click();
    await page.getByRole('heading', {name: 'lands', level: 1}).waitFor();
    await path('/app/tables/duckdb/main/lands');
    await more('Drop');
    await page
      .getByRole('dialog')
      .getByText(/gone for all users/)
      .waitFor();
    await world.picture('table-drop');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Cancel'}).click();
    await page.getByRole('heading', {name: 'lands', level: 1}).waitFor();
    await more('Drop');
    await page.getByRole('button', {name: 'Drop table'}).click();
    await path('/app/tables/duckdb/main');
    await page.getByText('4 tables').waitFor();
    assert.equal(await link('lands').count(), 0);
    await world.open('/app/tables/duckdb/main/orders');
    await more('Insert template');
    await page.locator('.cm-content', {hasText: 'INSERT INTO main.orders'}).waitFor();
    await world.open('/app/tables/duckdb/main/orders');
    await page.getByRole('button', {name: 'Query'}).click();
    await page.getByText('100 rows', {exact: true}).waitFor();
  });

  test('are where bookmarks of Hue lead, and say what is not there', async () => {
    const {page} = world;
    await world.open('/hue/metastore/table/main/big_orders?source_type=duckdb');
    await path('/app/tables/duckdb/main/big_orders');
    await shown('Sample');
    await page.getByText(/A view may be a query of any size/).waitFor();
    await world.open('/metastore/tables/empty?source_type=duckdb');
    await page.getByText('No tables').waitFor();
    await world.picture('tables-empty');
    await world.checkAccess();
    await world.open('/app/tables/duckdb/main/nothing');
    await page.getByText('There is no table nothing in main.').waitFor();
    assert.equal(await page.getByRole('button', {name: 'Query'}).count(), 0);
    await world.picture('table-missing');
    await world.checkAccess();
    const odd = `/app/tables/duckdb/main/${encodeURIComponent('odd / " %2F name')}`;
    await world.open(odd);
    await page.getByRole('heading', {name: 'odd / " %2F name', level: 1}).waitFor();
    await page.getByRole('button', {name: 'Profile columns'}).click();
    await page.getByText('1 row', {exact: true}).waitFor();
    await world.open('/hue/metastore/databases');
    await page.getByRole('combobox', {name: 'Engine'}).waitFor();
    assert.deepEqual(
      world.problems.filter(problem => !/cancel|abort/i.test(problem)),
      [],
    );
  });

  test('the side bar lists sources on other pages, with details, and queries them', async () => {
    const {page} = world;
    await world.open('/app/documents');
    await page.getByRole('combobox', {name: 'Sources from'}).selectOption('duckdb');
    const view = page.getByRole('treeitem', {name: /^big_orders/});
    const menuItem = (name: string) => page.getByRole('menuitem', {name: new RegExp(`^${name}`)});
    await view.click({button: 'right'});
    await menuItem('Copy name').waitFor();
    // There is no text to insert it into.
    assert.equal(await menuItem('Insert name').count(), 0);
    await menuItem('Details').click();
    const details = page.getByRole('dialog', {name: 'main.big_orders'});
    await details.getByText('country_code').waitFor();
    await world.checkAccess();
    await details.getByRole('link', {name: 'Open page'}).click();
    await page.getByRole('heading', {name: 'big_orders', level: 1}).waitFor();
    await details.waitFor({state: 'detached'});
    // The row that was clicked is still the active one.
    await page.getByRole('tree').press('Enter');
    await details.getByRole('link', {name: 'Open page'}).click();
    await details.waitFor({state: 'detached'});
    await view.click({button: 'right'});
    await menuItem('Query table').click();
    await path('/app/editor/');
    await page.getByText('100 rows').first().waitFor();
  });

  test('checks are added to a table, run, changed and deleted', async () => {
    const {page} = world;
    const form = page.getByRole('dialog');
    const row = page.getByRole('row').filter({hasText: 'No nulls: country_code'});
    await world.open('/app/tables/duckdb/main/orders?part=checks');
    await page.getByRole('heading', {name: 'No checks yet'}).waitFor();
    await world.picture('checks-empty');
    await page.getByRole('button', {name: 'Add check'}).click();
    await form.getByRole('combobox', {name: 'Check', exact: true}).selectOption('No nulls');
    await form.getByRole('button', {name: 'Show SQL'}).click();
    await form.getByRole('alert').getByText('Choose a column.').waitFor();
    await form.getByRole('combobox', {name: 'Columns'}).click();
    await page.getByRole('option', {name: 'country_code'}).click();
    await page.keyboard.press('Tab');
    await form.getByRole('button', {name: 'Show SQL'}).click();
    await form.getByText('WHERE ("country_code" IS NULL)').waitFor();
    await world.checkAccess();
    await world.picture('check-form');
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('check-form-narrow');
    await page.setViewportSize(desktop);
    await form.getByRole('button', {name: 'Add check'}).click();
    await row.getByText('Not run yet').waitFor();
    await row.getByRole('button', {name: /^Run now/}).click();
    await row.getByText('25,000 rows with NULL').waitFor();
    await row.getByText('Failed', {exact: true}).waitFor();
    await world.checkAccess();
    await world.picture('checks');
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('checks-narrow');
    await page.setViewportSize(desktop);
    await row.getByRole('link', {name: 'No nulls: country_code'}).click();
    await page.getByText('Check failed, found 25000.').waitFor();
    await world.picture('check-runs');
    await page.getByRole('button', {name: 'Show table'}).click();
    await row.getByRole('button', {name: /^Edit/}).click();
    await form.getByRole('textbox', {name: 'Filter'}).fill('order_id % 4 > 0');
    await form.getByRole('button', {name: 'Save check'}).click();
    await row.getByText('Not run yet').waitFor();
    await row.getByRole('button', {name: /^Run now/}).click();
    await row.getByText('Passed', {exact: true}).waitFor();
    await row.getByRole('button', {name: /^Delete/}).click();
    await page.getByRole('button', {name: 'Delete check'}).click();
    await page.getByRole('heading', {name: 'No checks yet'}).waitFor();
  });
});
