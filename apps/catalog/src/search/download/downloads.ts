import {createReadStream, type ReadStream} from 'node:fs';
import {mkdir, open, readdir, rename, rm, stat, type FileHandle} from 'node:fs/promises';
import {join} from 'node:path';
import {AppError} from '@gazetteer/model';
import type {Log} from '../../catalog.ts';
import type {Asker} from '../../host/engine.ts';
import type {Executor} from '../../host/executor.ts';
import type {DownloadArgs, DownloadPage, DownloadRequest} from './download-page.ts';

export type DownloadOptions = {
  /** Has a folder for each user. */
  readonly folder: string;
  /** Of all users. */
  readonly maxPending: number;
  readonly expiryMs: number;
};

export type DownloadRecord = {
  readonly status: 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED';
  readonly fileName: string;
  readonly createdBy: string;
  readonly createdTime: number;
  readonly startTime?: number;
  /** Rows written so far, and rows that there were when it was asked for. */
  readonly rows?: number;
  readonly total?: number;
  readonly reason?: string;
};

type Task = {-readonly [Name in keyof DownloadRecord]: DownloadRecord[Name]} & {
  readonly asker: Asker;
  readonly request: DownloadRequest;
};

/** Rows that are in memory at a time. */
const pageSize = 1000;
const sweepMs = 60_000;
const unfinished = '.part';

/**
 * Writes search results into files, one after another, a page at a time, while requests go on. A file belongs to the user
 * who asked for it, has its name only when it is whole, and goes after some time. They are on the disk of this node.
 */
export class Downloads {
  readonly #executor: Executor;
  readonly #options: DownloadOptions;
  readonly #log: Log;
  /** Waiting, running and failed ones; what is finished is a file. */
  readonly #tasks = new Set<Task>();
  #running: Promise<void> | undefined;
  #isClosed = false;
  readonly #sweeper: NodeJS.Timeout;

  constructor(executor: Executor, options: DownloadOptions, log: Log) {
    this.#executor = executor;
    this.#options = options;
    this.#log = log;
    this.#sweeper = setInterval(() => void this.sweep(), sweepMs);
    this.#sweeper.unref();
  }

