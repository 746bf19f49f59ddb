import {readFile, writeFile} from 'node:fs/promises';
import {ask} from '../apps/catalog/test/client.ts';
import type {RunningCatalog} from '../apps/catalog/test/server-fixture.ts';
import {entitiesPerTable, manyTables} from './data.ts';
import type {BenchStore} from './places.ts';

/** What people waited for elsewhere, and how long: ATLAS-4916, ATLAS-4988. */
const published: Readonly<Record<string, string>> = {
  '260 entities given 20 classifications': '93 s (158 s before it was improved)',
  'a business metadata definition deleted': '55 minutes, with 118,300 entities',
};

type Row = {measure: string; database: string; value: string};

const v2 = '/api/atlas/v2';
const tablesPerRequest = 50;

/**
 * What takes long where there are many entities: many classifications at once, the end of a
 * definition, and taking all entities out of one catalog and into another, with the memory that
 * this needs.
 */
export class Scale {
  readonly #rows: Row[] = [];
  readonly #entities: number;

  constructor(entities: number) {
    this.#entities = entities;
  }

  /** `place` holds the entities, `other` is empty. */
  async measure(place: BenchStore, other: BenchStore): Promise<void> {
    const server = await place.startServer();
    await grow(server, this.#entities);
    await this.#classify(place.name, server);
    await this.#deleteDefinition(place.name, server);
    const archive = await this.#export(place.name, server);
    await server.stop();
    const target = await other.startServer();
    await this.#import(place.name, target, archive);
    await target.stop();
  }

  /** Empty when nothing was measured. */
  markdown(): string {
    if (this.#rows.length === 0) return '';
    const databases = [...new Set(this.#rows.map(row => row.database))];
    const measures = [...new Set(this.#rows.map(row => row.measure))];
    const lines = measures.map(measure => {
      const values = databases.map(
        database =>
          this.#rows.find(row => row.measure === measure && row.database === database)?.value ?? '',
      );
      return `| ${[measure, ...values, published[measure] ?? ''].join(' | ')} |`;
    });
    const count = this.#entities.toLocaleString('en');
    return [
      `| ${[`With ${count} entities`, ...databases, 'published of Atlas'].join(' | ')} |`,
      `|---|${databases.map(() => '---:|').join('')}---|`,
      ...lines,
    ].join('\n');
  }

  #add(database: string, measure: string, value: string): void {
    this.#rows.push({database, measure, value});
    console.log(`${database}  ${measure.padEnd(60)} ${value}`);
  }

  async #classify(database: string, server: RunningCatalog): Promise<void> {
    const names = Array.from({length: 20}, (_, n) => `Scale${n}`);
    await must(server, '/types/typedefs', {classificationDefs: names.map(name => ({name}))});
    const found = await must(server, '/search/basic', {typeName: 'hive_table', limit: 260});
    const entityGuids = (found as {entities: {guid: string}[]}).entities.map(one => one.guid);
    const ms = await timed(async () => {
      for (const typeName of names) {
        await must(server, '/entity/bulk/classification', {
          classification: {typeName},
          entityGuids,
        });
      }
    });
    this.#add(database, '260 entities given 20 classifications', seconds(ms));
  }

  async #deleteDefinition(database: string, server: RunningCatalog): Promise<void> {
    const options = {applicableEntityTypes: '["hive_table"]', maxStrLength: '50'};
    const attribute = {name: 'labels', typeName: 'array<string>', isOptional: true, options};
    await must(server, '/types/typedefs', {
      businessMetadataDefs: [{name: 'ScaleFacts', attributeDefs: [attribute]}],
    });
    const ms = await timed(() =>
      must(server, '/types/typedef/name/ScaleFacts', undefined, 'DELETE'),
    );
    this.#add(database, 'a business metadata definition deleted', seconds(ms));
  }

  async #export(database: string, server: RunningCatalog): Promise<Uint8Array<ArrayBuffer>> {
    const body = {
      itemsToExport: [{typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'bench@bench'}}],
      options: {fetchType: 'FULL'},
    };
    const peak = await peakMemory(server);
    let archive = new Uint8Array(new ArrayBuffer(0));
    const ms = await timed(async () => {
      const response = await send(server, '/admin/export', JSON.stringify(body), {
        'content-type': 'application/json',
      });
      archive = new Uint8Array(await response.arrayBuffer());
    });
    this.#add(database, 'all of them exported', `${seconds(ms)}, ${rate(this.#entities, ms)}`);
    this.#add(database, 'peak memory of the server meanwhile (before)', await peak());
    this.#add(database, 'size of the archive', `${(archive.length / 2 ** 20).toFixed(0)} MiB`);
    return archive;
  }

  async #import(
    database: string,
    server: RunningCatalog,
    archive: Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    const form = new FormData();
    form.set('request', '{"options": {}}');
    form.set('data', new Blob([archive]), 'archive.zip');
    await ask(`${server.url}${v2}/types/typedefs/headers`);
    const peak = await peakMemory(server);
    const ms = await timed(async () => {
      const result = (await (await send(server, '/admin/import', form, {})).json()) as {
        operationStatus: string;
      };
      if (result.operationStatus !== 'SUCCESS')
        throw new Error(JSON.stringify(result).slice(0, 500));
    });
    this.#add(
      database,
      'all of them imported into an empty catalog',
      `${seconds(ms)}, ${rate(this.#entities, ms)}`,
    );
    this.#add(database, 'peak memory of that server meanwhile (before)', await peak());
  }
}

/** Fills an empty store with made-up tables and their columns. */
export async function grow(server: RunningCatalog, entities: number): Promise<void> {
  const requests = Math.ceil(entities / entitiesPerTable / tablesPerRequest);
  for (let n = 0; n < requests; n++) {
    const answer = await ask(`${server.url}${v2}/entity/bulk`, {
      body: manyTables(n * tablesPerRequest, tablesPerRequest),
    });
    if (answer.status !== 200) throw new Error(answer.text);
  }
}

async function must(
  server: RunningCatalog,
  path: string,
  body: unknown,
  method = 'POST',
): Promise<unknown> {
  const answer = await ask(`${server.url}${v2}${path}`, {
    ...(body === undefined ? {} : {body}),
    method,
  });
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.json;
}

async function send(
  server: RunningCatalog,
  path: string,
  body: string | FormData,
  headers: Record<string, string>,
): Promise<Response> {
  const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;
  const response = await fetch(`${server.url}/api/atlas${path}`, {
    method: 'POST',
    headers: {authorization, ...headers},
    body,
  });
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** @returns tells the largest resident memory from now on, with that of now in parentheses */
async function peakMemory({pid}: RunningCatalog): Promise<() => Promise<string>> {
  const read = async (name: string) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
  };
  // Sets the high-water mark of the process back.
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
  const before = await read('VmRSS');
  return async () => {
    const peak = await read('VmHWM');
    return Number.isNaN(peak) ? 'unknown here' : `${peak.toFixed(0)} MiB (${before.toFixed(0)})`;
  };
}

const seconds = (ms: number): string =>
  ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
const rate = (entities: number, ms: number): string =>
  `${Math.round((1000 * entities) / ms).toLocaleString('en')} entities/s`;
