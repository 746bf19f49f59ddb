import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {loadavg} from 'node:os';
import {setTimeout as delay} from 'node:timers/promises';
import type {RunningCatalog} from '../apps/catalog/test/server-fixture.ts';
import {HttpClient} from './http-client.ts';
import {load} from './measure.ts';
import {postgresStore, sqliteStore, type BenchStore} from './places.ts';

const clients = 8;
/** Events of a request that has several. */
const batch = 100;
/** Such a part of the events is sent one a request as well, which waits for the disk each time. */
const partAlone = 0.1;
/** Of each job: how often it runs, with an event at the start and one at the end. */
const runsOfJob = 25;
const place = 'postgres://events.example:5432';

/**
 * Events of OpenLineage as fast as a catalog takes them, some of them one a request; then all of
 * them twice and in another order into another catalog, which must come to be the same.
 * @returns a table in Markdown
 */
export async function measureEvents(
  events: number,
  databases: ReadonlySet<'sqlite' | 'postgres'>,
): Promise<string> {
  const rows: string[][] = [];
  for (const [name, make] of [
    ['sqlite', sqliteStore],
    ['postgres', postgresStore],
  ] as const) {
    if (databases.has(name)) rows.push(...(await measuredAt(events, make)));
  }
  const head = `| Load of the machine ${loadavg()[0]?.toFixed(1)} | |`;
  return [head, '|---|---:|', ...rows.map(row => `| ${row.join(' | ')} |`)].join('\n');
}

async function measuredAt(
  count: number,
  make: () => Promise<BenchStore | string>,
): Promise<string[][]> {
  const texts = eventsOf(Math.ceil(count / runsOfJob / 2));
  const some = texts.slice(0, Math.ceil(texts.length * partAlone));
  const alone = await fed(make, async client => {
    await load(clients, {seconds: 3600, maxCalls: some.length}, async n =>
      sent(client, '/api/v1/lineage', some[n] ?? ''),
    );
    return some.length;
  });
  const given = await fed(make, client => sentTogether(client, texts));
  const twice = shuffled([...texts, ...texts]);
  const other = await fed(make, client => sentTogether(client, twice));
  assert.deepEqual(other.picture, given.picture);
  const told = (one: Fed) =>
    `${Math.round(one.rate).toLocaleString('en')} a second; ${Math.round(one.memory / 1024)} MiB; ${one.cpu.toFixed(2)} ms`;
  const number = (list: readonly unknown[]) => list.length.toLocaleString('en');
  return [
    [
      `${given.name}: ${number(some)} events, one a request, until all are processed; most memory; CPU each`,
      told(alone),
    ],
    [`… ${number(texts)} events, ${batch} a request`, told(given)],
    ['… twice and shuffled', told(other)],
    ['… entities and flows that are the same in both', number(given.picture)],
  ];
}

async function sentTogether(client: HttpClient, texts: readonly string[]): Promise<number> {
  const requests = Math.ceil(texts.length / batch);
  await load(2, {seconds: 3600, maxCalls: requests}, async n => {
    const some = texts.slice(n * batch, (n + 1) * batch);
    await sent(client, '/api/v1/lineage/batch', `[${some.join(',')}]`);
  });
  return texts.length;
}

type Fed = {
  readonly name: string;
  /** Events a second. */
  readonly rate: number;
  /** The most that the server held, in kB. */
  readonly memory: number;
  /** Milliseconds of the server's processor for an event. */
  readonly cpu: number;
  readonly picture: readonly string[];
};

/** A new catalog, fed, until it has processed everything. */
async function fed(
  make: () => Promise<BenchStore | string>,
  feed: (client: HttpClient) => Promise<number>,
): Promise<Fed> {
  const store = await make();
  if (typeof store === 'string') throw new Error(store);
  try {
    const server = await store.startServer();
    const client = new HttpClient(server.url);
    const before = await cpuOf(server);
    const begin = performance.now();
    const count = await feed(client);
    while (await isWaiting(client)) await delay(100);
    const seconds = (performance.now() - begin) / 1000;
    const cpu = ((await cpuOf(server)) - before) / count;
    const memory = await peakOf(server);
    const picture = await pictureOf(client);
    client.close();
    await server.stop();
    return {name: store.name, rate: count / seconds, memory, cpu, picture};
  } finally {
    await store.remove();
  }
}

