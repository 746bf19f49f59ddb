import {readFile} from 'node:fs/promises';
import type {RunningCatalog} from '../apps/catalog/test/server-fixture.ts';
import {echoRequests} from './baseline.ts';
import {entitiesPerTable, manyTables, oneTable, tableKey} from './data.ts';
import {HttpClient} from './http-client.ts';
import {load, perSecond, type Results} from './measure.ts';
import type {BenchStore} from './places.ts';

const v2 = '/api/atlas/v2';

/** From the start of the process to its first answer. */
export async function measureStart(
  place: BenchStore,
  results: Results,
  label: string,
  repeat: number,
): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < repeat; n++) {
    const begin = performance.now();
    const server = await place.startServer();
    await (await fetch(`${server.url}/api/meta/admin/status`)).text();
    times.push(performance.now() - begin);
    await server.stop();
  }
  times.sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)] ?? 0;
  results.add(label, `${Math.round(middle)} ms`, middle);
}

/** Numbers of tables already written: every write is a new one. */
export type Counter = {tables: number};

export async function measureWrites(
  server: RunningCatalog,
  counter: Counter,
  seconds: number,
  results: Results,
): Promise<void> {
  const client = new HttpClient(server.url);
  const one = () => client.post(`${v2}/entity`, oneTable(counter.tables++));
  await load(8, {seconds: seconds / 4}, one);
  const single = await results.middle(1, {seconds}, one);
  results.rate(
    'HTTP: entities, one table of 20 columns a request, 1 client',
    single,
    entitiesPerTable,
  );
  results.times('HTTP: one such request', single);
  const eight = await results.middle(8, {seconds}, one);
  const rate = results.rate('HTTP: the same, 8 clients', eight, entitiesPerTable);
  client.close();
  const echo = await echoRequests(8, Math.min(seconds, 3), oneTable(0));
  const share = (100 * rate) / perSecond(echo, entitiesPerTable);
  results.add('HTTP: of what node:http does that only parses and echoes', `${share.toFixed(1)} %`);
}

/** Grows the store to about `entities` by bulk requests. */
export async function grow(
  server: RunningCatalog,
  counter: Counter,
  entities: number,
  results: Results,
): Promise<void> {
  const client = new HttpClient(server.url);
  const missing = Math.max(0, Math.ceil(entities / entitiesPerTable) - counter.tables);
  const requests = Math.ceil(missing / 20);
  const done = await load(2, {seconds: 3600, maxCalls: requests}, async () => {
    const first = counter.tables;
    counter.tables += 20;
    await client.post(`${v2}/entity/bulk`, manyTables(first, 20));
  });
  if (requests > 0)
    results.rate(
      'HTTP: entities, 20 tables a request, 2 clients, growing to this size',
      done,
      20 * entitiesPerTable,
    );
  client.close();
}

export async function measureReads(
  server: RunningCatalog,
  tables: number,
  calls: number,
  results: Results,
): Promise<void> {
  const client = new HttpClient(server.url);
  const key = (n: number) => encodeURIComponent(tableKey((n * 7919) % tables));
  const unique = (n: number) =>
    client.get(`${v2}/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=${key(n)}`);
  const guids = await guidsOf(client);
  const byGuid = (n: number) => client.get(`${v2}/entity/guid/${guids[n % guids.length]}`);
  const limit = {seconds: 10, maxCalls: calls};
  await load(4, {seconds: 2, maxCalls: 400}, unique);
  results.times('HTTP: table by unique attribute', await results.middle(1, limit, unique));
  results.times('HTTP: table by guid', await results.middle(1, limit, byGuid));
  const many = await results.middle(8, limit, byGuid);
  const rate = results.rate('HTTP: tables by guid, 8 clients, requests', many, 1);
  const echo = await echoRequests(8, 2, undefined);
  results.add(
    'HTTP: of what node:http does that only answers',
    `${((100 * rate) / perSecond(echo)).toFixed(1)} %`,
  );
  const searches: readonly (readonly [string, string])[] = [
    ['basic search, type', `${v2}/search/basic?typeName=hive_table&limit=25`],
    [
      'basic search, type, sorted by name',
      `${v2}/search/basic?typeName=hive_table&sortBy=name&limit=25`,
    ],
    ['basic search, word and type', `${v2}/search/basic?typeName=hive_table&query=refund&limit=25`],
    ['basic search, word with many hits (customer)', `${v2}/search/basic?query=customer&limit=25`],
    ['basic search, prefix (cust*)', `${v2}/search/basic?typeName=hive_table&query=cust*&limit=25`],
    ['quick search (refund)', `${v2}/search/quick?query=refund&limit=25`],
    ['quick search, many hits (customer)', `${v2}/search/quick?query=customer&limit=25`],
    ['suggestions (cus)', `${v2}/search/suggestions?prefixString=cus`],
    ['all type definitions', `${v2}/types/typedefs`],
    ['headers of all types', `${v2}/types/typedefs/headers`],
  ];
  for (const [name, path] of searches) {
    await load(1, {seconds: 1, maxCalls: 3}, () => client.get(path));
    results.times(
      `HTTP: ${name}`,
      await results.middle(1, {seconds: 3, maxCalls: calls / 10}, () => client.get(path)),
    );
  }
  client.close();
}

async function guidsOf(client: HttpClient): Promise<string[]> {
  const answer = JSON.parse(
    await client.get(`${v2}/search/basic?typeName=hive_table&limit=1000`),
  ) as {
    entities: {guid: string}[];
  };
  return answer.entities.map(one => one.guid);
}

export async function measureMemory(server: RunningCatalog, results: Results): Promise<void> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN);
  if (Number.isNaN(kilobytes)) results.add('server: resident memory', 'unknown here');
  else results.add('server: resident memory', `${Math.round(kilobytes / 1024)} MiB`, kilobytes);
}
