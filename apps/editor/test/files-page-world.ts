// The pages of files in a real browser, over files in memory: what their suites share.
import assert from 'node:assert/strict';
import {ByteWriter, parquetWrite} from 'hyparquet-writer';
import {type EditorForTests, editorForTests} from './editor-fixture.ts';
import {MemoryFiles} from './memory-files.ts';
import {usePages} from './page-fixture.ts';

export const home = '/user/admin';
export const hostile = '<img src=x onerror=alert(1)> %2F & "\'.csv';

/** With a number and a name in each row. */
export function parquet(rows: number): Buffer {
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

/** Inside of a suite: an editor over the files of `admin` and a bucket of a store of S3. */
export function useFiles() {
  const files = new MemoryFiles(['admin', 'bob']);
  const store = new MemoryFiles([], ['lake']);
  let editor: EditorForTests | undefined;
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
    fill(files);
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
  const running = () => editor ?? assert.fail('the suite has not started');
  return {world, files, running, link, button, heading};
}

/** What there is to see. */
export function fill(files: MemoryFiles): void {
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
}
