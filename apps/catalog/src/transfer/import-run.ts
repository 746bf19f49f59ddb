import {AppError, type Guid} from '@gazetteer/model';
import type {Asker} from '../host/asker.ts';
import type {ImportBatchResult} from './import-batch.ts';
import type {ImportProgress} from './import-progress.ts';
import type {ImportRequest} from './import-request.ts';
import type {Batch, ImportSource} from './import-source.ts';
import type {RunOperation} from './run-operation.ts';

export type ImportRunOptions = {
  /** Entities that do not fit fail alone. */
  isLenient: boolean;
  progress?: ImportProgress;
  /** After each batch, when it is written. */
  onProgress?: (progress: ImportProgress) => Promise<void>;
  /** Told of the entities of each batch, owned ones included; of some of them twice. */
  onProcessed?: (guids: readonly Guid[]) => void;
  /** Asked between batches. */
  isStopped?: () => boolean;
};

/** Failures that are told one by one; there may be as many as entities. */
const maxFailures = 10_000;

/**
 * Imports an archive in batches of a transaction each: while one is written the next one is unpacked. What refers to
 * entities that come later is imported again at the end, when all are there.
 * @returns undefined when it was stopped before the end
 */
export async function runImport(
  source: ImportSource,
  request: ImportRequest,
  asker: Asker,
  run: RunOperation,
  options: ImportRunOptions,
): Promise<ImportProgress | undefined> {
  const progress = options.progress ?? (await begin(source, request, asker, run));
  const write = (texts: string[], isLast: boolean) =>
    writeFiles(texts, isLast, {source, request, asker, run, options, progress});
  let next: Promise<Batch> | undefined = source.batch(progress.position, request.batchSize);
  while (next !== undefined) {
    const batch: Batch = await next;
    if (batch.texts.length === 0) break;
    if (options.isStopped?.() === true) return undefined;
    next = batch.to < source.order.length ? source.batch(batch.to, request.batchSize) : undefined;
    // Its failure is told when it is waited for; until then it must not end the process.
    next?.catch(() => undefined);
    const late = await write(batch.texts, false);
    for (const part of ['unresolved', 'blocking', 'carrying'] as const) {
      progress[part].push(...late[part].map(file => batch.from + file));
    }
    progress.position = batch.to;
    await options.onProgress?.(progress);
  }
  while (progress.unresolved.length > 0) {
    if (options.isStopped?.() === true) return undefined;
    const places = progress.unresolved.slice(0, request.batchSize);
    await write(await Promise.all(places.map(place => source.text(place))), true);
    progress.unresolved.splice(0, places.length);
    await options.onProgress?.(progress);
  }
  for (const part of ['blocking', 'carrying'] as const) {
    while (progress[part].length > 0) {
      if (options.isStopped?.() === true) return undefined;
      const places = progress[part].slice(0, request.batchSize);
      const files = await Promise.all(places.map(place => source.text(place)));
      await run('importPropagation', asker, {...argsOf(source, request, files, options, progress), part});
      progress[part].splice(0, places.length);
      await options.onProgress?.(progress);
    }
  }
  return progress;
}

async function begin(
  source: ImportSource,
  request: ImportRequest,
  asker: Asker,
  run: RunOperation,
): Promise<ImportProgress> {
  const {startGuid, startPosition, updatesTypes, transforms, transformers} = request;
  const position = startGuid === undefined ? startPosition : source.order.indexOf(startGuid);
  if (position < 0) throw new AppError('INVALID_PARAMETERS', [`startGuid ${startGuid ?? ''} is not in the archive`]);
  const typesDef = updatesTypes ? source.typesDef : undefined;
  const metrics = (await run('importTypes', asker, {typesDef, transforms, transformers})) as Record<string, number>;
  return {position, unresolved: [], blocking: [], carrying: [], metrics, assigned: {}, failures: {}};
}

type Writing = {
  source: ImportSource;
  request: ImportRequest;
  asker: Asker;
  run: RunOperation;
  options: ImportRunOptions;
  progress: ImportProgress;
};

type Late = Pick<ImportBatchResult, 'unresolved' | 'blocking' | 'carrying'>;

function argsOf(
  source: ImportSource,
  request: ImportRequest,
  files: string[],
  {isLenient}: ImportRunOptions,
  {assigned}: ImportProgress,
) {
  const {transforms, transformers, replicatedFrom} = request;
  const {exportedItems} = source;
  return {files, transforms, transformers, replicatedFrom, exportedItems, isAllOrNothing: !isLenient, assigned};
}

/** @returns places in `texts` of what has to be looked at again */
async function writeFiles(texts: string[], isLast: boolean, writing: Writing): Promise<Late> {
  const {source, request, asker, run, options, progress} = writing;
  const args = (files: string[]) => argsOf(source, request, files, options, progress);
  const add = ({metrics, failures, processed, assigned}: ImportBatchResult) => {
    progress.assigned = assigned;
    options.onProcessed?.(processed);
    for (const [name, count] of Object.entries(metrics)) {
      // Written a second time for the sake of a reference, an entity was counted the first time.
      if (!isLast) progress.metrics[name] = (progress.metrics[name] ?? 0) + count;
    }
    for (const [guid, reason] of Object.entries(failures)) fail(progress, guid, reason);
  };
  try {
    const result = (await run('importBatch', asker, args(texts))) as ImportBatchResult;
    add(result);
    return result;
  } catch (error) {
    if (!options.isLenient || !(error instanceof AppError)) throw error;
  }
  // Something fails the whole batch: alone each file shows whether it is the one.
  const late: Late = {unresolved: [], blocking: [], carrying: []};
  for (const [place, text] of texts.entries()) {
    try {
      const result = (await run('importBatch', asker, args([text]))) as ImportBatchResult;
      add(result);
      for (const part of ['unresolved', 'blocking', 'carrying'] as const) {
        if (result[part].length > 0) late[part].push(place);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      fail(progress, guidIn(text), error.message);
    }
  }
  return late;
}

function fail(progress: ImportProgress, guid: string, reason: string): void {
  if (Object.keys(progress.failures).length < maxFailures) progress.failures[guid] = reason;
}

function guidIn(text: string): string {
  return /"entity"\s*:[\s\S]*?"guid"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? 'unknown';
}
