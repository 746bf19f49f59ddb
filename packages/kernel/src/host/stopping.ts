import {AppError} from '@gazetteer/model';

/**
 * Memory that a thread shares with who sends it calls: the id of the call that is to be given up.
 */
export function sharedStop(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** What a thread asks in the midst of its work. */
export class Stopping {
  readonly #toStop: Int32Array;
  #current = -1;

  constructor(toStop: Int32Array) {
    this.#toStop = toStop;
  }

  /** Calls that may be given up come alone, so the last one that came is the one that runs. */
  begin(id: number): void {
    this.#current = id;
  }

  /** Why to give up what runs. */
  reason(): Error | undefined {
    const isStopped = Atomics.load(this.#toStop, 0) === this.#current;
    return isStopped ? new AppError('BAD_REQUEST', ['the search was given up']) : undefined;
  }
}
