// `npm test [-- filter... --real]`: runs the test files with the pinned runtime and says what ran,
// what failed, what took longest and, loudly, what was skipped and why. A `filter` is part of a
// path. `--real` also runs the suites named *.real.test.ts, which drive real servers, or take long
// otherwise; `--only-real` runs nothing else. No test has a second try.
import {glob, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, dirname, join, relative} from 'node:path';
import {run} from 'node:test';
import {pathToFileURL} from 'node:url';
import {parseArgs} from 'node:util';
import {postgresForTests} from '../packages/db/test/postgres-fixture.ts';
import {ensureBuilt, webPagesOf} from '../packages/server/src/web/web-pages.ts';
import {bundleForTests} from './bundle-servers.ts';
import {isWholeFile, report, Tally, type TestEvent, type Timed} from './test-report.ts';
import {Level, levelOfTests, machine, sideBySide} from './side-by-side.ts';

const root = join(import.meta.dirname, '..');
/** So that whoever looks at a silent run sees what it waits for. */
const silenceMs = 30_000;
/** Files that take a minute and more on a machine that does nothing else. */
const longest = [
  'test/fuzz.real',
  'thrift/test/hive.real',
  'thrift/test/spark.real',
  'test/server-restart.real',
  'test/kafka-hooks.real',
  'test/hive-page.real',
  'test/kerberos.real',
  'editor/test/editor-api.real',
  'test/opened-page.real',
  'test/hive-api.real',
  'sources.real',
];

async function selectFiles(
  filters: readonly string[],
  wanted: (file: string) => boolean,
): Promise<string[]> {
  const patterns = [
    'packages/*/src/**/*.test.ts',
    'packages/*/test/**/*.test.ts',
    'apps/*/{src,test,web}/**/*.test.ts',
  ];
  const found = await Array.fromAsync(glob([...patterns, '{apps,scripts}/*.test.ts'], {cwd: root}));
  return found
    .filter(wanted)
    .filter(file => filters.length === 0 || filters.some(part => file.includes(part)))
    .sort();
}

/** Which tests of which files run just now. What begins and ends is told at once. */
class Running {
  /**
   * By file: the names of what has begun and not ended, from the outside in, and when something
   * last began or ended.
   */
  readonly #files = new Map<string, {names: string[]; at: number}>();

  begin(file: string, event: {name: string; nesting: number}): void {
    const names = this.#of(file);
    names.length = Math.min(names.length, event.nesting);
    names[event.nesting] = isWholeFile(file, event) ? '' : event.name;
  }

  end(file: string, {nesting}: {nesting: number}): void {
    this.#of(file).length = nesting;
  }

  endFile(file: string): void {
    this.#files.delete(file);
  }

  toString(): string {
    return [...this.#files]
      .map(([file, {names, at}]) => {
        const path = names.filter(name => name !== '').join(' > ');
        return `${file}${path === '' ? '' : `: ${path}`} (${Math.round((Date.now() - at) / 1000)} s)`;
      })
      .join('; ');
  }

  #of(file: string): string[] {
    const now = this.#files.get(file) ?? {names: [], at: 0};
    now.at = Date.now();
    this.#files.set(file, now);
    return now.names;
  }
}

/** So that none of them runs alone at the end. */
function longestFirst(files: readonly string[]): readonly string[] {
  const {long = [], others = []} = Object.groupBy(files, file =>
    longest.some(part => `/${file}`.endsWith(`/${part}.test.ts`)) ? 'long' : 'others',
  );
  return [...long, ...others];
}

async function runFiles(files: readonly string[], level: Level): Promise<Tally> {
  const costs = await mkdtemp(join(tmpdir(), 'gazetteer-tests-'));
  const cpuFile = join(costs, 'cpu');
  await writeFile(cpuFile, '');
  process.env['TEST_CPU_FILE'] = cpuFile;
  const tally = new Tally();
  const running = new Running();
  const spare = machine();
  const silence = setInterval(() => console.log(`... running: ${String(running)}`), silenceMs);
  await sideBySide(files, level, async file => {
    const start = performance.now();
    const stream = runFile(file, tally, running);
    for await (const _ of stream) silence.refresh();
    running.endFile(file);
    tally.result(file).ms = performance.now() - start;
  });
  clearInterval(silence);
  tally.idle = spare.idle();
  tally.cpu = await cpuOf(cpuFile);
  await rm(costs, {recursive: true});
  return tally;
}

