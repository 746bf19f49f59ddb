// Saved queries in a real browser: sharing, files, results that others see; several people on one
// server.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {useDocuments} from './documents-page-world.ts';
import {admin} from './editor-client.ts';
import {desktop, phone, skipWithoutBrowser} from './page-fixture.ts';

const long = `A very long name of a query ${'that goes on and on '.repeat(8)}שלום`.trim();

suite('saved queries of several people', {skip: skipWithoutBrowser}, () => {
  const {world, button, dialog, saveKey, menu, toList} = useDocuments();

  before(async () => {
    const send = async (method: string, path: string, json: object) => {
      const headers = {authorization: admin, 'content-type': 'application/json'};
      const body = JSON.stringify(json);
      const answer = await fetch(`${world.url}/api/v1/documents${path}`, {method, headers, body});
      assert.ok(answer.ok, await answer.clone().text());
      return (await answer.json()) as {uuid: string; version: number};
    };
    const content = (text: string) => ({engine: 'duckdb', text: `${text}\nFROM range(3)`});
    const {uuid, version} = await send('POST', '', {
      name: 'Three twos',
      description: 'Counts nothing at all',
      content: content('SELECT 2 AS two'),
    });
    await send('PUT', `/${uuid}`, {version, content: content('SELECT 1 AS one')});
  });

  test('what is shared opens by its link: readers save copies, writers save versions, and nobody saves over anybody', async () => {
    const {page} = world;
    const address = async () =>
      await dialog('Share').getByRole('textbox', {name: 'Link'}).inputValue();
    await toList();
    await button('Three twos').click();
    await page.locator('.cm-line', {hasText: 'SELECT 1 AS one'}).waitFor();
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
    await ben.getByText('of admin, view only · version 2').waitFor();
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
    await cleo.getByText('Saved as version 3').waitFor();
    await cleo.context().close();

    await page.locator('.cm-content').press('Control+End');
    await page.keyboard.type(' -- by admin');
    await saveKey();
    const conflict = dialog('Saved by another user in the meantime');
    await conflict.getByText('cleo saved version 3').waitFor();
    await world.picture('documents-conflict');
    await world.checkAccess();
    await conflict.getByRole('button', {name: 'Save mine as version 4'}).click();
    await page.getByText('Saved as version 4').waitFor();
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
      page.getByRole('menuitem', {name: 'Download all queries as .zip'}).click(),
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
