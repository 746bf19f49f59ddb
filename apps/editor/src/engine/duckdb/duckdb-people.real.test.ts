// What one person can do to another, or to the machine, through the embedded engine: nothing.
import assert from 'node:assert/strict';
import {mkdtemp, readdir, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {suite, test, type TestContext} from 'node:test';
import {DiskRoom} from '@gazetteer/server';
import {duckDbForTests} from '../../../test/duckdb-fixture.ts';
import {TestLog} from '../../../test/test-log.ts';
import {queryOnce} from '../query-once.ts';
import type {SqlSession} from '../sql-engine.ts';
import type {DuckDbEngine} from './duckdb-engine.ts';

const few = {maxRows: 100, timeoutMs: 60_000};

async function peopleOf(t: TestContext, more: Parameters<typeof duckDbForTests>[2] = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-people-'));
  const engine = duckDbForTests(folder, new TestLog(), more);
  t.after(async () => {
    engine.kill();
    await rm(folder, {recursive: true, force: true, maxRetries: 5});
  });
  return {folder, engine, open: (name: string) => sessionOf(engine, name)};
}

async function sessionOf(engine: DuckDbEngine, name: string) {
  const session = await (await engine.locate({name})).open();
  const run = async (sql: string) => (await queryOnce(session, sql, few)).rows;
  return {session, run};
}

/** How a statement ended. */
async function end(session: SqlSession, sql: string) {
  const statement = await session.submit(sql);
  for (;;) {
    const progress = await statement.progress();
    if (progress.state !== 'running') return progress;
    await delay(20);
  }
}

suite('people of the embedded engine', () => {
  test('have tables, functions and files of their own', async t => {
    const {open} = await peopleOf(t);
    const [ada, bob] = [await open('ada'), await open('Bob')];
    await ada.run('CREATE TABLE payroll AS SELECT 100 AS salary');
    await ada.run('CREATE MACRO main.count(x) AS 7');
    await ada.run("COPY payroll TO 'payroll.csv'");
    await assert.rejects(bob.run('SELECT * FROM payroll'), /payroll does not exist/);
    assert.deepEqual(await bob.run('SELECT count(*) FROM range(3)'), [[3n]]);
    assert.deepEqual(await bob.run("SELECT * FROM glob('*')"), []);
    await assert.rejects(bob.run("FROM '../../ada/files/payroll.csv'"), /Permission Error/);
    await assert.rejects(
      bob.run("ATTACH '../../ada/warehouse.duckdb' AS hers"),
      /Permission Error/,
    );
    assert.deepEqual(await bob.session.databases(), ['main', 'sample']);
    assert.deepEqual(await bob.session.tables('main'), []);
  });

  test('read the same sample data, which nobody changes or takes away', async t => {
    const {folder, open} = await peopleOf(t);
    const [ada, bob] = [await open('ada'), await open('bob')];
    await assert.rejects(ada.run('DELETE FROM sample.orders'), /read-only/);
    await assert.rejects(ada.run('DROP TABLE sample.orders'), /read-only/);
    for (const sql of [
      'DETACH sample',
      'detach database if exists "sample"',
      '/* x */ -- y\n DETACH sample',
    ]) {
      await assert.rejects(ada.run(sql), /shared by everybody/, sql);
    }
    await assert.rejects(
      ada.run(`ATTACH '${join(folder, 'sample.duckdb')}' AS mine`),
      /already attached/,
    );
    assert.deepEqual(await bob.run('SELECT count(*) FROM sample.orders'), [[20_000n]]);
  });

  test('do not read what others have run', async t => {
    const {open} = await peopleOf(t);
    const [ada, bob] = [await open('ada'), await open('bob')];
    for (const sql of [
      "CALL enable_logging('QueryLog')",
      "SELECT * FROM enable_logging('QueryLog')",
      'FROM "enable_logging" (\'QueryLog\')',
      "/* /* */ */ CALL enable_logging('QueryLog')",
      "-- why\rCALL enable_logging('QueryLog')",
      "\u200bCALL enable_logging('QueryLog')",
      'CALL/* version */disable_logging()',
      'CALL disable_logging()',
      'PRAGMA enable_profiling',
      "IMPORT DATABASE 'x'",
      "IMPORT/**/DATABASE 'x'",
      "\u200bIMPORT DATABASE 'x'",
      'LOAD json',
    ]) {
      await assert.rejects(
        ada.run(sql),
        {kind: 'refused', message: /not (allowed|to be changed)|^Begin with a word/},
        sql,
      );
    }
    // Put together where nobody can see it, it is about one's own statements alone.
    await ada.run("FROM query('FROM enable_' || 'logging(''QueryLog'')')").catch(() => undefined);
    await bob.run("SELECT 'password of the payroll: hunter2' AS s");
    const seen = JSON.stringify(await ada.run('SELECT message FROM duckdb_logs'));
    assert.ok(!seen.includes('password of the payroll'), seen);
    assert.deepEqual(await ada.run('CALL pragma_version()').then(rows => rows.length), 1);
    assert.deepEqual(
      await ada.run("PRAGMA table_info('sample.orders')").then(rows => rows.length),
      5,
    );
    assert.deepEqual(await ada.run('CHECKPOINT'), []);
  });

  test('go on while the statement of another one cannot be read to its end', async t => {
    const {open} = await peopleOf(t, {limits: {graceMs: 6000}});
    const [ada, bob] = [await open('ada'), await open('bob')];
    await ada.run('CREATE TABLE kept AS SELECT 1 AS n');
    const hanging = Promise.allSettled(
      [1, 2].map(() => ada.session.submit(`SELECT ${'/*'.repeat(30_000)}`)),
    );
    assert.deepEqual(await bob.run('SELECT 1'), [[1]]);
    for (const result of await hanging) {
      assert.equal(result.status, 'rejected');
      assert.match(String(result.reason), /no answer within 6 s, so it was ended/);
    }
    assert.equal(ada.session.isOpen, false);
    await ada.session.close();
    assert.deepEqual(await bob.run('SELECT 1'), [[1]]);
    assert.deepEqual(await (await open('ada')).run('SELECT n FROM kept'), [[1]]);
  });

  test('lose a statement that cannot be stopped, and the process with it', async t => {
    const {engine, open} = await peopleOf(t, {limits: {timeoutMs: 100, graceMs: 6000}});
    const {session} = await open('ada');
    const statement = await session.submit(
      'SELECT count(*) FROM range(100000000000) t(i) WHERE i % 7 = 3',
    );
    engine.kill('SIGSTOP');
    await assert.rejects(statement.progress(), {kind: 'timeout', message: /it was ended/});
    assert.equal(session.isOpen, false);
  });

  test('have so much of the disk and no more, and can make room', async t => {
    const {folder, open} = await peopleOf(t, {quotaBytes: 20e6});
    const [ada, bob] = [await open('ada'), await open('bob')];
    const large = "COPY (SELECT repeat('x', 1000) FROM range(100000000)) TO 'big.csv'";
    const {state, error} = await end(ada.session, large);
    assert.equal(state, 'failed');
    assert.match(
      error?.message ?? '',
      /^Your tables and files take .* of the 20 MB that each person has: drop tables/,
    );
    const files = join(folder, 'people', 'ada', 'files');
    // DuckDB may take away what a stopped COPY has written, sooner or later.
    await writeFile(join(files, 'kept.csv'), Buffer.alloc(21e6));
    await assert.rejects(ada.run('CREATE TABLE more AS SELECT 1'), {
      kind: 'refused',
      message: /drop tables/,
    });
    await assert.rejects(ada.run("EXPLAIN ANALYZE COPY (SELECT 1) TO 'more.csv'"), {
      kind: 'refused',
    });
    assert.deepEqual(await ada.run('SELECT 1'), [[1]]);
    await bob.run('CREATE TABLE mine AS SELECT 1');
    for (const name of ['kept.csv', 'big.csv']) await rm(join(files, name), {force: true});
    await ada.run('CREATE TABLE more AS SELECT 1');

    const grown = await end(
      ada.session,
      'CREATE TABLE big AS SELECT i, md5(i::varchar) FROM range(100000000) t(i)',
    );
    assert.match(grown.error?.message ?? '', /of the 20 MB/);
    await ada.run('DROP TABLE more');
    await ada.run('CHECKPOINT');
    await ada.run('CREATE TABLE more AS SELECT 2');
  });

  test('store nothing more where the disk has little room left', async t => {
    const disk = new DiskRoom(tmpdir(), 1e15);
    const {folder, open} = await peopleOf(t, {disk});
    const ada = await open('ada');
    await assert.rejects(ada.run('CREATE TABLE a AS SELECT 1'), {
      kind: 'refused',
      message: /stay free: ask your/,
    });
    assert.deepEqual(await ada.run('SELECT count(*) FROM sample.products'), [[200n]]);
    assert.ok((await stat(join(folder, 'people', 'ada', 'warehouse.duckdb'))).size < 1e6);
  });

  test('are no more at a time than there may be, also when all come in the same moment', async t => {
    const {open} = await peopleOf(t, {maxPeople: 2});
    // The sample data is there, so that nobody waits for it.
    await (await open('ada')).session.close();
    const came = await Promise.allSettled(['bob', 'cyn', 'dan', 'eve'].map(open));
    const reasons = came.flatMap(one =>
      one.status === 'rejected' ? [(one.reason as {kind: string}).kind] : [],
    );
    assert.deepEqual(reasons, ['too-many-sessions', 'too-many-sessions']);
  });

  test('wait for a place where as many run as may, and get that of whoever is through', async t => {
    const {folder, open} = await peopleOf(t, {maxPeople: 2});
    const [ada] = [await open('ada'), await open('bob')];
    await assert.rejects(open('cyn'), {kind: 'too-many-sessions', message: /2 people are using/});
    await ada.run('CREATE TABLE kept AS SELECT 1');
    await ada.session.close();
    const cyn = await open('cyn');
    assert.deepEqual(await cyn.run('SELECT 1'), [[1]]);
    await assert.rejects(open('ada'), {kind: 'too-many-sessions'});
    assert.deepEqual((await readdir(join(folder, 'people'))).sort(), ['ada', 'bob', 'cyn']);
  });
});
