// A process of its own, so that its peak of memory is that of one reader: `thrift-fetch.ts PORT
// STATEMENT ROWS decode|discard` runs a statement, reads all rows, and prints their number, the
// seconds of reading, and the peak.
import {
  Connection,
  connectSocket,
  HiveClient,
  openResult,
  type OperationHandle,
} from '@gazetteer/thrift';
import type {Codec} from '../packages/thrift/src/codec.ts';
import {envelopes} from '../packages/thrift/src/hive-calls.ts';

const pageRows = 10_000;
const [port, statement = '', rows, how] = process.argv.slice(2);
/** Takes an answer for read without reading it. */
const sizeOnly: Codec<number> = {
  wire: 12,
  read: reader => reader.left + 0 * reader.take(reader.left),
  write: () => undefined,
};

/** Touches what a grid or an export would: every text is made. */
async function decode(client: HiveClient, operation: OperationHandle): Promise<number> {
  let count = 0;
  const {batches} = await openResult(client, operation, {firstRows: 1000, rows: pageRows});
  for await (const {columns, rowCount} of batches) {
    for (const column of columns) if (column.kind === 'string') column.values.texts();
    count += rowCount;
  }
  return count;
}

/**
 * The same calls on the same kind of connection, their answers not looked at: what the server can
 * do.
 */
async function discard(client: HiveClient, operation: OperationHandle): Promise<number> {
  for (let fetched = 0; fetched < Number(rows); fetched += pageRows) {
    const req = {
      operationHandle: operation,
      orientation: 0,
      maxRows: BigInt(pageRows),
      fetchType: 0,
    };
    await client.connection.call('FetchResults', envelopes.FetchResults.args, {req}, sizeOnly);
  }
  return Number(rows);
}

const auth = {mechanism: 'PLAIN', user: 'bench', password: 'bench'} as const;
const client = new HiveClient(
  new Connection(await connectSocket({host: 'localhost', port: Number(port), auth})),
);
const session = await client.openSession();
const operation = await client.execute(session.handle, statement);
for (;;) {
  const {state, error} = await client.operationStatus(operation);
  if (error !== undefined) throw error;
  if (state === 'FINISHED') break;
  await new Promise(resolve => setTimeout(resolve, 50));
}
const begin = performance.now();
const count = await (how === 'discard' ? discard : decode)(client, operation);
const seconds = (performance.now() - begin) / 1000;
await client.closeOperation(operation);
client.connection.close();
const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({rows: count, seconds, peakMiB}));
