// Sheets as their owner finds them again: after a reload, in another browser, after a restart, and
// when the server is away.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import type {Page} from 'playwright-core';
import {admin} from './editor-client.ts';
import {type EditorProcess, startEditorProcess} from './editor-process.ts';
import {freePort} from '../../../packages/thrift/test/servers/free-port.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('sheets of the editor page', {skip: skipWithoutBrowser}, () => {
  let editor: EditorProcess;
  let args: readonly string[];
  const world = usePages(async () => {
    const data = await mkdtemp(join(tmpdir(), 'gazetteer-sheets-'));
    args = ['editor', '--data', data, '--editor-port', String(await freePort())];
    editor = await startEditorProcess(args);
    const stop = async () => {
      await editor.stop();
      await rm(data, {recursive: true, force: true});
    };
    return {url: editor.url, stop};
  });
  const saved = async (page: Page) =>
    await page.getByRole('img', {name: 'All tabs are saved'}).waitFor();
  /** What was typed just now may not have been noticed yet by what the page shows. */
  const isOnServer = async (text: string) =>
    await soon(async () => {
      const answer = await fetch(`${world.url}/api/v1/tabs`, {headers: {authorization: admin}});
      assert.ok((await answer.text()).includes(text));
    });
  const textOf = async (page: Page) => await page.locator('.cm-content').innerText();
  const hasText = async (page: Page, text: string) =>
    await page.locator('.cm-content').getByText(text, {exact: true}).waitFor();

  test('another browser shows the same sheets, with engine, database, variables and the last result', async () => {
    const {page} = world;
    await world.type("SELECT '${word}' AS said, 7 AS n");
    await page.getByRole('textbox', {name: 'word', exact: true}).fill('hello');
    await page.getByLabel('Database', {exact: true}).fill('sample');
    await page.locator('.cm-content').press('Control+Enter');
    await page.getByRole('gridcell', {name: 'hello'}).waitFor();
    await page.locator('.cm-content').press('Control+e');
    await page.getByRole('tab', {name: 'Query 2', selected: true}).waitFor();
    await world.type('SELECT 2');
    await page.getByRole('tab', {name: 'Query 1'}).click();
    await saved(page);
    const other = await world.another();
    await other.getByRole('tab', {name: 'Query 1'}).click();
    await other.getByRole('gridcell', {name: 'hello'}).waitFor();
    await soon(async () => assert.equal(await textOf(other), "SELECT '${word}' AS said, 7 AS n"));
    await soon(async () =>
      assert.equal(
        await other.getByRole('textbox', {name: 'word', exact: true}).inputValue(),
        'hello',
      ),
    );
    await soon(async () =>
      assert.equal(await other.getByLabel('Database', {exact: true}).inputValue(), 'sample'),
    );
    await other.getByRole('tab', {name: 'Query 2'}).click();
    await hasText(other, 'SELECT 2');
    await other.context().close();
  });

  test('two browsers that change the same sheet lose nothing', async () => {
    const {page} = world;
    await page.getByRole('tab', {name: 'Query 2'}).click();
    const other = await world.another();
    await other.getByRole('tab', {name: 'Query 2'}).click();
    await other.locator('.cm-content').press('Control+End');
    await other.keyboard.type(' AS theirs');
    await isOnServer('SELECT 2 AS theirs');
    await page.locator('.cm-content').press('Control+End');
    await page.keyboard.type(' AS mine');
    await page.getByText('“Query 2” was also edited in another window').waitFor();
    await world.picture('sheets-both');
    await world.checkAccess();
    await page.getByRole('tab', {name: 'Query 2 (2)', selected: true}).waitFor();
    await soon(async () => assert.equal(await textOf(page), 'SELECT 2 AS mine'));
    await page.getByRole('tab', {name: 'Query 2', exact: true}).click();
    await hasText(page, 'SELECT 2 AS theirs');
    await saved(page);
    await other.reload();
    await other.getByRole('tab', {name: 'Query 2 (2)'}).click();
    await hasText(other, 'SELECT 2 AS mine');
    await other.context().close();
    await page.locator('.cm-content').press('Control+End');
    await page.keyboard.type('!');
    await isOnServer('SELECT 2 AS theirs!');
    await saved(page);
    assert.deepEqual(
      world.problems.filter(text => !text.includes('409')),
      [],
    );
    world.problems.length = 0;
  });

  test('what is typed while the server is away is kept, said so, and brought there later', async () => {
    const {page} = world;
    await page.context().route('**/api/v1/tabs/**', route => route.abort());
    await page.locator('.cm-content').press('Control+End');
    await page.keyboard.type(' precious');
    const alert = page.getByRole('alert').getByText('Not on the server yet, kept in this browser');
    await alert.waitFor();
    await world.picture('sheets-away');
    await world.checkAccess();
    await page.context().unroute('**/api/v1/tabs/**');
    await page.reload();
    await hasText(page, 'SELECT 2 AS theirs! precious');
    await saved(page);
    const other = await world.another();
    await other.getByRole('tab', {name: 'Query 2', exact: true}).click();
    await hasText(other, 'SELECT 2 AS theirs! precious');
    await other.context().close();
    assert.deepEqual(
      world.problems.filter(text => !text.includes('ERR_FAILED')),
      [],
    );
    world.problems.length = 0;
  });

  test('a restart of the server keeps sheets and results', async () => {
    const {page} = world;
    await page.getByRole('tab', {name: 'Query 1'}).click();
    await page.getByRole('gridcell', {name: 'hello'}).waitFor();
    await editor.stop();
    editor = await startEditorProcess(args);
    const other = await world.another();
    await other.getByRole('tab', {name: 'Query 1'}).click();
    await other.getByRole('gridcell', {name: 'hello'}).waitFor();
    await other.getByRole('tab', {name: 'Query 2', exact: true}).click();
    await hasText(other, 'SELECT 2 AS theirs! precious');
    await other.context().close();
    // It has lost its login with the server, and would go on to ask.
    await page.goto('about:blank');
    world.problems.length = 0;
  });

  test('of more sheets than fit side by side, the one that is shown is in sight', async () => {
    const page = await world.another();
    const inSight = `(() => {
      const [list, tab] = ['[role=tablist][aria-label=Tabs]', '[role=tab][aria-selected=true]'].map(
        selector => document.querySelector(selector)?.getBoundingClientRect());
      return tab !== undefined && tab.left >= list.left - 1 && tab.right <= list.right + 1 && tab.right <= innerWidth;
    })()`;
    const tabs = page.getByRole('tablist', {name: 'Tabs'}).getByRole('tab');
    // Those of before come from the server.
    await page.getByRole('tab', {name: 'Query 2 (2)', exact: true}).waitFor();
    for (let count = await tabs.count(); count < 18; count++) {
      await page.getByRole('button', {name: 'New tab', exact: true}).click();
      await tabs.nth(count).and(page.locator('[aria-selected=true]')).waitFor();
    }
    await soon(async () => assert.equal(await page.evaluate(inSight), true));
    await tabs.first().click();
    await soon(async () => assert.equal(await page.evaluate(inSight), true));
    await tabs.first().press('ArrowLeft');
    await tabs.nth(17).and(page.locator('[aria-selected=true]')).waitFor();
    await soon(async () => assert.equal(await page.evaluate(inSight), true));
    await page.context().close();
  });

  test('a script of 10,000 lines is kept, and its statements run one after the other', async () => {
    const page = await world.another();
    await page.locator('.cm-content').press('Control+e');
    const lines = Array.from({length: 9_990}, (_, n) => `-- line ${n} of a long script`);
    const statements = Array.from({length: 70}, (_, n) => `SELECT ${n} AS n;`);
    await page.locator('.cm-content').click();
    await page.evaluate(
      `navigator.clipboard.writeText(${JSON.stringify([...lines, ...statements].join('\n'))})`,
    );
    await page.keyboard.press('Control+v');
    await page.locator('.cm-content').press('Control+Home');
    await page.keyboard.type('-- typed at the top\n');
    await saved(page);
    await page.locator('.cm-content').press('Control+Shift+Enter');
    await page.getByRole('tab', {name: /^70 SELECT 69 AS n Done$/, selected: true}).waitFor();
    await page.getByRole('gridcell', {name: '69', exact: true}).waitFor();
    await soon(async () =>
      assert.ok(
        (await page.getByRole('tablist', {name: 'Statements'}).getByRole('tab').count()) < 40,
        'only those in sight',
      ),
    );
    await saved(page);
    await page.reload();
    await page.getByRole('gridcell', {name: '69', exact: true}).waitFor();
    await page.locator('.cm-content').press('Control+Home');
    await page.locator('.cm-line', {hasText: '-- typed at the top'}).waitFor();
    await page.context().close();
    assert.deepEqual(world.problems, []);
  });
});
