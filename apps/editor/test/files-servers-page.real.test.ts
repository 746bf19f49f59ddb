// The pages of files in a real browser, over a real HDFS and a real server of S3.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {suite, test} from 'node:test';
import {AwsClient} from 'aws4fetch';
import {soon} from '@gazetteer/model/testing';
import {needs, start} from '../../../packages/thrift/test/servers/start.ts';
import {editorForTests} from './editor-fixture.ts';
import {hostile, parquet} from './files-page-world.ts';
import {startHdfs} from './hdfs-server.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

const skip =
  needs('.cache/hive/complete', "Hive's jars (packages/thrift/test/prepare-servers.sh)") ||
  needs('.cache/s3/complete', 'a server of S3 (packages/thrift/test/prepare-servers.sh)') ||
  skipWithoutBrowser;

const rows = Array.from({length: 9000}, (_, at) => `${at},"name, ${at}"\n`).join('');
const contents: Readonly<Record<string, Buffer>> = {
  'orders.csv': Buffer.from(`id,name\n${rows}`),
  'one.json': Buffer.from('{"id":12345678901234567890,"tags":["a"]}'),
  'numbers.parquet': parquet(250),
  'notes.txt': Buffer.from(`${'grüße\n'.repeat(12_000)}end`),
  [hostile]: Buffer.from('a,b\n1,2\n'),
};
const systems = [
  {name: 'HDFS', top: '/app/files/hdfs/user/admin', path: '/user/admin', folder: 'admin'},
  {name: 'S3', top: '/app/files/s3a/lake', path: 's3a://lake', folder: 'lake'},
] as const;

