import {AppError, type Guid} from '@gazetteer/model';
import type {Caller} from '../caller.ts';
import {newGuid} from '../entity/planning.ts';
import type {ImportBatchResult} from './import-batch.ts';
import type {ImportProgress} from './import-progress.ts';
import type {ImportRequest} from './import-request.ts';
import type {Batch, ImportSource} from './import-source.ts';
import {importPropagation} from './import-propagation.ts';
import {importTypes} from './import-types.ts';
import {importBatch} from './import-batch.ts';
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
 * Relations to what comes later that are remembered: they are written down with the progress of the
 * import.
 */
const maxAhead = 20_000;

/**
 * Imports an archive in batches of a transaction each: while one is written the next one is
 * unpacked. What refers to entities that come later is imported again at the end, when all are
 * there.
 * @returns undefined when it was stopped before the end
 */
export async function runImport(
  source: ImportSource,
  request: ImportRequest,
  importer: Caller,
  run: RunOperation,
  options: ImportRunOptions,
): Promise<ImportProgress | undefined> {
  // One change for whoever takes it back; going on after the end of the process begins another.
  const caller = {...importer, changeId: newGuid()};
  const progress = options.progress ?? (await begin(source, request, caller, run));
  const write = (texts: string[], isLast: boolean) =>
    writeFiles(texts, isLast, {source, request, caller, run, options, progress});
  let next: Promise<Batch> | undefined = source.batch(progress.position, request.batchSize);
  while (next !== undefined) {
    const batch: Batch = await next;
    if (batch.texts.length === 0) break;
    if (options.isStopped?.() === true) return undefined;
    next = batch.to < source.order.length ? source.batch(batch.to, request.batchSize) : undefined;
    // Its failure is told when it is waited for; until then it must not end the process.
    next?.catch(() => undefined);
    const late = await write(batch.texts, false);
    lookAhead(progress, late, batch.from);
    for (const part of ['unresolved', 'blocking', 'carrying'] as const) {
      progress[part].push(...late[part].map(file => batch.from + file));
    }
    progress.position = batch.to;
    await options.onProgress?.(progress);
  }
  progress.unresolved = [...new Set(progress.unresolved)];
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
      await run(importPropagation, caller, {
        ...argsOf(source, request, files, options, progress),
        part,
      });
      progress[part].splice(0, places.length);
      await options.onProgress?.(progress);
    }
  }
  return progress;
}

async function begin(
  source: ImportSource,
  request: ImportRequest,
  caller: Caller,
  run: RunOperation,
): Promise<ImportProgress> {
  const {startGuid, startPosition, updatesTypes, transforms, transformers} = request;
  const position = startGuid === undefined ? startPosition : source.order.indexOf(startGuid);
  if (position < 0)
    throw new AppError('INVALID_PARAMETERS', [
      `startGuid ${startGuid ?? ''} is not in the archive`,
    ]);
  const typesDef = updatesTypes ? source.typesDef : undefined;
  const metrics = await run(importTypes, caller, {typesDef, transforms, transformers});
  return {
    position,
    unresolved: [],
    ahead: [],
    blocking: [],
    carrying: [],
    metrics,
    assigned: {},
    failures: {},
  };
}

type Writing = {
  source: ImportSource;
  request: ImportRequest;
  caller: Caller;
  run: RunOperation;
  options: ImportRunOptions;
  progress: ImportProgress;
};

type Late = Pick<
  ImportBatchResult,
  'unresolved' | 'blocking' | 'carrying' | 'ahead' | 'told' | 'processed' | 'assigned'
>;

/**
 * A relation to what comes later is told there once more, as a rule. Where it is not, the file that
 * told of it is imported again at the end; and where there are too many of them to remember.
 */
function lookAhead(
  progress: ImportProgress,
  {ahead, told, processed, assigned}: Late,
  from: number,
): void {
  const known = new Set(told);
  const given = new Set(processed);
  const temporary = Object.entries(assigned).flatMap(([guid, one]) =>
    given.has(one) ? [guid] : [],
  );
  const come = new Set([...processed, ...temporary]);
  const here = progress.ahead.filter(one => come.has(one.to));
  const awaited = progress.ahead.filter(one => !come.has(one.to));
  progress.unresolved.push(
    ...here.filter(one => !known.has(one.relationshipGuid)).map(one => one.place),
  );
  const found = ahead.map(one => ({...one, place: from + one.place}));
  const isFull = awaited.length + found.length > maxAhead;
  if (isFull) progress.unresolved.push(...found.map(one => one.place));
  progress.ahead = isFull ? awaited : [...awaited, ...found];
}

function argsOf(
  source: ImportSource,
  request: ImportRequest,
  files: string[],
  {isLenient}: ImportRunOptions,
  {assigned}: ImportProgress,
) {
  const {transforms, transformers, replicatedFrom} = request;
  const {exportedItems} = source;
  return {
    files,
    transforms,
    transformers,
    replicatedFrom,
    exportedItems,
    isAllOrNothing: !isLenient,
    assigned,
  };
}

/** @returns places in `texts` of what has to be looked at again */
async function writeFiles(texts: string[], isLast: boolean, writing: Writing): Promise<Late> {
  const {source, request, caller, run, options, progress} = writing;
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
    const result = await run(importBatch, caller, args(texts));
    add(result);
    return result;
  } catch (error) {
    if (!options.isLenient || !isOfFiles(error)) throw error;
  }
  // Something fails the whole batch: alone each file shows whether it is the one.
  const late: Late = {
    unresolved: [],
    blocking: [],
    carrying: [],
    ahead: [],
    told: [],
    processed: [],
    assigned: {},
  };
  for (const [place, text] of texts.entries()) {
    try {
      const result = await run(importBatch, caller, args([text]));
      add(result);
      for (const part of ['unresolved', 'blocking', 'carrying'] as const) {
        if (result[part].length > 0) late[part].push(place);
      }
      late.ahead.push(...result.ahead.map(one => ({...one, place})));
      late.told.push(...result.told);
      late.processed.push(...result.processed);
      late.assigned = result.assigned;
    } catch (error) {
      if (!isOfFiles(error)) throw error;
      fail(progress, guidIn(text), error.message);
    }
  }
  return late;
}

/** Whether it is the files that cannot be imported, not the store that cannot be written to. */
function isOfFiles(error: unknown): error is AppError {
  return error instanceof AppError && !error.isTemporary;
}

function fail(progress: ImportProgress, guid: string, reason: string): void {
  if (Object.keys(progress.failures).length < maxFailures) progress.failures[guid] = reason;
}

/** In two steps, each of which looks at the text once, whatever the archive has in it. */
function guidIn(text: string): string {
  const entity = text.search(/"entity"\s*:/);
  if (entity < 0) return 'unknown';
  return /"guid"\s*:\s*"([^"]+)"/.exec(text.slice(entity))?.[1] ?? 'unknown';
}
