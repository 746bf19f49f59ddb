// The grid of a result in a real browser, with 500 columns and thousands of rows: what an
// analyst does to columns and cells.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {startEditorProcess} from './editor-process.ts';
import {phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const columnCount = 500;
const rowCount = 3000;

/** Columns `id`, `kind`, `doc` of JSON and `c3` to `c499` of numbers. */
const wide = (first = 0) => {
  const others = Array.from(
    {length: columnCount - 3},
    (_, n) => `(i * ${n + 3}) % 97 AS c${n + 3}`,
  );
  return `SELECT i AS id, 'kind ' || (i % 4) AS kind, '{"n":' || i || ',"of":[1,2]}' AS doc, ${others.join(', ')} FROM range(${first}, ${rowCount}) t(i)`;
};

suite('the grid of a result', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const data = await mkdtemp(join(tmpdir(), 'gazetteer-grid-'));
    const editor = await startEditorProcess(['editor', '--data', data]);
    const stop = async () => {
      await editor.stop();
      await rm(data, {recursive: true, force: true});
    };
    return {url: editor.url, stop};
  });
  const button = (name: string | RegExp) => world.page.getByRole('button', {name, exact: true});
  const grid = () => world.page.getByRole('grid', {name: 'Rows of the result'});
  const head = (name: string) =>
    grid()
      .getByRole('columnheader')
      .filter({has: world.page.getByText(name, {exact: true})});
  const cell = (text: string) => grid().getByRole('gridcell', {name: text, exact: true});
  /** The heads that are drawn, by their names. */
  const heads = async () => await grid().getByRole('columnheader').locator('bdi').allInnerTexts();
  const menu = async (name: string, item: string) => {
    await head(name).click({button: 'right'});
    await world.page.getByRole('menuitem', {name: item, exact: true}).click();
  };
  const left = async (name: string) => (await head(name).boundingBox())?.x ?? Number.NaN;
  const run = async (text: string, rows: string) => {
    await world.type(text);
    await world.page.keyboard.press('Control+Enter');
    const loaded = world.page.getByText(rows, {exact: true});
    await button('Load all rows').or(loaded).click();
    await world.page.getByText(rows, {exact: true}).waitFor();
  };
  /** Brings a column into sight by a part of its name. */
  const goTo = async (name: string) => {
    await menu((await heads()).at(1) ?? '', 'Columns');
    await world.page.getByRole('textbox', {name: 'Part of a name'}).fill(name);
    await world.page.keyboard.press('Enter');
    await head(name).waitFor();
  };

  test('draws the cells in sight alone, of 500 columns and all rows', async () => {
    const {page} = world;
    await run(wide(), '3,000 rows');
    await soon(async () => assert.equal(await grid().getAttribute('aria-colcount'), '501'));
    await grid().click({position: {x: 200, y: 100}});
    await page.keyboard.press('Control+End');
    await cell(String(((rowCount - 1) * 499) % 97))
      .first()
      .waitFor();
    assert.ok((await page.locator('[role=gridcell]').count()) < 1500, 'those in sight');
    await page.keyboard.press('Control+Home');
    await cell('kind 0').first().waitFor();
    await world.picture('grid-wide');
    await world.checkAccess();
  });

  test('finds a column by a part of its name', async () => {
    await goTo('c480');
    await soon(async () => assert.ok(!(await heads()).includes('id')));
    await grid().press('Control+Home');
    await head('id').waitFor();
  });

  test('narrows rows in the head of a column, by a condition and by values', async () => {
    const {page} = world;
    await button('Filter id').click();
    const dialog = page.getByRole('dialog', {name: 'Filter id'});
    await dialog.getByLabel('Rows where it').selectOption('lt');
    await dialog.getByRole('textbox', {name: 'Value'}).fill('40');
    await world.picture('grid-filter');
    await world.checkAccess();
    await page.keyboard.press('Enter');
    await page.getByText('40 rows', {exact: true}).waitFor();
    await button('Filter kind').click();
    const values = page.getByRole('dialog', {name: 'Filter kind'});
    await values.getByRole('checkbox', {name: 'kind 1'}).check();
    await values.getByRole('checkbox', {name: 'kind 3'}).check();
    await values.getByRole('button', {name: 'Show only these values'}).click();
    await page.getByText('20 rows', {exact: true}).waitFor();
    await page.getByRole('button', {name: /^kind is one of 2 values/}).waitFor();
    await soon(async () =>
      assert.equal(await button('Filter kind').getAttribute('data-filtered'), 'true'),
    );
    await button('Filter kind').click();
    await page.getByRole('dialog').getByRole('button', {name: 'Clear filter'}).click();
    await page.getByText('40 rows', {exact: true}).waitFor();
    await button('Filter id').click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await menu('kind', 'Filter kind');
    await page.getByRole('dialog').getByRole('textbox', {name: 'Value'}).fill('no such kind');
    await page.keyboard.press('Enter');
    await page.getByText('No matching rows').waitFor();
    await world.picture('grid-nothing');
    await world.checkAccess();
    await button('Clear filters').click();
    await page.getByText('3,000 rows', {exact: true}).waitFor();
  });

  test('keeps pinned columns in sight, hidden ones out of it, and widths as they were set', async () => {
    const {page} = world;
    await menu('doc', 'Pin column');
    await soon(async () => assert.deepEqual((await heads()).slice(0, 2), ['doc', 'id']));
    await menu('kind', 'Hide column');
    await head('kind').waitFor({state: 'detached'});
    const resizer = page.getByRole('separator', {name: 'Width of id'});
    await resizer.focus();
    for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowRight');
    const width = await resizer.getAttribute('aria-valuenow');
    const place = await left('doc');
    await goTo('c300');
    await soon(async () => assert.ok(!(await heads()).includes('id')));
    assert.equal(await left('doc'), place);
    await cell('{"n":0,"of":[1,2]}').waitFor();
    await world.picture('grid-pinned');
    await world.checkAccess();
    // Other numbers in the same query, and another visit.
    await page.reload();
    await run(wide(5), '2,995 rows');
    await soon(async () => assert.deepEqual((await heads()).slice(0, 2), ['doc', 'id']));
    await head('kind').waitFor({state: 'detached'});
    await soon(async () =>
      assert.equal(
        await page.getByRole('separator', {name: 'Width of id'}).getAttribute('aria-valuenow'),
        width,
      ),
    );
    await menu('id', 'Reset columns');
    await soon(async () => assert.deepEqual((await heads()).slice(0, 3), ['id', 'kind', 'doc']));
    await page.reload();
    await soon(async () => assert.deepEqual((await heads()).slice(0, 3), ['id', 'kind', 'doc']));
  });

  test('keeps layouts of queries apart', async () => {
    await run('SELECT 1 AS a, 2 AS b, 3 AS c', '1 row');
    await menu('c', 'Pin column');
    await soon(async () => assert.deepEqual(await heads(), ['c', 'a', 'b']));
    await run('SELECT 1 AS a, 2 AS b, 3 AS c, 4 AS d', '1 row');
    await soon(async () => assert.deepEqual(await heads(), ['a', 'b', 'c', 'd']));
    await run('SELECT 7 AS a, 8 AS b, 9 AS c', '1 row');
    await soon(async () => assert.deepEqual(await heads(), ['c', 'a', 'b']));
  });

  test('shows JSON as a tree, and adds up what is selected', async () => {
    const {page} = world;
    await run(
      `SELECT i AS id, '{"n":' || i || ',"of":[1,2]}' AS doc FROM range(30000) t(i)`,
      '30,000 rows',
    );
    await cell('{"n":0,"of":[1,2]}').dblclick();
    const dialog = page.getByRole('dialog', {name: 'doc', exact: true});
    await dialog.getByText('of').first().waitFor();
    await world.picture('grid-cell');
    await world.checkAccess();
    await page.keyboard.press('Escape');
    await dialog.waitFor({state: 'detached'});
    await cell('1').click();
    await grid().press('Shift+ArrowDown');
    await grid().press('Shift+ArrowDown');
    await page.getByRole('status').filter({hasText: 'sum 6'}).waitFor();
  });

  test('says that a head sorts, and answers right clicks', async () => {
    const {page} = world;
    const opacity = async () =>
      await page.evaluate(
        `getComputedStyle(document.querySelector('[data-column="0"] b svg')).opacity`,
      );
    await soon(async () => assert.equal(await opacity(), '0'));
    await head('id').hover();
    await soon(async () => assert.equal(await opacity(), '1'));
    await head('id').locator('button').first().click();
    await head('id').and(page.locator('[aria-sort=ascending]')).waitFor();
    await head('id').locator('button').first().click();
    await head('id').and(page.locator('[aria-sort=descending]')).waitFor();
    await cell('29999').click({button: 'right'});
    await page.getByRole('menuitem', {name: 'Only rows with this value'}).click();
    await page.getByText('1 row', {exact: true}).waitFor();
    await page.getByRole('button', {name: /^id = 29999/}).click();
    await page.getByText('30,000 rows', {exact: true}).waitFor();
  });

  test('compares a result with an earlier one, and marks the cells that changed', async () => {
    const {page} = world;
    const table = page.getByRole('grid', {name: 'Rows that differ'});
    await run("SELECT i AS id, 'v' || i AS v FROM range(25000) t(i)", '25,000 rows');
    await run(
      "SELECT i AS id, CASE WHEN i = 9 THEN 'other' ELSE 'v' || i END AS v FROM range(2, 25001) t(i)",
      '24,999 rows',
    );
    await page.getByText('Compare', {exact: true}).click();
    await page.getByText('Compare with an earlier result').waitFor();
    await world.picture('grid-compare-empty');
    await world.checkAccess();
    const earlier = page.getByLabel('Earlier result');
    const choose = async (statement: string) => {
      const index = await soon(async () => {
        const options = await earlier.locator('option').allInnerTexts();
        const found = options.findIndex(text => text.includes(statement));
        assert.ok(found > 0, options.join());
        return found;
      });
      await earlier.selectOption({index});
    };
    await choose("SELECT i AS id, 'v' || i AS v FROM");
    await page.getByText(/^1 changed · 1 added · 2 removed · 24,997 unchanged$/).waitFor();
    await table.getByRole('gridcell', {name: 'removed'}).first().waitFor();
    const changed = table.locator('[data-mark=changed]');
    await soon(async () => assert.deepEqual(await changed.locator('del').allInnerTexts(), ['v9']));
    assert.deepEqual(await changed.locator('ins').allInnerTexts(), ['other']);
    await world.picture('grid-compare');
    await world.checkAccess();
    await page.getByText('Added', {exact: true}).click();
    await table.getByRole('gridcell', {name: 'v25000', exact: true}).waitFor();
    await soon(async () => assert.equal(await table.getByRole('row').count(), 2));
    await choose('SELECT 7 AS a');
    await page.getByText('The results have no column in common.').waitFor();
    await world.picture('grid-compare-error');
    await page.getByText('Table', {exact: true}).click();
    const refused = /400 \(Bad Request\)/;
    assert.deepEqual(
      world.problems.filter(text => !refused.test(text)),
      [],
    );
    world.problems.length = 0;
  });

  test('scrolls pinned columns where they leave room for others', async () => {
    const {page} = world;
    await run(wide(), '3,000 rows');
    for (const name of ['doc', 'kind', 'id']) await menu(name, 'Pin column');
    await page.setViewportSize(phone);
    await world.checkWidth();
    await goTo('c300');
    await world.picture('grid-narrow');
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });
});
