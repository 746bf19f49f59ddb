import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Transport} from '../src/transport.ts';

/** What one server answered to one run of `conversation`, in order; bytes as base64. */
export type Recording = {
  readonly server: string;
  readonly replies: readonly {readonly name: string; readonly bytes: string}[];
};

export function readRecording(name: string): Recording {
  return JSON.parse(
    readFileSync(join(import.meta.dirname, 'recorded', `${name}.json`), 'utf8'),
  ) as Recording;
}

/** Writes down what a server answers. */
export class RecordingTransport implements Transport {
  readonly peer = 'recorded';
  readonly replies: {name: string; bytes: string}[] = [];
  readonly #inner: Transport;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  get isOpen(): boolean {
    return this.#inner.isOpen;
  }

  async exchange(message: Buffer): Promise<Buffer> {
    const reply = await this.#inner.exchange(message);
    this.replies.push({name: methodOf(message), bytes: reply.toString('base64')});
    return reply;
  }

  interrupt(reason: Error): void {
    this.#inner.interrupt(reason as Parameters<Transport['interrupt']>[0]);
  }

  close(): void {
    this.#inner.close();
  }
}

/** Answers as the recorded server did, as long as it is asked the same. */
export class ReplayTransport implements Transport {
  readonly peer = 'replay';
  isOpen = true;
  readonly #replies: Recording['replies'];
  #next = 0;

  constructor(recording: Recording) {
    this.#replies = recording.replies;
  }

  async exchange(message: Buffer): Promise<Buffer> {
    const reply = this.#replies[this.#next++];
    if (reply?.name !== methodOf(message))
      throw new Error(`asked ${methodOf(message)}, recorded ${reply?.name}`);
    return Buffer.from(reply.bytes, 'base64');
  }

  interrupt(): void {
    throw new Error('a recording answers at once');
  }

  close(): void {
    this.isOpen = false;
  }
}

function methodOf(message: Buffer): string {
  return message.toString('utf8', 8, 8 + message.readInt32BE(4));
}
