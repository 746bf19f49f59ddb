// Loaded into the process of each test file: one that does not come to an end is ended, and says
// what it was waiting for. The runner alone would wait for it for ever, and say nothing. At its end
// it says what it has cost.
import type {ChildProcess} from 'node:child_process';
import {appendFileSync, existsSync, readFileSync} from 'node:fs';
import type {Server, Socket} from 'node:net';
import {relative} from 'node:path';
import {after} from 'node:test';

/**
 * After the last test and all that follows it, nothing should be left that keeps a process alive.
 */
const afterLastTestMs = 60_000;
/** Longer than any file takes, on a machine that does much else. */
const wholeFileMs = 15 * 60_000;

endIn(wholeFileMs, `has not ended within ${wholeFileMs / 60_000} minutes`);
after(() => endIn(afterLastTestMs, `goes on ${afterLastTestMs / 1000} s after its last test`));
const costs = process.env['TEST_CPU_FILE'];
if (costs !== undefined)
  process.once('exit', () => appendFileSync(costs, `${process.argv[1]}\t${cpuMs()}\n`));

/**
 * Of this process and, where Linux counts them, of those that it has started and that have ended.
 * What draws the pages of a browser is not among them, which is more than half of what a suite of
 * pages costs.
 */
function cpuMs(): number {
  const {user, system} = process.cpuUsage();
  const own = (user + system) / 1000;
  if (!existsSync('/proc/self/stat')) return own;
  const text = readFileSync('/proc/self/stat', 'latin1');
  // Behind the name of the program, which may have spaces; in ticks of 10 ms.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return own + (Number(fields[13]) + Number(fields[14])) * 10;
}

function endIn(ms: number, what: string): void {
  setTimeout(() => {
    const open = openHandles();
    console.error(
      `${relative(process.cwd(), process.argv[1] ?? '')} ${what}. What it has open:\n  ${open.join('\n  ')}`,
    );
    process.exit(1);
  }, ms).unref();
}

/**
 * Objects of Node's own that keep the process alive tell more than
 * `process.getActiveResourcesInfo()`, which has their kinds alone.
 */
function openHandles(): readonly string[] {
  const {_getActiveHandles: handles} = process as unknown as {
    _getActiveHandles?: () => readonly object[];
  };
  const own = new Set<object>([process.stdin, process.stdout, process.stderr]);
  const objects = (handles?.call(process) ?? []).filter(handle => !own.has(handle)).map(describe);
  const kinds = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), kind => kind));
  return [
    ...objects,
    `by kind: ${kinds.map(([kind, those]) => `${those?.length} ${kind}`).join(', ')}`,
  ];
}

function describe(handle: object): string {
  const kind = handle.constructor.name;
  const {spawnargs, pid} = handle as Partial<ChildProcess>;
  if (spawnargs !== undefined) return `${kind} ${pid}: ${spawnargs.join(' ')}`;
  const {remoteAddress, remotePort, localPort} = handle as Partial<Socket>;
  if (remotePort !== undefined)
    return `${kind} from port ${localPort} to ${remoteAddress}:${remotePort}`;
  const address = (handle as Partial<Server>).address?.();
  return address === undefined || address === null ? kind : `${kind} at ${JSON.stringify(address)}`;
}
