import type {Delivered, Destination} from './destination.ts';
import type {WebHdfs} from './web-hdfs.ts';

type State = {readonly path: string; readonly bytes: number};

/**
 * Appends to one file a day in HDFS. The length that a file had when records were last known to be
 * in it is kept with their place, so what an interrupted attempt left is cut off before the same
 * records are written again.
 */
export class WebHdfsDestination implements Destination<State> {
  readonly name = 'hdfs';
  readonly #hdfs: WebHdfs;
  readonly #pathOf: (day: string) => string;
  readonly #dayOf: (record: string) => string;

  /**
   * @param pathOf file of a day
   * @param dayOf day of a record, `yyyyMMdd`
   */
  constructor(hdfs: WebHdfs, pathOf: (day: string) => string, dayOf: (record: string) => string) {
    this.#hdfs = hdfs;
    this.#pathOf = pathOf;
    this.#dayOf = dayOf;
  }

  async deliver(records: readonly string[], state: State | undefined): Promise<Delivered<State>> {
    const day = this.#dayOf(records[0] ?? '');
    const path = this.#pathOf(day);
    const length = await this.#hdfs.length(path);
    // A file that is new to us is noted before anything is written into it.
    if (state?.path !== path) {
      if (length === undefined) await this.#hdfs.create(path);
      return {count: 0, state: {path, bytes: length ?? 0}};
    }
    // Somebody took it away; it begins anew.
    if (length === undefined) {
      await this.#hdfs.create(path);
      return {count: 0, state: {path, bytes: 0}};
    }
    if (length > state.bytes && !(await this.#hdfs.truncate(path, state.bytes))) {
      throw new Error(`${path} is still being cut back to what was known to be written`);
    }
    const next = records.findIndex(record => this.#dayOf(record) !== day);
    const today = next < 0 ? records : records.slice(0, next);
    const text = Buffer.from(`${today.join('\n')}\n`);
    await this.#hdfs.append(path, text);
    return {count: today.length, state: {path, bytes: Math.min(length, state.bytes) + text.length}};
  }
}
