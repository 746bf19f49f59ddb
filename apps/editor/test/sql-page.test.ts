// What the text editor knows of SQL, in a real browser: proposals, marks, and errors at their
// place.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {EditorClient} from './editor-client.ts';
import {editorForTests} from './editor-fixture.ts';
import {startEditorProcess} from './editor-process.ts';
import {MemoryEngine} from './memory-engine.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

/** The place of a column in a line of the text editor, whose letters are all as wide. */
const placeOf = (column: number) => ({x: 6 + column * 8.43, y: 10});

suite('SQL on the embedded engine', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const data = await mkdtemp(join(tmpdir(), 'gazetteer-page-'));
    const editor = await startEditorProcess(['editor', '--data', data]);
    const stop = async () => {
      await editor.stop();
      await rm(data, {recursive: true, force: true});
    };
    return {url: editor.url, stop};
  });
  const option = (name: RegExp) => world.page.getByRole('option', {name});
  const text = async () => await world.page.locator('.cm-content').innerText();

  test('proposals open by themselves, with tables of all databases', async () => {
    const {page} = world;
    await page.getByRole('treeitem', {name: 'customers'}).waitFor();
    await world.type('');
    await page.keyboard.type('SELECT * FROM ');
    await option(/^customers/).waitFor();
    await world.picture('sql-tables');
    await page.keyboard.insertText('daily');
    await soon(async () => assert.equal(await option(/^main/).count(), 0));
    await world.checkAccess();
    await option(/^daily_sales/).click();
    await soon(async () => assert.match(await text(), /FROM sample\.daily_sales$/));
    await page.keyboard.type(' WHERE ');
    await option(/^amount/).waitFor();
    await page.keyboard.press('Escape');
  });

  test('what was queried often is proposed first', async () => {
    const {page} = world;
    const client = new EditorClient(world.url);
    for (let n = 0; n < 6; n++)
      await client.query('duckdb', `SELECT p.price FROM sample.products p LIMIT ${n}`);
    const used = page.waitForResponse(one => one.url().includes('/catalog/queried'));
    await world.open();
    await used;
    await world.type('SELECT * FROM ');
    const first = page.locator('.cm-tooltip-autocomplete').getByRole('option').first();
    await soon(async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Space');
      assert.match(await first.innerText(), /^products/);
    });
    await world.picture('sql-by-use');
    await page.keyboard.press('Escape');
    assert.deepEqual(world.problems, []);
  });

  test('values of a column with few are proposed for conditions, and stand on its card', async () => {
    const {page} = world;
    await world.type('');
    await page.keyboard.type('SELECT order_id FROM sample.orders WHERE status = ');
    // On a busy machine the list may have opened before the engine has told the values.
    await soon(async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Space');
      await option(/^channel/).waitFor();
      assert.equal(await option(/^returned/).count(), 1);
    });
    await world.picture('sql-values');
    await page.keyboard.type("'sen");
    await option(/^delivered/).waitFor({state: 'detached'});
    await option(/^sent/).waitFor();
    await world.checkAccess();
    await page.keyboard.press('Enter');
    await soon(async () => assert.match(await text(), /status = 'sent'/));
    await page
      .locator('.cm-line')
      .first()
      .hover({position: placeOf(43)});
    await page
      .locator('.cm-card')
      .getByText(/^(?:\d+ values|Values): .*sent/)
      .waitFor();
    await world.picture('sql-column-card');
    await world.checkAccess();
    // The card may lie over the middle of the text, where the next click goes.
    await page.mouse.move(0, 0);
    await page.locator('.cm-card').waitFor({state: 'detached'});
  });

  test('Enter makes a new line where nothing was typed, and takes what was', async () => {
    const {page} = world;
    await world.type('');
    await page.keyboard.insertText('SELECT  FROM sample.customers');
    for (let n = 0; n < 22; n++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('country,');
    await option(/^customer_id/).waitFor();
    await page.keyboard.press('Enter');
    await soon(async () => assert.match(await text(), /^SELECT country,\s*\n\s*FROM/));
  });

  test('tells what a function takes while its parenthesis is open', async () => {
    const {page} = world;
    const hint = page.getByRole('status').filter({hasText: 'date_trunc'});
    const current = hint.locator('strong').first();
    await world.type('');
    await page.keyboard.insertText('SELECT date_trunc(');
    await soon(async () => assert.equal(await current.innerText(), 'part VARCHAR'));
    await page.keyboard.insertText("'month, (', upper(");
    await page.getByRole('status').filter({hasText: 'upper(string'}).waitFor();
    await page.keyboard.insertText('a');
    await page.keyboard.insertText(') + ');
    await soon(async () => assert.match(await current.innerText(), /^timestamp /));
    await world.picture('sql-signature');
    await world.checkAccess();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await soon(async () => assert.equal(await hint.count(), 0));
    await page.keyboard.insertText('1)');
    await page.keyboard.insertText(', lower(');
    await page.getByRole('status').filter({hasText: 'lower('}).waitFor();
    await page.keyboard.insertText("'A')");
    await soon(async () => assert.equal(await page.locator('.cm-signature').count(), 0));
  });

  test('tells what a name is under the mouse, goes to it and renames it', async () => {
    const {page} = world;
    const card = page.locator('.cm-card');
    const line = page.locator('.cm-line').first();
    await world.type(
      'WITH w AS (SELECT c.country FROM sample.customers c) SELECT w.country FROM w',
    );
    await line.hover({position: placeOf(44)});
    await card.getByText('customer_id').waitFor();
    await world.picture('sql-card');
    await world.checkAccess();
    await page.keyboard.press('Home');
    for (let n = 0; n < 20; n++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+b');
    await page.getByRole('dialog', {name: 'sample.customers'}).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+b');
    await soon(async () => assert.equal(await page.evaluate('getSelection().toString()'), 'w'));
    await page.keyboard.press('F2');
    await soon(async () => assert.equal(await page.locator('.cm-selectionBackground').count(), 3));
    await page.keyboard.insertText('seen');
    await soon(async () =>
      assert.equal(
        await line.innerText(),
        'WITH seen AS (SELECT c.country FROM sample.customers c) SELECT seen.country FROM seen',
      ),
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const made = 'AS SELECT * FROM sample.orders; SELECT * FROM recent';
    await world.type(`CREATE VIEW recent ${made}`);
    await line.hover({position: placeOf(67)});
    await card.getByText('Created by this text').waitFor();
    await card.getByText('customer_id').waitFor();
    await world.picture('sql-card-made');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+b');
    await soon(async () =>
      assert.equal(await page.evaluate('getSelection().toString()'), 'recent'),
    );
    await page.keyboard.insertText('late');
    await soon(async () => assert.equal(await line.innerText(), `CREATE VIEW late ${made}`));
    await page.keyboard.press('Escape');
    await world.type('SELECT ${country=DE} FROM sample.orders');
    await page.getByLabel('country', {exact: true}).waitFor();
    await line.click({modifiers: ['Control'], position: placeOf(10)});
    await page.getByLabel('country', {exact: true}).and(page.locator(':focus')).waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('a right click offers what can be done with text and tree', async () => {
    const {page} = world;
    await world.type('SELECT w FROM sample.orders w');
    await page.getByLabel('country', {exact: true}).waitFor({state: 'detached'});
    await page
      .locator('.cm-line')
      .first()
      .click({button: 'right', position: placeOf(24)});
    await page.getByRole('menuitem', {name: /^Go to definition/}).waitFor();
    await soon(async () => {
      const [menu, name] = await Promise.all([
        page.getByRole('menu').boundingBox(),
        page.locator('.cm-line').first().boundingBox(),
      ]);
      const distance = (menu?.y ?? 0) - (name?.y ?? 0) - 10;
      assert.ok(Math.abs(distance) < 10, `${distance} px below the name`);
    });
    await world.picture('sql-menu');
    await world.checkAccess();
    await page.getByRole('menuitem', {name: /^Go to definition/}).click();
    await page.getByRole('dialog', {name: 'sample.orders'}).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await page.getByRole('treeitem', {name: /^products/}).click({button: 'right'});
    await page.getByRole('menuitem', {name: 'Query table'}).click();
    await page.getByText('100 rows', {exact: true}).waitFor();
    await soon(async () =>
      assert.match(await text(), /^SELECT \*\nFROM sample\.products\nLIMIT 100;/),
    );
    assert.deepEqual(world.problems, []);
  });

  test('a right click in a result filters, sorts, hides columns; what is selected is added up', async () => {
    const {page} = world;
    const grid = page.getByRole('grid', {name: 'Rows of the result'});
    const head = (name: string) => grid.getByRole('columnheader', {name: new RegExp(`^${name} `)});
    const choose = async (name: string) =>
      await page.getByRole('menuitem', {name, exact: true}).click();
    await world.type("SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y' UNION ALL SELECT 3, 'x'");
    await page.keyboard.press('Control+Enter');
    await page.getByText('3 rows', {exact: true}).waitFor();
    await grid.getByRole('gridcell', {name: 'x'}).first().click({button: 'right'});
    await choose('Without this value');
    await page.getByText('1 row', {exact: true}).waitFor();
    await page.getByRole('button', {name: /^b is not x/}).click();
    await page.getByText('3 rows', {exact: true}).waitFor();
    await head('a').click({button: 'right'});
    await choose('Filter a');
    await page.getByLabel('Rows where it').selectOption('is at least');
    await page.getByLabel('Value', {exact: true}).fill('2');
    await page.getByRole('button', {name: 'Filter', exact: true}).click();
    await page.getByText('2 rows', {exact: true}).waitFor();
    await grid.press('Control+a');
    await page.getByText('4 cells · sum 5 · average 2.5 · from 2 to 3').waitFor();
    await head('a').click({button: 'right'});
    await choose('Sort descending');
    await grid.locator('[aria-sort=descending]').waitFor();
    await head('a').click({button: 'right'});
    await choose('Hide column');
    await soon(async () => assert.equal(await head('a').count(), 0));
    await head('b').click({button: 'right'});
    await choose('Columns');
    await page.getByRole('checkbox', {name: 'Show a'}).waitFor();
    await world.picture('sql-columns');
    await world.checkAccess();
    await page.getByRole('checkbox', {name: 'Show a'}).check();
    await page.getByRole('button', {name: 'a', exact: true}).click();
    await head('a').waitFor();
    await page.getByRole('dialog').waitFor({state: 'detached'});
    assert.deepEqual(world.problems, []);
  });

  test('the key for menus opens them in text, tree and results, at what has the focus', async () => {
    const {page} = world;
    const entry = (name: string | RegExp) => page.getByRole('menuitem', {name});
    const closed = async () => await page.getByRole('menu').waitFor({state: 'detached'});
    await world.type('SELECT w.country FROM sample.customers w');
    for (const key of ['ContextMenu', 'Shift+F10']) {
      await page.keyboard.press(key);
      await entry(/^Go to definition/).waitFor();
      await soon(async () => {
        const [menu, line] = await Promise.all([
          page.getByRole('menu').boundingBox(),
          page.locator('.cm-line').first().boundingBox(),
        ]);
        const distance = (menu?.x ?? 0) - (line?.x ?? 0) - placeOf(40).x;
        assert.ok(Math.abs(distance) < 20, `${distance} px beside the cursor`);
      });
      await page.keyboard.press('Escape');
      await closed();
    }
    await page.keyboard.press('ContextMenu');
    await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', {name: 'sample.customers'}).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});

    await page.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+F10');
    await entry('Copy name').waitFor();
    assert.equal(await entry('Query table').count(), 0);
    await page.keyboard.press('Escape');
    await closed();
    await page.getByRole('tree').and(page.locator(':focus')).waitFor();
    await page.getByRole('treeitem', {name: /^products/}).click();
    await page.keyboard.press('ContextMenu');
    await entry('Details').waitFor();
    await page.keyboard.press('Escape');
    await closed();

    await world.type("SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, 'y' ORDER BY 1");
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 rows', {exact: true}).waitFor();
    const grid = page.getByRole('grid', {name: 'Rows of the result'});
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+F10');
    for (const name of ['Show value', 'Only rows with this value', 'Filter a', 'Hide column'])
      await entry(name).waitFor();
    await world.picture('sql-key-menu');
    await world.checkAccess();
    await entry('Sort descending').press('Enter');
    await grid.locator('[aria-sort=descending]').waitFor();
    await grid.and(page.locator(':focus')).waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('marks names that there are not, and puts them right', async () => {
    const {page} = world;
    await world.type('SELECT c.contry FROM sample.customers c');
    const mark = page.locator('.cm-lintRange-warning', {hasText: 'contry'});
    await mark.waitFor();
    await mark.hover();
    await page.getByText('Unknown column contry of c. Did you mean country?').waitFor();
    await world.picture('sql-mark');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Change to country'}).click();
    await soon(async () => assert.equal(await text(), 'SELECT c.country FROM sample.customers c'));
    await soon(async () => assert.equal(await page.locator('.cm-lintRange').count(), 0));
  });

  test('draws the plan of a statement beside its text', async () => {
    const {page} = world;
    await world.type(
      'SELECT c.country, count(*) FROM sample.orders o JOIN sample.customers c USING (customer_id) GROUP BY 1',
    );
    await page.keyboard.press('Control+Shift+X');
    const steps = page.getByRole('list', {name: 'Steps of the plan'});
    await steps.getByText('hash join').waitFor();
    await steps.locator('[data-heavy]').first().waitFor();
    await page.getByRole('region', {name: 'Plan', exact: true}).waitFor();
    await world.picture('sql-plan');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Run and measure'}).click();
    await page.getByText('Marked: the steps that took longest.').waitFor();
    await steps
      .getByText(/\d rows · ≈ .* · [\d.,]+ ms/)
      .first()
      .waitFor();
    assert.equal(await page.getByRole('button', {name: 'Run and measure'}).count(), 0);
    await world.picture('sql-plan-measured');
    await world.checkAccess();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
    assert.deepEqual(world.problems, []);
  });

  test('marks an error of the engine at its place, also when a part was run', async () => {
    const {page} = world;
    await world.type('SELECT 1;\n\nSELECT nothing_known(1) AS x;\nSELECT 3;');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Query failed').waitFor();
    await page.locator('.cm-lintRange-error', {hasText: 'nothing_known'}).waitFor();
    await world.picture('sql-error');
    await world.checkAccess();
    await world.type('SELECT 2');
    await soon(async () => assert.equal(await page.locator('.cm-lintRange-error').count(), 0));
    assert.deepEqual(world.problems, []);
  });
});

suite('SQL with a grammar', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const clean: (() => Promise<void>)[] = [];
    const editor = await editorForTests({after: work => void clean.push(work)});
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    return {url, stop: async () => await Promise.all(clean.map(work => work()))};
  });

  test('marks a word that the dialect does not allow', async () => {
    const {page} = world;
    await world.type('SELECT a FROM t GROUP a');
    await page.locator('.cm-lintRange-warning', {hasText: /^a$/}).hover();
    await page.getByText('a is not expected here.').waitFor();
    await world.picture('sql-grammar');
    assert.deepEqual(world.problems, []);
  });
});

suite('SQL of PostgreSQL', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const clean: (() => Promise<void>)[] = [];
    const editor = await editorForTests(
      {after: work => void clean.push(work)},
      () => new Map([['postgresql', new MemoryEngine('postgresql')]]),
    );
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    return {url, stop: async () => await Promise.all(clean.map(work => work()))};
  });

  test('functions are proposed, counted and shown, though the server tells nothing of them', async () => {
    const {page} = world;
    await page.getByLabel('Engine').selectOption('postgresql');
    await world.type('');
    await page.keyboard.type('SELECT date_tr');
    const proposal = page.getByRole('option', {name: /^date_trunc/});
    await proposal.waitFor();
    const list = page.locator('.cm-tooltip-autocomplete');
    await soon(async () => assert.match(await list.innerText(), /field, source/));
    await proposal.click();
    const hint = page.locator('.cm-signature');
    await soon(async () => assert.equal(await hint.locator('strong').innerText(), 'field'));
    await page.keyboard.type("'day', now(), 'UTC', 4");
    await soon(async () => assert.match(await hint.innerText(), /^date_trunc\(field, source/));
    await world.picture('sql-postgresql-signature');
    // With the parenthesis closed the number of arguments is known.
    await page.keyboard.type(')');
    await page.locator('.cm-lintRange-warning', {hasText: /^date_trunc$/}).hover();
    await page.getByText('date_trunc takes 2 to 3 arguments, not 4.').waitFor();
    await page.getByText('date_trunc(field, source[, time_zone]) → timestamp').waitFor();
    await world.picture('sql-postgresql-card');
    await page.keyboard.press('Control+Home');
    for (let n = 0; n < 9; n++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+b');
    const dialog = page.getByRole('dialog', {name: 'date_trunc'});
    await dialog.getByText('date_trunc(field, source[, time_zone]) → timestamp').waitFor();
    await world.checkAccess();
    await page.keyboard.press('Escape');
    await dialog.waitFor({state: 'detached'});
    assert.deepEqual(world.problems, []);
  });
});
