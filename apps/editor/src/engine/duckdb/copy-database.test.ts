import assert from 'node:assert/strict';
import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {duckDbForTests} from '../../../test/duckdb-fixture.ts';
import {TestLog} from '../../../test/test-log.ts';
import {queryOnce} from '../query-once.ts';
import {copyDuckDbDatabase} from './copy-database.ts';

const few = {maxRows: 100, timeoutMs: 60_000};

test('a database that is being written to is copied as of one moment', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-copy-'));
  const engine = duckDbForTests(folder, new TestLog());
  t.after(async () => {
    engine.kill();
    await rm(folder, {recursive: true, force: true, maxRetries: 5});
  });
  const session = await (await engine.locate({name: 'ada'})).open();
  const run = async (sql: string) => (await queryOnce(session, sql, few)).rows;
  await run('CREATE TABLE numbers (i BIGINT, pad VARCHAR)');
  const written = {count: 0};
  const stop = new AbortController();
  const writing = (async () => {
    for (let n = 1; !stop.signal.aborted; n++) {
      const rows = n % 7 === 0 ? 5000 : 1;
      await run(
        `INSERT INTO numbers SELECT ${written.count} + i, repeat('x', 50) || random() FROM range(${rows}) t(i)`,
      );
      written.count += rows;
      if (n % 20 === 0) await run('CHECKPOINT');
    }
  })();
  const own = join(folder, 'people', 'ada');
  for (const n of [1, 2, 3]) {
    await soon(() => assert.ok(written.count >= n * 1000));
    const before = written.count;
    const copy = join(own, 'files', `copy${n}.duckdb`);
    assert.equal(await copyDuckDbDatabase(join(own, 'warehouse.duckdb'), copy), 1);
    const reader = await (await engine.locate({name: 'ada'})).open();
    const ask = async (sql: string) => (await queryOnce(reader, sql, few)).rows;
    await ask(`ATTACH 'copy${n}.duckdb' AS copy${n} (READ_ONLY)`);
    const [[rows, different, last] = []] = await ask(
      `SELECT count(*), count(DISTINCT i), max(i) FROM copy${n}.numbers`,
    );
    await reader.close();
    assert.ok(Number(rows) >= before, `${String(rows)} rows of ${before}`);
    assert.deepEqual([different, Number(last) + 1], [rows, Number(rows)]);
  }
  stop.abort();
  await writing;
  assert.deepEqual(
    (await readdir(join(own, 'files'))).sort(),
    ['copy1.duckdb', 'copy2.duckdb', 'copy3.duckdb'],
    'no log is left beside a copy',
  );
});
