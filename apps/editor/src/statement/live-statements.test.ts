import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {SqliteDatabase} from '@gazetteer/db';
import {AppError} from '@gazetteer/model';
import {soon} from '@gazetteer/model/testing';
import {TestLog} from '../../test/test-log.ts';
import {SessionPool} from '../session/session-pool.ts';
import {LiveStatements} from './live-statements.ts';
import {FolderResults} from './results/folder-results.ts';
import {StatementStore} from './statement-store.ts';

test('a store that is away at the start ends nothing, and is asked again', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'live-statements-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  t.mock.timers.enable({apis: ['setInterval']});
  const log = new TestLog();
  const db = new SqliteDatabase({file: join(folder, 'editor.db')});
  t.after(() => db.close());
  const store = await StatementStore.open(db);
  const asked = t.mock.method(store, 'unfinished', async () => {
    throw new AppError('DATABASE_AWAY', []);
  });
  const live = await LiveStatements.open({
    engines: new Map(),
    pool: new SessionPool({log, sweepMs: 0}),
    store,
    results: await FolderResults.open(join(folder, 'results'), false),
    log,
    idleMs: 60_000,
  });
  t.after(() => live.stop());
  live.resumeAll();
  await soon(() => assert.ok(log.lines.some(one => /not taken up again yet/.test(one.message))));
  asked.mock.mockImplementation(async () => []);
  for (const times of [2, 2]) {
    t.mock.timers.tick(30_000);
    await soon(() => assert.equal(asked.mock.callCount(), times));
  }
});
