import type {Socket} from 'node:net';
import {TransportError} from './errors.ts';

/** Bytes that may lie here before anybody asks; a server that talks on and on is no longer listened to. */
const unaskedBytes = 1024 * 1024;

/**
 * What a socket delivers, asked for piece by piece. Holds only bytes that have really come, so that a size in the stream
 * never makes it allocate. One question at a time.
 */
export class ByteSource {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #available = 0;
  #failure: TransportError | undefined;
  #waiting: {size: number; resolve: () => void; reject: (error: Error) => void} | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#add(chunk));
    socket.on('end', () => this.fail(new TransportError('closed', 'The server closed the connection')));
    socket.on('error', cause =>
      this.fail(new TransportError('closed', `The connection broke: ${cause.message}`, {cause})),
    );
    socket.on('close', () => this.fail(new TransportError('closed', 'The connection is closed')));
  }

  /** Why nothing more can come. */
  get failure(): TransportError | undefined {
    return this.#failure;
  }

  /** Bytes that are there and were not read. */
  get available(): number {
    return this.#available;
  }

  /** Ends everything, with this reason for whoever waits now or asks later; the first reason stays. */
  fail(error: TransportError): TransportError {
    const failure = (this.#failure ??= error);
    this.#socket.destroy();
    this.#waiting?.reject(failure);
    this.#waiting = undefined;
    return failure;
  }

  /** Exactly `size` bytes. */
  async read(size: number): Promise<Buffer> {
    await this.#until(size);
    const first = this.#chunks[0];
    if (first !== undefined && first.length > size) {
      this.#chunks[0] = first.subarray(size);
      this.#available -= size;
      return first.subarray(0, size);
    }
    const all = this.#takeAll();
    if (all.length > size) this.#restore(all.subarray(size));
    return all.subarray(0, size);
  }

  /** Whatever is there, at least one byte. */
  async readSome(): Promise<Buffer> {
    await this.#until(1);
    return this.#takeAll();
  }

  #takeAll(): Buffer {
    const [first, ...more] = this.#chunks;
    const all = first !== undefined && more.length === 0 ? first : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#available = 0;
    return all;
  }

  #restore(rest: Buffer): void {
    this.#chunks = [rest];
    this.#available = rest.length;
  }

  async #until(size: number): Promise<void> {
    if (this.#available >= size) return;
    if (this.#failure !== undefined) throw this.#failure;
    this.#socket.resume();
    await new Promise<void>((resolve, reject) => (this.#waiting = {size, resolve, reject}));
  }

  #add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#available += chunk.length;
    if (this.#waiting === undefined) {
      if (this.#available > unaskedBytes) this.#socket.pause();
    } else if (this.#available >= this.#waiting.size) {
      this.#waiting.resolve();
      this.#waiting = undefined;
    }
  }
}
