import type {Socket} from 'node:net';
import type {ByteSource} from './byte-source.ts';
import {malformed, SaslError, TransportError} from './errors.ts';
import {MessageScanner, tooLarge} from './message-scanner.ts';
import type {Protection} from './sasl.ts';
import type {Transport} from './transport.ts';

/**
 * Messages over a socket: as they are (NOSASL), or in frames of a 4-byte length and data (after a
 * SASL handshake).
 */
export class SocketTransport implements Transport {
  readonly peer: string;
  readonly #socket: Socket;
  readonly #source: ByteSource;
  readonly #framed: boolean;
  readonly #protection: Protection | undefined;
  readonly #maxMessageBytes: number;
  #isBusy = false;

  constructor(
    socket: Socket,
    source: ByteSource,
    options: {
      readonly peer: string;
      readonly framed: boolean;
      readonly protection: Protection | undefined;
      readonly maxMessageBytes: number;
    },
  ) {
    this.peer = options.peer;
    this.#socket = socket;
    this.#source = source;
    this.#framed = options.framed;
    this.#protection = options.protection;
    this.#maxMessageBytes = options.maxMessageBytes;
  }

  /**
   * Bytes that came while nothing was asked belong to no answer: such a connection is as good as
   * lost.
   */
  get isOpen(): boolean {
    return this.#source.failure === undefined && (this.#isBusy || this.#source.available === 0);
  }

  async exchange(message: Buffer): Promise<Buffer> {
    if (this.#source.failure !== undefined) throw this.#source.failure;
    if (!this.isOpen) throw this.#source.fail(malformed('bytes that nobody asked for'));
    this.#isBusy = true;
    try {
      await this.#send(message);
      return await this.#receive();
    } catch (error) {
      if (error instanceof SaslError) throw this.#source.fail(malformed(error.message));
      throw error instanceof TransportError ? this.#source.fail(error) : error;
    } finally {
      this.#isBusy = false;
    }
  }

  interrupt(reason: TransportError): void {
    this.#source.fail(reason);
  }

  close(): void {
    this.#source.fail(new TransportError('closed', 'The connection was closed on this side'));
  }

  async #send(message: Buffer): Promise<void> {
    const frames =
      this.#protection === undefined ? [message] : await this.#protection.wrap(message);
    this.#socket.cork();
    for (const frame of frames) {
      if (this.#framed) {
        const header = Buffer.allocUnsafe(4);
        header.writeInt32BE(frame.length);
        this.#socket.write(header);
      }
      this.#socket.write(frame);
    }
    this.#socket.uncork();
  }

  async #receive(): Promise<Buffer> {
    const scanner = new MessageScanner(this.#maxMessageBytes);
    let room = await this.#piece();
    let {length} = room;
    for (;;) {
      const end = scanner.scan(room.subarray(0, length));
      if (end > 0 && end < length)
        throw malformed(`${length - end} bytes after the end of the answer`);
      if (end > 0) return room.subarray(0, end);
      const piece = await this.#piece();
      if (length + piece.length > room.length)
        room = grow(room.subarray(0, length), length + piece.length);
      length += piece.copy(room, length);
    }
  }

  async #piece(): Promise<Buffer> {
    if (!this.#framed) return await this.#source.readSome();
    const size = (await this.#source.read(4)).readInt32BE(0);
    if (size < 0) throw malformed(`a frame of ${size} bytes`);
    if (size > this.#maxMessageBytes) throw tooLarge(this.#maxMessageBytes);
    const frame = await this.#source.read(size);
    return this.#protection === undefined ? frame : await this.#protection.unwrap(frame);
  }
}

/** Twice the size each time, so that a long message is copied about twice altogether. */
function grow(bytes: Buffer, needed: number): Buffer {
  const room = Buffer.allocUnsafe(Math.max(needed, 2 * bytes.length));
  bytes.copy(room);
  return room;
}
