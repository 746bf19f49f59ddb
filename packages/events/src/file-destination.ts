import {mkdir, open} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {Delivered, Destination} from './destination.ts';
import {rotateFiles} from './rotate-files.ts';

type State = {readonly bytes: number};

export type FileOptions = {
  readonly file: string;
  /** A file that has grown to this becomes `<file>.1`, that one `<file>.2`, and so on. */
  readonly maxBytes: number;
  /** How many of those are kept. */
  readonly copies: number;
};

/** Appends to a file with rotation. What an attempt before left half done is taken away first. */
export class FileDestination implements Destination<State> {
  readonly name = 'file';
  readonly #options: FileOptions;

  constructor(options: FileOptions) {
    this.#options = options;
  }

  async deliver(records: readonly string[], state: State | undefined): Promise<Delivered<State>> {
    const {file, maxBytes, copies} = this.#options;
    await mkdir(dirname(file), {recursive: true});
    const handle = await open(file, 'a', 0o640);
    try {
      const {size} = await handle.stat();
      // Its group, too, as programs that collect logs are often members of it.
      if (size === 0) await handle.chmod(0o640);
      // A new file, or somebody has rotated or emptied it. Nothing is written before its size is
      // kept: else a process that ends in between could not tell what it has written from what was
      // there.
      if (state === undefined || size < state.bytes) return {count: 0, state: {bytes: size}};
      const {bytes} = state;
      if (size > bytes) await handle.truncate(bytes);
      if (bytes >= maxBytes) {
        rotateFiles(file, copies);
        return {count: 0, state: {bytes: 0}};
      }
      const text = Buffer.from(`${records.join('\n')}\n`);
      await handle.writeFile(text);
      await handle.datasync();
      return {count: records.length, state: {bytes: bytes + text.length}};
    } finally {
      await handle.close();
    }
  }
}
