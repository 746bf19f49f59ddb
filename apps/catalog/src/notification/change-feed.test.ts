import assert from 'node:assert/strict';
import {test} from 'node:test';
import {hostOver} from '../../test/host-over.ts';
import {ChangeFeed} from './change-feed.ts';

test('changes that come without a pause are told all the same', async t => {
  t.mock.timers.enable({apis: ['setTimeout']});
  let asked = 0;
  const host = hostOver(async () => JSON.stringify(String(++asked)));
  const log = {info: () => undefined, warn: () => undefined, error: () => undefined};
  const feed = new ChangeFeed(host, log);
  t.after(() => feed.close());
  for (let n = 0; n < 10; n++) {
    feed.wake();
    t.mock.timers.tick(20);
  }
  assert.ok(asked > 0);
});
