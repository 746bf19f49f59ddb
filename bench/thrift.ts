import {execFile} from 'node:child_process';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {Connection, connectSocket, HiveClient, type RowSet} from '@gazetteer/thrift';
import {envelopes} from '../packages/thrift/src/hive-calls.ts';
import {decodeReply} from '../packages/thrift/src/message.ts';
import {RecordingTransport} from '../packages/thrift/test/recording.ts';
import {needs, root, type RunningServer, start} from '../packages/thrift/test/servers/start.ts';
import {fetchWithThriftPackage, type ThriftPackage} from './thrift-package.ts';

/** Reading all rows of a result once. */
type Fetch = {readonly rows: number; readonly seconds: number; readonly peakMiB: number};
type Server = {
  readonly name: string;
  readonly missing: string | false;
  readonly start: () => Promise<RunningServer>;
  /** Statements that make what is read, where a query alone cannot. */
  readonly prepare: (rows: number) => readonly string[];
  readonly query: (rows: number) => string;
};

const pageRows = 10_000;
const impyla = '.cache/impyla/bin/python';
const auth = {mechanism: 'PLAIN', user: 'bench', password: 'bench'} as const;
const servers: readonly Server[] = [
  {
    name: 'Spark 3.5.6',
    missing: needs('.cache/spark/bin/spark-submit', 'PySpark'),
    start: () => start('spark.sh', ['binary']),
    prepare: () => [],
    query: rows =>
      "select cast(id as int) i, id * 1000003 l, id / 7.0D d, concat('name-', id) s, " +
      `cast(timestamp_seconds(1700000000 + id) as string) t from range(${rows})`,
  },
  {
    name: 'HiveServer2 4.0.1',
    missing: needs('.cache/hive/complete', 'Hive'),
    start: () => start('hive.sh', ['none', 'binary']),
    prepare: rows => [
      'create table measured (i int, l bigint, d double, s string, t timestamp)',
      "insert into measured select p, p * 1000003L, p / 7.0D, concat('name-', p), cast(from_unixtime(1700000000 + p) as timestamp) " +
        `from (select posexplode(split(space(${rows - 1}), ' ')) as (p, v)) e`,
    ],
    query: () => 'select * from measured',
  },
];

/**
 * Measures how fast results come and are decoded: of real servers, against a reader that throws the
 * bytes away and against the Python client impyla in the same run; and of recorded bytes, against
 * the npm package `thrift`. What is not installed is left out, and said.
 * @returns a table of the ratios
 */
export async function measureThrift(rows: number, rounds: number): Promise<string> {
  const lines: string[] = [];
  const noImpyla = needs(impyla, 'impyla');
  if (noImpyla !== false) {
    loudly(
      `impyla is not compared with: python3 -m venv .cache/impyla && ${impyla} -m pip install -r bench/requirements.txt`,
    );
  }
  for (const server of servers) {
    if (server.missing === false)
      lines.push(...(await measureServer(server, rows, rounds, noImpyla === false)));
    else
      loudly(
        `${server.name} is not measured, it ${server.missing}: packages/thrift/test/prepare-servers.sh`,
      );
  }
  if (lines.length === 0) return '';
  return [
    `| ${rows.toLocaleString('en')} rows of 5 columns | rows/s | MiB at most | ratio |`,
    '|---|---:|---:|---|',
    ...lines,
  ].join('\n');
}

async function measureServer(
  server: Server,
  rows: number,
  rounds: number,
  hasImpyla: boolean,
): Promise<string[]> {
  const running = await server.start();
  try {
    const page = await recordPage(running.port, server.prepare(rows), server.query(rows));
    const args = [String(running.port), server.query(rows)];
    const ours = (how: string) => [
      process.execPath,
      join(import.meta.dirname, 'thrift-fetch.ts'),
      ...args,
      String(rows),
      how,
    ];
    const python = [join(root, impyla), join(import.meta.dirname, 'impyla-fetch.py'), ...args];
    const best: {[name: string]: Fetch} = {};
    // One after the other in each round, so that all of them meet the same machine.
    for (let round = 0; round < rounds; round++) {
      better(best, 'discard', await fetchBy(ours('discard')));
      better(best, 'decode', await fetchBy(ours('decode')));
      if (hasImpyla) better(best, 'impyla', await fetchBy(python));
    }
    return [...fetchLines(server.name, best), ...decodingLines(server.name, page)];
  } finally {
    await running.stop();
  }
}

