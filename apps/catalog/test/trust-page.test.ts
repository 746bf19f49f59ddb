// Certification, deprecation and announcements in a real browser: set, shown, found, set for many.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('certification and announcements in the pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  let guids: Record<string, string> = {};
  const asset = (name: string, tab = '') =>
    world.open(`#!/detailPage/${guids[name]}${tab === '' ? '' : `?tabActive=${tab}`}`);
  const openDialog = async () => {
    const {page} = world;
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Certification and announcement'}).click();
    return page.getByRole('dialog', {name: 'Certification and announcement'});
  };
  const choose = async (label: string, value: string) => {
    await world.page.getByRole('combobox', {name: label, exact: true}).click();
    await world.page.getByRole('option', {name: value, exact: true}).click();
  };

  before(async () => {
    const entities: object[] = ['ledger', 'ledger_old', 'ledger_new'].map(name => ({
      typeName: 'DataSet',
      guid: `-${name}`,
      attributes: {qualifiedName: `${name}@test`, name},
    }));
    entities.push({
      typeName: 'Process',
      guid: '-copy',
      attributes: {
        qualifiedName: 'copy@test',
        name: 'copy',
        inputs: [{typeName: 'DataSet', guid: '-ledger_old'}],
        outputs: [{typeName: 'DataSet', guid: '-ledger'}],
      },
    });
    const saved = (await world.put('/v2/entity/bulk', {body: {entities}})) as {
      guidAssignments: Record<string, string>;
    };
    guids = Object.fromEntries(
      Object.entries(saved.guidAssignments).map(([name, guid]) => [name.slice(1), guid]),
    );
  });

  test('a deprecation has a reason and a successor that the page leads to', async () => {
    const {page} = world;
    await asset('ledger_old');
    const dialog = await openDialog();
    await choose('Certification', 'Deprecated');
    await dialog.getByLabel('Reason').fill('Counts returns twice');
    await dialog.getByRole('combobox', {name: 'Successor'}).fill('ledger_new');
    await page.getByRole('option', {name: /ledger_new/}).click();
    await world.picture('trust-dialog');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.waitFor({state: 'detached'});
    const notice = page.getByRole('alert').filter({hasText: 'Counts returns twice'});
    await notice.getByRole('link', {name: 'ledger_new'}).waitFor();
    await world.picture('trust-deprecated');
    await world.checkAccess();
  });

  test('an announcement is told on the page and at home until it is removed', async () => {
    const {page} = world;
    await asset('ledger');
    const dialog = await openDialog();
    await dialog.getByLabel('Announcement', {exact: true}).fill('Rebuilt on Sunday');
    await choose('Kind of announcement', 'Warning');
    await choose('Certification', 'Certified');
    await choose('Tier', 'Tier 1');
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.waitFor({state: 'detached'});
    await page.getByRole('alert').filter({hasText: 'Rebuilt on Sunday'}).waitFor();
    await world.open('#!/');
    const card = (title: string) =>
      page.locator('section', {has: page.getByRole('heading', {name: title, exact: true})});
    await card('Announcements').getByText('Rebuilt on Sunday').waitFor();
    await card('Certified').getByRole('link', {name: 'ledger', exact: true}).waitFor();
    await world.picture('trust-home');
    await world.checkAccess();
  });

  test('rows of a search and cards of a lineage show it, and facets narrow to it', async () => {
    const {page} = world;
    await world.open('#!/search/searchResult?searchType=basic&query=ledger');
    await world.titled('3 results');
    const row = (name: string) =>
      page.getByRole('row').filter({has: page.getByRole('link', {name, exact: true})});
    await row('ledger').getByText('Certified').waitFor();
    await row('ledger_old').getByText('Deprecated').waitFor();
    await world.picture('trust-search');
    await world.checkAccess();
    await page.getByRole('group', {name: 'Certification'}).getByText('Deprecated').click();
    await world.titled('1 result');
    await asset('ledger', 'lineage');
    await page.getByRole('button', {name: /ledger_old.*deprecated/}).waitFor();
    await page.getByRole('button', {name: /^ledger .*certified/}).waitFor();
    await world.picture('trust-lineage');
    await world.checkAccess();
  });

  test('all results get a tier, with a preview and a way back', async () => {
    const {page} = world;
    await world.open('#!/search/searchResult?searchType=basic&query=ledger');
    await world.titled('3 results');
    await page.getByRole('checkbox', {name: 'Select all rows of this page'}).check();
    await page.getByRole('button', {name: 'Select all 3 results'}).click();
    await page.getByRole('button', {name: 'Certify or deprecate'}).click();
    const dialog = page.getByRole('dialog', {name: 'Certify or deprecate'});
    await choose('Tier', 'Tier 2');
    await world.picture('trust-bulk');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Preview changes'}).click();
    await dialog.getByText('Set tier Tier 2').waitFor();
    await dialog.getByRole('button', {name: 'Change 3 entities'}).click();
    await page.getByRole('button', {name: 'Undo'}).waitFor();
    await soon(async () => {
      const {facets} = (await world.put('/v2/search/facets', {
        body: {typeName: 'DataSet'},
      })) as {facets: {name: string; values: {value: string; count: number}[]}[]};
      const tiers = facets.find(one => one.name === 'tier')?.values;
      assert.deepEqual(
        tiers?.map(({value, count}) => [value, count]),
        [['Tier 2', 3]],
      );
    });
  });

  test('it fits on a phone', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await asset('ledger_old');
    await page.getByRole('alert').filter({hasText: 'Counts returns twice'}).waitFor();
    await openDialog();
    await world.picture('trust-phone');
    await world.checkWidth();
    assert.deepEqual(world.problems.splice(0), []);
  });
});
