import {mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import type {LoginRecords} from './shared-sessions.ts';

/**
 * When people logged out everywhere: tokens that were signed before are worth nothing, though
 * nothing else is known of them.
 */
export interface Logouts {
  /** Epoch ms; 0 for somebody who never did. */
  of(userName: string): Promise<number>;
  add(userName: string): Promise<void>;
}

/** What another process has written down is seen no later than this. */
const seenForMs = 1000;
const maxKnown = 10_000;
/** No token is good for longer. */
const keptMs = 400 * 86_400_000;

/** Where several processes write them down. */
export class SharedLogouts implements Logouts {
  readonly #records: Pick<LoginRecords, 'loggedOutAt' | 'keepLogout'>;
  readonly #known = new Map<string, {readonly at: number; readonly seenAt: number}>();

  constructor(records: Pick<LoginRecords, 'loggedOutAt' | 'keepLogout'>) {
    this.#records = records;
  }

  async of(userName: string): Promise<number> {
    const known = this.#known.get(userName);
    const now = performance.now();
    if (known !== undefined && now - known.seenAt < seenForMs) return known.at;
    const at = await this.#records.loggedOutAt(userName);
    this.#known.delete(userName);
    this.#known.set(userName, {at, seenAt: now});
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
    return at;
  }

  async add(userName: string): Promise<void> {
    await this.#records.keepLogout(userName, Date.now());
    this.#known.delete(userName);
  }
}

/** Of the servers of one process, in a file of the data folder. */
class LogoutFile implements Logouts {
  readonly #file: string;
  readonly #times: Map<string, number>;

  constructor(file: string) {
    this.#file = file;
    this.#times = new Map(Object.entries(readTimes(file)));
  }

  async of(userName: string): Promise<number> {
    return this.#times.get(userName) ?? 0;
  }

  async add(userName: string): Promise<void> {
    const now = Date.now();
    for (const [name, at] of this.#times) if (now - at > keptMs) this.#times.delete(name);
    this.#times.set(userName, now);
    mkdirSync(dirname(this.#file), {recursive: true, mode: 0o700});
    const next = `${this.#file}.next`;
    writeFileSync(next, JSON.stringify(Object.fromEntries(this.#times)), {mode: 0o600});
    renameSync(next, this.#file);
  }
}

const files = new Map<string, Logouts>();

/** The same for all servers of a process that have this file. */
export function logoutsIn(file: string): Logouts {
  const known = files.get(file) ?? new LogoutFile(file);
  files.set(file, known);
  return known;
}

/** @throws Error for the operator */
function readTimes(file: string): Record<string, number> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    // ENOTDIR: the data folder is a file, which is said of the folder itself.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return {};
    throw error;
  }
  try {
    return JSON.parse(text) as Record<string, number>;
  } catch (cause) {
    throw new Error(
      `${file} cannot be read: ${(cause as Error).message}. Without it tokens that ended by a logout everywhere are good again.`,
      {cause},
    );
  }
}
