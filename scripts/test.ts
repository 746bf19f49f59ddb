// `npm test [-- filter... --real]`: runs the test files with the pinned runtime and says what ran, what failed, what took longest and, loudly,
// what was skipped and why. A `filter` is part of a path. `--real` also runs the suites named *.real.test.ts, which drive
// real servers, or take long otherwise; `--only-real` runs nothing else. No test has a second try.
import {glob, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, dirname, join, relative} from 'node:path';
import {run} from 'node:test';
import {pathToFileURL} from 'node:url';
import {inspect, parseArgs} from 'node:util';
import {postgresForTests} from '../packages/db/test/postgres-fixture.ts';
import {ensureBuilt, webPagesOf} from '../packages/server/src/web/web-pages.ts';
import {bundleForTests} from './bundle-servers.ts';

type TestEvent = {
  readonly name: string;
  readonly file?: string;
  readonly nesting: number;
  readonly skip?: string | boolean;
  readonly details: {
    readonly type?: string;
    readonly duration_ms: number;
    readonly error?: unknown;
  };
};
type Failure = {readonly file: string; readonly text: string};
type Timed = {readonly name: string; readonly ms: number};
type FileResult = {passed: number; failed: number; skipped: number; ms: number};

const root = join(import.meta.dirname, '..');
/**
 * A skip whose reason starts like this is for want of a program, which a CI machine has to have.
 */
const missingProgram = 'needs ';
/** So that whoever looks at a silent run sees what it waits for. */
const silenceMs = 30_000;
/** Of files and of tests, at the end of a run of more than these. */
const slowestShown = 10;

/**
 * Counts tests by file; suites are only brackets around tests, and a failed parent repeats its
 * child's failure.
 */
class Tally {
  readonly files = new Map<string, FileResult>();
  readonly skips: string[] = [];
  readonly failures: Failure[] = [];
  /** What tests have to say besides passing, such as how much they did. */
  readonly remarks: string[] = [];
  /** Those that passed. */
  readonly tests: Timed[] = [];
  /** CPU of files, with the processes that they started. */
  cpu: readonly Timed[] = [];
  readonly #selected: ReadonlySet<string>;
  readonly #path: string[] = [];

  constructor(selected: readonly string[]) {
    this.#selected = new Set(selected);
  }

  /** Starts are told in the order of the report, a suite before its tests. */
  begin(event: {readonly name: string; readonly nesting: number}): void {
    this.#path.length = event.nesting;
    this.#path.push(event.name);
  }

  count(event: TestEvent, ok: boolean): void {
    const name = [...this.#path.slice(0, event.nesting), event.name].join(' > ');
    const file = relative(root, event.file ?? event.name);
    const result = this.#result(file);
    if (event.nesting === 0) result.ms += event.details.duration_ms;
    if (event.skip !== undefined && event.skip !== false) {
      result.skipped++;
      this.skips.push(`${file}: ${name}: ${event.skip === true ? 'no reason given' : event.skip}`);
    } else if (!ok) {
      if (isFailureOfChild(event.details.error)) return;
      result.failed++;
      const cause =
        event.details.error instanceof Error
          ? (event.details.error.cause ?? event.details.error)
          : event.details.error;
      this.failures.push({
        file,
        text: `${name}\n${inspect(cause, {depth: 6, maxStringLength: 4000})}`,
      });
    } else if (event.details.type !== 'suite' && !this.#isWholeFile(event)) {
      result.passed++;
      this.tests.push({name: `${file}: ${name}`, ms: event.details.duration_ms});
    }
  }

  total(what: 'passed' | 'failed' | 'skipped'): number {
    return [...this.files.values()].reduce((sum, one) => sum + one[what], 0);
  }

  /** A file that holds no test is reported by the runner as if it were one. */
  #isWholeFile(event: TestEvent): boolean {
    return event.nesting === 0 && this.#selected.has(relative(root, event.name));
  }

  #result(file: string): FileResult {
    let result = this.files.get(file);
    if (result === undefined)
      this.files.set(file, (result = {passed: 0, failed: 0, skipped: 0, ms: 0}));
    return result;
  }
}

function isFailureOfChild(error: unknown): boolean {
  return (error as {failureType?: unknown} | undefined)?.failureType === 'subtestsFailed';
}

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

/**
 * Which tests of which files run just now. The report is in the order of files; what begins and
 * ends is told at once.
 */
class Running {
  /**
   * By file: the names of what has begun and not ended, from the outside in, and when something
   * last began or ended.
   */
  readonly #files = new Map<string, {names: string[]; at: number}>();

  begin({file, name, nesting}: {file?: string | undefined; name: string; nesting: number}): void {
    const names = this.#of(file ?? name);
    names.length = Math.min(names.length, nesting);
    // A file is a test of the name of its path.
    names[nesting] = name === file ? '' : name;
  }

  end({file, name, nesting}: {file?: string | undefined; name: string; nesting: number}): void {
    if (nesting === 0 && name === (file ?? name)) this.#files.delete(name);
    else this.#of(file ?? name).length = nesting;
  }

