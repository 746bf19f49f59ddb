// What the text editor knows of SQL, in a real browser: proposals, marks, and errors at their place.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {editorForTests} from './editor-fixture.ts';
import {startEditorProcess} from './editor-process.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('SQL on the embedded engine', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const data = await mkdtemp(join(tmpdir(), 'gazetteer-page-'));
    const editor = await startEditorProcess(['editor', '--data', data]);
    const stop = async () => {
      await editor.stop();
      await rm(data, {recursive: true, force: true});
    };
    return {url: editor.url, stop};
  });
  const option = (name: RegExp) => world.page.getByRole('option', {name});
  const text = async () => await world.page.locator('.cm-content').innerText();

  test('proposals open by themselves, with tables of all databases', async () => {
    const {page} = world;
    await page.getByRole('treeitem', {name: 'customers'}).waitFor();
    await world.type('');
    await page.keyboard.type('SELECT * FROM ');
    await option(/^customers/).waitFor();
    await world.picture('sql-tables');
    await page.keyboard.insertText('daily');
    await soon(async () => assert.equal(await option(/^main/).count(), 0));
    await world.checkAccess();
    await option(/^daily_sales/).click();
    await soon(async () => assert.match(await text(), /FROM sample\.daily_sales$/));
    await page.keyboard.type(' WHERE ');
    await option(/^amount/).waitFor();
    await page.keyboard.press('Escape');
  });

  test('Enter makes a new line where nothing was typed, and takes what was', async () => {
    const {page} = world;
    await world.type('');
    await page.keyboard.insertText('SELECT  FROM sample.customers');
    for (let n = 0; n < 22; n++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('country,');
    await option(/^customer_id/).waitFor();
    await page.keyboard.press('Enter');
    await soon(async () => assert.match(await text(), /^SELECT country,\s*\n\s*FROM/));
  });

  test('tells what a function takes while its parenthesis is open', async () => {
    const {page} = world;
    const hint = page.getByRole('status').filter({hasText: 'date_trunc'});
    const current = hint.locator('strong').first();
    await world.type('');
    await page.keyboard.insertText('SELECT date_trunc(');
    await soon(async () => assert.equal(await current.innerText(), 'part VARCHAR'));
    await page.keyboard.insertText("'month, (', upper(");
    await page.getByRole('status').filter({hasText: 'upper(string'}).waitFor();
    await page.keyboard.insertText('a');
    await page.keyboard.insertText(') + ');
    await soon(async () => assert.match(await current.innerText(), /^timestamp /));
    await world.picture('sql-signature');
    await world.checkAccess();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await soon(async () => assert.equal(await hint.count(), 0));
    await page.keyboard.insertText('1)');
    await page.keyboard.insertText(', lower(');
    await page.getByRole('status').filter({hasText: 'lower('}).waitFor();
    await page.keyboard.insertText("'A')");
    await soon(async () => assert.equal(await page.locator('.cm-signature').count(), 0));
  });

  test('marks names that there are not, and puts them right', async () => {
    const {page} = world;
    await world.type('SELECT c.contry FROM sample.customers c');
    const mark = page.locator('.cm-lintRange-warning', {hasText: 'contry'});
    await mark.waitFor();
    await mark.hover();
    await page.getByText('Unknown column contry of c. Did you mean country?').waitFor();
    await world.picture('sql-mark');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Change to country'}).click();
    await soon(async () => assert.equal(await text(), 'SELECT c.country FROM sample.customers c'));
    await soon(async () => assert.equal(await page.locator('.cm-lintRange').count(), 0));
  });

  test('marks an error of the engine at its place, also when a part was run', async () => {
    const {page} = world;
    await world.type('SELECT 1;\n\nSELECT nothing_known(1) AS x;\nSELECT 3;');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Query failed').waitFor();
    await page.locator('.cm-lintRange-error', {hasText: 'nothing_known'}).waitFor();
    await world.picture('sql-error');
    await world.checkAccess();
    await world.type('SELECT 2');
    await soon(async () => assert.equal(await page.locator('.cm-lintRange-error').count(), 0));
    assert.deepEqual(world.problems, []);
  });
});

suite('SQL with a grammar', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const clean: (() => Promise<void>)[] = [];
    const editor = await editorForTests({after: work => void clean.push(work)});
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    return {url, stop: async () => await Promise.all(clean.map(work => work()))};
  });

  test('marks a word that the dialect does not allow', async () => {
    const {page} = world;
    await world.type('SELECT a FROM t GROUP a');
    await page.locator('.cm-lintRange-warning', {hasText: /^a$/}).hover();
    await page.getByText('a is not expected here.').waitFor();
    await world.picture('sql-grammar');
    assert.deepEqual(world.problems, []);
  });
});
