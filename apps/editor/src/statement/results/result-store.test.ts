import assert from 'node:assert/strict';
import {mkdtemp, readdir, rm} from 'node:fs/promises';
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
