import {mkdirSync, readFileSync} from 'node:fs';
import {rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Delivery} from './delivery.ts';
import type {Destination} from './destination.ts';
import {noteOf, Spool} from './spool.ts';
import type {TrailLog} from './trail-log.ts';

export type TrailOptions = {
  /** Of its own; made when it is not there. */
  readonly folder: string;
  /** What may wait on disk; records beyond that are lost, and counted. */
  readonly maxBytes: number;
  readonly destinations: readonly Destination[];
  /** The id of what a record is the end of; undefined for a record that is about something else. */
  readonly idOf?: (record: string) => string | undefined;
  readonly log: TrailLog;
};

export type TrailCounts = {
  /** Records offered since the start, and those of them that there was no room or disk for. */
  readonly offered: number;
  readonly lost: number;
  /** False from a record that there was no room or disk for until one that there is. */
  readonly hasRoom: boolean;
  /** By destination: bytes that wait for it, and how many attempts in a row failed. */
  readonly destinations: Readonly<
    Record<string, {readonly waitingBytes: number; readonly failures: number}>
  >;
};

const maxSegmentBytes = 16 * 2 ** 20;
const alarmShare = 0.8;

/**
 * Records on their way to destinations, through a spool on disk: whoever records waits for nobody,
 * a destination that is away gets everything in order when it is back, and a restart loses nothing
 * that was recorded before. Each destination goes at its own pace. A disk that is nearly full of
 * waiting records is told before it is full.
 */
export class Trail {
  readonly #options: TrailOptions;
  readonly #spool: Spool;
  readonly #deliveries: readonly Delivery[];
  #pending: string[] = [];
  /** Of what has begun and not ended: what is recorded when it never does. */
  readonly #begun = new Map<string, string | (() => string)>();
  #unwritten = new Set<string>();
  #written = Promise.withResolvers<void>();
  #offered = 0;
  #lost = 0;
  #isScheduled = false;
  #isAlarmed = false;
  #hasRoom = true;

