import {basename, join} from 'node:path';
import {type DiskRoom, type Log, sizeText} from '@gazetteer/server';
import type {SqlSession, StorageUsage} from '../sql-engine.ts';
import type {DuckDbLimits} from '../../config/embedded-engine.ts';
import {DuckDbProcess} from './duckdb-process.ts';
import {DuckDbSession} from './duckdb-session.ts';
import {PersonUploads} from './person-uploads.ts';
import type {Workbooks} from './workbooks.ts';
import {fileAt, filesIn, maxFiles, type StoredFile} from './folder-usage.ts';

export type PersonOptions = {
  /** For the database and the files of this person alone. */
  readonly folder: string;
  /** For what does not fit in memory while a statement runs. */
  readonly temporary: string;
  readonly limits: DuckDbLimits;
  /** Disk for the tables and files of one person. */
  readonly quotaBytes: number;
  readonly disk: DiskRoom;
  readonly log: Log;
};

/** How long the process stays when there is no session. */
const idleMs = 60_000;
const databaseName = 'warehouse.duckdb';
/** A list of more is no help. */
const shownFiles = 1000;
/** How often a person's folder is looked at while statements run there. */
const watchMs = 500;

/**
 * What one person has of the embedded engine: a process, a database and a folder of files, which
 * nobody else reaches.
 */
export class DuckDbPerson {
  readonly uploads: PersonUploads;
  readonly #options: PersonOptions;
  #process: DuckDbProcess | undefined;
  #ending: Promise<void> | undefined;
  #sessions = 0;
  #running = 0;
  #idle: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: PersonOptions) {
    this.#options = options;
    this.uploads = new PersonUploads(this.#filesFolder, {
      full: () => this.full(),
      freeBytes: () => this.#freeBytes(),
    });
  }

  /** Whether there is a process, be it one that ends. */
  get isActive(): boolean {
    return this.#process?.isRunning === true || this.#sessions > 0 || this.#ending !== undefined;
  }

  get isIdle(): boolean {
    return this.#sessions === 0;
  }

  async open(shared: Readonly<Record<string, string>>): Promise<SqlSession> {
    const {folder, temporary, limits} = this.#options;
    clearTimeout(this.#idle);
    this.#sessions++;
    try {
      // Two processes cannot have one database.
      await this.#ending;
      if (this.#process?.isRunning !== true) this.#process = new DuckDbProcess();
      const place = {
        database: join(folder, databaseName),
        files: this.#filesFolder,
        temporary,
        shared,
      };
      const process = this.#process;
      const number = await process.call('openSession', place, limits);
      return new DuckDbSession(process, number, {
        limits,
        full: () => this.full(),
        onRun: () => this.#begin(process),
        onClose: () => this.#closed(),
      });
    } catch (error) {
      this.#closed();
      throw error;
    }
  }

  async usage(): Promise<StorageUsage> {
    const files = await filesIn(this.#filesFolder);
    const tables = await Promise.all(
      [databaseName, `${databaseName}.wal`].map(name => fileAt(this.#options.folder, name)),
    );
    return {
      quotaBytes: this.#options.quotaBytes,
      tableBytes: bytesOf(tables),
      fileBytes: bytesOf(files),
      files: files.slice(0, shownFiles),
      fileCount: files.length,
    };
  }

  /** Where this file of the person lies; undefined where there is none. */
  async fileOf(path: string): Promise<string | undefined> {
    // Nothing but a name that could be listed: neither `..` nor an absolute path leads out of the
    // folder.
    const isName =
      path !== '' &&
      path
        .split('/')
        .every(part => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));
    if (!isName || (await fileAt(this.#filesFolder, path)) === undefined) return undefined;
    return join(this.#filesFolder, path);
  }

  async csvOf(path: string, workbooks: Workbooks): Promise<string | undefined> {
    const workbook = await this.fileOf(path);
    if (workbook === undefined) return undefined;
    const name = `${basename(workbook)}.csv`;
    await this.uploads.make(name, async (file, maxBytes) => {
      await workbooks.write(this.#filesFolder, workbook, file, maxBytes);
    });
    return name;
  }

  /** Of the quota. */
  async #freeBytes(): Promise<number> {
    const {quotaBytes, tableBytes, fileBytes} = await this.usage();
    return Math.max(0, quotaBytes - tableBytes - fileBytes);
  }

  get #filesFolder(): string {
    return join(this.#options.folder, 'files');
  }

  /**
   * Why nothing more may be stored, as a sentence that says what to do; undefined while there is
   * room.
   */
  async full(): Promise<string | undefined> {
    const {quotaBytes, disk} = this.#options;
    const {tableBytes, fileBytes, fileCount} = await this.usage();
    const bytes = tableBytes + fileBytes;
    if (bytes > quotaBytes) {
      return `Your tables and files take ${sizeText(bytes)} of the ${sizeText(quotaBytes)} that each person has: drop tables and run CHECKPOINT, or delete files`;
    }
    if (fileCount > maxFiles) return `There are more than ${maxFiles} files of yours: delete some`;
    const problem = await disk.problem();
    return problem && `Nothing more can be stored, as ${problem}: ask your administrator for room`;
  }

  /** Ends the process now, its database closed. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const process = this.#process;
    this.#process = undefined;
    if (process !== undefined) {
      this.#ending = process.stop().finally(() => {
        this.#ending = undefined;
      });
    }
    await this.#ending;
  }

  kill(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  #closed(): void {
    this.#sessions--;
    if (this.#sessions > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.stop(), idleMs).unref();
  }

  /** Looks after the disk while something runs. Returns what is to be called at its end. */
  #begin(process: DuckDbProcess): () => void {
    this.#running++;
    this.#watch ??= setTimeout(() => void this.#look(process), watchMs).unref();
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      if (--this.#running > 0) return;
      clearTimeout(this.#watch);
      this.#watch = undefined;
    };
  }

  async #look(process: DuckDbProcess): Promise<void> {
    try {
      const why = await this.full();
      if (why !== undefined && process.isRunning) await process.call('stopGrowing', why);
    } catch (error) {
      // A process that ends meanwhile stores nothing more, and its statements tell that it has
      // ended.
      if (process.isRunning)
        this.#options.log.warn({module: 'duckdb', error}, 'Could not see what a person stores');
    }
    if (this.#watch !== undefined)
      this.#watch = setTimeout(() => void this.#look(process), watchMs).unref();
  }
}

function bytesOf(files: readonly (StoredFile | undefined)[]): number {
  return files.reduce((sum, file) => sum + (file?.bytes ?? 0), 0);
}
