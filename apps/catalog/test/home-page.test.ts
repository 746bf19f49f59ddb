// The page that everybody begins on, in a real browser: only what is there.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the home page', {skip: skipWithoutBrowser}, () => {
  const world = usePages();

  test('an empty catalog says what to do', async () => {
    await world.open('');
    await world.titled('Welcome');
    await world.page.getByRole('heading', {name: 'The catalog is empty'}).waitFor();
    await world.picture('home-welcome');
  });

  suite('with entities', () => {
    before(async () => {
      const attributes = (name: string, owner: string) => ({
        qualifiedName: `${name}@x`,
        name,
        owner,
        clusterName: 'x',
      });
      await world.put('/v2/types/typedefs', {
        body: {classificationDefs: [{name: 'PII'}, {name: 'Unused'}]},
      });
      await world.put('/v2/entity/bulk', {
        body: {
          entities: [
            {
              typeName: 'hive_db',
              attributes: attributes('sales', 'admin'),
              classifications: [{typeName: 'PII'}],
            },
            {typeName: 'hive_db', attributes: attributes('finance', 'bob')},
          ],
        },
      });
      const searchParameters = {typeName: 'hive_db', query: 'sales'};
      await world.put('/v2/search/saved', {
        body: {name: 'Our sales', ownerName: 'admin', searchType: 'BASIC', searchParameters},
      });
    });

    test('what is mine, what is new, what is used and what was saved lead on', async () => {
      const {page} = world;
      await world.open('');
      await world.titled('Home');
      const card = (title: string) =>
        page.locator('section', {has: page.getByRole('heading', {name: title})});
      await card('Owned by you').getByRole('link', {name: 'sales'}).waitFor();
      await soon(async () =>
        assert.doesNotMatch(await card('Owned by you').innerText(), /finance/),
      );
      await card('Recently updated').getByRole('link', {name: 'finance'}).waitFor();
      await card('Recently viewed')
        .getByText('Entities that you open in this browser are listed here.')
        .waitFor();
      await soon(async () =>
        assert.doesNotMatch(await card('Most used classifications').innerText(), /Unused/),
      );
      await world.checkAccess();
      await card('Recently updated').getByRole('link', {name: 'finance'}).click();
      await world.titled('finance');
      await page.getByRole('link', {name: 'Home'}).click();
      await card('Recently viewed').getByRole('link', {name: 'finance'}).waitFor();
      await world.picture('home');
      await card('Most used classifications').getByRole('link', {name: 'PII 1'}).click();
      await page.waitForURL(/tag=PII/);
      await page.goBack();
      await card('Saved searches').getByRole('link', {name: 'Our sales'}).click();
      await page.waitForURL(/query=sales/);
      await world.titled('1 result');
    });

    test('a narrow and dark window holds everything', async () => {
      const {page} = world;
      await page.setViewportSize(phone);
      await page.emulateMedia({colorScheme: 'dark'});
      await world.open('');
      await page.getByRole('link', {name: 'sales'}).first().waitFor();
      await world.checkWidth();
      await world.picture('home-narrow-dark');
      await page.setViewportSize(desktop);
    });

    test('a card whose answer does not come says so, and takes nothing else with it', async () => {
      const {page} = world;
      await page.route('**/v2/search/saved**', route =>
        route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: '{"errorMessage": "out of order"}',
        }),
      );
      await world.open('');
      await page.getByText('out of order').waitFor();
      await page.getByRole('link', {name: 'finance'}).first().waitFor();
      await world.picture('home-error');
      await page.unrouteAll({behavior: 'wait'});
      world.problems.length = 0;
    });

    test('nothing was complained of', () => {
      assert.deepEqual(world.problems, []);
    });
  });
});
