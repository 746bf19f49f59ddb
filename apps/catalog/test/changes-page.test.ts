// Changes of the last days in a real browser: listed, opened, and undone after a preview.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('changes in the pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  let guid: string;

  const descriptionOf = async () => {
    const {entity} = (await world.put(`/v2/entity/guid/${guid}`, {method: 'GET'})) as {
      entity: {attributes: {description: string}};
    };
    return entity.attributes.description;
  };

  before(async () => {
    const save = async (description: string) =>
      (await world.put('/v2/entity/bulk', {
        body: {
          entities: [
            {
              typeName: 'DataSet',
              guid: '-1',
              attributes: {qualifiedName: 'orders@test', name: 'orders', description},
            },
          ],
        },
      })) as {guidAssignments: Record<string, string>};
    guid = (await save('as it was')).guidAssignments['-1'] ?? '';
    await save('as it became');
  });

  test('a change is opened, previewed and undone', async () => {
    const {page} = world;
    await world.open('#!/changes');
    const rows = page.getByRole('table', {name: 'Changes'}).locator('tbody tr');
    await rows.filter({hasText: '1 changed'}).waitFor();
    await world.picture('changes');
    await world.checkAccess();
    await rows.filter({hasText: '1 changed'}).getByRole('link', {name: 'Save entities'}).click();
    await page.getByText('description', {exact: true}).waitFor();
    await world.picture('change');
    await world.checkAccess();

    await page.getByRole('button', {name: 'Undo'}).click();
    const dialog = page.getByRole('dialog', {name: 'Undo'});
    await dialog.getByText('will be undone').waitFor();
    assert.equal(await descriptionOf(), 'as it became');
    await world.picture('change-undo');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Undo on 1 entity'}).click();
    await page.waitForURL(/bulkChanges\//);
    await page.getByText('finished', {exact: true}).waitFor();
    await soon(async () => assert.equal(await descriptionOf(), 'as it was'));

    await world.open('#!/changes');
    await rows.filter({hasText: 'Undone'}).first().waitFor();
    await world.picture('changes-undone');
  });

  test('a message tells of a change and undoes it, by mouse and by keyboard', async () => {
    const {page} = world;
    const statusOf = async () => {
      const found = (await world.put(`/v2/entity/guid/${guid}/header`, {method: 'GET'})) as {
        status: string;
        labels?: string[];
      };
      return [found.status, ...(found.labels ?? [])];
    };
    const message = (title: string) =>
      page.getByRole('status').getByRole('alert').filter({hasText: title});
    await world.open(`#!/detailPage/${guid}`);
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Delete'}).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Delete'}).click();
    await message('Deleted').getByRole('button', {name: 'Undo'}).waitFor();
    assert.deepEqual(await statusOf(), ['DELETED']);
    await world.picture('undo-message');
    await world.checkAccess();
    await message('Deleted').getByRole('button', {name: 'Undo'}).click();
    await message('Undone').getByRole('button', {name: 'Redo'}).waitFor();
    assert.deepEqual(await statusOf(), ['ACTIVE']);
    await page.keyboard.press('Control+z');
    await message('Redone').waitFor();
    assert.deepEqual(await statusOf(), ['DELETED']);
    await page.keyboard.press('Control+z');
    await message('Undone').waitFor();
    assert.deepEqual(await statusOf(), ['ACTIVE']);
  });

  test('what was changed since stays, and the message names it', async () => {
    const {page} = world;
    await world.open(`#!/detailPage/${guid}`);
    await page.getByRole('button', {name: 'Edit documentation'}).click();
    await page.getByRole('textbox', {name: 'Documentation'}).fill('By me');
    await page.getByRole('button', {name: 'Save documentation'}).click();
    const saved = page
      .getByRole('status')
      .getByRole('alert')
      .filter({hasText: 'Documentation saved'});
    await saved.waitFor();
    await world.put(`/v2/entity/guid/${guid}?name=userDescription`, {
      method: 'PUT',
      body: JSON.stringify('By another one'),
    });
    await saved.getByRole('button', {name: 'Undo'}).click();
    const told = page.getByRole('status').getByRole('alert').filter({hasText: 'Some changes stay'});
    await told.getByText(/orders: “userDescription” was changed later/).waitFor();
    await world.picture('undo-message-conflict');
    await world.checkAccess();
  });
});