/** As producers do: what is refused because too many wait is sent again. */
async function sent(client: HttpClient, path: string, body: string): Promise<void> {
  for (;;) {
    try {
      const answer = await client.post(path, body);
      if (!answer.includes('"retriable":true')) return;
      await delay(200);
    } catch (error) {
      if (!String(error).includes('503')) throw error;
      await delay(200);
    }
  }
}

async function isWaiting(client: HttpClient): Promise<boolean> {
  const told = await client.get('/api/meta/v2/notification/failed');
  const {failed, waiting} = JSON.parse(told) as {failed: number; waiting: number};
  assert.equal(failed, 0, told);
  return waiting > 0;
}

/** Jobs that read two tables and write one, each a few times. */
function eventsOf(jobs: number): string[] {
  const events: string[] = [];
  const table = (n: number, facets: object = {}) => ({
    namespace: place,
    name: `shop.public.t${n % jobs}`,
    facets,
  });
  const fields = ['id', 'customer', 'amount', 'day'].map(name => ({name, type: 'text'}));
  for (let run = 0; run < runsOfJob; run++) {
    for (let job = 0; job < jobs; job++) {
      const [one, two] = [table(job + 1), table(job * 7 + 3)];
      const from = (field: string) => ({inputFields: [{...one, field, facets: undefined}]});
      const columnLineage = {
        fields: Object.fromEntries(fields.map(({name}) => [name, from(name)])),
      };
      const id = (run * jobs + job).toString(16).padStart(12, '0');
      const at = (second: number) =>
        new Date(Date.UTC(2026, 0, 1) + (run * jobs + job) * 2000 + second * 1000).toISOString();
      const event = {
        producer: 'https://example.org/bench',
        run: {runId: `01939a1c-0000-7000-8000-${id}`},
        job: {namespace: 'bench', name: `job${job}`},
        inputs: [one, two],
        outputs: [table(job, {schema: {fields}, columnLineage})],
      };
      events.push(JSON.stringify({...event, eventType: 'START', eventTime: at(0)}));
      events.push(JSON.stringify({...event, eventType: 'COMPLETE', eventTime: at(1)}));
    }
  }
  return events;
}

/** Another order, the same in each measure. */
function shuffled<T>(list: T[]): T[] {
  let state = 1;
  for (let n = list.length - 1; n > 0; n--) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (n + 1);
    [list[n], list[other]] = [list[other] as T, list[n] as T];
  }
  return list;
}

type Found = {
  readonly entities?: readonly {
    readonly guid: string;
    readonly typeName: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
  readonly nextMarker?: string;
};

/** What there is, by names alone: entities, and what processes read and write. */
async function pictureOf(client: HttpClient): Promise<string[]> {
  const names = new Map<string, string>();
  const flows: (readonly [name: string, ends: readonly (readonly string[])[]])[] = [];
  for (const typeName of ['DataSet', 'Process']) {
    for (let marker: string | undefined = '*'; marker !== undefined && marker !== '-1';) {
      const ends = typeName === 'Process' ? ['inputs', 'outputs'] : [];
      const attributes = ['qualifiedName', ...ends];
      const body = {typeName, excludeDeletedEntities: true, limit: 500, attributes, marker};
      const found = JSON.parse(
        await client.post('/api/meta/v2/search/basic', JSON.stringify(body)),
      ) as Found;
      for (const {guid, typeName: type, attributes: has} of found.entities ?? []) {
        const name = `${type} ${String(has['qualifiedName'])}`;
        names.set(guid, name);
        if (typeName === 'Process')
          flows.push([name, [has['inputs'], has['outputs']].map(guidsIn)]);
      }
      marker = found.entities === undefined ? undefined : found.nextMarker;
    }
  }
  const lines = flows.flatMap(([name, ends]) =>
    ends.map(
      (guids, n) =>
        `${name} ${n} ${guids
          .map(guid => names.get(guid))
          .toSorted()
          .join()}`,
    ),
  );
  return [...names.values(), ...lines].toSorted();
}

const guidsIn = (value: unknown): string[] =>
  ((value ?? []) as readonly {guid: string}[]).map(one => one.guid);

async function cpuOf({pid}: RunningCatalog): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  // A tick is ten milliseconds on every Linux that Node runs on.
  return (Number(user) + Number(system)) * 10;
}

async function peakOf({pid}: RunningCatalog): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
}
