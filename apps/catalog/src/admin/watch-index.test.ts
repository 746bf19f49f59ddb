import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Log} from '../catalog.ts';
import {hostOver} from '../../test/host-over.ts';
import {watchIndex} from './watch-index.ts';

/** The first line that is logged about an index that answers so. */
async function firstLine(answer: () => Promise<string | undefined>): Promise<string> {
  const line = Promise.withResolvers<string>();
  const keep = (_fields: object, message: string) => line.resolve(message);
  const log: Log = {info: keep, warn: keep, error: keep};
  const stop = watchIndex(hostOver(answer), 'sqlite-fts5', 60_000, log);
  try {
    return await line.promise;
  } finally {
    stop();
  }
}

test('the line names the index when it is well, when it is not, and when it does not answer', async () => {
  assert.equal(
    await firstLine(async () => '{"healthy":true}'),
    'indexBackEnd=sqlite-fts5; isHealthy=true',
  );
  assert.equal(
    await firstLine(async () => '{"healthy":false}'),
    'indexBackEnd=sqlite-fts5; isHealthy=false',
  );
  const fails = () => Promise.reject(new Error('disk full'));
  assert.equal(await firstLine(fails), 'indexBackEnd=sqlite-fts5; isHealthy=false');
});
