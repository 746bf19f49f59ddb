// The two halves in a browser: from a table of the editor to its page in the catalog and back.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {admin, EditorClient} from './editor-client.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

suite(
  'the catalog in the editor, and the editor in the catalog',
  {skip: skipWithoutBrowser},
  () => {
    let catalog = '';
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
      // Who is logged in here is logged in there, and gets to the part of the page that was asked for.
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
