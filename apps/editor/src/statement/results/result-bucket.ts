import {setTimeout as delay} from 'node:timers/promises';
import {
  type ObjectAddress,
  pagesOfObjects,
  type S3Client,
  S3Refusal,
  writeObject,
} from '@gazetteer/events/s3';
import {AppError} from '@gazetteer/model';

export type S3Place = {
  readonly bucket: string;
  /** In front of the names of all objects; empty or with a slash at its end. */
  readonly prefix: string;
  /** `AES256` or `aws:kms`, where the store is to encrypt what it keeps. */
  readonly encryption: string | undefined;
};

/** What a store takes in one request. */
const maxPutBytes = 8 * 2 ** 20;
/** Before what went wrong in passing is asked for again. */
const pausesMs = [100, 1000];
/** Objects that are deleted at the same time. */
const deletedAtATime = 8;

/** Objects below a prefix of a bucket. */
export class ResultBucket {
  readonly #client: S3Client;
  readonly #place: S3Place;
  readonly #encrypted: Readonly<Record<string, string>>;

  constructor(client: S3Client, place: S3Place) {
    this.#client = client;
    this.#place = place;
    const {encryption} = place;
    this.#encrypted = encryption === undefined ? {} : {'x-amz-server-side-encryption': encryption};
  }

  /** In place of what is there; as a whole or not at all, in parts where it is large. */
  async put(name: string, pieces: readonly Uint8Array[]): Promise<void> {
    const at = this.#at(name);
    const headers = this.#encrypted;
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    await retried(async () => {
      if (length > maxPutBytes)
        await writeObject(this.#client, at, inOrder(pieces), {headers, mayReplace: true});
      else await this.#client.text('PUT', at, {body: Buffer.concat(pieces), headers});
    });
  }

  /** @throws CONFLICT where there is one of this name */
  async create(name: string, text: string): Promise<void> {
    const headers = {...this.#encrypted, 'if-none-match': '*'};
    await this.#client.text('PUT', this.#at(name), {body: Buffer.from(text), headers});
  }

  /** One of this name that is there already stays; it may be the same, told of by no answer. */
  async createOnce(name: string, text: string): Promise<void> {
    await retried(async () => {
      try {
        await this.create(name, text);
      } catch (error) {
        const isTaken = error instanceof AppError && error.kind === 'CONFLICT';
        if (!isTaken || (await this.changedAt(name)) === undefined) throw error;
      }
    });
  }

  /** Undefined where there is none. */
  async get(name: string): Promise<Buffer | undefined> {
    return await ifThere(() => this.#client.bytes(this.#at(name)));
  }

  /** When it was written; undefined where there is none. */
  async changedAt(name: string): Promise<number | undefined> {
    return await ifThere(async () => {
      const {headers} = await this.#client.send('HEAD', this.#at(name));
      return Date.parse(headers.get('last-modified') ?? '') || 0;
    });
  }

  async delete(name: string): Promise<void> {
    await retried(async () => await this.#client.text('DELETE', this.#at(name)));
  }

  /** Names below a prefix, and when each was written. */
  async *list(prefix: string): AsyncGenerator<{readonly name: string; readonly changedAt: number}> {
    const {bucket, prefix: front} = this.#place;
    const query = {prefix: front + prefix, isFlat: false};
    for await (const {objects} of pagesOfObjects(this.#client, bucket, query, Infinity))
      for (const {key, changedAt} of objects) yield {name: key.slice(front.length), changedAt};
  }

  /** What names below a prefix begin with, up to the next slash. */
  async *listFlat(prefix: string): AsyncGenerator<string> {
    const {bucket, prefix: front} = this.#place;
    const query = {prefix: front + prefix, isFlat: true};
    for await (const {prefixes} of pagesOfObjects(this.#client, bucket, query, Infinity))
      for (const one of prefixes) yield one.slice(front.length);
  }

  async deleteAll(prefix: string): Promise<void> {
    let deleting: Promise<void>[] = [];
    for await (const {name} of this.list(prefix)) {
      deleting.push(this.delete(name));
      if (deleting.length < deletedAtATime) continue;
      await Promise.all(deleting);
      deleting = [];
    }
    await Promise.all(deleting);
  }

  #at(name: string): ObjectAddress {
    return {bucket: this.#place.bucket, key: this.#place.prefix + name};
  }
}

/** Written when the result is used. */
export const markOf = (uuid: string): string => `used/${uuid}`;

/** What makes a result of its pages: that of a whole one, and of one that is a part for good. */
export function manifests(uuid: string): readonly [whole: string, part: string] {
  return [`rows/${uuid}/manifest`, `rows/${uuid}/part`];
}

/** First what makes it a result, last what leads to it. */
export async function removeResult(bucket: ResultBucket, uuid: string): Promise<void> {
  for (const name of manifests(uuid)) await bucket.delete(name);
  await bucket.deleteAll(`rows/${uuid}/`);
  await bucket.delete(markOf(uuid));
}

async function* inOrder(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function ifThere<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await retried(ask);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'NOT_FOUND') throw error;
    // That the bucket is gone says nothing of what was in it.
    if (error.cause instanceof S3Refusal && error.cause.code === 'NoSuchBucket') throw error;
    return undefined;
  }
}

/** @param work comes to the same when it is done twice */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await delay(pauseMs);
    }
  }
  return await work();
}

/** Of a store that is busy, or a connection that broke. Who waited long enough waits no more. */
function isPassing(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : undefined;
  if (cause instanceof S3Refusal) return [409, 500, 502, 503, 504].includes(cause.status);
  const {code} = (cause ?? {}) as NodeJS.ErrnoException;
  return typeof code === 'string' && code !== 'ABORT_ERR';
}
