// The statements of checks, as Hive and Spark run them.
import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {needs, start} from '../../../packages/thrift/test/servers/start.ts';
import type {SqlEngine, SqlSession} from '../src/engine/sql-engine.ts';
import {checkSql} from '../src/schedule/check-sql.ts';
import type {Check} from '../src/schedule/schedule.ts';
import {engineForTests, recordFor, rowsOf} from './sql-fixture.ts';

const values = [
  `select 1 as id, 'new' as \`the state\`, 10.5 as price, timestamp '2020-01-01 00:00:00' as placed, date '2020-01-01' as day`,
  `select 2, 'paid', 20.0, timestamp '2020-01-02 00:00:00', date '2020-01-02'`,
  String.raw`select 2, 'it\'s \\ odd', -1.0, current_timestamp, current_date`,
  `select cast(null as int), cast(null as string), cast(null as decimal(3,1)), cast(null as timestamp), cast(null as date)`,
].join(' union all ');

const none: Check = {
  engine: '',
  database: 'default',
  table: 'checked_orders',
  kind: 'rows',
  columns: [],
  isNumber: true,
  min: '',
  max: '',
  values: [],
  hours: 24,
  filter: '',
  sql: '',
  condition: undefined,
};

/** With the first column of what each finds. */
const cases: readonly (readonly [Partial<Check>, readonly unknown[]])[] = [
  [{kind: 'rows'}, [4]],
  [{kind: 'rows', filter: '`the state` IS NOT NULL'}, [3]],
  [{kind: 'nulls', columns: ['id', 'the state']}, [1]],
  [{kind: 'unique', columns: ['id']}, [1]],
  [{kind: 'unique', columns: ['id', 'the state']}, [0]],
  [{kind: 'range', columns: ['price'], min: '0', max: '15.5'}, [2]],
  [{kind: 'range', columns: ['day'], isNumber: false, min: '2020-01-02'}, [1]],
  [{kind: 'range', columns: ['placed'], isNumber: false, min: '2020-01-02 00:00:00'}, [1]],
  [{kind: 'list', columns: ['id'], values: ['1', '2']}, [0]],
  [
    {
      kind: 'list',
      columns: ['the state'],
      isNumber: false,
      values: ['new', String.raw`it's \ odd`],
    },
    [1],
  ],
  [{kind: 'freshness', columns: ['placed']}, []],
  [{kind: 'freshness', columns: ['day'], hours: 48}, []],
  [{kind: 'freshness', columns: ['day'], hours: 48, filter: 'id = 1'}, ['2020-01-01']],
  [{kind: 'freshness', columns: ['placed'], filter: 'id > 2'}, [null]],
];

async function holds(engine: SqlEngine, session: SqlSession): Promise<void> {
  await rowsOf(session, `create table ${none.table} as ${values}`);
  for (const [fields, found] of cases) {
    const sql = checkSql({...none, ...fields}, engine);
    const rows = await rowsOf(session, sql);
    assert.deepEqual(
      rows.map(([first]) => (typeof first === 'bigint' ? Number(first) : first)),
      found,
      sql,
    );
  }
}

describe(
  'checks on Hive',
  {skip: needs('.cache/hive/complete', 'packages/thrift/test/servers/fetch-hive.sh to have run')},
  () => {
    it('find what is not as expected', async t => {
      const server = await start('hive.sh', ['none', 'binary']);
      t.after(() => server.stop());
      const {engine, pool} = engineForTests(recordFor(server.port));
      t.after(() => pool.stop());
      await using lease = await pool.lease(engine, {name: 'alice'});
      await holds(engine, lease.session);
    });
  },
);

describe('checks on Spark', {skip: needs('.cache/spark/bin', 'pip install pyspark==3.5.6')}, () => {
  it('find what is not as expected', async t => {
    const server = await start('spark.sh', ['binary']);
    t.after(() => server.stop());
    const record = recordFor(server.port, {server_name: 'sqlalt', dialect: 'sqlalt'});
    const {engine, pool} = engineForTests(record, {
      flavour: 'spark',
      impersonationEnabled: false,
    });
    t.after(() => pool.stop());
    await using lease = await pool.lease(engine, {name: 'alice'});
    await holds(engine, lease.session);
  });
});
