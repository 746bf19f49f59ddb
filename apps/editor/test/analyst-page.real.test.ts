// What an analyst does all day, in a real browser, with the keys and clicks that it takes.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {startEditorProcess} from './editor-process.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('tasks of an analyst', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const data = await mkdtemp(join(tmpdir(), 'gazetteer-page-'));
    const editor = await startEditorProcess(['editor', '--data', data]);
    const stop = async () => {
      await editor.stop();
      await rm(data, {recursive: true, force: true});
    };
    return {url: editor.url, stop};
  });
  const option = (name: RegExp) =>
    world.page.locator('.cm-tooltip-autocomplete').getByRole('option', {name});
  const text = async () => await world.page.locator('.cm-content').innerText();
  const keys = async (...pressed: readonly string[]) => {
    for (const key of pressed) await world.page.keyboard.press(key);
  };

  /** Keys, without those that are held for others, and clicks that `work` takes. */
  async function effortOf(work: () => Promise<void>): Promise<{keys: number; clicks: number}> {
    const {page} = world;
    await page.evaluate(`(() => {
      const effort = (window.effort_ = {keys: 0, clicks: 0});
      const held = ['Control', 'Shift', 'Alt', 'Meta'];
      const stop = (window.effortEnd_ = new AbortController());
      const listen = (type, work) => addEventListener(type, work, {capture: true, signal: stop.signal});
      listen('keydown', ({key}) => held.includes(key) || effort.keys++);
      listen('pointerdown', () => effort.clicks++);
    })()`);
    await work();
    await page.evaluate('window.effortEnd_.abort()');
    return (await page.evaluate('window.effort_')) as {keys: number; clicks: number};
  }

  /**
   * Takes a proposal by Tab.
   * @returns keys that came too early, which people do not press: a list that has only just come
   *   takes none
   */
  async function take(proposal: RegExp, expected: RegExp): Promise<number> {
    let early = -1;
    await soon(async () => {
      early++;
      // Where there is no list, Tab would be written into the text.
      await option(proposal).waitFor();
      await keys('Tab');
      assert.match(await text(), expected);
    });
    return early;
  }

  test('finds a table whose database is not open, and looks at it', async () => {
    const {page} = world;
    await page.getByRole('treeitem', {name: 'customers'}).waitFor();
    const effort = await effortOf(async () => {
      await keys('Control+p');
      await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
      await page.keyboard.type('daily');
      await page.getByRole('option', {name: /daily_sales/}).waitFor();
      await keys('Enter');
      await page.getByRole('dialog', {name: 'sample.daily_sales'}).waitFor();
    });
    assert.deepEqual(effort, {keys: 7, clicks: 0});
    await keys('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
  });

  test('joins two tables, writing less than half of the statement', async () => {
    const {page} = world;
    await world.type('');
    let early = 0;
    const effort = await effortOf(async () => {
      await page.keyboard.type('SELECT * FROM ord');
      early += await take(/^orders/, /sample\.orders$/);
      await page.keyboard.type(' o JOIN cus');
      early += await take(/^customers/, /sample\.customers$/);
      await page.keyboard.type(' c ON ');
      early += await take(/^o\.customer_id = /, /ON o\.customer_id = c\.customer_id$/);
      await keys('Control+Enter');
      await page.getByRole('grid', {name: 'Rows of the result'}).waitFor();
    });
    const written = await text();
    assert.deepEqual([effort.keys - early, effort.clicks], [38, 0]);
    assert.ok(written.length > 2 * 38, written);
  });

  test('puts a misspelt column right, and renames an alias everywhere', async () => {
    const {page} = world;
    await world.type('SELECT c.contry, c.name FROM sample.customers c');
    const mark = page.locator('.cm-lintRange-warning', {hasText: 'contry'});
    await mark.waitFor();
    const mended = await effortOf(async () => {
      await mark.hover();
      await page.getByRole('button', {name: 'Change to country'}).click();
      await soon(async () => assert.match(await text(), /^SELECT c\.country,/));
    });
    assert.deepEqual(mended, {keys: 0, clicks: 1});
    await page.locator('.cm-content').click();
    await keys('Control+End');
    const renamed = await effortOf(async () => {
      await keys('F2');
      await soon(async () =>
        assert.equal(await page.locator('.cm-selectionBackground').count(), 3),
      );
      await page.keyboard.type('who');
      await soon(async () => assert.match(await text(), /^SELECT who\.country, who\.name .* who$/));
    });
    assert.deepEqual(renamed, {keys: 4, clicks: 0});
    await keys('Escape', 'Escape');
  });

  test('finds out where a statement spends its time', async () => {
    const {page} = world;
    await world.type('SELECT status, count(*) FROM sample.orders GROUP BY status');
    const effort = await effortOf(async () => {
      await keys('Control+Shift+X');
      await page.getByRole('button', {name: 'Run and measure'}).click();
      await page.getByText('Marked: the steps that took longest.').waitFor();
    });
    assert.deepEqual(effort, {keys: 1, clicks: 1});
    await keys('Escape');
    assert.deepEqual(world.problems, []);
  });
});
