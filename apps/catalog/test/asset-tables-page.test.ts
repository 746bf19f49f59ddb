// Tables of assets and of business metadata in a real browser: written, checked, imported, undone.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('tables of assets in the pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  let guid = '';
  const upload = (name: string, text: string) =>
    world.page
      .locator('main input[type=file]')
      .setInputFiles({name, mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8')});

  before(async () => {
    await world.put('/v2/types/typedefs', {
      body: {
        businessMetadataDefs: [
          {
            name: 'Care',
            attributeDefs: [
              {
                name: 'team',
                typeName: 'string',
                isOptional: true,
                options: {applicableEntityTypes: '["Referenceable"]', maxStrLength: '50'},
              },
            ],
          },
        ],
      },
    });
    const entities = ['east', 'west'].map(name => ({
      typeName: 'DataSet',
      guid: `-${name}`,
      attributes: {qualifiedName: `${name}@test`, name},
    }));
    const saved = (await world.put('/v2/entity/bulk', {body: {entities}})) as {
      guidAssignments: Record<string, string>;
    };
    guid = saved.guidAssignments['-east'] ?? '';
  });

  test('all results are written as a table to edit', async () => {
    const {page} = world;
    await world.open('#!/search/searchResult?type=DataSet&searchType=basic');
    await page.getByRole('button', {name: 'Download', exact: true}).click();
    await page.getByRole('menuitem', {name: /Table to edit \(XLSX/}).waitFor();
    await world.picture('tables-menu');
    await page.getByRole('menuitem', {name: /Table to edit \(CSV/}).click();
    await page
      .getByRole('dialog')
      .getByText(/TABLE.*\.csv/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', {name: 'Download', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Import a table'}).click();
    await world.titled('Import assets');
  });

  test('a table is checked, its problems are told, and it is imported and undone', async () => {
    const {page} = world;
    await world.picture('tables-import-empty');
    await world.checkAccess();
    await upload(
      'assets.csv',
      'typeName,qualifiedName,owner,Care.team\nDataSet,east@test,ann,blue\nDataSet,south@test,ann,\n',
    );
    await page.getByText('1 entity will be changed. 1 row skipped.').waitFor();
    await page.getByText('there is no DataSet south@test').waitFor();
    await world.picture('tables-import-checked');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Change 1 entity'}).click();
    await page.getByText('1 entity changed. 1 row skipped.').waitFor();
    await page.getByRole('link', {name: 'View or undo the import'}).click();
    await world.titled('Import owner, Care.team');
    await page.getByRole('button', {name: 'Undo'}).click();
    await page.getByRole('button', {name: 'Undo on 1 entity'}).click();
    await world.titled('Undo: Import owner, Care.team');
    await page.getByText('Complete').or(page.getByText('Finished')).first().waitFor();
  });

  test('business metadata is imported in the form of the Atlas API', async () => {
    const {page} = world;
    await world.open('#!/types?category=BUSINESS_METADATA');
    await page.getByRole('link', {name: 'Import values'}).click();
    await world.titled('Import business metadata');
    await page.getByRole('button', {name: 'Download template'}).waitFor();
    const header =
      'EntityType,EntityUniqueAttributeValue,BusinessAttributeName,BusinessAttributeValue';
    await upload(
      'care.csv',
      `${header}\nDataSet,east@test,Care.team,green\nDataSet,east@test,Care.nothing,x\n`,
    );
    await page.getByText('1 entity will be changed. 1 row skipped.').waitFor();
    await world.picture('tables-business');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Change 1 entity'}).click();
    await page.getByText('1 entity changed. 1 row skipped.').waitFor();
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.open(`#!/detailPage/${guid}`);
    await page.getByText('green').waitFor();
    assert.deepEqual(world.problems.splice(0), []);
  });
});
