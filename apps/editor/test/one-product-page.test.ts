// The two halves in a browser: from a table of the editor to its page in the catalog and back.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {admin, EditorClient} from './editor-client.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite(
  'the catalog in the editor, and the editor in the catalog',
  {skip: skipWithoutBrowser},
  () => {
    let catalog = '';
    let catalogTable = '';
    const world = usePages(async () => {
      let removed: () => Promise<void> = async () => undefined;
      const data = await temporaryFolder({after: work => void (removed = work)});
      const both = await startEditorProcess(['--http-port', '0', '--data', data]);
      catalog = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
      const client = new EditorClient(both.url);
      await client.query('duckdb', 'CREATE TABLE bookings (id INTEGER, mail VARCHAR)');
      const stop = async () => {
        await both.stop();
        await removed();
      };
      return {url: both.url, stop};
    });
    const asked = async (path: string, json: object, method = 'POST') => {
      const headers = {authorization: admin, 'content-type': 'application/json'};
      const wanted: RequestInit = {method, headers, body: JSON.stringify(json)};
      const answer = await fetch(`${catalog}/api/meta/v2/${path}`, wanted);
      assert.ok(answer.ok, await answer.text());
    };

    test('a table is added, found in the catalog, and queried from there', async () => {
      const {page} = world;
      const bookings = page.getByRole('treeitem', {name: 'bookings'}).first();
      await bookings.click();
      await page.keyboard.press('Alt+Enter');
      const facts = page.getByRole('region', {name: 'In the catalog'});
      await facts.getByRole('button', {name: 'Add to the catalog'}).click();
      const question = page.getByRole('dialog', {name: 'Add to the catalog'});
      await question.getByText('This creates 5 entities').waitFor();
      await world.picture('add-to-catalog');
      await question.getByRole('button', {name: 'Add'}).click();
      const link = facts.getByRole('link', {name: 'Open in catalog'});
      await link.waitFor();
      const address = (await link.getAttribute('href')) ?? '';
      assert.ok(address.startsWith(`${catalog}/n/index.html#!/detailPage/`), address);
      const guid = address.split('/').at(-1) ?? '';
      catalogTable = address;

      await asked('types/typedefs', {classificationDefs: [{name: 'PII'}]});
      await asked(`entity/guid/${guid}/classifications`, [{typeName: 'PII'}]);
      const trust = {
        certification: 'Deprecated',
        deprecationReason: 'Counts returns twice',
        announcement: 'Moves on Friday',
      };
      await asked(`entity/guid/${guid}/trust`, trust, 'PUT');
      await page.reload();
      await world.open();
      // The tree says so before anything of the table is opened.
      await bookings.getByText('Deprecated: Counts returns twice.').waitFor();
      await bookings.getByText('Moves on Friday').waitFor();
      await world.picture('marks-in-tree');
      await bookings.click();
      await page.keyboard.press('Alt+Enter');
      await facts.getByText('Counts returns twice').waitFor();
      await facts.getByText('Moves on Friday').waitFor();
      await facts.getByText('PII').waitFor();
      await world.picture('table-in-catalog');
      await world.checkAccess();

      await facts.getByRole('link', {name: 'Open in catalog'}).click();
      // Who is logged in here is logged in there, and gets to the part of the page that was asked
      // for.
      await page.waitForURL(address);
      const back = page.getByRole('link', {name: 'Open in editor'});
      await back.waitFor();
      await world.picture('asset-page');
      await back.click();
      await page.waitForURL(url => url.href.startsWith(world.url));
      await soon(async () => {
        const text = await page.locator('.cm-content').first().innerText();
        assert.match(text, /SELECT \*\s+FROM (main\.)?bookings\s+LIMIT 100;/);
      });
      assert.deepEqual(world.problems, []);
    });

    test('the page of a table reads its rows, and figures until somebody cancels', async () => {
      const {page} = world;
      await page.goto(catalogTable);
      const tab = page.getByRole('tab', {name: 'Sample'});
      await tab.click();
      await page.getByText('The table has no rows.').waitFor();
      // An engine that takes its time.
      const address = /editor\/profile/;
      await page.route(address, () => undefined);
      await page.getByRole('button', {name: 'Profile columns'}).click();
      await page.getByText('Reading the table…').waitFor();
      await page.getByRole('progressbar', {name: 'Working out figures'}).waitFor();
      await world.picture('asset-profile-running');
      await world.checkAccess();
      const left = page.waitForEvent('requestfailed', {predicate: one => address.test(one.url())});
      await page.getByRole('button', {name: 'Cancel'}).click();
      await left;
      await page.unroute(address);
      await page.getByRole('button', {name: 'Profile columns'}).click();
      const figures = page.getByRole('region', {name: 'Profile of the columns'});
      await figures.getByRole('cell', {name: 'mail'}).waitFor();
      await page.getByRole('button', {name: 'Profile again'}).waitFor();
      await world.picture('asset-profile');
      await page.setViewportSize(phone);
      await world.checkWidth();
      await world.picture('asset-profile-phone');
      await page.setViewportSize(desktop);
      assert.deepEqual(world.problems, []);
    });

    test('an engine becomes a source of the catalog, with what it would bring', async () => {
      const {page} = world;
      await world.open('/app/tables');
      const way = page.getByRole('link', {name: 'Read what this engine has'});
      await way.waitFor();
      await world.picture('tables-read-engine');
      await world.checkAccess();
      await way.click();
      const dialog = page.getByRole('dialog', {name: 'Read what DuckDB (embedded) has'});
      await dialog
        .getByText(/DuckDB \(embedded\) of the editor; databases to read: .*main/)
        .waitFor();
      assert.equal(await dialog.getByLabel('Name').inputValue(), 'duckdb');
      await world.picture('read-engine');
      await world.checkAccess();
      await dialog.getByRole('button', {name: 'Add source and preview changes'}).click();
      await page.waitForURL(/#!\/sources\/duckdb$/);
      const main = page.getByRole('main');
      await main.getByText('Preview: nothing was changed.').waitFor();
      await main
        .getByRole('status')
        .getByText(/read: \d+ new/)
        .waitFor();
      await world.picture('engine-source');
      // The next one has another name, and both are listed at their engine.
      await page.goto(`${catalog}/n/index.html#!/sources`);
      await main.getByRole('button', {name: 'Read what this engine has: DuckDB'}).click();
      await dialog.getByRole('status').waitFor();
      assert.equal(await dialog.getByLabel('Name').inputValue(), 'duckdb-2');
      await dialog.getByRole('button', {name: 'Cancel'}).click();
      await dialog.waitFor({state: 'detached'});
      const engines = main.locator('section').filter({hasText: 'Engines of the editor'});
      await engines.getByRole('link', {name: 'duckdb'}).waitFor();
      await world.picture('sources-with-engines');
      await world.checkAccess();
      await page.setViewportSize(phone);
      await world.checkWidth();
      await world.picture('sources-with-engines-phone');
      await page.setViewportSize(desktop);
      assert.deepEqual(world.problems, []);
    });

    test('each menu has pages of the other half, and a chosen theme holds in both', async () => {
      const {page} = world;
      await world.open();
      const pages = page.getByRole('navigation', {name: 'Pages'});
      await pages.getByRole('list', {name: 'Catalog'}).waitFor();
      await world.picture('menu-of-editor');
      await world.checkAccess();
      // The check leaves the other colours.
      await page.emulateMedia({colorScheme: 'light'});
      const scheme = async () =>
        await page.evaluate('document.documentElement.dataset.mantineColorScheme');
      await page.getByRole('button', {name: 'Theme'}).click();
      await page.getByRole('menuitem', {name: 'Dark'}).click();
      await soon(async () => assert.equal(await scheme(), 'dark'));
      await pages.getByRole('link', {name: 'Glossary'}).click();
      await page.waitForURL(`${catalog}/n/index.html#!/glossary`);
      await pages.getByRole('list', {name: 'Editor'}).waitFor();
      assert.equal(await scheme(), 'dark');
      await world.picture('menu-of-catalog');
      await page.getByRole('button', {name: 'Theme'}).click();
      await page.getByRole('menuitem', {name: 'System'}).click();
      await soon(async () => assert.equal(await scheme(), 'light'));
      await pages.getByRole('link', {name: 'Saved queries'}).click();
      await page.waitForURL(`${world.url}/app/documents`);
      await pages.getByRole('list', {name: 'Catalog'}).waitFor();
      assert.equal(await scheme(), 'light');
      assert.deepEqual(world.problems, []);
    });

    test('the search of the catalog finds a saved query, and opens it in the editor', async () => {
      const {page} = world;
      const saved = await fetch(`${world.url}/api/v1/documents`, {
        method: 'POST',
        headers: {authorization: admin, 'content-type': 'application/json'},
        body: JSON.stringify({
          name: 'Bookings by mail',
          content: {engine: 'duckdb', text: 'SELECT mail, count(*) FROM bookings GROUP BY mail'},
        }),
      });
      assert.equal(saved.status, 201, await saved.text());
      await page.goto(`${catalog}/n/index.html#!/glossary`);
      await page.getByRole('list', {name: 'Editor'}).waitFor();
      await page.getByLabel('Search the catalog').first().fill('bookings by');
      const option = page.getByRole('option', {name: /Bookings by mail/});
      await option.waitFor();
      await world.picture('search-in-editor');
      await world.checkAccess();
      await option.click();
      await page.waitForURL(url => url.href.startsWith(`${world.url}/app/editor/`));
      await soon(async () => {
        const text = await page.locator('.cm-content').first().innerText();
        assert.match(text, /SELECT mail, count/);
      });
      assert.deepEqual(world.problems, []);
    });

    test('the search of the editor finds assets and saved queries, and opens them', async () => {
      const {page} = world;
      await world.open();
      await page.getByRole('button', {name: 'Search assets, queries, history'}).waitFor();
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', {name: 'Search everything'});
      await world.picture('search-everything-empty');
      await dialog.getByRole('combobox').fill('bookings');
      const options = dialog.getByRole('option');
      await options.filter({hasText: 'Bookings by mail'}).waitFor();
      await options.filter({hasText: 'History'}).first().waitFor();
      await world.picture('search-everything');
      await world.checkAccess();
      await page.setViewportSize(phone);
      await world.checkWidth();
      await world.picture('search-everything-phone');
      await page.setViewportSize(desktop);
      await options.filter({hasText: 'Bookings by mail'}).click();
      await page.waitForURL(/\/app\/editor\/\?document=/);
      await page.keyboard.press('Control+k');
      await dialog.getByRole('combobox').fill('tables tagged PII');
      await options.filter({hasText: 'Assets with the classification'}).waitFor();
      await dialog.getByRole('combobox').fill('bookings');
      const asset = options.filter({hasText: 'Asset'}).first();
      await asset.getByText('warehouse.main.bookings').waitFor();
      await asset.click();
      await page.waitForURL(catalogTable);
      assert.deepEqual(world.problems, []);
    });

    test('the menu of the user has the same items in both halves', async () => {
      const {page} = world;
      const items = ['Storage', 'Configuration', 'Access tokens', 'Sessions', 'Log out'];
      for (const address of [`${world.url}/app/editor/`, `${catalog}/n/index.html#!/glossary`]) {
        await page.goto(address);
        await page.getByRole('button', {name: 'User admin'}).click();
        await soon(async () =>
          assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), items),
        );
        await page.getByText('Logged in as admin').waitFor();
        await world.picture(`user-menu-${address.includes('glossary') ? 'catalog' : 'editor'}`);
      }
      await page.getByRole('menuitem', {name: 'Storage'}).click();
      await page.waitForURL(`${world.url}/app/storage`);
      assert.deepEqual(world.problems, []);
    });

    test('the card of a name says what the catalog knows of it', async () => {
      const {page} = world;
      await world.open();
      await world.type('SELECT mail FROM bookings');
      const line = page.locator('.cm-line').first();
      await page.locator('.cm-card').waitFor({state: 'detached'});
      await line.hover({position: placeOf(20)});
      await page.locator('.cm-card').getByText('Deprecated: Counts returns twice.').waitFor();
      await page.locator('.cm-card').getByText('PII').waitFor();
      await page.locator('.cm-card').getByText('Moves on Friday').waitFor();
      await world.picture('card-of-catalog');
    });

    test('a proposed table is told to be deprecated', async () => {
      const {page} = world;
      await world.open();
      await world.type('SELECT * FROM bookin');
      const info = page.locator('.cm-completionInfo');
      await info.getByText('Deprecated: Counts returns twice.').waitFor();
      await info.getByText('Moves on Friday').waitFor();
      await world.picture('proposal-of-catalog');
    });
  },
);

/** In a line of the sheet: characters there are all as wide. */
const placeOf = (character: number) => ({x: 6 + (character + 0.5) * 8.4, y: 10});
