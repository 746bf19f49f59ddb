// Who uses a table, on its page and on the home page, in a real browser.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const namespace = 'hive://metastore.example:9083';
const dayMs = 86_400_000;
const sql = 'SELECT o.id, p.name FROM sales.orders o JOIN sales.people p ON o.person = p.id';

suite('usage on pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  const guids: Record<string, string> = {};

  before(async () => {
    const place = (name: string) => ({namespace, name: `sales.${name}`});
    for (const name of ['orders', 'people', 'unused']) {
      await world.put('/v2/lineage/datasets', {body: place(name)});
      const {datasets} = (await world.put('/v2/lineage/datasets/find', {body: [place(name)]})) as {
        datasets: {asset: {guid: string}}[];
      };
      guids[name] = datasets[0]?.asset.guid ?? '';
    }
    const statements = Array.from({length: 60}, (_, n) => ({
      id: `s${n}`,
      user: `person${n % 3}`,
      engine: 'hive',
      endTime: Date.now() - (n % 20) * dayMs,
      duration: 1000 * (n + 1),
      sql,
      inputs: [
        {...place('orders'), columns: ['id', 'person']},
        {...place('people'), columns: ['id', 'name']},
      ],
      outputs: n === 0 ? [place('orders')] : [],
      joins: [
        {left: place('orders'), right: place('people'), columns: [{left: 'person', right: 'id'}]},
      ],
    }));
    await world.put('/v2/usage/statements', {body: {statements}});
    await soon(async () => {
      const {json} = await ask(
        `${world.server.url}/api/meta/v2/entity/guid/${guids['orders'] ?? ''}/usage`,
      );
      assert.equal((json as {queries: number}).queries, 60);
    });
  });

  test('the header says how often, and the tab by whom, when and what of it', async () => {
    const {page} = world;
    await world.open(`#!/detailPage/${guids['orders']}`);
    await page
      .getByRole('link', {name: 'Queried 60 times and written once by 3 users in 90 days'})
      .click();
    await page.getByRole('img', {name: /Queries per day: used on 20 of 90 days/}).waitFor();
    const card = (title: string) =>
      page.locator('section', {has: page.getByRole('heading', {name: title})});
    await soon(async () =>
      assert.match(await card('Users').innerText(), /person0\s+20\s+1\s[\s\S]*person1\s+20\s+0/),
    );
    for (const column of [/\bid\s+60/, /\bperson\s+60/])
      await soon(async () => assert.match(await card('Columns').innerText(), column));
    await soon(async () => assert.match(await card('Joined with').innerText(), /person = id\s+60/));
    await card('Queries').getByText(sql).waitFor();
    await world.picture('asset-usage');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('asset-usage-narrow');
    await page.setViewportSize(desktop);
    await card('Joined with').getByRole('link', {name: 'people'}).click();
    await world.titled('people');
  });

  test('a table without use says what would be there, and home leads to the most used', async () => {
    const {page} = world;
    await world.open(`#!/detailPage/${guids['unused']}?tabActive=usage`);
    await page.getByRole('heading', {name: 'No usage in the last 90 days'}).waitFor();
    await world.checkAccess();
    await world.open('');
    await world.titled('Home');
    const card = page.locator('section', {
      has: page.getByRole('heading', {name: 'Most used this week'}),
    });
    await card.getByRole('link', {name: 'orders'}).waitFor();
    await card.getByText('21 queries · 3 users').first().waitFor();
    await world.picture('home-usage');
    await world.checkAccess();
  });

  test('search finds what was not queried in 90 days, by a facet', async () => {
    const {page} = world;
    await world.open('#!/search/searchResult?searchType=basic&type=hive_table');
    const refine = page.getByRole('region', {name: 'Refine results'});
    const spans = refine.getByRole('group', {name: 'Last query'});
    // Counts of 20 days don't tell what was not queried for longer.
    await soon(async () => assert.match(await spans.innerText(), /^Last query\s*Last 7 days\s*2$/));
    await world.open(
      '#!/search/searchResult?searchType=basic&type=hive_table&facets=lastQuery:older',
    );
    await spans.getByRole('checkbox', {name: /Not in 90 days/, checked: true}).waitFor();
    await page.getByRole('heading', {name: 'No results', level: 1}).waitFor();
    await world.picture('search-unused');
    await world.checkAccess();
  });
});
