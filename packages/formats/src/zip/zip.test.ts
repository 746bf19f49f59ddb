import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {ZipReader, type ZipLimits} from './zip-reader.ts';
import {ZipWriter} from './zip-writer.ts';

const limits: ZipLimits = {
  maxEntries: 100_000,
  maxEntryBytes: 1_000_000,
  maxTotalBytes: 10_000_000,
};

async function fileIn(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zip-'));
  t.after(() => rm(folder, {recursive: true}));
  return join(folder, 'a.zip');
}

async function archive(t: TestContext, entries: Record<string, string>): Promise<string> {
  const path = await fileIn(t);
  const writer = await ZipWriter.create(path);
  await writer.add(Object.entries(entries).map(([name, text]) => ({name, text})));
  assert.equal(await writer.close(), (await readFile(path)).length);
  return path;
}

async function opened(
  t: TestContext,
  path: string,
  some: Partial<ZipLimits> = {},
): Promise<ZipReader> {
  const reader = await ZipReader.open(path, {...limits, ...some});
  t.after(() => reader.close());
  return reader;
}

const refused = (path: string, reason: RegExp, some: Partial<ZipLimits> = {}) =>
  assert.rejects(
    ZipReader.open(path, {...limits, ...some}),
    (error: Error & {kind?: string}) =>
      error.kind === 'IMPORT_INVALID_ZIP_ENTRY' && reason.test(error.message),
    String(reason),
  );

test('what is written is read, in any order', async t => {
  const entries = {'a.json': '{"ä": "日本語"}', 'folder/b.json': 'x'.repeat(100_000), empty: ''};
  const reader = await opened(t, await archive(t, entries));
  assert.deepEqual([...reader.names], Object.keys(entries));
  for (const [name, text] of Object.entries(entries).toReversed())
    assert.equal(await reader.text(name), text);
  assert.equal(await reader.text('none'), undefined);
  assert.equal(reader.has('empty'), true);
});

test('an archive without entries is one', async t => {
  assert.deepEqual([...(await opened(t, await archive(t, {}))).names], []);
});

test('more entries than fit into 16 bits', async t => {
  const path = await fileIn(t);
  const writer = await ZipWriter.create(path);
  const count = 70_000;
  for (let n = 0; n < count; n += 10_000) {
    await writer.add(
      Array.from({length: 10_000}, (_, i) => ({name: `${n + i}.json`, text: String(n + i)})),
    );
  }
  await writer.close();
  const reader = await opened(t, path);
  assert.equal([...reader.names].length, count);
  for (const n of [0, 65_535, 65_536, count - 1])
    assert.equal(await reader.text(`${n}.json`), String(n));
});

test('an archive of another program: sizes behind the data, stored entries, folders, a comment', async t => {
  // Written by Java's ZipOutputStream: deflated `a.json` with a data descriptor, stored `d/b.txt`,
  // the folder `d/`, a comment.
  const path = await fileIn(t);
  await writeFile(path, Buffer.from(javaArchive, 'base64'));
  const reader = await opened(t, path);
  assert.deepEqual([...reader.names], ['a.json', 'd/b.txt']);
  assert.equal(await reader.text('a.json'), '{"hello":"wörld"}');
  assert.equal(await reader.text('d/b.txt'), 'stored');
});

