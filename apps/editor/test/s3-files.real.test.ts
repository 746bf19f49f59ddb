// Files of real servers of S3, through the addresses that scripts of Hue know.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import {describe, it, type TestContext} from 'node:test';
import {AwsClient} from 'aws4fetch';
import {soon} from '@gazetteer/model/testing';
import {needs, start} from '../../../packages/thrift/test/servers/start.ts';
import {editorForTests} from './editor-fixture.ts';

const skip = needs(
  '.cache/s3/seaweedfs/complete',
  'servers of S3 in .cache/s3 (packages/thrift/test/prepare-servers.sh)',
);
/** The second one keeps conditions, which the first one ignores. */
const kinds = ['s3proxy', 'seaweedfs'];

type Listing = {
  readonly files: readonly {readonly name: string; readonly type: string; readonly path: string}[];
  readonly page: {readonly total_count: number};
};

for (const kind of kinds)
  describe(`files of S3, ${kind}`, {skip}, () => {
    async function opened(t: TestContext, users = 'ada', secret = 'labsecret') {
      const server = await start('s3.sh', [kind], {seconds: 60});
      t.after(async () => await server.stop());
      const endpoint = `http://127.0.0.1:${server.port}`;
      const direct = new AwsClient({
        accessKeyId: 'labkey',
        secretAccessKey: 'labsecret',
        region: 'us-east-1',
        service: 's3',
        retries: 0,
      });
      await soon(async () =>
        assert.equal((await direct.fetch(`${endpoint}/lake`, {method: 'PUT'})).status, 200),
      );
      const ini = `[aws]\n[[aws_accounts]]\n[[[default]]]\nhost=${endpoint}\naccess_key_id=labkey
        secret_access_key=${secret}\nusers=${users}`;
      const editor = await editorForTests(
        t,
        undefined,
        {ada: 'ANALYST', bob: 'ANALYST'},
        ini.replaceAll(/^ +/gm, ''),
      );
      const url = await editor.app.listen({port: 0, host: '127.0.0.1'});
      const as = (name: string) => {
        const authorization = `Basic ${Buffer.from(`${name}:${name}`).toString('base64')}`;
        const send = async (path: string, init: RequestInit = {}) =>
          await fetch(url + path, {...init, headers: {authorization, ...init.headers}});
        const ask = async (path: string, fields?: Readonly<Record<string, string>>) => {
          const answer = await send(path, {
            ...(fields && {method: 'POST', body: new URLSearchParams(fields)}),
          });
          return {status: answer.status, body: (await answer.json()) as Record<string, unknown>};
        };
        const done = async (path: string, fields: Readonly<Record<string, string>>) => {
          const {status, body} = await ask(`/filebrowser/${path}`, fields);
          assert.equal(status, 200, JSON.stringify(body));
          return body['path'];
        };
        const names = async (path: string) => {
          const {body} = await ask(`/filebrowser/view=${encodeURIComponent(path)}?pagesize=1000`);
          return (body as unknown as Listing).files.map(one => one.name).slice(2);
        };
        const upload = async (dest: string, fileName: string, bytes: AsyncIterable<Buffer>) => {
          async function* form() {
            yield Buffer.from(
              `--x\r\ncontent-disposition: form-data; name="f"; filename="${fileName}"\r\n\r\n`,
            );
            yield* bytes;
            yield Buffer.from('\r\n--x--\r\n');
          }
          return await send(`/filebrowser/upload/file?dest=${encodeURIComponent(dest)}`, {
            method: 'POST',
            headers: {'content-type': 'multipart/form-data; boundary=x'},
            body: Readable.toWeb(Readable.from(form())) as ReadableStream,
            duplex: 'half',
          } as RequestInit);
        };
        return {send, ask, done, names, upload};
      };
      return {as, direct, endpoint, server};
    }

    it('are listed, made, saved, copied, moved, renamed and deleted', async t => {
      const {as} = await opened(t);
      const {ask, done, names, send} = as('ada');
      const {body: systems} = await ask('/api/v1/storage/filesystems?path=s3a://');
      assert.deepEqual(systems['filesystems'], {s3a: true});
      const {body: top} = await ask('/filebrowser/view=S3A%3A%2F%2F');
      assert.deepEqual(
        (top as unknown as Listing).files.map(one => [one.name, one.path]).slice(-1),
        [['lake', 's3a://lake']],
      );
      assert.equal(await done('mkdir', {path: 's3a://lake', name: 'data'}), 's3a://lake/data');
      for (const name of ["ä b+c%2F&<i>'(1)!*.csv", 'plain.txt'])
        await done('touch', {path: 's3a://lake/data', name});
      assert.deepEqual(await names('s3a://lake/data'), ['plain.txt', "ä b+c%2F&<i>'(1)!*.csv"]);
      await done('save', {path: 's3a://lake/data/plain.txt', contents: 'gruß\n'});
      const shown = async (path: string) =>
        (
          (await ask(`/filebrowser/display=${encodeURIComponent(path)}`)).body['view'] as {
            contents: string;
          }
        ).contents;
      assert.equal(await shown('s3a://lake/data/plain.txt'), 'gruß\n');
      const taken = await ask('/filebrowser/touch', {path: 's3a://lake/data', name: 'plain.txt'});
      assert.equal(taken.status, 409);
      await done('mkdir', {path: 's3a://lake', name: 'to'});
      await done('copy', {src_path: 's3a://lake/data', dest_path: 's3a://lake/to'});
      assert.equal(await shown('s3a://lake/to/data/plain.txt'), 'gruß\n');
      await done('rename', {src_path: 's3a://lake/to/data', dest_path: 'renamed'});
      assert.deepEqual(await names('s3a://lake/to'), ['renamed']);
      assert.equal((await names('s3a://lake/to/renamed')).length, 2);
      await done('move', {src_path: 's3a://lake/data/plain.txt', dest_path: 's3a://lake/to'});
      assert.deepEqual(await names('s3a://lake/to'), ['renamed', 'plain.txt']);
      const into = {src_path: 's3a://lake/to', dest_path: 's3a://lake/to/renamed/x'};
      assert.equal((await ask('/filebrowser/rename', into)).status, 409);
      const {body: summary} = await ask('/filebrowser/content_summary=s3a%3A%2F%2Flake%2Fto');
      assert.deepEqual(summary['summary'], {fileCount: 3, length: 12, spaceConsumed: 12});
      const trashed = await ask('/filebrowser/rmtree', {path: 's3a://lake/to'});
      assert.match(String(trashed.body['message']), /has no trash/);
      await done('rmtree', {path: 's3a://lake/to', skip_trash: 'true'});
      assert.equal((await ask('/filebrowser/stat=s3a%3A%2F%2Flake%2Fto')).status, 404);
      const whole = {path: 's3a://lake', skip_trash: 'true'};
      assert.equal((await ask('/filebrowser/rmtree', whole)).status, 400);
      const rights = {path: 's3a://lake/data', mode: '700'};
      assert.equal((await ask('/filebrowser/chmod', rights)).status, 400);
      const across = {src_path: 's3a://lake/data', dest_path: '/user/ada'};
      assert.equal((await ask('/filebrowser/move', across)).status, 400);
      assert.equal((await ask('/filebrowser/view=s3a%3A%2F%2Fnothing')).status, 404);
      assert.equal((await ask('/filebrowser/view=s3a%3A%2F%2Flake%2Fnothing')).status, 404);
      const page = await send('/filebrowser/view=s3a%3A%2F%2Flake', {
        headers: {accept: 'text/html,*/*'},
        redirect: 'manual',
      });
      assert.equal(page.headers.get('location'), '/app/files/s3a/lake');
    });

    it('are for those alone who are named', async t => {
      const {as} = await opened(t, 'ada');
      assert.equal((await as('ada').ask('/filebrowser/view=s3a%3A%2F%2Flake')).status, 200);
      const {status, body} = await as('bob').ask('/filebrowser/view=s3a%3A%2F%2Flake');
      assert.equal(status, 400);
      assert.match(String(body['message']), /no store of s3a:\/\/ here that you may use/);
      const {body: config} = await as('bob').ask('/api/v1/get_config');
      assert.ok(!JSON.stringify(config['app_config']).includes('"s3"'));
    });

    it('tell of a wrong key and of a server that is gone', async t => {
      const {as, server} = await opened(t, 'ada', 'wrong');
      const wrong = await as('ada').ask('/filebrowser/view=s3a%3A%2F%2F');
      assert.ok(wrong.status >= 400, JSON.stringify(wrong.body));
      assert.ok(!JSON.stringify(wrong.body).includes('labkey'), JSON.stringify(wrong.body));
      await server.kill();
      const gone = await as('ada').ask('/filebrowser/view=s3a%3A%2F%2F');
      assert.match(String(gone.body['message']), /^No answer from http:\/\/127\.0\.0\.1:/);
    });

    it('of any size pass through without being held, and what breaks off leaves nothing', async t => {
      const {as, direct, endpoint} = await opened(t);
      const {upload, ask, send, names} = as('ada');
      const block = Buffer.alloc(2 ** 20, 'gazetteer ');
      const blocks = 500;
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
      const answer = await upload('s3a://lake', 'large.bin', bytes());
      assert.equal(answer.status, 200, await answer.text());
      const back = await send('/filebrowser/download=s3a%3A%2F%2Flake%2Flarge.bin');
      const received = createHash('sha256');
      for await (const chunk of back.body ?? []) {
        received.update(chunk);
        most = Math.max(most, process.memoryUsage().rss);
      }
      assert.equal(received.digest('hex'), sent.digest('hex'));
      // This process is client and server in one, and much of what it has is for the collector yet:
      // a file that is held would show as all of its size, and more.
      const kept = most - before;
      assert.ok(kept < 0.6 * blocks * block.byteLength, `${kept / 2 ** 20} MiB`);
      const part = await send('/filebrowser/download=s3a%3A%2F%2Flake%2Flarge.bin', {
        headers: {range: 'bytes=10-18'},
      });
      assert.equal(await part.text(), 'gazetteer');
      async function* broken() {
        for (let n = 0; n < 20; n++) yield block;
        throw new Error('gone');
      }
      await assert.rejects(upload('s3a://lake', 'half.bin', broken()));
      await soon(async () => {
        const open = await (await direct.fetch(`${endpoint}/lake?uploads`)).text();
        assert.ok(!open.includes('half.bin'), open);
        assert.deepEqual(await names('s3a://lake'), ['large.bin']);
      });
      const again = await upload('s3a://lake', 'large.bin', Readable.from([block]));
      assert.equal(again.status, 409);
      assert.equal((await ask('/filebrowser/stat=s3a%3A%2F%2Flake%2Flarge.bin')).status, 200);
    });

    it('come in parts, and folders have pages', async t => {
      const {as, direct, endpoint} = await opened(t);
      const {ask, send, names} = as('ada');
      const at = {
        dest: 's3a://lake/in',
        qqfilename: 'parts.bin',
        qquuid: 'c0ffee00-1',
        qqtotalparts: '2',
      };
      for (const [index, text] of ['one, ', 'two'].entries()) {
        const body = new FormData();
        body.append('hdfs_file', new Blob([text]), 'b');
        const query = new URLSearchParams({...at, qqpartindex: String(index)});
        const {status} = await send(`/filebrowser/upload/chunks/?${query}`, {method: 'POST', body});
        assert.equal(status, 200);
      }
      const end = {...at, qqtotalfilesize: '8'};
      assert.equal((await ask('/filebrowser/upload/complete', end)).status, 200);
      assert.deepEqual(await names('s3a://lake/in'), ['parts.bin']);
      const {body} = await ask('/filebrowser/display=s3a%3A%2F%2Flake%2Fin%2Fparts.bin');
      assert.equal((body['view'] as {contents: string}).contents, 'one, two');
      for (let n = 0; n < 1050; n++)
        await direct.fetch(`${endpoint}/lake/many/f%20${n}`, {method: 'PUT', body: 'x'});
      const {body: many} = await ask('/filebrowser/view=s3a%3A%2F%2Flake%2Fmany?pagesize=100');
      assert.equal((many as unknown as Listing).page.total_count, 1050);
      const gone = {path: 's3a://lake/many', skip_trash: 'true'};
      assert.equal((await ask('/filebrowser/rmtree', gone)).status, 200);
      assert.deepEqual(await names('s3a://lake'), ['in']);
    });
  });
