// Files become tables of a real Hive and a real Spark, by way of a real HDFS.
import assert from 'node:assert/strict';
import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it, type TestContext} from 'node:test';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {soon} from '@gazetteer/model/testing';
import {HiveEngine} from '../src/engine/hive-engine.ts';
import {queryOnce} from '../src/engine/query-once.ts';
import type {SqlEngine} from '../src/engine/sql-engine.ts';
import {duckDbForTests} from './duckdb-fixture.ts';
import {asUser, editorForTests} from './editor-fixture.ts';
import {recordFor} from './sql-fixture.ts';

const skip =
  needs(
    '.cache/hive/complete',
    "Hive's jars in .cache/hive (packages/thrift/test/prepare-servers.sh)",
  ) ||
  needs(
    '.cache/spark/complete',
    'PySpark in .cache/spark (packages/thrift/test/prepare-servers.sh)',
  );

type Column = {source: string; name: string; type: string; isLeftOut?: boolean};
type Load = {
  uuid: string;
  phase: string;
  rows?: number;
  message?: string;
  statement?: string;
  totalBytes: number;
};
const limits = {maxRows: 100, timeoutMs: 120_000};

describe('files that become tables by way of HDFS', {skip}, () => {
  let hdfs: RunningServer;
  let hive: RunningServer;
  let spark: RunningServer;
  let address = '';

  before(async () => {
    [hdfs, hive, spark] = await Promise.all([
      start('hdfs.sh', [], {seconds: 120}),
      start('hive.sh', ['none', 'binary'], {seconds: 240}),
      start('spark.sh', ['binary'], {seconds: 240}),
    ]);
    await soon(async () => {
      const url = `http://localhost:${hdfs.port}/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState`;
      const {beans} = (await (await fetch(url)).json()) as {
        beans: {NumLiveDataNodes: number; FSState: string}[];
      };
      assert.deepEqual([beans[0]?.NumLiveDataNodes, beans[0]?.FSState], [1, 'Operational']);
    });
    const site = await readFile(join(hdfs.folder, 'core-site.xml'), 'utf8');
    [, address = ''] = /<value>(hdfs:[^<]+)<\/value>/.exec(site) ?? [];
    await asRoot('/', 'SETPERMISSION&permission=755');
    await asRoot('/user/ada', 'MKDIRS');
    await asRoot('/user/ada', 'SETOWNER&owner=ada&group=ada');
  });
  after(async () => {
    for (const server of [hdfs, hive, spark]) await server?.stop();
  });

  const asRoot = async (path: string, op: string, method = 'PUT') => {
    const url = `http://localhost:${hdfs.port}/webhdfs/v1${path}?user.name=root&op=${op}`;
    const answer = await fetch(url, {method});
    return {status: answer.status, body: (await answer.text()) || '{}'};
  };
  /** Names in the staging folder of ada. */
  const staged = async () => {
    const {body} = await asRoot('/user/ada/.gazetteer-imports', 'LISTSTATUS', 'GET');
    const {FileStatuses: all} = JSON.parse(body) as {
      FileStatuses: {FileStatus: {pathSuffix: string}[]};
    };
    return all.FileStatus.map(({pathSuffix}) => pathSuffix);
  };

  async function opened(t: TestContext) {
    const folder = await mkdtemp(join(tmpdir(), 'gazetteer-cluster-imports-'));
    t.after(() => rm(folder, {recursive: true, force: true, maxRetries: 5}));
    const engines = new Map<string, SqlEngine>();
    const ini = `[hadoop]\n[[hdfs_clusters]]\n[[[default]]]\nwebhdfs_url=http://localhost:${hdfs.port}/webhdfs/v1\nfs_defaultfs=${address}\n`;
    const users = {ada: 'A', eve: 'A'};
    const editor = await editorForTests(
      t,
      log => {
        const engineAt = (id: string, {port}: RunningServer, flavour: 'hive' | 'spark') =>
          new HiveEngine({
            id,
            displayName: id,
            dialect: id,
            record: async () => recordFor(port),
            login: {
              mechanism: 'PLAIN',
              impersonationEnabled: true,
              defaultUser: 'hue',
              flavour,
            },
            timeoutMs: 120_000,
            log,
          });
        const duckdb = duckDbForTests(folder, log);
        t.after(async () => duckdb.kill());
        engines.set('duckdb', duckdb);
        engines.set('hive', engineAt('hive', hive, 'hive'));
        engines.set('sparksql', engineAt('sparksql', spark, 'spark'));
        return engines;
      },
      users,
      ini,
    );
    const files = (name: string) => join(folder, 'people', name, 'files');
    const put = async (path: string, bytes: string, name = 'ada') => {
      await mkdir(files(name), {recursive: true});
      await writeFile(join(files(name), path), bytes);
    };
    const rowsOf = async (type: string, sql: string) => {
      const engine = engines.get(type);
      assert.ok(engine);
      return await editor.editor.pool.use(
        engine,
        {name: 'ada'},
        async session => (await queryOnce(session, sql, limits)).rows,
      );
    };
    const guessed = async (path: string, format: string, types: object = {}, name = 'ada') => {
      const given = {engine: 'duckdb', path, format};
      const {status, body, text} = await asUser(editor, name)(
        'POST',
        '/api/v1/imports/guess',
        given,
      );
      assert.equal(status, 200, text);
      const {file, columns} = body as unknown as {file: object; columns: Column[]};
      const wanted: Readonly<Record<string, string>> = {...types};
      return {
        engine: 'duckdb',
        file,
        columns: columns.map(one => ({
          ...one,
          type: wanted[one.source] ?? (format === 'csv' ? one.type : ''),
        })),
      };
    };
    const loaded = async (body: object, name = 'ada') => {
      const ask = asUser(editor, name);
      const begun = await ask('POST', '/api/v1/imports/loads', {database: 'default', ...body});
      assert.equal(begun.status, 200, begun.text);
      const found = async () => {
        const {loads} = (await ask('GET', '/api/v1/imports/loads')).body as unknown as {
          loads: Load[];
        };
        return loads.find(({uuid}) => uuid === begun.body['uuid']) ?? assert.fail('it is gone');
      };
      // Statement after statement: a busy server takes its time for each of them.
      for (let seen = await found(); ;) {
        if (!['reading', 'sending', 'running'].includes(seen.phase)) return seen;
        const {phase, statement} = seen;
        seen = await soon(async () => {
          const now = await found();
          assert.notDeepEqual([now.phase, now.statement], [phase, statement]);
          return now;
        });
      }
    };
    return {editor, put, rowsOf, guessed, loaded, files};
  }

  for (const into of ['hive', 'sparksql'])
    it(`are typed, appended to and replaced, in ${into}`, async t => {
      const {put, rowsOf, guessed, loaded} = await opened(t);
      await put(
        'a.csv',
        'id,name,at,day,price,skip\n1,"x\ny; \'z",2024-05-01 10:11:12.5,2024-05-01,1.10,a\n2,,,,,b\nbad,c,,,,c\n',
      );
      const types = {id: 'INTEGER', price: 'DECIMAL(18,2)'};
      const given = await guessed('a.csv', 'csv', types);
      const columns = given.columns.map(one => ({...one, isLeftOut: one.source === 'skip'}));
      const body = {...given, columns, into, table: 'orders', skipsBadRows: true};
      const first = await loaded(body);
      assert.deepEqual([first.phase, first.rows], ['finished', 2], first.message);
      assert.ok(first.totalBytes > 0);
      const rows = await rowsOf(into, 'SELECT id, name, at, day, price FROM orders ORDER BY id');
      const wanted = [
        [1, "x\ny; 'z", '2024-05-01 10:11:12.5', '2024-05-01', '1.10'],
        [2, null, null, null, null],
      ];
      assert.deepEqual(rows, wanted);
      const kinds = (await rowsOf(into, 'DESCRIBE orders')).map(([, type]) => type);
      assert.deepEqual(kinds.slice(0, 5), ['int', 'string', 'timestamp', 'date', 'decimal(18,2)']);
      assert.equal((await loaded({...body, mode: 'append'})).phase, 'finished');
      assert.equal((await rowsOf(into, 'SELECT id FROM orders')).length, 4);
      const taken = await loaded(body);
      assert.equal(taken.phase, 'failed');
      assert.match(taken.message ?? '', /already exists/i);
      // The old table is there until the new one is whole.
      const strict = await loaded({...body, mode: 'replace', skipsBadRows: false});
      assert.equal(strict.phase, 'failed');
      assert.match(strict.message ?? '', /Conversion Error/);
      assert.equal((await rowsOf(into, 'SELECT id FROM orders')).length, 4);
      const replaced = await loaded({...body, mode: 'replace', format: 'orc'});
      assert.equal(replaced.phase, 'finished', replaced.message);
      assert.deepEqual(
        await rowsOf(into, 'SELECT id, name, at, day, price FROM orders ORDER BY id'),
        wanted,
      );
      const tables = (await rowsOf(into, 'SHOW TABLES')).flat();
      assert.ok(!tables.some(name => String(name).includes('_import_')), String(tables));
      assert.deepEqual(await staged(), []);
    });

  it('leave nothing behind, be it of a process that was killed, and stay those of the person', async t => {
    const {put, guessed, loaded, files} = await opened(t);
    await put('a.csv', 'a\n1\n');
    const [old, young] = ['00000000000000aa', '00000000000000bb'].map(
      id => `/user/ada/.gazetteer-imports/${id}`,
    );
    for (const path of [old ?? '', young ?? '']) {
      await asRoot(path, 'MKDIRS');
      await asRoot(path, 'SETOWNER&owner=ada');
    }
    await asRoot('/user/ada/.gazetteer-imports', 'SETOWNER&owner=ada');
    const before = Date.now() - 25 * 60 * 60_000;
    await asRoot(old ?? '', `SETTIMES&modificationtime=${before}&accesstime=${before}`);
    const body = {...(await guessed('a.csv', 'csv')), into: 'hive', table: 'left'};
    const {phase, message} = await loaded(body);
    assert.equal(phase, 'finished', message);
    assert.deepEqual(await staged(), ['00000000000000bb']);
    await asRoot(young ?? '', 'DELETE&recursive=true', 'DELETE');
    // Who has no home in HDFS is told so by HDFS.
    await put('e.csv', 'a\n1\n', 'eve');
    const eves = {...(await guessed('e.csv', 'csv', {}, 'eve')), into: 'hive', table: 'eves'};
    const refused = await loaded(eves, 'eve');
    assert.match(refused.message ?? '', /Permission denied: user=eve/);
    for (const name of ['ada', 'eve'])
      assert.ok((await readdir(files(name))).every(one => !one.startsWith('.import-')));
  });
});
