// Measures this tree on this machine, with servers of its own; `npm run bench -- --help` tells how.
// Every figure between the marks in docs/benchmarks.md comes from here, and only `--write` changes
// them.
import {readFile, writeFile} from 'node:fs/promises';
import {cpus, loadavg, totalmem} from 'node:os';
import {join} from 'node:path';
import {rawInserts} from './baseline.ts';
import {entitiesPerTable} from './data.ts';
import {measureEditor} from './editor.ts';
import {measureEvents} from './events.ts';
import {floorTable} from './floors.ts';
import {measureLineage} from './lineage.ts';
import {compact, Results} from './measure.ts';
import {measureMixedLoad} from './mixed-load.ts';
import {help, readOptions, type BenchOptions} from './options.ts';
import {measurePages} from './pages.ts';
import {measureTyping} from './typing.ts';
import {postgresStore, sqliteStore, type BenchStore} from './places.ts';
import {
  grow,
  measureMemory,
  measureReads,
  measureStart,
  measureWrites,
  type Counter,
} from './server-level.ts';
import {measureRequestCost} from './request-cost.ts';
import {Scale} from './scale.ts';
import {measureThrift} from './thrift.ts';
import {measureStoreReads, measureStoreWrites} from './store-level.ts';

const page = join(import.meta.dirname, '..', 'docs', 'benchmarks.md');
const marks = ['<!-- measured -->', '<!-- end of what is measured -->'] as const;

async function measure(
  place: BenchStore,
  {sizes, seconds, calls, rounds}: BenchOptions,
  results: Results,
): Promise<void> {
  results.at(place.name, 0);
  const raw = await rawInserts(place.openEmpty, rounds === 1 ? 150 : 500);
  const rawRate = results.rate(
    'raw inserts of the same rows, one commit a table: entities',
    raw,
    entitiesPerTable,
  );
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
    const bytes = (await place.bytes()) / (counter.tables * entitiesPerTable);
    results.add('bytes an entity', `${Math.round(bytes)}`, bytes);
    await measureStart(place, results, 'start to its first answer', 5);
    await measureStoreReads(place.open(), counter.tables, calls, results);
  }
  const server = await place.startServer();
  await measureLineage(server, [1000, 10_000], results);
  await server.stop();
}

/** On databases of their own: one full, one empty. */
async function measureScale(scale: Scale, make: () => Promise<BenchStore | string>): Promise<void> {
  const places: BenchStore[] = [];
  try {
    for (let n = 0; n < 2; n++) {
      const place = await make();
      if (typeof place === 'string') throw new Error(place);
      places.push(place);
    }
    const [full, empty] = places;
    if (full !== undefined && empty !== undefined) await scale.measure(full, empty);
  } finally {
    for (const place of places) await place.remove();
  }
}

async function measureAll(options: BenchOptions): Promise<string> {
  const results = new Results(options.rounds);
  const scale = new Scale(options.scaleEntities);
  const started = performance.now();
  const [loadBefore = 0] = loadavg();
  for (const [name, make] of [
    ['sqlite', sqliteStore],
    ['postgres', postgresStore],
  ] as const) {
    if (!options.databases.has(name)) continue;
    const place = await make();
    if (typeof place === 'string') {
      console.log(`Skipped: ${place}`);
      continue;
    }
    try {
      if (options.sizes.length > 0) await measure(place, options, results);
    } finally {
      await place.remove();
    }
    if (options.scaleEntities > 0) await measureScale(scale, make);
  }
  const thrift =
    options.thriftRows === 0 ? '' : await measureThrift(options.thriftRows, options.rounds);
  const editor =
    options.editorUsers === 0
      ? ''
      : await measureEditor(options.editorUsers, options.seconds, options.resultRows);
  const minutes = Math.ceil((performance.now() - started) / 60_000);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const versions = `Node ${process.versions.node}, SQLite ${process.versions['sqlite'] ?? 'unknown'}`;
  const sizes =
    options.databases.size === 0 || options.sizes.length === 0
      ? ''
      : `, at ${options.sizes.map(compact).join(' and ')} entities`;
  const facts =
    `Measured on ${new Date().toISOString().slice(0, 10)} in ${minutes} minutes${sizes}: ` +
    `${machine}, ${versions}. Load of the machine before: ${loadBefore.toFixed(1)}.`;
  return [
    facts,
    floorTable(results),
    results.all.length === 0 ? '' : results.markdown(),
    scale.markdown(),
    thrift,
    editor,
  ]
    .filter(part => part !== '')
    .join('\n\n');
}

/** Puts the tables between the marks; what stands around them is written by hand. */
async function writePage(text: string): Promise<void> {
  const old = await readFile(page, 'utf8');
  const [begin, end] = marks.map(mark => old.indexOf(mark));
  if (begin === undefined || end === undefined || begin < 0 || end < begin)
    throw new Error(`${page} lacks its marks`);
  await writeFile(page, `${old.slice(0, begin + marks[0].length)}\n\n${text}\n\n${old.slice(end)}`);
}

const options = readOptions(process.argv.slice(2));
if (options === undefined) {
  console.log(help);
} else if (typeof options === 'string') {
  console.error(`${options}\nnpm run bench -- --help tells what there is.`);
  process.exitCode = 2;
} else if (options.typing) {
  console.log(await measureTyping());
} else if (options.events > 0) {
  console.log(await measureEvents(options.events, options.databases));
} else if (options.cost) {
  console.log(await measureRequestCost(options.sizes[0] ?? 10_000, options.before, options.only));
} else if (options.pageEntities > 0) {
  console.log(await measurePages(options.pageEntities));
} else {
  const {loadMinutes, loadClients} = options;
  const text = await (loadMinutes > 0
    ? measureMixedLoad(loadClients, loadMinutes)
    : measureAll(options));
  console.log(`\n${text}`);
  if (options.write) await writePage(text);
}
