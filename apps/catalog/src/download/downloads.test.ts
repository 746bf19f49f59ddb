import assert from 'node:assert/strict';
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type TestContext, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {createLog} from '@gazetteer/server';
import {hostOver} from '../../test/host-over.ts';
import type {Caller} from '../caller.ts';
import type {DownloadArgs, DownloadRequest} from '../search/download-page.ts';
import {type DownloadOptions, Downloads} from './downloads.ts';

const request: DownloadRequest = {
  kind: 'BASIC',
  format: 'csv',
  searchParameters: {typeName: 'hive_table'},
  labels: {},
};
const by = (userName: string): Caller => ({actor: {userName, groups: []}, requestId: 'test'});
const log = createLog({level: 'error', format: 'json', destination: {write: () => undefined}});

/** Downloads of one page each, which is given out when `answer` says so. */
function downloadsOver(
  t: TestContext,
  options: Partial<DownloadOptions> = {},
  text = 'x'.repeat(998),
) {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-downloads-'));
  t.after(() => rmSync(folder, {recursive: true}));
  const served: string[] = [];
  const waiting: {resolve: (json: string) => void; reject: (error: Error) => void}[] = [];
  const host = hostOver(async (_name, {actor}, args) => {
    if ((args as DownloadArgs).size === 0) return '{"lines": [], "rows": 0}';
    served.push(actor.userName);
    return await new Promise<string>((resolve, reject) => waiting.push({resolve, reject}));
  });
  const limits = {
    maxPending: 5,
    maxPendingPerUser: 3,
    maxBytesPerUser: 10_000,
    expiryMs: 60_000,
    minFreeBytes: 0,
  };
  const downloads = new Downloads(host, {folder, ...limits, ...options}, log);
  const next = () => soon(() => waiting.shift() ?? assert.fail('no page is asked for'));
  const answer = async () => (await next()).resolve(JSON.stringify({lines: [[text]], rows: 1}));
  const fail = async () => (await next()).reject(new Error('no'));
  const of = async (user: string) => (await downloads.list(user, ['BASIC'])).map(one => one.status);
  return {folder, downloads, served, answer, fail, of};
}

test('one user has some of the places, and others have the rest', async t => {
  const {downloads, answer, of} = downloadsOver(t);
  for (let n = 0; n < 3; n++) await downloads.start(by('mallory'), request);
  await assert.rejects(downloads.start(by('mallory'), request), {
    kind: 'TOO_MANY_PENDING_FILES',
    message:
      /^mallory has 3 files waiting to be written already; .* \(atlas\.download\.search\.max\.pending\.tasks\.per\.user\)$/,
  });
  await downloads.start(by('ann'), request);
  await downloads.start(by('bob'), request);
  await assert.rejects(downloads.start(by('eve'), request), {
    kind: 'PENDING_TASKS_ALREADY_IN_PROGRESS',
  });
  for (let n = 0; n < 5; n++) await answer();
  await soon(async () => assert.deepEqual(await of('bob'), ['COMPLETE']));
  await downloads.start(by('mallory'), request);
  await answer();
  await downloads.close();
});

test('users take turns, whoever asked first and for how many', async t => {
  const {downloads, served, answer} = downloadsOver(t);
  for (let n = 0; n < 3; n++) await downloads.start(by('mallory'), request);
  await downloads.start(by('ann'), request);
  for (let n = 0; n < 4; n++) await answer();
  await soon(() => assert.deepEqual(served, ['mallory', 'ann', 'mallory', 'mallory']));
  await downloads.close();
});

test('the oldest files go where a user has too much, and others keep theirs', async t => {
  const {folder, downloads, answer} = downloadsOver(t, {maxBytesPerUser: 2500});
  const write = async (user: string) => {
    const name = await downloads.start(by(user), request);
    await answer();
    await soon(() => assert.ok(readdirSync(join(folder, user)).includes(name)));
    return name;
  };
  const ofAnn = await write('ann');
  const names = [await write('mallory'), await write('mallory'), await write('mallory')];
  await soon(() =>
    assert.deepEqual(readdirSync(join(folder, 'mallory')).sort(), names.slice(1).sort()),
  );
  assert.deepEqual(readdirSync(join(folder, 'ann')), [ofAnn]);
  await downloads.close();
});

test('a file that is too large by itself, or for the disk, is not written', async t => {
  const large = downloadsOver(t, {maxBytesPerUser: 2000}, 'x'.repeat(2000));
  await large.downloads.start(by('mallory'), request);
  await large.answer();
  await soon(async () => assert.deepEqual(await large.of('mallory'), ['FAILED']));
  const [{reason} = {}] = await large.downloads.list('mallory', ['BASIC']);
  assert.equal(reason, 'it is larger than the 2.0 kB that a user may have');
  assert.deepEqual(readdirSync(join(large.folder, 'mallory')), []);
  await large.downloads.close();

  const full = downloadsOver(t, {minFreeBytes: 2 ** 60});
  await assert.rejects(full.downloads.start(by('mallory'), request), {kind: 'DISK_FULL'});
  assert.deepEqual(full.served, []);
  await full.downloads.close();
});

test('of files that could not be written the newest are remembered', async t => {
  const {downloads, fail, of} = downloadsOver(t);
  for (let n = 0; n < 5; n++) {
    await downloads.start(by('mallory'), request);
    await fail();
    await soon(async () =>
      assert.deepEqual(await of('mallory'), Array(Math.min(n + 1, 3)).fill('FAILED')),
    );
  }
  await downloads.close();
});
