// The page of an entity, in a browser: from an empty catalog over the sample data to changes of
// every kind and back to nothing.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {drawn, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the page of an entity', {skip: skipWithoutBrowser}, () => {
  const world = usePages();

  const guidOf = async (typeName: string, name: string) => {
    const {json} = await ask(
      `${world.server.url}/api/meta/v2/entity/uniqueAttribute/type/${typeName}/header?attr:qualifiedName=${name}@sample`,
    );
    return (json as {guid: string}).guid;
  };
  const openEntity = async (typeName: string, name: string, tab = 'properties') =>
    await world.open(`#!/detailPage/${await guidOf(typeName, name)}?tabActive=${tab}`);
  const dialog = () => world.page.getByRole('dialog');
  const isClosed = async () => await dialog().waitFor({state: 'detached'});

  test('an empty catalog offers sample data, and has them after one click', async () => {
    const {page} = world;
    await world.open('#!/search');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Load sample data'}).click();
    await page.getByRole('heading', {level: 1, name: /of 20\d results/}).waitFor();
    await page
      .getByRole('complementary')
      .getByRole('link', {name: /^PII [1-9]\d*$/})
      .waitFor();
  });

  test('an attribute is changed in a form made from the type, and the audit tells what it was', async () => {
    const {page} = world;
    await openEntity('hive_table', 'raw.customers');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Edit'}).click();
    const form = page.getByRole('dialog', {name: 'Edit customers'});
    await form.getByRole('textbox', {name: 'Comment'}).fill('Ask before you use it');
    await form.getByRole('textbox', {name: 'Retention'}).fill('many');
    await world.checkAccess();
    await form.getByRole('button', {name: 'Save'}).click();
    await form.getByRole('alert').filter({hasText: 'retention'}).waitFor();
    await soon(async () =>
      assert.equal(
        await form.getByRole('textbox', {name: 'Comment'}).inputValue(),
        'Ask before you use it',
      ),
    );
    await form.getByRole('textbox', {name: 'Retention'}).fill('7');
    await form.getByRole('button', {name: 'Save'}).click();
    await isClosed();
    await page.getByRole('definition').filter({hasText: 'Ask before you use it'}).waitFor();
    await page.getByRole('tab', {name: 'History'}).click();
    await page
      .getByRole('button', {name: /entity updated/})
      .first()
      .click();
    const row = page.getByRole('row', {name: /Comment/});
    await soon(async () =>
      assert.match(await row.innerText(), /Comment\s+—\s+Ask before you use it/),
    );
    await world.checkAccess();
    // The server has refused a number that is none.
    world.problems.length = 0;
  });

  test('labels and properties of one’s own are added', async () => {
    const {page} = world;
    await openEntity('hive_table', 'raw.customers');
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Labels'}).click();
    await dialog().getByLabel('Labels', {exact: true}).fill('reviewed');
    await page.keyboard.press('Enter');
    await dialog().getByRole('button', {name: 'Save'}).click();
    await isClosed();
    await page.locator('main').getByText('reviewed', {exact: true}).waitFor();
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Custom properties'}).click();
    await dialog().getByRole('button', {name: 'Property'}).click();
    await dialog().getByRole('textbox', {name: 'Name'}).fill('steward');
    await dialog().getByRole('textbox', {name: 'Value'}).fill('Anna');
    await dialog().getByRole('button', {name: 'Save'}).click();
    await isClosed();
    await page.getByRole('heading', {name: 'Custom properties'}).waitFor();
    await world.checkAccess();
  });

  test('terms of the glossary are given and taken away', async () => {
    const {page} = world;
    await openEntity('hive_table', 'raw.web_events');
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Terms'}).click();
    await dialog().getByRole('combobox', {name: 'Terms'}).fill('vis');
    await page.getByRole('option', {name: /^Visit\b/}).click();
    await page.keyboard.press('Tab');
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Save'}).click();
    await isClosed();
    const term = page.locator('main').getByRole('link', {name: 'Visit', exact: true});
    await term.waitFor();
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Terms'}).click();
    await dialog().getByRole('combobox', {name: 'Terms'}).press('Backspace');
    await page.keyboard.press('Tab');
    await dialog().getByRole('button', {name: 'Save'}).click();
    await isClosed();
    await term.waitFor({state: 'detached'});
  });

  test('business metadata is filled in, searched for, shown as a column and emptied again', async () => {
    const {page} = world;
    const options = {applicableEntityTypes: '["hive_table"]', maxStrLength: '20'};
    const attributeDefs = [
      {name: 'grade', typeName: 'string', isOptional: true, options},
      {name: 'checked', typeName: 'date', isOptional: true, options},
    ];
    await world.put('/v2/types/typedefs', {
      body: {businessMetadataDefs: [{name: 'Quality', attributeDefs}]},
    });
    await openEntity('hive_table', 'raw.orders');
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Business metadata'}).click();
    await dialog().getByRole('textbox', {name: 'grade'}).fill('good');
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Save'}).click();
    await isClosed();
    await page.getByRole('heading', {name: 'Quality'}).waitFor();
    const search =
      '#!/search/searchResult?searchType=basic&type=hive_table&attributes=name,Quality.grade';
    await world.open(`${search}&entityFilters=AND(Quality.grade::%3D::good)`);
    await world.titled('1 result');
    await soon(async () =>
      assert.match(
        await page.locator('tbody tr').innerText(),
        /orders\s+raw\.orders@sample\s+good/,
      ),
    );
    await soon(async () =>
      assert.equal(
        await page.getByRole('combobox', {name: 'Attribute'}).inputValue(),
        'Quality: grade',
      ),
    );
    await openEntity('hive_table', 'raw.orders');
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Business metadata'}).click();
    await dialog().getByRole('textbox', {name: 'grade'}).fill('');
    await dialog().getByRole('button', {name: 'Save'}).click();
    await isClosed();
    await page.getByRole('heading', {name: 'Quality'}).waitFor({state: 'detached'});
  });

  test('what is typed outlives the session, and is stored after the next login', async () => {
    const {page} = world;
    await openEntity('hive_table', 'raw.products');
    await page.getByRole('button', {name: 'Edit'}).click();
    const form = page.getByRole('dialog', {name: 'Edit products'});
    await form.getByRole('textbox', {name: 'Comment'}).fill('Typed before the session ended');
    await page.context().clearCookies();
    await form.getByRole('button', {name: 'Save'}).click();
    const login = page.getByRole('dialog', {name: 'Your session has ended'});
    await login.getByRole('textbox', {name: 'Password'}).fill('admin');
    await login.getByRole('button', {name: 'Log in', exact: true}).click();
    await form.waitFor({state: 'detached'});
    await page
      .getByRole('definition')
      .filter({hasText: 'Typed before the session ended'})
      .waitFor();
    // The server has said that the session is over.
    world.problems.length = 0;
  });

  test('dates of a classification are dates, and one that is not set is nothing', async () => {
    const {page} = world;
    const api = `${world.server.url}/api/meta/v2`;
    const date = (name: string) => ({
      name,
      typeName: 'date',
      isOptional: true,
      cardinality: 'SINGLE',
    });
    const classificationDefs = [
      {name: 'Reviewed', attributeDefs: [date('review_by'), date('reviewed_at')]},
    ];
    await ask(`${api}/types/typedefs`, {method: 'POST', body: {classificationDefs}});
    const guid = await guidOf('hive_column', 'raw.orders.status');
    const body = [{typeName: 'Reviewed', attributes: {review_by: Date.UTC(2027, 1, 1, 12)}}];
    const given = await ask(`${api}/entity/guid/${guid}/classifications`, {method: 'POST', body});
    assert.equal(given.status, 204);
    await openEntity('hive_column', 'raw.orders.status', 'classification');
    const card = page.getByRole('region', {name: 'Reviewed'});
    await soon(async () => assert.match(await card.innerText(), /review_by\s+.*2027/));
    assert.doesNotMatch(await card.innerText(), /18\d{11}|reviewed_at\s+0/);
    await openEntity('hive_column', 'raw.orders.status', 'audit');
    await page.getByRole('button', {name: 'Compare versions'}).click();
    const compared = page
      .getByRole('region', {name: 'Compare versions'})
      .getByRole('row', {name: /^Reviewed/});
    await soon(async () => assert.match(await compared.innerText(), /review_by: .*2027/));
    assert.doesNotMatch(await compared.innerText(), /18\d{11}/);
    await ask(`${api}/entity/guid/${guid}/classification/Reviewed`, {method: 'DELETE'});
  });

  test('a classification with attributes and a period is put on a column, and arrives downstream with the reason', async () => {
    const {page} = world;
    await openEntity('hive_column', 'raw.orders.status');
    await page.getByRole('button', {name: 'Classify'}).click();
    await dialog().getByRole('combobox', {name: 'Classification'}).fill('Cert');
    await page.getByRole('option', {name: 'Certified'}).click();
    await dialog().getByRole('textbox', {name: 'checkedBy'}).fill('Anna');
    await dialog().getByRole('button', {name: 'Period'}).click();
    await dialog().getByLabel('From').fill('2026-01-01T08:00');
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Add', exact: true}).click();
    await isClosed();
    await page.getByRole('tab', {name: 'Classifications'}).click();
    const card = page.getByRole('region', {name: 'Certified'});
    await soon(async () =>
      assert.match(await card.innerText(), /checkedBy\s+Anna\s+Holds from 2026\/01\/01 08:00:00/),
    );
    await card.getByRole('button', {name: 'Change Certified'}).click();
    await dialog().getByRole('textbox', {name: 'checkedBy'}).fill('Bea');
    await dialog().getByRole('button', {name: 'Save'}).click();
    await isClosed();
    await card.getByText('Bea').waitFor();
    await openEntity('hive_column', 'staging.orders_clean.status', 'classification');
    await page.getByRole('button', {name: 'Show source'}).click();
    const way = page.getByRole('group', {name: /^Propagation path of /});
    await way.getByRole('link', {name: /clean_orders:status/}).waitFor();
    assert.equal(await way.getByRole('link').count(), 3);
    const blocking = page.getByRole('list', {name: 'Relationships that can block it'});
    await soon(async () =>
      assert.match(
        await blocking.innerText(),
        /dataset_process_inputs\s+clean_orders:status and status/,
      ),
    );
    await world.picture('classification-path');
    await world.checkAccess();
    await page.getByRole('link', {name: 'Show the path in the lineage'}).click();
    await page.waitForURL(/tag=/);
    const lit = page.locator('[data-kind][data-state=lit] [data-card]');
    await soon(async () => assert.equal(await lit.count(), 3));
    await world.picture('lineage-path-of-tag');
    await world.checkAccess();
    await page.getByRole('button', {name: /^Clear path of /}).click();
    await soon(async () => assert.equal(await lit.count(), 0));
  });

  test('a classification that is removed leaves what it has gone along to', async () => {
    const {page} = world;
    await openEntity('hive_column', 'raw.orders.status', 'classification');
    await page.getByRole('button', {name: 'Remove Certified'}).click();
    await dialog().getByRole('button', {name: 'Remove'}).click();
    await page.getByRole('heading', {name: 'Not classified'}).waitFor();
    await openEntity('hive_column', 'staging.orders_clean.status', 'classification');
    await page.getByRole('heading', {name: 'Not classified'}).waitFor();
  });

  test('the schema lists columns in their order, with what they carry', async () => {
    const {page} = world;
    await openEntity('hive_table', 'raw.customers', 'schema');
    const rows = page.getByRole('table', {name: 'Columns'}).locator('tbody tr');
    await soon(async () => assert.match(await rows.nth(1).innerText(), /full_name\s+string\s+PII/));
    await page.getByRole('textbox', {name: 'Find by name'}).fill('phone');
    await rows.filter({hasText: 'country'}).waitFor({state: 'detached'});
    await soon(async () => assert.equal(await rows.count(), 1));
    await world.checkAccess();
  });

  test('a deletion says first what goes along; what is deleted can be deleted permanently', async () => {
    const {page} = world;
    await openEntity('hive_table', 'marts.conversion');
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Delete'}).click();
    await dialog()
      .getByText(/1\d entities will be deleted, \d+ relationships end/)
      .waitFor();
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Delete'}).click();
    await isClosed();
    await page.locator('main').getByText('deleted', {exact: true}).first().waitFor();
    await soon(async () => assert.equal(await page.getByRole('button', {name: 'Edit'}).count(), 0));
    await world.checkAccess();
    await page.getByRole('button', {name: 'More'}).click();
    await page.getByRole('menuitem', {name: 'Delete permanently'}).click();
    await dialog()
      .getByText(/entities will be deleted/)
      .waitFor();
    await dialog().getByRole('button', {name: 'Delete permanently'}).click();
    await page.waitForURL(/searchResult\?searchType=basic&type=hive_table/);
    await drawn(page);
    await soon(async () =>
      assert.equal(await page.getByText('conversion', {exact: true}).count(), 0),
    );
  });

  test('an entity that is not there is told in the words of the server', async () => {
    await world.open('#!/detailPage/00000000-0000-0000-0000-000000000000');
    await world.titled('Not found');
    await soon(async () =>
      assert.match(
        await world.page.getByRole('alert').innerText(),
        /00000000-0000.*ATLAS-404-00-005/s,
      ),
    );
    await world.checkAccess();
    world.problems.length = 0;
  });

  test('the sample data go again', async () => {
    const {page} = world;
    await page.getByRole('button', {name: 'Help'}).click();
    await page.getByRole('menuitem', {name: 'Sample data'}).click();
    await dialog()
      .getByText(/entities of it are here/)
      .waitFor();
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Remove it'}).click();
    await isClosed();
    await world.open('#!/search');
    await page.getByRole('heading', {name: 'The catalog is empty'}).waitFor();
  });

  test('nothing was complained of', () => {
    assert.deepEqual(world.problems, []);
  });
});
