// A new user's first hour: from half a name over lineage and tags to a saved search that a
// colleague opens.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {desktop, drawn, logIn, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('a new user', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  let link = '';
  let found: readonly string[] = [];

  const names = async () => {
    const table = world.page.getByRole('table', {name: 'Results'});
    await table.waitFor();
    const links = await table.locator('tbody tr td:nth-child(2) a').allInnerTexts();
    return links.toSorted();
  };

  test('finds a table by half its name', async () => {
    const {page} = world;
    await world.open('#!/search');
    await page.getByRole('button', {name: 'Load sample data'}).click();
    await page.getByRole('heading', {level: 1, name: /of 20\d results/}).waitFor();
    const box = page.getByLabel('Search the catalog');
    await box.first().fill('customer_v');
    await page.getByRole('option', {name: /customer_value\s*Hive table/}).click();
    await page.getByRole('heading', {level: 1, name: 'customer_value'}).waitFor();
  });

  test('sees where its data comes from', async () => {
    const {page} = world;
    await page.getByRole('tab', {name: 'Lineage'}).click();
    await page.locator('[data-card]').first().waitFor();
    const start = page.locator('[data-card][aria-label*="the root"]');
    await start.waitFor();
    await soon(async () =>
      assert.match((await start.getAttribute('aria-label')) ?? '', /^customer_value Hive table/),
    );
    await page.locator('[data-card][aria-label^="fact_sales Hive table"]').waitFor();
    await world.picture('walk-lineage');
    await world.checkAccess();
  });

  test('tags what it is made of, and sees the tag arrive', async () => {
    const {page} = world;
    await page.locator('[data-card][aria-label^="fact_sales Hive table"]').click();
    await page
      .getByRole('complementary', {name: /^Details of/})
      .getByRole('link', {name: 'fact_sales'})
      .or(page.getByRole('link', {name: 'Open fact_sales'}))
      .first()
      .click();
    await page.getByRole('heading', {level: 1, name: 'fact_sales'}).waitFor();
    await page.getByRole('button', {name: 'Classify'}).click();
    const dialog = page.getByRole('dialog', {name: 'Add classification'});
    await dialog.getByRole('combobox', {name: 'Classification'}).fill('Certified');
    await page.getByRole('option', {name: 'Certified', exact: true}).click();
    await dialog.getByRole('button', {name: 'Add'}).click();
    await dialog.waitFor({state: 'detached'});
    await page.locator('main').getByRole('link', {name: 'Certified'}).first().waitFor();
    await page.getByRole('tab', {name: 'Lineage'}).click();
    await page
      .locator('[data-card][aria-label^="customer_value Hive table"][aria-label*="Certified"]')
      .waitFor();
    await world.picture('walk-tagged');
  });

  test('finds all that is tagged', async () => {
    const {page} = world;
    await page
      .getByRole('complementary', {name: 'Side bar'})
      .getByRole('link', {name: /^Certified/})
      .click();
    await page.waitForURL(/tag=Certified/);
    await soon(async () => {
      found = await names();
      for (const name of ['fact_sales', 'customer_value', 'daily_revenue'])
        assert.ok(found.includes(name), `${name} is among ${found.join(', ')}`);
    });
    await world.picture('walk-found');
  });

  test('saves the search, and finds it again', async () => {
    const {page} = world;
    await page.getByRole('button', {name: 'Save this search'}).click();
    await page.getByRole('textbox', {name: 'Name'}).fill('All that is certified');
    await page.getByRole('button', {name: 'Save', exact: true}).click();
    await page.getByRole('dialog').waitFor({state: 'detached'});
    link = page.url();
    await world.open('#!/about');
    await page
      .getByRole('button', {name: /saved searches/i})
      .first()
      .click();
    await page
      .getByRole('complementary')
      .getByRole('link', {name: 'All that is certified'})
      .click();
    await drawn(page);
    await soon(async () => assert.deepEqual(await names(), found));
  });

  test('a colleague opens its link', async () => {
    const {page, server} = world;
    const context = await page.context().browser()?.newContext({viewport: desktop});
    const other = (await context?.newPage()) ?? assert.fail('no second browser window');
    await logIn(other, server.url);
    await other.goto(link);
    await drawn(other);
    const table = other.getByRole('table', {name: 'Results'});
    await table.waitFor();
    const links = table.locator('tbody tr td:nth-child(2) a');
    await soon(async () => assert.deepEqual((await links.allInnerTexts()).toSorted(), found));
    await context?.close();
    assert.deepEqual(world.problems, []);
  });
});
