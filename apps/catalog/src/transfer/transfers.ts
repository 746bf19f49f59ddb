import {randomUUID} from 'node:crypto';
import {mkdir, rm} from 'node:fs/promises';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {AppError, type Guid} from '@gazetteer/model';
import type {Log} from '../catalog.ts';
import {type Caller, type CatalogHost} from '../caller.ts';
import type {Callable} from '@gazetteer/kernel';
import {prolonged} from '../host/prolonged.ts';
import {exportEntities} from './export-entities.ts';
import {markReplicated} from './other-server.ts';
import {recordTransfer} from './record-transfer.ts';
import {allowedFile} from './import-file.ts';
import {readImportRequest, type ImportRequest} from './import-request.ts';
import type {ImportProgress} from './import-progress.ts';
import {runImport} from './import-run.ts';
import {ImportSource} from './import-source.ts';
import type {RunOperation} from './run-operation.ts';
import {lockImports, refuseDuringImport, unlockImports} from './transfer-lock.ts';
import type {ZipLimits} from '@gazetteer/formats/zip';

export type TransferSettings = {
  /** Where archives stand while they are written or read. */
  readonly folder: string;
  /** Name of this catalog. */
  readonly namespace: string;
  /** Folder whose archives may be imported by name; undefined: none. */
  readonly allowedFolder: string | undefined;
  readonly maxArchiveBytes: number;
  readonly limits: ZipLimits;
};

/** Who asks, and from where. */
export type Requester = Caller & {clientAddress: string};

export type ImportResult = {
  /** `sizeOption` is what the option `size` says. */
  request: {options: Record<string, string>; sizeOption: number};
  userName: string;
  clientIpAddress: string;
  hostName: string;
  timeStamp: number;
  metrics: Record<string, number>;
  processedEntities: readonly Guid[];
  operationStatus: 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAIL';
  exportResult?: Record<string, unknown>;
};

/** Entities marked as replicated in one transaction. */
const markSize = 1000;

/**
 * Exports and imports: what lasts longer than one operation and works with files. It runs on the
 * thread that talks to clients and leaves all that takes time to operations.
 */
export class Transfers {
  readonly settings: TransferSettings;
  readonly #host: CatalogHost;
  readonly #log: Log;
  /** One name for all imports of this process: what it could not give back it can take again. */
  readonly #holder = randomUUID();
  #isImporting = false;

  constructor(host: CatalogHost, settings: TransferSettings, log: Log) {
    this.#host = host;
    this.settings = settings;
    this.#log = log;
  }

  /**
   * @returns the archive's file, to be deleted when it is sent; undefined when there is nothing to
   * send
   */
  async export(who: Requester, body: string): Promise<string | undefined> {
    const {namespace} = this.settings;
    const file = await this.temporaryFile();
    const startTime = Date.now();
    try {
      await this.run(refuseDuringImport, who, undefined);
      const args = {body, file, clientAddress: who.clientAddress, hostName: hostname(), namespace};
      const {result, guids, replicatedTo, isOmitted} = await this.run(exportEntities, who, args);
      if (replicatedTo !== undefined) {
        for (let at = 0; at < guids.length; at += markSize) {
          await this.run(markReplicated, who, {
            guids: guids.slice(at, at + markSize),
            server: replicatedTo,
          });
        }
      }
      const {options, itemsToExport} = result.request as {
        options: Record<string, unknown>;
        itemsToExport: unknown[];
      };
      await this.run(recordTransfer, who, {
        operation: 'EXPORT',
        startTime,
        source: namespace,
        target: replicatedTo ?? '',
        options,
        result,
        itemCounts: countTypes(itemsToExport),
      });
      return isOmitted ? undefined : file;
    } catch (error) {
      await rm(file, {force: true});
      throw error;
    }
  }

  /**
   * Imports an archive while the client waits; the first entity that does not fit ends it, what was
   * written before stays.
   */
  async import(who: Requester, file: string, request: ImportRequest): Promise<ImportResult> {
    const startTime = Date.now();
    const source = await this.#open(file);
    if (source === undefined) return emptyResult(startTime);
    try {
      const processed = new Set<Guid>();
      const onProcessed = (guids: readonly Guid[]) => guids.forEach(guid => processed.add(guid));
      const progress = await this.locked(who, run =>
        runImport(source, request, who, run, {isLenient: false, onProcessed}),
      );
      const result = await this.finish(who, request, source, progress as ImportProgress, startTime);
      return {...result, processedEntities: [...processed]};
    } finally {
      await source.close();
    }
  }

