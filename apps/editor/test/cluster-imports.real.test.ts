// Files become tables of a real Hive and a real Spark, by way of a real HDFS.
import assert from 'node:assert/strict';
import {readdir} from 'node:fs/promises';
import {after, before, describe, it, type TestContext} from 'node:test';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {queryOnce} from '../src/engine/query-once.ts';
import {limits, openImports} from './cluster-imports-world.ts';
import {addressOf, startHdfs} from './hdfs-server.ts';
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

describe('files that become tables by way of HDFS', {skip}, () => {
  let hdfs: RunningServer;
  let hive: RunningServer;
  let spark: RunningServer;
  let address = '';

  before(async () => {
    [hdfs, hive, spark] = await Promise.all([
      startHdfs(['ada']),
      start('hive.sh', ['none', 'binary'], {seconds: 240}),
      start('spark.sh', ['binary'], {seconds: 240}),
    ]);
    address = await addressOf(hdfs);
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
    const ini = `webhdfs_url=http://localhost:${hdfs.port}/webhdfs/v1\nfs_defaultfs=${address}\n`;
    const login = {mechanism: 'PLAIN', impersonationEnabled: true, defaultUser: 'hue'} as const;
    return await openImports(t, {
      cluster: ini,
      users: ['ada', 'eve'],
      engines: [
        {id: 'hive', record: recordFor(hive.port), login: {...login, flavour: 'hive'}},
        {id: 'sparksql', record: recordFor(spark.port), login: {...login, flavour: 'spark'}},
      ],
    });
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

  it('keep all that JSON and Parquet have', async t => {
    const {editor, rowsOf, guessed, loaded} = await opened(t);
    const duckdb = editor.editor.engines.get('duckdb');
    assert.ok(duckdb);
    const write = async (path: string, sql: string) =>
      await editor.editor.pool.use(duckdb, {name: 'ada'}, async session => {
        await queryOnce(session, `COPY (${sql}) TO '${path}'`, limits);
      });
    await write(
      'p.parquet',
      `SELECT 9007199254740993 AS big, 18446744073709551615::UBIGINT AS huge, 1.5::FLOAT AS f, true AS yes, '\\xAA'::BLOB AS b,
        {'d': [1, 2]} AS nested, TIMESTAMPTZ '2024-05-01 12:00:00+02' AS tz, 1::TINYINT AS tiny, '1999-12-31'::DATE AS old`,
    );
    const body = {...(await guessed('p.parquet', 'parquet')), table: 'kept'};
    for (const into of ['hive', 'sparksql']) {
      const {phase, message} = await loaded({...body, into});
      assert.equal(phase, 'finished', message);
      assert.deepEqual(
        await rowsOf(
          into,
          'SELECT big, huge, f, yes, hex(b), nested, CAST(tz AS STRING), tiny, old FROM kept',
        ),
        [
          [
            9_007_199_254_740_993n,
            '18446744073709551615',
            1.5,
            true,
            'AA',
            '{"d":[1,2]}',
            '2024-05-01 10:00:00',
            1,
            '1999-12-31',
          ],
        ],
      );
    }
    await write('far.parquet', "SELECT '12024-01-01'::DATE AS day");
    const far = await guessed('far.parquet', 'parquet');
    const refused = await loaded({...far, into: 'hive', table: 'far'});
    assert.equal(refused.phase, 'failed');
    assert.match(refused.message ?? '', /12024-01-01 is not in the years 1 to 9999/);
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
