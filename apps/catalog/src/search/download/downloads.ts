import {createReadStream, type ReadStream} from 'node:fs';
import {mkdir, open, readdir, rename, rm, stat, type FileHandle} from 'node:fs/promises';
import {join} from 'node:path';
import {AppError, type GlossaryExport} from '@gazetteer/model';
import {csvLine, writeXlsx} from '@gazetteer/sheet';
import type {Log} from '../../catalog.ts';
import type {Asker} from '../../host/asker.ts';
import type {Executor} from '../../host/executor.ts';
import type {DownloadPage, DownloadRequest} from './download-page.ts';

/** What a file is made of: each kind has an operation that writes its pages. */
export type FileRequest = DownloadRequest | GlossaryExport;
export type FileKind = FileRequest['kind'];

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
  readonly request: FileRequest;
};

/** Rows that are in memory at a time. */
const pageSize = 1000;
const sweepMs = 60_000;
const unfinished = '.part';
/** As `start` makes them; only the last kind counts, since a user's name may hold one. */
const fileNames = /^[^/\\\0]*_(BASIC|DSL|GLOSSARY)_[^/\\\0]+\.(csv|xlsx)$/;

/**
 * Writes search results and glossaries into files, one after another, a page at a time, while requests go on. A file belongs to the user
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

  /** Checks the request before it answers. @throws what is wrong with it, PENDING_TASKS_ALREADY_IN_PROGRESS */
  async start(asker: Asker, request: FileRequest): Promise<string> {
    this.#checkPending();
    const {total} = await this.#page(asker, request, undefined, 0);
    // Others may have come meanwhile.
    this.#checkPending();
    const {userName} = asker.actor;
    const createdTime = Date.now();
    const time = new Date(createdTime).toISOString().replace(/[:T]/g, '-').replace('Z', '');
    const unique = Math.random().toString(36).slice(2, 8);
    const fileName = `${folderName(userName)}_${request.kind}_${time}_${unique}.${request.format}`;
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

  /** The user's own of some kinds, the newest first. */
  async list(userName: string, kinds: readonly FileKind[]): Promise<DownloadRecord[]> {
    const tasks = [...this.#tasks].filter(one => one.createdBy === userName && kinds.includes(one.request.kind));
    const records = tasks.map(({asker: _asker, request: _request, ...record}): DownloadRecord => record);
    const folder = this.#folderOf(userName);
    for (const fileName of await filesIn(folder)) {
      const kind = kindOf(fileName);
      if (kind === undefined || !kinds.includes(kind)) continue;
      const file = await stat(join(folder, fileName)).catch(() => undefined);
      if (file === undefined) continue;
      const createdTime = Math.round(file.mtimeMs);
      records.push({status: 'COMPLETE', fileName, createdBy: userName, createdTime, startTime: createdTime});
    }
    return records.sort((a, b) => b.createdTime - a.createdTime);
  }

  /** undefined when the user has no such file. @throws BAD_REQUEST for what is no name of one */
  async read(userName: string, fileName: string, kinds: readonly FileKind[]): Promise<ReadStream | undefined> {
    const kind = kindOf(fileName);
    if (kind === undefined || !kinds.includes(kind) || fileName.includes('..'))
      throw new AppError('BAD_REQUEST', ['Invalid download file name']);
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
    if (task.request.format === 'xlsx') {
      for await (const piece of writeXlsx('Glossary', this.#lines(task))) await handle.appendFile(piece);
    } else {
      for await (const page of this.#pages(task)) await handle.appendFile(page.lines.map(csvLine).join(''));
    }
    return !this.#isClosed;
  }

  async *#lines(task: Task): AsyncGenerator<readonly string[]> {
    for await (const page of this.#pages(task)) yield* page.lines;
  }

  /** Ends early when files are given up. */
  async *#pages(task: Task): AsyncGenerator<DownloadPage> {
    let from: string | undefined;
    do {
      if (this.#isClosed) return;
      const page = await this.#page(task.asker, task.request, from, pageSize);
      yield page;
      task.rows = (task.rows ?? 0) + page.rows;
      from = page.next;
    } while (from !== undefined);
  }

  async #page(asker: Asker, request: FileRequest, from: string | undefined, size: number): Promise<DownloadPage> {
    const answer =
      request.kind === 'GLOSSARY'
        ? await this.#executor.run('writeGlossaryTable', asker, {request, size})
        : await this.#executor.run('downloadPage', asker, {request, from, size});
    return JSON.parse(answer ?? '{}') as DownloadPage;
  }

  #folderOf(userName: string): string {
    return join(this.#options.folder, folderName(userName));
  }
}

/** A name without separators or dots, so that it stays below its folder; different users have different ones. */
function folderName(userName: string): string {
  return encodeURIComponent(userName).replaceAll('.', '%2E');
}

function kindOf(fileName: string): FileKind | undefined {
  return fileNames.exec(fileName)?.[1] as FileKind | undefined;
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
