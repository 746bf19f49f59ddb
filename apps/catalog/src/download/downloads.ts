import {createReadStream, type ReadStream} from 'node:fs';
import {mkdir, open, readdir, rename, rm, stat, type FileHandle} from 'node:fs/promises';
import {join} from 'node:path';
import {AppError, type GlossaryExport} from '@gazetteer/model';
import {writeXlsx} from '@gazetteer/sheet';
import {csvLine} from '@gazetteer/formats/csv';
import {DiskRoom, sizeText} from '@gazetteer/server';
import type {Log} from '../catalog.ts';
import {type Caller, type CatalogHost} from '../caller.ts';
import {writeGlossaryTable} from '../glossary/write-glossary-table.ts';
import {downloadPage} from '../search/download-page.ts';
import {tablePage, type TableRequest} from '../search/table-page.ts';
import type {DownloadPage, DownloadRequest} from '../search/download-page.ts';

/** What a file is made of: each kind has an operation that writes its pages. */
export type FileRequest = DownloadRequest | GlossaryExport | TableRequest;
/** Which of the requests a file answers. */
export type FileKind = FileRequest['kind'];

export type DownloadOptions = {
  /** Has a folder for each user. */
  readonly folder: string;
  /** Of all users, and of one: nobody takes all places by themselves. */
  readonly maxPending: number;
  readonly maxPendingPerUser: number;
  /** Of the finished files of one user; the oldest go first. */
  readonly maxBytesPerUser: number;
  readonly expiryMs: number;
  /** What files leave of the disk: the store may lie on it. */
  readonly minFreeBytes: number;
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
  readonly caller: Caller;
  readonly request: FileRequest;
};

/** Rows that are in memory at a time. */
const pageSize = 1000;
const sweepMs = 60_000;
const unfinished = '.part';
/** As `start` makes them; only the last kind counts, since a user's name may hold one. */
const fileNames = /^[^/\\\0]*_(BASIC|DSL|GLOSSARY|TABLE)_[^/\\\0]+\.(csv|xlsx)$/;

/**
 * Writes search results and glossaries into files, one after another, a page at a time, while
 * requests go on. A file belongs to the user who asked for it, has its name only when it is whole,
 * and goes after some time. They are on the disk of this node.
 */
export class Downloads {
  readonly #host: CatalogHost;
  readonly #options: DownloadOptions;
  readonly #disk: DiskRoom;
  readonly #log: Log;
  /** Waiting, running and failed ones; what is finished is a file. */
  readonly #tasks = new Set<Task>();
  #running: Promise<void> | undefined;
  #isClosed = false;
  readonly #sweeper: NodeJS.Timeout;

  constructor(host: CatalogHost, options: DownloadOptions, log: Log) {
    this.#host = host;
    this.#options = options;
    this.#disk = new DiskRoom(options.folder, options.minFreeBytes);
    this.#log = log;
    this.#sweeper = setInterval(() => void this.sweep(), sweepMs);
    this.#sweeper.unref();
  }

