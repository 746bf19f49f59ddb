// Notebooks in the browser: written by keys and by mouse, run, saved, shared, downloaded.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {suite, test} from 'node:test';
import type {Page} from 'playwright-core';
import {soon} from '@gazetteer/model/testing';
import {admin} from './editor-client.ts';
import {useDocuments} from './documents-page-world.ts';
import {desktop, phone, skipWithoutBrowser} from './page-fixture.ts';

suite('notebooks', {skip: skipWithoutBrowser}, () => {
  const {world, button, dialog, menu, toList} = useDocuments();
  const cell = (n: number, page: Page = world.page) =>
    page.getByRole('article', {name: new RegExp(`^Cell ${n}, `)});
  const code = () => world.page.locator('.cm-content');
  const call = async (method: string, path: string, body?: object) => {
    const headers = {authorization: admin, 'content-type': 'application/json'};
    const answer = await fetch(world.url + path, {
      method,
      headers,
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    assert.ok(answer.ok, String(answer.status));
    return (await answer.json()) as Record<string, unknown>;
  };
  /** The first Escape may close proposals. */
  const leave = () =>
    soon(async () => {
      await world.page.keyboard.press('Escape');
      assert.equal(await code().count(), 0);
    });
  const uuidHere = () => new URL(world.page.url()).pathname.split('/').at(-1) ?? '';
  const saved = async () => {
    const {notebook} = await call('GET', `/api/v1/documents/${uuidHere()}`);
    return (notebook as {cells: {kind: string; text: string}[]}).cells.map(one => [
      one.kind,
      one.text,
    ]);
  };
  const looks = async (name: string) => {
    const {page} = world;
    await world.checkAccess();
    await page.emulateMedia({colorScheme: 'light'});
    await world.picture(name);
    await page.emulateMedia({colorScheme: 'dark'});
    await world.picture(`${name}-dark`);
    await page.emulateMedia({colorScheme: 'light'});
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture(`${name}-narrow`);
    await page.setViewportSize(desktop);
  };

  test('without any, the page says how to begin, and a new one has a cell', async () => {
    const {page} = world;
    await page.getByRole('link', {name: 'Notebooks', exact: true}).first().click();
    await page.getByRole('heading', {name: 'No notebooks yet'}).waitFor();
    await looks('notebooks-empty');
    await button('Create notebook').click();
    await dialog('Create notebook').getByRole('textbox', {name: 'Name'}).fill('Shop');
    await dialog('Create notebook').getByRole('button', {name: 'Create notebook'}).click();
    await page.getByRole('heading', {name: 'Shop', level: 1}).waitFor();
    await cell(1).getByText('Empty statement').waitFor();
  });

  test('cells are written, run and added by keys alone', async () => {
    const {page} = world;
    await cell(1).focus();
    await page.keyboard.press('Enter');
    await code().waitFor();
    await page.keyboard.type('create temp table mine as select n from range(${count=30}) r(n)');
    await page.keyboard.press('Shift+Enter');
    await cell(1).getByText('Done. The statement has no rows.').waitFor();
    // Behind the last one there is a new one, which is written on.
    await soon(async () => assert.equal(await cell(2).locator('.cm-content').count(), 1));
    await page.keyboard.type('select n, n * n as square from mine order by n');
    await page.keyboard.press('Control+Enter');
    await cell(2).getByRole('cell', {name: '361', exact: true}).waitFor();
    await cell(2).getByText('The first 20 rows.').waitFor();
    await leave();
    await page.keyboard.press('a');
    await cell(3).waitFor();
    await leave();
    await page.keyboard.press('m');
    await page.getByRole('article', {name: 'Cell 2, text'}).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', {name: 'Text of cell 2'}).waitFor();
    await page.keyboard.type('Squares of **numbers** <img src=x onerror=alert(1)>');
    await page.keyboard.press('Control+Enter');
    await cell(2).getByText('numbers', {exact: true}).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('article', {name: 'Cell 1, text'}).waitFor();
    await soon(async () =>
      assert.deepEqual(await saved(), [
        ['text', 'Squares of **numbers** <img src=x onerror=alert(1)>'],
        ['sql', 'create temp table mine as select n from range(${count=30}) r(n)'],
        ['sql', 'select n, n * n as square from mine order by n'],
      ]),
    );
    await page.keyboard.press('Delete');
    await page.getByRole('article', {name: 'Cell 1, SQL'}).waitFor();
    await page.keyboard.press('z');
    await page.getByRole('article', {name: 'Cell 1, text'}).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await soon(async () =>
      assert.equal(
        await page.evaluate("document.activeElement?.getAttribute('aria-label')"),
        'Cell 3, SQL',
      ),
    );
    await looks('notebook');
  });

  test('a result is drawn, and says when its cell would run something else', async () => {
    const {page} = world;
    await cell(3).getByRole('radiogroup', {name: 'View of cell 3'}).getByText('Chart').click();
    await cell(3)
      .getByRole('img', {name: /^bar chart of square/})
      .waitFor();
    await looks('notebook-chart');
    await page.getByRole('textbox', {name: 'count'}).fill('3');
    await cell(2).getByText('of an earlier statement or other values').waitFor();
    await page.getByRole('textbox', {name: 'count'}).fill('');
    await soon(async () =>
      assert.equal(await cell(2).getByText('of an earlier statement').count(), 0),
    );
  });

  test('a cell that fails keeps those below from being run', async () => {
    const {page} = world;
    await button('Add SQL').click();
    await code().waitFor();
    await page.keyboard.type('select * from nowhere');
    await leave();
    await page.keyboard.press('b');
    await code().waitFor();
    await page.keyboard.type('select 42 as answer');
    await leave();
    await cell(4).getByRole('button', {name: 'More about cell 4'}).click();
    await page.getByRole('menuitem', {name: 'Run this cell and all below'}).click();
    await cell(4).getByRole('alert').filter({hasText: 'nowhere'}).waitFor();
    assert.equal(await cell(5).getByText('Result', {exact: true}).count(), 0);
    await looks('notebook-failed');
    await button('Delete cell 4').click();
    await page.getByRole('article', {name: 'Cell 4, SQL'}).waitFor();
    await button('Run cell 4').click();
    await cell(4).getByRole('cell', {name: '42', exact: true}).waitFor();
  });

  test('names come from the side bar into the cell that is written', async () => {
    const {page} = world;
    const name = page.getByRole('treeitem', {name: /^products/});
    await name.waitFor();
    assert.equal(await button('Insert name').count(), 0);
    await button('Add SQL').click();
    await code().waitFor();
    await page.keyboard.type('select count(*) from ');
    await name.click({button: 'right'});
    await page.getByRole('menuitem', {name: /^Insert name/}).click();
    await soon(async () =>
      assert.equal(await code().innerText(), 'select count(*) from sample.products'),
    );
    await leave();
    await button('Delete cell 5').click();
    await soon(async () => assert.equal(await cell(5).count(), 0));
  });

  test('what runs is canceled', async () => {
    const {page} = world;
    await button('Add SQL').click();
    await code().waitFor();
    await page.keyboard.type('select count(*) from range(1000000000000)');
    await page.keyboard.press('Control+Enter');
    await cell(5).getByText('Running').waitFor();
    await button('Cancel cell 5').click();
    await cell(5).getByRole('alert').filter({hasText: 'The statement was canceled.'}).waitFor();
    await button('Delete cell 5').click();
    await soon(async () => assert.equal((await saved()).length, 4));
  });

  /** What a server, an administrator or a long break does. */
  const endSessions = async () => {
    const {sessions} = await call('GET', '/api/v1/sessions');
    for (const {id} of sessions as {id: string}[]) {
      const headers = {authorization: admin};
      await fetch(`${world.url}/api/v1/sessions/${id}`, {method: 'DELETE', headers});
    }
  };
  const endedAt = (n: number) => cell(n).getByRole('alert').filter({hasText: 'session has ended'});

  test('a session that has ended is told of before anything runs in a new one', async () => {
    const {page} = world;
    // The session outlives the page.
    await page.reload();
    await button('Run cell 3').click();
    await cell(3)
      .getByRole('img', {name: /^bar chart of square/})
      .waitFor();
    await endSessions();
    await button('Run cell 4').click();
    await endedAt(4).getByText('temporary tables and settings are gone').waitFor();
    await looks('notebook-session-ended');
    await button('Run in a new session').click();
    await cell(4).getByRole('cell', {name: '42', exact: true}).waitFor();
    // What another cell had made is not there.
    await button('Run cell 3').click();
    await cell(3).getByRole('alert').filter({hasText: 'mine'}).waitFor();
    await endSessions();
    await button('Run all cells').click();
    await endedAt(2).waitFor();
    assert.equal(await button('Run all cells in a new session').count(), 0);
    await button('Run in a new session').click();
    await cell(3)
      .getByRole('img', {name: /^bar chart of square/})
      .waitFor();
    await cell(4).getByRole('cell', {name: '42', exact: true}).waitFor();
    await endSessions();
    await button('Run cell 4').click();
    await endedAt(4).waitFor();
    await button('Run all cells in a new session').click();
    await cell(4).getByRole('cell', {name: '42', exact: true}).waitFor();
    await soon(async () => assert.equal(await button('Run all cells').count(), 1));
  });

  test('it is downloaded as HTML that runs nothing, and as Markdown', async () => {
    const {page} = world;
    const download = async (item: string) => {
      await button('More').click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', {name: item}).click(),
      ]);
      return await readFile(await file.path(), 'utf8');
    };
    await cell(3)
      .getByRole('img', {name: /^bar chart of square/})
      .waitFor();
    const html = await download('Download as HTML');
    assert.match(html, /Content-Security-Policy" content="default-src 'none'/);
    assert.match(html, /<strong>numbers<\/strong> &lt;img src=x onerror=alert\(1\)&gt;/);
    assert.match(html, /<code>create temp table mine/);
    assert.match(html, /<img[^>]+src="data:image\/svg\+xml;base64,/);
    assert.match(html, /<td>42<\/td>/);
    assert.doesNotMatch(html, /<script|<button|<svg|<img src="?x/);
    const markdown = await download('Download as Markdown');
    assert.match(markdown, /^# Shop\n\nSquares of \*\*numbers\*\*/);
    assert.match(markdown, /```sql\nselect 42 as answer\n```\n\n\| answer \|\n\| --- \|\n\| 42 \|/);
    assert.match(markdown, /\| 5 \| 25 \|/);
  });

  test('another user runs it for themselves, and a saving in between is no loss', async () => {
    const {page} = world;
    const uuid = uuidHere();
    const share = async (permission: string) => {
      const grants = [{kind: 'user', name: 'ben', permission}];
      await call('PUT', `/api/v1/documents/${uuid}/grants`, {grants});
    };
    await share('read');
    const ben = await world.another('ben');
    // What leads to queries leads to notebooks as well.
    await ben.goto(`${world.url}/app/editor/?document=${uuid}`);
    await ben.waitForURL(`**/app/notebooks/${uuid}`);
    await cell(4, ben).getByText('42').waitFor();
    await ben.reload();
    await cell(4, ben).getByText('42').waitFor();
    assert.equal(await ben.getByText('Result', {exact: true}).count(), 0);
    assert.equal(await ben.getByRole('button', {name: 'Add SQL'}).count(), 0);
    assert.equal(await ben.getByRole('button', {name: 'Edit cell 1'}).count(), 0);
    await ben.getByRole('button', {name: 'Run all cells'}).click();
    await cell(4, ben).getByRole('cell', {name: '42', exact: true}).waitFor();
    const {version, notebook} = await call('GET', `/api/v1/documents/${uuid}`);
    const theirs = {...(notebook as object), cells: []};
    await call('PUT', `/api/v1/documents/${uuid}`, {version, notebook: theirs});
    await button('Move cell 1 down').click();
    await page.getByRole('alert').filter({hasText: 'saved it meanwhile'}).waitFor();
    await looks('notebook-conflict');
    await page.getByRole('button', {name: /^Save as version/}).click();
    await soon(async () => assert.equal((await saved()).length, 4));
    await page.getByText(`Saved, version ${Number(version) + 2}`).waitFor();
  });

  test('a saved query is opened as a notebook, and a notebook as a query', async () => {
    const {page} = world;
    const content = {engine: 'duckdb', database: 'main', text: '-- One\nselect 1;\nselect 2;\n'};
    await call('POST', '/api/v1/documents', {name: 'Two', content});
    await toList();
    await menu('Two', 'Open as notebook');
    await dialog('Open as notebook').getByRole('button', {name: 'Create notebook'}).click();
    await page.getByRole('heading', {name: 'Two (notebook)', level: 1}).waitFor();
    assert.deepEqual(await saved(), [
      ['text', 'One'],
      ['sql', 'select 1'],
      ['sql', 'select 2'],
    ]);
    await button('Run all cells').click();
    await cell(3).getByRole('cell', {name: '2', exact: true}).waitFor();
    await button('More').click();
    await page.getByRole('menuitem', {name: 'Open as query'}).click();
    await code().waitFor();
    await soon(async () =>
      assert.equal(
        (await code().innerText()).replaceAll(/\n+/g, '\n').trim(),
        '-- One\nselect 1;\nselect 2;',
      ),
    );
    // A browser notes what is refused: a conflict, the statement that fails.
    assert.deepEqual(
      world.problems.filter(one => !/status of (4\d\d|502)/.test(one)),
      [],
    );
  });
});
