import {ZooKeeperError} from './error.ts';

/**
 * ZooKeeper's own limit is 1 MiB unless the operator raised it; a longer frame is no reply to a
 * reader of small nodes.
 */
const maxFrameBytes = 4 * 2 ** 20;

/** Cuts what arrives into frames. A length is judged before anything is kept for it. */
export class FrameSplitter {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Buffer[] = [];
    while (this.#rest.length >= 4) {
      const length = this.#rest.readInt32BE();
      if (length < 0 || length > maxFrameBytes) {
        throw new ZooKeeperError('malformed', `a frame of ${length} bytes is not ZooKeeper's`);
      }
      if (this.#rest.length < 4 + length) break;
      frames.push(this.#rest.subarray(4, 4 + length));
      this.#rest = this.#rest.subarray(4 + length);
    }
    return frames;
  }
}
