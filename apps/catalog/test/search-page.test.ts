// The search page in a real browser, against a real server: what somebody sees and does with mouse and keyboard.
import assert from 'node:assert/strict';
import {access, mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {chromium, type Browser, type Page} from 'playwright-core';
import {ask, tableWithColumns} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const skip = await access(executablePath).then(
  () => false as const,
  () => 'needs Chromium (apt-get install chromium, or CHROMIUM=<its path>)',
);
/** A folder for pictures of every view, for people who look at them. */
const pictures = process.env['PICTURES'];

const evil = '<img src=x onerror="document.title=1">';

suite('the search page', {skip}, () => {
  let server: RunningCatalog;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  before(async () => {
    server = await startFreshCatalog();
    browser = await chromium.launch({executablePath, args: ['--no-sandbox']});
    page = await (await browser.newContext({viewport: {width: 1280, height: 800}})).newPage();
    page.on('pageerror', error => problems.push(error.message));
    page.on('console', message => {
      if (message.type() === 'error') problems.push(message.text());
    });
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function picture(name: string): Promise<void> {
    if (pictures === undefined) return;
    await mkdir(pictures, {recursive: true});
    await page.screenshot({path: join(pictures, `${name}.png`)});
  }

  const heading = () => page.locator('main h1').innerText();
  const open = async (hash: string) => {
    await page.goto(`${server.url}/n/index.html${hash}`);
    await page.locator('main[aria-busy=false] h1').waitFor();
  };

  test('a link leads through the login to where it points', async () => {
    await page.goto(`${server.url}/n/index.html#!/search/searchResult?searchType=basic&type=_ALL_ENTITY_TYPES`);
    await page.fill('#user', 'admin');
    await page.fill('#password', 'admin');
    await picture('login');
    await page.press('#password', 'Enter');
    await page.locator('main[aria-busy=false] h1').waitFor();
    assert.match(page.url(), /type=_ALL_ENTITY_TYPES/);
    assert.equal(await page.locator('#user').innerText(), 'admin');
  });

  test('an empty catalog says what to do', async () => {
    assert.equal(await heading(), 'The catalog is empty');
    assert.match(await page.locator('.command').first().innerText(), /curl -u admin .*\/api\/meta\/v2\/entity/s);
    await picture('empty');
  });

  test('entities are listed with what is known of them, as text', async () => {
    await fill(server);
    await open('#!/search/searchResult?searchType=basic&type=hive_table');
    assert.equal(await heading(), '1 to 25 of 31 results');
    const first = page.locator('tbody tr', {hasText: 'customer_orders'});
    assert.match(await first.innerText(), /hive_table/);
    assert.match(await first.innerText(), /finance/);
    assert.match(await first.innerText(), /PII/);
    assert.ok((await first.innerText()).includes(evil));
    assert.equal(await page.locator('main img').count(), 0);
    await picture('results');
  });

  test('pages are walked by links', async () => {
    await page.getByRole('link', {name: 'Next'}).click();
    await page.waitForURL(/pageOffset=25/);
    await page.getByText('26 to 31 of 31 results').waitFor();
    await page.goBack();
    await page.getByText('1 to 25 of 31 results').waitFor();
  });

  test('the keyboard alone searches: a key to the box, suggestions while typing, arrows and Enter', async () => {
    await page.locator('main').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('customer_o', {delay: 20});
    await page.locator('#suggestions li').first().waitFor();
    await picture('suggestions');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('#suggestions [aria-selected=true]').innerText(), 'customer_orders');
    await page.keyboard.press('Enter');
    await page.getByText('1 result', {exact: true}).waitFor();
    assert.match(page.url(), /query=customer_orders/);
  });

  test('a word that is only a beginning finds what begins so, and says it', async () => {
    await open('#!/search/searchResult?searchType=basic&type=hive_table&query=custom');
    assert.equal(await heading(), '1 result');
    assert.match(await page.locator('.note').innerText(), /begins with it: custom/);
  });

  test('a search without hits says what to try', async () => {
    await open('#!/search/searchResult?searchType=basic&type=hive_table&query=zzz');
    assert.equal(await heading(), 'Nothing found');
    await picture('nothing');
    await page.getByRole('link', {name: 'Search in all types'}).click();
    await page.waitForURL(/type=_ALL_ENTITY_TYPES/);
  });

  test('an unknown type is told in the words of the server', async () => {
    await open('#!/search/searchResult?searchType=basic&type=no_such_type');
    assert.equal(await heading(), 'That did not work');
    assert.match(await page.locator('.problem').innerText(), /no_such_type.*ATLAS-400-00-00A/s);
    await picture('error');
    problems.length = 0;
  });

  test('one entity is shown with attributes, relationships and links', async () => {
    await open('#!/search/searchResult?searchType=basic&type=hive_table&query=customer_orders');
    await page.getByRole('link', {name: 'customer_orders', exact: true}).click();
    await page.waitForURL(/detailPage/);
    await page.locator('main dl').first().waitFor();
    assert.equal(await heading(), 'customer_orders');
    assert.match(await page.locator('main').innerText(), /owner\s+finance/);
    await picture('detail');
    await page.getByRole('link', {name: 'c1', exact: true}).click();
    await page.locator('h1', {hasText: 'c1'}).waitFor();
  });

  test('a narrow and dark window holds everything without scrolling sideways', async () => {
    await page.setViewportSize({width: 390, height: 844});
    await page.emulateMedia({colorScheme: 'dark'});
    await open('#!/search/searchResult?searchType=basic&type=hive_table');
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    assert.equal(overflow, 0);
    await picture('narrow-dark');
    await page.getByRole('link', {name: 'customer_orders', exact: true}).click();
    await page.locator('main dl').first().waitFor();
    await picture('narrow-dark-detail');
  });

  test('when the session is over the page leads to the login and back', async () => {
    assert.deepEqual(problems, []);
    await page.setViewportSize({width: 1280, height: 800});
    await page.emulateMedia({colorScheme: 'light'});
    await open('#!/search/searchResult?searchType=basic&type=hive_db');
    await page.context().clearCookies();
    await page.fill('#query', 'sales');
    await page.press('#query', 'Enter');
    await page.waitForURL(/login\.jsp#.*query=sales/);
  });
});

async function fill(server: RunningCatalog): Promise<void> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await ask(`${server.url}/api/atlas/v2${path}`, {body});
    assert.ok(answer.status < 300, answer.text);
    return (answer.json as {guidAssignments?: Record<string, string>} | undefined)?.guidAssignments ?? {};
  };
  const attributes = {qualifiedName: 'sales@test', name: 'sales', clusterName: 'test', owner: 'finance'};
  const db = await post('/entity', {entity: {typeName: 'hive_db', guid: '-1', attributes}});
  for (let n = 0; n < 30; n++) await post('/entity', tableWithColumns(`events_${n}`, 1, {guid: db['-1'] ?? ''}));
  const table = tableWithColumns('customer_orders', 12, {guid: db['-1'] ?? ''}) as {
    entity: {attributes: Record<string, unknown>};
  };
  Object.assign(table.entity.attributes, {
    owner: 'finance',
    description: `Orders of all shops ${evil}`,
    createTime: 1_700_000_000_000,
  });
  const made = await post('/entity', table);
  await post('/types/typedefs', {classificationDefs: [{name: 'PII', superTypes: [], attributeDefs: []}]});
  await post(`/entity/guid/${made['-1']}/classifications`, [{typeName: 'PII'}]);
}
