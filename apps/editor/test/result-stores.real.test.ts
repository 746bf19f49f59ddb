// Rows of results in real servers of S3.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {existsSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {it, type TestContext} from 'node:test';
import {AwsClient} from 'aws4fetch';
import {soon} from '@gazetteer/model/testing';
import {needs, root, start} from '../../../packages/thrift/test/servers/start.ts';
import {sharedResults} from '../src/statement/results/result-store.contract.ts';
import {S3Results} from '../src/statement/results/s3-results.ts';

const key = {accessKeyId: 'labkey', secretAccessKey: 'labsecret', region: 'us-east-1'};

/** A store with a bucket. */
async function storeOf(t: TestContext, kind: string) {
  const server = await start('s3.sh', [kind], {seconds: 60});
  t.after(async () => await server.stop());
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-results-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  const endpoint = `http://127.0.0.1:${server.port}`;
  const direct = new AwsClient({...key, service: 's3', retries: 0});
  await soon(async () =>
    assert.equal((await direct.fetch(`${endpoint}/lake`, {method: 'PUT'})).status, 200),
  );
  const place = {bucket: 'lake', prefix: 'results/', encryption: undefined};
  return async () => await S3Results.open({...key, endpoint, timeoutMs: 30_000}, place, folder);
}

sharedResults(
  'versitygw',
  async t => await storeOf(t, 'versitygw'),
  existsSync(join(root, '.cache', 's3', 'versitygw'))
    ? false
    : 'versitygw is not in .cache/s3 (packages/thrift/test/servers/s3.sh)',
);

it(
  'are not kept in s3proxy, which ignores conditions',
  {skip: needs('.cache/s3/complete', 'a server of S3 in .cache/s3')},
  async t => {
    const open = await storeOf(t, 's3proxy');
    await assert.rejects(open(), /the store ignores If-None-Match.*Use a store with conditional/);
  },
);
