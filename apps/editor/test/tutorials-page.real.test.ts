// The tutorials as a new user follows them in the pages, one after the other on one fresh pair of
// servers.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import type {Browser, Page} from 'playwright-core';
import {
  desktopAtRest,
  launch,
  phone,
  skipWithoutBrowser,
  takePicture,
  watch,
} from '../../../packages/ui/test/browser.ts';
import {blocksOf, pageNames} from './docs-blocks.ts';
import {type EditorProcess, startEditorProcess} from './editor-process.ts';

/** What a tutorial has its reader enter. */
const blockOf = (page: string, start: string) =>
  blocksOf(page).find(block => block.text.startsWith(start))?.text ??
  assert.fail(`docs/${page}.md has no ${start}`);

suite('the tutorials in a browser', {skip: skipWithoutBrowser}, () => {
  const problems: string[] = [];
  let data: string;
  let servers: EditorProcess | undefined;
  let browser: Browser | undefined;
  let catalog: string;
  let page: Page;
  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'gazetteer-tutorials-'));
    servers = await startEditorProcess(['--http-port', '0', '--data', data, '--log-level', 'warn']);
    catalog = /catalog, listening on (https?:\/\/\S+)/.exec(servers.output())?.[1] ?? '';
    browser = await launch();
    page = await (await browser.newContext(desktopAtRest)).newPage();
    watch(page, problems, message => message.includes('Applying inline style violates'));
  });
  after(async () => {
    await browser?.close();
    await servers?.stop();
    await rm(data, {recursive: true, force: true, maxRetries: 3});
  });

  const logIn = async () => {
    await page.goto(catalog);
    await page.fill('#user', 'admin');
    await page.fill('#password', 'admin');
    await page.press('#password', 'Enter');
  };
  const titled = async (name: string) =>
    await page.getByRole('heading', {level: 1, name, exact: true}).waitFor();
  const tab = async (name: string) => await page.getByRole('tab', {name, exact: true}).click();
  /**
   * Opens an entity as a reader finds it: by words, then by its qualified name among the results.
   */
  const openFound = async (words: string, type: string, qualifiedName: string, name: string) => {
    const box = page.getByLabel('Search the catalog').first();
    await box.fill(words);
    await box.press('Enter');
    const row = page
      .getByRole('table', {name: 'Results'})
      .locator('tr', {hasText: qualifiedName})
      .filter({hasText: type});
    await row.getByRole('link', {name, exact: true}).first().click();
    await titled(name);
  };

  test('an analyst loads the sample data, finds the table for revenue, and sees where it comes from', async () => {
    await logIn();
    await page.getByRole('button', {name: 'Help'}).click();
    await page.getByRole('menuitem', {name: 'Sample data'}).click();
    await page.getByRole('button', {name: 'Load it'}).click();
    await page.getByText('Sample data loaded').waitFor();
    const box = page.getByLabel('Search the catalog').first();
    await box.fill('revenue');
    await page.getByRole('option').first().waitFor();
    await box.press('Enter');
    await page
      .getByRole('region', {name: 'Refine results'})
      .getByRole('checkbox', {name: /^Hive table 1$/})
      .check();
    await titled('1 result');
    const row = page.getByRole('table', {name: 'Results'}).locator('tbody tr');
    await row.getByRole('link', {name: 'Certified'}).waitFor();
    await row.getByRole('link', {name: /^Sensitive/}).waitFor();
    await takePicture(page, 'tutorial-search');
    await row.getByRole('link', {name: 'daily_revenue'}).click();
    await titled('daily_revenue');
    await tab('Columns');
    await page.getByRole('link', {name: 'revenue_eur'}).click();
    await titled('revenue_eur');
    await page.locator('main').getByRole('link', {name: 'Revenue', exact: true}).click();
    await titled('Revenue');
    await page
      .locator('main')
      .getByText(/quantity times price less discount/i)
      .first()
      .waitFor();
    await page.goBack();
    await titled('revenue_eur');
    await page.goBack();
    await titled('daily_revenue');
    await tab('Lineage');
    await page.locator('[data-card][aria-label^="fact_sales Hive table"]').waitFor();
    await takePicture(page, 'tutorial-lineage');
  });

  test('an analyst queries it, draws a chart, uses a variable, and saves the query', async () => {
    // Who is logged in at the catalog is logged in here.
    await page.goto(`${servers?.url}/app/editor/`);
    const type = async (text: string) => {
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.insertText(text);
      await page.keyboard.press('Control+Enter');
    };
    await type(blockOf('tutorial-analyst', 'SELECT p.category'));
    await page.getByText('5 rows', {exact: true}).waitFor();
    await page.getByText('Chart', {exact: true}).click();
    await page
      .getByRole('img', {name: /^bar chart of amount by category, 5 points$/})
      .locator('canvas')
      .waitFor();
    await takePicture(page, 'tutorial-chart');
    await type(
      blockOf('tutorial-analyst', 'SELECT count(DISTINCT').replace("'DE'", "'${country=DE}'"),
    );
    await page
      .getByRole('group', {name: 'Variables'})
      .getByRole('textbox', {name: 'country'})
      .waitFor();
    await page.getByRole('gridcell', {name: '2212'}).waitFor();
    await page.getByRole('button', {name: 'Save', exact: true}).click();
    await page.getByRole('dialog').getByRole('textbox', {name: 'Name'}).fill('Orders by country');
    await page.getByRole('dialog').getByRole('button', {name: 'Save', exact: true}).click();
    await page.getByRole('tab', {name: 'Orders by country'}).waitFor();
    await page.getByRole('button', {name: 'Query actions'}).click();
    await page.getByRole('menuitem', {name: 'Share'}).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', {name: 'Saved queries'}).click();
    await page.getByRole('button', {name: 'Orders by country', exact: true}).waitFor();
  });

  test('a steward imports terms, assigns one, classifies a column, and sees where the classification propagated', async () => {
    await page.goto(`${catalog}/n/index.html`);
    await page.getByRole('link', {name: 'Glossary'}).first().click();
    await page.getByRole('link', {name: 'Import', exact: true}).click();
    const [, terms = ''] =
      /<<'END'\n([^]*)END/.exec(blockOf('tutorial-steward', 'cat > terms.csv')) ?? [];
    const file = {name: 'terms.csv', mimeType: 'text/csv', buffer: Buffer.from(terms)};
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', {name: 'Import 2 terms'}).click();
    await page.getByRole('heading', {name: 'Imported'}).waitFor();

    await openFound(
      'daily_revenue revenue_eur',
      'Hive column',
      'marts.daily_revenue.revenue_eur@sample',
      'revenue_eur',
    );
    await page.getByRole('button', {name: 'More', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Terms'}).click();
    await page.getByRole('dialog').getByRole('combobox', {name: 'Terms'}).fill('net rev');
    await page.getByRole('option', {name: /Net revenue/}).click();
    await page.keyboard.press('Tab');
    await page.getByRole('dialog').getByRole('button', {name: 'Save'}).click();
    await page.locator('main').getByRole('link', {name: 'Net revenue', exact: true}).waitFor();

    await openFound(
      'raw.orders.customer_id',
      'Hive column',
      'raw.orders.customer_id@sample',
      'customer_id',
    );
    await page.getByRole('button', {name: 'Classify'}).click();
    const dialog = page.getByRole('dialog', {name: 'Add classification'});
    await dialog.getByRole('combobox', {name: 'Classification'}).fill('PII');
    await page.getByRole('option', {name: 'PII', exact: true}).click();
    await dialog.getByRole('button', {name: 'Add'}).click();
    await dialog.waitFor({state: 'detached'});
    const made = 'staging.orders_clean.customer_id@sample';
    await openFound('staging.orders_clean.customer_id', 'Hive column', made, 'customer_id');
    await tab('Classifications');
    await page.getByRole('button', {name: 'Show source'}).click();
    const path = page.getByRole('group', {name: /^Propagation path of /});
    await path.getByRole('link', {name: /clean_orders:customer_id/}).waitFor();
    // From the column that was classified over the process to this one.
    assert.equal(await path.getByRole('link').count(), 3);
    await takePicture(page, 'tutorial-path');
    const sideBar = page.getByRole('complementary', {name: 'Side bar'});
    await sideBar.getByRole('link', {name: /^PII/}).click();
    await page.waitForURL(/tag=PII/);
    await page.getByRole('button', {name: 'Save this search'}).waitFor();
  });

  test('an administrator finds the audit log, and the documentation', async () => {
    await page.getByRole('link', {name: 'Administration'}).click();
    await page.getByRole('table', {name: 'Audit log'}).waitFor();
    await page.getByRole('button', {name: 'Help'}).click();
    await page.getByRole('menuitem', {name: 'Documentation'}).click();
    await page.getByRole('link', {name: 'Analyst'}).first().click();
    await titled('First hour as an analyst');
  });

  test('the documentation has the colors that were chosen in the pages, and fits a phone', async () => {
    const colors = async () =>
      await page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await colors();
    await page.evaluate("localStorage.setItem('mantine-color-scheme-value', 'dark')");
    await page.reload();
    const dark = await colors();
    assert.notEqual(dark, light);
    await page.emulateMedia({colorScheme: 'dark'});
    assert.equal(await colors(), dark);
    await page.evaluate("localStorage.setItem('mantine-color-scheme-value', 'light')");
    await page.reload();
    assert.equal(await colors(), light);
    await page.setViewportSize(phone);
    for (const name of pageNames()) {
      await page.goto(`${catalog}/docs/${name}`);
      const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      assert.equal(await page.evaluate(over), 0, `docs/${name}.md goes over the edge of a phone`);
      const covers = `[...document.querySelectorAll('.copy')].filter(one => {
        const code = one.previousElementSibling.getBoundingClientRect(), box = one.getBoundingClientRect();
        return box.left < code.right && box.top < code.bottom;
      }).length`;
      assert.equal(await page.evaluate(covers), 0, `docs/${name}.md: a button covers an example`);
    }
    assert.deepEqual(problems, []);
  });
});
