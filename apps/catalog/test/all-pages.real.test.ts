// Every address of the pages in a real browser: nothing that axe finds, and nothing over the edge
// of a phone or of a window at 200 percent.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

/** What a window of 1280 pixels has at 200 percent. */
const zoomed = {width: 640, height: 400};

suite('all addresses of the pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  let addresses: string[] = [];

  before(async () => {
    await world.put('/v2/types/typedefs', {
      body: {classificationDefs: [{name: 'PersonalData', description: 'Of people'}]},
    });
    const long = 'a_rather_long_name_of_a_table_that_nobody_has_shortened_since_it_was_made';
    const saved = (await world.put('/v2/entity/bulk', {
      body: {
        entities: [
          {
            typeName: 'hive_db',
            guid: '-db',
            attributes: {qualifiedName: 'sales@x', name: 'sales', clusterName: 'x'},
          },
          {
            typeName: 'hive_table',
            guid: '-table',
            attributes: {
              qualifiedName: `sales.${long}@x`,
              name: long,
              db: {guid: '-db'},
              columns: [{guid: '-column'}],
              userDescription: `# Orders\n\n| ${long} | b |\n|---|---|\n| 1 | 2 |`,
            },
            classifications: [{typeName: 'PersonalData'}],
          },
          {
            typeName: 'hive_column',
            guid: '-column',
            attributes: {
              qualifiedName: `sales.${long}.id@x`,
              name: 'id',
              type: 'int',
              table: {guid: '-table'},
            },
          },
          {
            typeName: 'Process',
            guid: '-load',
            attributes: {
              qualifiedName: 'load@x',
              name: 'load',
              outputs: [{guid: '-table', typeName: 'hive_table'}],
            },
          },
        ],
      },
    })) as {guidAssignments: Record<string, string>};
    const guid = (name: string) => saved.guidAssignments[`-${name}`] ?? '';
    await world.put('/v2/entity/guid/{guid}/trust'.replace('{guid}', guid('table')), {
      method: 'PUT',
      body: {certification: 'Deprecated', deprecationReason: long, announcement: long},
    });
    await world.put('/v2/domains', {body: {name: 'Sales'}});
    const glossary = (await world.put('/v2/glossary', {body: {name: 'Words'}})) as {guid: string};
    const term = (await world.put('/v2/glossary/term', {
      body: {name: 'Order', anchor: {glossaryGuid: glossary.guid}},
    })) as {guid: string};
    const tabs = ['lineage', 'relationships', 'classifications', 'audits', 'tasks', 'properties'];
    addresses = [
      '/',
      '/search/searchResult?searchType=basic&query=a_rather',
      '/search/searchResult?searchType=dsl&query=hive_table',
      `/detailPage/${guid('table')}`,
      ...tabs.map(tab => `/detailPage/${guid('table')}?tabActive=${tab}`),
      `/detailPage/${guid('db')}`,
      `/detailPage/${guid('load')}`,
      '/relationships?type=hive_table_columns',
      '/domains',
      '/notifications',
      '/glossary',
      `/glossary/${glossary.guid}`,
      `/glossary/${term.guid}`,
      '/glossary/import',
      '/import/assets',
      '/import/businessMetadata',
      '/bulkChanges',
      '/changes',
      '/sources',
      '/subscriptions',
      '/types',
      '/types/hive_table',
      '/newType?category=ENTITY',
      '/statistics',
      ...['audits', 'tasks', 'transfers', 'deleted', 'rights'].map(
        tab => `/administrator?tabActive=${tab}`,
      ),
      '/about',
    ];
  });

  test('axe finds nothing, and nothing is over the edge of narrow windows', async () => {
    const {page} = world;
    const found: string[] = [];
    const tell = (where: string) => (error: unknown) =>
      void found.push(`${where}: ${String(error)}`);
    for (const address of addresses) {
      await world.open(`#!${address}`);
      await page.getByRole('heading', {level: 1}).waitFor();
      await world.checkAccess().catch(tell(address));
      for (const [name, size] of Object.entries({phone, zoomed})) {
        await page.setViewportSize(size);
        await world.checkWidth().catch(tell(`${address} (${name})`));
      }
      await page.setViewportSize(desktop);
    }
    assert.deepEqual(found, []);
  });
});
