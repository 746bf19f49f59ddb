import {closeSync, fstatSync, openSync, writeSync} from 'node:fs';
import {rotateFiles} from '@gazetteer/server';

export type RotatingFileOptions = {readonly maxBytes: number; readonly copies: number};

/**
 * What the editor's log files have always had: 5 copies of 5,000,000 bytes beside the file itself.
 */
export const logFileLimits: RotatingFileOptions = {maxBytes: 5_000_000, copies: 5};

/**
 * A log file that never grows beyond its limit: the line that would not fit begins a new one, and
 * the old ones are `<file>.1`, the newest, to `<file>.<copies>`. Lines are written at once, so that
 * a crash loses none.
 */
export class RotatingFile {
  readonly #path: string;
  readonly #complain: (text: string) => void;
  readonly #limits: RotatingFileOptions;
  #file: number;
  #size: number;
  #isFailing = false;

  /** @param complain gets why lines are lost, once until they are written again */
  constructor(
    path: string,
    limits: RotatingFileOptions = logFileLimits,
    complain: (text: string) => void = text => void process.stderr.write(`${text}\n`),
  ) {
    this.#complain = complain;
    this.#path = path;
    this.#limits = limits;
    this.#file = openSync(path, 'a', 0o640);
    this.#size = fstatSync(this.#file).size;
  }

  /**
   * A line that has no room on the disk is lost: it must not take along the request that it is
   * about.
   */
  write(line: string): void {
    try {
      this.#write(line);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        this.#complain(`${this.#path}: lines are lost: ${(error as Error).message}`);
      this.#isFailing = true;
    }
  }

  #write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#size > 0 && this.#size + bytes.length > this.#limits.maxBytes) this.#rotate();
    writeSync(this.#file, bytes);
    this.#size += bytes.length;
  }

  close(): void {
    closeSync(this.#file);
  }

  #rotate(): void {
    closeSync(this.#file);
    rotateFiles(this.#path, this.#limits.copies);
    this.#file = openSync(this.#path, 'a', 0o640);
    this.#size = 0;
  }
}
