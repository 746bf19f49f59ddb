// The lineage of an entity in a real browser, against a real server: what somebody sees and does
// with mouse and keyboard.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import type {Locator} from 'playwright-core';
import {ask} from './client.ts';
import {saveHub, saveLargeLineage, saveWarehouse} from './lineage-page-world.ts';
import {desktop, drawn, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the lineage of an entity', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  const guids = new Map<string, string>();
  before(async () => {
    const {url} = world.server;
    const saved = [
      await saveWarehouse(url),
      await saveLargeLineage(url, [4, 12, 36, 66, 66, 66]),
      await saveHub(url, 60),
    ];
    for (const [name, guid] of saved.flatMap(one => [...one])) guids.set(name, guid);
  });

  const guidOf = (name: string) => guids.get(name) ?? assert.fail(`nothing is called ${name}`);
  const open = (name: string, view = '') =>
    world.open(`#!/detailPage/${guidOf(name)}?tabActive=lineage${view}`);
  const card = (name: string): Locator => world.page.locator(`[data-card="${guidOf(name)}"]`);
  /**
   * The page's own way of waiting would evaluate a text inside of the page, which its policy
   * forbids.
   */
  async function until(expression: string): Promise<void> {
    await soon(async () => assert.equal(await world.page.evaluate(expression), true, expression));
  }
  const details = () => world.page.getByRole('complementary', {name: /^Details of/});
  /**
   * What the table says, as `step name`; it has all nodes, whatever part of the picture is in
   * sight.
   */
  async function listed(): Promise<string[]> {
    await world.page.getByRole('table', {name: 'Lineage'}).waitFor();
    const rows = await world.page.getByRole('table', {name: 'Lineage'}).locator('tbody tr').all();
    return await Promise.all(
      rows.map(async row =>
        (await row.locator('td').allInnerTexts()).slice(0, 2).join(' ').replaceAll(/\s+/g, ' '),
      ),
    );
  }
  async function show(label: string, isOn: boolean): Promise<void> {
    await world.page.getByRole('button', {name: 'View options', exact: true}).click();
    await world.page.getByRole('checkbox', {name: label}).setChecked(isOn);
    await world.page.keyboard.press('Escape');
    await drawn(world.page);
  }

  test('the tab shows where data comes from and where it goes', async () => {
    const {page} = world;
    await world.open(`#!/detailPage/${guidOf('customers')}`);
    await page.getByRole('tab', {name: 'Lineage'}).click();
    await card('customers').waitFor();
    await soon(async () =>
      assert.match(
        (await card('customers').getAttribute('aria-label')) ?? '',
        /^customers Hive table, the root, classified PII, 1 upstream, 2 downstream$/,
      ),
    );
    await page.getByRole('button', {name: 'Fit to view'}).click();
    await soon(async () =>
      assert.match((await card('old_report').getAttribute('aria-label')) ?? '', /deleted/),
    );
    await soon(async () => assert.equal(await card('fraud_alerts').count(), 0));
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({state: 'detached'});
    await world.picture('lineage');
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('the lineage of an earlier time is drawn, and the present one is a button away', async () => {
    const {page} = world;
    const then = Date.now();
    const rename = (name: string) =>
      ask(`${world.server.url}/api/atlas/v2/entity`, {
        body: {
          entity: {
            typeName: 'hive_table',
            attributes: {qualifiedName: 'customer_value@lineage', name},
          },
        },
      });
    assert.equal((await rename('value_renamed')).status, 200);
    await open('customers', `&asOf=${then}`);
    await card('customer_value').waitFor();
    const label = async () => (await card('customer_value').getAttribute('aria-label')) ?? '';
    await soon(async () => assert.match(await label(), /^customer_value /));
    assert.equal(await page.getByRole('button', {name: 'Add lineage'}).count(), 0);
    await world.picture('lineage-as-of');
    await page.getByRole('button', {name: /^As of .*: back to now$/}).click();
    await soon(async () => assert.match(await label(), /^value_renamed /));
    assert.doesNotMatch(page.url(), /asOf/);

    await open('customers', '&asOf=1000');
    await page.getByText('The asset did not exist at that time.').waitFor();
    await page.getByRole('button', {name: 'Show the current lineage'}).click();
    await card('customers').waitFor();
    assert.ok(world.problems.splice(0).every(one => /404/.test(one)));
    assert.equal((await rename('customer_value')).status, 200);
  });

  test('the table says the same as the picture, with hops as the depth and the impact count them', async () => {
    await open('customers', '&view=table');
    await soon(async () =>
      assert.deepEqual(await listed(), [
        '1 hop upstream clean_customers',
        '1 hop upstream raw_customers',
        'Root customers',
        '1 hop downstream customer_value',
        '1 hop downstream join_value',
        '1 hop downstream monthly_report',
        '1 hop downstream report',
        '2 hops downstream old_report DELETED',
        '2 hops downstream report_before DELETED',
      ]),
    );
    await world.picture('lineage-table');
    await world.checkAccess();
    await world.page.getByRole('textbox', {name: 'Find in this lineage'}).fill('no such thing');
    await world.page.getByRole('heading', {name: 'No matching entities'}).waitFor();
    await world.picture('lineage-table-empty');
    await world.checkAccess();
    await world.page.getByRole('button', {name: 'Clear search'}).click();
    await soon(async () => assert.equal((await listed()).length, 9));
  });

  test('processes and deleted ones are hidden on demand, which the link says, and the way back brings them back', async () => {
    const {page} = world;
    await show('Processes between data sets', false);
    await show('Deleted entities', false);
    const without = [
      '1 hop upstream raw_customers',
      'Root customers',
      '1 hop downstream customer_value',
      '1 hop downstream monthly_report',
    ];
    await soon(async () => assert.deepEqual(await listed(), without));
    await soon(() => assert.match(page.url(), /hide=processes,deleted/));
    await page.reload();
    await soon(async () => assert.deepEqual(await listed(), without));
    await page.goBack();
    await page.goBack();
    await page.getByRole('row', {name: /^2 hops downstream report_before/}).waitFor();
  });

  test('one direction, and no deeper than asked', async () => {
    const {page} = world;
    await page.getByRole('combobox', {name: 'Direction'}).selectOption('Upstream');
    await page.waitForURL(/direction=INPUT/);
    await drawn(page);
    await soon(async () =>
      assert.deepEqual(await listed(), [
        '1 hop upstream clean_customers',
        '1 hop upstream raw_customers',
        'Root customers',
      ]),
    );
    await open('raw_customers', '&view=table&direction=OUTPUT&depth=1');
    await soon(async () =>
      assert.deepEqual(await listed(), [
        'Root raw_customers',
        '1 hop downstream clean_customers',
        '1 hop downstream customers',
      ]),
    );
    await page.getByRole('combobox', {name: 'Depth'}).selectOption('All hops');
    await page.waitForURL(/depth=0/);
    await page.getByRole('row', {name: /hops? downstream monthly_report/}).waitFor();
  });

  test('at the end of the depth a node tells that there is more, and loads it', async () => {
    const {page} = world;
    await open('raw_customers', '&depth=1');
    await page.getByRole('button', {name: '2 more downstream of customers', exact: true}).click();
    await card('join_value').waitFor();
    await soon(() =>
      assert.match(page.url(), new RegExp(`more=${guidOf('customers')}\\.out\\.\\d+`)),
    );
    await page.reload();
    await card('join_value').waitFor();
    await page.goBack();
    await card('join_value').waitFor({state: 'detached'});
  });

  test('a hub is stacked: opened, searched and filtered inside, drawn one by one or as many as somebody asks', async () => {
    const {page} = world;
    await open('hub', '&hide=processes');
    const stack = (count: number) =>
      page.getByRole('button', {name: `${count} more tables Search and filter, downstream of hub`});
    await stack(50).click();
    const inside = page.getByRole('complementary', {name: '50 more downstream of hub'});
    await inside.getByText('60 data sets', {exact: true}).waitFor();
    await world.picture('lineage-stack');
    await world.checkAccess();
    await inside.getByRole('textbox', {name: 'Find in this stack'}).fill('mart_59');
    await inside.getByText('1 of 60 data sets').waitFor();
    await inside.getByRole('button', {name: 'Draw mart_59'}).click();
    await stack(49).waitFor();
    await page.getByText('Table', {exact: true}).click();
    await page.getByRole('row', {name: /mart_59/}).waitFor();
    await page.getByText('Graph', {exact: true}).click();
    const rest = page.getByRole('complementary', {name: '49 more downstream of hub'});
    await rest.getByRole('textbox', {name: 'Find in this stack'}).fill('');
    await rest.getByText('60 data sets', {exact: true}).waitFor();
    await rest.getByRole('checkbox', {name: 'etl'}).check();
    await page.waitForURL(/facets=owner:etl/);
    await rest.getByText('60 data sets', {exact: true}).waitFor();
    await rest.getByRole('textbox', {name: 'Find in this stack'}).fill('mart_59');
    await rest.getByRole('button', {name: 'Go to mart_59'}).click();
    await until(`document.activeElement.dataset.card === '${guidOf('mart_59')}'`);
    await rest.getByRole('button', {name: 'Draw 20 more'}).click();
    await soon(() => assert.match(page.url(), new RegExp(`more=.*${guidOf('hub')}\\.out\\.30`)));
    await open('hub', `&hide=processes&more=${guidOf('hub')}.out.70`);
    await page.getByRole('group', {name: 'Lineage of hub: 61 entities'}).first().waitFor();
    await soon(async () =>
      assert.equal(await page.getByRole('button', {name: /more tables/}).count(), 0),
    );
    await page.getByText('Table', {exact: true}).click();
    await soon(async () => assert.equal((await listed()).length, 61));
    await world.picture('lineage-hub');
  });

  test('at first sight no text is smaller than 11 pixels and no card lies beneath the border, in windows of any width', async () => {
    const {page} = world;
    for (const viewport of [{width: 1440, height: 900}, desktop, phone]) {
      await page.setViewportSize(viewport);
      for (const name of ['customers', 'hub', 'middle']) {
        await open(name);
        await card(name).waitFor();
        // The picture is fitted into its place when it is drawn.
        await soon(async () => {
          const smallest = await page.evaluate(`(() => {
            const stage = document.querySelector('.react-flow');
            const zoom = new DOMMatrix(getComputedStyle(stage.querySelector('.react-flow__viewport')).transform).a;
            const texts = [...stage.querySelectorAll('[data-kind] *')].filter(one => one.childElementCount === 0 && one.textContent.trim() !== '');
            return Math.min(...texts.map(one => parseFloat(getComputedStyle(one).fontSize) * zoom));
          })()`);
          assert.ok(Number(smallest) >= 11, `${name} at ${viewport.width}: ${String(smallest)} px`);
          const cut = await page.evaluate(`(() => {
            const stage = document.querySelector('.react-flow').getBoundingClientRect();
            const {left, right, top, bottom} = document.querySelector('[data-card="${guidOf(name)}"]').getBoundingClientRect();
            return left < stage.left || right > stage.right || top < stage.top || bottom > stage.bottom;
          })()`);
          assert.equal(cut, false, `${name} at ${viewport.width} is not whole`);
        });
        await world.picture(`lineage-first-${name}-${viewport.width}`);
      }
    }
    await page.setViewportSize(desktop);
  });

  test('a chosen node lights its ways and tells what it is; its inputs can be put away', async () => {
    const {page} = world;
    await open('customer_value');
    await page.getByRole('button', {name: 'Fit to view'}).click();
    await card('customers').click();
    await details().getByText('customers@lineage').waitFor();
    await details().getByRole('link', {name: 'PII'}).waitFor();
    await soon(() => assert.match(page.url(), new RegExp(`node=${guidOf('customers')}`)));
    await soon(async () => assert.ok((await page.locator('path[data-state=lit]').count()) > 0));
    await soon(async () => assert.ok((await page.locator('path[data-state=dim]').count()) > 0));
    await world.picture('lineage-details');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Fit to view'}).click();
    await card('raw_customers').waitFor();
    await card('customers').focus();
    await details().getByRole('button', {name: 'Collapse'}).first().click();
    await card('raw_customers').waitFor({state: 'detached'});
    await details().getByRole('button', {name: 'Show them again'}).click();
    await card('raw_customers').waitFor();
    await details().getByRole('button', {name: 'Close details'}).click();
    await details().waitFor({state: 'detached'});
  });

  test('nobody asked what else an input feeds until somebody does', async () => {
    const {page} = world;
    await open('orders', `&node=${guidOf('raw_orders')}`);
    await details().getByRole('button', {name: 'Load more'}).click();
    await card('detect_fraud').waitFor();
    await details().getByRole('button', {name: 'Load more'}).waitFor({state: 'detached'});
    await page.getByRole('link', {name: 'Use as root'}).click();
    await page.waitForURL(new RegExp(`detailPage/${guidOf('raw_orders')}`));
    await card('raw_orders').waitFor();
    await soon(async () =>
      assert.match((await card('raw_orders').getAttribute('aria-label')) ?? '', /the root/),
    );
  });

  test('one path alone', async () => {
    const {page} = world;
    await open('monthly_report', `&view=table&node=${guidOf('raw_orders')}`);
    await details().getByRole('button', {name: 'Only this path'}).click();
    await page.waitForURL(/path=/);
    await soon(async () =>
      assert.deepEqual(await listed(), [
        '3 hops upstream clean_orders',
        '3 hops upstream raw_orders',
        '2 hops upstream join_value',
        '2 hops upstream orders',
        '1 hop upstream customer_value',
        '1 hop upstream report',
        'Root monthly_report',
      ]),
    );
    await page.getByRole('button', {name: 'Clear path filter'}).click();
    await page.getByRole('row', {name: /upstream Name raw_customers/}).waitFor();
  });

  test('columns: all of a table, and the way of one from its table in both directions', async () => {
    const {page} = world;
    await open('customers', '&level=columns');
    const rows = (table: string) =>
      page.getByRole('list', {name: `Columns of ${table}`}).getByRole('button');
    await rows('raw_customers').first().waitFor();
    await soon(async () =>
      assert.deepEqual(await rows('raw_customers').allInnerTexts(), ['country', 'email', 'id']),
    );
    await soon(async () =>
      assert.deepEqual(await rows('customer_value').allInnerTexts(), ['customer_id', 'email']),
    );
    await world.picture('lineage-columns');
    await world.checkAccess();
    await rows('customers').filter({hasText: 'email'}).click();
    await page.waitForURL(/column=/);
    await rows('raw_customers').filter({hasText: 'country'}).waitFor({state: 'detached'});
    await soon(async () =>
      assert.deepEqual(await rows('raw_customers').allInnerTexts(), ['email']),
    );
    await soon(async () =>
      assert.deepEqual(await rows('customer_value').allInnerTexts(), ['email']),
    );
    // A column has a lineage of its own, in which each tells what it belongs to.
    await open('customers.email');
    await page.getByText('Hive column of raw_customers').waitFor();
  });

  test('finding in the graph marks what fits and leads from one to the next', async () => {
    const {page} = world;
    await open('customers');
    const search = page.getByRole('textbox', {name: 'Find in this lineage'});
    await search.fill('report');
    await page.getByText('4', {exact: true}).first().waitFor();
    await search.press('Enter');
    await page.getByText('1 of 4').waitFor();
    await page.locator('[data-hit]').first().waitFor();
    await search.press('Shift+Enter');
    await page.getByText('4 of 4').waitFor();
    await search.fill('no such thing');
    await page.getByText('No match', {exact: true}).waitFor();
  });

  test('the keyboard alone: along the data, within a step, details, more', async () => {
    const {page} = world;
    await open('customers');
    await card('customers').waitFor();
    const focused = () => page.evaluate(`document.activeElement.dataset.card ?? ''`);
    const press = async (key: string, name: string) => {
      await page.keyboard.press(key);
      await until(`document.activeElement.dataset.card === '${guidOf(name)}'`);
    };
    await card('customers').focus();
    await press('ArrowLeft', 'clean_customers');
    await press('ArrowLeft', 'raw_customers');
    await page.keyboard.press('ArrowLeft');
    await soon(async () => assert.equal(await focused(), guidOf('raw_customers')));
    await press('Home', 'customers');
    await press('ArrowRight', 'join_value');
    await press('ArrowRight', 'customer_value');
    await page.keyboard.press('Enter');
    await details().waitFor();
    await page.keyboard.press('Escape');
    await details().waitFor({state: 'detached'});
    await open('raw_customers', '&depth=1');
    await card('customers').focus();
    await page.keyboard.press('+');
    await card('join_value').waitFor();
  });

  test('saved as a drawing, a picture and a table', async () => {
    const {page} = world;
    await open('customers', '&level=columns');
    await page.getByRole('list', {name: 'Columns of raw_customers'}).waitFor();
    const save = async (item: string) => {
      await page.getByRole('button', {name: 'Save', exact: true}).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', {name: item}).click(),
      ]);
      return {name: download.suggestedFilename(), bytes: await readFile(await download.path())};
    };
    const svg = await save('Drawing (SVG)');
    assert.equal(svg.name, 'lineage of customers.svg');
    const text = svg.bytes.toString('utf8');
    assert.equal(text.match(/<title>/g)?.length, 9);
    for (const word of ['raw_customers', 'join_value', 'old_report', 'email'])
      assert.ok(text.includes(word), word);
    assert.doesNotMatch(text, /var\(|NaN|undefined|foreignObject/);
    const png = await save('Image (PNG)');
    assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    assert.ok(
      png.bytes.readUInt32BE(16) > 1000 && png.bytes.length > 10_000,
      'it is a picture of some size',
    );
    const csv = await save('Table (CSV)');
    assert.match(csv.bytes.toString('utf8'), /upstream,1,raw_customers,hive_table,active/);
    assert.deepEqual(world.problems, []);
  });

  test('the whole window, and back', async () => {
    const {page} = world;
    await open('customers');
    await page.getByRole('button', {name: 'Full screen'}).click();
    const covers = `(() => { const {width, height} = document.querySelector('section[aria-label^=Lineage]').getBoundingClientRect();
      return width === innerWidth && height === innerHeight })()`;
    await until(covers);
    await page.getByRole('button', {name: 'View options', exact: true}).click();
    await page.getByRole('checkbox', {name: 'Deleted entities'}).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', {name: 'Full screen'}).click();
    await until(`!${covers}`);
  });

  test('a thousand nodes: the start in sight, all of them on demand, found, walked, listed and saved', async () => {
    const {page} = world;
    await open('middle', '&depth=0&relations=100');
    await page.getByRole('group', {name: 'Lineage of middle: 1001 entities'}).first().waitFor();
    await card('middle').waitFor();
    await soon(async () =>
      assert.ok(
        (await page.locator('[data-card]').count()) < 100,
        'only what is in sight is drawn',
      ),
    );
    await world.picture('lineage-thousand');
    await page.getByRole('button', {name: 'Fit to view'}).click();
    await until(`document.querySelectorAll('[data-card]').length === 1001`);
    await world.picture('lineage-thousand-all');
    await page.getByRole('textbox', {name: 'Find in this lineage'}).fill('behind_6_65');
    await page.getByRole('textbox', {name: 'Find in this lineage'}).press('Enter');
    await card('behind_6_65').waitFor();
    await until(`document.querySelectorAll('[data-card]').length < 100`);
    // Chosen by one click: the key would choose it or go on in the search, by who has the focus
    // meanwhile.
    await card('behind_6_65').click();
    await details().getByRole('button', {name: 'Only this path'}).click();
    await until(`document.querySelectorAll('[data-card]').length < 60`);
    await page.getByRole('button', {name: 'Clear path filter'}).click();
    await page.getByRole('textbox', {name: 'Find in this lineage'}).fill('');
    await page.getByText('Table', {exact: true}).click();
    await soon(async () =>
      assert.equal(
        await page.getByRole('table', {name: 'Lineage'}).getAttribute('aria-rowcount'),
        '1002',
      ),
    );
    assert.deepEqual(world.problems, []);
  });

  test('without any lineage the page says what would make one', async () => {
    await open('lonely');
    await world.page.getByRole('heading', {name: 'No lineage'}).waitFor();
    await world.checkAccess();
  });

  test('what cannot be loaded can be tried again', async () => {
    const {page} = world;
    let isBroken = true;
    await page.route('**/v2/lineage/**', route => (isBroken ? route.abort() : route.continue()));
    await page.goto('about:blank');
    await page.goto(
      `${world.server.url}/n/index.html#!/detailPage/${guidOf('orders')}?tabActive=lineage`,
    );
    await page.getByRole('button', {name: 'Try again'}).waitFor();
    await world.picture('lineage-error');
    isBroken = false;
    await page.getByRole('button', {name: 'Try again'}).click();
    await card('orders').waitFor();
    await page.unroute('**/v2/lineage/**');
    world.problems.length = 0;
  });

  test('in a narrow window everything has its place', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await open('customers', `&node=${guidOf('customers')}`);
    await details().getByText('customers@lineage').waitFor();
    await world.checkWidth();
    await world.picture('lineage-narrow');
    await world.checkAccess();
    await page.setViewportSize(desktop);
    assert.deepEqual(world.problems, []);
  });
});
