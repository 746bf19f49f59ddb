import type {OnReadOpts, Socket} from 'node:net';
import {TransportError} from './errors.ts';

/**
 * Bytes that may lie here before anybody asks; a server that talks on and on is no longer listened
 * to.
 */
const unaskedBytes = 1024 * 1024;
/** What the system hands over at a time, into memory that is used again. */
const readBytes = 64 * 1024;
/** Most room that is made for bytes that have not come. */
const aheadBytes = 4 * 1024 * 1024;

/**
 * What a socket delivers, asked for piece by piece. Whatever a size in the stream says, no more
 * room is made at once than a few megabytes, or twice what has really come. One question at a time.
 */
export class ByteSource {
  /**
   * For whoever opens the socket: memory of each read's own would keep the garbage collector busy.
   */
  readonly onread: OnReadOpts = {
    buffer: Buffer.allocUnsafeSlow(readBytes),
    callback: (length, buffer) => this.#add(buffer.subarray(0, length)),
  };
  #socket: Socket | undefined;
  /** Bytes that have come and were not read stand at the front. */
  #room = Buffer.alloc(0);
  #available = 0;
  #failure: TransportError | undefined;
  #waiting: {size: number; resolve: () => void; reject: (error: Error) => void} | undefined;

  /** @param socket opened with `onread` */
  listenTo(socket: Socket): void {
    this.#socket = socket;
    socket.on('end', () =>
      this.fail(new TransportError('closed', 'The server closed the connection')),
    );
    socket.on('error', cause =>
      this.fail(new TransportError('closed', `The connection broke: ${cause.message}`, {cause})),
    );
    socket.on('close', () => this.fail(new TransportError('closed', 'The connection is closed')));
    socket.resume();
  }

  /** Why nothing more can come. */
  get failure(): TransportError | undefined {
    return this.#failure;
  }

  /** Bytes that are there and were not read. */
  get available(): number {
    return this.#available;
  }

  /**
   * Ends everything, with this reason for whoever waits now or asks later; the first reason stays.
   */
  fail(error: TransportError): TransportError {
    const failure = (this.#failure ??= error);
    this.#socket?.destroy();
    this.#waiting?.reject(failure);
    this.#waiting = undefined;
    return failure;
  }

  /** Exactly `size` bytes, which nobody writes to any more. */
  async read(size: number): Promise<Buffer> {
    await this.#until(size);
    const read = this.#room.subarray(0, size);
    this.#room = this.#room.subarray(size);
    this.#available -= size;
    return read;
  }

  /** Whatever is there, at least one byte. */
  async readSome(): Promise<Buffer> {
    await this.#until(1);
    return await this.read(this.#available);
  }

  async #until(size: number): Promise<void> {
    if (this.#available >= size) return;
    if (this.#failure !== undefined) throw this.#failure;
    this.#makeRoom(Math.min(size, aheadBytes));
    this.#socket?.resume();
    await new Promise<void>((resolve, reject) => (this.#waiting = {size, resolve, reject}));
  }

  /** @returns whether to go on listening */
  #add(bytes: Uint8Array): boolean {
    const size = this.#available + bytes.length;
    if (size > this.#room.length) this.#makeRoom(Math.max(size, 2 * this.#available));
    this.#room.set(bytes, this.#available);
    this.#available = size;
    if (this.#waiting === undefined) return size <= unaskedBytes;
    if (size >= this.#waiting.size) {
      this.#waiting.resolve();
      this.#waiting = undefined;
    }
    return true;
  }

  #makeRoom(size: number): void {
    if (size <= this.#room.length) return;
    const room = Buffer.allocUnsafeSlow(size);
    this.#room.copy(room, 0, 0, this.#available);
    this.#room = room;
  }
}
