import {existsSync} from 'node:fs';
import {mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {gunzip, gzip} from 'node:zlib';
import {parseJson} from '@gazetteer/model';
import type {Entity} from './read-source.ts';

/** How far a migration has come; all of it is written at once. */
export type Progress = {
  readonly version: 1;
  readonly from: string;
  /** Types that are still to be read; the first of them from `offset` on. */
  readonly types: readonly string[];
  readonly offset: number;
  /** Pages that were read so far. */
  readonly pages: number;
  readonly entities: number;
  /** The import that the target was given these pages with. */
  readonly importId?: string | undefined;
  readonly isLoaded: boolean;
  /** The newest change that was read, in ms of the source's clock. */
  readonly newest: number;
};

/**
 * The folder of a migration: pages of entities as they were read, and how far it has come. A run
 * that was killed goes on where the last whole page ended.
 */
export class Spool {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** @throws Error when the folder holds the migration of another server */
  async progress(from: string): Promise<Progress | undefined> {
    const file = join(this.folder, 'progress.json');
    if (!existsSync(file)) return undefined;
    const progress = JSON.parse(await readFile(file, 'utf8')) as Progress;
    if (progress.from !== from) {
      throw new Error(
        `${this.folder} holds a migration from ${progress.from}: name another folder with --folder, or remove it`,
      );
    }
    return progress;
  }

  async save(progress: Progress): Promise<void> {
    await this.write('progress.json', JSON.stringify(progress));
  }

  async addPage(number: number, entities: readonly Entity[]): Promise<void> {
    await this.write(
      join('pages', pageName(number)),
      await promisify(gzip)(JSON.stringify(entities)),
    );
  }

  /** Pages in order, one in memory at a time. */
  async *pages(count: number): AsyncGenerator<readonly Entity[]> {
    for (let number = 0; number < count; number++) {
      const packed = await readFile(join(this.folder, 'pages', pageName(number)));
      yield parseJson((await promisify(gunzip)(packed)).toString()) as readonly Entity[];
    }
  }

  async dropPages(): Promise<void> {
    await rm(join(this.folder, 'pages'), {recursive: true, force: true});
  }

  /** Whole or not at all. */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    const path = join(this.folder, name);
    await mkdir(dirname(path), {recursive: true, mode: 0o700});
    await writeFile(`${path}.next`, content, {mode: 0o600});
    await rename(`${path}.next`, path);
  }
}

const pageName = (number: number) => `${String(number).padStart(6, '0')}.json.gz`;