  /** Checks the search before it answers. @throws what is wrong with it, PENDING_TASKS_ALREADY_IN_PROGRESS */
  async start(asker: Asker, request: DownloadRequest): Promise<string> {
    this.#checkPending();
    const {total} = await this.#page(asker, {request, from: undefined, size: 0});
    // Others may have come meanwhile.
    this.#checkPending();
    const {userName} = asker.actor;
    const createdTime = Date.now();
    const time = new Date(createdTime).toISOString().replace(/[:T]/g, '-').replace('Z', '');
    const unique = Math.random().toString(36).slice(2, 8);
    const fileName = `${folderName(userName)}_${request.kind}_${time}_${unique}.csv`;
    this.#tasks.add({
      asker,
      request,
      status: 'PENDING',
      fileName,
      createdBy: userName,
      createdTime,
      rows: 0,
      ...(total === undefined ? {} : {total}),
    });
    this.#running ??= this.#runAll().finally(() => (this.#running = undefined));
    return fileName;
  }

  /** The user's own, the newest first. */
  async list(userName: string): Promise<DownloadRecord[]> {
    const tasks = [...this.#tasks].filter(one => one.createdBy === userName);
    const records = tasks.map(({asker: _asker, request: _request, ...record}): DownloadRecord => record);
    const folder = this.#folderOf(userName);
    for (const fileName of await filesIn(folder)) {
      const file = await stat(join(folder, fileName)).catch(() => undefined);
      if (file === undefined || fileName.endsWith(unfinished)) continue;
      const createdTime = Math.round(file.mtimeMs);
      records.push({status: 'COMPLETE', fileName, createdBy: userName, createdTime, startTime: createdTime});
    }
    return records.sort((a, b) => b.createdTime - a.createdTime);
  }

  /** undefined when the user has no such file. @throws BAD_REQUEST for what is no name of one */
  async read(userName: string, fileName: string): Promise<ReadStream | undefined> {
    const isName = /^[^/\\\0]+\.csv$/.test(fileName) && /_(BASIC|DSL)_/.test(fileName) && !fileName.includes('..');
    if (!isName) throw new AppError('BAD_REQUEST', ['Invalid download file name']);
    const folder = this.#folderOf(userName);
    // A name that is listed leads nowhere else.
    if (!(await filesIn(folder)).includes(fileName)) return undefined;
    return createReadStream(join(folder, fileName));
  }

  /** Removes what is too old, and what an earlier process left unfinished. */
  async sweep(): Promise<void> {
    const oldest = Date.now() - this.#options.expiryMs;
    for (const task of this.#tasks) if (task.status === 'FAILED' && task.createdTime < oldest) this.#tasks.delete(task);
    const live = new Set(Array.from(this.#tasks, one => one.fileName + unfinished));
    for (const user of await filesIn(this.#options.folder)) {
      const folder = join(this.#options.folder, user);
      for (const name of await filesIn(folder)) {
        const file = join(folder, name);
        const changed = await stat(file).then(
          found => found.mtimeMs,
          () => Infinity,
        );
        const isLeft = name.endsWith(unfinished) && !live.has(name);
        if (isLeft || changed < oldest) await rm(file, {force: true});
      }
    }
  }

  /** Gives up what waits and what runs; a page that is being read is waited for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweeper);
    await this.#running;
  }

  #checkPending(): void {
    const waiting = [...this.#tasks].filter(one => one.status !== 'FAILED').length;
    if (waiting >= this.#options.maxPending) throw new AppError('PENDING_TASKS_ALREADY_IN_PROGRESS', [String(waiting)]);
  }

  async #runAll(): Promise<void> {
    for (const task of this.#tasks) {
      if (this.#isClosed) return;
      if (task.status === 'PENDING') await this.#run(task);
    }
  }

  async #run(task: Task): Promise<void> {
    task.status = 'IN_PROGRESS';
    task.startTime = Date.now();
    const folder = this.#folderOf(task.createdBy);
    const file = join(folder, task.fileName);
    try {
      await mkdir(folder, {recursive: true, mode: 0o700});
      const handle = await open(file + unfinished, 'wx', 0o600);
      const isWhole = await this.#write(task, handle).finally(() => handle.close());
      if (!isWhole) {
        await rm(file + unfinished, {force: true});
        return;
      }
      await rename(file + unfinished, file);
      this.#tasks.delete(task);
    } catch (error) {
      await rm(file + unfinished, {force: true});
      task.status = 'FAILED';
      task.reason = error instanceof AppError ? error.message : 'see the log of the server';
      this.#log.error({error, user: task.createdBy, file: task.fileName}, 'search result could not be written');
    }
  }

  /** False when it was given up. */
  async #write(task: Task, handle: FileHandle): Promise<boolean> {
    let from: string | undefined;
    do {
      if (this.#isClosed) return false;
      const {csv, rows, next} = await this.#page(task.asker, {request: task.request, from, size: pageSize});
      await handle.write(csv);
      task.rows = (task.rows ?? 0) + rows;
      from = next;
    } while (from !== undefined);
    return true;
  }

  async #page(asker: Asker, args: DownloadArgs): Promise<DownloadPage> {
    return JSON.parse((await this.#executor.run('downloadPage', asker, args)) ?? '{}') as DownloadPage;
  }

  #folderOf(userName: string): string {
    return join(this.#options.folder, folderName(userName));
  }
}

/** A name without separators or dots, so that it stays below its folder; different users have different ones. */
function folderName(userName: string): string {
  return encodeURIComponent(userName).replaceAll('.', '%2E');
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR')
      return [];
    throw error;
  }
}
