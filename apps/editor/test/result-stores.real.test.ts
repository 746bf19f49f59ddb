// Rows of results in real servers of S3.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, it, type TestContext} from 'node:test';
import {AwsClient} from 'aws4fetch';
import {soon} from '@gazetteer/model/testing';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {sharedResults} from '../src/statement/results/result-store.contract.ts';
import {S3Results} from '../src/statement/results/s3-results.ts';

const key = {accessKeyId: 'labkey', secretAccessKey: 'labsecret', region: 'us-east-1'};

/** One of each kind for all tests, since it takes its seconds to start. */
const endpoints = new Map<string, Promise<string>>();
const servers: RunningServer[] = [];
after(async () => {
  for (const server of servers) await server.stop();
});
let count = 0;

async function endpointOf(kind: string): Promise<string> {
  const server = await start('s3.sh', [kind], {seconds: 60});
  servers.push(server);
  const endpoint = `http://127.0.0.1:${server.port}`;
  const direct = new AwsClient({...key, service: 's3', retries: 0});
  await soon(async () =>
    assert.equal((await direct.fetch(`${endpoint}/lake`, {method: 'PUT'})).status, 200),
  );
  return endpoint;
}

/** A store with a bucket. */
async function storeOf(t: TestContext, kind: string) {
  const running = endpoints.get(kind) ?? endpointOf(kind);
  endpoints.set(kind, running);
  const endpoint = await running;
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-results-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  const place = {bucket: 'lake', prefix: `results-${count++}/`, encryption: undefined};
  return async () => await S3Results.open({...key, endpoint, timeoutMs: 30_000}, place, folder);
}

sharedResults(
  'seaweedfs',
  async t => await storeOf(t, 'seaweedfs'),
  needs('.cache/s3/seaweedfs/complete', 'a server of S3 in .cache/s3'),
);

it(
  'are not kept in s3proxy, which ignores conditions',
  {skip: needs('.cache/s3/complete', 'a server of S3 in .cache/s3')},
  async t => {
    const open = await storeOf(t, 's3proxy');
    await assert.rejects(open(), /the store ignores If-None-Match.*Use a store with conditional/);
  },
);
