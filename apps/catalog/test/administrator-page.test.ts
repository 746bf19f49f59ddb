// Administration: what operators did, archives that went out and came in, work in the background.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {admin} from './client.ts';
import {desktop, drawn, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the administrator page', {skip: skipWithoutBrowser}, () => {
  const world = usePages({args: ['--audit-min-count', '1']});

  test('audits are listed, filtered and shown in detail', async () => {
    const {page} = world;
    await world.put('/v2/types/typedefs', {body: {classificationDefs: [{name: 'Audited'}]}});
    await world.open('#!/administrator');
    const table = page.getByRole('table', {name: 'Audit log'});
    await table.getByText('Server started').first().waitFor();
    await world.picture('administrator-audits');
    await page.getByRole('combobox', {name: 'Filter by operation'}).click();
    await page.getByRole('option', {name: 'Types created'}).click();
    await table.getByText('Server started').first().waitFor({state: 'detached'});
    await soon(() => assert.match(page.url(), /operation=TYPE_DEF_CREATE/));
    await table.getByRole('button', {name: 'Show'}).first().click();
    await page.getByRole('dialog').getByText('Audited').first().waitFor();
    await world.picture('administrator-audit-details');
    await world.checkAccess();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', {name: 'Filter by user'}).fill('nobody at all');
    await page.getByText('No matching events').waitFor();
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('a time range limits the audits, and is in the address', async () => {
    const {page} = world;
    await page.setViewportSize(desktop);
    await world.open('#!/administrator');
    const table = page.getByRole('table', {name: 'Audit log'});
    await table.getByText('Server started').first().waitFor();
    await page.getByLabel('Not after').fill('2020-01-01T00:00');
    await page.getByText('No matching events').waitFor();
    await soon(() => assert.match(page.url(), /until=\d+/));
    await page.reload();
    await page.getByText('No matching events').waitFor();
    await page.getByLabel('Not after').fill('');
    await page.getByLabel('Not before').fill('2020-01-01T00:00');
    await table.getByText('Server started').first().waitFor();
  });

  test('an archive is made of chosen entities and brought in again', async () => {
    const {page} = world;
    const entity = {
      typeName: 'hive_db',
      attributes: {qualifiedName: 'd@x', name: 'moved', clusterName: 'x'},
    };
    await world.put('/v2/entity', {body: {entity}});
    await world.open('#!/administrator?tabActive=transfers');
    await page.getByText('Nothing was exported or imported').waitFor();
    await page.getByRole('button', {name: 'Export', exact: true}).click();
    const dialog = page.getByRole('dialog', {name: 'Export'});
    await soon(async () =>
      assert.equal(
        await dialog.getByRole('button', {name: 'Export', exact: true}).isDisabled(),
        true,
      ),
    );
    await dialog.getByRole('combobox', {name: 'Entities'}).fill('moved');
    await page.getByRole('option', {name: 'moved'}).click();
    await page.keyboard.press('Tab');
    await page.getByRole('option').first().waitFor({state: 'hidden'});
    await world.checkAccess();
    await world.picture('administrator-export');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', {name: 'Export', exact: true}).click();
    const file = await (await download).path();
    assert.match((await download).suggestedFilename(), /^export-[\d-]+\.zip$/);
    const table = page.getByRole('table', {name: 'Exports and imports'});
    await table.getByText('Export', {exact: true}).waitFor();

    const dialogs = page.getByRole('dialog', {name: 'Import an archive'});
    const bringIn = async (content: string | {name: string; mimeType: string; buffer: Buffer}) => {
      await page.getByRole('button', {name: 'Import an archive'}).click();
      await dialogs.waitFor();
      await page.locator('input[type=file]').setInputFiles(content);
      await dialogs.getByText('Run in foreground').click();
      await dialogs.getByRole('button', {name: 'Import', exact: true}).click();
    };
    await bringIn(file);
    await dialogs.getByText('1 entity imported from the archive').waitFor();
    await dialogs.getByRole('table', {name: 'Counts'}).waitFor();
    await world.picture('administrator-import-report');
    await world.checkAccess();
    await dialogs.getByRole('button', {name: 'Close'}).last().click();
    await table.getByText('Import', {exact: true}).waitFor();
    await world.picture('administrator-transfers');
    await bringIn({name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('no archive')});
    await dialogs.getByRole('alert').waitFor();
    await world.picture('administrator-import-refused');
    await world.checkAccess();
    await page.keyboard.press('Escape');
    await dialogs.waitFor({state: 'detached'});
  });

  test('what no entity fits is no archive, and an export that takes long can be given up', async () => {
    const {page} = world;
    await world.open('#!/administrator?tabActive=transfers');
    await page.getByRole('button', {name: 'Export', exact: true}).click();
    const dialog = page.getByRole('dialog', {name: 'Export'});
    await dialog.getByRole('radio', {name: 'By attribute'}).click();
    await dialog.getByRole('combobox', {name: 'Type', exact: true}).fill('hive_db');
    await page.getByRole('option', {name: 'Hive database hive_db', exact: true}).click();
    await dialog.getByRole('textbox', {name: 'Value'}).fill('nowhere');
    await dialog.getByRole('button', {name: 'Export', exact: true}).click();
    await page.getByText('Nothing to export').waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    await page.route('**/admin/export', async route => {
      await held;
      await route.abort().catch(() => undefined);
    });
    await dialog.getByRole('radio', {name: 'By type'}).click();
    await dialog.getByRole('combobox', {name: 'Types'}).fill('hive_db');
    await page.getByRole('option', {name: 'Hive database hive_db', exact: true}).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', {name: 'Export', exact: true}).click();
    await dialog.getByText('Creating the archive').waitFor();
    await world.picture('administrator-export-waits');
    await dialog.getByRole('button', {name: 'Cancel'}).click();
    await dialog.getByText('Creating the archive').waitFor({state: 'detached'});
    await soon(async () => assert.equal(await dialog.getByRole('alert').count(), 0));
    await dialog.getByRole('button', {name: 'Cancel'}).click();
    await dialog.waitFor({state: 'detached'});
    release();
    await page.unrouteAll();
  });

  test('an import in the background is followed to its report', async () => {
    const {page, server} = world;
    const archive = await fetch(`${server.url}/api/atlas/admin/export`, {
      method: 'POST',
      headers: {authorization: admin, 'content-type': 'application/json'},
      body: JSON.stringify({
        itemsToExport: [{typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'd@x'}}],
        options: {},
      }),
    });
    assert.equal(archive.status, 200);
    await world.open('#!/administrator?tabActive=transfers');
    await page.getByRole('button', {name: 'Import an archive'}).click();
    const dialog = page.getByRole('dialog', {name: 'Import an archive'});
    await dialog.waitFor();
    const buffer = Buffer.from(await archive.arrayBuffer());
    await page
      .locator('input[type=file]')
      .setInputFiles({name: 'b.zip', mimeType: 'application/zip', buffer});
    await dialog.getByRole('button', {name: 'Import', exact: true}).click();
    const table = page.getByRole('table', {name: 'Imports in the background'});
    await table.getByText('done', {exact: true}).waitFor();
    await table.getByRole('button', {name: 'Show'}).click();
    await page
      .getByRole('dialog', {name: 'Import'})
      .getByText('1 of 1 entities imported')
      .waitFor();
    await world.picture('administrator-background-import');
    await world.checkAccess();
    await page.keyboard.press('Escape');
  });

  test('deleted entities are deleted permanently, after it was told which', async () => {
    const {page} = world;
    const made = (await world.put('/v2/entity/bulk', {
      body: {
        entities: ['one', 'two'].map((name, n) => ({
          typeName: 'hive_db',
          guid: `-${n + 1}`,
          attributes: {qualifiedName: `${name}@gone`, name, clusterName: 'gone'},
        })),
      },
    })) as {guidAssignments: Record<string, string>};
    const guids = Object.values(made.guidAssignments);
    await world.put(`/v2/entity/bulk?guid=${guids.join('&guid=')}`, {method: 'DELETE'});
    await world.open('#!/administrator?tabActive=deleted');
    const table = page.getByRole('table', {name: 'Deleted entities'});
    await table.getByText('one', {exact: true}).waitFor();
    await table.getByText('two', {exact: true}).waitFor();
    await world.picture('administrator-deleted');
    await world.checkAccess();
    await table.getByRole('row', {name: /one/}).getByRole('checkbox').click();
    await page.getByRole('button', {name: 'Delete 1 permanently'}).click();
    const dialog = page.getByRole('dialog', {name: 'Delete the entity permanently'});
    await dialog.getByText('1 entity will be deleted').waitFor();
    await dialog.getByRole('button', {name: 'Delete permanently'}).click();
    await dialog.waitFor({state: 'detached'});
    await table.getByText('one', {exact: true}).waitFor({state: 'detached'});
    await table.getByText('two', {exact: true}).waitFor();
    await world.open('#!/administrator?tabActive=deleted&type=hive_table');
    await page.getByText('Nothing is deleted').waitFor();
    await world.open('#!/administrator?operation=PURGE');
    await page.getByRole('table', {name: 'Audit log'}).getByText('Entities purged').waitFor();
  });

  test('without tasks it says why, on a phone, too', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await world.open('#!/administrator?tabActive=transfers');
    await world.checkWidth();
    await world.picture('administrator-transfers-narrow');
    await world.open('#!/administrator?tabActive=tasks');
    await page.getByText('No background tasks').waitFor();
    await world.picture('administrator-tasks-narrow');
    await world.open('#!/administrator');
    await page.getByRole('table', {name: 'Audit log'}).waitFor();
    await world.checkWidth();
    await world.picture('administrator-narrow');
    await page.setViewportSize(desktop);
    await page.route('**/admin/audits', route =>
      route.fulfill({status: 403, body: '{"errorMessage": "not for you"}'}),
    );
    await page.goto('about:blank');
    await page.goto(`${world.server.url}/n/index.html#!/administrator`);
    await page.getByText('You don’t have permission to view this').waitFor();
    await world.picture('administrator-denied');
    await world.checkAccess();
    await page.unrouteAll();
    await drawn(page);
  });

  test('without a policy everybody may do everything, which is said', async () => {
    const {page} = world;
    await page.setViewportSize(desktop);
    await world.open('#!/administrator?tabActive=rights');
    await page.getByRole('heading', {name: 'No access policy'}).waitFor();
    await page.getByText('--policy-file').waitFor();
    await world.picture('administrator-no-policy');
    await world.checkAccess();
  });

  test('old audit events go after it was told how many, and the task can be forgotten', async () => {
    const {page} = world;
    const answer = (await world.put('/v2/entity', {
      body: {
        entity: {
          typeName: 'fs_path',
          attributes: {qualifiedName: '/aged', name: 'aged', path: '/aged'},
        },
      },
    })) as {guidAssignments: Record<string, string>};
    const guid = Object.values(answer.guidAssignments)[0] ?? '';
    for (const text of ['1', '2', '3'])
      await world.put(`/v2/entity/guid/${guid}?name=description`, {method: 'PUT', body: text});
    await page.setViewportSize(desktop);
    await world.open('#!/administrator?tabActive=tasks');
    await page.getByRole('button', {name: 'Remove old audit events'}).click();
    const dialog = page.getByRole('dialog', {name: 'Remove old audit events'});
    await dialog.getByRole('button', {name: 'Preview'}).click();
    await dialog.getByText('No events will be removed').waitFor();
    await dialog.getByRole('textbox', {name: 'Older than so many days'}).fill('0');
    await dialog.getByRole('textbox', {name: 'Keep newest (events per entity)'}).fill('1');
    await dialog.getByText('Some types or actions').click();
    await dialog.getByRole('combobox', {name: 'Types'}).fill('fs_path');
    await page.getByRole('option', {name: 'fs_path', exact: true}).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', {name: 'Preview'}).click();
    await dialog.getByText('2 events will be removed').waitFor();
    await world.picture('administrator-age-out');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Remove 2 events'}).click();
    const table = page.getByRole('table', {name: 'Tasks'});
    await table.getByText('finished', {exact: true}).waitFor();
    await world.picture('administrator-tasks');
    await table.getByRole('checkbox').last().click();
    await page.getByRole('button', {name: 'Forget 1'}).click();
    await page.getByText('No background tasks').waitFor();
  });

  test('every setting is there with its value and where it was given', async () => {
    const {page} = world;
    await page.setViewportSize(desktop);
    await world.open('#!/administrator?tabActive=configuration');
    const table = page.getByRole('table', {name: 'Settings'});
    await table.getByText('--audit-min-count').first().waitFor();
    await world.picture('administrator-configuration');
    await world.checkAccess();
    await page.getByLabel('Find a setting').fill('https.port');
    await page.getByText('No matching settings').waitFor();
    await page.getByRole('switch', {name: 'Only settings that are not default'}).click();
    await table.getByText('atlas.server.https.port').waitFor();
    await page.setViewportSize(phone);
    await world.picture('administrator-configuration-phone');
    await world.checkAccess();
  });
});
