// Files that come in parts, over a store in memory that is the only one here.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {editorForTests} from './editor-fixture.ts';
import {MemoryFiles} from './memory-files.ts';

test('parts make the file that they were counted for, and no others are taken', async t => {
  const {app, editor} = await editorForTests(t, undefined, {ada: 'ADMIN'});
  const store = new MemoryFiles([], ['lake']);
  Object.assign(editor, {files: {hdfs: undefined, s3: store}});
  const headers = {authorization: `Basic ${Buffer.from('ada:ada').toString('base64')}`};
  const url = await app.listen({port: 0, host: '127.0.0.1'});
  const ask = async (path: string, body?: FormData | URLSearchParams) => {
    const answer = await fetch(`${url}/filebrowser/${path}`, {
      headers,
      ...(body && {method: 'POST', body}),
    });
    return {status: answer.status, body: (await answer.json()) as Record<string, unknown>};
  };
  const at = {
    dest: 's3a://lake',
    qqfilename: 'f.bin',
    qquuid: 'c0ffee00-1',
    qqtotalparts: '2',
  };
  const send = async (index: number, text: string) => {
    const form = new FormData();
    form.append('hdfs_file', new Blob([text]), 'b');
    return await ask(
      `upload/chunks/?${new URLSearchParams({...at, qqpartindex: String(index)})}`,
      form,
    );
  };
  const {body: systems} = await ask('filesystems');
  assert.deepEqual(systems['filesystems'], {s3a: true});
  assert.equal((await send(10_000, 'x')).status, 400);
  assert.equal((await send(0, 'one')).status, 200);
  assert.equal((await send(1, 'two')).status, 200);
  const complete = async (fields = {}) =>
    await ask('upload/complete', new URLSearchParams({...at, qqtotalfilesize: '6', ...fields}));
  assert.equal((await complete({qqtotalparts: '10001'})).status, 400);
  const read = store.read.bind(store);
  store.read = async (user, path, part) =>
    path.endsWith('/000001')
      ? ReadableStream.from([Buffer.from('longer')])
      : read(user, path, part);
  assert.equal((await complete()).status, 409, 'a part has changed');
  assert.equal(store.bytesOf('s3a://lake/f.bin'), undefined);
  store.read = read;
  assert.equal((await complete()).status, 200);
  assert.equal(store.bytesOf('s3a://lake/f.bin')?.toString(), 'onetwo');
});
