// The pages of types in a real browser, against a real server.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {desktop, drawn, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the pages of types', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  const typeOf = async (name: string) => {
    const {status, json, text} = await ask(
      `${world.server.url}/api/meta/v2/types/typedef/name/${name}`,
    );
    assert.equal(status, 200, text);
    return json as {
      guid: string;
      superTypes: string[];
      attributeDefs: {name: string; typeName: string; options?: Record<string, string>}[];
    };
  };
  const choose = async (label: string, option: string) => {
    const field = world.page
      .getByRole('textbox', {name: label, exact: true})
      .or(world.page.getByRole('combobox', {name: label, exact: true}));
    await field.last().fill(option);
    await world.page.getByRole('option', {name: option, exact: true}).click();
    await world.page.keyboard.press('Escape');
  };

  test('all entity types are listed, found by name or attribute, and lead to their pages', async () => {
    const {page} = world;
    await world.open('#!/types');
    await world.titled('Types');
    await page.getByRole('textbox', {name: 'Find a type or an attribute'}).fill('retention');
    await page.getByRole('link', {name: 'hive_table', exact: true}).waitFor();
    await page.getByRole('link', {name: 'hive_db', exact: true}).waitFor({state: 'detached'});
    await soon(() => assert.match(page.url(), /find=retention/));
    await world.picture('types');
    await world.checkAccess();
    await page.getByRole('link', {name: 'hive_table', exact: true}).click();
    await page.getByRole('heading', {name: 'hive_table', level: 1}).waitFor();
  });

  test('a type tells its attributes with the inherited ones, its relationships and its place', async () => {
    const {page} = world;
    await world.open('#!/types/hive_table');
    const attributes = page.getByRole('table', {name: 'Attributes'});
    await attributes.getByRole('row', {name: /retention/}).waitFor();
    await soon(async () =>
      assert.match(
        await attributes.getByRole('row', {name: /qualifiedName/}).innerText(),
        /unique/,
      ),
    );
    await attributes.getByRole('link', {name: 'Referenceable'}).first().waitFor();
    await page
      .getByRole('table', {name: 'Relationships'})
      .getByRole('link', {name: 'hive_table_columns'})
      .waitFor();
    await page
      .getByRole('group', {name: 'Supertypes and subtypes of hive_table'})
      .getByRole('link', {name: 'DataSet'})
      .waitFor();
    await world.picture('type');
    await world.checkAccess();
    await page
      .getByRole('table', {name: 'Relationships'})
      .getByRole('link', {name: 'hive_table_columns'})
      .click();
    await page.getByRole('heading', {name: 'hive_table_columns', level: 1}).waitFor();
    await page.getByRole('heading', {name: 'First end'}).waitFor();
    await world.checkAccess();
  });

  test('the hierarchy as a picture, of all or of one service', async () => {
    const {page} = world;
    await world.open('#!/types?view=picture');
    const picture = page.getByRole('group', {name: 'Entities by supertype'});
    await picture.getByRole('link', {name: 'hive_table', exact: true}).waitFor();
    await world.picture('types-picture');
    await page.getByRole('combobox', {name: 'Service'}).selectOption('spark');
    await picture.getByRole('link', {name: 'hive_table', exact: true}).waitFor({state: 'detached'});
    await picture.getByRole('link', {name: 'DataSet', exact: true}).waitFor();
    await world.checkAccess();
  });

  test('a classification is made, gets a sub-type, an attribute and a description, and goes', async () => {
    const {page} = world;
    await world.open('#!/types?category=CLASSIFICATION');
    await page.getByRole('link', {name: 'New classification'}).click();
    await page.getByRole('button', {name: 'Create classification'}).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByRole('textbox', {name: 'Name', exact: true}).fill('PII');
    await page.getByRole('textbox', {name: 'Description', exact: true}).fill('about people');
    await page.getByRole('button', {name: 'Add an attribute'}).click();
    await page.getByRole('group', {name: '1.'}).getByRole('textbox', {name: 'Name'}).fill('reason');
    await world.picture('type-new');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Create classification'}).click();
    await page.getByRole('heading', {name: 'PII', level: 1}).waitFor();
    assert.equal((await typeOf('PII')).attributeDefs[0]?.name, 'reason');

    await page.getByRole('link', {name: 'Subtype'}).click();
    await page.getByRole('textbox', {name: 'Name', exact: true}).fill('Email');
    await page.getByRole('button', {name: 'Create classification'}).click();
    await page.getByRole('heading', {name: 'Email', level: 1}).waitFor();
    assert.deepEqual((await typeOf('Email')).superTypes, ['PII']);

    await world.open('#!/types/PII/edit');
    await page
      .getByRole('textbox', {name: 'Description', exact: true})
      .first()
      .fill('about living people');
    await page.getByRole('button', {name: 'Add an attribute'}).click();
    await page.getByRole('group', {name: '2.'}).getByRole('textbox', {name: 'Name'}).fill('level');
    await page.getByRole('button', {name: 'Save changes'}).click();
    await page.getByRole('heading', {name: 'PII', level: 1, exact: true}).waitFor();
    await page.getByText('about living people').first().waitFor();
    assert.deepEqual(
      (await typeOf('PII')).attributeDefs.map(one => one.name),
      ['reason', 'level'],
    );

    await page.getByRole('button', {name: 'Delete'}).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Delete'}).click();
    await page.getByText('Couldn’t delete PII').waitFor();
    await page.getByText('The type is in use. Delete what uses it first.').waitFor();
    await page.getByText('Given type PII has references').waitFor();
    await world.open('#!/types/Email');
    await page.getByRole('button', {name: 'Delete'}).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Delete'}).click();
    await page.getByText('Email was deleted').waitFor();
    const {status} = await ask(`${world.server.url}/api/meta/v2/types/typedef/name/Email`);
    assert.notEqual(status, 200);
  });

  test('business metadata and an enumeration are made, and more is added to them', async () => {
    const {page} = world;
    await world.open('#!/newType?category=ENUM');
    await page.getByRole('textbox', {name: 'Name', exact: true}).fill('care_level');
    await page.getByRole('textbox', {name: 'Value 1', exact: true}).fill('low');
    await page.getByRole('textbox', {name: 'Value 2', exact: true}).fill('high');
    await page.getByRole('button', {name: 'Create enumeration'}).click();
    await page.getByRole('table', {name: 'Values'}).getByText('high').waitFor();

    await world.open('#!/newType?category=BUSINESS_METADATA');
    await page.getByRole('textbox', {name: 'Name', exact: true}).first().fill('Care');
    const attribute = page.getByRole('group', {name: '1.'});
    await attribute.getByRole('textbox', {name: 'Name'}).fill('level');
    await choose('Type', 'care_level');
    await choose('Applies to', 'hive_table');
    await page.getByRole('button', {name: 'Create business metadata'}).click();
    await page.getByRole('heading', {name: 'Care', level: 1}).waitFor();
    const care = await typeOf('Care');
    assert.equal(care.attributeDefs[0]?.typeName, 'care_level');
    assert.equal(care.attributeDefs[0]?.options?.['applicableEntityTypes'], '["hive_table"]');

    await world.open('#!/types/care_level/edit');
    await page.getByRole('button', {name: 'Add a value'}).click();
    await page.getByRole('textbox', {name: 'Value 3', exact: true}).fill('highest');
    await page.getByRole('button', {name: 'Save changes'}).click();
    await page.getByRole('table', {name: 'Values'}).getByText('highest').waitFor();
    await page.getByRole('link', {name: 'Care', exact: true}).waitFor();
    await world.checkAccess();
  });

  test('an entity type and a relationship are made', async () => {
    const {page} = world;
    await world.open('#!/newType?category=ENTITY&under=DataSet');
    await page.getByRole('textbox', {name: 'Name', exact: true}).fill('notebook');
    await page.getByRole('textbox', {name: 'Service'}).fill('lab');
    await page.getByRole('button', {name: 'Create entity type'}).click();
    await page.getByRole('heading', {name: 'notebook', level: 1}).waitFor();
    assert.deepEqual((await typeOf('notebook')).superTypes, ['DataSet']);
    await world.open('#!/newType?category=RELATIONSHIP');
    await page.getByRole('textbox', {name: 'Name', exact: true}).fill('notebook_tables');
    for (const [end, type, attribute] of [
      ['First end', 'notebook', 'tables'],
      ['Second end', 'hive_table', 'notebooks'],
    ] as const) {
      const group = page.getByRole('group', {name: end});
      await group.getByLabel('Entity type').first().fill(type);
      await page.getByRole('option', {name: type, exact: true}).click();
      await group.getByRole('textbox', {name: 'Its attribute'}).fill(attribute);
      await group.getByRole('combobox', {name: 'Holds'}).selectOption('a set');
    }
    await world.picture('type-new-relationship');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Create relationship type'}).click();
    await page.getByRole('heading', {name: 'notebook_tables', level: 1}).waitFor();
    await page.getByRole('link', {name: 'hive_table', exact: true}).first().click();
    await page
      .getByRole('table', {name: 'Relationships'})
      .getByRole('link', {name: 'notebook_tables'})
      .waitFor();
  });

  test('what the server refuses is said where it was typed', async () => {
    const {page} = world;
    await world.open('#!/newType?category=STRUCT');
    await page.getByRole('textbox', {name: 'Name', exact: true}).first().fill('hive_table');
    await page.getByRole('group', {name: '1.'}).getByRole('textbox', {name: 'Name'}).fill('x');
    await page.getByRole('button', {name: 'Create structure'}).click();
    await page
      .getByRole('alert')
      .getByText(/hive_table/)
      .waitFor();
    await soon(async () =>
      assert.equal(
        await page.getByRole('textbox', {name: 'Name', exact: true}).first().inputValue(),
        'hive_table',
      ),
    );
    // The browser tells every refusal on its console.
    world.problems.length = 0;
  });

  test('links from other catalogs lead to the same types', async () => {
    const {page} = world;
    await world.open('#!/tag/tagAttribute/PII?tag=PII');
    await page.getByRole('heading', {name: 'PII', level: 1}).waitFor();
    await world.open(`#!/administrator/businessMetadata/${(await typeOf('Care')).guid}`);
    await page.getByRole('heading', {name: 'Care', level: 1}).waitFor();
    await world.open('#!/types/nobody');
    await page.getByRole('heading', {name: 'No such type'}).waitFor();
  });

  test('in a narrow window nothing goes over the edge', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    for (const hash of ['#!/types', '#!/types/hive_table', '#!/types/PII/edit']) {
      await world.open(hash);
      await drawn(page);
      await world.checkWidth();
    }
    await world.picture('type-narrow');
    await page.setViewportSize(desktop);
    assert.deepEqual(world.problems, []);
  });
});
