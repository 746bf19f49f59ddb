// A file becomes a table of Hive in the browser.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import {duckDbForTests} from './duckdb-fixture.ts';
import {type EditorForTests, editorForTests} from './editor-fixture.ts';
import {MemoryFiles} from './memory-files.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the page that imports files into other engines', {skip: skipWithoutBrowser}, () => {
  let editor: EditorForTests | undefined;
  const world = usePages(async () => {
    const clean: (() => Promise<unknown>)[] = [];
    const folder = await mkdtemp(join(tmpdir(), 'gazetteer-loads-page-'));
    editor = await editorForTests(
      {after: work => void clean.unshift(work)},
      log => {
        const duckdb = duckDbForTests(folder, log);
        clean.unshift(async () => duckdb.kill());
        return new Map([['duckdb', duckdb]]);
      },
      {admin: 'ADMIN'},
    );
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    const stop = async () => {
      for (const work of clean) await work();
      await rm(folder, {recursive: true, force: true, maxRetries: 5});
    };
    return {url, stop};
  });
  const running = () => editor ?? assert.fail('the suite has not started');
  const choose = async (name: string) => {
    const {page} = world;
    await page.goto(`${world.url}/app/import?into=hive`);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', {name: 'Choose file'}).click(),
    ]);
    const buffer = Buffer.from('id,day\n1,2024-05-01\n2,2024-05-02\n');
    await chooser.setFiles({name, mimeType: 'text/csv', buffer});
    await page.getByText(`From the file ${name}, 2 rows`).waitFor();
  };
  const create = () => world.page.getByRole('button', {name: 'Create table', exact: true});

  test('says which option is missing where there is no HDFS', async () => {
    const {page} = world;
    await choose('none.csv');
    await page.getByText('HDFS isn’t configured').waitFor();
    await page.getByText('webhdfs_url').waitFor();
    assert.ok(await create().isDisabled());
    await world.picture('cluster-import-unconfigured');
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('makes a table, shows how far it is, and cancels it', async () => {
    const {page} = world;
    const {editor: parts, engine: hive} = running();
    Object.assign(parts, {files: {hdfs: new MemoryFiles(['admin']), s3: undefined}});
    await choose('orders.csv');
    assert.equal(await page.getByRole('combobox', {name: 'Engine'}).inputValue(), 'Memory');
    assert.equal(await page.getByRole('combobox', {name: 'Database'}).inputValue(), 'default');
    assert.equal(await page.getByRole('combobox', {name: 'Format'}).inputValue(), 'ORC');
    await world.picture('cluster-import-table');
    await world.checkAccess();
    let open = () => {};
    hive.gate = new Promise(resolve => {
      open = () => resolve(undefined);
    });
    await create().click();
    await page.getByText('Creating the table').waitFor();
    await world.picture('cluster-import-progress');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Cancel import'}).click();
    await page.getByText('The import was canceled.').waitFor();
    await choose('again.csv');
    await create().click();
    await page.getByText('Creating the table').waitFor();
    open();
    await page.getByText('Imported 2 rows').waitFor();
    await world.picture('cluster-import-done');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.picture('cluster-import-done-narrow');
    await world.checkWidth();
    await page.setViewportSize(desktop);
    await page.reload();
    await page.getByText('Imported 2 rows').waitFor();
    await page.getByRole('button', {name: 'Query table'}).click();
    await page.getByRole('tab', {name: /again/}).or(page.getByText('LIMIT 100')).first().waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('tells why an import has failed, and of one that a restart has ended', async () => {
    const {page} = world;
    const {engine: hive} = running();
    hive.gate = undefined;
    hive.refused = 'CREATE TABLE';
    await choose('wrong.csv');
    await create().click();
    await page.getByText('Couldn’t import the file').waitFor();
    await world.picture('cluster-import-failed');
    await world.checkAccess();
    await page.goto(`${world.url}/app/import?load=00000000-0000-4000-8000-000000000000`);
    await page.getByText('Import not found').waitFor();
    await page.getByText('The editor was restarted during the import.').waitFor();
    assert.deepEqual(world.problems, []);
  });
});