  /**
   * Checks the request before it answers. @throws what is wrong with it, what `#checkPending`
   * throws, DISK_FULL
   */
  async start(caller: Caller, request: FileRequest): Promise<string> {
    const {userName} = caller.actor;
    this.#checkPending(userName);
    await mkdir(this.#options.folder, {recursive: true, mode: 0o700});
    if ((await this.#disk.problem()) !== undefined) throw new AppError('DISK_FULL');
    const {total} = await this.#page(caller, request, undefined, 0);
    // Others may have come meanwhile.
    this.#checkPending(userName);
    const createdTime = Date.now();
    const time = new Date(createdTime).toISOString().replace(/[:T]/g, '-').replace('Z', '');
    const unique = Math.random().toString(36).slice(2, 8);
    const fileName = `${folderName(userName)}_${request.kind}_${time}_${unique}.${request.format}`;
    this.#tasks.add({
      caller,
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
    const tasks = [...this.#tasks].filter(
      one => one.createdBy === userName && kinds.includes(one.request.kind),
    );
    const records = tasks.map(
      ({caller: _caller, request: _request, ...record}): DownloadRecord => record,
    );
    const folder = this.#folderOf(userName);
    for (const fileName of await filesIn(folder)) {
      const kind = kindOf(fileName);
      if (kind === undefined || !kinds.includes(kind)) continue;
      const file = await stat(join(folder, fileName)).catch(() => undefined);
      if (file === undefined) continue;
      const createdTime = Math.round(file.mtimeMs);
      records.push({
        status: 'COMPLETE',
        fileName,
        createdBy: userName,
        createdTime,
        startTime: createdTime,
      });
    }
    return records.sort((a, b) => b.createdTime - a.createdTime);
  }

  /** undefined when the user has no such file. @throws BAD_REQUEST for what is no name of one */
  async read(
    userName: string,
    fileName: string,
    kinds: readonly FileKind[],
  ): Promise<ReadStream | undefined> {
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
    for (const task of this.#tasks)
      if (task.status === 'FAILED' && task.createdTime < oldest) this.#tasks.delete(task);
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

  /** @throws TOO_MANY_PENDING_FILES, PENDING_TASKS_ALREADY_IN_PROGRESS */
  #checkPending(userName: string): void {
    const waiting = [...this.#tasks].filter(one => one.status !== 'FAILED');
    const own = waiting.filter(one => one.createdBy === userName).length;
    if (own >= this.#options.maxPendingPerUser)
      throw new AppError('TOO_MANY_PENDING_FILES', [userName, String(own)]);
    if (waiting.length >= this.#options.maxPending)
      throw new AppError('PENDING_TASKS_ALREADY_IN_PROGRESS', [String(waiting.length)]);
  }

  /** People take turns: whoever asks for many files holds up others by one of them. */
  async #runAll(): Promise<void> {
    const turns = new Map<string, number>();
    const turnOf = ({createdBy}: Task) => turns.get(createdBy) ?? 0;
    for (let turn = 1; !this.#isClosed; turn++) {
      const pending = [...this.#tasks].filter(one => one.status === 'PENDING');
      const [first, ...others] = pending;
      if (first === undefined) return;
      const next = others.reduce((best, one) => (turnOf(one) < turnOf(best) ? one : best), first);
      turns.set(next.createdBy, turn);
      await this.#run(next);
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
      await removeOldest(folder, this.#options.maxBytesPerUser);
    } catch (error) {
      await rm(file + unfinished, {force: true});
      task.status = 'FAILED';
      task.reason = error instanceof AppError ? error.message : 'see the log of the server';
      this.#log.error(
        {error, user: task.createdBy, file: task.fileName},
        'search result could not be written',
      );
      this.#forgetFailures(task.createdBy);
    }
  }

  /** What failed is kept to be looked at, the newest of each user. */
  #forgetFailures(userName: string): void {
    const failed = [...this.#tasks].filter(
      one => one.createdBy === userName && one.status === 'FAILED',
    );
    for (const task of failed.slice(0, -this.#options.maxPendingPerUser)) this.#tasks.delete(task);
  }

  /** False when it was given up. */
  async #write(task: Task, handle: FileHandle): Promise<boolean> {
    let bytes = 0;
    for await (const piece of this.#pieces(task)) {
      bytes += Buffer.byteLength(piece);
      await this.#checkRoom(bytes);
      await handle.appendFile(piece);
    }
    return !this.#isClosed;
  }

  async #checkRoom(bytes: number): Promise<void> {
    const {maxBytesPerUser} = this.#options;
    const problem = await this.#disk.problem();
    if (problem !== undefined) throw new AppError('CONFLICT', [problem]);
    if (bytes > maxBytesPerUser)
      throw new AppError('CONFLICT', [
        `it is larger than the ${sizeText(maxBytesPerUser)} that a user may have`,
      ]);
  }

  async *#pieces(task: Task): AsyncGenerator<string | Uint8Array> {
    const {format, kind} = task.request;
    const sheetName = kind === 'GLOSSARY' ? 'Glossary' : 'Assets';
    if (format === 'xlsx') yield* writeXlsx(sheetName, this.#lines(task));
    else for await (const {lines} of this.#pages(task)) yield lines.map(csvLine).join('');
  }

  async *#lines(task: Task): AsyncGenerator<readonly string[]> {
    for await (const page of this.#pages(task)) yield* page.lines;
  }

  /** Ends early when files are given up. */
  async *#pages(task: Task): AsyncGenerator<DownloadPage> {
    let from: string | undefined;
    do {
      if (this.#isClosed) return;
      const page = await this.#page(task.caller, task.request, from, pageSize);
      yield page;
      task.rows = (task.rows ?? 0) + page.rows;
      from = page.next;
    } while (from !== undefined);
  }

  async #page(
    caller: Caller,
    request: FileRequest,
    from: string | undefined,
    size: number,
  ): Promise<DownloadPage> {
    if (request.kind === 'TABLE')
      return await this.#host.call(tablePage, caller, {request, from, size});
    return request.kind === 'GLOSSARY'
      ? await this.#host.call(writeGlossaryTable, caller, {request, size})
      : await this.#host.call(downloadPage, caller, {request, from, size});
  }

  #folderOf(userName: string): string {
    return join(this.#options.folder, folderName(userName));
  }
}

/**
 * A name without separators or dots, so that it stays below its folder; different users have
 * different ones.
 */
function folderName(userName: string): string {
  return encodeURIComponent(userName).replaceAll('.', '%2E');
}

/** Undefined for files that somebody else has put there: they are neither listed nor removed. */
function kindOf(fileName: string): FileKind | undefined {
  return fileNames.exec(fileName)?.[1] as FileKind | undefined;
}

/** Removes finished files, the oldest first, until the others have so many bytes. */
async function removeOldest(folder: string, maxBytes: number): Promise<void> {
  const names = (await filesIn(folder)).filter(name => !name.endsWith(unfinished));
  const files = await Promise.all(
    names.map(async name => ({name, ...(await sizeOf(join(folder, name)))})),
  );
  let left = maxBytes;
  for (const {name, size} of files.sort(
    (a, b) => b.changed - a.changed || (a.name < b.name ? 1 : -1),
  )) {
    left -= size;
    if (left < 0) await rm(join(folder, name), {force: true});
  }
}

async function sizeOf(file: string): Promise<{size: number; changed: number}> {
  const {size, mtimeMs} = await stat(file);
  return {size, changed: mtimeMs};
}

/** None where there is no such folder: it is made with the first file. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code === 'ENOENT' ||
      (error as NodeJS.ErrnoException).code === 'ENOTDIR'
    )
      return [];
    throw error;
  }
}
