// The statistics: how much there is of what, now and at earlier times.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask, tableWithColumns} from './client.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the statistics page', {skip: skipWithoutBrowser}, () => {
  const world = usePages({args: ['--metrics-schedule', '* * * * * *']});
  const collections = async () =>
    (await ask(`${world.server.url}/api/atlas/admin/metricsstats`)).json as {
      collectionTime: number;
    }[];
  /** Something is counted at every full second. */
  const waitForCounts = async (count: number) => {
    const before = (await collections()).length;
    while ((await collections()).length < before + count)
      await new Promise(resolve => setTimeout(resolve, 200));
  };

  /** Counts of the last two days, as if the catalog had run then. */
  const rememberDays = async () => {
    const hourMs = 3_600_000;
    const now = Math.floor(Date.now() / hourMs) * hourMs;
    const entities = Array.from({length: 48}, (_, hour) => {
      const collectionTime = now - (48 - hour) * hourMs;
      const entity = {
        entityActive: {hive_table: 5 + hour * 3},
        entityDeleted: {hive_table: hour > 20 ? hour : 0},
      };
      const metrics = JSON.stringify({
        data: {general: {collectionTime}, tag: {}, entity, system: {}},
      });
      const attributes = {
        metricsId: `then_${hour}`,
        metrics,
        collectionTime,
        timeToLiveMillis: 1_209_600_000,
      };
      return {typeName: '__AtlasMetricsStat', attributes};
    });
    await world.put('/v2/entity/bulk', {body: {entities}});
  };

  test('an empty catalog says that nothing is there', async () => {
    await world.open('#!/statistics');
    await world.titled('Statistics');
    await world.page.getByText('No entities yet').waitFor();
    await world.page.getByText('Nothing is classified').waitFor();
    await world.picture('statistics-empty');
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('counts stand in figures, tables and a chart', async () => {
    const {page} = world;
    await world.put('/v2/types/typedefs', {body: {classificationDefs: [{name: 'Secret'}]}});
    const db = {
      typeName: 'hive_db',
      attributes: {qualifiedName: 'd@x', name: 'd', clusterName: 'x'},
    };
    const {guidAssignments} = (await world.put('/v2/entity', {body: {entity: db}})) as {
      guidAssignments: object;
    };
    const [guid = ''] = Object.values(guidAssignments) as string[];
    await waitForCounts(2);
    for (const name of ['one', 'two'])
      await world.put('/v2/entity', {body: tableWithColumns(name, 12, {guid})});
    await world.put(`/v2/entity/guid/${guid}/classifications`, {
      body: [{typeName: 'Secret', propagate: false}],
    });
    await world.put('/v2/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=two@test', {
      method: 'DELETE',
    });
    await waitForCounts(2);
    await rememberDays();
    await world.open('#!/statistics');
    const figure = (label: string) =>
      page
        .locator('dl > div')
        .filter({has: page.getByText(label, {exact: true})})
        .locator('dd');
    await soon(async () => assert.equal(await figure('Entities').innerText(), '14'));
    await soon(async () => assert.equal(await figure('Deleted').innerText(), '13'));
    const first = page.getByRole('table', {name: 'Entities by type'}).locator('tbody tr').first();
    await soon(async () => assert.match(await first.innerText(), /Hive column\s+12\s+12\s+0/));
    await page
      .getByRole('table', {name: 'Entities by classification'})
      .getByText('Secret')
      .waitFor();
    await page.locator('figure path').first().waitFor({state: 'attached'});
    await world.picture('statistics');
    await page.getByRole('heading', {name: 'Entities by type'}).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 600);
    await world.picture('statistics-tables');
    await page.getByLabel('Include subtypes').click();
    await page.getByRole('textbox', {name: 'Filter types'}).fill('asset');
    await soon(async () => assert.match(await first.innerText(), /Asset\s+14\s+13\s+0/));
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('the chart is read with the arrow keys, and leads to the counts of that time', async () => {
    const {page} = world;
    await world.open('#!/statistics?span=week');
    await page.getByRole('slider', {name: 'Entities of All types over time: time'}).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    const spoken = async () =>
      (await page.getByRole('slider').getAttribute('aria-valuetext')) ?? '';
    await soon(async () => assert.match(await spoken(), /: Active 5, Deleted 0$/));
    await world.picture('statistics-chart');
    await page.keyboard.press('Enter');
    await page.getByText('Snapshot of').waitFor();
    await soon(() => assert.match(page.url(), /at=\d{13}/));
    await page.getByRole('table', {name: 'Entities by type'}).getByText('Hive table').waitFor();
    await world.picture('statistics-earlier');
    await world.checkAccess();
    await page.getByRole('link', {name: 'Show it as it is now'}).click();
    await page.getByRole('table', {name: 'Entities by type'}).getByText('Hive column').waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('a type of the table is charted, and the address keeps it', async () => {
    const {page} = world;
    await page.getByRole('button', {name: 'Hive table over time'}).click();
    await page.getByRole('slider', {name: 'Entities of Hive table over time: time'}).waitFor();
    await soon(() => assert.match(page.url(), /type=hive_table/));
    await page.goBack();
    await page.getByRole('slider', {name: 'Entities of All types over time: time'}).waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('fits a phone, and tells when the server refuses', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await world.open('#!/statistics');
    await page.locator('figure path').first().waitFor({state: 'attached'});
    await world.picture('statistics-narrow');
    await page.getByRole('heading', {name: 'Over time'}).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    await world.picture('statistics-narrow-chart');
    await world.checkWidth();
    await page.setViewportSize(desktop);
    await page.goto(`${world.server.url}/n/index.html#!/statistics?at=1`);
    await page.getByRole('alert').getByText('collectionTime=1').waitFor();
    await page.getByRole('link', {name: 'Search', exact: true}).waitFor();
    await world.picture('statistics-error');
    await world.checkAccess();
    await page.goto('about:blank');
    await page.route('**/admin/metrics', route =>
      route.fulfill({status: 403, body: '{"errorMessage": "not for you"}'}),
    );
    await page.goto(`${world.server.url}/n/index.html#!/statistics`);
    await page.getByText('You don’t have permission to view this').first().waitFor();
    await world.picture('statistics-denied');
    await page.unrouteAll();
  });
});
