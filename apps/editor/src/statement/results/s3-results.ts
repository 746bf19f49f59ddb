import {randomUUID} from 'node:crypto';
import {S3Client, type S3Options} from '@gazetteer/events/s3';
import {AppError} from '@gazetteer/model';
import {removeResult, ResultBucket, type S3Place} from './result-bucket.ts';
import type {ResultSpool, ResultStore} from './result-store.ts';
import {S3Spool} from './s3-spool.ts';

/**
 * Results in a store that speaks S3, for all nodes that use the same place:
 *
 * - `used/<id>` is the row that a client reads next, written anew when somebody uses the result;
 * - `rows/<id>/<writer>/<n>` are its pages, as they came from the server;
 * - `rows/<id>/manifest` says which of them are the result. It is written last, and once.
 */
export class S3Results implements ResultStore {
  readonly isShared = true;
  readonly #bucket: ResultBucket;
  readonly #folder: string;

  private constructor(bucket: ResultBucket, folder: string) {
    this.#bucket = bucket;
    this.#folder = folder;
  }

  /**
   * @param folder for rows that another process reads
   * @throws {Error} for the operator, where nodes could not share it
   */
  static async open(options: S3Options, place: S3Place, folder: string): Promise<S3Results> {
    const bucket = new ResultBucket(new S3Client(options), place);
    const name = `${place.bucket}/${place.prefix}`;
    try {
      await mustRefuseSecond(bucket);
    } catch (error) {
      throw new Error(
        `Cannot keep results in --results s3://${name} at ${options.endpoint}: ${(error as Error).message}`,
        {cause: error},
      );
    }
    return new S3Results(bucket, folder);
  }

  async begin(uuid: string): Promise<ResultSpool> {
    return new S3Spool(this.#bucket, uuid, this.#folder, false);
  }

  async open(uuid: string): Promise<ResultSpool> {
    return (await this.reopen(uuid)) ?? new S3Spool(this.#bucket, uuid, this.#folder, true);
  }

  async reopen(uuid: string): Promise<ResultSpool | undefined> {
    return await S3Spool.reopen(this.#bucket, uuid, this.#folder);
  }

  async remove(uuid: string): Promise<void> {
    await removeResult(this.#bucket, uuid);
  }

  async stored(): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for await (const {name} of this.#bucket.list('used/')) ids.add(name.slice('used/'.length));
    return ids;
  }

  async removeUnused(idleMs: number, isKept: (uuid: string) => boolean): Promise<void> {
    for await (const {name, changedAt} of this.#bucket.list('used/')) {
      const uuid = name.slice('used/'.length);
      if (!isKept(uuid) && Date.now() - changedAt > idleMs) await this.remove(uuid);
    }
  }
}

/** Whether a result is whole or absent depends on it. */
async function mustRefuseSecond(bucket: ResultBucket): Promise<void> {
  const name = `probe/${randomUUID()}`;
  await bucket.create(name, []);
  try {
    const isRefused = await bucket.create(name, []).then(
      () => false,
      (error: unknown) => {
        if (error instanceof AppError && error.kind === 'CONFLICT') return true;
        throw error;
      },
    );
    if (!isRefused)
      throw new Error(
        'the store ignores If-None-Match, so that two nodes could write the same result. Use a store with conditional writes',
      );
  } finally {
    await bucket.delete(name);
  }
}
