import {setTimeout as sleep} from 'node:timers/promises';
import {
  HiveClient,
  openResult,
  type Column,
  type ColumnInfo,
  type OperationHandle,
  type SessionHandle,
} from '../src/index.ts';

/** One row per line: the extremes, NULL throughout, and texts beyond ASCII. */
export const allTypes = {
  spark: `select * from values
    (1, true, cast(127 as tinyint), cast(-32768 as smallint), 2147483647, 9223372036854775807, cast(1.25 as float), 1.0E308D,
      cast('-99999999999999999999.123456789' as decimal(38,9)), 'ascii', binary('abc'), date'2024-02-29',
      timestamp'2024-01-02 03:04:05.678901', array(1, 2), map('a', 1), named_struct('x', 1, 'y', 'z')),
    (2, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
    (3, false, cast(-128 as tinyint), cast(32767 as smallint), -2147483648, cast('-9223372036854775808' as bigint),
      cast('-Infinity' as float), cast('NaN' as double), cast(0 as decimal(38,9)), 'Grüße € 😀', unhex('00FF80'),
      date'0001-01-01', timestamp'1969-12-31 23:59:59', array(), map(), named_struct('x', null, 'y', '')) order by 1`,
  hive: `select * from (select 1 id, true b, cast(127 as tinyint) t, cast(-32768 as smallint) s, 2147483647 i,
      9223372036854775807L l, cast(1.25 as float) f, cast('1.0E308' as double) d,
      cast('-99999999999999999999.123456789' as decimal(38,9)) n, 'ascii' c, cast('abc' as binary) y,
      date'2024-02-29' a, timestamp'2024-01-02 03:04:05.678901' p, array(1, 2) r, map('a', 1) m,
      named_struct('x', 1, 'y', 'z') u
    union all select 2, cast(null as boolean), cast(null as tinyint), cast(null as smallint), cast(null as int),
      cast(null as bigint), cast(null as float), cast(null as double), cast(null as decimal(38,9)), cast(null as string),
      cast(null as binary), cast(null as date), cast(null as timestamp), array(0), map('n', 0), named_struct('x', 0, 'y', 'n')
    union all select 3, false, cast(-128 as tinyint), cast(32767 as smallint), cast(-2147483648 as int),
      cast('-9223372036854775808' as bigint), cast('-Infinity' as float), cast('NaN' as double), cast(0 as decimal(38,9)),
      'Grüße € 😀', unhex('00FF80'), date'0001-01-01', timestamp'1969-12-31 23:59:59', array(7), map('k', 0),
      named_struct('x', 0, 'y', '')) q order by id`,
} as const;

export type Table = {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly unknown[])[];
};

export async function finished(client: HiveClient, operation: OperationHandle): Promise<void> {
  for (;;) {
    const {state, error} = await client.operationStatus(operation);
    if (error !== undefined) throw error;
    if (state === 'FINISHED') return;
    if (state !== 'RUNNING' && state !== 'PENDING' && state !== 'INITIALIZED')
      throw new Error(`the statement is ${state}`);
    await sleep(50);
  }
}

/** Runs a statement to its end and makes rows of its columns, as only a test would. */
export async function query(
  client: HiveClient,
  session: SessionHandle,
  sql: string,
): Promise<Table> {
  const operation = await client.execute(session, sql);
  try {
    await finished(client, operation);
    return await tableOf(client, operation);
  } finally {
    await client.closeOperation(operation);
  }
}

export async function tableOf(client: HiveClient, operation: OperationHandle): Promise<Table> {
  const {columns, batches} = await openResult(client, operation);
  const rows: unknown[][] = [];
  for await (const batch of batches) {
    for (let row = 0; row < batch.rowCount; row++)
      rows.push(batch.columns.map(column => valueOf(column, row)));
  }
  return {columns, rows};
}

export function valueOf(column: Column, row: number): unknown {
  if (column.nulls.has(row)) return null;
  if (column.kind === 'string') return column.values.text(row);
  if (column.kind === 'binary') return column.values.bytes(row).toString('hex');
  return column.kind === 'bool' ? column.values[row] === 1 : column.values[row];
}

/**
 * What is recorded from a server, and replayed in every test run: the calls have to stay the same.
 */
export async function conversation(client: HiveClient, dialect: keyof typeof allTypes) {
  const session = await client.openSession({
    user: 'hue',
    configuration: new Map([['use:database', 'default']]),
  });
  const product = [await client.info(session.handle, 17), await client.info(session.handle, 18)];
  const types = await query(client, session.handle, allTypes[dialect]);
  const ddl = await query(client, session.handle, 'create database if not exists recorded');
  const missing = await client.execute(session.handle, 'select * from nowhere').then(
    async operation => (await client.operationStatus(operation)).error,
    (error: unknown) => error,
  );
  const schemas = await tableOf(client, await client.schemas(session.handle, {schema: 'rec%'}));
  await client.closeSession(session.handle);
  return {session, product, types, ddl, missing, schemas};
}
