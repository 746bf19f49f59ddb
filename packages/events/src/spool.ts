import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import {join} from 'node:path';

/** A place in a spool: bytes into one of its files. */
export type SpoolPosition = {readonly segment: number; readonly offset: number};

export type SpoolOptions = {
  readonly folder: string;
  /** What all files may hold together; a record beyond that is not taken. */
  readonly maxBytes: number;
  /** A file that has grown to this is followed by the next one. */
  readonly segmentBytes: number;
};

const newline = 0x0a;
/** Begins a note, which no record does. */
const noteSign = '+';

/**
 * A line that readers do not get: what its writer wants to find again in the newest file when it
 * starts anew.
 */
export function noteOf(text: string): string {
  return noteSign + text;
}

/**
 * Records and notes, one line each, in files that are written at one end and read, by several
 * readers at their own pace, from the other. What `append` has taken survives the end of the
 * process; a power cut may take what the system had not written.
 */
export class Spool {
  readonly #options: SpoolOptions;
  /** Sizes by number, in their order. */
  readonly #segments = new Map<number, number>();
  #writing: {readonly number: number; readonly descriptor: number};

  constructor(options: SpoolOptions) {
    this.#options = options;
    mkdirSync(options.folder, {recursive: true, mode: 0o700});
    const numbers = readdirSync(options.folder)
      .map(name => /^(\d{10})\.records$/.exec(name)?.[1])
      .filter(digits => digits !== undefined)
      .map(Number)
      .sort((a, b) => a - b);
    for (const number of numbers) this.#segments.set(number, statSync(this.#fileOf(number)).size);
    this.#writing = this.#open(numbers.at(-1) ?? 1);
  }

  get bytes(): number {
    let bytes = 0;
    for (const size of this.#segments.values()) bytes += size;
    return bytes;
  }

  /** Where the oldest record is, or the next one will be. */
  get start(): SpoolPosition {
    const [segment = this.#writing.number] = this.#segments.keys();
    return {segment, offset: 0};
  }

  /** True from the moment that a file is full until something is written into the next one. */
  get isAtStart(): boolean {
    return this.#segments.get(this.#writing.number) === 0;
  }

  /**
   * The lines of the newest files: notes, without their sign, and records. In the one before the
   * last is what a crash kept from it.
   */
  newest(): {readonly isNote: boolean; readonly text: string}[] {
    const files = [...this.#segments].slice(-2);
    const lines = files.flatMap(([number, size]) => {
      return this.#bytesOf(number, 0, size).toString('utf8').split('\n').slice(0, -1);
    });
    return lines.map(line => {
      const isNote = line.startsWith(noteSign);
      return {isNote, text: isNote ? line.slice(noteSign.length) : line};
    });
  }

  /**
   * Takes records and notes in their order, up to the first that has no room.
   * @returns how many were taken
   * @throws what the file system says: the disk is full, for example. Then none was taken.
   */
  append(records: readonly string[]): number {
    let room = this.#options.maxBytes - this.bytes;
    const taken = [];
    for (const record of records) {
      const line = Buffer.from(`${record}\n`);
      room -= line.length;
      if (room < 0) break;
      taken.push(line);
    }
    if (taken.length === 0) return 0;
    const {number, descriptor} = this.#writing;
    const before = this.#segments.get(number) ?? 0;
    const text = Buffer.concat(taken);
    writeWhole(descriptor, text, before);
    this.#segments.set(number, before + text.length);
    if (before + text.length >= this.#options.segmentBytes) {
      closeSync(descriptor);
      this.#writing = this.#open(number + 1);
    }
    return taken.length;
  }

  /**
   * Whole records from a place on, of some `maxBytes`, and the place behind each of them, which is
   * that of the next record: notes are passed over. `start` is where the first record stands or
   * will.
   */
  read(
    from: SpoolPosition,
    maxBytes: number,
  ): {readonly records: string[]; readonly ends: SpoolPosition[]; readonly start: SpoolPosition} {
    let start = this.#there(from);
    const {segment, offset} = start;
    const size = this.#segments.get(segment) ?? 0;
    const [records, ends]: [string[], SpoolPosition[]] = [[], []];
    if (offset >= size) return {records, ends, start};
    const bytes = this.#bytesOf(segment, offset, Math.min(maxBytes, size - offset));
    let begin = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, begin)) {
      const behind = {segment, offset: offset + end + 1};
      if (bytes.toString('latin1', begin, begin + 1) !== noteSign) {
        records.push(bytes.toString('utf8', begin, end));
        ends.push(behind);
      } else if (ends.length > 0) ends[ends.length - 1] = behind;
      else start = behind;
      begin = end + 1;
    }
    // One record may be longer than what was asked for.
    if (begin === 0 && bytes.length < size - offset) return this.read(from, maxBytes * 2);
    // There may be more behind what were notes alone.
    return records.length === 0 && begin > 0 ? this.read(start, maxBytes) : {records, ends, start};
  }

  /** How many bytes there are behind a place. */
  behind(place: SpoolPosition): number {
    const {segment, offset} = this.#there(place);
    let bytes = -offset;
    for (const [number, size] of this.#segments) if (number >= segment) bytes += size;
    return bytes;
  }

  /** Lets go of the files that lie wholly before a place. */
  release(before: SpoolPosition): void {
    for (const number of this.#segments.keys()) {
      if (number >= before.segment || number === this.#writing.number) break;
      rmSync(this.#fileOf(number), {force: true});
      this.#segments.delete(number);
    }
  }

  close(): void {
    closeSync(this.#writing.descriptor);
  }

  /** At the end of a file that is not written any more the next one begins. */
  #there(place: SpoolPosition): SpoolPosition {
    let {segment, offset} = place;
    while (segment !== this.#writing.number && offset >= (this.#segments.get(segment) ?? 0)) {
      segment = [...this.#segments.keys()].find(number => number > segment) ?? this.#writing.number;
      offset = 0;
    }
    return {segment, offset};
  }

  /**
   * What a crash cut off in the middle of a record is taken away: nobody was told that it was
   * taken.
   */
  #open(number: number): {number: number; descriptor: number} {
    const descriptor = openSync(this.#fileOf(number), 'a+', 0o600);
    const {size} = fstatSync(descriptor);
    const whole = this.#bytesIn(descriptor, 0, size).lastIndexOf(newline) + 1;
    if (whole < size) ftruncateSync(descriptor, whole);
    this.#segments.set(number, whole);
    return {number, descriptor};
  }

  #bytesOf(number: number, offset: number, length: number): Buffer {
    const descriptor = openSync(this.#fileOf(number), 'r');
    try {
      return this.#bytesIn(descriptor, offset, length);
    } finally {
      closeSync(descriptor);
    }
  }

  #bytesIn(descriptor: number, offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    let read = 0;
    for (let more = -1; more !== 0 && read < length; read += more) {
      more = readSync(descriptor, bytes, read, length - read, offset + read);
    }
    return bytes.subarray(0, read);
  }

  #fileOf(number: number): string {
    return join(this.#options.folder, `${String(number).padStart(10, '0')}.records`);
  }
}

/** All or nothing: half a record would be glued to the next one. */
function writeWhole(descriptor: number, text: Buffer, before: number): void {
  let written = 0;
  try {
    while (written < text.length) written += writeSync(descriptor, text, written);
  } catch (error) {
    ftruncateSync(descriptor, before);
    throw error;
  }
}
