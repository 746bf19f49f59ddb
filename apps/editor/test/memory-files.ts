import {AppError} from '@gazetteer/model';
import type {ContentSummary, FileStatus, FileSystem} from '../src/files/file-system.ts';
import {nameOf, parentOf, rootOf, s3Root} from '../src/files/paths.ts';

type Entry = {bytes?: Buffer; owner: string; group: string; permission: string; time: number};

/**
 * Files in memory with the rules of a cluster that pages show: owners, names that are taken,
 * folders that belong to others.
 */
export class MemoryFiles implements FileSystem {
  readonly hasTrash: boolean;
  readonly #home: string;
  readonly #entries = new Map<string, Entry>();

  /** @param buckets in place of the folders of users: a store that takes whoever asks for one */
  constructor(users: readonly string[], buckets: readonly string[] = []) {
    this.hasTrash = buckets.length === 0;
    this.#home = this.hasTrash ? '/user/' : s3Root;
    for (const path of this.hasTrash ? ['/', '/user'] : [s3Root]) this.#put(path, 'hdfs');
    for (const name of [...users, ...buckets]) this.#put(this.#home + name, name);
  }

  add(user: string, path: string, bytes?: Buffer): void {
    this.#put(path, user, bytes);
  }

  bytesOf(path: string): Buffer | undefined {
    return this.#entries.get(path)?.bytes;
  }

  #put(path: string, owner: string, bytes?: Buffer): void {
    this.#entries.set(path, {
      owner,
      group: 'people',
      permission: bytes === undefined ? '755' : '644',
      time: Date.UTC(2026, 0, 2),
      ...(bytes !== undefined && {bytes}),
    });
  }

  #entry(path: string): Entry {
    const entry = this.#entries.get(path);
    if (entry === undefined) throw new AppError('NOT_FOUND', [`${path} does not exist`]);
    return entry;
  }

  /** @throws NOT_ALLOWED in a folder of somebody else */
  #mayChange(user: string, path: string): void {
    if (!this.hasTrash) return;
    const home = /^\/user\/[^/]+/.exec(path)?.[0];
    if (home !== undefined && this.#entry(home).owner === user) return;
    throw new AppError('NOT_ALLOWED', [`Permission denied: user=${user}, path=${path}`]);
  }

  #below(path: string): string[] {
    return [...this.#entries.keys()].filter(one => one === path || one.startsWith(`${path}/`));
  }

  #statusOf(path: string, pathSuffix: string): FileStatus {
    const {bytes, owner, group, permission, time} = this.#entry(path);
    return {
      pathSuffix,
      type: bytes === undefined ? 'DIRECTORY' : 'FILE',
      length: bytes?.byteLength ?? 0,
      owner,
      group,
      permission,
      accessTime: time,
      modificationTime: time,
      blockSize: 2 ** 27,
      replication: 1,
    };
  }

  async status(_user: string, path: string): Promise<FileStatus> {
    return await Promise.resolve(this.#statusOf(path, ''));
  }

  async list(_user: string, path: string): Promise<readonly FileStatus[]> {
    this.#entry(path);
    const inside = [...this.#entries.keys()].filter(
      one => one !== rootOf(one) && parentOf(one) === path,
    );
    return await Promise.resolve(inside.map(one => this.#statusOf(one, nameOf(one))));
  }

  async summary(_user: string, path: string): Promise<ContentSummary> {
    return await Promise.resolve({fileCount: this.#below(path).length});
  }

  async home(user: string): Promise<string> {
    return await Promise.resolve(this.hasTrash ? this.#home + user : this.#home);
  }

  async read(
    _user: string,
    path: string,
    {offset = 0, length}: {readonly offset?: number; readonly length?: number} = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const {bytes = Buffer.of()} = this.#entry(path);
    const part = bytes.subarray(offset, length === undefined ? undefined : offset + length);
    return await Promise.resolve(ReadableStream.from([part]));
  }

  async write(user: string, path: string, bytes?: ReadableStream<Uint8Array>): Promise<void> {
    this.#mayChange(user, path);
    if (this.#entries.has(path)) throw new AppError('CONFLICT', [`${path} is there already`]);
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes ?? []) chunks.push(chunk);
    await this.makeFolder(user, parentOf(path));
    this.#put(path, user, Buffer.concat(chunks));
  }

  async makeFolder(user: string, path: string): Promise<void> {
    if (this.#entries.has(path)) return;
    this.#mayChange(user, path);
    await this.makeFolder(user, parentOf(path));
    this.#put(path, user);
  }

  async rename(user: string, path: string, destination: string): Promise<void> {
    this.#mayChange(user, path);
    this.#mayChange(user, destination);
    this.#entry(path);
    this.#entry(parentOf(destination));
    if (`${destination}/`.startsWith(`${path}/`))
      throw new AppError('CONFLICT', [`${destination} is in ${path}`]);
    if (this.#entries.has(destination))
      throw new AppError('CONFLICT', [`${destination} is there already`]);
    for (const one of this.#below(path)) {
      this.#entries.set(destination + one.slice(path.length), this.#entry(one));
      this.#entries.delete(one);
    }
    await Promise.resolve();
  }

  async delete(user: string, path: string): Promise<void> {
    this.#mayChange(user, path);
    this.#entry(path);
    for (const one of this.#below(path)) this.#entries.delete(one);
    await Promise.resolve();
  }

  async setPermission(user: string, path: string, permission: string): Promise<void> {
    this.#mayChange(user, path);
    this.#entry(path).permission = permission;
    await Promise.resolve();
  }

  async setOwner(user: string, path: string): Promise<void> {
    return await Promise.reject(
      new AppError('NOT_ALLOWED', [`${user} is no superuser and cannot set the owner of ${path}`]),
    );
  }

  async setReplication(): Promise<void> {
    return await Promise.reject(new AppError('NOT_SUPPORTED', ['There are no copies in memory']));
  }
}
