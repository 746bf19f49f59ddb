import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {AppError} from '@gazetteer/model';
import type {Session} from './database.ts';
import {databaseContract} from './database.contract.ts';
import {SqliteDatabase, SqliteVersion} from './sqlite.ts';

const freshFile = async (t: {after(work: () => Promise<void>): void}): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-sqlite-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  return join(folder, 'test.db');
};

databaseContract('SQLite', async t => {
  const file = await freshFile(t);
  return () => new SqliteDatabase({file});
});

test('a connection for reading sees what others commit and cannot write', async t => {
  const file = await freshFile(t);
  const writer = new SqliteDatabase({file});
  t.after(() => writer.close());
  await writer.write(session => session.run('CREATE TABLE one (id INTEGER)'));
  const reader = new SqliteDatabase({file, readOnly: true});
  t.after(() => reader.close());
  const count = async () =>
    (await reader.read(session => session.all('SELECT id FROM one'))).length;
  assert.equal(await count(), 0);
  await writer.write(session => session.run('INSERT INTO one VALUES (1)'));
  assert.equal(await count(), 1);
  await assert.rejects(
    reader.write(session => session.run('INSERT INTO one VALUES (2)')),
    error => /readonly/.test(String((error as Error).cause ?? error)),
  );
});

test('the stack of what fails while it reads names who has asked, though others came before', async t => {
  const database = new SqliteDatabase({file: await freshFile(t)});
  t.after(() => database.close());
  const before = database.read(session => session.all('SELECT 1'));
  const asksForIt = async () =>
    await database.read(async () => {
      throw new Error('a bug');
    });
  await assert.rejects(asksForIt(), ({stack = ''}: Error) => /at async asksForIt/.test(stack));
  await before;
});

test('one that is closed says so to all who come later, and lets none of them wait', async t => {
  const database = new SqliteDatabase({file: await freshFile(t)});
  await database.close();
  await assert.rejects(database.close(), /not open/);
  await assert.rejects(database.read(session => session.all('SELECT 1')));
  await assert.rejects(database.write(session => session.run('SELECT 1')));
});

test('writes that wait together share one commit', async t => {
  const file = await freshFile(t);
  const database = new SqliteDatabase({file});
  t.after(() => database.close());
  await database.write(session => session.run('CREATE TABLE one (id INTEGER)'));
  const watcher = new SqliteDatabase({file, readOnly: true});
  t.after(() => watcher.close());
  // data_version changes once a commit of another connection.
  const version = async () =>
    (await watcher.read(session => session.all<{data_version: number}>('PRAGMA data_version')))[0]
      ?.data_version ?? 0;
  await version();
  const seen = new Set<number>();
  await Promise.all(
    Array.from({length: 20}, (_, n) =>
      database
        .write(session => session.run('INSERT INTO one VALUES (?)', [n]))
        .then(async () => seen.add(await version())),
    ),
  );
  assert.equal(seen.size, 1);
});

test('whatever is undone before, between and after them, writes of a group are kept', async t => {
  const database = new SqliteDatabase({file: await freshFile(t)});
  t.after(() => database.close());
  await database.write(session => session.run('CREATE TABLE one (id INTEGER PRIMARY KEY)'));
  const put = (id: number) => (session: Session) => session.run('INSERT INTO one VALUES (?)', [id]);
  const refused = (id: number) =>
    database.write(async session => {
      await put(id)(session);
      throw new AppError('BAD_REQUEST', [String(id)]);
    });
  const outcomes = await Promise.allSettled([
    refused(1),
    database.write(put(2), 'undone'),
    database.write(put(3)),
    refused(4),
    database.write(put(5), 'undone'),
    database.write(put(6)),
    database.write(put(3)),
  ]);
  assert.deepEqual(
    outcomes.map(one => one.status),
    ['rejected', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected'],
  );
  const rows = await database.read(session => session.all<{id: number}>('SELECT id FROM one'));
  assert.deepEqual(
    rows.map(one => one.id),
    [3, 6],
  );
});

test('when the shared commit fails all that shared it are told', async t => {
  const file = await freshFile(t);
  const database = new SqliteDatabase({file});
  t.after(() => database.close());
  await database.write(async session => {
    await session.run('CREATE TABLE parent (id INTEGER PRIMARY KEY)');
    await session.run(
      'CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)',
    );
    await session.run('INSERT INTO parent VALUES (1)');
  });
  const outcomes = await Promise.allSettled([
    database.write(session => session.run('INSERT INTO child VALUES (1)')),
    database.write(session => session.run('INSERT INTO child VALUES (2)')),
  ]);
  assert.deepEqual(
    outcomes.map(one => one.status),
    ['rejected', 'rejected'],
  );
  assert.equal((await database.read(session => session.all('SELECT id FROM child'))).length, 0);
  await database.write(session => session.run('INSERT INTO child VALUES (1)'));
  assert.equal((await database.read(session => session.all('SELECT id FROM child'))).length, 1);
});

test('a transaction that the database itself ends takes its whole group with it', async t => {
  const file = await freshFile(t);
  const database = new SqliteDatabase({file});
  t.after(() => database.close());
  await database.write(session => session.run('CREATE TABLE one (id INTEGER PRIMARY KEY)'));
  await database.write(session => session.run('INSERT INTO one VALUES (0)'));
  const outcomes = await Promise.allSettled([
    database.write(session => session.run('INSERT INTO one VALUES (1)')),
    // As a full disk or an I/O error does, this conflict clause rolls the whole transaction back.
    database.write(session => session.run('INSERT OR ROLLBACK INTO one VALUES (0)')),
    database.write(session => session.run('INSERT INTO one VALUES (2)')),
  ]);
  const ids = (await database.read(session => session.all<{id: number}>('SELECT id FROM one'))).map(
    row => row.id,
  );
  const acknowledged = outcomes.flatMap((one, n) =>
    one.status === 'fulfilled' ? [n === 0 ? 1 : n] : [],
  );
  assert.deepEqual(ids, [0, ...acknowledged]);
});

test('the version of a file is another one as soon as a change is committed, and the same until then', async t => {
  const file = await freshFile(t);
  const database = new SqliteDatabase({file});
  t.after(() => database.close());
  await database.write(session => session.run('CREATE TABLE one (id INTEGER PRIMARY KEY)'));
  const version = new SqliteVersion(file);
  t.after(() => version.close());
  const before = version.current;
  await database.read(session => session.all('SELECT id FROM one'));
  assert.equal(version.current, before);
  await database.write(async session => {
    await session.run('INSERT INTO one VALUES (1)');
    assert.equal(version.current, before);
  });
  assert.notEqual(version.current, before);
});
