import {randomUUID} from 'node:crypto';
import {S3Client, type S3Options} from '@gazetteer/events/s3';
import {AppError} from '@gazetteer/model';
import {manifests, markOf, removeResult, ResultBucket, type S3Place} from './result-bucket.ts';
import {resultId, type ResultSpool, type ResultStore} from './result-store.ts';
import {S3Spool} from './s3-spool.ts';

const isId = new RegExp(`^${resultId}$`);
/** Results that are looked for at the same time. */
const askedAtATime = 8;

/**
 * Results in a store that speaks S3, for all nodes that use the same place:
 *
 * - `used/<id>` is written anew when somebody uses the result;
 * - `rows/<id>/<writer>/<n>` are its pages, as they came from the server;
 * - `rows/<id>/manifest` says which of them are the result. It is written last, and once.
 * - `rows/<id>/part` says the same of a result whose rest was given up, until there is a whole one;
 * - `rows/<id>/cursor` is the row that a client reads next.
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
    const spool = await S3Spool.reopen(this.#bucket, uuid, this.#folder);
    // So that nobody else takes it for old.
    await spool?.touch();
    return spool;
  }

  async remove(uuid: string): Promise<void> {
    await removeResult(this.#bucket, uuid);
  }

  async stored(among?: readonly string[]): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    if (among === undefined) for await (const {uuid} of this.#marked()) ids.add(uuid);
    else
      for (let at = 0; at < among.length; at += askedAtATime)
        await Promise.all(
          among.slice(at, at + askedAtATime).map(async uuid => {
            for (const name of manifests(uuid))
              if (!ids.has(uuid) && (await this.#bucket.changedAt(name)) !== undefined)
                ids.add(uuid);
          }),
        );
    return ids;
  }

  async removeUnused(idleMs: number, isKept: (uuid: string) => boolean): Promise<void> {
    // Whoever writes a result marks it first.
    const unmarked = new Set<string>();
    for await (const prefix of this.#bucket.listFlat('rows/'))
      unmarked.add(prefix.slice('rows/'.length, -1));
    const failures: unknown[] = [];
    const remove = async (uuid: string) =>
      await this.remove(uuid).catch((error: unknown) => failures.push(error));
    for await (const {uuid, usedAt} of this.#marked()) {
      unmarked.delete(uuid);
      if (isKept(uuid) || Date.now() - usedAt <= idleMs) continue;
      // Since it was listed somebody may have come back to it.
      const now = await this.#bucket.changedAt(markOf(uuid));
      if (!isKept(uuid) && Date.now() - (now ?? usedAt) > idleMs) await remove(uuid);
    }
    for (const uuid of unmarked) if (isId.test(uuid) && !isKept(uuid)) await remove(uuid);
    if (failures.length > 0) throw failures[0];
  }

  async *#marked(): AsyncGenerator<{readonly uuid: string; readonly usedAt: number}> {
    for await (const {name, changedAt: usedAt} of this.#bucket.list('used/')) {
      const uuid = name.slice('used/'.length);
      if (isId.test(uuid)) yield {uuid, usedAt};
    }
  }
}

/** Whether a result is whole or absent depends on it. */
async function mustRefuseSecond(bucket: ResultBucket): Promise<void> {
  const name = `probe/${randomUUID()}`;
  await bucket.create(name, '');
  try {
    const isRefused = await bucket.create(name, '').then(
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
