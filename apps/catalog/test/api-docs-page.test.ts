// The page of the API as people see it: closed and open operations, wide and narrow, in both
// themes.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the page of the API in a browser', {skip: skipWithoutBrowser}, () => {
  const world = usePages({isLoggedIn: false});

  test('opens an operation, leads to its schemas, and fits a phone', async () => {
    const {page} = world;
    await page.goto(`${world.server.url}/apidocs/`);
    await world.picture('api-docs');
    await page.locator('#postEntity > summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('#postEntity').getByRole('link', {name: 'EntityWithExtInfo'}).click();
    assert.equal(new URL(page.url()).hash, '#schema-EntityWithExtInfoInput');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('api-docs-narrow');
    await page.setViewportSize(desktop);
    assert.deepEqual(world.problems, []);
  });
});
