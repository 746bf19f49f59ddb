import {
  registerImport,
  abortImport,
  listUnfinishedImports,
  updateImport,
} from './async-import-records.ts';
import {catalogItself} from '../caller.ts';
import {createHash, randomUUID} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {access, mkdir, readdir, rename, rm, stat} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {AppError} from '@gazetteer/model';
import type {Log} from '../catalog.ts';
import type {AsyncImport, ImportDetails} from './async-import-records.ts';
import {readImportRequest, type ImportRequest} from './import-request.ts';
import type {ImportProgress} from './import-progress.ts';
import {runImport} from './import-run.ts';
import {ImportSource} from './import-source.ts';
import type {Requester, Transfers} from './transfers.ts';

/**
 * How often imports are looked for that another process left, or that waited for an import in the
 * foreground.
 */
const pollMs = 3000;
/**
 * Progress is written down so often at most: with many references ahead it is as long as the
 * archive's order.
 */
const saveEveryMs = 1000;
/**
 * Archives that belong to no import go after this time, and imports whose archive nobody has fail.
 */
const lostMs = 86_400_000;

/**
 * Imports in the background, one after another in the order they came. An archive is kept in the
 * folder of transfers until its import has ended, and how far it is stands in the store: after a
 * restart the import goes on. Any process whose folder has the archive may go on with it, so
 * several nodes share their imports when they share the folder.
 */
