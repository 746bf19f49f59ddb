// A file becomes a table in the browser: uploaded, looked at, corrected and imported.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {writeXlsxPages} from '@gazetteer/sheet';
import type {Request} from 'playwright-core';
import {startEditorProcess} from './editor-process.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const orders = `id,Ordered at,amount\n${Array.from({length: 500}, (_, n) => `${n},2024-05-01 10:00:00,${n}.5`).join('\n')}\nlast,2024-05-02 10:00:00,1.5\n`;

suite('the page that imports files', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const data = await mkdtemp(join(tmpdir(), 'gazetteer-import-page-'));
    const editor = await startEditorProcess(['editor', '--data', data]);
    const stop = async () => {
      await editor.stop();
      await rm(data, {recursive: true, force: true});
    };
    return {url: editor.url, stop};
  });
  const choose = async (name: string, content: string | Buffer) => {
    const {page} = world;
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', {name: 'Choose file'}).click(),
    ]);
    await chooser.setFiles({name, mimeType: 'text/csv', buffer: Buffer.from(content)});
  };
  const create = async () =>
    await world.page.getByRole('button', {name: 'Create table', exact: true}).click();

  test('makes a table of a file, with the types chosen and without bad rows', async () => {
    const {page} = world;
    await page.getByRole('link', {name: 'Import file'}).click();
    await page.getByRole('button', {name: 'Choose file'}).waitFor();
    // The hint of what was clicked stays while the mouse is there.
    await page.mouse.move(900, 700);
    await page.locator('[role=tooltip]').waitFor({state: 'detached'});
    await world.picture('import-choose');
    await world.checkAccess();
    await choose('orders [1].csv', orders);
    await page.getByText('From the file orders _1_.csv, 501 rows').waitFor();
    const typeOf = (column: string) => page.getByRole('combobox', {name: `Type of ${column}`});
    assert.equal(await typeOf('id').inputValue(), 'VARCHAR');
    assert.equal(await typeOf('Ordered at').inputValue(), 'TIMESTAMP');
    await typeOf('id').click();
    await page.getByRole('option', {name: 'BIGINT'}).click();
    await page.getByRole('button', {name: 'Check rows'}).click();
    await page.getByText('1 row doesn’t fit the columns.').waitFor();
    await page.getByRole('cell', {name: '502', exact: true}).waitFor();
    await world.picture('import-columns');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.picture('import-columns-narrow');
    await world.checkAccess();
    await page.setViewportSize(desktop);
    await page.getByRole('textbox', {name: 'Table', exact: true}).fill('orders_2024');
    await page.getByRole('checkbox', {name: 'Leave out bad rows'}).check();
    await create();
    await page.getByText('Done: there are no rows to show').waitFor();
    await page.getByRole('treeitem', {name: 'orders_2024'}).waitFor();
    await soon(async () =>
      assert.match(
        await page.locator('.cm-content').innerText(),
        /CREATE TABLE "main"."orders_2024"/,
      ),
    );
    assert.deepEqual(world.problems, []);
  });

  test('imports the rows of a workbook', async () => {
    const {page} = world;
    await page.goto(`${world.url}/app/import?engine=duckdb`);
    const pages = [{columns: [{values: ['x', 'y']}, {values: [1, 2]}], rowCount: 2}];
    const pieces = await Array.fromAsync(writeXlsxPages('Costs', pages, ['what', 'cost']));
    await choose('costs.xlsx', Buffer.concat(pieces));
    await page.getByText('From the file costs.xlsx, 2 rows').waitFor();
    assert.equal(await page.getByLabel('Delimiter').count(), 0);
    const name = page.getByRole('textbox', {name: 'Table', exact: true});
    assert.equal(await name.inputValue(), 'costs');
    await world.picture('import-workbook');
    await create();
    await page.getByRole('treeitem', {name: 'costs'}).waitFor();
    await page.goto(`${world.url}/app/import?engine=duckdb`);
    await choose('none.xlsx', 'a,b\n');
    await page.getByText('The workbook can’t be read').waitFor();
    await world.checkAccess();
    // That it is no workbook is what the browser complains of.
    assert.deepEqual(
      world.problems.splice(0).filter(problem => !problem.includes('400')),
      [],
    );
  });

  test('imports what is pasted, and replaces a file only when asked to', async () => {
    const {page} = world;
    for (const isSecond of [false, true]) {
      await page.goto(`${world.url}/app/import?engine=duckdb`);
      await page.getByRole('textbox', {name: 'Rows'}).fill(`a\tb\n1\t${isSecond ? 'y' : 'x'}\n`);
      await page.getByRole('button', {name: 'Import rows'}).click();
      if (isSecond) await page.getByRole('button', {name: 'Replace file'}).click();
      await page.getByText('From the file pasted.tsv, 1 row').waitFor();
      await page.getByRole('cell', {name: isSecond ? 'y' : 'x', exact: true}).waitFor();
    }
    await create();
    await page.getByRole('treeitem', {name: 'pasted'}).waitFor();
    await page.getByText('Done: there are no rows to show').waitFor();
    await page.goto(`${world.url}/app/import?engine=duckdb`);
    await page.getByRole('textbox', {name: 'Rows'}).fill('a\tb\n1\tz\n');
    await page.getByRole('button', {name: 'Import rows'}).click();
    const replace = page.getByRole('dialog', {name: 'Replace pasted.tsv?'});
    const [deleted] = await Promise.all([
      page.waitForResponse(answer => answer.request().method() === 'DELETE'),
      replace.getByRole('button', {name: 'Cancel'}).click(),
    ]);
    assert.equal(deleted.status(), 204);
    await page.getByRole('button', {name: 'Choose file'}).waitFor();
    const files = await page.evaluate(async () => await (await fetch('/api/v1/storage')).text());
    assert.match(files, /pasted\.tsv/);
    assert.doesNotMatch(files, /\.uploads/);
    // That the name is taken is what the browser complains of.
    assert.deepEqual(
      world.problems.splice(0).filter(problem => !problem.includes('409')),
      [],
    );
  });

  test('continues an upload whose connection breaks, and ends it where its page is left', async () => {
    const {page} = world;
    await page.goto(`${world.url}/app/import?engine=duckdb`);
    // What becomes of the first requests: the server is not there at once, and has not heard of
    // the break.
    const steps = ['passes', 'breaks', 'breaks', 'passes', 'conflicts', 'passes'];
    const address = /\/storage\/duckdb\/upload\?/;
    await page.route(address, async route => {
      const step = steps.shift();
      if (step === 'breaks') await route.abort('connectionreset');
      else if (step === 'conflicts') await route.fulfill({status: 409, json: {message: 'Busy'}});
      else await route.continue();
    });
    await choose('broken.csv', 'a,b\n1,2\n');
    await page.getByText('From the file broken.csv, 1 row').waitFor();
    assert.deepEqual(steps, []);
    await page.unroute(address);

    await page.goto(`${world.url}/app/import?engine=duckdb`);
    const isPart = (request: Request) => request.method() === 'POST' && address.test(request.url());
    const held = page.waitForRequest(isPart);
    const ended = page.waitForEvent('requestfailed', isPart);
    // Never answered.
    await page.route(address, async route => {
      if (route.request().method() !== 'POST') await route.continue();
    });
    await choose('left.csv', 'a,b\n1,2\n');
    await held;
    await page.getByRole('link', {name: 'History', exact: true}).click();
    await ended;
    await page.getByRole('heading', {name: 'History', level: 1}).waitFor();
    assert.equal(await page.getByText('Stopped uploading').count(), 0);
    await page.unroute(address);
    assert.deepEqual(
      world.problems.splice(0).filter(problem => !/409|ERR_CONNECTION_RESET/.test(problem)),
      [],
    );
  });
});
