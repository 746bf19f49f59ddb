// Imports into Hive without a cluster: what is run, refused, canceled, and what is left of it.
import assert from 'node:assert/strict';
import {mkdir, mkdtemp, readdir, rm, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {hiveDialect} from '../src/engine/hive-dialect.ts';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';
import {MemoryFiles} from './memory-files.ts';

type Load = {
  uuid: string;
  phase: string;
  rows?: number;
  message?: string;
  statement?: string;
  leftOver?: string;
};

async function opened(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-loads-'));
  t.after(() => rm(folder, {recursive: true, force: true, maxRetries: 5}));
  const users = {ada: 'A', bob: 'B', eve: 'E'};
  const editor = await editorForTests(
    t,
    log => {
      const duckdb = duckDbForTests(folder, log);
      t.after(async () => duckdb.kill());
      return new Map([['duckdb', duckdb]]);
    },
    users,
  );
  const hdfs = new MemoryFiles(['ada', 'bob']);
  Object.assign(editor.editor, {files: {hdfs, s3: undefined}});
  const files = (name: string) => join(folder, 'people', name, 'files');
  for (const name of Object.keys(users)) {
    await mkdir(files(name), {recursive: true});
    await writeFile(join(files(name), 'a.csv'), 'a,b\n1,x\n2,y\n');
  }
  const file = {
    path: 'a.csv',
    format: 'csv',
    delimiter: ',',
    quote: '"',
    escape: '"',
    header: true,
  };
  const body = {
    engine: 'duckdb',
    into: 'hive',
    file,
    columns: [
      {source: 'a', name: 'a', type: 'BIGINT'},
      {source: 'b', name: 'it s', type: 'VARCHAR'},
    ],
    database: 'default',
    table: 't',
  };
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const loadsOf = async (ask = ada) =>
    (await ask('GET', '/api/v1/imports/loads')).body['loads'] as readonly Load[];
  const begin = async (more: object = {}, ask = ada) => {
    const answer = await ask('POST', '/api/v1/imports/loads', {...body, ...more});
    assert.equal(answer.status, 200, answer.text);
    return String(answer.body['uuid']);
  };
  const found = async (uuid: string, ask = ada) => {
    const load = (await loadsOf(ask)).find(one => one.uuid === uuid);
    assert.ok(load);
    return load;
  };
  const ended = async (uuid: string, ask = ada) => {
    await soon(async () =>
      assert.match((await found(uuid, ask)).phase, /finished|failed|canceled/),
    );
    return await found(uuid, ask);
  };
  /** Where an import has staged something. */
  const leftOf = async (name: string) => {
    const home = `/user/${name}/.gazetteer-imports`;
    const staged = await hdfs.list(name, home).catch(() => []);
    const local = await readdir(files(name));
    return [
      ...staged.map(({pathSuffix}) => pathSuffix),
      ...local.filter(one => one.startsWith('.import')),
    ];
  };
  const running = async (uuid: string) =>
    await soon(async () => assert.equal((await found(uuid)).phase, 'running'));
  const {engine: hive} = editor;
  return {editor, hive, hdfs, files, body, ada, bob, begin, ended, running, leftOf, loadsOf};
}

const withoutIds = (statements: readonly string[]) =>
  statements.filter(one => !one.startsWith('USE')).map(one => one.replaceAll(/[\da-f]{16}/g, 'ID'));

test('an import runs what its rehearsal tells, in the history of the person', async t => {
  const {editor, hive, body, ada, begin, ended, leftOf} = await opened(t);
  const rehearsed = await ada('POST', '/api/v1/imports/loads/statements', body);
  const statements = withoutIds(rehearsed.body['statements'] as string[]);
  assert.deepEqual(statements, [
    "CREATE TEMPORARY EXTERNAL TABLE `default`.`gazetteer_import_ID` (c1 BIGINT, c2 STRING)\nSTORED AS PARQUET LOCATION '/user/ada/.gazetteer-imports/ID'",
    'CREATE TABLE `default`.`t` STORED AS PARQUET AS\nSELECT c1 AS `a`, c2 AS `it s`\nFROM `default`.`gazetteer_import_ID`',
    'DROP TABLE IF EXISTS `default`.`gazetteer_import_ID`',
  ]);
  assert.deepEqual(hive.asked.statements, [], 'nothing has run');
  const load = await ended(await begin());
  assert.deepEqual([load.phase, load.rows], ['finished', 2], load.message);
  assert.deepEqual(withoutIds(hive.asked.statements), statements);
  assert.equal(hive.asked.sessions.length, 1, 'the table is one of the session');
  assert.deepEqual(await leftOf('ada'), []);
  assert.ok(await editor.editor.statements.byUuid('ada', load.statement ?? ''));
});

test('a table is appended to by name, and replaced once the new one is whole', async t => {
  const {hive, begin, ended, leftOf} = await opened(t);
  assert.equal((await ended(await begin({mode: 'append'}))).phase, 'finished');
  assert.match(hive.asked.statements.join('\n'), /INSERT INTO TABLE `default`.`t` \(`a`, `it s`\)/);
  hive.asked.statements.length = 0;
  assert.equal((await ended(await begin({mode: 'replace', format: 'orc'}))).phase, 'finished');
  assert.deepEqual(
    withoutIds(hive.asked.statements).map(one => one.split('\n')[0]),
    [
      'CREATE TEMPORARY EXTERNAL TABLE `default`.`gazetteer_import_ID` (c1 BIGINT, c2 STRING)',
      'CREATE TABLE `default`.`t_import_ID` STORED AS ORC AS',
      'DROP TABLE IF EXISTS `default`.`t`',
      'ALTER TABLE `default`.`t_import_ID` RENAME TO `default`.`t`',
      'DROP TABLE IF EXISTS `default`.`gazetteer_import_ID`',
    ],
  );
  hive.refused = 'ALTER TABLE';
  const unnamed = await ended(await begin({mode: 'replace'}));
  assert.match(unnamed.message ?? '', /The rows are in the table t_import_[\da-f]{16}\.$/);
  hive.asked.statements.length = 0;
  hive.refused = 'DROP TABLE IF EXISTS `default`.`t`';
  assert.equal((await ended(await begin({mode: 'replace'}))).phase, 'failed');
  assert.deepEqual(withoutIds(hive.asked.statements).slice(-2), [
    'DROP TABLE IF EXISTS `default`.`t_import_ID`',
    'DROP TABLE IF EXISTS `default`.`gazetteer_import_ID`',
  ]);
  hive.refused = 'CREATE TABLE';
  const failed = await ended(await begin());
  assert.equal(failed.phase, 'failed');
  assert.match(failed.message ?? '', /^CREATE TABLE/);
  assert.deepEqual(await leftOf('ada'), []);
});

const dropsOld = 'DROP TABLE IF EXISTS `default`.`t`';
const dropsNew = 'DROP TABLE IF EXISTS `default`.`t_import_';

test('the new table stays where nobody knows whether the old one was dropped', async t => {
  const {hive, begin, ended} = await opened(t);
  hive.unanswered = dropsOld;
  const {phase, message} = await ended(await begin({mode: 'replace'}));
  assert.equal(phase, 'failed');
  assert.match(message ?? '', /lost\. The rows are in the table t_import_[\da-f]{16}\.$/);
  assert.ok(!hive.asked.statements.some(one => one.startsWith(dropsNew)));
  hive.unanswered = 'CREATE TABLE';
  const unmade = await ended(await begin({mode: 'replace'}));
  assert.match(unmade.message ?? '', /t_import_[\da-f]{16} may be left over; t is as it was\.$/);
});

test('a table that is being replaced is replaced, also where that is canceled', async t => {
  const {editor, hive, begin, ended} = await opened(t);
  const {promise: until, resolve} = Promise.withResolvers<void>();
  hive.held = {start: dropsOld, until};
  const uuid = await begin({mode: 'replace'});
  await soon(() => assert.ok(hive.asked.statements.includes(dropsOld)));
  const canceled = editor.editor.loads.cancel('ada', uuid);
  resolve();
  await canceled;
  assert.equal((await ended(uuid)).phase, 'finished');
  assert.ok(hive.asked.statements.some(one => one.startsWith('ALTER TABLE')));
});

test('an import that is canceled drops what it has made, or says what is left', async t => {
  const {editor, hive, begin, ended} = await opened(t);
  hive.held = {start: 'CREATE TABLE', until: new Promise(() => undefined)};
  for (const refused of [undefined, dropsNew]) {
    hive.refused = refused;
    hive.asked.statements.length = 0;
    const uuid = await begin({mode: 'replace'});
    await soon(() => assert.ok(hive.asked.statements.some(one => one.startsWith('CREATE TABLE'))));
    await editor.editor.loads.cancel('ada', uuid);
    const {phase, message, leftOver} = await ended(uuid);
    assert.deepEqual([phase, message], ['canceled', 'The import was canceled.']);
    assert.match(leftOver ?? '', refused === undefined ? /^$/ : /^t_import_[\da-f]{16}$/);
    assert.deepEqual(withoutIds(hive.asked.statements).slice(-2), [
      'DROP TABLE IF EXISTS `default`.`t_import_ID`',
      'DROP TABLE IF EXISTS `default`.`gazetteer_import_ID`',
    ]);
  }
});

test('rows that are there are not told to be canceled, nor lost with one answer', async t => {
  const {editor, hive, begin, ended} = await opened(t);
  const [done, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  hive.held = {start: 'INSERT', until: done.promise};
  hive.cancelGate = told.promise;
  const late = await begin({mode: 'append'});
  await soon(() => assert.ok(hive.asked.statements.some(one => one.startsWith('INSERT'))));
  const canceled = editor.editor.loads.cancel('ada', late);
  done.resolve();
  await done.promise;
  told.resolve();
  await canceled;
  assert.equal((await ended(late)).phase, 'finished');
  hive.held = undefined;
  hive.mute = 'INSERT';
  const unheard = await begin({mode: 'append'});
  await soon(() => assert.ok(hive.askedInVain > 3));
  hive.mute = undefined;
  assert.equal((await ended(unheard)).phase, 'finished');
});

test('Spark has its own statements whatever its section is called, and Impala none', () => {
  const formats = (dialect: string) => hiveDialect.stagedImport(dialect)?.formats;
  assert.deepEqual(formats('SparkSQL'), ['parquet', 'orc']);
  assert.deepEqual(formats('Hive'), ['orc', 'parquet']);
  assert.equal(formats('Impala'), undefined);
});

test('an import that is canceled, or whose editor stops, leaves nothing', async t => {
  const {editor, hive, ada, bob, begin, ended, running, leftOf, loadsOf} = await opened(t);
  hive.gate = new Promise(() => undefined);
  const uuid = await begin();
  await running(uuid);
  assert.equal((await leftOf('ada')).length, 1);
  assert.deepEqual(await loadsOf(bob), []);
  assert.equal((await bob('DELETE', `/api/v1/imports/loads/${uuid}`)).status, 404);
  assert.equal((await ada('DELETE', `/api/v1/imports/loads/${uuid}`)).status, 204);
  const {phase, message} = await ended(uuid);
  assert.deepEqual([phase, message], ['canceled', 'The import was canceled.']);
  assert.deepEqual(await leftOf('ada'), []);
  const both = [await begin(), await begin()];
  for (const one of both) await running(one);
  await assert.rejects(begin(), /You have 2 imports in progress/);
  await editor.editor.loads.stop();
  for (const one of both)
    assert.equal((await ended(one)).message, 'The editor was stopped during the import.');
  assert.deepEqual(await leftOf('ada'), []);
});

test('what a killed editor has left is removed by the next import of the person', async t => {
  const {hdfs, files, begin, ended, leftOf} = await opened(t);
  const before = new Date(Date.now() - 25 * 60 * 60_000);
  for (const id of ['00000000000000aa', '00000000000000bb']) {
    await writeFile(join(files('ada'), `.import-${id}.parquet`), 'x');
    if (id.endsWith('a')) await utimes(join(files('ada'), `.import-${id}.parquet`), before, before);
  }
  // Their time is long ago.
  await hdfs.makeFolder('ada', '/user/ada/.gazetteer-imports/00000000000000aa');
  await hdfs.makeFolder('ada', '/user/ada/.gazetteer-imports/kept');
  assert.equal((await ended(await begin())).phase, 'finished');
  assert.deepEqual(await leftOf('ada'), ['kept', '.import-00000000000000bb.parquet']);
});

test('only engines with HDFS, and only names that they have, are taken', async t => {
  const {editor, body, ada, begin, ended} = await opened(t);
  const ask = async (more: object, person = ada) => {
    const {status, text} = await person('POST', '/api/v1/imports/loads', {...body, ...more});
    return [status, text] as const;
  };
  const named = (name: string) => ({columns: [{...body.columns[0], name}, body.columns[1]]});
  for (const wrong of [
    {table: 'a.b'},
    {table: 't`; DROP TABLE x'},
    {table: '../t'},
    {table: ''},
    {table: 'ä'},
    named('a`b'),
    named('${env:HOME}'),
    named('a,b'),
    named('a\nb'),
    {format: 'textfile'},
    {file: {...body.file, path: 'a.csv', delimiter: ''}},
  ])
    assert.equal((await ask(wrong))[0], 400, JSON.stringify(wrong));
  assert.equal((await ask({file: {...body.file, path: '../a.csv'}}))[0], 404);
  const [other, why] = await ask({into: 'hplsql'});
  assert.notEqual(other, 200);
  assert.match(why, /hplsql makes no tables of files in HDFS/);
  const eve = asUser(editor, 'eve');
  const {message} = await ended(await begin({}, eve), eve);
  assert.match(message ?? '', /Permission denied: user=eve|does not exist/);
  Object.assign(editor.editor, {files: {hdfs: undefined, s3: undefined}});
  const [without, text] = await ask({});
  assert.notEqual(without, 200);
  assert.match(text, /name its webhdfs_url in \[hadoop\]/);
});
