// `npm run bench [-- --quick] [--sqlite] [--postgres] [--sizes 10000,1000000] [--write]`: measures this tree on this machine, with
// servers of its own. Every figure of docs/benchmarks.md comes from it; only `--write` changes that page.
import {writeFile} from 'node:fs/promises';
import {cpus, totalmem} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {rawInserts} from './baseline.ts';
import {entitiesPerTable} from './data.ts';
import {Results} from './measure.ts';
import {postgresPlace, sqlitePlace, type Place} from './places.ts';
import {grow, measureMemory, measureReads, measureStart, measureWrites, type Counter} from './server-level.ts';
import {measureStoreReads, measureStoreWrites} from './store-level.ts';

const {values} = parseArgs({
  options: {
    quick: {type: 'boolean', default: false},
    sqlite: {type: 'boolean', default: false},
    postgres: {type: 'boolean', default: false},
    sizes: {type: 'string'},
    write: {type: 'boolean', default: false},
  },
});
const sizes = (values.sizes ?? (values.quick ? '10000' : '10000,1000000')).split(',').map(Number);
const seconds = values.quick ? 2 : 8;
const calls = values.quick ? 500 : 3000;
const wantsAll = !values.sqlite && !values.postgres;

async function measure(place: Place, results: Results): Promise<void> {
  results.at(place.name, 0);
  const raw = await rawInserts(place.openEmpty, values.quick ? 150 : 500);
  const rawRate = results.rate('raw inserts of the same rows, one commit a table: entities', raw, entitiesPerTable);
  const rate = await measureStoreWrites(place.openEmpty(), seconds, results);
  results.add('store: of the raw inserts, 1 client', `${((100 * rate) / rawRate).toFixed(0)} %`);
  await measureStart(place, results, 'first start, which makes the store, to its first answer', 1);
  const counter: Counter = {tables: 0};
  for (const size of sizes) {
    results.at(place.name, size);
    const server = await place.startServer();
    await grow(server, counter, size, results);
    await measureReads(server, counter.tables, calls, results);
    await measureMemory(server, results);
    await measureWrites(server, counter, seconds, results);
    await server.stop();
    results.add('bytes an entity', `${Math.round((await place.bytes()) / (counter.tables * entitiesPerTable))}`);
    await measureStart(place, results, 'start to its first answer', 5);
    await measureStoreReads(place.open(), counter.tables, calls, results);
  }
}

const results = new Results();
const started = performance.now();
for (const [isWanted, make] of [
  [wantsAll || values.sqlite, sqlitePlace],
  [wantsAll || values.postgres, postgresPlace],
] as const) {
  if (!isWanted) continue;
  const place = await make();
  if (typeof place === 'string') {
    console.log(`Skipped: ${place}`);
    continue;
  }
  try {
    await measure(place, results);
  } finally {
    await place.remove();
  }
}
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const text = [
  '# Benchmarks',
  '',
  `Made by \`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.`,
  'Clients, server and database share the machine. The number behind a database is that of the entities in it.',
  '',
  results.markdown(),
  '',
].join('\n');
console.log(`\n${text}\n${Math.round((performance.now() - started) / 1000)} s`);
if (values.write) await writeFile(join(import.meta.dirname, '..', 'docs', 'benchmarks.md'), text);
