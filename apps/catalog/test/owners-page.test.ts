// Who is responsible for an asset, in a real browser: chosen by name, shown, found.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('owners in the pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  let guid = '';
  const open = async () => {
    const {page} = world;
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Owners'}).click();
    return page.getByRole('dialog', {name: 'Owners'});
  };
  const fact = (title: string) =>
    world.page.locator('dl > div', {has: world.page.getByText(title, {exact: true})});

  before(async () => {
    const entities = ['orders', 'items'].map(name => ({
      typeName: 'DataSet',
      guid: `-${name}`,
      attributes: {qualifiedName: `${name}@test`, name, owner: 'ann'},
    }));
    const saved = (await world.put('/v2/entity/bulk', {body: {entities}})) as {
      guidAssignments: Record<string, string>;
    };
    guid = saved.guidAssignments['-orders'] ?? '';
  });

  test('users and groups are chosen by name, and any other text is taken as it is', async () => {
    const {page} = world;
    await world.open(`#!/detailPage/${guid}`);
    const dialog = await open();
    await dialog
      .getByRole('combobox', {name: 'Owners'})
      .or(dialog.getByLabel('Owners').last())
      .first()
      .pressSequentially('ADM');
    await page.getByRole('option', {name: /ADMIN.*group/}).waitFor();
    await world.picture('owners-found');
    await page.getByRole('option', {name: 'admin', exact: true}).click();
    const stewards = dialog.getByLabel('Stewards').last();
    await stewards.fill('Team of the warehouse');
    await stewards.press('Enter');
    await world.picture('owners-dialog');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.waitFor({state: 'detached'});
    await soon(async () => assert.equal(await fact('Owners').getByRole('link').count(), 2));
    await fact('Steward').getByRole('link', {name: 'Team of the warehouse'}).waitFor();
    await world.picture('owners-asset');
    await world.checkAccess();
  });

  test('a name leads to all that it is responsible for, and home counts it', async () => {
    const {page} = world;
    await fact('Owners').getByRole('link', {name: 'admin'}).click();
    await world.titled('1 result');
    await page.getByRole('group', {name: 'Steward'}).waitFor();
    await world.open('#!/');
    await page
      .getByRole('main')
      .locator('section', {has: page.getByRole('heading', {name: 'Owned by you'})})
      .getByRole('link', {name: 'orders'})
      .waitFor();
    await page.setViewportSize(phone);
    await world.open(`#!/detailPage/${guid}`);
    await fact('Owners').waitFor();
    const dialog = await open();
    await dialog.getByText('Technical contacts').waitFor();
    await world.picture('owners-phone');
    await world.checkWidth();
    assert.deepEqual(world.problems.splice(0), []);
  });
});
