// All that lies downstream or upstream of an entity, as a list in a real browser.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {saveHub, saveWarehouse} from './lineage-page-world.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the impact of an entity', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  const guids = new Map<string, string>();
  const open = (name: string, view = '') =>
    world.open(`#!/detailPage/${guids.get(name)}?tabActive=lineage&view=impact${view}`);
  const table = () => world.page.getByRole('table', {name: 'Impact'});
  const status = () => world.page.getByRole('group', {name: 'Impact'}).getByRole('status');
  const names = async () =>
    (await table().locator('tbody tr td:first-child').allInnerTexts()).map(text => text.trim());

  before(async () => {
    for (const saved of [
      await saveWarehouse(world.server.url),
      await saveHub(world.server.url, 1200),
    ])
      for (const [name, guid] of saved) guids.set(name, guid);
  });

  test('everything downstream is listed with hops, owner and a path that is shown on demand', async () => {
    const {page} = world;
    await world.open(`#!/detailPage/${guids.get('customers')}?tabActive=lineage`);
    await page.getByText('Impact', {exact: true}).click();
    await table().waitFor();
    await page.waitForURL(/view=impact/);
    const [first = ''] = await names();
    assert.notEqual(first, '');
    const row = table().locator('tbody tr').first();
    await row.getByRole('button', {name: 'Show path'}).click();
    const path = row.getByRole('list', {name: 'Path'}).getByRole('listitem');
    await path.last().getByText(first, {exact: true}).waitFor();
    assert.equal(await path.first().innerText(), 'customers');
    assert.equal(await path.count(), 3, 'the process is named between them');
    await world.picture('impact');
    await world.checkAccess();
  });

  test('it is narrowed by words and facets, which the address keeps, and upstream is listed as well', async () => {
    const {page} = world;
    const all = await table().locator('tbody tr').count();
    const facets = page.getByRole('region', {name: 'Refine assets'});
    await facets
      .getByRole('group', {name: 'Classification'})
      .getByRole('checkbox', {name: 'finance'})
      .check();
    await page.waitForURL(/facets=classification:finance/);
    await status()
      .getByText(/^\d+ of \d+ assets$/)
      .waitFor();
    await soon(async () => assert.ok((await table().locator('tbody tr').count()) < all));
    await world.picture('impact-facets');
    await page.getByRole('textbox', {name: 'Find assets'}).fill('nothing has this');
    await page.getByRole('heading', {name: 'No matching assets'}).waitFor();
    await world.checkAccess();
    await page.getByRole('textbox', {name: 'Find assets'}).fill('');
    await table().waitFor();
    await page.getByRole('group', {name: 'Impact'}).getByText('Upstream', {exact: true}).click();
    await page.waitForURL(/direction=INPUT/);
    await page.getByText('Copy a message to the owners').waitFor({state: 'detached'});
  });

  test('a list of many is read to its end, saved as a file and told to the owners', async () => {
    const {page} = world;
    await open('hub');
    await status().getByText('1,200 assets', {exact: true}).waitFor();
    await soon(async () => assert.equal(await table().getAttribute('aria-rowcount'), '1201'));
    assert.ok((await table().locator('tbody tr').count()) < 200, 'only those in sight are drawn');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', {name: 'Download CSV'}).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await waiting).createReadStream())
      chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString().trim().split('\r\n');
    assert.equal(lines.length, 1201);
    assert.match(
      lines[0] ?? '',
      /^\uFEFF?Hops,Name,Qualified name,Type,Owner,Classifications,Path,GUID$/,
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', {name: 'Copy a message to the owners'}).click();
    await page.getByText('Message copied').waitFor();
    const message = String(await page.evaluate('navigator.clipboard.readText()'));
    assert.match(message, /^A change to hub \(.*\) is planned\. 1,200 assets depend on it\./);
    await world.picture('impact-many');
  });

  test('where nothing is, that is said, and so is what fails', async () => {
    const {page} = world;
    await table().locator('tbody tr').getByRole('link').first().click();
    await page.waitForURL(url => !url.hash.includes('view=impact'));
    const leaf = /detailPage\/([0-9a-f-]+)/.exec(page.url())?.[1];
    await world.open(`#!/detailPage/${leaf}?tabActive=lineage&view=impact`);
    await page.getByRole('heading', {name: 'Nothing downstream'}).waitFor();
    await world.picture('impact-empty');
    await world.checkAccess();
    await page.route('**/impact?**', route =>
      route.fulfill({status: 403, contentType: 'application/json', body: '{}'}),
    );
    await open('hub');
    await page.getByText('You don’t have permission to view this').waitFor();
    await world.picture('impact-error');
    await world.checkAccess();
    await page.unrouteAll({behavior: 'wait'});
    world.problems.length = 0;
  });

  test('in a narrow and dark window nothing goes over the edge', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await page.emulateMedia({colorScheme: 'dark'});
    await open('customers');
    await table().waitFor();
    await world.checkWidth();
    await world.picture('impact-narrow');
    await page.setViewportSize(desktop);
  });

  test('nothing was complained of', () => {
    assert.deepEqual(world.problems, []);
  });
});
