import {createReadStream} from 'node:fs';
import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {loadavg, tmpdir} from 'node:os';
import {join} from 'node:path';
import {createHistogram, type RecordableHistogram} from 'node:perf_hooks';
import {startCatalog, type RunningCatalog} from '../apps/catalog/test/server-fixture.ts';
import {oneTable, tableKey, tableName} from './data.ts';
import {HttpClient} from './http-client.ts';

const v2 = '/api/atlas/v2';
const warmUpShare = 0.1;
const sampleEveryMs = 2000;

type Work = {
  readonly name: string;
  readonly share: number;
  readonly run: (client: HttpClient) => Promise<string>;
};

/** What was seen of one kind of request. */
type Seen = {readonly times: RecordableHistogram; failures: Map<string, number>};

/**
 * Many clients, each with a session and a connection of its own, that read and write without pause
 * while every request is recorded.
 * @returns a report: requests and failures by kind, p50 and p99, memory of the server at the
 * beginning and at the end, and whether
 *   there is a record of every request
 */
export async function measureMixedLoad(clients: number, minutes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-load-'));
  try {
    const limits = [
      '--max-requests-per-user',
      String(2 * clients),
      '--max-requests',
      String(4 * clients),
    ];
    const server = await startCatalog(folder, {args: ['--log-level', 'warn', ...limits]});
    return await measured(server, folder, clients, minutes);
  } finally {
    await rm(folder, {recursive: true, force: true, maxRetries: 3});
  }
}

async function measured(
  server: RunningCatalog,
  folder: string,
  clients: number,
  minutes: number,
): Promise<string> {
  const [loadBefore = 0] = loadavg();
  const kinds = kindsOfWork();
  const seen = new Map<string, Seen>(
    kinds.map(({name}) => [name, {times: createHistogram(), failures: new Map()}]),
  );
  const endsAt = performance.now() + minutes * 60_000;
  const memory = new MemoryWatch(server);
  const asked = await Promise.all(
    Array.from({length: clients}, () => clientLoop(server.url, kinds, seen, endsAt)),
  );
  const grown = memory.stop();
  await server.stop();
  const offered = asked.reduce((sum, count) => sum + count, 0) + memory.asked;
  const recorded = await countRecords(join(folder, 'audit'));
  return report({kinds, seen, clients, minutes, grown, offered, recorded, loadBefore});
}

function kindsOfWork(): readonly Work[] {
  let next = 0;
  const saved: number[] = [];
  const some = () => saved[Math.floor(Math.random() * saved.length)] ?? 0;
  const save = async (client: HttpClient) => {
    const n = next++;
    const answer = await client.post(`${v2}/entity`, oneTable(n));
    saved.push(n);
    return answer;
  };
  const read = (client: HttpClient) =>
    client.get(
      `${v2}/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=${encodeURIComponent(tableKey(some()))}`,
    );
  const wordOf = () => tableName(some()).split('_')[1] ?? '';
  const basic = (client: HttpClient) =>
    client.get(`${v2}/search/basic?typeName=hive_table&query=${wordOf()}&limit=25`);
  const list = (client: HttpClient) =>
    client.get(`${v2}/search/basic?typeName=hive_column&limit=25&offset=${some() % 1000}`);
  const suggest = (client: HttpClient) =>
    client.get(`${v2}/search/suggestions?prefixString=${wordOf().slice(0, 3)}`);
  const types = (client: HttpClient) => client.get(`${v2}/types/typedefs/headers`);
  return [
    {name: 'save a table of 20 columns', share: 0.15, run: save},
    {
      name: 'read an entity by its unique attribute',
      share: 0.4,
      run: client => (saved.length === 0 ? save(client) : read(client)),
    },
    {name: 'search by text', share: 0.2, run: basic},
    {name: 'page of a type', share: 0.1, run: list},
    {name: 'suggestions', share: 0.05, run: suggest},
    {name: 'headers of all types', share: 0.1, run: types},
  ];
}

/** @returns how many requests it made */
async function clientLoop(
  url: string,
  kinds: readonly Work[],
  seen: ReadonlyMap<string, Seen>,
  endsAt: number,
): Promise<number> {
  const client = new HttpClient(url);
  let asked = 0;
  while (performance.now() < endsAt) {
    const {name, run} = pick(kinds);
    const of = seen.get(name);
    const start = performance.now();
    asked++;
    try {
      await run(client);
      of?.times.record(Math.max(1, Math.round((performance.now() - start) * 1000)));
    } catch (error) {
      const reason = String(error)
        .replaceAll(/[\da-f-]{36}/g, '…')
        .slice(0, 160);
      of?.failures.set(reason, (of.failures.get(reason) ?? 0) + 1);
    }
  }
  client.close();
  return asked;
}

