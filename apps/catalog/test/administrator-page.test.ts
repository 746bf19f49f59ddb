// Administration: what operators did, archives that went out and came in, work in the background.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {admin} from './client.ts';
import {desktop, drawn, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the administrator page', {skip: skipWithoutBrowser}, () => {
  const world = usePages();

  test('audits are listed, filtered and shown in detail', async () => {
    const {page} = world;
    await world.put('/v2/types/typedefs', {body: {classificationDefs: [{name: 'Audited'}]}});
    await world.open('#!/administrator');
    const table = page.getByRole('table', {name: 'Audits'});
    await table.getByText('Server started').first().waitFor();
    await world.picture('administrator-audits');
    await page.getByRole('combobox', {name: 'Filter by operation'}).click();
    await page.getByRole('option', {name: 'Types created'}).click();
    await table.getByText('Server started').first().waitFor({state: 'detached'});
    assert.match(page.url(), /operation=TYPE_DEF_CREATE/);
    await table.getByRole('button', {name: 'Show'}).first().click();
    await page.getByRole('dialog').getByText('Audited').first().waitFor();
    await world.picture('administrator-audit-details');
    await world.checkAccess();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', {name: 'Filter by user'}).fill('nobody at all');
    await page.getByText('Nobody did that').waitFor();
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('an archive is brought in after a question, and listed', async () => {
    const {page, server} = world;
    const entity = {typeName: 'hive_db', attributes: {qualifiedName: 'd@x', name: 'moved', clusterName: 'x'}};
    await world.put('/v2/entity', {body: {entity}});
    const item = {typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'd@x'}};
    const archive = await fetch(`${server.url}/api/atlas/admin/export`, {
      method: 'POST',
      headers: {authorization: admin, 'content-type': 'application/json'},
      body: JSON.stringify({itemsToExport: [item], options: {}}),
    });
    assert.equal(archive.status, 200);
    const buffer = Buffer.from(await archive.arrayBuffer());
    await world.open('#!/administrator?tabActive=transfers');
    await page.getByRole('table', {name: 'Exports and imports'}).getByText('Export', {exact: true}).waitFor();
    const bringIn = async (content: Buffer) => {
      await page
        .locator('input[type=file]')
        .setInputFiles({name: 'a.zip', mimeType: 'application/zip', buffer: content});
      await page.getByRole('dialog').getByRole('button', {name: 'Import', exact: true}).click();
    };
    await bringIn(buffer);
    await page.getByRole('table', {name: 'Exports and imports'}).getByText('Import', {exact: true}).waitFor();
    await world.picture('administrator-transfers');
    await bringIn(Buffer.from('no archive'));
    await page.getByText('The archive could not be imported').waitFor();
    await world.picture('administrator-transfer-refused');
    await world.checkAccess();
  });

  test('without tasks it says why, on a phone, too', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await world.open('#!/administrator?tabActive=tasks');
    await page.getByText('Nothing is done in the background').waitFor();
    await world.picture('administrator-tasks-narrow');
    await world.open('#!/administrator');
    await page.getByRole('table', {name: 'Audits'}).waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.width);
    await world.picture('administrator-narrow');
    await page.setViewportSize(desktop);
    await page.route('**/admin/audits', route => route.fulfill({status: 403, body: '{"errorMessage": "not for you"}'}));
    await page.goto('about:blank');
    await page.goto(`${world.server.url}/n/index.html#!/administrator`);
    await page.getByText('You may not see this').waitFor();
    await world.picture('administrator-denied');
    await world.checkAccess();
    await page.unrouteAll();
    await drawn(page);
  });
});