test('what is no archive, or a broken one, is refused', async t => {
  const path = await archive(t, {'a.json': 'hello '.repeat(100)});
  const good = await readFile(path);
  const changed = async (change: (bytes: Buffer) => Buffer) => {
    const bytes = change(Buffer.from(good));
    await writeFile(path, bytes);
    return path;
  };
  await refused(await changed(() => Buffer.from('no archive')), /no ZIP archive/);
  await refused(await changed(() => Buffer.alloc(0)), /no ZIP archive/);
  await refused(await changed(bytes => bytes.subarray(0, 30)), /no ZIP archive/);
  const directory = good.indexOf(Buffer.from('PK\u0001\u0002'));
  await refused(
    await changed(bytes => bytes.fill(0, directory, directory + 4)),
    /directory is broken/,
  );
  const end = good.indexOf(Buffer.from('PK\u0005\u0006'));
  const cutOff = (bytes: Buffer) => {
    bytes.writeUInt32LE(bytes.readUInt32LE(end + 12) - 1, end + 12);
    return bytes;
  };
  await refused(await changed(cutOff), /cut off/);
  const beyond = (bytes: Buffer) => {
    bytes.writeUInt32LE(0x7fffffff, end + 16);
    return bytes;
  };
  await refused(await changed(beyond), /beyond the end/);
  const encrypted = (bytes: Buffer) => {
    bytes.writeUInt16LE(1, directory + 8);
    return bytes;
  };
  await refused(await changed(encrypted), /encrypted/);
  const unknown = (bytes: Buffer) => {
    bytes.writeUInt16LE(12, directory + 10);
    return bytes;
  };
  await refused(await changed(unknown), /compression 12/);
});

test('an entry that is not what the directory says is refused when it is read', async t => {
  const path = await archive(t, {'a.json': 'hello '.repeat(100)});
  const good = await readFile(path);
  const directory = good.indexOf(Buffer.from('PK\u0001\u0002'));
  const read = async (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(good);
    change(bytes);
    await writeFile(path, bytes);
    return await (await opened(t, path)).text('a.json');
  };
  await assert.rejects(
    read(bytes => bytes.writeUInt32LE(1, directory + 16)),
    /checksum/,
  );
  await assert.rejects(
    read(bytes => bytes.writeUInt32LE(601, directory + 24)),
    /length/,
  );
  await assert.rejects(
    read(bytes => bytes.writeUInt32LE(10, directory + 24)),
    /cannot be unpacked/,
  );
  await assert.rejects(
    read(bytes => bytes.fill(0xff, 40, 50)),
    /cannot be unpacked|checksum/,
  );
  await assert.rejects(
    read(bytes => bytes.writeUInt32LE(7, directory + 42)),
    /does not begin/,
  );
});

test('limits: entries, bytes of one, bytes of all, names that are there twice', async t => {
  const path = await archive(t, {a: 'x'.repeat(1000), b: 'y'.repeat(1000), c: 'z'});
  await refused(path, /more than 2 entries/, {maxEntries: 2});
  await refused(path, /larger than 999 bytes/, {maxEntryBytes: 999});
  await refused(path, /larger than 2000 bytes/, {maxTotalBytes: 2000});
  const bytes = await readFile(path);
  const directory = bytes.indexOf(Buffer.from('PK\u0001\u0002'));
  bytes.write('b', directory + 46);
  await writeFile(path, bytes);
  await refused(path, /two of this name/);
});

const javaArchive = [
  'UEsDBBQACAgIAAAAIQAAAAAAAAAAAAAAAAAGAAkAYS5qc29uVVQFAAEAAAAAq1bKSM3JyVeyUio/vK0oJ0WpFgBQSwcIUl2YVBQA',
  'AAASAAAAUEsDBBQACAgIAAAAIQAAAAAAAAAAAAAAAAACAAkAZC9VVAUAAQAAAAADAFBLBwgAAAAAAgAAAAAAAABQSwMECgAACAAA',
  'AAAhAAv5Q1YGAAAABgAAAAcACQBkL2IudHh0VVQFAAEAAAAAc3RvcmVkUEsBAhQAFAAICAgAAAAhAFJdmFQUAAAAEgAAAAYACQAA',
  'AAAAAAAAAAAAAAAAAGEuanNvblVUBQABAAAAAFBLAQIUABQACAgIAAAAIQAAAAAAAgAAAAAAAAACAAkAAAAAAAAAAAAAAFEAAABk',
  'L1VUBQABAAAAAFBLAQIKAAoAAAgAAAAAIQAL+UNWBgAAAAYAAAAHAAkAAAAAAAAAAAAAAIwAAABkL2IudHh0VVQFAAEAAAAAUEsF',
  'BgAAAAADAAMAtAAAAMAAAAAJAGEgY29tbWVudA==',
].join('');