export class AsyncImports {
  readonly #transfers: Transfers;
  readonly #log: Log;
  readonly #folder: string;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(transfers: Transfers, log: Log) {
    this.#transfers = transfers;
    this.#log = log;
    this.#folder = join(transfers.settings.folder, 'queue');
  }

  /** Goes on with what an earlier process left. */
  start(): void {
    this.#timer = setInterval(() => this.#wake(), pollMs);
    this.#run(async () => {
      await this.#sweep();
      await this.#runAll();
    });
  }

  /**
   * Queues the archive, which is moved from where it is.
   * @returns the import
   * @throws IMPORT_INVALID_ZIP_ENTRY, IMPORT_ATTEMPTING_EMPTY_ZIP
   */
  async submit(who: Requester, file: string, body: string | undefined): Promise<unknown> {
    const receivedTime = Date.now();
    const request = readImportRequest(body);
    const total = await this.#count(file);
    const importId = await hashOf(file, request);
    const archive = `${randomUUID()}.zip`;
    await mkdir(this.#folder, {recursive: true, mode: 0o700});
    await rename(file, join(this.#folder, archive));
    const wanted: AsyncImport = {
      importId,
      status: 'WAITING',
      importDetails: detailsOf(total, {position: 0, failures: {}}),
      importResult: {
        request: {options: request.options},
        userName: who.actor.userName,
        clientIpAddress: who.clientAddress,
      },
      resume: {archive, groups: who.actor.groups},
      receivedTime,
      stagedTime: Date.now(),
      processingStartTime: 0,
      completedTime: 0,
    };
    const {import: queued, isNew} = await this.#transfers.run(registerImport, who, wanted);
    if (!isNew) await this.#remove(archive);
    this.#wake();
    return queued;
  }

  /** @throws IMPORT_NOT_FOUND, IMPORT_ABORT_NOT_ALLOWED */
  async abort(who: Requester, importId: string): Promise<void> {
    await this.#remove(await this.#transfers.run(abortImport, who, {importId}));
  }

  /** What runs stops after its batch and goes on in the next process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  #wake(): void {
    this.#run(() => this.#runAll());
  }

  #run(work: () => Promise<void>): void {
    if (this.#isClosed) return;
    this.#running ??= work()
      .catch((error: unknown) => this.#log.error({error}, 'imports in the background stand still'))
      .finally(() => (this.#running = undefined));
  }

  async #runAll(): Promise<void> {
    for (;;) {
      const caller = catalogItself(randomUUID());
      const waiting = await this.#transfers.run(listUnfinishedImports, caller, undefined);
      const next = await this.#firstHere(waiting);
      if (next === undefined || this.#isClosed) return;
      try {
        await this.#transfers.locked(caller, () => this.#process(next));
      } catch (error) {
        // Somebody else imports: the timer asks again.
        if (error instanceof AppError && error.kind === 'FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK')
          return;
        throw error;
      }
    }
  }

  /**
   * Those whose archive another node has are left to it; one that nobody went on with for long has
   * lost it.
   */
  async #firstHere(imports: readonly AsyncImport[]): Promise<AsyncImport | undefined> {
    for (const one of imports) {
      const isHere = await access(this.#fileOf(one)).then(
        () => true,
        () => false,
      );
      if (isHere || one.stagedTime < Date.now() - lostMs) return one;
    }
    return undefined;
  }

  async #process(queued: AsyncImport): Promise<void> {
    const {importResult, resume} = queued;
    const who: Requester = {
      actor: {userName: importResult.userName, groups: resume.groups},
      requestId: `async_import_${queued.importId}`,
      clientAddress: importResult.clientIpAddress,
    };
    let state: AsyncImport = {
      ...queued,
      status: 'PROCESSING',
      processingStartTime: queued.processingStartTime || Date.now(),
    };
    const save = async (changes: Partial<AsyncImport>) => {
      state = {...state, ...changes};
      return await this.#transfers.run(updateImport, who, state);
    };
    if (!(await save({}))) return;
    const end = (changes: Partial<AsyncImport>) => save({...changes, completedTime: Date.now()});
    try {
      const request = readImportRequest(JSON.stringify({options: importResult.request.options}));
      const source = await this.#open(queued);
      try {
        const progress = await this.#import(source, request, who, state, save);
        if (progress === undefined) return;
        const importDetails = detailsOf(source.order.length, progress);
        const result = await this.#transfers.finish(
          who,
          request,
          source,
          progress,
          state.processingStartTime,
        );
        const {failedEntitiesCount, importedEntitiesCount} = importDetails;
        const status =
          failedEntitiesCount === 0
            ? 'SUCCESSFUL'
            : importedEntitiesCount > 0
              ? 'PARTIAL_SUCCESS'
              : 'FAILED';
        await end({
          status,
          importDetails,
          importResult: {...result, operationStatus: outcomes[status]},
        });
      } finally {
        await source.close();
      }
    } catch (error) {
      // What the store cannot do now it can later: the import goes on from where it is.
      if (!(error instanceof AppError) || error.isTemporary) throw error;
      const failures = {...state.importDetails.failures, archive: error.message};
      await end({status: 'FAILED', importDetails: {...state.importDetails, failures}});
    }
    await this.#remove(resume.archive);
  }

  async #open(queued: AsyncImport): Promise<ImportSource> {
    try {
      return await ImportSource.open(this.#fileOf(queued), this.#transfers.settings.limits);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        throw new AppError('IMPORT_FAILED', [`${queued.importId} (its archive is gone)`], {
          cause: error,
        });
      throw error;
    }
  }

  /** undefined when the process ends: the import goes on in the next one. */
  async #import(
    source: ImportSource,
    request: ImportRequest,
    who: Requester,
    state: AsyncImport,
    save: (changes: Partial<AsyncImport>) => Promise<boolean>,
  ): Promise<ImportProgress | undefined> {
    let savedAt = Date.now();
    const {
      importDetails: {failures},
      resume,
    } = state;
    const run: Transfers['run'] = (operation, caller, args) =>
      this.#transfers.run(operation, caller, args);
    return await runImport(source, request, who, run, {
      isLenient: true,
      ...(resume.progress === undefined ? {} : {progress: {...resume.progress, failures}}),
      isStopped: () => this.#isClosed,
      onProgress: async progress => {
        if (Date.now() - savedAt < saveEveryMs && !this.#isClosed) return;
        const {failures: _told, ...place} = progress;
        await save({
          importDetails: detailsOf(source.order.length, progress),
          resume: {...resume, progress: place},
        });
        savedAt = Date.now();
      },
    });
  }

  async #count(file: string): Promise<number> {
    const source = await ImportSource.open(file, this.#transfers.settings.limits);
    await source.close();
    return source.order.length;
  }

  /** Removes archives that a process left while it received, wrote or queued them. */
  async #sweep(): Promise<void> {
    const caller = catalogItself('sweep');
    const waiting = await this.#transfers.run(listUnfinishedImports, caller, undefined);
    const kept = new Set(waiting.map(one => this.#fileOf(one)));
    for (const folder of [this.#transfers.settings.folder, this.#folder]) {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        if (!name.endsWith('.zip') || kept.has(path)) continue;
        const {mtimeMs} = await stat(path);
        if (mtimeMs < Date.now() - lostMs) await rm(path, {force: true});
      }
    }
  }

  async #remove(archive: string): Promise<void> {
    await rm(join(this.#folder, basename(archive)), {force: true});
  }

  /** Whatever the record says, it is in the queue's folder. */
  #fileOf({resume}: AsyncImport): string {
    return join(this.#folder, basename(resume.archive));
  }
}

const outcomes = {
  SUCCESSFUL: 'SUCCESS',
  PARTIAL_SUCCESS: 'PARTIAL_SUCCESS',
  FAILED: 'FAIL',
} as const;

function detailsOf(
  total: number,
  {position, failures}: Pick<ImportProgress, 'position' | 'failures'>,
): ImportDetails {
  const failedEntities = Object.keys(failures);
  return {
    publishedEntityCount: total,
    totalEntitiesCount: total,
    importedEntitiesCount: Math.max(0, position - failedEntities.length),
    failedEntitiesCount: failedEntities.length,
    failedEntities,
    importProgress: total === 0 ? 100 : Math.round((10_000 * position) / total) / 100,
    failures,
  };
}

async function hashOf(file: string, {options}: ImportRequest): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(options).sort()));
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex').slice(0, 32);
}