  /**
   * POST /admin/importfile: the archive stands on the server. @throws INVALID_PARAMETERS for a file
   * that may not be read
   */
  async importFile(who: Requester, body: string): Promise<ImportResult> {
    const request = readImportRequest(body);
    return await this.import(
      who,
      await allowedFile(this.settings.allowedFolder, request.fileName),
      request,
    );
  }

  /** Tells of an import that has come to its end. */
  async finish(
    who: Requester,
    request: ImportRequest,
    source: ImportSource,
    progress: ImportProgress,
    startTime: number,
  ): Promise<Omit<ImportResult, 'processedEntities'>> {
    const {namespace} = this.settings;
    const failed = Object.keys(progress.failures).length;
    const result: Omit<ImportResult, 'processedEntities'> = {
      request: {options: request.options, sizeOption: request.size},
      userName: who.actor.userName,
      clientIpAddress: who.clientAddress,
      hostName: hostname(),
      timeStamp: startTime,
      metrics: {...progress.metrics, duration: Date.now() - startTime},
      operationStatus: failed === 0 ? 'SUCCESS' : 'PARTIAL_SUCCESS',
      ...(source.exportResult === undefined ? {} : {exportResult: source.exportResult}),
    };
    await this.run(recordTransfer, who, {
      operation: 'IMPORT',
      startTime,
      source: request.replicatedFrom ?? '',
      target: namespace,
      options: request.options,
      result,
      itemCounts: countTypes(source.exportedItems),
      ...markerOf(request, source),
    });
    return result;
  }

  /**
   * Runs `work` as the only import of all processes that share the store. @throws
   * FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK
   */
  async locked<T>(caller: Caller, work: (run: RunOperation) => Promise<T>): Promise<T> {
    if (this.#isImporting) throw new AppError('FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK');
    const holder = this.#holder;
    const lock = () => this.run(lockImports, caller, {holder});
    this.#isImporting = true;
    try {
      await lock();
      return await prolonged(
        lock,
        (error: unknown) => this.#log.error({error}, 'the right to import could not be prolonged'),
        () => work((operation, who, args) => this.run(operation, who, args)),
      );
    } finally {
      // Also what a lock that failed may have taken. If the store cannot be written to, it ends by
      // itself.
      await this.run(unlockImports, caller, {holder}).catch((error: unknown) =>
        this.#log.error({error}, 'the right to import could not be given back'),
      );
      this.#isImporting = false;
    }
  }

  async run<Args, Answer>(
    operation: Callable<Args, Answer>,
    caller: Caller,
    args: Args,
  ): Promise<Answer> {
    const {actor, requestId, isCatalog} = caller;
    const who = {actor, requestId, ...(isCatalog && {isCatalog})};
    return await this.#host.call(operation, who, args);
  }

  /** A name of its own in a folder that nobody else may look into. */
  async temporaryFile(): Promise<string> {
    await mkdir(this.settings.folder, {recursive: true, mode: 0o700});
    return join(this.settings.folder, `${randomUUID()}.zip`);
  }

  /** undefined for an archive without entries, which the API takes for an import of nothing. */
  async #open(file: string): Promise<ImportSource | undefined> {
    try {
      return await ImportSource.open(file, this.settings.limits);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'IMPORT_ATTEMPTING_EMPTY_ZIP')
        return undefined;
      throw error;
    }
  }
}

function emptyResult(timeStamp: number): ImportResult {
  return {
    request: {options: {}, sizeOption: 1},
    userName: '',
    clientIpAddress: '',
    hostName: '',
    timeStamp,
    metrics: {},
    processedEntities: [],
    operationStatus: 'FAIL',
  };
}

/**
 * Up to when the other catalog's entities were taken over: the next incremental export of it begins
 * there.
 */
function markerOf({replicatedFrom}: ImportRequest, source: ImportSource) {
  const [guid] = source.order;
  const time = source.exportResult?.['changeMarker'];
  if (replicatedFrom === undefined || guid === undefined || typeof time !== 'number') return {};
  return {marker: {server: replicatedFrom, guid, time}};
}

function countTypes(items: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) {
    const name = (item as {typeName?: string}).typeName ?? '';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
