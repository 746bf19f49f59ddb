import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {cpus, loadavg, tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {startCatalog, type RunningCatalog} from '../apps/catalog/test/server-fixture.ts';
import {entitiesPerTable, manyTables, oneTable, tableKey} from './data.ts';
import {HttpClient} from './http-client.ts';
import {measureIsolation} from './isolation.ts';
import {makeFanOut} from './lineage.ts';
import {load, markdownTable} from './measure.ts';

const v2 = '/api/atlas/v2';
/** Of /proc, in milliseconds: all that Linux tells of a process. */
const tickMs = 10;
/** What each kind of request is asked for in each turn, so that ticks do not matter. */
const cpuMsPerTurn = 400;
/** Until code is compiled as it stays: after ten calls most of it still ran as bytecode. */
const warmUp = {seconds: 10, maxCalls: 500};

/** One kind of request; `n` is another number each time. */
type Kind = {
  readonly name: string;
  readonly goal: number;
  readonly call: (n: number) => Promise<unknown>;
};

/** A server on data of its own, and what the requests need to know of it. */
type Side = {
  readonly name: string;
  readonly server: RunningCatalog;
  readonly client: HttpClient;
  readonly kinds: readonly Kind[];
  readonly guids: readonly string[];
};

/**
 * What a request costs the server, in milliseconds of CPU of all its threads, with one client: the
 * one measure that others on the machine hardly change. With the folder of another tree both are
 * asked in turns, and the table has both.
 */
export async function measureRequestCost(
  entities: number,
  before: string | undefined,
  only: string,
): Promise<string> {
  const [loadBefore = 0] = loadavg();
  const trees = [
    ...(before === undefined ? [] : [{name: 'before', root: resolve(before)}]),
    {name: 'now', root: undefined},
  ];
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-cost-'));
  const sides: Side[] = [];
  try {
    for (const {name, root} of trees)
      sides.push(await startSide(name, join(folder, name), root, entities));
    const rows: string[][] = [];
    const waits: string[][] = [];
    for (const [i, {name, goal}] of (sides[0]?.kinds ?? []).entries()) {
      if (!name.includes(only)) continue;
      const costs = await inTurns(
        sides.map(({server, kinds}) => ({server, call: kinds[i]?.call ?? (async () => undefined)})),
      );
      rows.push([name, ...costs.map(ms => ms.toFixed(2)), goal === 0 ? '' : String(goal)]);
      console.log(rows.at(-1)?.join('  '));
    }
    if ('isolation'.includes(only)) for (const side of sides) await addIsolation(side, waits);
    const facts =
      `Measured on ${new Date().toISOString().slice(0, 10)} with ${entities.toLocaleString('en')} entities on ${cpus().length} processors, ` +
      `load of the machine ${loadBefore.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after:`;
    const tables = [
      ...(rows.length === 0
        ? []
        : [
            markdownTable(
              ['CPU of the server, ms a request', ...trees.map(one => one.name), 'goal'],
              rows,
            ),
          ]),
      ...(waits.length === 0
        ? []
        : [
            markdownTable(
              ['GET by guid, p50', 'alone', 'beside 4 clients with the slowest search', ''],
              waits,
            ),
          ]),
    ];
    return [facts, ...tables].join('\n\n');
  } finally {
    for (const {server, client} of sides) {
      client.close();
      await server.stop();
    }
    await rm(folder, {recursive: true, force: true, maxRetries: 3});
  }
}

async function addIsolation({name, server, guids}: Side, waits: string[][]): Promise<void> {
  const {idle, busy} = await measureIsolation(server.url, guids);
  waits.push([
    name,
    `${idle.toFixed(1)} ms`,
    `${busy.toFixed(1)} ms`,
    `× ${(busy / idle).toFixed(1)}`,
  ]);
  console.log(waits.at(-1)?.join('  '));
}

async function startSide(
  name: string,
  data: string,
  root: string | undefined,
  entities: number,
): Promise<Side> {
  const server = await startCatalog(data, {
    args: ['--log-level', 'info'],
    ...(root === undefined ? {} : {root}),
  });
  const client = new HttpClient(server.url);
  const tables = Math.ceil(entities / entitiesPerTable);
  for (let n = 0; n < tables; n += 20) await client.post(`${v2}/entity/bulk`, manyTables(n, 20));
  const found = JSON.parse(
    await client.get(`${v2}/search/basic?typeName=hive_table&limit=1000`),
  ) as {
    entities: {guid: string}[];
  };
  const guids = found.entities.map(one => one.guid);
  return {name, server, client, guids, kinds: await kindsOf(client, tables, guids)};
}

async function kindsOf(
  client: HttpClient,
  tables: number,
  guids: readonly string[],
): Promise<readonly Kind[]> {
  const guid = (n: number) => guids[n % guids.length];
  const get = (path: (n: number) => string) => (n: number) => client.get(`${v2}${path(n)}`);
  await client.post(
    `${v2}/types/typedefs`,
    JSON.stringify({classificationDefs: [{name: 'CostTag'}]}),
  );
  const root = await makeFanOut(client, 1000);
  const tag = `${v2}/entity/guid/${root}/classification`;
  let fresh = tables;
  const typesTag = await client.tag(`${v2}/types/typedefs`);
  const made: string[] = [];
  // Another one each time, which asks for the same: an answer that is kept would be given again.
  const anew = (path: string) => get(n => `${path}&excludeDeletedEntities=no-${n}`);
  const search = (query: string) => anew(`/search/basic?${query}&limit=25`);
  const quick = '/search/quick?query=customer&limit=25';
  return [
    {
      name: 'suggestions',
      goal: 0.8,
      call: get(n => {
        const cus = Array.from('cus', (c, i) => ((n >> i) & 1 ? c.toUpperCase() : c)).join('');
        return `/search/suggestions?prefixString=${cus}${'%20'.repeat((n >> 3) % 300)}`;
      }),
    },
    {
      name: 'suggestions again, nothing stored meanwhile',
      goal: 0.8,
      call: get(() => '/search/suggestions?prefixString=cus'),
    },
    {name: 'quick search', goal: 1.5, call: anew(quick)},
    {name: 'quick search again, nothing stored meanwhile', goal: 1.5, call: get(() => quick)},
    {
      name: 'quick search, rare word',
      goal: 1.5,
      call: anew('/search/quick?query=refund_17&limit=25'),
    },
    {name: 'table with 20 columns by guid', goal: 0.8, call: get(n => `/entity/guid/${guid(n)}`)},
    {
      name: 'table with 20 columns by unique attribute',
      goal: 0.8,
      call: get(
        n =>
          `/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=${encodeURIComponent(tableKey(n % tables))}`,
      ),
    },
    {name: 'header by guid', goal: 0.2, call: get(n => `/entity/guid/${guid(n)}/header`)},
    {name: 'all type definitions', goal: 0.3, call: get(() => '/types/typedefs')},
    {
      name: 'all type definitions, compressed where that is done',
      goal: 0.3,
      call: () => client.get(`${v2}/types/typedefs`, {'accept-encoding': 'gzip'}),
    },
    {
      name: 'all type definitions, for a client that has them where that can be told',
      goal: 0.3,
      call: () => client.get(`${v2}/types/typedefs`, {'if-none-match': typesTag}),
    },
    {name: 'headers of all types', goal: 0.3, call: get(() => '/types/typedefs/headers')},
    ...['c', 'cus', 'customer', 'refund', 'status', 'customer refund', 'refund_17'].map(
      (words): Kind => ({
        name: `search box, ${words}`,
        goal: 10,
        call: get(n => {
          // Answers are kept by their parameters.
          const spaces = (count: number) => '%20'.repeat(count % 150);
          const typed = `${spaces(n)}${encodeURIComponent(words)}${spaces(Math.floor(n / 150))}`;
          return `/search/typeahead?query=${typed}`;
        }),
      }),
    ),
    {name: 'basic search, type', goal: 1, call: search('typeName=hive_table')},
    {
      name: 'basic search, type and word',
      goal: 1,
      call: search('typeName=hive_table&query=refund'),
    },
    {name: 'basic search, word', goal: 1, call: search('query=customer')},
    {name: 'basic search, prefix', goal: 1, call: search('typeName=hive_table&query=cust*')},
    {
      name: 'create a table with 20 columns',
      goal: 3,
      call: async () => {
        const answer = JSON.parse(await client.post(`${v2}/entity`, oneTable(fresh++))) as {
          guidAssignments: Record<string, string>;
        };
        made.push(answer.guidAssignments['-2'] ?? '');
      },
    },
    {
      name: 'the same again, no change',
      goal: 0.8,
      call: () => client.post(`${v2}/entity`, oneTable(1)),
    },
    {
      name: 'delete a table with 20 columns',
      goal: 3,
      call: async () => client.delete(`${v2}/entity/guid/${made.pop() ?? guid(fresh++)}`),
    },
    {
      name: 'lineage of 1,000',
      goal: 15,
      call: get(n => `/lineage/${root}?direction=OUTPUT&depth=${3 + n}`),
    },
    {
      name: 'tag to 1,000 and back',
      goal: 15,
      call: async () => {
        await client.post(`${tag}s`, JSON.stringify([{typeName: 'CostTag'}]));
        await client.delete(`${tag}/CostTag`);
      },
    },
    {
      name: 'create and delete a classification definition, read a header',
      goal: 5,
      call: async n => {
        await client.post(
          `${v2}/types/typedefs`,
          JSON.stringify({classificationDefs: [{name: `CostOf${n}`}]}),
        );
        await client.get(`${v2}/entity/guid/${guid(n)}/header`);
        await client.delete(`${v2}/types/typedef/name/CostOf${n}`);
      },
    },
  ];
}

type Asked = {readonly server: RunningCatalog; readonly call: (n: number) => Promise<unknown>};

/**
 * The middle of three turns of each, after those that warm up and tell how many calls are needed.
 */
async function inTurns(asked: readonly Asked[]): Promise<number[]> {
  const costs: number[][] = asked.map(() => []);
  const next = asked.map(() => 0);
  let calls = 10;
  for (const [i, {call}] of asked.entries()) next[i] = (await load(1, warmUp, n => call(n))).calls;
  for (let turn = 0; turn < 4; turn++) {
    for (const [i, {server, call}] of asked.entries()) {
      const first = next[i] ?? 0;
      const cpuBefore = await cpuMs(server.pid);
      const {calls: made} = await load(1, {seconds: 20, maxCalls: calls}, n => call(first + n));
      const cost = ((await cpuMs(server.pid)) - cpuBefore) / made;
      next[i] = first + made;
      if (turn > 0) costs[i]?.push(cost);
      else if (i === asked.length - 1)
        calls = Math.min(400, Math.max(4, Math.ceil(cpuMsPerTurn / Math.max(cost, 0.1))));
    }
  }
  return costs.map(list => list.toSorted((a, b) => a - b)[1] ?? Number.NaN);
}

/** Of all threads of a process since it started. */
async function cpuMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
