import {randomUUID} from 'node:crypto';
import {link, mkdir, readdir, rm, stat, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {FileSpool, partOf, removeShared} from './file-spool.ts';
import {resultId, type ResultSpool, type ResultStore} from './result-store.ts';

/**
 * A file for each result, by its id. Where nodes share the folder, each writes files of its own,
 * with more behind a point, and the first that is published gets the id as a second name.
 */
export class FolderResults implements ResultStore {
  readonly isShared: boolean;
  readonly #folder: string;

  private constructor(folder: string, isShared: boolean) {
    this.#folder = folder;
    this.isShared = isShared;
  }

  /** @throws {Error} for the operator, where nodes could not share it */
  static async open(folder: string, isShared: boolean): Promise<FolderResults> {
    await mkdir(folder, {recursive: true, mode: 0o700});
    if (isShared) await mustRefuseSecondLink(folder);
    return new FolderResults(folder, isShared);
  }

  async begin(uuid: string): Promise<ResultSpool> {
    const path = this.#pathOf(uuid);
    return this.isShared
      ? await FileSpool.open(`${path}.${randomUUID()}`, path)
      : await FileSpool.open(path);
  }

  async open(uuid: string): Promise<ResultSpool> {
    const path = this.#pathOf(uuid);
    if (!this.isShared) return await FileSpool.open(path);
    return (
      (await this.reopen(uuid)) ?? (await FileSpool.open(`${path}.${randomUUID()}`, path, true))
    );
  }

  async reopen(uuid: string): Promise<ResultSpool | undefined> {
    const path = this.#pathOf(uuid);
    if (!this.isShared) return await FileSpool.reopen(path);
    return (await FileSpool.reopen(path, path)) ?? (await FileSpool.reopen(partOf(path), path));
  }

  async remove(uuid: string): Promise<void> {
    const path = this.#pathOf(uuid);
    await (this.isShared ? removeShared(path) : rm(path, {force: true}));
  }

  async stored(): Promise<ReadonlySet<string>> {
    const names = await this.#own();
    return new Set(names.filter(one => publishedName.test(one)).map(idIn));
  }

  async removeUnused(idleMs: number, isKept: (uuid: string) => boolean): Promise<void> {
    const failures: unknown[] = [];
    for (const name of await this.#own()) {
      if (isKept(idIn(name))) continue;
      const file = join(this.#folder, name);
      try {
        const usedAt = await stat(file).then(({mtimeMs}) => mtimeMs, ifGone);
        if (Date.now() - usedAt > idleMs) await rm(file, {force: true});
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Names of files of results; a folder that is shared may have others. */
  async #own(): Promise<string[]> {
    const all = await readdir(this.#folder, {withFileTypes: true});
    return all.flatMap(entry => (entry.isFile() && ownName.test(entry.name) ? entry.name : []));
  }

  #pathOf(uuid: string): string {
    return join(this.#folder, basename(uuid));
  }
}

const ownName = new RegExp(`^(?:${resultId}(?:\\.(?:${resultId}|part|cursor))?|probe\\..+)$`);

const publishedName = new RegExp(`^${resultId}(?:\\.part)?$`);

function idIn(name: string): string {
  return name.split('.', 1)[0] ?? name;
}

/** Whether a result is whole or absent depends on it. */
async function mustRefuseSecondLink(folder: string): Promise<void> {
  const probe = join(folder, `probe.${randomUUID()}`);
  try {
    await writeFile(probe, '', {mode: 0o600});
    await link(probe, `${probe}.linked`);
    const second = await link(probe, `${probe}.linked`).then(
      () => 'a name can be given to two files',
      (error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? undefined : error.message),
    );
    if (second !== undefined) throw new Error(second);
  } catch (error) {
    const why = (error as Error).message;
    throw new Error(
      `Cannot keep results in --results ${folder}: ${why}. The editor must be able to write to it, and its file system must have hard links, as NFS has`,
      {cause: error},
    );
  } finally {
    for (const file of [probe, `${probe}.linked`]) await rm(file, {force: true});
  }
}

/** Somebody else may have removed it meanwhile: then there is nothing to do. */
function ifGone(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT') return Infinity;
  throw error;
}
