// What there is to know first of an asset of each kind: its path and columns, its contents, what a
// process runs; and how it is documented.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {phone, desktop, skipWithoutBrowser, usePages} from './page-fixture.ts';

const tableCount = 130;
const sql = 'INSERT INTO daily SELECT day, count(*) FROM orders GROUP BY day';

const grading = {
  name: 'Grading',
  attributeDefs: [
    {
      name: 'tier',
      typeName: 'string',
      isOptional: true,
      options: {applicableEntityTypes: '["hive_table"]', maxStrLength: '20'},
    },
  ],
};

const text = (name: string) => ({name, typeName: 'string', isOptional: true});
const deprecated = {name: 'Deprecated', attributeDefs: [text('reason'), text('successor')]};

suite('the page of an asset', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  const guids: Record<string, string> = {};
  const open = (name: string, view = '') => world.open(`#!/detailPage/${guids[name]}${view}`);
  const entity = (guid: string, typeName: string, attributes: object) => ({
    guid,
    typeName,
    attributes: {qualifiedName: `${guid}@x`, name: guid.slice(1), ...attributes},
  });
  const shown = async (name: string) => {
    const {json} = await ask(
      `${world.server.url}/api/meta/v2/entity/guid/${guids[name]}?ignoreRelationships=true`,
    );
    return (json as {entity: {attributes: Record<string, unknown>}}).entity.attributes;
  };

  before(async () => {
    const column = (name: string, position: number, more: object = {}) =>
      entity(`-${name}`, 'hive_column', {
        type: 'string',
        position,
        table: {guid: '-orders'},
        ...more,
      });
    const others = Array.from({length: tableCount}, (_, n) =>
      entity(`-t${String(n).padStart(3, '0')}`, 'hive_table', {db: {guid: '-sales'}}),
    );
    await world.put('/v2/types/typedefs', {
      body: {
        classificationDefs: [{name: 'Private', attributeDefs: []}, deprecated],
        businessMetadataDefs: [grading],
      },
    });
    const made = (await world.put('/v2/entity/bulk', {
      body: {
        entities: [
          entity('-sales', 'hive_db', {clusterName: 'x'}),
          entity('-orders', 'hive_table', {
            owner: 'ann',
            description: 'Orders of the shop',
            db: {guid: '-sales'},
            columns: [{guid: '-id'}, {guid: '-mail'}],
          }),
          column('id', 0, {type: 'bigint'}),
          column('mail', 1, {comment: 'Where to write to'}),
          entity('-daily', 'hive_table', {db: {guid: '-sales'}}),
          entity('-load', 'spark_process', {
            queryText: sql,
            inputs: [{guid: '-orders'}],
            outputs: [{guid: '-daily'}],
          }),
          ...others,
        ],
      },
    })) as {guidAssignments: Record<string, string>};
    for (const [given, guid] of Object.entries(made.guidAssignments)) guids[given.slice(1)] = guid;
  });

  test('the header says where the asset is, whose it is, and what it is worth', async () => {
    const {page} = world;
    await world.put(`/v2/entity/guid/${guids['orders']}/businessmetadata`, {
      method: 'POST',
      body: {Grading: {tier: 'Gold'}},
    });
    await open('mail');
    const path = page.getByRole('navigation', {name: 'Path'});
    await path.getByRole('link', {name: 'sales'}).waitFor();
    await soon(async () =>
      assert.deepEqual(await path.getByRole('link').allInnerTexts(), ['Hive', 'sales', 'orders']),
    );
    await path.getByRole('link', {name: 'orders'}).click();
    await world.titled('orders');
    await page.getByRole('definition').filter({hasText: 'Gold'}).waitFor();
    await page.getByRole('definition').getByRole('link', {name: 'ann'}).click();
    await world.titled('1 result');
    await page.goBack();
    await world.titled('orders');
    await world.picture('asset-table');
    await world.checkAccess();
  });

  test('a table begins with its columns, whose descriptions are written in their rows', async () => {
    const {page} = world;
    await open('orders');
    await page.getByRole('tab', {name: 'Columns', selected: true}).waitFor();
    const rows = page.getByRole('table', {name: 'Columns'}).locator('tbody tr');
    await soon(async () =>
      assert.match(
        (await rows.allInnerTexts()).join('\n'),
        /id\s+bigint[^]*mail\s+string\s+Where to/,
      ),
    );
    await page.getByRole('button', {name: 'Edit the description of mail'}).click();
    const field = page.getByRole('textbox', {name: 'Description of mail'});
    assert.equal(await field.inputValue(), 'Where to write to');
    await field.fill('Address, **checked**');
    await world.checkAccess();
    await field.press('Control+Enter');
    await rows.getByText('checked', {exact: true}).waitFor();
    assert.equal((await shown('mail'))['userDescription'], 'Address, **checked**');
    assert.equal((await shown('mail'))['comment'], 'Where to write to');
    await page.getByRole('button', {name: 'Edit the description of id'}).click();
    const named = page.getByRole('textbox', {name: 'Description of id'});
    await named.pressSequentially('As in @orde');
    await page
      .getByRole('option', {name: /^orders/})
      .first()
      .waitFor();
    await world.picture('asset-column-mention');
    await world.checkAccess();
    await page.keyboard.press('Enter');
    await named.press('Control+Enter');
    await rows.getByRole('link', {name: '@orders'}).waitFor();
    await page.getByRole('button', {name: 'Edit the description of id'}).click();
    await page.getByRole('textbox', {name: 'Description of id'}).press('Escape');
    await page.getByRole('textbox', {name: 'Description of id'}).waitFor({state: 'detached'});
    await page.getByRole('textbox', {name: 'Find by name'}).fill('ADDRESS');
    await soon(async () => assert.match((await rows.allInnerTexts()).join('\n'), /^mail\s+string/));
    await page.getByRole('textbox', {name: 'Find by name'}).fill('nowhere');
    await page.getByRole('button', {name: 'Clear filter'}).click();
    await soon(async () => assert.equal(await rows.count(), 2));
  });

  test('documentation is written in Markdown with a preview, and what looks like HTML is text', async () => {
    const {page} = world;
    await open('orders');
    await page.getByText('Orders of the shop').waitFor();
    await page.getByRole('button', {name: 'Edit documentation'}).click();
    const text =
      '# Orders\n\n- one row an **order**\n- [the shop](https://example.org/)\n- [run](javascript:alert(1))\n\n<img src=x onerror="alert(1)">';
    await page.getByRole('textbox', {name: 'Documentation'}).fill(text);
    await world.checkAccess();
    await page.getByText('Preview', {exact: true}).click();
    await page.getByRole('heading', {level: 3, name: 'Orders'}).waitFor();
    await world.picture('asset-documentation');
    await page.getByRole('button', {name: 'Save documentation'}).click();
    await page.getByRole('button', {name: 'Edit documentation'}).waitFor();
    const link = page.getByRole('link', {name: 'the shop'});
    assert.equal(await link.getAttribute('href'), 'https://example.org/');
    assert.match((await link.getAttribute('rel')) ?? '', /noopener/);
    await page.getByText('<img src=x onerror="alert(1)">').waitFor();
    assert.equal(await page.getByRole('link', {name: 'run'}).count(), 0);
    assert.equal(await page.locator('main img').count(), 0);
    assert.equal((await shown('orders'))['userDescription'], text);
    assert.equal((await shown('orders'))['description'], 'Orders of the shop');
    await world.checkAccess();
  });

  test('a database begins with its tables, found and paged with the place in the address', async () => {
    const {page} = world;
    await open('sales');
    await page.getByRole('tab', {name: 'Contents', selected: true}).waitFor();
    await page.getByText(`1–100 of ${tableCount + 2}`).waitFor();
    await world.picture('asset-contents');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Next', exact: true}).click();
    await page.getByText(`101–${tableCount + 2} of ${tableCount + 2}`).waitFor();
    await soon(() => assert.match(page.url(), /pageOffset=100/));
    await page.getByRole('textbox', {name: 'Find by name'}).fill('T12');
    const rows = page.getByRole('table', {name: 'Contents'}).locator('tbody tr');
    await soon(async () => assert.equal(await rows.count(), 10));
    await soon(() => assert.match(page.url(), /find=T12/));
    await page.reload();
    await soon(async () => assert.equal(await rows.count(), 10));
    await rows.first().focus();
    await page.keyboard.press('Enter');
    await world.titled('t120');
    await page.setViewportSize(phone);
    await open('sales');
    await page.getByText(`1–100 of ${tableCount + 2}`).waitFor();
    await world.checkWidth();
    await world.picture('asset-contents-phone');
    await page.setViewportSize(desktop);
  });

  test('a process begins with what it runs, reads and writes', async () => {
    const {page} = world;
    await open('load');
    await page.getByRole('tab', {name: 'Overview', selected: true}).waitFor();
    const card = (name: string) =>
      page.locator('section').filter({has: page.getByRole('heading', {name, exact: true})});
    await card('Inputs').getByRole('link', {name: 'orders'}).waitFor();
    await card('Outputs').getByRole('link', {name: 'daily'}).waitFor();
    await page.getByText(sql).first().waitFor();
    await world.picture('asset-process');
    await world.checkAccess();
  });

  test('a process that producers told of shows its runs, with what failed and why', async () => {
    const {page} = world;
    const event = (runId: string, day: number, eventType: string, facets: object = {}) => ({
      eventType,
      eventTime: `2026-01-0${day}T02:0${eventType === 'START' ? 0 : 4}:00Z`,
      run: {runId: `01939a1c-0000-7000-8000-00000000000${runId}`, facets},
      job: {namespace: 'etl', name: 'nightly.totals', facets: {shift: {crew: 'night crew'}}},
      inputs: [
        {
          namespace: 'postgres://db:5432',
          name: 'shop.public.orders',
          facets: {weather: {sky: 'clear sky'}},
        },
      ],
      outputs: [
        {
          namespace: 'kafka://broker:9092',
          name: 'totals',
          outputFacets: {outputStatistics: {rowCount: 1200}},
        },
      ],
    });
    const failure = {
      errorMessage: {message: 'relation "orders" does not exist'},
      mood: {smile: 'broad smile'},
    };
    await world.put('/v2/lineage/events/batch', {
      body: [
        event('1', 1, 'START'),
        event('1', 1, 'COMPLETE'),
        event('2', 2, 'START'),
        event('2', 2, 'FAIL', failure),
      ],
    });
    const process =
      '/v2/entity/uniqueAttribute/type/openlineage_process?attr:qualifiedName=etl/nightly.totals';
    const guid = await soon(async () => {
      const {status, json} = await ask(`${world.server.url}/api/meta${process}`);
      assert.equal(status, 200);
      return (json as {entity: {guid: string}}).entity.guid;
    });
    await world.open(`#!/detailPage/${guid}?tabActive=runs`);
    const runs = page.getByRole('tabpanel').getByRole('button');
    await soon(async () =>
      assert.deepEqual(
        (await runs.allInnerTexts()).map(each => /Failed|Succeeded/.exec(each)?.[0]),
        ['Failed', 'Succeeded'],
      ),
    );
    await runs
      .first()
      .getByText(/took 4:00 min/)
      .waitFor();
    await runs.first().click();
    await page.getByText('relation "orders" does not exist').last().waitFor();
    await page.getByText('· 1,200 rows').waitFor();
    // Facets that nobody knows, of the run, its job and a data set.
    const facets = page.getByRole('region', {name: 'facets'});
    for (const text of ['broad smile', 'night crew', 'clear sky'])
      await facets.getByText(text).waitFor();
    await world.picture('asset-runs');
    await world.checkAccess();
  });

  test('raw attributes and the JSON stand last, and links to them lead there', async () => {
    const {page} = world;
    await open('orders', '?tabActive=json');
    await page.getByRole('tab', {name: 'Attributes', selected: true}).waitFor();
    await page.getByRole('region').getByText('relationshipAttributes').first().waitFor();
    assert.equal(await page.getByRole('tab').last().innerText(), 'Attributes');
    await open('orders', '?tabActive=nowhere');
    await page.getByRole('tab', {name: 'Columns', selected: true}).waitFor();
  });

  test('a classification says where it propagates to before it is added', async () => {
    const {page} = world;
    await open('orders');
    await page.getByRole('button', {name: 'Classify'}).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', {name: 'Classification'}).fill('Priv');
    await page.getByRole('option', {name: 'Private'}).click();
    await dialog.getByText(/Propagates to [2-9]\d* other entities/).waitFor();
    await dialog.getByRole('button', {name: 'Show', exact: true}).click();
    await dialog.getByText('daily').waitFor();
    await world.picture('asset-classify');
    await world.checkAccess();
    await page.keyboard.press('Escape');
    await dialog.waitFor({state: 'detached'});
    assert.equal(await page.locator('main').getByText('Private').count(), 0);
  });

  test('an asset that is deprecated says why, and what to use instead', async () => {
    const {page} = world;
    const attributes = {reason: 'Nobody fills it any more', successor: guids['orders']};
    await world.put(`/v2/entity/guid/${guids['t000']}/classifications`, {
      body: [{typeName: 'Deprecated', propagate: false, attributes}],
    });
    await open('t000');
    await page.getByText('Nobody fills it any more').waitFor();
    await world.picture('asset-deprecated');
    await world.checkAccess();
    await page.getByRole('alert').getByRole('link', {name: 'orders'}).click();
    await world.titled('orders');
  });

  test('the history says what a change of relations was, and shows two versions side by side', async () => {
    const {page} = world;
    await world.put(`/v2/entity`, {
      body: {
        entity: entity('-zip', 'hive_column', {
          type: 'string',
          position: 2,
          table: {guid: guids['orders']},
        }),
      },
    });
    await open('orders', '?tabActive=audit');
    await page
      .getByRole('button', {name: /entity updated/})
      .first()
      .click();
    await soon(async () =>
      assert.match(await page.getByRole('row', {name: /^Columns/}).innerText(), /zip/),
    );
    await page.getByRole('button', {name: 'Compare versions'}).click();
    const compare = page.getByRole('region', {name: 'Compare versions'});
    await soon(async () => {
      assert.match(await compare.getByRole('row', {name: /^Columns/}).innerText(), /zip/);
      assert.match(
        await compare.getByRole('row', {name: /^User description/}).innerText(),
        /—\s+# Orders/,
      );
    });
    await world.picture('asset-compare');
    await world.checkAccess();
  });

  test('what changed since the visit before is one click away', async () => {
    const {page} = world;
    await open('orders');
    await page.evaluate(`(() => {
      const key = 'gazetteer.recent.admin';
      const visits = JSON.parse(localStorage.getItem(key));
      localStorage.setItem(key, JSON.stringify(visits.map(one => ({...one, before: Date.now()}))));
    })()`);
    await world.put(`/v2/entity/guid/${guids['orders']}/labels`, {body: ['seen']});
    await open('orders');
    await page.getByRole('link', {name: 'Changes since your last visit'}).click();
    const changes = page.locator('section').filter({hasText: 'Changes since'});
    await soon(async () =>
      assert.match(await changes.getByRole('row', {name: /^Labels/}).innerText(), /seen/),
    );
    await world.checkAccess();
  });

  test('nothing was complained of', () => {
    assert.deepEqual(world.problems, []);
  });
});
