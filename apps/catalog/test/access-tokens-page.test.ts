import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {ask} from './client.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('access tokens in the user menu', {skip: skipWithoutBrowser}, () => {
  const world = usePages();

  test('one is created, shown once, used by a program and revoked', async () => {
    const {page, server} = world;
    const openDialog = async () => {
      await world.open('#/search');
      await page.getByRole('button', {name: 'User admin'}).click();
      await page.getByRole('menuitem', {name: 'Access tokens'}).click();
      return page.getByRole('dialog', {name: 'Access tokens'});
    };
    const dialog = await openDialog();
    await dialog.getByText('You have no access tokens.').waitFor();
    await dialog.getByLabel('Name').fill('Nightly load');
    await dialog.getByRole('combobox', {name: 'Scope'}).click();
    await page.getByRole('option', {name: 'Read only'}).click();
    await dialog.getByRole('button', {name: 'Create token'}).click();
    const token = (await dialog.getByText(/^gzt_/).textContent()) ?? '';
    const status = async () => {
      const headers = {authorization: `Bearer ${token}`};
      return (await ask(`${server.url}/api/meta/v2/types/typedefs/headers`, {headers})).status;
    };
    assert.equal(await status(), 200);
    await dialog
      .getByRole('row')
      .filter({hasText: 'Nightly load'})
      .getByText('Read only')
      .waitFor();
    await world.picture('access-tokens');
    await world.checkWidth();
    await world.checkAccess();
    await page.reload();
    const again = await openDialog();
    await again.getByRole('row').filter({hasText: 'Nightly load'}).waitFor();
    assert.equal(await again.getByText(/^gzt_/).count(), 0);
    await again.getByRole('button', {name: 'Revoke Nightly load'}).click();
    await page
      .getByRole('dialog', {name: 'Revoke Nightly load?'})
      .getByRole('button', {name: 'Revoke token'})
      .click();
    await again.getByText('You have no access tokens.').waitFor();
    assert.equal(await status(), 401);
    assert.deepEqual(world.problems, []);
  });
});
