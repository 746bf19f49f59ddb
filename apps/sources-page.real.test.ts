// A source is added, tried, previewed, read, undone and removed by the pages, as an administrator
// does.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {Client} from 'pg';
import {ask, type Entity} from './catalog/test/client.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './catalog/test/page-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());
const skip = skipWithoutBrowser || ('skip' in cluster ? cluster.skip : false);

suite('sources in the pages', {skip}, () => {
  const world = usePages();
  let shop: Client;
  before(async () => {
    if (!('url' in cluster)) return;
    shop = new Client({connectionString: await freshDatabase(cluster.url)});
    await shop.connect();
    await shop.query('CREATE TABLE orders (id integer PRIMARY KEY); CREATE TABLE returns (id int)');
  });
  after(async () => await shop?.end());

  const main = () => world.page.getByRole('main');
  const ends = async (text: string) =>
    await main().getByRole('status').getByText(text).waitFor({timeout: 60_000});

  test('without any the page says what they are for', async () => {
    await world.open('#!/sources');
    await world.page.getByRole('heading', {name: 'No sources yet'}).waitFor();
    await world.picture('sources-empty');
    await world.checkAccess();
  });

  test('one is added by a form that tells what is wrong, and tries the connection', async () => {
    const {page} = world;
    await main().getByRole('button', {name: 'Add source'}).click();
    const dialog = page.getByRole('dialog', {name: 'Add source'});
    await dialog.getByRole('combobox', {name: 'Type'}).click();
    await page.getByRole('option', {name: 'postgresql'}).click();
    await dialog.getByLabel('Name', {exact: false}).first().fill('shop');
    await dialog.getByLabel('Host').fill('127.0.0.1');
    await dialog.getByLabel('Port').fill('1');
    await dialog.getByLabel('User', {exact: true}).fill('postgres');
    await dialog.getByRole('textbox', {name: 'Password', exact: true}).fill('hidden-here');
    await dialog.getByLabel('Databases', {exact: true}).fill(shop.database ?? '');
    await dialog.getByRole('button', {name: 'Test connection'}).click();
    await dialog.getByText('Couldn’t connect').waitFor({timeout: 60_000});
    await dialog.getByLabel('Port').fill('x');
    await dialog.getByRole('button', {name: 'Add source'}).click();
    await dialog.getByText('allowed is a whole number from 1 to 65535').waitFor({timeout: 60_000});
    await dialog.getByLabel('Port').fill(String(shop.port));
    await dialog.getByRole('button', {name: 'Test connection'}).click();
    await dialog.getByText(/PostgreSQL .* as postgres/).waitFor({timeout: 60_000});
    await world.picture('sources-add');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Add source'}).click();
    await world.titled('shop');
  });

  test('its changes are previewed, made, and listed', async () => {
    await main().getByRole('button', {name: 'Preview changes'}).click();
    await ends('2 read: 2 new');
    await main().getByText('Preview: nothing was changed.').waitFor();
    await main().getByRole('button', {name: 'Run now'}).click();
    await main().getByRole('heading', {name: 'Runs (2)'}).waitFor({timeout: 60_000});
    await main().getByRole('region', {name: 'Created', exact: true}).waitFor({timeout: 60_000});
    await world.picture('source');
    await world.checkAccess();
    assert.ok(!(await world.page.content()).includes('hidden-here'));
  });

  test('an earlier run has an address of its own', async () => {
    const {page} = world;
    await main().getByRole('row').nth(2).getByRole('link').click();
    await page.waitForURL(/#!\/sources\/shop\/runs\//);
    await main().getByRole('heading', {name: 'Run', exact: true}).waitFor();
    await main().getByText('Preview: nothing was changed.').waitFor();
  });

  test('a run is undone by its page, once it was shown what goes', async () => {
    const {page} = world;
    const tables = async () => {
      const path = '/api/meta/v2/search/basic?typeName=rdbms_table&excludeDeletedEntities=true';
      const {json} = await ask(world.server.url + path);
      const {entities = []} = json as {entities?: Entity[]};
      return entities.map(one => one.attributes['name']).toSorted();
    };
    await world.open('#!/sources/shop');
    await main().getByRole('button', {name: 'Undo'}).click();
    const dialog = page.getByRole('dialog', {name: 'Undo'});
    await dialog.getByText('The next run makes these changes again').waitFor();
    const undo = dialog.getByRole('button', {name: /^Undo on \d+ entities$/});
    await undo.waitFor({timeout: 60_000});
    await world.picture('source-undo');
    await world.checkAccess();
    assert.deepEqual(await tables(), ['orders', 'returns']);
    await undo.click();
    await world.titled('Undo: Earlier change');
    await soon(async () => assert.deepEqual(await tables(), []));
  });

  test('it is edited without its password being asked again, and listed with its last run', async () => {
    const {page} = world;
    await world.open('#!/sources/shop');
    await main().getByRole('button', {name: 'Edit'}).click();
    const dialog = page.getByRole('dialog', {name: 'Edit shop'});
    await dialog.getByRole('combobox', {name: 'Schedule'}).click();
    await page.getByRole('option', {name: 'Every day at 03:00'}).click();
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.waitFor({state: 'detached', timeout: 60_000});
    await main().getByText('Every day at 03:00').waitFor();
    await main().getByText('Next run').waitFor();
    await world.open('#!/sources');
    await main().getByRole('link', {name: 'shop'}).waitFor();
    await world.picture('sources');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.open('#!/sources/shop');
    await world.checkWidth();
    await world.picture('source-phone');
    await page.setViewportSize(desktop);
  });

  test('it is removed', async () => {
    const {page} = world;
    await world.open('#!/sources/shop');
    await main().getByRole('button', {name: 'Remove'}).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Remove'}).click();
    await page.getByRole('heading', {name: 'No sources yet'}).waitFor();
    // What was wrong in the form was refused, which the browser tells.
    assert.deepEqual(
      world.problems.filter(one => !one.includes('status of 400')),
      [],
    );
  });
});
