// Saved queries in a real browser: saving, folders, versions, sharing, files; two people on one
// server.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import type {Page} from 'playwright-core';
import {startEditorProcess} from './editor-process.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const users = {admin: 'ADMIN', ben: 'ANALYST', cleo: 'ANALYST'};
const long = `A very long name of a query ${'that goes on and on '.repeat(8)}שלום`.trim();

suite('saved queries', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const data = await mkdtemp(join(tmpdir(), 'gazetteer-documents-'));
    const hash = (name: string) => createHash('sha256').update(name).digest('hex');
    const lines = Object.entries(users).map(([name, group]) => `${name}=${group}::${hash(name)}\n`);
    await writeFile(join(data, 'users-credentials.properties'), lines.join(''));
    const editor = await startEditorProcess(['editor', '--data', data]);
    const stop = async () => {
      await editor.stop();
      await rm(data, {recursive: true, force: true});
    };
    return {url: editor.url, stop};
  });
  const button = (name: string, page: Page = world.page) =>
    page.getByRole('button', {name, exact: true});
  const dialog = (name: string, page: Page = world.page) => page.getByRole('dialog', {name});
  const saveKey = async (page: Page = world.page) =>
    await page.locator('.cm-content').press('Control+s');
  const menu = async (row: string, item: string, page: Page = world.page) => {
    await page.getByRole('button', {name: `More about ${row}`, exact: true}).click();
    await page.getByRole('menuitem', {name: item, exact: true}).click();
  };
  const toList = async (page: Page = world.page) => {
    await page.getByRole('link', {name: 'Saved queries', exact: true}).click();
    await page.getByRole('heading', {name: 'Saved queries', exact: true}).waitFor();
  };

  test('an empty place says what to do', async () => {
    await toList();
    await world.page.getByRole('heading', {name: 'No saved queries yet'}).waitFor();
    await world.picture('documents-empty');
    await world.checkAccess();
  });

  test('Ctrl+S saves a sheet into a folder, and then its next versions', async () => {
    const {page} = world;
    await button('New folder').click();
    await dialog('New folder').getByRole('textbox', {name: 'Name'}).fill('Team');
    await button('Create folder').click();
    await button('Team').waitFor();
    await page.getByRole('link', {name: 'Editor', exact: true}).click();
    await world.type('SELECT 1 AS one\nFROM range(3)');
    await saveKey();
    await dialog('Save query').getByRole('textbox', {name: 'Name'}).fill('Three ones');
    await page.getByRole('textbox', {name: 'Description'}).fill('Counts nothing at all');
    await dialog('Save query').getByRole('button', {name: 'Team'}).click();
    await page.getByText('No folders.').waitFor();
    await world.picture('documents-save');
    await world.checkAccess();
    await dialog('Save query').getByRole('button', {name: 'Save', exact: true}).click();
    await page.getByRole('tab', {name: 'Three ones'}).waitFor();
    await page.getByText('version 1', {exact: true}).waitFor();
    await world.type('SELECT 2 AS two\nFROM range(3)');
    await page.getByText('version 1, changed').waitFor();
    await saveKey();
    await page.getByText('Saved as version 2').waitFor();
    await page.getByText('version 2', {exact: true}).waitFor();
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('is renamed, found by its text, moved, thrown away and put back', async () => {
    const {page} = world;
    await toList();
    await button('Team').click();
    await page.getByRole('button', {name: 'Three ones', exact: true}).waitFor();
    await menu('Three ones', 'Name and description');
    await dialog('Name and description').getByRole('textbox', {name: 'Name'}).fill('Three twos');
    await button('Change').click();
    await button('Three twos').waitFor();
    await world.picture('documents-folder');
    await page.getByRole('textbox', {name: 'Search all queries'}).fill('two range nothing');
    await button('Three twos').waitFor();
    await page.getByRole('textbox', {name: 'Search all queries'}).fill('"no such words"');
    await page.getByRole('heading', {name: 'No matching queries'}).waitFor();
    await page.getByRole('textbox', {name: 'Search all queries'}).fill('');
    await menu('Three twos', 'Move');
    await dialog('Move to another folder').getByRole('button', {name: 'My queries'}).click();
    await button('Move here').click();
    await page.getByRole('heading', {name: 'No saved queries yet'}).waitFor();
    await page.getByRole('link', {name: 'Mine', exact: true}).click();
    await menu('Three twos', 'Move to trash');
    await page.getByText('Moved “Three twos” to trash').waitFor();
    await page.getByText('Trash', {exact: true}).click();
    await page.getByText('Three twos', {exact: true}).waitFor();
    await world.picture('documents-trash');
    await world.checkAccess();
    await menu('Three twos', 'Restore');
    await page.getByRole('heading', {name: 'The trash is empty'}).waitFor();
    await page.getByText('Mine', {exact: true}).click();
    await button('Three twos').waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('versions stand side by side, and an earlier one comes back', async () => {
    const {page} = world;
    await menu('Three twos', 'Versions');
    await page.getByRole('button', {name: /^Version 2/}).click();
    await page.getByText('1 line gone, 1 new').waitFor();
    await page.getByRole('row', {name: /SELECT 1 AS one.*SELECT 2 AS two/}).waitFor();
    await world.picture('documents-versions');
    await world.checkAccess();
    await page.getByRole('button', {name: /^Version 1/}).click();
    await button('Changes since this version').click();
    await page.getByText('1 line gone, 1 new').waitFor();
    await button('Restore version 1').click();
    await button('Restore').click();
    await page.getByText('Version 1 is the newest again, as version 4').waitFor();
    await button('Three twos').click();
    await page.locator('.cm-line', {hasText: 'SELECT 1 AS one'}).waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('what is shared opens by its link: readers save copies, writers save versions, and nobody saves over anybody', async () => {
    const {page} = world;
    const address = async () =>
      await dialog('Share').getByRole('textbox', {name: 'Link'}).inputValue();
    await button('Query actions').click();
    await page.getByRole('menuitem', {name: 'Share'}).click();
    const link = await address();
    assert.match(link, /\/app\/editor\/\?document=[\da-f-]{36}$/);
    await page.getByRole('combobox', {name: 'Name of a user'}).fill('ben');
    await page.getByRole('option', {name: 'ben'}).click();
    await button('Add').click();
    await world.picture('documents-share');
    await world.checkAccess();
    await dialog('Share').getByRole('button', {name: 'Share', exact: true}).click();
    await page.getByText('Shared', {exact: true}).waitFor();

    const ben = await world.another('ben');
    await ben.goto(link);
    await ben.locator('.cm-line', {hasText: 'SELECT 1 AS one'}).waitFor();
    await ben.getByText('of admin, view only · version 4').waitFor();
    await ben.locator('.cm-content').press('Control+Enter');
    await ben.getByText('3 rows', {exact: true}).waitFor();
    await ben.locator('.cm-content').press('Control+End');
    await ben.keyboard.type(' -- mine');
    await saveKey(ben);
    await ben
      .getByText('It is shared with you for reading. It can be saved as a query of your own.')
      .waitFor();
    await dialog('Save query', ben).getByRole('button', {name: 'Save', exact: true}).click();
    await ben.getByText('Saved “Three twos”').waitFor();
    await toList(ben);
    await button('Three twos', ben).waitFor();
    await ben.getByText('Shared with me', {exact: true}).click();
    await ben.getByRole('cell', {name: 'admin', exact: true}).waitFor();
    await ben.context().close();

    const cleo = await world.another('cleo');
    await cleo.goto(link);
    await cleo.getByText('Document not found or not shared with you.').waitFor();
    await button('Query actions').click();
    await page.getByRole('menuitem', {name: 'Share'}).click();
    await page.getByText('Group', {exact: true}).click();
    await page.getByRole('combobox', {name: 'Name of a group'}).fill('ANALYST');
    await button('Add').click();
    await page.getByLabel('Access of ANALYST').selectOption('write');
    await dialog('Share').getByRole('button', {name: 'Share', exact: true}).click();
    await page.getByText('Shared', {exact: true}).last().waitFor();
    await cleo.goto(`${world.url}/editor?editor=${new URL(link).searchParams.get('document')}`);
    await cleo.locator('.cm-line', {hasText: 'SELECT 1 AS one'}).waitFor();
    await cleo.locator('.cm-content').press('Control+Home');
    await cleo.keyboard.type('-- by cleo\n');
    await saveKey(cleo);
    await cleo.getByText('Saved as version 5').waitFor();
    await cleo.context().close();

    await page.locator('.cm-content').press('Control+End');
    await page.keyboard.type(' -- by admin');
    await saveKey();
    const conflict = dialog('Saved by another user in the meantime');
    await conflict.getByText('cleo saved version 5').waitFor();
    await world.picture('documents-conflict');
    await world.checkAccess();
    await conflict.getByRole('button', {name: 'Save mine as version 6'}).click();
    await page.getByText('Saved as version 6').waitFor();
    const expected = /40[349]/;
    assert.deepEqual(
      world.problems.filter(text => !expected.test(text)),
      [],
    );
    world.problems.length = 0;
  });

  test('queries leave as files and come in again, and a panel beside the sheet opens them', async () => {
    const {page} = world;
    await toList();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      menu('Three twos', 'Download as .sql'),
    ]);
    assert.equal(file.suggestedFilename(), 'Three twos.sql');
    const text = await readFile(await file.path(), 'utf8');
    assert.match(
      text,
      /^-- @name: Three twos\n-- @description: Counts nothing at all\n-- @engine: duckdb\n[^]*SELECT 1 AS one/,
    );
    await button('Files').click();
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', {name: 'Download all as .zip'}).click(),
    ]);
    assert.equal(zip.suggestedFilename(), 'queries.zip');
    const sent = [
      {name: 'again.sql', mimeType: 'application/sql', buffer: Buffer.from(text)},
      {
        name: 'plain.sql',
        mimeType: 'application/sql',
        buffer: Buffer.from(`-- @name: ${long}\n\nSELECT 7 AS seven`),
      },
      {name: 'all.zip', mimeType: 'application/zip', buffer: await readFile(await zip.path())},
    ];
    await button('Files').click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', {name: /^Import \.sql, \.zip/}).click(),
    ]);
    await chooser.setFiles(sent);
    await page.getByText('3 queries are here now').waitFor();
    await button('Three twos (3)').waitFor();
    await world.picture('documents-long');
    await world.checkAccess();
    await page.getByRole('link', {name: 'Editor', exact: true}).click();
    await page.getByText('Saved', {exact: true}).click();
    const panel = page.getByRole('region', {name: 'Saved queries'});
    await panel.getByRole('textbox', {name: 'Search saved queries'}).fill('seven');
    await panel.getByRole('button', {name: long}).click();
    await page.locator('.cm-line', {hasText: 'SELECT 7 AS seven'}).waitFor();
    await world.picture('documents-panel');
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('what the grid shows is downloaded as it is shown, and a result is shown to others by a link, with its chart', async () => {
    const {page} = world;
    await page.locator('.cm-content').press('Control+e');
    await world.type("SELECT * FROM (VALUES ('apple', 3), ('pear', 5), ('plum', 7)) t(fruit, n)");
    await page.keyboard.press('Control+Enter');
    await page.getByText('3 rows', {exact: true}).waitFor();
    await page.getByRole('textbox', {name: 'Search the whole result'}).fill('pear');
    await page.getByText('1 row', {exact: true}).waitFor();
    await button('Download').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', {name: 'CSV', exact: true}).first().click(),
    ]);
    assert.equal(await readFile(await file.path(), 'utf8'), 'fruit,n\r\npear,5\r\n');
    await page.getByRole('textbox', {name: 'Search the whole result'}).fill('');
    await page.getByText('3 rows', {exact: true}).waitFor();
    await page.getByText('Chart', {exact: true}).click();
    await page.getByRole('img', {name: /^bar chart of n by fruit, 3 points$/}).waitFor();
    await page
      .getByRole('region', {name: 'Result'})
      .getByRole('button', {name: 'Share', exact: true})
      .click();
    await dialog('Share this result').getByRole('textbox', {name: 'Title'}).fill('Fruit');
    await dialog('Share this result')
      .getByRole('switch', {name: 'Anyone logged in who has the link'})
      .check();
    await button('Create link').click();
    const links = dialog('Share this result').getByRole('region', {name: 'Links to this result'});
    const link = await soon(async () => {
      const address = await links.getByRole('textbox', {name: 'Link'}).inputValue();
      assert.notEqual(address, '');
      return address;
    });
    await world.picture('documents-share-result');
    await world.checkAccess();

    const cleo = await world.another('cleo');
    await cleo.goto(link);
    await cleo.getByRole('heading', {name: 'Fruit'}).waitFor();
    await cleo.getByText(/Shared by admin.*It is kept for 4 hours after the last view\./).waitFor();
    await cleo.getByRole('img', {name: /^bar chart of n by fruit, 3 points$/}).waitFor();
    await cleo.getByText('Table', {exact: true}).click();
    await cleo.getByRole('gridcell', {name: 'plum'}).waitFor();
    await soon(async () =>
      assert.equal(
        await button('Share', cleo).count(),
        0,
        'whoever looks at it does not pass it on',
      ),
    );
    await button('Open statement in editor', cleo).click();
    await cleo.locator('.cm-line', {hasText: "('plum', 7)"}).waitFor();

    await links.getByRole('button', {name: 'Revoke'}).click();
    await links.waitFor({state: 'detached'});
    await cleo.goto(link);
    await cleo.getByText('There is no such result, or it is not shared with you.').waitFor();
    await cleo.context().close();
    await page.keyboard.press('Escape');
    assert.deepEqual(
      world.problems.filter(text => !text.includes('404')),
      [],
    );
    world.problems.length = 0;
  });

  test('in a narrow window nothing goes over the edge', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await world.open('/app/documents');
    await button('Three twos').waitFor();
    await world.checkWidth();
    await world.picture('documents-narrow');
    await world.checkAccess();
    await menu('Three twos', 'Versions');
    await page.getByRole('button', {name: /^Version 2/}).click();
    await page.getByText('1 line gone, 1 new').waitFor();
    await world.checkWidth();
    await world.picture('documents-versions-narrow');
    await page.keyboard.press('Escape');
    await page.setViewportSize(desktop);
    assert.deepEqual(world.problems, []);
  });
});