function pick(kinds: readonly Work[]): Work {
  let place = Math.random();
  const found = kinds.find(({share}) => (place -= share) < 0) ?? kinds[0];
  if (found === undefined) throw new Error('there is no work');
  return found;
}

type Growth = {
  readonly firstMiB: number;
  readonly lastMiB: number;
  readonly firstHeapMiB: number;
  readonly lastHeapMiB: number;
};

/** Asks the server for its memory now and then. */
class MemoryWatch {
  asked = 0;
  readonly #samples: {rss: number; heap: number}[] = [];
  readonly #client: HttpClient;
  readonly #timer: NodeJS.Timeout;

  constructor(server: RunningCatalog) {
    this.#client = new HttpClient(server.url);
    this.#timer = setInterval(() => void this.#sample(), sampleEveryMs);
  }

  stop(): Growth {
    clearInterval(this.#timer);
    this.#client.close();
    const from = Math.floor(this.#samples.length * warmUpShare);
    const rest = this.#samples.slice(from);
    const part = Math.max(1, Math.floor(rest.length / 5));
    const middle = (list: readonly number[]) =>
      list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
    const of = (name: 'rss' | 'heap', samples: typeof rest) =>
      middle(samples.map(sample => sample[name] / 2 ** 20));
    const [first, last] = [rest.slice(0, part), rest.slice(-part)];
    return {
      firstMiB: of('rss', first),
      lastMiB: of('rss', last),
      firstHeapMiB: of('heap', first),
      lastHeapMiB: of('heap', last),
    };
  }

  async #sample(): Promise<void> {
    this.asked++;
    const text = await this.#client.get('/api/atlas/admin/prometheus').catch(() => '');
    const value = (name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
    const sample = {
      rss: value('process_resident_memory_bytes'),
      heap: value('nodejs_heap_size_used_bytes'),
    };
    if (!Number.isNaN(sample.rss)) this.#samples.push(sample);
  }
}

async function countRecords(folder: string): Promise<number> {
  let lines = 0;
  for (const name of await readdir(folder)) {
    if (!name.startsWith('catalog-audit.log')) continue;
    for await (const chunk of createReadStream(join(folder, name))) {
      for (const byte of chunk as Buffer) if (byte === 0x0a) lines++;
    }
  }
  return lines;
}

type Report = {
  readonly kinds: readonly Work[];
  readonly seen: ReadonlyMap<string, Seen>;
  readonly clients: number;
  readonly minutes: number;
  readonly grown: Growth;
  readonly offered: number;
  readonly recorded: number;
  readonly loadBefore: number;
};

function report({
  kinds,
  seen,
  clients,
  minutes,
  grown,
  offered,
  recorded,
  loadBefore,
}: Report): string {
  const ms = (microseconds: number) => (microseconds / 1000).toFixed(1);
  const all = createHistogram();
  const failures: string[] = [];
  const rows = kinds.map(({name}) => {
    const one = seen.get(name);
    if (one === undefined) return '';
    all.add(one.times);
    for (const [reason, count] of one.failures) failures.push(`${count} × ${name}: ${reason}`);
    return `| ${name} | ${one.times.count} | ${ms(one.times.percentile(50))} | ${ms(one.times.percentile(99))} | ${ms(one.times.max)} |`;
  });
  const {firstMiB, lastMiB, firstHeapMiB, lastHeapMiB} = grown;
  return [
    `${clients} clients for ${minutes} minutes; load of the machine before: ${loadBefore.toFixed(1)}.`,
    '',
    '| request | answered | p50 ms | p99 ms | longest ms |',
    '|---|---|---|---|---|',
    ...rows,
    `| all | ${all.count} | ${ms(all.percentile(50))} | ${ms(all.percentile(99))} | ${ms(all.max)} |`,
    '',
    `${Math.round(all.count / (minutes * 60))} requests a second; ${failures.length === 0 ? 'none failed' : 'failed:'}`,
    ...failures,
    `Memory of the server: ${firstMiB.toFixed(0)} MiB at first, ${lastMiB.toFixed(0)} MiB at last; heap ${firstHeapMiB.toFixed(0)} and ${lastHeapMiB.toFixed(0)} MiB.`,
    `Records of requests: ${recorded} of ${offered}.`,
  ].join('\n');
}
