// Saved queries in a real browser: saving, folders, versions.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {useDocuments} from './documents-page-world.ts';
import {skipWithoutBrowser} from './page-fixture.ts';

suite('saved queries', {skip: skipWithoutBrowser}, () => {
  const {world, button, dialog, saveKey, menu, toList} = useDocuments();

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

  test('opens by the number that bookmarks of Hue have, where it was copied from there', async () => {
    const {page} = world;
    const uuid = '00004711-0000-4000-8000-000000000000';
    const head = {uuid, kind: 'query', name: 'From Hue', number: 4711, changedAt: 1, grants: []};
    const content = {engine: 'duckdb', database: 'main', text: 'SELECT 4711', state: {}};
    const body = {owner: 'admin', documents: [{...head, content}]};
    const answer = await fetch(`${world.url}/api/v1/migration/documents`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200);
    await page.goto(`${world.url}/notebook/editor?editor=4711`);
    await page.getByRole('tab', {name: 'From Hue'}).waitFor();
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
});
