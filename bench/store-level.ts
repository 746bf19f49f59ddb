import {Engine} from '../apps/catalog/src/host/engine.ts';
import {fromFailure} from '@gazetteer/kernel/thread';
import {operations} from '../apps/catalog/src/server/operations.ts';
import {defaultSettings} from '../apps/catalog/src/server/settings.ts';
import {seedTypes} from '../apps/catalog/src/types/seed-types.ts';
import type {Database} from '@gazetteer/db';
import {parseTextQuery, resolveDsl} from '@gazetteer/model';
import {dslEntities, dslGroups, searchEntities, GraphStore} from '@gazetteer/store';
import {searchPage} from '../packages/store/src/search/search.ts';
import {
  columnsPerTable,
  entitiesPerTable,
  manyTables,
  oneTable,
  tableKey,
  tableName,
} from './data.ts';
import {inTurns, load, type Load, type Results} from './measure.ts';

const caller = {actor: {userName: 'bench', groups: []}, requestId: 'bench'};

export type OpenStore = {
  readonly engine: Engine;
  readonly store: GraphStore;
  readonly database: Database;
  close(): Promise<void>;
};

/** A store in this thread, with the stock types. */
export async function openStore(database: Database): Promise<OpenStore> {
  await GraphStore.migrate(database);
  const store = new GraphStore(database);
  await store.transaction(seedTypes);
  return {engine: new Engine(store, defaultSettings), store, database, close: () => store.close()};
}

/** The whole operation of POST /entity, from JSON text to JSON text, durable when it resolves. */
export async function save(engine: Engine, body: string): Promise<void> {
  const {failure} = await engine.run(operations.saveEntity, caller, {body});
  if (failure !== undefined) throw fromFailure(failure);
}

async function saveMany(engine: Engine, body: string): Promise<void> {
  const {failure} = await engine.run(operations.saveEntities, caller, {body});
  if (failure !== undefined) throw fromFailure(failure);
}

/**
 * Writing without HTTP and without threads, into an empty store. @returns entities/s of one client
 */
export async function measureStoreWrites(
  database: Database,
  seconds: number,
  results: Results,
): Promise<number> {
  const {engine, store, close} = await openStore(database);
  let table = 0;
  await load(1, {seconds: seconds / 4}, () => save(engine, oneTable(table++)));
  const single = await results.middle(1, {seconds}, () => save(engine, oneTable(table++)));
  const rate = results.rate(
    `store: entities, one table of ${columnsPerTable} columns a commit, 1 client`,
    single,
    entitiesPerTable,
  );
  results.times('store: one such request', single);
  const eight = await results.middle(8, {seconds}, () => save(engine, oneTable(table++)));
  results.rate('store: the same, 8 clients', eight, entitiesPerTable);
  const bulk = await results.middle(1, {seconds}, () =>
    saveMany(engine, manyTables((table += 20), 20)),
  );
  results.rate('store: 20 tables a commit, 1 client', bulk, 20 * entitiesPerTable);
  await measureTelling(store, results);
  await close();
  return rate;
}

/**
 * What it costs to put down what other systems are told, as saves in turns: both meet the same
 * noise of the machine.
 */
async function measureTelling(store: GraphStore, results: Results): Promise<void> {
  const notifying = new Engine(store, {...defaultSettings, notificationScope: 'entities'});
  const silent = new Engine(store, {...defaultSettings, notificationScope: 'nothing'});
  let table = 10_000_000;
  const [told, untold] = await inTurns(
    300,
    () => save(notifying, oneTable(table++)),
    () => save(silent, oneTable(table++)),
  );
  results.add(
    'store: one such request with what others are told, against one without',
    ratio(told, untold),
  );
  const [manyTold, manyUntold] = await inTurns(
    20,
    () => saveMany(notifying, manyTables((table += 20), 20)),
    () => saveMany(silent, manyTables((table += 20), 20)),
  );
  results.add('store: the same with 20 tables a commit', ratio(manyTold, manyUntold));
}

const ratio = (one: Load, other: Load): string => `${(one.p50 / other.p50).toFixed(3)} times`;

const searches = ['cust*', 'ware*', 'refund', 'owner7', 'refund customer'];

/** Point reads and searches on a grown store; `tables` are in it. */
export async function measureStoreReads(
  database: Database,
  tables: number,
  calls: number,
  results: Results,
): Promise<void> {
  const {store, close} = await openStore(database);
  const key = (n: number) => tableKey((n * 7919) % tables);
  const byUnique = (n: number) =>
    store.read(graph =>
      graph.byUnique([{typeName: 'hive_table', attribute: 'qualifiedName', value: key(n)}]),
    );
  await load(1, {seconds: 5, maxCalls: 1000}, byUnique);
  const reads = await results.middle(1, {seconds: 10, maxCalls: calls}, byUnique);
  results.times('store: read by unique attribute', reads);
  for (const words of searches) {
    const query = {
      text: parseTextQuery(words),
      activeOnly: true,
      classifications: [],
      offset: 0,
      limit: 25,
    };
    const {count, scores} = await store.read(graph => searchEntities(graph, query));
    const page = () => store.read(graph => searchPage(graph, query, count));
    const all = () => store.read(graph => searchEntities(graph, query));
    const label = `store: search \`${words}\``;
    results.add(
      `${label}, hits, order`,
      `${count.toLocaleString('en')}, ${scores.size > 0 ? 'relevance' : 'newest'}`,
    );
    results.times(`${label}, first 25 alone`, await timed(page, calls, results));
    results.times(`${label}, with the exact count`, await timed(all, calls, results));
  }
  await measureDsl(store, calls, results);
  await close();
}

/**
 * Queries over what the benchmark's tables have, each as the whole answer's rows without their
 * JSON.
 */
const dslQueries = [
  'hive_column select count()',
  `hive_column where table.name = '${tableName(77)}'`,
  `hive_column where table.db.name = 'bench'`,
  `hive_column where name like 'c*' limit 25`,
  `hive_column where name != 'id' and owner != 'owner1' limit 25`,
  'hive_table orderby name limit 25',
  'hive_table groupby (owner) select owner, count()',
];

async function measureDsl(store: GraphStore, calls: number, results: Results): Promise<void> {
  for (const text of dslQueries) {
    const run = () =>
      store.read(async graph => {
        const {query, table} = resolveDsl(graph.types, text, {
          limit: 100,
          offset: 0,
          maxLimit: 10_000,
        });
        return table?.groups === undefined
          ? await dslEntities(graph, query)
          : await dslGroups(graph, query, table);
      });
    results.times(`store: DSL \`${text}\``, await timed(run, calls, results));
  }
}

async function timed(
  search: () => Promise<unknown>,
  calls: number,
  results: Results,
): Promise<Load> {
  await load(1, {seconds: 1, maxCalls: 3}, search);
  return await results.middle(1, {seconds: 3, maxCalls: calls}, search);
}