  toString(): string {
    return [...this.#files]
      .map(([file, {names, at}]) => {
        const path = names.filter(name => name !== '').join(' > ');
        return `${relative(root, file)}${path === '' ? '' : `: ${path}`} (${Math.round((Date.now() - at) / 1000)} s)`;
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

async function runFiles(files: readonly string[], concurrency: number): Promise<Tally> {
  const costs = await mkdtemp(join(tmpdir(), 'gazetteer-tests-'));
  const cpuFile = join(costs, 'cpu');
  await writeFile(cpuFile, '');
  process.env['TEST_CPU_FILE'] = cpuFile;
  const tally = new Tally(files);
  const running = new Running();
  const stream = run({
    files: files.map(file => join(root, file)),
    concurrency,
    timeout: 1_200_000,
    execArgv: ['--import', pathToFileURL(join(import.meta.dirname, 'test-file-end.ts')).href],
  });
  const silence = setInterval(() => console.log(`... running: ${String(running)}`), silenceMs);
  stream.on('test:dequeue', event => running.begin(event));
  stream.on('test:complete', event => running.end(event));
  stream.on('test:start', event => tally.begin(event));
  stream.on('test:pass', event => tally.count(event as TestEvent, true));
  stream.on('test:fail', event => tally.count(event as TestEvent, false));
  stream.on('test:diagnostic', ({file, message}) => {
    // The runner's own counts come as diagnostics, too.
    if (!/^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(message)) {
      tally.remarks.push(`${relative(root, file ?? '')}: ${message}`);
    }
  });
  stream.on('test:stdout', ({message}) => process.stdout.write(message));
  stream.on('test:stderr', ({message}) => process.stderr.write(message));
  for await (const _ of stream) silence.refresh();
  clearInterval(silence);
  tally.cpu = await cpuOf(cpuFile);
  await rm(costs, {recursive: true});
  return tally;
}

/** A file that was killed has written none. */
async function cpuOf(path: string): Promise<readonly Timed[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter(line => line !== '');
  return lines.map(line => {
    const [file = '', ms] = line.split('\t');
    return {name: relative(root, file), ms: Number(ms)};
  });
}

function counts({passed, failed, skipped, ms}: FileResult): string {
  const notes = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : [])];
  return [...notes, ...(skipped > 0 ? [`${skipped} skipped`] : []), `${Math.round(ms)} ms`].join(
    ', ',
  );
}

function slowest(all: readonly Timed[]): string {
  const first = all.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown);
  return first.map(({name, ms}) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`).join('\n');
}

/** What failed comes last with its reasons, where the reader of a long log looks first. */
function report(tally: Tally, inCi: boolean): boolean {
  const results = [...tally.files].sort(([a], [b]) => (a < b ? -1 : 1));
  const failing = new Set(tally.failures.map(({file}) => file));
  for (const [file, result] of results)
    if (!failing.has(file)) console.log(`ok     ${file}: ${counts(result)}`);
  for (const remark of tally.remarks) console.log(`note   ${remark}`);
  if (results.length > slowestShown) {
    console.log(`\nSlowest files:\n${slowest(results.map(([name, {ms}]) => ({name, ms})))}`);
    const all = tally.cpu.reduce((sum, {ms}) => sum + ms, 0);
    console.log(`Files with the most CPU, of ${Math.round(all / 1000)} s:\n${slowest(tally.cpu)}`);
    console.log(`Slowest tests:\n${slowest(tally.tests)}`);
  }
  if (tally.skips.length > 0)
    console.log(`\nSKIPPED, so not tested on this machine:\n  ${tally.skips.join('\n  ')}`);
  for (const file of failing) {
    const result = tally.files.get(file);
    console.log(`\nFAILED ${file}${result === undefined ? '' : `: ${counts(result)}`}`);
    for (const failure of tally.failures)
      if (failure.file === file) console.log(`\n${failure.text}`);
  }
  const unwanted = inCi ? tally.skips.filter(skip => skip.includes(`: ${missingProgram}`)) : [];
  if (unwanted.length > 0)
    console.log(`\n${unwanted.length} of them count as failures, since CI is set.`);
  const [passed, failed] = [
    tally.total('passed'),
    Math.max(tally.total('failed'), tally.failures.length) + unwanted.length,
  ];
  if (passed + failed === 0) console.log('\nNo test ran.');
  console.log(
    `\n${passed} passed, ${failed} failed, ${tally.total('skipped') - unwanted.length} skipped`,
  );
  return failed === 0 && passed > 0;
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
    // On two cores two more files have what the others leave while they wait; real servers want the
    // memory of more than two.
    const atOnce = values.concurrency ?? (values.real || values['only-real'] ? 2 : 4);
    return report(await runFiles(files, Number(atOnce)), process.env['CI'] === 'true');
  } finally {
    if (postgres !== undefined && 'url' in postgres) await postgres.stop();
  }
}

process.exitCode = (await main()) ? 0 : 1;
