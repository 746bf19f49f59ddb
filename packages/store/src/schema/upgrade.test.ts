// Stores as earlier versions have left them (`packages/store/test/stored`) are brought up to date,
// and on PostgreSQL an earlier version goes on beside this one meanwhile.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {after, test, type TestContext} from 'node:test';
import {PostgresDatabase, SqliteDatabase, type Database} from '@gazetteer/db';
import {ask, freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {testTypes} from '@gazetteer/model/testing';
import {saveTables} from '../../test/saved-world.ts';
import {GraphStore} from '../graph/graph-store.ts';
import {latestRuns, listJobKeys, listJobRuns, listNamespaces} from '../lineage/producer-names.ts';
import {migrations} from './migrations.ts';

const server = await postgresForTests();
if ('url' in server) after(() => server.stop());
const postgres = 'skip' in server ? {skip: server.skip} : {};

const folder = join(import.meta.dirname, '..', '..', 'test', 'stored');
const stored = (kind: string) =>
  readdirSync(folder).flatMap(file => {
    const step = new RegExp(String.raw`^step-(\d+)\.${kind}\.sql$`).exec(file)?.[1];
    return step === undefined
      ? []
      : [{step: Number(step), sql: readFileSync(join(folder, file), 'utf8')}];
  });

const isAscending = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Tables with their columns, and indexes, as the database has them. */
async function schemaOf(db: Database): Promise<object[]> {
  const sql =
    db.dialect.fullText === 'fts5'
      ? `SELECT m.name, c.name AS part, c.type, c."notnull" AS required, c.pk FROM sqlite_master m JOIN pragma_table_info(m.name) c
         WHERE m.type = 'table' UNION ALL SELECT name, sql, tbl_name, 0, 0 FROM sqlite_master WHERE type <> 'table'`
      : `SELECT table_name AS name, column_name AS part, data_type AS type, is_nullable AS required FROM information_schema.columns
         WHERE table_schema = current_schema() UNION ALL SELECT indexname, indexdef, tablename, '' FROM pg_indexes WHERE schemaname = current_schema()`;
  return (await db.read(session => session.all<object>(sql))).sort(isAscending);
}

const names = ['sales', 'orders'];

/** What was saved before is found, and what is saved now is as well. */
async function works(store: GraphStore, more: string): Promise<void> {
  const namesOf = async (all: readonly string[]) =>
    await store.read(async graph => {
      const refs = all.map(value => ({typeName: 'table', attribute: 'qualifiedName', value}));
      return (await graph.byUnique(refs)).map(one => one?.attributes['name']);
    });
  assert.deepEqual(await namesOf(names), names);
  const [guid = ''] = await saveTables(store, [more]);
  assert.deepEqual(await namesOf([more]), [more]);
  const audit = await store.read(async graph => (await graph.entities([guid])).get(guid)?.status);
  assert.equal(audit, 'ACTIVE');
}

function temporaryFile(t: TestContext): string {
  const own = mkdtempSync(join(tmpdir(), 'upgrade-'));
  t.after(() => rmSync(own, {recursive: true}));
  return join(own, 'store.db');
}

for (const {step, sql} of stored('sqlite'))
  test(`a store of SQLite with the schema of step ${step} is one of today after its start`, async t => {
    const file = temporaryFile(t);
    const before = new DatabaseSync(file);
    before.exec(sql);
    before.close();
    const db = new SqliteDatabase({file});
    const fresh = new SqliteDatabase({file: ':memory:'});
    t.after(() => Promise.all([db, fresh].map(one => one.close())));
    for (const one of [db, fresh]) await GraphStore.migrate(one);
    assert.deepEqual(await schemaOf(db), await schemaOf(fresh));
    await works(new GraphStore(db), 'later');
  });

/** Too long for a key of an index, and nothing in it comes twice. */
const longName = Array.from({length: 50}, (_, n) =>
  createHash('sha256').update(`${n}`).digest('hex'),
).join('');
const oldJobs = [
  {namespace: 'etl jobs', name: 'a "b"'},
  {namespace: 'long', name: longName},
  {namespace: 'odd', name: 'zero \0 half \ud83d and \\u0000'},
];

/** Runs of jobs as they were stored before jobs had rows. */
const runs = oldJobs.map((job, n) => {
  const content = JSON.stringify({job, result: 'COMPLETE', inputs: {}, outputs: {}});
  const process = n === 1 ? `long/${longName.slice(0, 1000)}` : 'etl/a';
  return `INSERT INTO lineage_run VALUES ('01939a1c-0000-7000-8000-00000000000${n}', '${process}', 's', 1, 1, 2, '${content}');`;
});

/** Jobs of stored runs are found by their names. */
async function knowsJobs(db: Database): Promise<void> {
  await GraphStore.migrate(db);
  const all = {offset: 0, limit: 10};
  const job = {namespace: 'etl jobs', name: 'a "b"'};
  await new GraphStore(db).read(async graph => {
    const jobs = await listJobKeys(graph, job.namespace, all);
    assert.deepEqual(jobs, {keys: ['etl%20jobs a "b"'], total: 1});
    const {runs} = await listJobRuns(graph, job, all);
    assert.deepEqual(
      runs.map(one => one.process),
      ['etl/a'],
    );
    const spaces = await listNamespaces(graph, all);
    assert.deepEqual(
      spaces,
      ['etl%20jobs', 'long', 'odd'].map(name => ({name, first: 2, last: 2})),
    );
    const long = await listJobRuns(graph, {namespace: 'long', name: longName}, all);
    assert.equal(long.total, 1);
    const {keys} = await listJobKeys(graph, 'long', all);
    assert.equal(keys[0]?.length, 600);
    assert.ok((await latestRuns(graph, [`long ${longName}`])).has(`long ${longName}`));
    const odd = await listJobKeys(graph, 'odd', all);
    assert.match(odd.keys.join(), /^odd zero/);
  });
}

test('jobs of runs that a store of SQLite has are known after its start', async t => {
  const file = temporaryFile(t);
  const before = new DatabaseSync(file);
  before.exec(stored('sqlite')[0]?.sql ?? '');
  before.exec(runs.join(''));
  before.close();
  const db = new SqliteDatabase({file});
  t.after(() => db.close());
  await knowsJobs(db);
});

test('jobs of runs that a store of PostgreSQL has are known after its start', postgres, async t => {
  const url = await restored(stored('postgres')[0]?.sql ?? '');
  await ask({url}, runs.join(''));
  const db = new PostgresDatabase({url});
  t.after(() => db.close());
  await knowsJobs(db);
});

/** A database with what a dump of one says, at its address. */
async function restored(sql: string): Promise<string> {
  const url = await freshDatabase('url' in server ? server.url : '');
  await ask({url}, sql);
  return url;
}

for (const {step, sql} of stored('postgres'))
  test(
    `a store of PostgreSQL with the schema of step ${step} is one of today after its start`,
    postgres,
    async t => {
      const db = new PostgresDatabase({url: await restored(sql)});
      const fresh = new PostgresDatabase({url: await restored('')});
      t.after(() => Promise.all([db, fresh].map(one => one.close())));
      for (const one of [db, fresh]) await GraphStore.migrate(one);
      assert.deepEqual(await schemaOf(db), await schemaOf(fresh));
      await works(new GraphStore(db), 'later');
    },
  );

test(
  'a node of the version before the last step reads and writes while the next one starts, and after',
  postgres,
  async t => {
    const url = await restored('');
    const [older, newer] = [new PostgresDatabase({url}), new PostgresDatabase({url})];
    t.after(() => Promise.all([older, newer].map(one => one.close())));
    await older.migrate(migrations.slice(0, -1));
    const store = new GraphStore(older);
    await store.transaction(tx => tx.saveTypes(testTypes()), 'types');
    await saveTables(store, names);
    const state = {isOver: false, rounds: 0};
    const load = (async () => {
      while (!state.isOver) await works(store, `meanwhile${state.rounds++}`);
    })();
    // A failure is told at the end.
    load.catch(() => undefined);
    try {
      await GraphStore.migrate(newer);
      await works(new GraphStore(newer), 'of the newer');
    } finally {
      state.isOver = true;
    }
    await load;
    await works(store, 'of the older');
    const saved = await new GraphStore(newer).read(async graph => {
      const all = Array.from({length: state.rounds}, (_, n) => `meanwhile${n}`);
      const refs = [...all, 'of the older'].map(value => ({
        typeName: 'table',
        attribute: 'qualifiedName',
        value,
      }));
      return await graph.byUnique(refs);
    });
    assert.ok(saved.every(one => one !== undefined));
    // One that starts now is refused.
    await assert.rejects(older.migrate(migrations.slice(0, -1)), /newer version/);
  },
);
