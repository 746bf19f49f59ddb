// The pages of glossaries in a real browser, against a real server.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {beforeEach, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {desktop, drawn, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

type Json = {guid: string; [field: string]: unknown};

suite('the pages of glossaries', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  const dialog = () => world.page.getByRole('dialog');
  const isClosed = () => dialog().first().waitFor({state: 'detached'});
  const way = () => world.page.getByRole('navigation', {name: 'Breadcrumbs'});
  const tree = () => world.page.getByRole('tree', {name: 'Glossaries'});
  const line = (name: string | RegExp) => tree().getByRole('treeitem', {name});
  const make = (path: string, body: unknown) => world.put(`/v2${path}`, {body}) as Promise<Json>;
  const read = async (path: string) => {
    const {status, json, text} = await ask(`${world.server.url}/api/meta/v2${path}`);
    assert.equal(status, 200, text);
    return json as Json;
  };
  const glossaries = async () => (await read('/glossary')) as unknown as Json[];
  /** Guids of the terms of a glossary, by their names. */
  const termsOf = async (name: string) => {
    const found = (await glossaries()).find(one => one['name'] === name);
    assert.ok(found !== undefined, `there is no glossary ${name}`);
    const terms = (found['terms'] ?? []) as {termGuid: string; displayText: string}[];
    return new Map(terms.map(one => [one.displayText, one.termGuid]));
  };
  const more = async (item: string) => {
    await world.page.getByRole('button', {name: 'More'}).click();
    await world.page.getByRole('menuitem', {name: item}).click();
  };
  const open = (guid: string, more = '') => world.open(`#!/glossary/${guid}${more}`);
  const upload = (name: string, text: string) =>
    world.page
      .locator('main input[type=file]')
      .setInputFiles({name, mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8')});

  beforeEach(() => {
    world.problems.length = 0;
  });

  test('without a glossary the page says what one is for and how to get it', async () => {
    const {page} = world;
    await world.open('#!/glossary');
    await page.getByRole('heading', {name: 'No glossary yet'}).waitFor();
    await page.getByRole('button', {name: 'Load sample data'}).waitFor();
    await world.picture('glossary-empty');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Create a glossary'}).click();
    await dialog().getByRole('textbox', {name: 'Name', exact: true}).fill('a@b');
    await dialog().getByText('Names can’t contain @').waitFor();
    await dialog().getByRole('textbox', {name: 'Name', exact: true}).fill('Trade');
    await dialog().getByRole('textbox', {name: 'Short description'}).fill('What merchants say');
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Create glossary'}).click();
    await page.getByRole('heading', {name: 'Trade', level: 1}).waitFor();
    await page.getByText('No terms yet.').waitFor();
    await line('Trade').waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('terms and categories are made, filled in, renamed, moved and deleted', async () => {
    const {page} = world;
    const [trade] = await glossaries();
    await open(trade?.guid ?? '', '?gtype=glossary');
    for (const name of ['Goods', 'Food']) {
      await page.getByRole('button', {name: 'New category'}).click();
      await dialog().getByRole('textbox', {name: 'Name', exact: true}).fill(name);
      await dialog().getByRole('button', {name: 'Create category'}).click();
      await page.getByRole('heading', {name, level: 1}).waitFor();
      if (name === 'Goods') await way().getByRole('link', {name: 'Trade', exact: true}).click();
      if (name === 'Goods') await page.getByRole('heading', {name: 'Trade', level: 1}).waitFor();
    }
    await more('Move');
    await dialog()
      .getByRole('combobox', {name: 'Below'})
      .or(dialog().getByRole('textbox', {name: 'Below'}))
      .first()
      .fill('Goods');
    await page.getByRole('option', {name: 'Goods', exact: true}).click();
    await dialog().getByRole('button', {name: 'Move'}).click();
    await isClosed();
    await way().getByRole('link', {name: 'Goods'}).waitFor();
    const food = await read(`/glossary/category/${page.url().match(/glossary\/([\w-]+)/)?.[1]}`);
    assert.equal(food['qualifiedName'], 'Food.Goods@Trade');

    await page.getByRole('button', {name: 'New term'}).click();
    await dialog().getByRole('textbox', {name: 'Name', exact: true}).fill('Bread');
    await dialog().getByRole('textbox', {name: 'Short description'}).fill('Baked');
    await dialog().getByRole('textbox', {name: 'Abbreviation'}).fill('Br');
    await dialog().getByRole('button', {name: 'Create term'}).click();
    await page.getByRole('heading', {name: 'Bread', level: 1}).waitFor();
    await page.getByRole('link', {name: 'Goods › Food'}).waitFor();
    const guid = /glossary\/([\w-]+)/.exec(page.url())?.[1] ?? '';
    await page.getByRole('button', {name: 'Edit'}).click();
    await dialog().getByRole('textbox', {name: 'Name', exact: true}).fill('Loaf');
    await dialog().getByText('The qualified name stays').waitFor();
    await dialog().getByRole('textbox', {name: 'Abbreviation'}).fill('');
    await dialog().getByLabel('Examples').fill('rye');
    await page.keyboard.press('Enter');
    await dialog().getByRole('button', {name: 'Attribute'}).click();
    await dialog().getByRole('textbox', {name: 'Name'}).last().fill('owner');
    await dialog().getByRole('textbox', {name: 'Value'}).fill('baker');
    await world.picture('glossary-edit');
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Save'}).click();
    await page.getByRole('heading', {name: 'Loaf', level: 1}).waitFor();
    await isClosed();
    const term = await read(`/glossary/term/${guid}`);
    assert.deepEqual(
      [
        term['name'],
        term['abbreviation'],
        term['examples'],
        term['additionalAttributes'],
        term['qualifiedName'],
      ],
      ['Loaf', undefined, ['rye'], {owner: 'baker'}, 'Bread@Trade'],
    );
    assert.equal((term['categories'] as unknown[]).length, 1, 'what was not edited stays');

    await more('Move to categories');
    await dialog().getByRole('combobox', {name: 'Categories'}).press('Backspace');
    await dialog().getByRole('combobox', {name: 'Categories'}).fill('Goods');
    await page.getByRole('option', {name: 'Goods', exact: true}).click();
    await page.keyboard.press('Tab');
    await dialog().getByRole('button', {name: 'Save'}).click();
    await isClosed();
    await page.locator('main').getByRole('link', {name: 'Goods', exact: true}).waitFor();

    const {guid: other} = (await world.put('/v2/glossary', {body: {name: 'Yard'}})) as {
      guid: string;
    };
    await page.reload();
    await page.getByRole('heading', {name: 'Loaf', level: 1}).waitFor();
    await more('Move to another glossary');
    await dialog().getByText('It leaves its categories').waitFor();
    await dialog().getByRole('combobox', {name: 'Glossary'}).click();
    await page.getByRole('option', {name: 'Yard', exact: true}).click();
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Move', exact: true}).click();
    await isClosed();
    await way().getByRole('link', {name: 'Yard', exact: true}).waitFor();
    const moved = await read(`/glossary/term/${guid}`);
    assert.deepEqual([moved['qualifiedName'], moved['categories']], ['Loaf@Yard', undefined]);
    await world.put(`/v2/glossary/term/${guid}`, {
      method: 'PUT',
      body: {name: 'Loaf', anchor: {glossaryGuid: trade?.guid}},
    });
    await world.put(`/v2/glossary/${other}`, {method: 'DELETE'});
    await page.reload();
    await way().getByRole('link', {name: 'Trade', exact: true}).waitFor();
    await more('Delete');
    await dialog().getByText('No other term is related to it.').waitFor();
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Delete'}).click();
    await page.getByRole('heading', {name: 'Trade', level: 1}).waitFor();
    assert.equal((await ask(`${world.server.url}/api/meta/v2/glossary/term/${guid}`)).status, 404);
    assert.deepEqual(world.problems, []);
  });

  test('a category moves to another glossary with its terms, or without them', async () => {
    const {page} = world;
    const [from, to] = [
      await make('/glossary', {name: 'Store'}),
      await make('/glossary', {name: 'Depot'}),
    ];
    const anchor = {glossaryGuid: from.guid};
    const shelf = await make('/glossary/category', {name: 'Shelf', anchor});
    const box = await make('/glossary/category', {
      name: 'Box',
      anchor,
      parentCategory: {categoryGuid: shelf.guid},
    });
    const kept = await make('/glossary/category', {name: 'Kept', anchor});
    const nail = await make('/glossary/term', {
      name: 'Nail',
      anchor,
      categories: [{categoryGuid: box.guid}],
    });
    const twice = [{categoryGuid: shelf.guid}, {categoryGuid: kept.guid}];
    await make('/glossary/term', {name: 'Screw', anchor, categories: twice});
    const taken = await make('/glossary/term', {name: 'Nail', anchor: {glossaryGuid: to.guid}});
    const goTo = async (name: string) => {
      await dialog().getByRole('combobox', {name: 'Glossary'}).click();
      await page.getByRole('option', {name, exact: true}).click();
    };
    await open(shelf.guid, '?gtype=category');
    await page.getByRole('heading', {name: 'Shelf', level: 1}).waitFor();
    await more('Move');
    await goTo('Depot');
    await dialog().getByText('Nail@Depot already exists').waitFor();
    await soon(async () =>
      assert.equal(
        await dialog().getByRole('button', {name: 'Move', exact: true}).isEnabled(),
        false,
      ),
    );
    await world.put(`/v2/glossary/term/${taken.guid}`, {method: 'DELETE'});
    await dialog().getByRole('radio', {name: 'Stay in the glossary'}).check();
    await dialog().getByText('2 categories would move without terms.').waitFor();
    await dialog().getByRole('radio', {name: 'Move with the category'}).check();
    await dialog().getByText('2 categories and 2 terms would move. Terms are removed').waitFor();
    await world.picture('glossary-move');
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Move', exact: true}).click();
    await isClosed();
    await way().getByRole('link', {name: 'Depot', exact: true}).waitFor();
    assert.equal((await read(`/glossary/term/${nail.guid}`))['qualifiedName'], 'Nail@Depot');
    assert.equal(
      (await read(`/glossary/category/${box.guid}`))['qualifiedName'],
      'Box.Shelf@Depot',
    );
    assert.equal((await read(`/glossary/category/${kept.guid}`))['terms'], undefined);

    await more('Move');
    await goTo('Store');
    await dialog().getByRole('radio', {name: 'Stay in the glossary'}).check();
    await dialog().getByText('2 categories would move without terms.').waitFor();
    await dialog().getByRole('button', {name: 'Move', exact: true}).click();
    await isClosed();
    await way().getByRole('link', {name: 'Store', exact: true}).waitFor();
    await page.getByText('No term is in this category yet.').waitFor();
    assert.equal((await read(`/glossary/term/${nail.guid}`))['qualifiedName'], 'Nail@Depot');
    for (const {guid} of [from, to]) await world.put(`/v2/glossary/${guid}`, {method: 'DELETE'});
    // The name that was taken.
    world.problems.splice(
      0,
      world.problems.length,
      ...world.problems.filter(one => !one.includes('409')),
    );
    assert.deepEqual(world.problems, []);
  });

  test('the tree opens by keys, has categories below each other, and finds', async () => {
    const {page} = world;
    const [trade] = await glossaries();
    const anchor = {glossaryGuid: trade?.guid};
    const categories = (await read(`/glossary/${trade?.guid}/categories/headers`)) as unknown as {
      categoryGuid: string;
      displayText: string;
    }[];
    const food = categories.find(one => one.displayText === 'Food')?.categoryGuid ?? '';
    const names = Array.from({length: 450}, (_, n) => `Dish ${String(n).padStart(3, '0')}`);
    await make(
      '/glossary/terms',
      names.map((name, n) => ({
        name,
        anchor,
        ...(n < 2 ? {categories: [{categoryGuid: food}]} : {}),
      })),
    );
    await world.open('#!/glossary?viewType=term');
    await tree().focus();
    await page.keyboard.press('ArrowRight');
    await line('Dish 000').waitFor();
    await soon(async () =>
      assert.equal(await line('Dish 000').getAttribute('aria-setsize'), '450'),
    );
    await soon(async () =>
      assert.ok(
        (await tree().getByRole('treeitem').count()) < 100,
        'only what is in sight is drawn',
      ),
    );
    await page.keyboard.press('End');
    await line('Dish 449').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', {name: 'Dish 449', level: 1}).waitFor();
    await soon(async () =>
      assert.equal(await line('Dish 449').getAttribute('aria-selected'), 'true'),
    );
    await world.checkAccess();
    await tree().focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await line('Dish 449').waitFor({state: 'detached'});

    await page.getByText('Categories', {exact: true}).click();
    await tree().focus();
    await page.keyboard.press('Home');
    for (const name of ['Goods', 'Food', 'Dish 001']) {
      await page.keyboard.press('ArrowRight');
      if (name === 'Dish 001') await line(name).waitFor();
      else {
        await line(name).waitFor();
        await page.keyboard.press('ArrowDown');
      }
    }
    await soon(async () => assert.equal(await line('Dish 001').getAttribute('aria-level'), '4'));
    await world.picture('glossary-categories');
    await world.checkAccess();

    await page.getByRole('textbox', {name: 'Find in glossaries'}).fill('dish 31');
    const found = page.getByRole('tree', {name: 'Found in glossaries'});
    await found.getByRole('treeitem', {name: 'Dish 319 Trade'}).waitFor();
    await soon(async () => assert.equal(await found.getByRole('treeitem').count(), 10));
    await soon(() => assert.match(page.url(), /find=dish\+31/));
    await world.picture('glossary-find');
    await world.checkAccess();
    await page.getByRole('textbox', {name: 'Find in glossaries'}).fill('nowhere at all');
    await page.getByText('No matching terms or categories').waitFor();
    await page.getByRole('button', {name: 'Clear the filter'}).click();
    await tree().waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('links from outside lead to what they mean, and the tree shows where that is', async () => {
    const {page} = world;
    const guid = (await termsOf('Trade')).get('Dish 333') ?? '';
    for (const hash of [
      `#!/glossary/${guid}?gtype=term&guid=${guid}&viewType=term&fromView=glossary`,
      `#!/glossary?gType=term&guid=${guid}&viewType=term`,
      `#!/glossary/${guid}?viewType=term`,
    ]) {
      await world.open(hash);
      await world.titled('Dish 333');
      await line('Dish 333').waitFor();
      await soon(async () =>
        assert.equal(await line('Dish 333').getAttribute('aria-selected'), 'true', hash),
      );
    }
    assert.deepEqual(world.problems, []);
    await page.goto('about:blank');
    await page.goto(
      `${world.server.url}/n/index.html#!/glossary/00000000-0000-0000-0000-000000000000`,
    );
    await page.getByRole('heading', {name: 'Not found'}).waitFor();
    await tree().waitFor();
    await world.picture('glossary-unknown');
    await world.checkAccess();
    world.problems.length = 0;
  });

  test('terms are related, the relation says who answers for it, and ends', async () => {
    const {page} = world;
    const {guid: glossaryGuid} = await make('/glossary', {name: 'Words'});
    const anchor = {glossaryGuid};
    const [word] = [
      await make('/glossary/term', {name: 'Word', anchor}),
      await make('/glossary/term', {name: 'Wort', anchor}),
    ];
    await open(word?.guid ?? '', '?gtype=term&tabActive=relatedTerm');
    await page.getByText('Not related to other terms').waitFor();
    await page.getByRole('button', {name: 'Relate a term'}).click();
    await choose('Kind', 'Translations');
    await dialog().getByRole('combobox', {name: 'Terms'}).fill('wort');
    await page.getByRole('option', {name: /^Wort/}).click();
    await page.keyboard.press('Tab');
    await dialog().getByRole('textbox', {name: 'Steward'}).fill('Anna');
    await dialog().getByRole('textbox', {name: 'Description'}).fill('in German');
    await choose('Status', 'DRAFT');
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Relate'}).click();
    await isClosed();
    const list = page.getByRole('list', {name: 'Translations'});
    await list.getByText('in German').waitFor();
    await list.getByText('draft').waitFor();
    await page
      .getByRole('group', {name: 'Relationships of Word'})
      .getByRole('link', {name: 'Wort'})
      .waitFor();
    await world.picture('glossary-relations');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Change the relationship to Wort'}).click();
    await dialog().getByRole('textbox', {name: 'Description'}).fill('');
    await choose('Kind', 'Synonyms');
    await dialog().getByRole('button', {name: 'Save'}).click();
    await isClosed();
    await page.getByRole('list', {name: 'Synonyms'}).getByText('Anna').waitFor();
    const term = await read(`/glossary/term/${word?.guid}`);
    assert.equal(term['translationTerms'], undefined);
    assert.partialDeepStrictEqual(term['synonyms'], [
      {displayText: 'Wort', steward: 'Anna', status: 'DRAFT'},
    ]);
    await page.getByRole('button', {name: 'Remove the relationship to Wort'}).click();
    await dialog().getByRole('button', {name: 'Remove'}).click();
    await page.getByText('Not related to other terms').waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('a classification of a term reaches what has the term', async () => {
    const {page} = world;
    await world.put('/v2/types/typedefs', {
      body: {classificationDefs: [{name: 'Secret', superTypes: [], attributeDefs: []}]},
    });
    const table = {qualifiedName: 'ledger@test', name: 'ledger', clusterName: 'test'};
    await world.put('/v2/entity', {body: {entity: {typeName: 'hive_db', attributes: table}}});
    const guid = (await termsOf('Words')).get('Word') ?? '';
    await open(guid, '?gtype=term');
    await page.getByText('No entity has this term').waitFor();
    await page.getByRole('button', {name: 'Classify'}).click();
    await choose('Classification', 'Secret');
    await dialog().getByRole('button', {name: 'Add', exact: true}).click();
    await isClosed();
    await page.getByRole('tab', {name: 'Classifications (1)'}).click();
    await page.getByRole('button', {name: 'Change Secret'}).waitFor();
    await page.getByRole('tab', {name: 'Entities'}).click();
    await page.getByRole('button', {name: 'Assign to entities'}).click();
    await dialog().getByRole('combobox', {name: 'Entities'}).fill('ledger');
    await page.getByRole('option', {name: /^ledger/}).click();
    await page.keyboard.press('Tab');
    await dialog().getByRole('textbox', {name: 'Reason'}).fill('says so');
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Assign'}).click();
    await isClosed();
    const row = page
      .getByRole('table', {name: 'Entities with this term'})
      .getByRole('row', {name: /ledger/});
    await row.getByText('says so').waitFor();
    await world.picture('glossary-term');
    await world.checkAccess();
    await row.getByRole('link', {name: 'ledger'}).click();
    await page.getByRole('heading', {name: 'ledger', level: 1}).waitFor();
    await page.getByRole('link', {name: /Secret \(propagated\)/}).waitFor();
    await page.locator('main').getByRole('link', {name: 'Word', exact: true}).click();
    await page.getByRole('heading', {name: 'Word', level: 1}).waitFor();
    await page.getByRole('button', {name: 'Edit'}).click();
    await dialog().getByLabel('Examples').fill('now');
    await page.keyboard.press('Enter');
    await dialog().getByRole('button', {name: 'Save'}).click();
    await isClosed();
    const term = await read(`/glossary/term/${guid}`);
    assert.equal(
      (term['classifications'] as unknown[]).length,
      1,
      'an edited term keeps its classifications',
    );
    assert.equal((term['assignedEntities'] as unknown[]).length, 1, 'and its entities');

    await more('Delete');
    await dialog().getByText('In use: remove').waitFor();
    await soon(async () =>
      assert.ok(await dialog().getByRole('button', {name: 'Delete'}).isDisabled()),
    );
    await dialog().getByRole('button', {name: 'Cancel'}).click();
    await isClosed();
    await page.getByRole('checkbox', {name: 'Select this row'}).check();
    await page.getByRole('button', {name: 'Remove from 1 entity'}).click();
    await dialog().getByRole('button', {name: 'Remove', exact: true}).click();
    await page.getByText('No entity has this term').waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('a steward imports a table, mends it, uses its terms, and takes a wrong import out again', async () => {
    const {page} = world;
    await world.open('#!/glossary');
    await page.getByRole('link', {name: 'Import', exact: true}).click();
    await page.getByRole('heading', {name: 'Import terms', level: 1}).waitFor();
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', {name: 'Download the template'}).click(),
    ]);
    const header = await readFile(await template.path(), 'utf8');
    assert.match(header, /^GlossaryName, TermName, ShortDescription,.*\n$/);

    await upload('terms.pdf', 'x');
    await page.getByText('Couldn’t check terms.pdf').waitFor();
    await page.getByRole('button', {name: 'Try again'}).waitFor();
    await world.picture('glossary-import-refused');
    world.problems.length = 0;

    const lines = [
      'GlossaryName,TermName,ShortDescription,Synonyms',
      'Bank,Account,"Where, money is",',
      'Bank,bad.name,,',
      'Bank,Ledger,,Bank:Acount',
    ];
    await upload('bank.csv', lines.join('\n'));
    const problems = page.getByRole('table', {name: 'Rows with problems'});
    await problems.getByRole('row', {name: /3 .*Bank .*bad\.name/}).waitFor();
    await problems
      .getByRole('row', {name: /4 .*Bank .*Ledger .*there is no term Acount@Bank/})
      .waitFor();
    await page
      .getByText('2 terms can be imported, 1 of them only in part. 1 row is left out.')
      .waitFor();
    await page.getByText('New glossary: Bank.').waitFor();
    await soon(async () =>
      assert.ok(
        !(await glossaries()).some(one => one['name'] === 'Bank'),
        'nothing is imported by looking',
      ),
    );
    await world.picture('glossary-import-problems');
    await world.checkAccess();
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', {name: 'Download problems'}).click(),
    ]);
    assert.equal(report.suggestedFilename(), 'bank.csv.problems.csv');
    assert.match(
      await readFile(await report.path(), 'utf8'),
      /\r\n4,Bank,Ledger,there is no term Acount@Bank\r\n$/,
    );

    await upload(
      'bank.csv',
      [...lines.slice(0, 2), 'Bank,Balance,,', 'Bank,Ledger,,Bank:Account'].join('\n'),
    );
    await page.getByText('3 terms can be imported.').waitFor();
    await problems.waitFor({state: 'detached'});
    await page.getByRole('button', {name: 'Import 3 terms'}).click();
    await page.getByRole('heading', {name: 'Imported'}).waitFor();
    await page.getByText('bank.csv added 3 terms').waitFor();
    await world.picture('glossary-imported');
    await world.checkAccess();

    await page.locator('main').getByRole('link', {name: 'Bank', exact: true}).last().click();
    await page.getByRole('heading', {name: 'Bank', level: 1}).waitFor();
    await page.getByRole('table', {name: 'Terms'}).getByRole('link', {name: 'Account'}).click();
    await page.getByRole('heading', {name: 'Account', level: 1}).waitFor();
    await page.getByRole('tab', {name: 'Related terms (1)'}).waitFor();
    await page.getByRole('button', {name: 'Assign to entities'}).click();
    await dialog().getByRole('combobox', {name: 'Entities'}).fill('ledger');
    await page.getByRole('option', {name: /^ledger/}).click();
    await page.keyboard.press('Tab');
    await dialog().getByRole('button', {name: 'Assign'}).click();
    await isClosed();
    await page.getByRole('link', {name: 'Search by this term'}).click();
    await page.getByRole('heading', {name: '1 result'}).waitFor();
    await page.locator('main').getByRole('link', {name: 'ledger', exact: true}).first().waitFor();

    // Later, after a reload: the wrong import is still known.
    await world.open('#!/glossary/import');
    await page.getByRole('heading', {name: 'Your last import'}).waitFor();
    await page.getByRole('button', {name: 'Undo this import'}).click();
    await dialog().getByText('3 terms will be deleted permanently').waitFor();
    await dialog().getByRole('button', {name: 'Undo the import'}).click();
    await page.getByRole('heading', {name: 'Your last import'}).waitFor({state: 'detached'});
    await soon(async () => assert.ok(!(await glossaries()).some(one => one['name'] === 'Bank')));
    assert.deepEqual(world.problems, []);
  });

  test('an import into a glossary that is there takes only its own terms out again', async () => {
    const {page} = world;
    await world.open('#!/glossary/import');
    await upload('words.csv', 'GlossaryName,TermName\nWords,Word\nWords,Parola\n');
    await page.getByText('1 term can be imported. 1 row is left out.').waitFor();
    await page.getByRole('button', {name: 'Import 1 term'}).click();
    await page.getByText('words.csv added 1 term').waitFor();
    await page.getByRole('button', {name: 'Undo this import'}).click();
    await dialog().getByRole('button', {name: 'Undo the import'}).click();
    await page.getByText('The import of words.csv is undone').waitFor();
    await soon(async () =>
      assert.deepEqual([...(await termsOf('Words')).keys()].sort(), ['Word', 'Wort']),
    );
    assert.deepEqual(world.problems, []);
  });

  test('an import may update terms that are there, and gives them their texts back', async () => {
    const {page} = world;
    const guid = (await termsOf('Words')).get('Word') ?? '';
    const textOf = async () => (await read(`/glossary/term/${guid}`))['shortDescription'];
    const before = await textOf();
    await world.open('#!/glossary/import');
    await upload('texts.csv', 'GlossaryName,TermName,ShortDescription\nWords,Word,A unit\n');
    await page.getByText('No rows can be imported.').waitFor();
    await page.getByRole('switch', {name: 'Update existing terms'}).check();
    await page.getByText('1 term will be updated.').waitFor();
    await world.picture('glossary-import-updates');
    await world.checkAccess();
    assert.equal(await textOf(), before);
    await page.getByRole('button', {name: 'Import 1 term'}).click();
    await page.getByText('Texts of existing terms were updated.').waitFor();
    assert.equal(await textOf(), 'A unit');
    await page.getByRole('button', {name: 'Undo this import'}).click();
    await dialog().getByText('Existing terms get their texts back.').waitFor();
    await dialog().getByRole('button', {name: 'Undo the import'}).click();
    await page.getByText('The import of texts.csv is undone').waitFor();
    await soon(async () => assert.equal(await textOf(), before));
    assert.deepEqual(world.problems, []);
  });

  test('a glossary goes out as a file that can come in again, and is deleted with all in it', async () => {
    const {page} = world;
    const words = (await glossaries()).find(one => one['name'] === 'Words');
    await open(words?.guid ?? '');
    await more('Export');
    await dialog().getByRole('radio', {name: 'CSV'}).check();
    await world.checkAccess();
    await dialog().getByRole('button', {name: 'Export'}).click();
    const link = dialog().getByRole('link', {name: /\.csv$/});
    await link.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    assert.match(
      await readFile(await file.path(), 'utf8'),
      /GlossaryName,TermName.*\r?\nWords,Word,/,
    );
    await page.keyboard.press('Escape');
    await isClosed();

    await page.getByRole('checkbox', {name: 'Select this row'}).first().check();
    await page
      .getByRole('region', {name: 'Selected terms'})
      .getByRole('button', {name: 'Delete'})
      .click();
    await dialog().getByRole('button', {name: 'Delete'}).click();
    await isClosed();
    await page
      .getByRole('table', {name: 'Terms'})
      .getByRole('link', {name: 'Word', exact: true})
      .waitFor({state: 'detached'});
    await more('Delete');
    await dialog().getByText('Also deletes 1 term').waitFor();
    await dialog().getByRole('button', {name: 'Delete'}).click();
    await page.getByRole('heading', {name: 'Glossaries', level: 1}).waitFor();
    await line('Words').waitFor({state: 'detached'});
    assert.deepEqual(world.problems, []);
  });

  test('the side bar leads to terms from pages of assets', async () => {
    const {page} = world;
    await world.open('#!/search/searchResult?searchType=basic&type=hive_db');
    await page
      .getByRole('complementary')
      .getByRole('button', {name: 'Glossary', exact: true})
      .click();
    await line('Trade').waitFor();
    await page.getByRole('textbox', {name: 'Filter terms'}).fill('dish 007');
    await page
      .getByRole('tree', {name: 'Found in glossaries'})
      .getByRole('link', {name: /Dish 007/})
      .click();
    await page.getByRole('heading', {name: 'Dish 007', level: 1}).waitFor();
    // The page has a tree of its own.
    await page.getByRole('textbox', {name: 'Filter entity types'}).waitFor({state: 'detached'});
    await world.checkAccess();
    await world.open('#!/search/searchResult?searchType=basic&type=hive_db');
    await page
      .getByRole('complementary')
      .getByRole('button', {name: 'Glossary', exact: true})
      .click();
    assert.deepEqual(world.problems, []);
  });

  test('on a phone the tree and a term come one after the other, and in any direction of writing', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await world.open('#!/glossary');
    await line('Trade').waitFor();
    await world.checkWidth();
    await world.picture('glossary-narrow');
    await world.checkAccess();
    await line('Trade').getByRole('link').click();
    await page.getByRole('heading', {name: 'Trade', level: 1}).waitFor();
    await tree().waitFor({state: 'hidden'});
    await world.checkWidth();
    await page.getByRole('link', {name: 'Glossaries', exact: true}).click();
    await tree().waitFor();
    await page.setViewportSize(desktop);
    await page.evaluate(`document.dir = 'rtl'`);
    await tree().focus();
    await page.keyboard.press('Home');
    if ((await line('Trade').getAttribute('aria-expanded')) === 'true')
      await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await line('Dish 000').or(line('Goods')).first().waitFor();
    await world.picture('glossary-rtl');
    await page.evaluate(`document.dir = 'ltr'`);
    await drawn(page);
    assert.deepEqual(world.problems, []);
  });

  async function choose(label: string, option: string): Promise<void> {
    const field = dialog()
      .getByRole('textbox', {name: label, exact: true})
      .or(dialog().getByRole('combobox', {name: label, exact: true}));
    await field.last().click();
    await world.page.getByRole('option', {name: option, exact: true}).click();
  }
});
