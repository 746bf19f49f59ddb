// `node bench/thrift.ts`: how fast results are decoded, against the npm package `thrift` on the same bytes, and how fast
// 1,000,000 rows come from a real Spark Thrift Server, against a reader that throws the bytes away.
import {createRequire} from 'node:module';
import {Connection, connectSocket, HiveClient, openResult, type OperationHandle, type RowSet} from '@gazetteer/thrift';
import {needs, start} from '../packages/thrift/test/servers/start.ts';
import {RecordingTransport} from '../packages/thrift/test/recording.ts';
import type {Codec} from '../packages/thrift/src/codec.ts';
import {envelopes} from '../packages/thrift/src/hive-calls.ts';
import {decodeReply} from '../packages/thrift/src/message.ts';
import {fetchWithThriftPackage} from './thrift-package.ts';

const rows = Number(process.env['ROWS'] ?? 1_000_000);
const pageRows = 10_000;
const statement =
  "select cast(id as int) i, id * 1000003 l, id / 7.0D d, concat('name-', id) s, " +
  `cast(timestamp_seconds(1700000000 + id) as string) t from range(${rows})`;
/** Takes an answer for read without reading it. */
const sizeOnly: Codec<number> = {
  wire: 12,
  read: reader => reader.left + 0 * reader.take(reader.left),
  write: () => undefined,
};
const auth = {mechanism: 'PLAIN', user: 'bench', password: 'bench'} as const;

/** Touches what a grid or an export would: every text is made. */
function use(batch: RowSet): number {
  for (const column of batch.columns) if (column.kind === 'string') column.values.texts();
  return batch.rowCount;
}

function report(name: string, count: number, ms: number, note = ''): number {
  const rate = count / ms / 1000;
  console.log(`${name.padEnd(62)} ${rate.toFixed(2).padStart(8)} million rows/s ${note}`);
  return rate;
}

async function best(work: () => number | Promise<number>, runs = 5): Promise<{count: number; ms: number}> {
  let result = {count: 0, ms: Infinity};
  for (let run = 0; run < runs; run++) {
    const begin = performance.now();
    const count = await work();
    const ms = performance.now() - begin;
    if (ms < result.ms) result = {count, ms};
  }
  return result;
}

async function decoding(page: Buffer): Promise<void> {
  const sequence = page.readInt32BE(8 + page.readInt32BE(4));
  const times = 20;
  const ours = await best(() => {
    let count = 0;
    for (let i = 0; i < times; i++) {
      const {success} = decodeReply(page, 'FetchResults', sequence, envelopes.FetchResults.result);
      count += success.results === undefined ? 0 : use(success.results);
    }
    return count;
  });
  const theirs = await best(() => {
    let count = 0;
    for (let i = 0; i < times / 5; i++) count += fetchWithThriftPackage(createRequire(import.meta.url)('thrift'), page);
    return count;
  });
  const a = report('decode, ours, every text made', ours.count, ours.ms);
  const b = report('decode, npm thrift, classes as its compiler writes them', theirs.count, theirs.ms);
  console.log(`ratio: ${(a / b).toFixed(1)}`);
}

async function run(
  client: HiveClient,
  session: Awaited<ReturnType<HiveClient['openSession']>>,
): Promise<OperationHandle> {
  const operation = await client.execute(session.handle, statement);
  for (;;) {
    const {state, error} = await client.operationStatus(operation);
    if (error !== undefined) throw error;
    if (state === 'FINISHED') return operation;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

const missing = needs('.cache/spark/bin/spark-submit', 'PySpark in .cache/spark');
if (missing !== false) throw new Error(missing);
const server = await start('spark.sh', ['binary']);
try {
  const connect = async () => await connectSocket({host: '127.0.0.1', port: server.port, auth});
  const recorder = new RecordingTransport(await connect());
  const transport = await connect();
  const client = new HiveClient(new Connection(transport));
  const session = await client.openSession();
  const recording = new HiveClient(new Connection(recorder));
  const first = await run(recording, await recording.openSession());
  await recording.fetch(first, {maxRows: pageRows});
  const page = Buffer.from(recorder.replies.at(-1)?.bytes ?? '', 'base64');
  recorder.close();
  await decoding(page);

  const rates = {ours: 0, raw: 0};
  for (let round = 0; round < 3; round++) {
    const raw = await run(client, session);
    const begin = performance.now();
    let bytes = 0;
    for (let fetched = 0; fetched < rows; fetched += pageRows) bytes += await throwAway(raw);
    rates.raw = Math.max(
      rates.raw,
      report('fetch, bytes thrown away', rows, performance.now() - begin, `${(bytes / 1e6).toFixed(1)} MB`),
    );
    await client.closeOperation(raw);

    const operation = await run(client, session);
    const start = performance.now();
    let count = 0;
    const {batches} = await openResult(client, operation, {firstRows: 1000, rows: pageRows});
    for await (const batch of batches) count += use(batch);
    if (count !== rows) throw new Error(`${count} rows`);
    const memory = `${Math.round(process.memoryUsage().rss / 1e6)} MB resident`;
    rates.ours = Math.max(rates.ours, report('fetch, ours, every text made', count, performance.now() - start, memory));
    await client.closeOperation(operation);
  }
  console.log(`of the reader that throws away: ${((100 * rates.ours) / rates.raw).toFixed(0)} %`);

  /** The same call on the same connection, its answer not looked at. */
  async function throwAway(operation: OperationHandle): Promise<number> {
    const req = {operationHandle: operation, orientation: 0, maxRows: BigInt(pageRows), fetchType: 0};
    return await client.connection.call('FetchResults', envelopes.FetchResults.args, {req}, sizeOnly);
  }
} finally {
  await server.stop();
}
