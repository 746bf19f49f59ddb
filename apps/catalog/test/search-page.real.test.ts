// The search page in a real browser, against a real server: what somebody sees and does with mouse
// and keyboard.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {tableWithColumns} from './client.ts';
import {
  desktop,
  drawn,
  phone,
  type PageWorld,
  skipWithoutBrowser,
  usePages,
} from './page-fixture.ts';

const evil = '<img src=x onerror="document.title=1">';

suite('the search page', {skip: skipWithoutBrowser}, () => {
  const world = usePages();

  test('an empty catalog says what to do', async () => {
    await world.open('#!/search/searchResult?searchType=basic&type=_ALL_ENTITY_TYPES');
    await world.page.getByRole('heading', {name: 'The catalog is empty'}).waitFor();
    await soon(async () =>
      assert.match(
        await world.page.locator('pre').first().innerText(),
        /curl -u admin .*\/api\/meta\/v2\/entity/s,
      ),
    );
    await world.picture('empty');
    await world.checkAccess();
  });

  suite('with entities', () => {
    before(() => fill(world));

    test('entities are listed with what is known of them, as text', async () => {
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table');
      await world.titled('1–25 of 31 results');
      const row = world.page.locator('tbody tr', {hasText: 'customer_orders'});
      await soon(async () => assert.match(await row.innerText(), /Hive table/));
      await soon(async () => assert.match(await row.innerText(), /finance/));
      await soon(async () => assert.match(await row.innerText(), /PII/));
      await soon(async () => assert.ok((await row.innerText()).includes(evil)));
      await soon(async () => assert.equal(await world.page.locator('main img').count(), 0));
      await world.picture('results');
      await world.checkAccess();
    });

    test('16 rows fit into a window of 1440 by 900, with all columns', async () => {
      const {page} = world;
      await page.setViewportSize({width: 1440, height: 900});
      const box = `document.querySelector('table[aria-label=Results]').parentElement`;
      const rows = `[...document.querySelectorAll('tbody tr')].map(one => one.getBoundingClientRect().bottom)`;
      const inSight = `${rows}.filter(bottom => bottom <= ${box}.getBoundingClientRect().bottom).length`;
      await soon(async () => assert.ok(Number(await page.evaluate(inSight)) >= 16));
      assert.equal(await page.evaluate(`${box}.scrollWidth - ${box}.clientWidth`), 0);
      await page.setViewportSize(desktop);
    });

    test('pages are walked, and the way back is the browser’s', async () => {
      const {page} = world;
      await page.getByRole('button', {name: 'Next'}).click();
      await page.waitForURL(/pageOffset=25/);
      await page.getByText('26–31 of 31 results').waitFor();
      await page.goBack();
      await page.getByText('1–25 of 31 results').waitFor();
    });

    test('while other rows are on their way the heading counts none, and a lost connection is told', async () => {
      const {page} = world;
      const held = Promise.withResolvers<void>();
      await page.route('**/v2/search/basic**', async route => {
        await held.promise;
        await route.continue();
      });
      await page.getByRole('button', {name: 'Name', exact: true}).click();
      await page.waitForURL(/sortBy=/);
      await world.titled('Searching…');
      assert.equal(await page.locator('tbody tr').count(), 25, 'the rows of before');
      held.resolve();
      await world.titled('1–25 of 31 results');
      await page.unrouteAll({behavior: 'wait'});
      await page.context().setOffline(true);
      await page.getByRole('button', {name: 'Name', exact: true}).click();
      await world.titled('You’re offline. The search resumes when you’re back online.');
      await page.context().setOffline(false);
      await world.titled('1–25 of 31 results');
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table');
      await world.titled('1–25 of 31 results');
    });

    test('the keyboard alone searches: a key to the box, assets, columns and more while typing, arrows and Enter', async () => {
      const {page} = world;
      await page.locator('main').focus();
      await page.keyboard.press('/');
      await page.keyboard.type('customer_o', {delay: 20});
      await page.getByRole('option', {name: /customer_orders\s*Hive table/}).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', {level: 1, name: 'customer_orders'}).waitFor();
      await page.locator('main').focus();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('customer_orders', {delay: 20});
      await page.keyboard.press('Enter');
      await page.waitForURL(/query=customer_orders/);
      await page.getByRole('link', {name: 'customer_orders', exact: true}).waitFor();
    });

    test('the search box finds columns under their table, classifications, owners and pages, with one request a pause', async () => {
      const {page} = world;
      await world.open('#!/about');
      const box = page.getByRole('textbox', {name: 'Search the catalog'});
      await box.click();
      await page
        .getByRole('group', {name: 'Recently viewed'})
        .getByRole('option', {name: /customer_orders/})
        .waitFor();
      const asked: string[] = [];
      page.on('request', request => {
        if (request.url().includes('/v2/search/')) asked.push(request.url());
      });
      await box.fill('c1');
      await page
        .getByRole('group', {name: 'Assets'})
        .getByRole('option', {name: /^c1\s*Hive column/})
        .first()
        .waitFor();
      await world.picture('box-columns');
      await world.checkAccess();
      await box.fill('pi');
      await page
        .getByRole('group', {name: 'Classifications'})
        .getByRole('option', {name: 'PII'})
        .waitFor();
      // Classifications are known to the page; the rest is asked for in the pause after.
      await soon(() => assert.ok(asked.some(url => url.endsWith('query=pi'))));
      await box.fill('finan');
      await page
        .getByRole('group', {name: 'Owners'})
        .getByRole('option', {name: 'finance'})
        .waitFor();
      await world.picture('box-owners');
      await soon(() =>
        assert.deepEqual(
          asked.filter(url => !url.includes('/saved')).map(url => url.replace(/^.*\/v2\//, '')),
          ['c1', 'pi', 'finan'].map(text => `search/typeahead?query=${text}`),
        ),
      );
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.waitForURL(/facets=owner:finance/);
      await world.titled('2 results');
      await box.fill('statis');
      await page
        .getByRole('group', {name: 'Pages'})
        .getByRole('option', {name: 'Statistics'})
        .click();
      await world.titled('Statistics');
      await box.fill('zzzz');
      await page.getByText('No results', {exact: true}).waitFor();
      await world.picture('box-nothing');
    });

    test('a word that is only a beginning finds what begins so, and says it', async () => {
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table&query=custom');
      await world.page.getByText('1 result', {exact: true}).waitFor();
      await soon(async () =>
        assert.match(
          await world.page.locator('main').innerText(),
          /No exact results for custom\. Showing results that start with it/,
        ),
      );
    });

    test('results say where the words are, and mark them', async () => {
      const {page} = world;
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table&query=PII shops');
      await world.titled('1 result');
      const row = page.locator('tbody tr', {hasText: 'customer_orders'});
      await soon(async () => assert.match(await row.innerText(), /Classification:\s*PII/));
      await soon(async () =>
        assert.match(await row.innerText(), /Description:\s*Orders of all shops/),
      );
      await row.locator('mark', {hasText: 'shops'}).first().waitFor();
      await world.picture('matches');
      await world.checkAccess();
    });

    test('a search without hits says what to try', async () => {
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table&query=zzz');
      await world.titled('No results');
      await world.picture('nothing');
      await world.checkAccess();
      await world.page.getByRole('link', {name: 'Search in all types'}).click();
      await world.page.waitForURL(/type=_ALL_ENTITY_TYPES/);
    });

    test('a word that nothing has finds what was meant, and says so', async () => {
      const {page} = world;
      for (const [typed, meant] of [
        ['custmer', 'customer'],
        ['stomer', 'customer'],
      ] as const) {
        await world.open(`#!/search/searchResult?searchType=basic&type=hive_table&query=${typed}`);
        await page
          .getByText(`No exact results for ${typed}. Showing results for ${meant}.`)
          .waitFor();
        await page.getByRole('link', {name: 'customer_orders', exact: true}).waitFor();
      }
      await world.picture('did-you-mean');
      await world.checkAccess();
      // Where nothing of that is left, it is only proposed.
      await world.open('#!/search/searchResult?searchType=basic&type=hive_db&query=custmer');
      await world.titled('No results');
      await page.getByText('Did you mean customer?').waitFor();
      await world.picture('did-you-mean-only');
      await page.getByRole('textbox', {name: 'Search the catalog'}).fill('ordres');
      await page.getByRole('option', {name: 'orders', exact: true}).click();
      await page.waitForURL(/query=orders/);
    });

    test('an unknown type is told in the words of the server', async () => {
      await world.open('#!/search/searchResult?searchType=basic&type=no_such_type');
      await soon(async () =>
        assert.match(
          await world.page.getByRole('alert').innerText(),
          /no_such_type.*ATLAS-400-00-00A/s,
        ),
      );
      await world.picture('error');
      await world.checkAccess();
      world.problems.length = 0;
    });

    test('conditions are built by hand, are part of the link, and can be nested', async () => {
      const {page} = world;
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table');
      await page.getByRole('button', {name: 'Filters', exact: true}).click();
      await page.getByRole('combobox', {name: 'Attribute'}).fill('owner');
      await page.getByRole('option', {name: 'Owner', exact: true}).click();
      await page.getByRole('combobox', {name: 'Comparison'}).click();
      await page.getByRole('option', {name: 'is', exact: true}).click();
      await page.getByRole('textbox', {name: 'Value'}).fill('finance');
      await world.checkAccess();
      await page.getByRole('button', {name: 'Apply'}).click();
      await page.getByText('1 result', {exact: true}).waitFor();
      await soon(() => assert.match(page.url(), /entityFilters=AND%28owner::%3D::finance%29/));
      await world.picture('conditions');
      await world.open(
        '#!/search/searchResult?searchType=basic&type=hive_table&entityFilters=OR(owner::%3D::finance::string:1:AND(name::startsWith::events_1:2:owner::%3D::etl))',
      );
      await page.getByText('12 results', {exact: true}).waitFor();
    });

    test('results are refined by several values, by keys as well, and the link says it', async () => {
      const {page} = world;
      await world.open('#!/search/searchResult?searchType=basic&type=_ALL_ENTITY_TYPES');
      await world.titled('1–25 of 74 results');
      const refine = page.getByRole('region', {name: 'Refine results'});
      await refine.getByRole('checkbox', {name: 'Hive table 31'}).check();
      await page.waitForURL(/facets=type:hive_table(&|$)/);
      await world.titled('1–25 of 31 results');
      // Others of the same facet can still be chosen.
      await refine.getByRole('checkbox', {name: 'Hive database 1'}).focus();
      await page.keyboard.press('Space');
      await page.waitForURL(/facets=type:hive_table,hive_db/);
      await world.titled('1–25 of 32 results');
      await refine.getByRole('checkbox', {name: 'finance 2'}).check();
      await world.titled('2 results');
      await world.picture('refined');
      await world.checkAccess();
      await page.goBack();
      await world.titled('1–25 of 32 results');
      await refine.getByRole('button', {name: 'Clear'}).click();
      await world.titled('1–25 of 74 results');
      const more = refine
        .getByRole('group', {name: 'Container'})
        .getByRole('button', {name: /^Show \d+ more$/});
      await more.click();
      await refine.getByRole('checkbox', {name: 'events_9 1'}).waitFor();
    });

    test('in a narrow window facets open on demand', async () => {
      const {page} = world;
      await page.setViewportSize(phone);
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table&query=events*');
      await world.titled('1–25 of 30 results');
      await page.getByRole('button', {name: 'Refine', exact: true}).click();
      await page.getByRole('checkbox', {name: 'sales 30'}).check();
      await page.getByRole('button', {name: 'Refine (1)', exact: true}).waitFor();
      await world.checkWidth();
      await world.picture('refined-narrow');
      await page.setViewportSize(desktop);
    });

    test('a column is chosen and sorted by, which the link says, too', async () => {
      const {page} = world;
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table');
      await page.getByRole('button', {name: 'Columns'}).click();
      await page.getByRole('checkbox', {name: 'Qualified name'}).click();
      await page.keyboard.press('Escape');
      await page.getByRole('columnheader', {name: 'Qualified name'}).waitFor();
      await page.getByRole('button', {name: 'Name', exact: true}).click();
      await page.waitForURL(/sortBy=name&sortOrder=ASCENDING/);
      await drawn(page);
      await soon(async () =>
        assert.match(await page.locator('tbody tr').first().innerText(), /customer_orders/),
      );
      await page.getByRole('button', {name: 'Name', exact: true}).click();
      await page.waitForURL(/sortOrder=DESCENDING/);
      await page.locator('tbody tr').first().filter({hasText: 'events_9'}).waitFor();
    });

    test('the side bar counts, filters and leads', async () => {
      const {page} = world;
      await world.open('#!/search/searchResult?searchType=basic&type=_ALL_ENTITY_TYPES');
      const side = page.getByRole('complementary', {name: 'Side bar'});
      await side.getByRole('textbox', {name: 'Filter entity types'}).fill('tab');
      await side.getByRole('link', {name: 'Hive table 31'}).click();
      await page.waitForURL(/type=hive_table/);
      await side.getByRole('link', {name: 'PII 1'}).click();
      await page.waitForURL(/tag=PII/);
      await page.getByText('1 result', {exact: true}).waitFor();
      await soon(async () => assert.doesNotMatch(await side.innerText(), /__/));
    });

    test('the side bar counts classifications as the search finds them: propagated ones, and those below', async () => {
      const {page} = world;
      await flowsOn(world);
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table');
      const side = page.getByRole('complementary', {name: 'Side bar'});
      for (const [name, count] of [
        ['SENSITIVE', 4],
        ['SALARY', 3],
      ] as const) {
        await side.getByRole('link', {name: `${name} ${count}`}).click();
        await page.waitForURL(new RegExp(`tag=${name}`));
        await world.titled(`${count} results`);
      }
      await world.picture('side-bar-counts');
    });

    test('rows are walked and opened by keys', async () => {
      const {page} = world;
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table&sortBy=name');
      await page.locator('tbody tr').first().focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
      await soon(async () =>
        assert.match(
          String(await page.evaluate('document.activeElement.textContent')),
          /customer_orders/,
        ),
      );
      await page.keyboard.press('Enter');
      await page.waitForURL(/detailPage/);
    });

    test('results are saved as a file that spreadsheets read', async () => {
      const {page} = world;
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table&sortBy=name');
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', {name: 'Download'}).click();
      await page.getByRole('menuitem', {name: 'This page (CSV)'}).click();
      const chunks: Buffer[] = [];
      for await (const chunk of await (await waiting).createReadStream())
        chunks.push(chunk as Buffer);
      const lines = Buffer.concat(chunks).toString().trim().split('\r\n');
      assert.equal(lines.length, 32);
      assert.equal(lines[0], 'Name,Type,Classifications,Owner,Description,Terms');
      assert.match(
        lines[1] ?? '',
        /^customer_orders,hive_table,"PII, SALARY",finance,"Orders of all shops <img src=x onerror=""document/,
      );
    });

    test('a file of all results is written by the server, and told of while it is', async () => {
      const {page} = world;
      await world.open('#!/search/searchResult?searchType=basic&type=hive_column');
      await page.getByRole('button', {name: 'Download'}).click();
      await page.getByRole('menuitem', {name: 'All results (CSV, prepared in background)'}).click();
      const files = page.getByRole('dialog', {name: 'Files of results'});
      const file = files.getByRole('link', {name: /\.csv$/});
      await file.waitFor();
      await world.checkAccess();
      const waiting = page.waitForEvent('download');
      await file.click();
      const chunks: Buffer[] = [];
      for await (const chunk of await (await waiting).createReadStream())
        chunks.push(chunk as Buffer);
      assert.equal(Buffer.concat(chunks).toString().trim().split('\n').length, 43);
    });

    test('how a search is done is told in steps and statements', async () => {
      const {page} = world;
      await world.open(
        '#!/search/searchResult?searchType=basic&type=hive_table&query=customer_orders',
      );
      await page.getByRole('button', {name: 'Explain search'}).click();
      const told = page.getByRole('dialog', {name: 'Explain search'});
      await told.getByText(/1 of \d+ entities/).waitFor();
      await told.getByRole('button', {name: /Statement 1/}).click();
      await told
        .getByText(/SELECT/i)
        .first()
        .waitFor();
      await world.checkAccess();
    });

    test('an entity is made by hand from the form of its type', async () => {
      const {page} = world;
      await world.open('#!/search/searchResult?searchType=basic&type=hive_db');
      await page.getByRole('button', {name: 'New entity'}).click();
      const form = page.getByRole('dialog', {name: 'New entity'});
      for (const [name, label] of [
        ['name', 'Name'],
        ['qualifiedName', 'Qualified name'],
        ['clusterName', 'Cluster'],
      ] as const) {
        await form.getByTitle(name, {exact: true}).waitFor();
        await form.getByRole('textbox', {name: label, exact: true}).fill(`made_${name}`);
      }
      await world.checkAccess();
      await form.getByRole('button', {name: 'Create'}).click();
      await page.getByRole('heading', {level: 1, name: 'made_name'}).waitFor();
      await page.goBack();
      await page.locator('tbody').getByText('made_name', {exact: true}).waitFor();
    });

    test('the query language selects values, tells what it does not understand, and can be saved', async () => {
      const {page} = world;
      await world.open('#!/search');
      await page.getByRole('link', {name: 'DSL query'}).click();
      const query = page.getByRole('textbox', {name: 'Query'});
      await query.fill('hive_table where owner = "finance" select name, owner');
      await query.press('Control+Enter');
      const values = page.getByRole('table', {name: 'Values'});
      await values.getByText('customer_orders', {exact: true}).waitFor();
      await soon(() => assert.match(page.url(), /searchType=dsl&query=hive_table/));
      await world.checkAccess();
      await page.getByRole('button', {name: 'Save this search'}).click();
      await page.getByRole('textbox', {name: 'Name'}).fill('Tables of finance');
      await page.getByRole('button', {name: 'Save', exact: true}).click();
      await page.getByRole('dialog').waitFor({state: 'detached'});
      await query.fill('hive_table where nothing = 1');
      await page.getByRole('button', {name: 'Run'}).click();
      await page.getByRole('alert').filter({hasText: 'nothing'}).waitFor();
      world.problems.length = 0;
      await page
        .getByRole('button', {name: /saved searches/i})
        .first()
        .click();
      await page.getByRole('complementary').getByRole('link', {name: 'Tables of finance'}).click();
      await values.getByText('customer_orders', {exact: true}).waitFor();
      await query.fill('from hive_table');
      await query.press('Control+Enter');
      await page.getByRole('table', {name: 'Results'}).waitFor();
      await page.getByText('1–25 of 31', {exact: true}).waitFor();
      await query.fill('');
      await query.pressSequentially('from hive_tab');
      await page.getByRole('option', {name: 'hive_table', exact: true}).waitFor();
      await world.picture('dsl-completion');
      await world.checkAccess();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await query.pressSequentially(' where own');
      await page.getByRole('option', {name: 'owner', exact: true}).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await soon(async () => assert.equal(await query.inputValue(), 'from hive_table where owner'));
    });

    test('one entity is shown with attributes, relationships and links', async () => {
      const {page} = world;
      await world.open(
        '#!/search/searchResult?searchType=basic&type=hive_table&query=customer_orders',
      );
      await page.getByRole('link', {name: 'customer_orders', exact: true}).click();
      await page.waitForURL(/detailPage/);
      await page.locator('main dl').first().waitFor();
      await world.titled('customer_orders');
      await soon(async () =>
        assert.match(await page.locator('main').innerText(), /Owner\s+finance/),
      );
      await world.picture('detail');
      await world.checkAccess();
      await page.getByRole('tab', {name: 'Relationships'}).click();
      await page.getByRole('link', {name: 'c1', exact: true}).click();
      await page.locator('h1', {hasText: 'c1'}).waitFor();
    });

    test('a narrow and dark window holds everything without scrolling sideways', async () => {
      const {page} = world;
      await page.setViewportSize(phone);
      await page.emulateMedia({colorScheme: 'dark'});
      await world.open('#!/search/searchResult?searchType=basic&type=hive_table');
      await world.checkWidth();
      await world.picture('narrow-dark');
      await page.getByRole('link', {name: 'customer_orders', exact: true}).click();
      await page.locator('main dl').first().waitFor();
      await world.picture('narrow-dark-detail');
      await page.setViewportSize(desktop);
    });

    test('nothing was complained of', () => {
      assert.deepEqual(world.problems, []);
    });
  });
});

/**
 * One of two classifications goes from a table over a process to another; the other is on a third,
 * and is the one above.
 */
async function flowsOn(world: PageWorld): Promise<void> {
  const classificationDefs = [
    {name: 'SENSITIVE', superTypes: [], attributeDefs: []},
    {name: 'SALARY', superTypes: ['SENSITIVE'], attributeDefs: []},
  ];
  await world.put('/v2/types/typedefs', {body: {classificationDefs}});
  const tables = await world.put('/v2/search/basic', {
    body: {typeName: 'hive_table', sortBy: 'name', limit: 3},
  });
  const [one, two, three] = (tables as {entities: {guid: string; typeName: string}[]}).entities;
  const ends = {inputs: [one], outputs: [two]};
  const attributes = {qualifiedName: 'flow@test', name: 'flow', ...ends};
  await world.put('/v2/entity', {body: {entity: {typeName: 'Process', attributes}}});
  for (const [table, typeName] of [
    [one, 'SALARY'],
    [three, 'SENSITIVE'],
  ] as const) {
    const body = [{typeName, propagate: true}];
    await world.put(`/v2/entity/guid/${table?.guid}/classifications`, {body});
  }
}

async function fill(world: PageWorld): Promise<void> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const json = await world.put(`/v2${path}`, {body});
    return (json as {guidAssignments?: Record<string, string>} | undefined)?.guidAssignments ?? {};
  };
  const attributes = {
    qualifiedName: 'sales@test',
    name: 'sales',
    clusterName: 'test',
    owner: 'finance',
  };
  const db = await post('/entity', {entity: {typeName: 'hive_db', guid: '-1', attributes}});
  for (let n = 0; n < 30; n++)
    await post('/entity', tableWithColumns(`events_${n}`, 1, {guid: db['-1'] ?? ''}));
  const table = tableWithColumns('customer_orders', 12, {guid: db['-1'] ?? ''}) as {
    entity: {attributes: Record<string, unknown>};
  };
  Object.assign(table.entity.attributes, {
    owner: 'finance',
    description: `Orders of all shops ${evil}`,
    createTime: 1_700_000_000_000,
  });
  const made = await post('/entity', table);
  await post('/types/typedefs', {
    classificationDefs: [{name: 'PII', superTypes: [], attributeDefs: []}],
  });
  await post(`/entity/guid/${made['-1']}/classifications`, [{typeName: 'PII'}]);
}
