// What leads from one asset to others in a real browser: names in documentation, and relationships.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('links between assets in the pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  let guids: Record<string, string> = {};

  before(async () => {
    const entities: object[] = ['orders', 'order_items', 'returns'].map(name => ({
      typeName: 'DataSet',
      guid: `-${name}`,
      attributes: {qualifiedName: `${name}@test`, name},
    }));
    entities.push({
      typeName: 'Process',
      guid: '-load',
      attributes: {
        qualifiedName: 'load@test',
        name: 'load',
        inputs: [
          {typeName: 'DataSet', guid: '-orders'},
          {typeName: 'DataSet', guid: '-order_items'},
        ],
      },
    });
    for (const name of ['raw', 'clean'])
      entities.push(
        {
          typeName: 'hive_table',
          guid: `-${name}`,
          attributes: {
            qualifiedName: `x.${name}@test`,
            name,
            db: {guid: '-db'},
            columns: [{guid: `-${name}_amount`}],
          },
        },
        {
          typeName: 'hive_column',
          guid: `-${name}_amount`,
          attributes: {
            qualifiedName: `x.${name}.amount@test`,
            name: `amount_${name}`,
            type: 'int',
            table: {guid: `-${name}`},
          },
        },
      );
    entities.push({
      typeName: 'hive_db',
      guid: '-db',
      attributes: {qualifiedName: 'x@test', name: 'x', clusterName: 'test'},
    });
    const saved = (await world.put('/v2/entity/bulk', {body: {entities}})) as {
      guidAssignments: Record<string, string>;
    };
    guids = Object.fromEntries(
      Object.entries(saved.guidAssignments).map(([name, guid]) => [name.slice(1), guid]),
    );
  });

  test('documentation names assets by @ and the beginning of their names', async () => {
    const {page} = world;
    await world.open(`#!/detailPage/${guids['returns']}`);
    await page.getByRole('button', {name: 'Edit documentation'}).click();
    const area = page.getByRole('textbox', {name: 'Documentation'});
    await area.pressSequentially('Goes with @order');
    await page.getByRole('option', {name: /order_items/}).waitFor();
    await world.picture('links-mention');
    await world.checkAccess();
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({state: 'detached'});
    await area.pressSequentially('s');
    await page.getByRole('option', {name: /orders/}).waitFor();
    await page.keyboard.press('Enter');
    await area.pressSequentially('daily');
    assert.equal(
      await area.inputValue(),
      `Goes with [@orders](#!/detailPage/${guids['orders']}) daily`,
    );
    await page.getByRole('button', {name: 'Save documentation'}).click();
    await page.getByRole('link', {name: '@orders'}).click();
    await world.titled('orders');
  });

  test('lineage is added by hand with a reason, shown as such and removed', async () => {
    const {page} = world;
    await world.open(`#!/detailPage/${guids['returns']}?tabActive=lineage`);
    await page.getByRole('heading', {name: 'No lineage'}).waitFor();
    await page.getByRole('button', {name: 'Add lineage'}).click();
    const dialog = page.getByRole('dialog', {name: 'Add lineage'});
    await dialog.getByRole('combobox', {name: 'Made from'}).fill('order_items');
    await page.getByRole('option', {name: /order_items/}).click();
    await dialog.getByLabel('Reason').fill('Copied by a script');
    await world.picture('links-add-lineage');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Add lineage'}).click();
    await dialog.waitFor({state: 'detached'});
    await page.getByRole('button', {name: /^Added by hand/}).click();
    await page.getByText('Copied by a script').waitFor();
    await world.picture('links-by-hand');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Remove lineage'}).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Remove lineage'}).click();
    await page.getByText('Lineage removed').waitFor();
    const active = page.getByRole('button', {name: /^Added by hand Process/});
    await soon(async () => assert.equal(await active.count(), 0));
  });

  test('lineage from column to column is added by hand, drawn in the tables, and removed', async () => {
    const {page} = world;
    const address = `#!/detailPage/${guids['clean']}?tabActive=lineage`;
    await world.open(address);
    await page.getByRole('button', {name: 'Add lineage'}).click();
    const dialog = page.getByRole('dialog', {name: 'Add lineage'});
    await dialog.getByRole('combobox', {name: 'Made from'}).fill('raw');
    await page.getByRole('option', {name: /x\.raw@test/}).click();
    await dialog.getByLabel('Reason').fill('Converted to euros');
    const pick = async (label: string, column: string) => {
      await dialog.getByRole('combobox', {name: label}).click();
      await page.getByRole('option', {name: column}).click();
    };
    await pick('Column of raw', 'amount_raw');
    // Either both are columns, or none.
    assert.ok(await dialog.getByRole('button', {name: 'Add lineage'}).isDisabled());
    await pick('Column of clean', 'amount_clean');
    await world.picture('links-add-column-lineage');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Add lineage'}).click();
    await dialog.waitFor({state: 'detached'});

    // Of the tables themselves nothing is said.
    await page.getByRole('heading', {name: 'No lineage'}).waitFor();
    await page.getByRole('button', {name: 'Show column-level lineage'}).click();
    await page.getByRole('list', {name: 'Columns of raw'}).getByText('amount_raw').waitFor();
    const line = page.locator('path[data-kind=column-by-hand]').first();
    await line.waitFor({state: 'attached'});
    await page.getByRole('button', {name: /^clean Hive table/}).click();
    const details = page.getByRole('complementary', {name: 'Details of clean'});
    const steps = details.getByRole('list', {name: 'Lineage of amount_clean'});
    await steps.getByText('Converted to euros').waitFor();
    await steps.getByText('Added by hand').last().waitFor();
    await steps.getByRole('link', {name: 'amount_raw'}).waitFor();
    await world.picture('links-column-by-hand');
    await world.checkAccess();
    await steps.getByRole('button', {name: 'Remove lineage'}).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Remove lineage'}).click();
    await page.getByText('Lineage removed').waitFor();
    await steps.waitFor({state: 'detached'});
  });

  test('relationships are found by their type and status', async () => {
    const {page} = world;
    await world.open('#!/search/searchResult');
    await page.getByRole('link', {name: 'Relationships'}).click();
    await world.titled('Relationships');
    await page.getByRole('heading', {name: 'Choose a relationship type'}).waitFor();
    await world.checkAccess();
    await page.getByRole('combobox', {name: 'Relationship type'}).fill('dataset_process');
    await page.getByRole('option', {name: 'dataset_process_inputs'}).click();
    const rows = page.getByRole('table', {name: 'Relationships'}).getByRole('row');
    await rows.filter({hasText: 'orders@test'}).waitFor();
    assert.equal(await rows.filter({hasText: 'load@test'}).count(), 2);
    await world.picture('links-relationships');
    await world.checkAccess();
    await world.open(
      '#!/relationships?type=dataset_process_inputs&filter=AND(__state::=::DELETED::string)',
    );
    await page.getByRole('heading', {name: 'No relationships found'}).waitFor();
    await page.setViewportSize(phone);
    await world.checkWidth();
    assert.deepEqual(world.problems.splice(0), []);
  });
});
