// What is done to files on their pages, in a real browser over files in memory.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {home, useFiles} from './files-page-world.ts';
import {skipWithoutBrowser} from './page-fixture.ts';

suite('changes on the pages of files', {skip: skipWithoutBrowser}, () => {
  const {world, files, running, link, button, heading} = useFiles();
  const choose = async (name: string) =>
    await world.page.getByRole('row').filter({hasText: name}).getByRole('checkbox').check();

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
    Object.assign(running().editor, {mayDownload: false});
    await world.open(`/app/files/hdfs${home}`);
    await choose('empty.txt');
    await button('Rename').waitFor();
    assert.equal(await link('Download').count(), 0);
    Object.assign(running().editor, {mayDownload: true});
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
    const {body} = await running().inject({
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