function better(best: {[name: string]: Fetch}, name: string, fetch: Fetch): void {
  const before = best[name];
  if (before === undefined || rate(fetch) > rate(before)) best[name] = fetch;
}

async function fetchBy([program = '', ...args]: readonly string[]): Promise<Fetch> {
  const {stdout} = await promisify(execFile)(program, args, {cwd: root});
  return JSON.parse(stdout) as Fetch;
}

function fetchLines(
  name: string,
  {discard, decode, impyla: python}: {readonly [name: string]: Fetch},
): string[] {
  if (discard === undefined || decode === undefined) throw new Error('nothing was measured');
  const share = Math.round((100 * rate(decode)) / rate(discard));
  return [
    line(`${name}: bytes thrown away`, discard, ''),
    line(`${name}: ours, every text made`, decode, `${share} % of the reader that throws away`),
    ...(python === undefined
      ? []
      : [
          line(
            `${name}: impyla`,
            python,
            `ours is ${(rate(decode) / rate(python)).toFixed(1)} times as fast`,
          ),
        ]),
  ];
}

/** The same bytes by both decoders, many times over. */
function decodingLines(name: string, page: Buffer): string[] {
  const thriftPackage = createRequire(import.meta.url)('thrift') as ThriftPackage;
  const sequence = page.readInt32BE(8 + page.readInt32BE(4));
  const ours = bestOf(20, () => {
    const {success} = decodeReply(page, 'FetchResults', sequence, envelopes.FetchResults.result);
    return success.results === undefined ? 0 : use(success.results);
  });
  const theirs = bestOf(4, () => fetchWithThriftPackage(thriftPackage, page));
  return [
    line(`${name}: decoding alone, ours`, ours, ''),
    line(
      `${name}: decoding alone, npm thrift`,
      theirs,
      `ours is ${(rate(ours) / rate(theirs)).toFixed(1)} times as fast`,
    ),
  ];
}

function use({columns, rowCount}: RowSet): number {
  for (const column of columns) if (column.kind === 'string') column.values.texts();
  return rowCount;
}

/** The best of five runs of `times` calls. */
function bestOf(times: number, work: () => number): Pick<Fetch, 'rows' | 'seconds'> {
  let best = {rows: 0, seconds: Infinity};
  for (let run = 0; run < 5; run++) {
    const begin = performance.now();
    let rows = 0;
    for (let i = 0; i < times; i++) rows += work();
    const seconds = (performance.now() - begin) / 1000;
    if (seconds < best.seconds) best = {rows, seconds};
  }
  return best;
}

/** One page of the result as it comes from the server. */
async function recordPage(
  port: number,
  prepare: readonly string[],
  query: string,
): Promise<Buffer> {
  const recorder = new RecordingTransport(await connectSocket({host: 'localhost', port, auth}));
  const client = new HiveClient(new Connection(recorder));
  const {handle} = await client.openSession();
  for (const statement of prepare)
    await client.closeOperation(await ran(client, handle, statement));
  await client.fetch(await ran(client, handle, query), {maxRows: pageRows});
  const page = Buffer.from(recorder.replies.at(-1)?.bytes ?? '', 'base64');
  recorder.close();
  return page;
}

async function ran(
  client: HiveClient,
  session: Parameters<HiveClient['execute']>[0],
  statement: string,
) {
  const operation = await client.execute(session, statement);
  for (;;) {
    const {state, error} = await client.operationStatus(operation);
    if (error !== undefined) throw error;
    if (state === 'FINISHED') return operation;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

function rate({rows, seconds}: Pick<Fetch, 'rows' | 'seconds'>): number {
  return rows / seconds;
}

/** A row of the table, printed as it comes. */
function line(
  what: string,
  measured: Pick<Fetch, 'rows' | 'seconds'> & Partial<Fetch>,
  ratio: string,
): string {
  const perSecond = Math.round(rate(measured)).toLocaleString('en');
  console.log(
    `${what.padEnd(60)} ${perSecond.padStart(12)} rows/s ${measured.peakMiB ?? ''} ${ratio}`.trimEnd(),
  );
  return `| ${what} | ${perSecond} | ${measured.peakMiB ?? ''} | ${ratio} |`;
}

function loudly(text: string): void {
  console.log(`\nNOT MEASURED: ${text}\n`);
}
