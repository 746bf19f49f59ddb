// The page in a real browser: what somebody sees and does, on an engine in memory.
import assert from 'node:assert/strict';
import {access, mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {chromium, type Browser, type Page} from 'playwright-core';
import {type EditorForTests, editorForTests} from './editor-fixture.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const skip = await access(executablePath).then(
  () => false as const,
  () => 'needs Chromium (apt-get install chromium, or CHROMIUM=<its path>)',
);
/** A folder for pictures of every view, for people who look at them. */
const pictures = process.env['PICTURES'];

suite('the editor page', {skip}, () => {
  const clean: (() => Promise<void>)[] = [];
  let editor: EditorForTests;
  let url: string;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  before(async () => {
    editor = await editorForTests({after: work => void clean.push(work)});
    url = await editor.app.listen({host: '127.0.0.1', port: 0});
    browser = await chromium.launch({executablePath, args: ['--no-sandbox']});
    page = await (await browser.newContext({viewport: {width: 1280, height: 800}})).newPage();
    page.on('pageerror', error => problems.push(error.message));
  });
  after(async () => {
    await browser?.close();
    for (const work of clean) await work();
  });

  async function picture(name: string): Promise<void> {
    if (pictures === undefined) return;
    await mkdir(pictures, {recursive: true});
    await page.screenshot({path: join(pictures, `${name}.png`)});
  }

  test('leads through the login, back to where it was asked for', async () => {
    await page.goto(`${url}/hue/editor?type=hive`);
    await page.fill('#user', 'admin');
    await page.fill('#password', 'wrong');
    await page.press('#password', 'Enter');
    await page.getByText('User name or password is wrong.').waitFor();
    await page.fill('#user', 'admin');
    await page.fill('#password', 'admin');
    await picture('editor-login');
    await page.click('#submit');
    await page.waitForURL(`${url}/hue/editor?type=hive`);
    await page.locator('#engine option').first().waitFor({state: 'attached'});
    assert.deepEqual(await page.locator('#engine option').allInnerTexts(), ['Memory (hive)', 'Memory (hplsql)']);
  });

  test('runs a statement by keyboard and shows its rows page by page, as text', async () => {
    await page.fill('#statement', 'ROWS 150');
    await page.press('#statement', 'Control+Enter');
    await page.getByText('100 rows so far').waitFor();
    assert.equal(await page.locator('tbody tr').count(), 100);
    assert.equal(await page.locator('tbody tr').first().innerText(), '0\t<0>');
    await picture('editor-rows');
    await page.click('#more');
    await page.getByText('150 rows', {exact: true}).waitFor();
    assert.equal(await page.locator('#more').isVisible(), false);
  });

  test('shows the log of a statement that runs, and cancels it', async () => {
    await page.fill('#statement', 'HANG');
    await page.click('#run');
    await page.locator('#log').waitFor();
    await page.click('#log summary');
    assert.match(await page.locator('#log pre').innerText(), /Starting Job/);
    await picture('editor-running');
    await page.click('#cancel');
    await page.getByText(/^canceled/).waitFor();
    assert.equal(await page.locator('#run').isEnabled(), true);
  });

  test('tells why a statement failed', async () => {
    await page.fill('#statement', 'FAIL <b>out of memory</b>');
    await page.click('#run');
    await page.locator('#problem').waitFor();
    assert.equal(await page.locator('#problem').innerText(), '<b>out of memory</b>');
    await picture('editor-failed');
    assert.deepEqual(problems, []);
  });
});