  constructor(options: TrailOptions) {
    this.#options = options;
    const {folder, maxBytes, log} = options;
    mkdirSync(folder, {recursive: true, mode: 0o700});
    this.#spool = new Spool({
      folder: join(folder, 'spool'),
      maxBytes,
      segmentBytes: Math.min(maxSegmentBytes, Math.ceil(maxBytes / 8)),
    });
    this.#deliveries = options.destinations.map(destination => {
      const file = join(folder, `${destination.name}.place`);
      return new Delivery({
        destination,
        spool: this.#spool,
        log,
        kept: readPlace(file),
        // Some file systems write a file out before it takes the place of another: some 10 ms, in
        // which this thread would answer nobody.
        keep: async place => {
          await writeFile(`${file}.new`, JSON.stringify(place), {mode: 0o600});
          await rename(`${file}.new`, file);
        },
        release: () => this.#release(),
      });
    });
    this.#endOfBefore();
    for (const delivery of this.#deliveries) delivery.wake();
  }

  /**
   * Notes that something has begun, with the record that is to be made of it when this process ends
   * without one of it. Called again, the later one counts; one that is over before it was written
   * is never made. Resolves when it is written, as `record` does.
   */
  async begin(id: string, line: () => string): Promise<void> {
    this.#begun.set(id, line);
    this.#unwritten.add(id);
    await this.#soon();
  }

  /**
   * Takes records that somebody keeps until they are taken.
   * @returns how many of them, from the front, are written: the others have no room yet
   */
  take(lines: readonly string[]): number {
    this.#write();
    const taken = this.#append(lines);
    this.#hasRoom = taken === lines.length;
    this.#offered += taken;
    this.#alarm();
    for (const delivery of this.#deliveries) delivery.wake();
    return taken;
  }

  /**
   * Takes a record, one line of text. The records of one turn of the event loop are written
   * together; resolves when they are, or when it is known that there is no room for them.
   * @param begun what has ended with it
   */
  async record(line: string, begun?: string): Promise<void> {
    this.#offered++;
    if (begun !== undefined) {
      this.#begun.delete(begun);
      this.#unwritten.delete(begun);
    }
    this.#pending.push(line);
    await this.#soon();
  }

  async #soon(): Promise<void> {
    if (!this.#isScheduled) setImmediate(() => this.#write());
    this.#isScheduled = true;
    await this.#written.promise;
  }

  get counts(): TrailCounts {
    const entries = this.#deliveries.map(delivery => [delivery.name, delivery.state] as const);
    return {
      offered: this.#offered,
      lost: this.#lost,
      hasRoom: this.#hasRoom,
      destinations: Object.fromEntries(entries),
    };
  }

  /**
   * Writes what is pending, and gives destinations some time to take what waits; the rest is for
   * the next start.
   */
  async close(graceMs = 2000): Promise<void> {
    this.#write();
    await Promise.all(this.#deliveries.map(delivery => delivery.close(graceMs)));
    for (const {name: destination, state} of this.#deliveries) {
      const {waitingBytes} = state;
      if (waitingBytes === 0) continue;
      const message = 'Audit records are not delivered yet: they wait on disk for the next start';
      this.#options.log.warn({destination, waitingBytes, folder: this.#options.folder}, message);
    }
    this.#spool.close();
  }

  #write(): void {
    const records = this.#pending;
    const begun = this.#notes(this.#unwritten);
    const {resolve} = this.#written;
    this.#pending = [];
    this.#unwritten = new Set();
    this.#written = Promise.withResolvers();
    this.#isScheduled = false;
    if (records.length + begun.length > 0) this.#writeBoth(records, begun);
    resolve();
  }

  /** Records go first: where there is no room for both, they count for more. */
  #writeBoth(records: readonly string[], begun: readonly string[]): void {
    const taken = this.#append([...records, ...begun]);
    const lost = Math.max(0, records.length - taken);
    this.#hasRoom = lost === 0;
    if (lost > 0) {
      this.#lost += lost;
      this.#options.log.error(
        {lost, lostSoFar: this.#lost},
        'Audit records are lost: no room for them on disk',
      );
    }
    this.#alarm();
    if (records.length > 0) for (const delivery of this.#deliveries) delivery.wake();
  }

  #notes(ids: Iterable<string>): string[] {
    const notes = [];
    for (const id of ids) {
      const known = this.#begun.get(id);
      if (known === undefined) continue;
      const line = typeof known === 'string' ? known : known();
      this.#begun.set(id, line);
      notes.push(noteOf(line));
    }
    return notes;
  }

  /** What had begun in a process that ended before it did is recorded as that. */
  #endOfBefore(): void {
    const {idOf = () => undefined} = this.#options;
    const open = new Map<string, string>();
    for (const {isNote, text} of this.#spool.newest()) {
      const id = isNote || open.size > 0 ? idOf(text) : undefined;
      if (id === undefined) continue;
      if (isNote) open.set(id, text);
      else open.delete(id);
    }
    if (open.size === 0) return;
    this.#offered += open.size;
    const lost = open.size - this.#append([...open.values()]);
    this.#lost += lost;
    const message =
      'Requests had begun when the server ended before their answers; they are recorded with status 0';
    this.#options.log.warn({requests: open.size, lost}, message);
  }

  #append(records: readonly string[]): number {
    const taken = this.#appendOrLog(records);
    // The newest files alone are looked through after a crash, so each has whatever is open.
    if (taken > 0 && this.#spool.isAtStart) this.#appendOrLog(this.#notes(this.#begun.keys()));
    return taken;
  }

  #appendOrLog(lines: readonly string[]): number {
    try {
      return this.#spool.append(lines);
    } catch (error) {
      this.#options.log.error({error}, 'Error writing to log file');
      return 0;
    }
  }

  /** Once when it becomes tight, and once when there is room again. */
  #alarm(): void {
    const {maxBytes, log, folder} = this.#options;
    const {bytes} = this.#spool;
    const isTight = bytes > maxBytes * alarmShare;
    if (isTight === this.#isAlarmed) return;
    this.#isAlarmed = isTight;
    if (isTight)
      log.error(
        {bytes, maxBytes, folder},
        'Audit records are piling up and will soon have no room',
      );
    else log.info({bytes, maxBytes}, 'Audit records have room again');
  }

  /** What every destination has taken is not needed any more. */
  #release(): void {
    const places = this.#deliveries.map(delivery => delivery.keptPlace);
    const first = places.reduce((a, b) => (a.segment < b.segment ? a : b));
    this.#spool.release(first);
    this.#alarm();
  }
}

function readPlace(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
