// What a run of the tests comes to, and how it is told.
import {join} from 'node:path';
import {inspect} from 'node:util';

export type TestEvent = {
  readonly name: string;
  readonly nesting: number;
  readonly skip?: string | boolean;
  readonly details: {
    readonly type?: string;
    readonly duration_ms: number;
    readonly error?: unknown;
  };
};
type Failure = {readonly file: string; readonly text: string};
export type Timed = {readonly name: string; readonly ms: number};
type FileResult = {passed: number; failed: number; skipped: number; ms: number};

const root = join(import.meta.dirname, '..');
/**
 * A skip whose reason starts like this is for want of a program, which a CI machine has to have.
 */
const missingProgram = 'needs ';
/** Of files and of tests, at the end of a run of more than these. */
const slowestShown = 10;

/**
 * Counts tests by file; suites are only brackets around tests, and a failed parent repeats its
 * child's failure.
 */
export class Tally {
  readonly files = new Map<string, FileResult>();
  readonly skips: string[] = [];
  readonly failures: Failure[] = [];
  /** What tests have to say besides passing, such as how much they did. */
  readonly remarks: string[] = [];
  /** Those that passed. */
  readonly tests: Timed[] = [];
  /** CPU of files, with the processes that they started. */
  cpu: readonly Timed[] = [];
  /** Part of all processors that did nothing meanwhile, whoever else used them, from 0 to 1. */
  idle = 0;
  /** By file: the suites of the test that is told of. */
  readonly #paths = new Map<string, string[]>();

  /** Starts are told in the order of the report, a suite before its tests. */
  begin(file: string, {name, nesting}: {readonly name: string; readonly nesting: number}): void {
    const path = this.#paths.get(file) ?? [];
    this.#paths.set(file, [...path.slice(0, nesting), name]);
  }

  count(file: string, event: TestEvent, ok: boolean): void {
    const suites = this.#paths.get(file)?.slice(0, event.nesting) ?? [];
    const name = [...suites, event.name].join(' > ');
    const result = this.result(file);
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
    } else if (event.details.type !== 'suite' && !isWholeFile(file, event)) {
      result.passed++;
      this.tests.push({name: `${file}: ${name}`, ms: event.details.duration_ms});
    }
  }

  total(what: 'passed' | 'failed' | 'skipped'): number {
    return [...this.files.values()].reduce((sum, one) => sum + one[what], 0);
  }

  result(file: string): FileResult {
    let result = this.files.get(file);
    if (result === undefined)
      this.files.set(file, (result = {passed: 0, failed: 0, skipped: 0, ms: 0}));
    return result;
  }
}

/** A file that holds no test is reported by the runner as if it were one. */
export function isWholeFile(
  file: string,
  {name, nesting}: {name: string; nesting: number},
): boolean {
  return nesting === 0 && name === join(root, file);
}

function isFailureOfChild(error: unknown): boolean {
  return (error as {failureType?: unknown} | undefined)?.failureType === 'subtestsFailed';
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
export function report(tally: Tally, inCi: boolean): boolean {
  const results = [...tally.files].sort(([a], [b]) => (a < b ? -1 : 1));
  const failing = new Set(tally.failures.map(({file}) => file));
  for (const [file, result] of results)
    if (!failing.has(file)) console.log(`ok     ${file}: ${counts(result)}`);
  for (const remark of tally.remarks) console.log(`note   ${remark}`);
  if (results.length > slowestShown) {
    console.log(`\nSlowest files:\n${slowest(results.map(([name, {ms}]) => ({name, ms})))}`);
    const all = tally.cpu.reduce((sum, {ms}) => sum + ms, 0);
    console.log(`Files with the most CPU, of ${Math.round(all / 1000)} s:\n${slowest(tally.cpu)}`);
    console.log(`The processors of this machine were idle for ${Math.round(tally.idle * 100)}%.`);
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
