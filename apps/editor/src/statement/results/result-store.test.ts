import assert from 'node:assert/strict';
import {mkdir, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, it, type TestContext} from 'node:test';
import {memoryS3} from '../../../test/memory-s3.ts';
import {FolderResults} from './folder-results.ts';
import {openResultStore} from './open-results.ts';
import {add, id, type OpenShared, sharedResults, valuesOf} from './result-store.contract.ts';
import {S3Results} from './s3-results.ts';

const place = {bucket: 'lake', prefix: 'results/', encryption: undefined};

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-results-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  return folder;
}

/** What two nodes open that share one store. */
const shared: Readonly<Record<string, OpenShared>> = {
  'a folder': async t => {
    const folder = await folderOf(t);
    return async () => await FolderResults.open(folder, true);
  },
  S3: async t => {
    const [folder, {options}] = [await folderOf(t), await memoryS3(t)];
    return async () => await S3Results.open(options, place, folder);
  },
};

for (const [name, opened] of Object.entries(shared)) sharedResults(name, opened);

describe('a result in S3', () => {
  it('leaves no object behind', async t => {
    const {objects, options} = await memoryS3(t);
    const store = await S3Results.open(options, place, await folderOf(t));
    const spool = await store.begin(id);
    assert.equal(objects.size, 0, 'the probe is gone, and nothing is kept of what has no rows');
    for (let n = 0; n < 20; n++) await add(spool, n);
    await add(spool);
    assert.equal(objects.size, 22);
    await store.remove(id);
    assert.equal(objects.size, 0);
  });

  it('goes in parts where a page is large, and is encrypted by the store if asked', async t => {
    const {objects, options} = await memoryS3(t);
    const encrypted = {...place, encryption: 'AES256'};
    const store = await S3Results.open(options, encrypted, await folderOf(t));
    const spool = await store.begin(id);
    const large = 'x'.repeat(9 * 2 ** 20);
    await add(spool, large, 'ä');
    await add(spool);
    const there = await store.open(id);
    assert.deepEqual(await valuesOf(there), [large, 'ä']);
    const asked = [...objects.values()].map(one => one.headers['x-amz-server-side-encryption']);
    assert.deepEqual(asked, ['AES256', 'AES256', 'AES256']);
  });

  it('that somebody has removed has expired for whoever still reads it', async t => {
    const {options} = await memoryS3(t);
    const store = await S3Results.open(options, place, await folderOf(t));
    const spool = await store.begin(id);
    await add(spool, 1);
    await add(spool);
    const there = await store.open(id);
    await store.remove(id);
    await assert.rejects(there.read(0, 1), {kind: 'statement-expired'});
  });

  it('is kept though answers are lost and the store is busy at times', async t => {
    const memory = await memoryS3(t);
    const store = await S3Results.open(memory.options, place, await folderOf(t));
    const spool = await store.begin(id);
    const seen = new Set<string>();
    const wrong = [[503, 'SlowDown'], 'lost', [409, 'ConditionalRequestConflict']] as const;
    memory.trouble = (method, name) => {
      const asked = `${method} ${name}`;
      if (seen.has(asked)) return undefined;
      seen.add(asked);
      return wrong[seen.size % 3];
    };
    for (let n = 0; n < 4; n++) await add(spool, n);
    await add(spool);
    const there = await store.reopen(id);
    assert.deepEqual(there && (await valuesOf(there)), [0, 1, 2, 3]);
    assert.ok(there?.isAtEnd);
  });

  it('can be stored when the store is back, and is found then by who removes old ones', async t => {
    const memory = await memoryS3(t);
    const store = await S3Results.open(memory.options, place, await folderOf(t));
    const spool = await store.begin(id);
    memory.trouble = () => [503, 'SlowDown'];
    await assert.rejects(add(spool, 1), /SlowDown/);
    memory.trouble = () => undefined;
    await add(spool, 1);
    await add(spool);
    await store.removeUnused(-1000, () => false);
    assert.equal(memory.objects.size, 0);
  });

  it('is not told to have expired where the bucket is gone', async t => {
    const memory = await memoryS3(t);
    const store = await S3Results.open(memory.options, place, await folderOf(t));
    memory.trouble = () => [404, 'NoSuchBucket'];
    await assert.rejects(store.reopen(id), /NoSuchBucket/);
  });

  it('leaves nothing behind that is removed while it is written', async t => {
    const {objects, options} = await memoryS3(t);
    const store = await S3Results.open(options, place, await folderOf(t));
    const spool = await store.begin(id);
    await add(spool, 1);
    const written = spool.append({columns: [[2]], rowCount: 1});
    await spool.remove();
    await written;
    const left = [`lake/results/used/${id}`];
    assert.deepEqual([...objects.keys()], left, 'others may have the same result');
    await assert.rejects(add(spool, 2), {kind: 'statement-expired'});
    await assert.rejects(spool.moveCursor(1), {kind: 'statement-expired'});
    assert.deepEqual([...objects.keys()], left);
  });

  it('is removed for its age alone: what is used since, and what is none, stays', async t => {
    const {objects, options} = await memoryS3(t);
    const store = await S3Results.open(options, place, await folderOf(t));
    const object = (at: Date) => ({bytes: Buffer.from(''), headers: {}, at});
    const [used, others] = [`lake/results/used/${id}`, 'lake/results/used/of-somebody-else'];
    for (const name of [used, others]) objects.set(name, object(new Date(0)));
    objects.set(`lake/results/rows/${id}/1/0`, object(new Date(0)));
    await store.removeUnused(60_000, () => {
      objects.set(used, object(new Date()));
      return false;
    });
    assert.equal(objects.size, 3);
    objects.set(used, object(new Date(0)));
    await store.removeUnused(60_000, () => false);
    assert.deepEqual([...objects.keys()], [others]);
    // As a writer leaves it behind that was cut off from the others.
    objects.set(`lake/results/rows/${id}/1/0`, object(new Date(0)));
    await store.removeUnused(60_000, () => false);
    assert.deepEqual([...objects.keys()], [others]);
  });

  it('is not kept in a store that ignores conditions', async t => {
    const {objects, options} = await memoryS3(t, false);
    const store = {...options, sessionToken: undefined};
    const given = {results: 's3://lake/results', encryption: 'off', store} as const;
    await assert.rejects(
      openResultStore(given, await folderOf(t)),
      /Cannot keep results in --results s3:\/\/lake\/results\/ .*ignores If-None-Match/,
    );
    assert.equal(objects.size, 0);
  });

  it('needs a key', async t => {
    const given = {results: 's3://lake', encryption: 'off', store: undefined} as const;
    await assert.rejects(openResultStore(given, await folderOf(t)), /needs a key: \[aws\]/);
  });
});

it('a folder that nodes share has nothing of a result that was given up before its end', async t => {
  const folder = await folderOf(t);
  const store = await openResultStore({results: folder, encryption: 'off', store: undefined}, '');
  const spool = await store.begin(id);
  await add(spool, 1);
  assert.equal((await readdir(folder)).length, 1);
  await spool.close();
  assert.deepEqual(await readdir(folder), []);
});

it('a folder that nodes share may have other things in it, which stay', async t => {
  const folder = await folderOf(t);
  const store = await FolderResults.open(folder, true);
  await mkdir(join(folder, 'lost+found'));
  for (const name of ['notes.txt', id, `${id}.part`, `${id}.${id}`, 'probe.1'])
    await writeFile(join(folder, name), '');
  assert.deepEqual(await store.stored(), new Set([id]));
  await store.removeUnused(-1000, () => false);
  assert.deepEqual((await readdir(folder)).sort(), ['lost+found', 'notes.txt']);
});