function runFile(file: string, tally: Tally, running: Running): ReturnType<typeof run> {
  const stream = run({
    files: [join(root, file)],
    timeout: 1_200_000,
    execArgv: ['--import', pathToFileURL(join(import.meta.dirname, 'test-file-end.ts')).href],
  });
  stream.on('test:dequeue', event => running.begin(file, event));
  stream.on('test:complete', event => running.end(file, event));
  stream.on('test:start', event => tally.begin(file, event));
  stream.on('test:pass', event => tally.count(file, event as TestEvent, true));
  stream.on('test:fail', event => tally.count(file, event as TestEvent, false));
  stream.on('test:diagnostic', ({message}) => {
    // The runner's own counts come as diagnostics, too.
    if (!/^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(message)) {
      tally.remarks.push(`${file}: ${message}`);
    }
  });
  stream.on('test:stdout', ({message}) => process.stdout.write(message));
  stream.on('test:stderr', ({message}) => process.stderr.write(message));
  return stream;
}

/** A file that was killed has written none. */
async function cpuOf(path: string): Promise<readonly Timed[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter(line => line !== '');
  return lines.map(line => {
    const [file = '', ms] = line.split('\t');
    return {name: relative(root, file), ms: Number(ms)};
  });
}

/**
 * Before the first server is asked for a page: each of those that run side by side would build them
 * for itself, and let its browser wait meanwhile.
 */
async function buildPages(): Promise<void> {
  for await (const config of glob('apps/*/vite.config.ts', {cwd: root})) {
    const app = basename(dirname(config));
    await ensureBuilt(app, webPagesOf(app));
  }
}

async function main(): Promise<boolean> {
  const {values, positionals} = parseArgs({
    allowPositionals: true,
    options: {
      real: {type: 'boolean', default: false},
      'only-real': {type: 'boolean', default: false},
      concurrency: {type: 'string'},
    },
  });
  const isReal = (file: string) => file.endsWith('.real.test.ts');
  const files = await selectFiles(positionals, file =>
    isReal(file) ? values.real || values['only-real'] : !values['only-real'],
  );
  if (files.length === 0) {
    console.log(`No test file matches ${positionals.join(' ')}`);
    return false;
  }
  // One cluster for all files that want it: each is a process of its own, and a cluster takes
  // seconds to make.
  const texts = await Promise.all(files.map(file => readFile(join(root, file), 'utf8')));
  const isPostgresWanted = texts.some(text => text.includes('postgresForTests'));
  const postgres = isPostgresWanted ? await postgresForTests() : undefined;
  try {
    if (postgres !== undefined && 'url' in postgres)
      process.env['TEST_POSTGRES_URL'] = postgres.url;
    const isOfApps = files.some(file => file.startsWith('apps'));
    if (isOfApps) await buildPages();
    if (!values['only-real'] && isOfApps) process.env['TEST_START_FILE'] = await bundleForTests();
    // Each file is a process, and most of what it loads is what the one before has loaded: a second
    // or so for each of them.
    process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'compile');
    // Servers in Java live for a minute or so: to compile their code well costs more than it saves,
    // half of what a start of HiveServer2 or Spark computes.
    process.env['JAVA_TOOL_OPTIONS'] ??= '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';
    const {concurrency} = values;
    const level =
      concurrency === undefined
        ? levelOfTests(values.real || values['only-real'])
        : new Level({least: Number(concurrency), most: Number(concurrency), bytesOfOne: 0});
    return report(await runFiles(longestFirst(files), level), process.env['CI'] === 'true');
  } finally {
    if (postgres !== undefined && 'url' in postgres) await postgres.stop();
  }
}

process.exitCode = (await main()) ? 0 : 1;
