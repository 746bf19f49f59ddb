// Files of a real HDFS, through the addresses that scripts of Hue know, and by two programs of
// others.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {createHash} from 'node:crypto';
import {access, mkdir, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {after, before, describe, it, type TestContext} from 'node:test';
import {promisify} from 'node:util';
import {freePort} from '../../../packages/thrift/test/servers/free-port.ts';
import {needs, type RunningServer} from '../../../packages/thrift/test/servers/start.ts';
import {soon} from '@gazetteer/model/testing';
import {editorForTests} from './editor-fixture.ts';
import {startHdfs} from './hdfs-server.ts';

const run = promisify(execFile);
const scripts = join(import.meta.dirname, 'clients');
const clients = join(import.meta.dirname, '..', '..', '..', '.cache', 'clients', 'bin');
const skip = needs(
  '.cache/hive/complete',
  "Hive's jars in .cache/hive (packages/thrift/test/prepare-servers.sh)",
);
const skipClients =
  skip ||
  (await access(join(clients, 'typer')).then(
    () => false,
    () => 'needs the clients of Hue: apps/catalog/test/clients/prepare.sh',
  ));

type Listing = {
  readonly files: readonly {
    readonly name: string;
    readonly type: string;
    readonly rwx: string;
    readonly stats: {readonly user: string; readonly size: number};
  }[];
  readonly page: {readonly total_count: number; readonly num_pages: number};
};

describe('files of HDFS', {skip}, () => {
  let hdfs: RunningServer;

  before(async () => {
    hdfs = await startHdfs(['ada', 'bob']);
  });
  after(async () => await hdfs?.stop());

  async function opened(t: TestContext) {
    const dead = `http://localhost:${await freePort()}`;
    const ini = `[hadoop]\n[[hdfs_clusters]]\n[[[standby]]]\nwebhdfs_url=${dead}/webhdfs/v1
      [[[default]]]\nwebhdfs_url=http://localhost:${hdfs.port}/webhdfs/v1`;
    const users = {ada: 'ANALYST', bob: 'ANALYST'};
    const editor = await editorForTests(t, undefined, users, ini.replaceAll(/^ +/gm, ''));
    const url = await editor.app.listen({port: 0, host: '127.0.0.1'});
    const folder = await mkdtemp(join(tmpdir(), 'gazetteer-files-'));
    t.after(() => rm(folder, {recursive: true}));
    return {url, folder};
  }

  function as(url: string, name: string) {
    const authorization = `Basic ${Buffer.from(`${name}:${name}`).toString('base64')}`;
    const ask = async (path: string, fields?: Readonly<Record<string, string>>) => {
      const answer = await fetch(url + path, {
        headers: {authorization},
        ...(fields && {method: 'POST', body: new URLSearchParams(fields)}),
      });
      return {status: answer.status, body: (await answer.json()) as Record<string, unknown>};
    };
    const upload = async (dest: string, fileName: string, bytes: AsyncIterable<Buffer>) => {
      const [start, end] = [
        `--x\r\ncontent-disposition: form-data; name="hdfs_file"; filename="${fileName}"\r\n\r\n`,
        '\r\n--x--\r\n',
      ];
      async function* form() {
        yield Buffer.from(start);
        yield* bytes;
        yield Buffer.from(end);
      }
      return await fetch(`${url}/api/v1/storage/upload/file?dest=${encodeURIComponent(dest)}`, {
        method: 'POST',
        headers: {authorization, 'content-type': 'multipart/form-data; boundary=x'},
        body: Readable.toWeb(Readable.from(form())) as ReadableStream,
        duplex: 'half',
      } as RequestInit);
    };
    return {ask, upload, authorization};
  }

  it('are listed, shown, made, renamed, moved, thrown away and restored as the person who asks', async t => {
    const {url} = await opened(t);
    const [ada, bob] = [as(url, 'ada').ask, as(url, 'bob').ask];
    const done = async (path: string, fields: Readonly<Record<string, string>>) => {
      const {status, body} = await ada(`/api/v1/storage/${path}`, fields);
      assert.equal(status, 200, JSON.stringify(body));
      return body['path'];
    };
    assert.equal(await done('mkdir', {path: '/user/ada', name: 'data'}), '/user/ada/data');
    assert.equal(await done('touch', {path: '/user/ada', name: 'ä b.csv'}), '/user/ada/ä b.csv');
    await done('move', {src_path: '["/user/ada/ä b.csv"]', dest_path: '/user/ada/data'});
    await done('rename', {src_path: '/user/ada/data/ä b.csv', dest_path: 'c.csv'});
    for (const path of [
      '/filebrowser/view=/user/ada/data?pagesize=45&pagenum=1&format=json',
      '/api/v1/storage/view=%2Fuser%2Fada%2Fdata',
      '/api/storage/list?path=/user/ada/data&pagenum=1&pagesize=30',
      '/api/v1/storage/view=hdfs%3A%2F%2Fnn%3A8020%2Fuser%2Fada%2Fdata%2F',
    ]) {
      const {body} = await ada(path);
      const {files, page} = body as unknown as Listing;
      assert.deepEqual(
        files.map(({name, type, stats, rwx}) => [name, type, stats.user, rwx]),
        [
          ['..', 'dir', 'ada', 'drwxr-x---'],
          ['.', 'dir', 'ada', 'drwxr-xr-x'],
          ['c.csv', 'file', 'ada', '-rw-r--r--'],
        ],
        path,
      );
      assert.equal(page.total_count, 1);
    }
    const refused = await bob('/api/v1/storage/view=/user/ada');
    assert.equal(refused.status, 403);
    assert.match(String(refused.body['message']), /Permission denied: user=bob/);
    assert.equal((await ada('/api/v1/storage/view=/user/nobody')).status, 404);
    assert.equal((await ada('/api/v1/storage/view=s3a://bucket/x')).status, 400);
    assert.equal((await ada('/api/v1/storage/nothing=/x')).status, 404);
    await done('touch', {path: '/user/ada/data', name: 'd.csv'});
    const taken = await ada('/api/v1/storage/rename', {
      src_path: '/user/ada/data/c.csv',
      dest_path: 'd.csv',
    });
    assert.equal(taken.status, 409, JSON.stringify(taken.body));
    await done('rmtree', {path: '/user/ada/data'});
    assert.equal((await ada('/api/v1/storage/stat=/user/ada/data')).status, 404);
    const thrown = '/user/ada/.Trash/Current/user/ada/data';
    assert.equal((await ada(`/api/v1/storage/stat=${thrown}`)).status, 200);
    assert.equal(await done('trash/restore', {path: thrown}), '/user/ada/data');
    assert.equal((await ada('/api/v1/storage/stat=/user/ada/data/c.csv')).status, 200);
    await done('rmtree', {path: '/user/ada/data', skip_trash: 'true'});
    assert.equal((await ada('/api/v1/storage/stat=/user/ada/data')).status, 404);
  });

  it('are copied, saved, given rights and copies, and the trash is emptied', async t => {
    const {url} = await opened(t);
    const [ada, bob] = [as(url, 'ada').ask, as(url, 'bob').ask];
    const done = async (path: string, fields: Readonly<Record<string, string>>) => {
      const {status, body} = await ada(`/filebrowser/${path}`, fields);
      assert.equal(status, 200, JSON.stringify(body));
      return body['path'];
    };
    const shown = async (path: string) => {
      const {body} = await ada(`/filebrowser/display=${path}`);
      return (body['view'] as {contents: string} | undefined)?.contents;
    };
    const rwx = async (path: string) => (await ada(`/filebrowser/stat=${path}`)).body['rwx'];
    await done('mkdir', {path: '/user/ada', name: 'from'});
    await done('mkdir', {path: '/user/ada/from', name: 'below'});
    await done('touch', {path: '/user/ada/from/below', name: 'a.txt'});
    await done('save', {path: '/user/ada/from/below/a.txt', contents: 'gruß\n'});
    assert.equal(await shown('/user/ada/from/below/a.txt'), 'gruß\n');
    await done('mkdir', {path: '/user/ada', name: 'to'});
    await done('copy', {src_path: '/user/ada/from', dest_path: '/user/ada/to'});
    assert.equal(await shown('/user/ada/to/from/below/a.txt'), 'gruß\n');
    const inside = {src_path: '/user/ada/from', dest_path: '/user/ada/from/below'};
    assert.equal((await ada('/filebrowser/copy', inside)).status, 400);
    await done('save', {path: '/user/ada/to/from/below/a.txt', contents: 'other'});
    assert.equal(await shown('/user/ada/from/below/a.txt'), 'gruß\n');
    const large = {path: '/user/ada/from/below/a.txt', contents: 'x'.repeat(300_000)};
    assert.equal((await ada('/filebrowser/save', large)).status, 400);
    await done('chmod', {path: '["/user/ada/from"]', mode: '700', recursive: 'true'});
    assert.equal(await rwx('/user/ada/from/below/a.txt'), '-rwx------');
    const one = {user_read: 'true', user_write: 'true', group_read: 'true'};
    await done('chmod', {path: '/user/ada/from/below/a.txt', ...one});
    assert.equal(await rwx('/user/ada/from/below/a.txt'), '-rw-r-----');
    assert.equal((await ada('/filebrowser/chmod', {path: '/user/ada', mode: '9'})).status, 400);
    assert.equal((await bob('/filebrowser/chmod', {path: '/user/ada', mode: '777'})).status, 403);
    const owner = {path: '/user/ada/from', user: 'bob'};
    assert.equal((await ada('/filebrowser/chown', owner)).status, 403);
    const group = await ada('/filebrowser/chown', {path: '/user/ada/from', group: 'bob'});
    assert.match(String(group.body['message']), /User ada does not belong to bob/);
    assert.equal((await ada('/filebrowser/chown', {path: '/user/ada/from'})).status, 400);
    const copies = {src_path: '/user/ada/from/below/a.txt', replication_factor: '2'};
    await done('set_replication', copies);
    const {body} = await ada('/filebrowser/stat=/user/ada/from/below/a.txt');
    assert.equal((body['stats'] as {replication: number}).replication, 2);
    const {body: systems} = await ada('/api/v1/storage/filesystems');
    assert.deepEqual(systems['filesystems'], {hdfs: true});
    const {body: trash} = await ada('/filebrowser/trash/get_trash_path?path=/user/ada/x');
    assert.equal(trash['trash_path'], '/user/ada/.Trash/Current');
    await done('rmtree', {path: '/user/ada/to'});
    assert.equal((await ada('/filebrowser/stat=/user/ada/.Trash/Current')).status, 200);
    await done('trash/purge', {});
    assert.equal((await ada('/filebrowser/stat=/user/ada/.Trash')).status, 404);
    await done('trash/purge', {});
    await done('rmtree', {path: '/user/ada/from', skip_trash: 'true'});
  });

  it('come in parts, which are sent again where one broke off, and results go there', async t => {
    const {url} = await opened(t);
    const {ask, authorization} = as(url, 'ada');
    const at = {
      dest: '/user/ada',
      qqfilename: 'in parts.bin',
      qquuid: 'c0ffee00-1',
      qqtotalparts: '3',
    };
    const part = async (index: number, body: AsyncIterable<Buffer>) =>
      await fetch(
        `${url}/filebrowser/upload/chunks/?${new URLSearchParams({...at, qqpartindex: String(index)})}`,
        {
          method: 'POST',
          headers: {authorization, 'content-type': 'multipart/form-data; boundary=x'},
          body: Readable.toWeb(Readable.from(body)) as ReadableStream,
          duplex: 'half',
        } as RequestInit,
      );
    async function* form(bytes: Buffer, isBroken = false) {
      yield Buffer.from('--x\r\ncontent-disposition: form-data; name="f"; filename="b"\r\n\r\n');
      yield bytes;
      if (isBroken) throw new Error('gone');
      yield Buffer.from('\r\n--x--\r\n');
    }
    const blocks = ['a', 'b', 'c'].map(letter => Buffer.alloc(3_000_000, letter));
    const complete = async (size: number) =>
      await ask('/filebrowser/upload/complete/', {...at, qqtotalfilesize: String(size)});
    assert.equal((await part(2, form(blocks[2] ?? Buffer.of()))).status, 200);
    assert.equal(await part(0, form(Buffer.from('other'))).then(one => one.status), 200);
    await assert.rejects(part(1, form(blocks[1] ?? Buffer.of(), true)));
    const early = await complete(9_000_000);
    assert.deepEqual([early.status, early.body['message']], [409, 'Part 1 has not come']);
    assert.equal((await part(1, form(blocks[1] ?? Buffer.of()))).status, 200);
    assert.equal((await complete(9_000_000)).status, 409, 'a part of another file');
    assert.equal((await part(0, form(blocks[0] ?? Buffer.of()))).status, 200);
    const {status, body} = await complete(9_000_000);
    assert.deepEqual([status, body['path']], [200, '/user/ada/in parts.bin']);
    const back = await fetch(`${url}/filebrowser/download=%2Fuser%2Fada%2Fin%20parts.bin`, {
      headers: {authorization},
    });
    assert.ok(Buffer.from(await back.arrayBuffer()).equals(Buffer.concat(blocks)));
    const ranged = async (range: string) => {
      const answer = await fetch(`${url}/filebrowser/download=%2Fuser%2Fada%2Fin%20parts.bin`, {
        headers: {authorization, range},
      });
      const text = await answer.text();
      return [answer.status, answer.headers.get('content-range'), text];
    };
    assert.deepEqual(await ranged('bytes=2999999-3000000'), [
      206,
      'bytes 2999999-3000000/9000000',
      'ab',
    ]);
    assert.deepEqual(await ranged('bytes=-2'), [206, 'bytes 8999998-8999999/9000000', 'cc']);
    assert.deepEqual(await ranged('bytes=8999999-'), [206, 'bytes 8999999-8999999/9000000', 'c']);
    assert.deepEqual(await ranged('bytes=9000000-'), [416, 'bytes */9000000', '']);
    assert.equal((await ranged('lines=1-2'))[0], 200);
    const {files} = (await ask('/filebrowser/view=/user/ada')).body as unknown as Listing;
    assert.ok(files.every(({name}) => !name.includes('c0ffee00')));
    const strange = {...at, qquuid: '../../x', qqtotalfilesize: '1'};
    assert.equal((await ask('/filebrowser/upload/complete', strange)).status, 400);
    const run = await ask('/api/v1/editor/execute/hive', {statement: 'ROWS 3'});
    const operationId = String(run.body['history_uuid']);
    const exported = async (more: Readonly<Record<string, string>>) =>
      await ask('/notebook/api/notebook/export_result', {
        operationId,
        format: '"hdfs-file"',
        destination: '/user/ada/rows.csv',
        ...more,
      });
    await soon(async () => assert.equal((await exported({})).body['status'], 0));
    const rows = await ask('/filebrowser/display=/user/ada/rows.csv');
    assert.equal((rows.body['view'] as {contents: string}).contents.split('\n').length, 5);
    const again = await exported({});
    assert.equal(again.status, 409);
    assert.equal((await exported({overwrite: 'true'})).body['status'], 0);
    const into = await exported({destination: '/user/ada'});
    assert.match(String(into.body['message']), /^result-.*\.csv is in \/user\/ada$/);
  });

  it('of any size pass through without being held, up and down', async t => {
    const {url} = await opened(t);
    const {upload, ask, authorization} = as(url, 'ada');
    const block = Buffer.alloc(2 ** 20, 'gazetteer ');
    const blocks = 300;
    const sent = createHash('sha256');
    let most = 0;
    async function* bytes() {
      for (let n = 0; n < blocks; n++) {
        sent.update(block);
        most = Math.max(most, process.memoryUsage().rss);
        yield block;
      }
    }
    global.gc?.();
    const before = process.memoryUsage().rss;
    const answer = await upload('/user/ada', 'large.bin', bytes());
    assert.equal(answer.status, 200, await answer.text());
    const {body} = await ask('/api/v1/storage/stat=/user/ada/large.bin');
    assert.equal((body['stats'] as {size: number}).size, blocks * block.length);
    const back = await fetch(`${url}/api/v1/storage/download=%2Fuser%2Fada%2Flarge.bin`, {
      headers: {authorization},
    });
    assert.match(back.headers.get('content-disposition') ?? '', /filename="large.bin"/);
    const received = createHash('sha256');
    for await (const chunk of back.body ?? []) {
      received.update(chunk);
      most = Math.max(most, process.memoryUsage().rss);
    }
    assert.equal(received.digest('hex'), sent.digest('hex'));
    // This process is client and server in one.
    assert.ok(most - before < 150 * 2 ** 20, `${(most - before) / 2 ** 20} MiB`);
    const part = await ask('/api/v1/storage/display=/user/ada/large.bin?offset=10&length=9');
    assert.equal((part.body['view'] as {contents: string}).contents, 'gazetteer');
    async function* broken() {
      yield block;
      throw new Error('gone');
    }
    await assert.rejects(upload('/user/ada', 'half.bin', broken()));
    await soon(async () => {
      const {files} = (await ask('/api/v1/storage/view=/user/ada')).body as unknown as Listing;
      assert.ok(files.every(({name}) => name !== 'half.bin'));
    });
    const again = await upload('/user/ada', 'large.bin', Readable.from([block]));
    assert.equal(again.status, 409);
    const outside = await upload('/user/ada', '../../x', Readable.from([block]));
    const {path} = (await outside.json()) as {path?: string};
    assert.ok(path === undefined || path === '/user/ada/x', path);
  });

  it(
    'are used by hueclientrest and by the command line of gethue',
    {skip: skipClients},
    async t => {
      const {url, folder} = await opened(t);
      const python = join(clients, 'python');
      const steps = join(scripts, 'hueclientrest_steps.py');
      const {stdout} = await run(python, ['-B', steps, url, folder], {timeout: 300_000});
      assert.equal(stdout.trim(), '4');
      await mkdir(join(folder, '.config'));
      const command = ['-c', 'from cli.main import app; app()'];
      const gethue = async (...args: string[]) =>
        (
          await run(python, [...command, ...args], {
            timeout: 300_000,
            env: {...process.env, HOME: folder},
          })
        ).stdout;
      const login = ['auth', '--api-url', url, '--username', 'bob', '--password', 'bob'];
      assert.match(await gethue(...login), /Auth: success 200/);
      assert.match(await gethue('connector', 'list'), /"dialect": "hive"/);
      assert.match(await gethue('storage', 'list', '/user/bob'), /part-0 of data\.csv/);
      // It names its engine by a number of another server, which is told.
      assert.match(await gethue('query', 'autocomplete'), /There is no engine 6/);
    },
  );
});
