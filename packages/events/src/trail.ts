import {mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Delivery} from './delivery.ts';
import type {Destination} from './destination.ts';
import {Spool} from './spool.ts';
import type {TrailLog} from './trail-log.ts';

export type TrailOptions = {
  /** Of its own; made when it is not there. */
  readonly folder: string;
  /** What may wait on disk; records beyond that are lost, and counted. */
  readonly maxBytes: number;
  readonly destinations: readonly Destination[];
  readonly log: TrailLog;
};

export type TrailCounts = {
  /** Records offered since the start, and those of them that there was no room or disk for. */
  readonly offered: number;
  readonly lost: number;
  /** False from a record that there was no room or disk for until one that there is. */
  readonly hasRoom: boolean;
  /** By destination: bytes that wait for it, and how many attempts in a row failed. */
  readonly destinations: Readonly<Record<string, {readonly waitingBytes: number; readonly failures: number}>>;
};

const maxSegmentBytes = 16 * 2 ** 20;
const alarmShare = 0.8;

/**
 * Records on their way to destinations, through a spool on disk: whoever records waits for nobody, a destination that is
 * away gets everything in order when it is back, and a restart loses nothing that was recorded before. Each destination
 * goes at its own pace. A disk that is nearly full of waiting records is told before it is full.
 */
export class Trail {
  readonly #options: TrailOptions;
  readonly #spool: Spool;
  readonly #deliveries: readonly Delivery[];
  #pending: string[] = [];
  #written = Promise.withResolvers<void>();
  #offered = 0;
  #lost = 0;
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
        keep: place => {
          writeFileSync(`${file}.new`, JSON.stringify(place), {mode: 0o600});
          renameSync(`${file}.new`, file);
          this.#release();
        },
      });
    });
    for (const delivery of this.#deliveries) delivery.wake();
  }

  /**
   * Takes a record, one line of text. The records of one turn of the event loop are written together; resolves when they are, or
   * when it is known that there is no room for them.
   */
  async record(line: string): Promise<void> {
    this.#offered++;
    this.#pending.push(line);
    if (this.#pending.length === 1) setImmediate(() => this.#write());
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

  /** Writes what is pending, and gives destinations some time to take what waits; the rest is for the next start. */
  async close(graceMs = 2000): Promise<void> {
    this.#write();
    await Promise.all(this.#deliveries.map(delivery => delivery.close(graceMs)));
    this.#spool.close();
  }

  #write(): void {
    const records = this.#pending;
    if (records.length === 0) return;
    const {resolve} = this.#written;
    this.#pending = [];
    this.#written = Promise.withResolvers();
    const lost = records.length - this.#append(records);
    this.#hasRoom = lost === 0;
    if (lost > 0) {
      this.#lost += lost;
      this.#options.log.error({lost, lostSoFar: this.#lost}, 'Audit records are lost: no room for them on disk');
    }
    this.#alarm();
    for (const delivery of this.#deliveries) delivery.wake();
    resolve();
  }

  #append(records: readonly string[]): number {
    try {
      return this.#spool.append(records);
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
    if (isTight) log.error({bytes, maxBytes, folder}, 'Audit records are piling up and will soon have no room');
    else log.info({bytes, maxBytes}, 'Audit records have room again');
  }

  /** What every destination has taken is not needed any more. */
  #release(): void {
    const places = this.#deliveries.map(delivery => delivery.place);
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
