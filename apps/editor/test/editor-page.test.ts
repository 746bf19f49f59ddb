// The editor's page in a real browser: what somebody sees and does, on an engine in memory.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {AppError} from '@gazetteer/model';
import {soon} from '@gazetteer/model/testing';
import {SqlError} from '../src/engine/sql-engine.ts';
import {type EditorForTests, editorForTests} from './editor-fixture.ts';
import {phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const maxFirstPageBytes = 250_000;

suite('the editor page', {skip: skipWithoutBrowser}, () => {
  let editor: EditorForTests;
  const world = usePages(async () => {
    const clean: (() => Promise<void>)[] = [];
    editor = await editorForTests({after: work => void clean.push(work)});
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    return {url, stop: async () => await Promise.all(clean.map(work => work()))};
  });
  const button = (name: string) => world.page.getByRole('button', {name, exact: true});

  test('leads through the login, back to where it was asked for', async () => {
    const {page, url} = world;
    await page.context().clearCookies();
    await page.goto(`${url}/hue/editor?type=hplsql`);
    await page.fill('#user', 'admin');
    await page.fill('#password', 'wrong');
    await page.press('#password', 'Enter');
    await page.getByText('User name or password is wrong.').waitFor();
    await page.fill('#user', 'admin');
    await page.fill('#password', 'admin');
    await world.picture('editor-login');
    await page.click('#submit');
    await page.waitForURL(`${url}/hue/editor?type=hplsql`);
    await page.locator('.cm-content').waitFor();
    await soon(async () => assert.equal(await page.title(), 'Editor · Gazetteer'));
    await button('User admin').waitFor();
    await soon(async () =>
      assert.equal(await page.getByLabel('Engine', {exact: true}).inputValue(), 'hplsql'),
    );
    await soon(async () =>
      assert.deepEqual(
        await page.getByLabel('Engine', {exact: true}).locator('option').allInnerTexts(),
        ['Memory', 'Memory'],
      ),
    );
    await page.getByLabel('Engine', {exact: true}).selectOption('hive');
    const others = world.problems.filter(text => !text.includes('401 (Unauthorized)'));
    assert.deepEqual(
      others,
      [],
      'nothing but those of the wrong password and of what was asked without a login',
    );
    world.problems.length = 0;
  });

  test('a first visit loads less than 250 kB before somebody can type', async () => {
    const {page} = world;
    await world.open('/app/editor/?again');
    await page.locator('.cm-content').waitFor();
    const files = (await page.evaluate(
      `performance.getEntriesByType('resource').filter(one => one.name.includes('/static/') &&
         one.startTime < performance.getEntriesByName('editor shown')[0].startTime).map(one => [one.name, one.encodedBodySize])`,
    )) as [string, number][];
    const bytes = files.reduce((sum, [, size]) => sum + size, 0);
    assert.ok(files.length > 3 && bytes > 50_000, 'the sizes are known');
    assert.ok(bytes < maxFirstPageBytes, `${bytes} bytes: ${JSON.stringify(files)}`);
    await world.picture('editor-empty');
    await world.checkAccess();
  });

  test('runs a statement by keyboard and shows its rows as text, with their number', async () => {
    const {page} = world;
    await world.type('ROWS 150');
    await page.keyboard.press('Control+Enter');
    await page.getByText('150 rows', {exact: true}).waitFor();
    const grid = page.getByRole('grid');
    await soon(async () => assert.equal(await grid.getAttribute('aria-rowcount'), '151'));
    const first = grid.getByRole('row').nth(1);
    await soon(async () =>
      assert.deepEqual(await first.getByRole('gridcell').allInnerTexts(), ['0', '<0>']),
    );
    await world.picture('editor-rows');
    await world.checkAccess();
  });

  test('walks the cells by keyboard and copies what is selected', async () => {
    const {page} = world;
    await page.getByRole('gridcell', {name: '0', exact: true}).click();
    await page.getByRole('grid').press('Control+End');
    await page.getByRole('gridcell', {name: '<149>'}).waitFor();
    await page.getByRole('grid').press('Shift+ArrowUp');
    await page.getByRole('grid').press('Shift+ArrowLeft');
    await page.getByRole('grid').press('Control+c');
    await page.getByText('Copied 2 rows').waitFor();
    await soon(async () =>
      assert.equal(
        await page.evaluate('navigator.clipboard.readText()'),
        'n\ttext\n148\t<148>\n149\t<149>',
      ),
    );
    await button('Copy').click();
    await page.getByRole('menuitem', {name: 'INSERT statement'}).click();
    await soon(async () =>
      assert.match(
        String(await page.evaluate('navigator.clipboard.readText()')),
        /VALUES\n {2}\(148, '<148>'\),\n/,
      ),
    );
    await page.getByRole('grid').press('Enter');
    await page
      .getByRole('dialog', {name: 'n', exact: true})
      .getByText('148', {exact: true})
      .waitFor();
    await page.keyboard.press('Escape');
  });

  test('each statement of a text has its own result, and those behind a failure can still be run', async () => {
    const {page} = world;
    await world.type('ROWS 3;\nFAIL <b>out of memory</b>;\nROWS 5;');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByRole('alert').getByText('<b>out of memory</b>').waitFor();
    await world.picture('editor-failed');
    await world.checkAccess();
    await page.getByRole('tab', {name: /^1 .*Done$/}).click();
    await page.getByText('3 rows', {exact: true}).waitFor();
    await page.getByRole('tab', {name: /^3 .*Not run$/}).click();
    await button('Run remaining (1)').click();
    await page.getByText('5 rows', {exact: true}).waitFor();
  });

  test('says that rows are missing when the next statement took over the session', async () => {
    const {page} = world;
    await world.type('ROWS 30000;\nROWS 1;');
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByText('1 row', {exact: true}).waitFor();
    await page.getByRole('tab', {name: /^1 .*Done$/}).click();
    // 10,000 are fetched before the next statement, each time twice as many as are here: 2,000,
    // 4,000, 8,000, 16,000.
    await page.getByText('The first 16,000 rows', {exact: true}).waitFor();
    await page.getByText('Showing the first 16,000 rows').waitFor();
    await page.getByRole('gridcell', {name: '0', exact: true}).click();
    await page.getByRole('grid').press('Control+End');
    await page.getByRole('gridcell', {name: '<15999>'}).waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('rows of any number are counted when somebody wants to know', async () => {
    const {page} = world;
    await world.type('ROWS 400000');
    await page.keyboard.press('Control+Enter');
    await button('Load all rows').click();
    await page.getByText('400,000 rows', {exact: true}).waitFor();
    await page.getByRole('gridcell', {name: '0', exact: true}).click();
    await page.getByRole('grid').press('Control+End');
    await page.getByRole('gridcell', {name: '<399999>'}).waitFor();
    await world.picture('editor-last-of-many');
    await page.mouse.wheel(0, -280);
    await page.getByRole('gridcell', {name: '<399975>'}).waitFor();
    await page.getByRole('grid').press('Control+Home');
    await page.getByRole('gridcell', {name: '<0>'}).waitFor();
  });

  test('shows the log of a statement that runs; after a reload it still runs, and can be cancelled', async () => {
    const {page} = world;
    await world.type('HANG');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', {name: 'Log'}).getByText('Starting Job').waitFor();
    await world.picture('editor-running');
    await world.checkAccess();
    await page.reload();
    await page.getByText('Running', {exact: true}).waitFor();
    await soon(async () => assert.equal(await page.locator('.cm-content').innerText(), 'HANG'));
    await page.getByRole('region', {name: 'Log'}).getByText('Starting Job').waitFor();
    const asked = Promise.withResolvers<void>();
    await page.route('**/cancel_statement', async route => {
      await asked.promise;
      await route.continue();
    });
    await button('Cancel').click();
    await page.getByText('Canceling', {exact: true}).waitFor();
    asked.resolve();
    await page.getByText('Canceled', {exact: true}).waitFor();
    await page.unroute('**/cancel_statement');
    await button('Run').waitFor();
  });

  test('the tree shows at once what a statement has made', async () => {
    const {page} = world;
    const names = page.getByRole('tree');
    await names.getByText('t', {exact: true}).waitFor();
    editor.engine.tables = [
      ...editor.engine.tables,
      {name: 'made_now', type: 'TABLE', comment: ''},
    ];
    await world.type('create table made_now (a int)');
    await page.keyboard.press('Control+Enter');
    await names.getByText('made_now', {exact: true}).waitFor();
  });

  test('a popup tells that no running server was found', async () => {
    const {page} = world;
    editor.engine.refusal = new AppError('NO_RUNNING_SERVER', ['No running server is available.']);
    await world.type('ROWS 1');
    await page.keyboard.press('Control+Enter');
    const popup = page.getByRole('dialog', {name: 'Couldn’t find the SQL server'});
    await popup.getByText('No running server is available.').waitFor();
    await world.picture('editor-popup');
    await popup.getByRole('button', {name: 'Close'}).click();
    world.problems.length = 0;
  });

  test('a failed handshake shows what is known of its cause', async () => {
    const {page} = world;
    editor.engine.refusal = new SqlError('unreachable', 'Could not connect', {
      diagnosis: {
        contacted: 'sql2.example:10001',
        principal: 'hive/sql1.example@EXAMPLE',
        failure: 'Bad status: 3 (GSS initiate failed)',
        findings: [
          {check: 'principal', isFine: false, text: 'The principal is for the host sql1.example'},
        ],
        advice: ['Use the principal of the server on sql2.example'],
      },
    });
    await page.locator('.cm-content').press('Control+Enter');
    const diagnosis = page.getByRole('region', {name: 'Diagnosis'});
    await diagnosis.getByText('Use the principal of the server on sql2.example').waitFor();
    await diagnosis.getByText('Bad status: 3 (GSS initiate failed)').waitFor();
    await world.picture('editor-diagnosis');
    await world.checkAccess();
    editor.engine.refusal = undefined;
  });

  test('variables have fields, and a value is wanted before the statement runs', async () => {
    const {page} = world;
    await world.type('ROWS ${n}');
    await page.getByRole('textbox', {name: 'n', exact: true}).waitFor();
    await page.locator('.cm-content').press('Control+Enter');
    await page.getByText('Enter a value for n').waitFor();
    await page.getByRole('textbox', {name: 'n', exact: true}).fill('7');
    await page.locator('.cm-content').press('Control+Enter');
    await page.getByText('7 rows', {exact: true}).waitFor();
  });

  test('sheets stay as they are left, and a closed one can be opened again', async () => {
    const {page} = world;
    await page.locator('.cm-content').press('Control+e');
    await page.getByRole('tab', {name: 'Query 2', selected: true}).waitFor();
    await world.type('ROWS 2');
    await page.getByRole('tab', {name: 'Query 1'}).click();
    await soon(async () =>
      assert.match(await page.locator('.cm-content').innerText(), /ROWS \$\{n\}/),
    );
    await page.getByRole('tab', {name: 'Query 2'}).click();
    await page.getByRole('tab', {name: 'Query 2'}).press('F2');
    await page.getByRole('textbox', {name: 'Name of the tab'}).fill('Two rows');
    await page.keyboard.press('Enter');
    await page.reload();
    await page.getByRole('tab', {name: 'Two rows', selected: true}).waitFor();
    await soon(async () => assert.equal(await page.locator('.cm-content').innerText(), 'ROWS 2'));
    await button('Close this tab').click();
    await page.getByRole('tab', {name: 'Query 1', selected: true}).waitFor();
    await page.locator('.cm-content').press('Control+Shift+E');
    await page.getByRole('tab', {name: 'Two rows', selected: true}).waitFor();
    await page.locator('.cm-content').press('F1');
    await page
      .getByRole('dialog', {name: 'Keyboard shortcuts'})
      .getByText('Run all statements')
      .waitFor();
    await world.picture('editor-keys');
    await world.checkAccess();
    await page.keyboard.press('Escape');
  });

  test('formats a statement', async () => {
    const {page} = world;
    await world.type('select a,b from t where c=1');
    await page.locator('.cm-content').press('Control+i');
    await page.locator('.cm-line', {hasText: /^ {2}c = 1$/}).waitFor();
  });

  test('keys of editors of this kind work in the text, and those of the page wherever the focus is', async () => {
    const {page} = world;
    const {keyboard} = page;
    const lines = async (expected: readonly string[]) =>
      await soon(async () =>
        assert.deepEqual(await page.locator('.cm-line').allInnerTexts(), expected),
      );
    for (const key of ['Control+i', 'Control+Shift+F', 'Control+Alt+l']) {
      await world.type('select a from t');
      await page.getByRole('tab', {selected: true}).first().focus();
      await keyboard.press(key);
      await lines(['select', '  a', 'from', '  t']);
    }
    await world.type('first second');
    await keyboard.press('Control+u');
    await lines(['first SECOND']);
    await keyboard.press('Control+Shift+U');
    await lines(['first second']);
    await keyboard.press('Control+Shift+D');
    await lines(['first second', 'first second']);
    await keyboard.press('Shift+Alt+ArrowUp');
    await lines(['first second', 'first second', 'first second']);
    await keyboard.press('Control+Shift+K');
    await keyboard.press('Control+/');
    await soon(async () =>
      assert.match((await page.locator('.cm-line').allInnerTexts()).join(), /-- first second/),
    );
    await keyboard.press('Control+h');
    await soon(async () =>
      assert.equal(await page.evaluate('document.activeElement.name'), 'replace'),
    );
    await keyboard.press('Escape');
    await keyboard.press('Control+j');
    await page.getByRole('textbox', {name: 'Go to line'}).waitFor();
    await keyboard.press('Escape');
    await world.type('SEL');
    await page.locator('.cm-tooltip-autocomplete').getByText('SELECT', {exact: true}).waitFor();
    await soon(async () => {
      await keyboard.press('Tab');
      assert.deepEqual(await page.locator('.cm-line').allInnerTexts(), ['SELECT']);
    });
    await page.getByRole('tab', {selected: true}).first().focus();
    await keyboard.press('Control+s');
    await page.getByRole('dialog', {name: 'Save query'}).waitFor();
    await keyboard.press('Control+,');
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await keyboard.press('Control+,');
    await page.getByRole('dialog', {name: 'Session'}).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await keyboard.press('Control+Shift+P');
    await button('Exit full screen').waitFor();
    await world.picture('editor-whole');
    await world.checkAccess();
    await keyboard.press('Control+Shift+P');
    await button('Full screen').waitFor();
    const scheme = async () =>
      await page.evaluate('document.documentElement.dataset.mantineColorScheme');
    const before = await scheme();
    await keyboard.press('Control+Alt+t');
    await soon(async () => assert.notEqual(await scheme(), before));
    await keyboard.press('Control+Alt+t');
    await soon(async () => assert.equal(await scheme(), before));
    // From here on as the browser says again.
    await page.evaluate(
      "localStorage.removeItem('mantine-color-scheme-value'); document.cookie = 'gazetteer_look=; Path=/; Max-Age=0'",
    );
    assert.deepEqual(world.problems, []);
  });

  test('in a narrow window nothing goes over the edge', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await world.open();
    await world.checkWidth();
    await world.picture('editor-narrow');
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });
});