suite('the pages of files over real servers', {skip}, () => {
  const world = usePages(async () => {
    const clean: (() => Promise<unknown>)[] = [];
    const stop = async () => {
      for (const work of clean) await work();
    };
    try {
      const hdfs = await startHdfs(['admin', 'bob']);
      clean.push(() => hdfs.stop());
      const s3 = await start('s3.sh', ['s3proxy'], {seconds: 60});
      clean.push(() => s3.stop());
      const keys = {accessKeyId: 'labkey', secretAccessKey: 'labsecret'};
      const direct = new AwsClient({...keys, region: 'us-east-1', service: 's3', retries: 0});
      const endpoint = `http://127.0.0.1:${s3.port}`;
      await soon(async () =>
        assert.equal((await direct.fetch(`${endpoint}/lake`, {method: 'PUT'})).status, 200),
      );
      const ini = [
        '[hadoop]\n[[hdfs_clusters]]\n[[[default]]]',
        `webhdfs_url=http://localhost:${hdfs.port}/webhdfs/v1`,
        `[aws]\n[[aws_accounts]]\n[[[default]]]\nhost=${endpoint}\naccess_key_id=labkey`,
        'secret_access_key=labsecret\nusers=admin',
      ];
      const after = {after: (work: () => Promise<unknown>) => void clean.unshift(work)};
      const editor = await editorForTests(after, undefined, {admin: 'ADMIN'}, ini.join('\n'));
      return {url: await editor.app.listen({host: '127.0.0.1', port: 0}), stop};
    } catch (error) {
      await stop();
      throw error;
    }
  });
  const {problems} = world;
  const link = (name: string) => world.page.getByRole('link', {name, exact: true});
  const button = (name: string) => world.page.getByRole('button', {name, exact: true});
  const dialog = () => world.page.getByRole('dialog');
  const shown = async (text: string) => await world.page.getByText(text, {exact: true}).waitFor();
  const heading = async (name: string) =>
    await world.page.getByRole('heading', {name, level: 1, exact: true}).waitFor();
  const box = (name: string) =>
    world.page.getByRole('row').filter({hasText: name}).getByRole('checkbox');
  const fill = async (field: string, value: string, done: string) => {
    await dialog().getByRole('textbox', {name: field}).fill(value);
    await dialog().getByRole('button', {name: done}).click();
    await dialog().waitFor({state: 'detached'});
  };

  for (const {name, top, path, folder} of systems) {
    test(`${name}: files are uploaded, and listed whatever their names`, async () => {
      const {page} = world;
      await world.open(top);
      await heading(folder);
      await button('New folder').click();
      await fill('Name', 'data', 'Create folder');
      await heading('data');
      const all = Object.entries(contents);
      await page.locator('input[type=file]').setInputFiles(
        all.map(([file, buffer]) => ({
          name: file,
          mimeType: 'application/octet-stream',
          buffer,
        })),
      );
      for (const [file] of all) await link(`File ${file}`).waitFor();
      await shown('5 entries');
      await world.picture(`files-real-${folder}`);
      await button('New folder').click();
      await dialog().getByRole('textbox', {name: 'Name'}).fill('a/b');
      await dialog().getByText('A name can’t contain /.').waitFor();
      await dialog().getByRole('button', {name: 'Cancel'}).click();
    });

    test(`${name}: tables, texts, JSON and Parquet are shown a part at a time`, async () => {
      const {page} = world;
      const content = page.getByRole('region', {name: 'Content'});
      const open = async (file: string) => {
        await world.open(`${top}/data`);
        await link(`File ${file}`).click();
        await heading(file);
      };
      await open('orders.csv');
      await page.getByRole('cell', {name: 'name, 17', exact: true}).waitFor();
      await button('Next part').click();
      await page.getByRole('cell', {name: 'name, 1000', exact: true}).waitFor();
      await open('one.json');
      await soon(async () =>
        assert.match(await content.innerText(), /\n {2}"id": 12345678901234567890,\n/),
      );
      await open('numbers.parquet');
      await shown('Rows 1–100 of 250');
      await button('Next page').click();
      await button('Next page').click();
      await page.getByRole('cell', {name: 'row 249', exact: true}).waitFor();
      await open('notes.txt');
      await button('Next part').click();
      await soon(async () => assert.match(await content.innerText(), /^grüße\n[^]*grüße\nend$/));
      await open(hostile);
      await page.getByRole('cell', {name: '2', exact: true}).waitFor();
    });

    test(`${name}: a file is downloaded, and queried by one click`, async () => {
      const {page} = world;
      for (const file of ['orders.csv', hostile]) {
        await world.open(`${top}/data`);
        await box(file).check();
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          link('Download').click(),
        ]);
        assert.ok((await readFile(await download.path())).equals(contents[file] ?? Buffer.of()));
      }
      await link('File orders.csv').click();
      await button('Query').click();
      await page.locator('.cm-content').getByText('CREATE EXTERNAL TABLE `orders` (').waitFor();
      await page.locator('.cm-content').getByText(`LOCATION '${path}/data'`).waitFor();
    });

    test(`${name}: files are renamed, copied, moved and deleted`, async () => {
      await world.open(`${top}/data`);
      await button('New folder').click();
      await fill('Name', 'inner', 'Create folder');
      await heading('inner');
      await world.open(`${top}/data`);
      await box(hostile).check();
      await button('Rename').click();
      await fill('Name', `new ${hostile}`, 'Rename');
      await link(`File new ${hostile}`).waitFor();
      await box('one.json').check();
      await button('Copy').click();
      await fill('Folder', `${path}/data/inner`, 'Copy');
      await world.open(`${top}/data`);
      await box('notes.txt').check();
      await button('Move').click();
      await fill('Folder', `${path}/data/inner`, 'Move');
      await link('File notes.txt').waitFor({state: 'detached'});
      await link('Folder inner').click();
      await link('File notes.txt').waitFor();
      await box('one.json').check();
      if (name === 'S3') {
        await button('Delete permanently').click();
        await dialog().getByRole('button', {name: 'Delete permanently'}).click();
      } else await button('Move to trash').click();
      await link('File one.json').waitFor({state: 'detached'});
      await shown('1 entry');
    });
  }

  test('HDFS: the trash gives back, and permissions are those of the cluster', async () => {
    const {page} = world;
    const inner = '/app/files/hdfs/user/admin/data/inner';
    await world.open('/app/files/hdfs/user/admin/.Trash/Current/user/admin/data/inner');
    await box('one.json').check();
    await button('Restore').click();
    await page.getByText('This folder is empty').waitFor();
    await world.open(inner);
    await box('one.json').check();
    await button('Permissions').click();
    await dialog().getByRole('checkbox', {name: 'Others: Read'}).uncheck();
    await dialog().getByRole('button', {name: 'Save permissions'}).click();
    await page.getByText('-rw-r-----').waitFor();
    await world.open('/app/files/hdfs/user/bob');
    await page
      .getByRole('alert')
      .getByText(/Permission denied: user=admin/)
      .waitFor();
    // What the server refuses stands on the console as well.
    assert.deepEqual(
      problems.filter(one => !one.startsWith('Failed to load resource')),
      [],
    );
  });
});
