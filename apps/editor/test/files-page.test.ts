// The pages of files in a real browser, over files in memory.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {ByteWriter, parquetWrite} from 'hyparquet-writer';
import {soon} from '@gazetteer/model/testing';
import {type EditorForTests, editorForTests} from './editor-fixture.ts';
import {MemoryFiles} from './memory-files.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const home = '/user/admin';
const hostile = '<img src=x onerror=alert(1)> %2F & "\'.csv';

function parquet(rows: number): Buffer {
  const writer = new ByteWriter();
  const n = Array.from({length: rows}, (_, at) => at);
  parquetWrite({
    writer,
    columnData: [
      {name: 'n', data: n, type: 'INT32'},
      {name: 'name', data: n.map(at => `row ${at}`), type: 'STRING'},
    ],
    rowGroupSize: 100,
  });
  return Buffer.from(writer.getBuffer());
}

suite('the pages of files', {skip: skipWithoutBrowser}, () => {
  const files = new MemoryFiles(['admin', 'bob']);
  const store = new MemoryFiles([], ['lake']);
  let editor: EditorForTests;
  const world = usePages(async () => {
    const clean: (() => Promise<unknown>)[] = [];
    const ini = `[hadoop]\n[[hdfs_clusters]]\n[[[default]]]\nwebhdfs_url=http://127.0.0.1:1/webhdfs/v1`;
    editor = await editorForTests(
      {after: work => void clean.unshift(work)},
      undefined,
      {admin: 'ADMIN'},
      ini,
    );
    Object.assign(editor.editor, {files: {hdfs: files, s3: store}});
    const rows = Array.from({length: 9000}, (_, at) => `${at},"name, ${at}"\n`).join('');
    files.add('admin', `${home}/orders.csv`, Buffer.from(`id,name\n${rows}`));
    files.add('admin', `${home}/one.json`, Buffer.from('{"id":12345678901234567890,"tags":["a"]}'));
    files.add('admin', `${home}/numbers.parquet`, parquet(250));
    files.add('admin', `${home}/notes.txt`, Buffer.from(`${'grüße\n'.repeat(12_000)}end`));
    files.add('admin', `${home}/digits.bin`, Buffer.from([0, 1, 2, 65, 66]));
    files.add('admin', `${home}/${hostile}`, Buffer.from('a\n'));
    files.add('admin', `${home}/empty.txt`, Buffer.of());
    files.add('admin', `${home}/many`);
    for (let n = 0; n < 10_000; n++)
      files.add('admin', `${home}/many/part-${String(n).padStart(5, '0')}`, Buffer.from('x'));
    files.add('admin', `${home}/target`);
    store.add('lake', 's3a://lake/from s3.csv', Buffer.from('id,name\n1,x\n'));
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    const stop = async () => {
      for (const work of clean) await work();
    };
    return {url, stop};
  });
  const link = (name: string | RegExp) => world.page.getByRole('link', {name, exact: true});
  const button = (name: string | RegExp) => world.page.getByRole('button', {name, exact: true});
  const heading = async (name: string) =>
    await world.page.getByRole('heading', {name, level: 1, exact: true}).waitFor();
  const choose = async (name: string) =>
    await world.page.getByRole('row').filter({hasText: name}).getByRole('checkbox').check();
  const entries = async (text: string) => await world.page.getByText(text, {exact: true}).waitFor();

  test('begin with the folder of the person, and lead on by keys and links', async () => {
    const {page} = world;
    await link('Files').click();
    await heading('admin');
    await entries('9 entries');
    assert.equal(new URL(page.url()).pathname, '/app/files/hdfs/user/admin');
    await page.getByText(hostile).waitFor();
    await world.picture('files-folder');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('files-narrow');
    await world.checkAccess();
    await page.setViewportSize(desktop);
    await page.getByRole('row', {name: /many/}).press('Enter');
    await heading('many');
    await page.goBack();
    await heading('admin');
    await page.getByRole('button', {name: 'Size'}).click();
    await soon(() => assert.match(page.url(), /sort=size/));
    await link(`File ${hostile}`).click();
    await heading(hostile);
    await page
      .getByRole('cell', {name: 'a', exact: true})
      .or(page.getByText('a', {exact: true}))
      .first()
      .waitFor();
    await world.checkAccess();
  });

  test('page through 10,000 entries and find one of them', async () => {
    const {page} = world;
    await world.open('/app/files/hdfs/user/admin/many');
    await entries('10,000 entries');
    await entries('1–100 of 10,000');
    await button('Next page').click();
    await entries('101–200 of 10,000');
    await link('File part-00100').waitFor();
    await page.getByRole('textbox', {name: 'Filter names'}).fill('0777');
    await entries('11 entries');
    await soon(() => assert.match(page.url(), /filter=0777/));
    await page.getByRole('textbox', {name: 'Filter names'}).fill('no such name');
    await page.getByText('No names with this text in them.').waitFor();
    await world.checkAccess();
  });

  test('show tables, texts, JSON, Parquet and digits, a part at a time', async () => {
    const {page} = world;
    await world.open(`/app/files/hdfs${home}/orders.csv`);
    await page.getByRole('columnheader', {name: 'id'}).waitFor();
    await page.getByRole('cell', {name: 'name, 17', exact: true}).waitFor();
    await world.picture('file-csv');
    await world.checkAccess();
    await button('Next part').click();
    await page.getByRole('cell', {name: 'name, 1000', exact: true}).waitFor();
    await page.getByRole('radiogroup', {name: 'View'}).getByText('Text').click();
    await page.getByText('id,name').waitFor();
    await world.checkAccess();

    await world.open(`/app/files/hdfs${home}/one.json`);
    const content = page.getByRole('region', {name: 'Content'});
    await soon(async () =>
      assert.match(await content.innerText(), /\n {2}"id": 12345678901234567890,\n/),
    );

    await world.open(`/app/files/hdfs${home}/numbers.parquet`);
    await entries('Rows 1–100 of 250');
    await page.getByRole('cell', {name: 'row 99', exact: true}).waitFor();
    await world.picture('file-parquet');
    await world.checkAccess();
    await button('Next page').click();
    await button('Next page').click();
    await entries('Rows 201–250 of 250');
    await page.getByRole('cell', {name: 'row 249', exact: true}).waitFor();

    await world.open(`/app/files/hdfs${home}/notes.txt`);
    await button('Next part').click();
    await soon(async () => assert.match(await content.innerText(), /^grüße\n[^]*grüße\nend$/));
    await world.picture('file-text');

    await world.open(`/app/files/hdfs${home}/digits.bin`);
    await page.getByText(/00000000 {2}00 01 02 41 42 .*\.\.\.AB/).waitFor();
    await world.checkAccess();
    await world.open(`/app/files/hdfs${home}/empty.txt`);
    await page.getByText('This file is empty.').waitFor();
    await world.open('/app/files/hdfs/user/nobody');
    await page.getByRole('alert').getByText('/user/nobody does not exist').waitFor();
    await world.picture('file-missing');
    await world.checkAccess();
  });

  test('upload several files in parts, go on after a broken connection, and stop', async () => {
    const {page} = world;
    await world.open(`/app/files/hdfs${home}/target`);
    await page.getByText('This folder is empty').waitFor();
    await world.picture('files-empty');
    await world.checkAccess();
    const large = Buffer.alloc(17_000_000, 'gazetteer ');
    let broken = 0;
    await page.route('**/upload/chunks?**', async route => {
      if (route.request().url().includes('qqpartindex=1') && broken++ === 0) await route.abort();
      else await route.continue();
    });
    await page.locator('input[type=file]').setInputFiles([
      {name: 'large ä.bin', mimeType: 'application/octet-stream', buffer: large},
      {name: 'small.txt', mimeType: 'text/plain', buffer: Buffer.from('small')},
    ]);
    await link('File large ä.bin').waitFor();
    await link('File small.txt').waitFor();
    assert.equal(broken, 2, 'one part was sent again');
    assert.ok(files.bytesOf(`${home}/target/large ä.bin`)?.equals(large));
    assert.equal(files.bytesOf(`${home}/target/small.txt`)?.toString(), 'small');
    await page.unrouteAll({behavior: 'ignoreErrors'});

    const held = Promise.withResolvers<void>();
    const parts: string[] = [];
    let completed = 0;
    page.on('request', request => {
      if (request.url().includes('/upload/complete')) completed++;
    });
    await page.route('**/upload/chunks?**', async route => {
      const part = new URL(route.request().url()).searchParams.get('qqpartindex') ?? '';
      parts.push(part);
      if (part === '1') await held.promise;
      // What the page has given up has no answer any more.
      await route.continue().catch(() => undefined);
    });
    const again = {name: 'again.bin', mimeType: 'application/octet-stream', buffer: large};
    await page.locator('input[type=file]').setInputFiles(again);
    await soon(() => assert.deepEqual(parts, ['0', '1']));
    await world.picture('files-uploading');
    await world.checkAccess();
    await button('Cancel again.bin').click();
    await page.getByText('Stopped uploading again.bin').waitFor();
    held.resolve();
    await page.unrouteAll({behavior: 'ignoreErrors'});
    assert.equal(completed, 0, 'no file is made of the parts');
    assert.equal(files.bytesOf(`${home}/target/again.bin`), undefined);
  });

  test('make, rename, copy, move, trash, restore and delete', async () => {
    const {page} = world;
    const dialog = page.getByRole('dialog');
    await world.open(`/app/files/hdfs${home}/target`);
    await button('New folder').click();
    await dialog.getByRole('textbox', {name: 'Name'}).fill('inner');
    await world.picture('files-new-folder');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Create folder'}).click();
    await heading('inner');
    await button('New file').click();
    await dialog.getByRole('textbox', {name: 'Name'}).fill('a/b');
    await dialog.getByText('A name can’t contain /.').waitFor();
    await dialog.getByRole('textbox', {name: 'Name'}).fill('pasted.tsv');
    await dialog.getByRole('textbox', {name: 'Content'}).fill('id\tname\n1\tgrün\n');
    await world.picture('files-new-file');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Create file'}).click();
    await link('File pasted.tsv').click();
    await page.getByRole('cell', {name: 'grün', exact: true}).waitFor();
    await page.goBack();
    await heading('inner');
    await page.goBack();
    await heading('target');
    await choose('small.txt');
    await button('Rename').click();
    await dialog.getByRole('textbox', {name: 'Name'}).fill('renamed.txt');
    await dialog.getByRole('button', {name: 'Rename'}).click();
    await link('File renamed.txt').waitFor();
    await choose('renamed.txt');
    await button('Copy').click();
    await dialog.getByRole('textbox', {name: 'Folder'}).fill(`${home}/target/inner`);
    await dialog.getByRole('button', {name: 'Copy'}).click();
    await dialog.waitFor({state: 'detached'});
    assert.equal(files.bytesOf(`${home}/target/inner/renamed.txt`)?.toString(), 'small');
    await button('Move').click();
    await dialog.getByRole('textbox', {name: 'Folder'}).fill(`${home}/target/inner`);
    await dialog.getByRole('button', {name: 'Move'}).click();
    await dialog.getByText(/is there already/).waitFor();
    await world.picture('files-move-refused');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Cancel'}).click();
    await button('Permissions').click();
    const save = dialog.getByRole('button', {name: 'Save permissions'});
    assert.ok(await save.isDisabled(), 'nothing is changed yet');
    await dialog.getByRole('checkbox', {name: 'Others: Read'}).uncheck();
    await world.picture('files-permissions');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Save permissions'}).click();
    await page.getByText('-rw-r-----').waitFor();
    await button('Permissions').click();
    await dialog.getByRole('textbox', {name: 'New owner'}).fill('bob');
    await dialog.getByRole('button', {name: 'Save permissions'}).click();
    await dialog.getByText(/is no superuser/).waitFor();
    await dialog.getByRole('button', {name: 'Cancel'}).click();
    await button('Move to trash').click();
    await link('File renamed.txt').waitFor({state: 'detached'});
    await world.open(`/app/files/hdfs${home}/.Trash/Current${home}/target`);
    await choose('renamed.txt');
    await world.picture('files-trash');
    await world.checkAccess();
    await button('Restore').click();
    await page.getByText('This folder is empty').waitFor();
    assert.equal(files.bytesOf(`${home}/target/renamed.txt`)?.toString(), 'small');
    await world.open(`/app/files/hdfs${home}/target`);
    await choose('renamed.txt');
    await button('Move to trash').click();
    await link('File renamed.txt').waitFor({state: 'detached'});
    await world.open(`/app/files/hdfs${home}/.Trash/Current${home}/target`);
    await choose('renamed.txt');
    await button('Delete permanently').click();
    await dialog.getByRole('button', {name: 'Delete permanently'}).click();
    await page.getByText('This folder is empty').waitFor();
    await link('Trash').click();
    await heading('Current');
    await button('Empty trash').click();
    await dialog.getByRole('button', {name: 'Empty trash'}).click();
    await page.getByText('The trash is empty').waitFor();
    await world.checkAccess();
    await soon(() => assert.equal(files.bytesOf(`${home}/target/renamed.txt`), undefined));
  });

  test('refuse what the cluster refuses, and write a query over a file', async () => {
    const {page} = world;
    await world.open('/app/files/hdfs/user/bob');
    await button('New folder').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', {name: 'Name'}).fill('x');
    await dialog.getByRole('button', {name: 'Create folder'}).click();
    await dialog.getByText('Permission denied: user=admin, path=/user/bob/x').waitFor();
    await dialog.getByRole('button', {name: 'Cancel'}).click();
    await button('New file').click();
    await dialog.getByRole('textbox', {name: 'Name'}).fill('x');
    await dialog.getByRole('textbox', {name: 'Content'}).fill('pasted');
    await dialog.getByRole('button', {name: 'Create file'}).click();
    await dialog.getByText(/Permission denied: user=admin/).waitFor();
    assert.equal(await dialog.getByRole('textbox', {name: 'Content'}).inputValue(), 'pasted');
    await world.checkAccess();
    await dialog.getByRole('button', {name: 'Cancel'}).click();
    await world.open(`/app/files/hdfs${home}`);
    await choose('empty.txt');
    await link('Download').waitFor();
    Object.assign(editor.editor, {mayDownload: false});
    await world.open(`/app/files/hdfs${home}`);
    await choose('empty.txt');
    await button('Rename').waitFor();
    assert.equal(await link('Download').count(), 0);
    Object.assign(editor.editor, {mayDownload: true});
    await world.open(`/app/files/hdfs${home}/orders.csv`);
    await button('Query').click();
    await page.locator('.cm-content').getByText('CREATE EXTERNAL TABLE `orders` (').waitFor();
    await page.locator('.cm-content').getByText("LOCATION '/user/admin'").waitFor();
  });

  test('are those of a store of S3 as well, which has no trash and no permissions', async () => {
    const {page} = world;
    await world.open('/app/files/hdfs/user/admin/target');
    await link('Open S3').click();
    await heading('s3a://');
    await link('Folder lake').click();
    await heading('lake');
    assert.equal(new URL(page.url()).pathname, '/app/files/s3a/lake');
    await choose('from s3.csv');
    await button('Delete permanently').waitFor();
    assert.equal(await button('Permissions').count(), 0);
    assert.equal(await button('Move to trash').count(), 0);
    await world.picture('files-s3');
    await world.checkAccess();
    await button('Copy').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', {name: 'Folder'}).fill(`${home}/target`);
    await dialog.getByRole('button', {name: 'Copy'}).click();
    await dialog.waitFor({state: 'detached'});
    assert.equal(files.bytesOf(`${home}/target/from s3.csv`)?.toString(), 'id,name\n1,x\n');
    await page.locator('input[type=file]').setInputFiles({
      name: 'up.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('up'),
    });
    await link('File up.txt').waitFor();
    await choose('up.txt');
    await page
      .getByRole('row', {name: /from s3\.csv/})
      .getByRole('checkbox')
      .uncheck();
    await button('Delete permanently').click();
    await dialog.getByRole('button', {name: 'Delete permanently'}).click();
    await link('File up.txt').waitFor({state: 'detached'});
    await link('File from s3.csv').click();
    await page.getByRole('cell', {name: 'x', exact: true}).waitFor();
    await world.checkAccess();
    await world.open('/hue/filebrowser/view=S3A%3A%2F%2Flake');
    await heading('lake');
  });

  test('are where bookmarks of Hue lead', async () => {
    const {page} = world;
    for (const path of [
      '/hue/filebrowser/view=/user/admin',
      '/hue/filebrowser/view=%2Fuser%2Fadmin',
      '/filebrowser/view=/user/admin',
      '/hue/filebrowser/',
    ]) {
      await page.goto(world.url + path);
      await heading('admin');
      assert.equal(new URL(page.url()).pathname, '/app/files/hdfs/user/admin', path);
    }
    const {body} = await editor.inject({
      method: 'GET',
      url: '/filebrowser/view=/user/admin',
      headers: {authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`},
    });
    assert.equal(body['path'], '/user/admin');
    // What the server refuses stands on the console as well.
    const problems = world.problems.filter(one => !one.startsWith('Failed to load resource'));
    assert.deepEqual(problems, []);
  });
});
