// Domains and data products in a real browser: created, filled, found, shown with their assets.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

type Saved = {guidAssignments: Record<string, string>};

suite('domains in the pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  const api = async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await ask(`${world.server.url}/api/meta/v2${path}`, {body});
    assert.ok(answer.status < 300, answer.text);
    return answer.json as T;
  };
  const bar = () => world.page.getByRole('region', {name: 'Selected entities'});
  const link = (name: string) =>
    world.page.getByRole('main').getByRole('link', {name, exact: true});
  const create = async (
    button: string,
    name: string,
    {fill, isInMenu = true}: {fill?: () => Promise<void>; isInMenu?: boolean} = {},
  ) => {
    const {page} = world;
    if (isInMenu) {
      await page.getByRole('button', {name: 'Create', exact: true}).click();
      await page.getByRole('menuitem', {name: button}).click();
    } else await page.getByRole('main').getByRole('button', {name: button}).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await fill?.();
    await dialog.getByRole('button', {name: /^Create/}).click();
    await dialog.waitFor({state: 'detached'});
    await world.titled(name);
  };

  before(async () => {
    const names = Array.from({length: 30}, (_, i) => `orders_${i}`);
    await api<Saved>('/entity/bulk', {
      entities: names.map(name => ({
        typeName: 'DataSet',
        attributes: {
          qualifiedName: `${name}@test`,
          name,
          owner: name.endsWith('1') ? 'ann' : 'bob',
        },
      })),
    });
  });

  test('without any the page says what they are for', async () => {
    await world.open('#!/domains');
    await world.page.getByRole('heading', {name: 'No domains yet'}).waitFor();
    await world.picture('domains-empty');
    await world.checkAccess();
    await world.page.getByRole('navigation').getByRole('link', {name: 'Domains'}).waitFor();
  });

  test('a domain is created with its description, and in it another one and a data product', async () => {
    const {page} = world;
    const fill = async () => {
      const dialog = page.getByRole('dialog', {name: 'Create domain'});
      await dialog.getByLabel('Owner').fill('ann');
      await dialog.getByLabel('Description').fill('Everything from **basket** to parcel.');
      await world.picture('domains-create');
      await world.checkAccess();
    };
    await create('Create domain', 'Sales', {fill, isInMenu: false});
    await page.getByRole('heading', {name: 'No assets yet'}).waitFor();
    await page.getByText('basket', {exact: true}).waitFor();
    await world.picture('domain-empty');
    await world.checkAccess();
    await create('Create subdomain', 'Returns');
    await page.getByRole('navigation', {name: 'Path'}).getByRole('link', {name: 'Sales'}).click();
    await world.titled('Sales');
    await create('Create data product', 'Daily figures');
    await page.getByRole('navigation', {name: 'Path'}).getByRole('link', {name: 'Sales'}).click();
    await link('Returns').waitFor();
    await link('Daily figures').waitFor();
  });

  test('results of a search are moved to a domain, which the page of an asset and the facets show', async () => {
    const {page} = world;
    await world.open('#!/search/searchResult?searchType=basic&type=DataSet&query=orders');
    await page.getByRole('checkbox', {name: 'Select all rows of this page'}).check();
    await bar().getByRole('button', {name: 'Select all 30 results'}).click();
    await bar().getByRole('button', {name: 'Set domain'}).click();
    const dialog = page.getByRole('dialog', {name: 'Set domain'});
    await dialog.getByRole('combobox', {name: 'Domain'}).click();
    await page.getByRole('option', {name: 'Sales / Returns'}).click();
    await world.picture('domains-bulk');
    await dialog.getByRole('button', {name: 'Preview changes'}).click();
    await dialog.getByText('30 entities').waitFor();
    await dialog.getByRole('button', {name: 'Change 30 entities'}).click();
    await page.waitForURL(/bulkChanges\//);
    await page.getByText('finished', {exact: true}).waitFor();
    await world.open('#!/search/searchResult?searchType=basic&type=DataSet');
    await page
      .getByRole('group', {name: 'Domain'})
      .getByRole('checkbox', {name: /Returns 30/})
      .check();
    await world.titled('1–25 of 30 results');
    await link('orders_21').click();
    await world.titled('orders_21');
    await link('Sales / Returns').waitFor();
    await world.picture('domain-asset');
  });

  test('one asset is put into a data product from its page, and taken out of its domain', async () => {
    const {page} = world;
    const open = async () => {
      await page.getByRole('button', {name: 'More'}).click();
      await page.getByRole('menuitem', {name: 'Domain and data products'}).click();
      return page.getByRole('dialog', {name: 'Domain and data products'});
    };
    const dialog = await open();
    await dialog.getByRole('combobox', {name: 'Data products'}).click();
    await page.getByRole('option', {name: 'Daily figures'}).click();
    await world.picture('domain-membership');
    await dialog.getByRole('button', {name: 'Save'}).click();
    await link('Daily figures').waitFor();
    await link('Daily figures').click();
    await world.titled('Daily figures');
    await link('orders_21').waitFor();
    await page.getByText('1 asset', {exact: true}).waitFor();
    await world.picture('product');
    await world.checkAccess();
  });

  test('a domain shows its assets and those of its subdomains, searched and narrowed', async () => {
    const {page} = world;
    await page.getByRole('navigation', {name: 'Path'}).getByRole('link', {name: 'Sales'}).click();
    await world.titled('Sales');
    await page.getByText('30 assets', {exact: true}).waitFor();
    await world.picture('domain');
    await world.checkAccess();
    await page.getByRole('group', {name: 'Owner'}).getByRole('checkbox', {name: /ann/}).check();
    await page.getByText('3 assets', {exact: true}).waitFor();
    await soon(() => assert.match(page.url(), /facets=owner/));
    await page.getByRole('textbox', {name: 'Find in assets'}).fill('orders_11');
    await page.getByText('1 asset', {exact: true}).waitFor();
    await page.getByRole('textbox', {name: 'Find in assets'}).fill('nothing');
    await page.getByRole('heading', {name: 'No asset matches'}).waitFor();
    await page.getByRole('textbox', {name: 'Find in assets'}).fill('');
    await page.getByText('3 assets', {exact: true}).waitFor();
    await page.getByRole('switch', {name: 'Include subdomains'}).uncheck();
    await page.getByText('0 assets', {exact: true}).waitFor();
    await page.emulateMedia({colorScheme: 'dark'});
    await world.open('#!/domains');
    await link('Returns').waitFor();
    await world.picture('domains-dark');
    await page.emulateMedia({colorScheme: 'light'});
  });

  test('what is not empty is not deleted; it is renamed and moved', async () => {
    const {page} = world;
    await link('Returns').click();
    await world.titled('Returns');
    await page.getByRole('button', {name: 'Delete'}).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Delete domain'}).click();
    await page.getByText(/is not empty/).waitFor();
    await page.getByRole('main').getByRole('button', {name: 'Edit', exact: true}).click();
    const dialog = page.getByRole('dialog', {name: 'Edit domain'});
    await soon(async () =>
      assert.equal(await dialog.getByLabel('Parent domain').first().inputValue(), 'Sales'),
    );
    await dialog.getByLabel('Name').fill('Parcels back');
    await dialog.getByRole('button', {name: 'Save'}).click();
    await world.titled('Parcels back');
  });

  test('many of them are found by their names, in a narrow window too', async () => {
    const {page} = world;
    const {domains} = await api<{domains: {guid: string; name: string}[]}>('/domains');
    const parentGuid = domains.find(one => one.name === 'Sales')?.guid;
    for (let i = 0; i < 40; i++)
      await api('/domains', {
        name: `Region ${i}`,
        owner: 'ann',
        description: 'Orders, stock and people of a region, with its own warehouse',
        ...(i % 2 === 0 ? {parentGuid} : {}),
      });
    await world.open('#!/domains');
    await world.picture('domains-many');
    await page.getByRole('textbox', {name: 'Find domains'}).fill('region 17');
    await soon(async () =>
      assert.equal(await page.getByRole('table', {name: 'Domains'}).getByRole('link').count(), 1),
    );
    await page.setViewportSize(phone);
    await world.open('#!/domains');
    await world.picture('domains-phone');
    await world.checkWidth();
    await world.checkAccess();
    await link('Sales').first().click();
    await world.titled('Sales');
    await page.getByText('30 assets', {exact: true}).waitFor();
    await world.picture('domain-phone');
    await world.checkWidth();
    await page.setViewportSize(desktop);
    await world.open('#!/');
    await page
      .getByRole('main')
      .locator('section', {has: page.getByRole('heading', {name: 'Domains', exact: true})})
      .getByRole('link', {name: 'Region 1', exact: true})
      .waitFor();
    await world.picture('domains-home');
    assert.deepEqual(
      world.problems.splice(0).filter(one => !/409/.test(one)),
      [],
    );
  });
});
