import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {MemoryEngine} from '../../test/memory-engine.ts';
import {TestLog} from '../../test/test-log.ts';
import {SessionPool} from '../session/session-pool.ts';
import {FetchedResult} from './fetched-result.ts';
import {FolderResults} from './results/folder-results.ts';
import {ServerSide} from './server-side.ts';

test('whether the server may be asked is looked at directly before it is', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'fetched-result-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  const spool = await (
    await FolderResults.open(folder, false)
  ).begin('00000001-0000-4000-8000-000000000000');
  t.after(() => spool.close());
  const log = new TestLog();
  const engine = new MemoryEngine('hive');
  const pool = new SessionPool({log, sweepMs: 0});
  t.after(() => pool.stop());
  const lease = await pool.lease(engine, {name: 'ada'});
  const running = await lease.session.submit('ROWS 3');
  let mayFetch = true;
  const onServer = {
    lease,
    running: {
      ...running,
      columns: async () => {
        mayFetch = false;
        return await running.columns();
      },
    },
  };
  const nothing = async () => await Promise.resolve();
  const server = new ServerSide(onServer, {
    beforeEnd: nothing,
    mayEnd: () => true,
    onGone: nothing,
    log,
  });
  const result = new FetchedResult(spool, server, {
    hasSuccessor: false,
    mayFetch: () => assert.ok(mayFetch, 'not any more'),
  });
  await assert.rejects(result.rows(1, false), /not any more/);
  assert.deepEqual(engine.asked.fetches, []);
});
