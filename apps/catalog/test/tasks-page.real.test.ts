// What people come to the pages for, done with the mouse, and how many clicks it takes.
import assert from 'node:assert/strict';
import {suite, test, type TestContext} from 'node:test';
import type {Locator} from 'playwright-core';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('tasks of people and their clicks', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  let clicks = 0;
  const click = async (what: Locator) => {
    await what.click();
    clicks += 1;
  };
  const button = (name: string | RegExp) => world.page.getByRole('button', {name}).first();
  const search = () => world.page.getByLabel('Search the catalog').first();
  /** Begins at the page that everybody begins at, and tells how many clicks were needed. */
  const task = async (t: TestContext, most: number, work: () => Promise<void>) => {
    await world.open('#!/');
    clicks = 0;
    await work();
    t.diagnostic(`${clicks} clicks`);
    assert.ok(clicks <= most, `${clicks} clicks, not ${most}`);
  };

  test('a newcomer loads sample data and looks at a table', async t => {
    const {page} = world;
    await task(t, 2, async () => {
      await click(button('Load sample data'));
      await page
        .getByText(/Sample data loaded|of 20\d results/)
        .first()
        .waitFor();
      await search().fill('customer_value');
      await click(page.getByRole('option', {name: /customer_value\s*Hive table/}));
      await world.titled('customer_value');
      await page.getByRole('table', {name: 'Columns'}).waitFor();
    });
  });

  test('an analyst finds a column by its name and the table that has it', async t => {
    const {page} = world;
    await task(t, 2, async () => {
      await search().fill('unit_price');
      await click(page.getByRole('option', {name: /unit_price/}).first());
      await world.titled('unit_price');
      await click(
        page
          .getByRole('navigation', {name: 'Path'})
          .getByRole('link', {name: /order_items|fact_sales/}),
      );
      await page.getByRole('table', {name: 'Columns'}).waitFor();
    });
  });

  test('an engineer tells the owners of all that is made from a table', async t => {
    const {page} = world;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await task(t, 4, async () => {
      await search().fill('raw customers');
      await click(page.getByRole('option', {name: /^customers\s*Hive table/}).first());
      await click(page.getByRole('tab', {name: 'Lineage'}));
      await click(page.getByText('Impact', {exact: true}));
      await click(button('Copy a message to the owners'));
      await page.getByText('Message copied').waitFor();
      const copied = String(await page.evaluate('navigator.clipboard.readText()'));
      assert.match(copied, /customer_value/);
    });
  });

  test('a steward classifies all that a search finds, and takes it back', async t => {
    const {page} = world;
    await task(t, 8, async () => {
      await search().fill('orders');
      await page.keyboard.press('Enter');
      await page.getByRole('table', {name: 'Results'}).waitFor();
      await click(page.getByRole('checkbox', {name: 'Select this row'}).first());
      await click(button(/^Select all \d+ results$/));
      await click(button('Classify'));
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', {name: 'Classification'}).fill('Certified');
      await click(page.getByRole('option', {name: 'Certified', exact: true}));
      await click(dialog.getByRole('button', {name: 'Preview changes'}));
      await click(dialog.getByRole('button', {name: /^Change \d+ entit/}));
      await page.getByText('finished', {exact: true}).waitFor();
      await click(button('Undo'));
      await click(page.getByRole('button', {name: /^Undo on \d+ entit/}));
      await page.getByRole('heading', {level: 1, name: /^Undo: Add classification/}).waitFor();
      await page.getByText('finished', {exact: true}).waitFor();
    });
  });

  test('a reader learns why a column has a classification', async t => {
    const {page} = world;
    await task(t, 3, async () => {
      await search().fill('customer_value email');
      await click(page.getByRole('option', {name: /email\s*Hive column/}).first());
      await click(page.getByRole('tab', {name: 'Classifications'}));
      await click(button('Show source'));
      await page.getByLabel(/^Propagation path of/).waitFor();
    });
  });
});
