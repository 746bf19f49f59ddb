// What people do to their own account, from the menu in the corner: access tokens and sessions.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the user menu', {skip: skipWithoutBrowser}, () => {
  const world = usePages();

  test('an access token is created, shown once, used by a program and revoked', async () => {
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

  test('another session is seen and ended; ending all leads to the login page', async () => {
    const {page, server} = world;
    const login = await fetch(`${server.url}/j_spring_security_check`, {
      method: 'POST',
      body: new URLSearchParams({j_username: 'admin', j_password: 'admin'}),
      headers: {
        'user-agent':
          'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) AppleWebKit/605.1 Version/17.0 Safari/604.1',
      },
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const phoneStatus = async () =>
      (await ask(`${server.url}/api/meta/admin/session`, {headers: {cookie, authorization: ''}}))
        .status;
    assert.equal(await phoneStatus(), 200);
    await world.open('#/search');
    await page.getByRole('button', {name: 'User admin'}).click();
    await page.getByRole('menuitem', {name: 'Sessions'}).click();
    const row = page.getByRole('row').filter({hasText: 'Safari on iPhone'});
    await row.getByText('127.0.0.1').waitFor();
    await page.getByText('This session').waitFor();
    await world.picture('sessions');
    await world.checkWidth();
    await world.checkAccess();
    await page.getByRole('button', {name: 'Show all users'}).click();
    await page.getByRole('columnheader', {name: 'User', exact: true}).waitFor();
    await row.getByRole('cell', {name: 'admin', exact: true}).waitFor();
    await world.picture('sessions-of-all');
    await world.checkWidth();
    await world.checkAccess();
    await row.getByRole('button', {name: 'Log out'}).click();
    await row.waitFor({state: 'detached'});
    await soon(async () => assert.equal(await phoneStatus(), 401));
    await page.getByRole('button', {name: 'Show sessions'}).click();
    await page.getByRole('columnheader', {name: 'User', exact: true}).waitFor({state: 'detached'});
    await page
      .getByRole('dialog', {name: 'Sessions'})
      .getByRole('button', {name: 'Log out everywhere'})
      .click();
    await page
      .getByRole('dialog', {name: 'Log out everywhere?'})
      .getByRole('button', {name: 'Log out everywhere'})
      .click();
    await page.waitForURL(/login\.jsp/);
    assert.deepEqual(world.problems, []);
  });
});
