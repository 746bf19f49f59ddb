import {type ObjectAddress, pagesOfObjects, type S3Client, writeObject} from '@gazetteer/events/s3';

export type S3Place = {
  readonly bucket: string;
  /** In front of the names of all objects; empty or with a slash at its end. */
  readonly prefix: string;
  /** `AES256` or `aws:kms`, where the store is to encrypt what it keeps. */
  readonly encryption: string | undefined;
};

/** What a store takes in one request. */
const maxPutBytes = 8 * 2 ** 20;
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

  /** In place of what is there. */
  async put(name: string, text: string): Promise<void> {
    const body = Buffer.from(text);
    await this.#client.text('PUT', this.#at(name), {body, headers: this.#encrypted});
  }

  /**
   * As a whole or not at all; in parts where it is large.
   * @throws CONFLICT where there is one of this name
   */
  async create(name: string, pieces: readonly Uint8Array[]): Promise<void> {
    const at = this.#at(name);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (length > maxPutBytes) {
      await writeObject(this.#client, at, inOrder(pieces), {headers: this.#encrypted});
      return;
    }
    const headers = {...this.#encrypted, 'if-none-match': '*'};
    await this.#client.text('PUT', at, {body: Buffer.concat(pieces), headers});
  }

  /** @throws NOT_FOUND */
  async get(name: string, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
    const answer = await this.#client.send('GET', this.#at(name), {headers});
    return Buffer.from(await answer.arrayBuffer());
  }

  async delete(name: string): Promise<void> {
    const answer = await this.#client.send('DELETE', this.#at(name));
    await answer.body?.cancel();
  }

  /** Names below a prefix, and when each was written. */
  async *list(prefix: string): AsyncGenerator<{readonly name: string; readonly changedAt: number}> {
    const {bucket, prefix: front} = this.#place;
    const query = {prefix: front + prefix, isFlat: false};
    for await (const {objects} of pagesOfObjects(this.#client, bucket, query, Infinity))
      for (const {key, changedAt} of objects) yield {name: key.slice(front.length), changedAt};
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

/** First what makes it a result, last what leads to it. */
export async function removeResult(bucket: ResultBucket, uuid: string): Promise<void> {
  await bucket.delete(`rows/${uuid}/manifest`);
  await bucket.deleteAll(`rows/${uuid}/`);
  await bucket.delete(`used/${uuid}`);
}

async function* inOrder(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
