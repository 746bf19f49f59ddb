import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import type {Database, Table} from '@gazetteer/db';
import {GraphStore} from '@gazetteer/store';
import * as schema from '../packages/store/src/schema/schema.ts';
import {entitiesPerTable, oneTable} from './data.ts';
import {HttpClient} from './http-client.ts';
import {load, type Load} from './measure.ts';
import {openStore, save} from './store-level.ts';

type Row = (string | number | null)[];
/** The rows that one request wrote, by table. */
type Written = ReadonlyMap<Table, Row[]>;

/** Where a row belongs: the column that names its entity. */
const owners: readonly (readonly [Table, string])[] = [
  [schema.entity, 'id'],
  [schema.uniqueValue, 'entity_id'],
  [schema.textValue, 'entity_id'],
  [schema.numberValue, 'entity_id'],
  [schema.edge, 'end2_id'],
];

/**
 * The same rows into the same tables, one commit a request, and nothing else: no types, no checks,
 * no reads, no full text. What is lost against it is what the catalog itself costs.
 */
export async function rawInserts(open: () => Database, requests: number): Promise<Load> {
  const source = await openStore(open());
  for (let n = 0; n < requests; n++) await save(source.engine, oneTable(n));
  const written = await rowsByRequest(source.database, requests);
  await source.close();
  const target = open();
  await GraphStore.migrate(target);
  const result = await load(1, {seconds: 600, maxCalls: written.length}, n =>
    target.write(async session => {
      for (const [table, rows] of written[n] ?? []) await session.insert(table, rows);
    }),
  );
  await target.close();
  return result;
}

async function rowsByRequest(database: Database, requests: number): Promise<Written[]> {
  const written = Array.from({length: requests}, () => new Map<Table, Row[]>());
  await database.read(async session => {
    const [first] = await session.all<{id: number}>('SELECT min(id) AS id FROM entity');
    for (const [table, owner] of owners) {
      const names = Object.keys(table.columns);
      const rows = await session.all<Record<string, string | number | null>>(
        `SELECT ${names.join(', ')} FROM ${table.name}`,
      );
      for (const row of rows) {
        const place = Math.floor((Number(row[owner]) - (first?.id ?? 0)) / entitiesPerTable);
        const request = written[Math.min(Math.max(place, 0), requests - 1)];
        const list = request?.get(table) ?? [];
        list.push(names.map(name => row[name] ?? null));
        request?.set(table, list);
      }
    }
  });
  return written;
}

/** Requests of this body and an answer of this size through node:http alone. */
export async function echoRequests(
  clients: number,
  seconds: number,
  body: string | undefined,
): Promise<Load> {
  const answer = JSON.stringify(JSON.parse(oneTable(0)));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'echo-server.ts'), answer], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    const client = new HttpClient(`http://127.0.0.1:${chunk.toString().trim()}`);
    const result = await load(clients, {seconds}, () =>
      body === undefined ? client.get('/') : client.post('/', body),
    );
    client.close();
    return result;
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}
