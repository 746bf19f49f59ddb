import {AppError, JsonError, type ErrorKind} from '@gazetteer/model';
import type {GraphStore, GraphTx} from '@gazetteer/store';
import type {Actor, Catalog, Log, Settings} from '../catalog.ts';
import {operations, type OperationName} from '../operations.ts';
import {mergePreviews, previewOf, type Preview} from './preview.ts';

/** Who asks, in which request, and whether only to see what would happen. */
export type Asker = {
  actor: Actor;
  requestId: string;
  isDryRun?: boolean;
  /** As the request has it. */
  deleteType?: string | undefined;
};

export type LogEntry = {level: keyof Log; fields: object; message: string};

/** An error as plain data: it may have to cross threads. */
export type Failure =
  | {type: 'app'; kind: ErrorKind; message: string; issues: readonly string[]}
  | {type: 'json'; reason: string}
  | {type: 'bug'; message: string; stack: string};

/** What running an operation came to: JSON text (undefined: no content) or a failure, and what it logged on the way. */
export type Outcome = {json?: string | undefined; failure?: Failure; log: LogEntry[]};

/**
 * Runs operations against one store, in the thread that this is called in. The answer is made into JSON text here, so that
 * the thread that talks to clients only passes bytes on.
 */
export class Engine {
  readonly #store: GraphStore;
  readonly #settings: Settings;

  constructor(store: GraphStore, settings: Settings) {
    this.#store = store;
    this.#settings = settings;
  }

  async run(name: OperationName, asker: Asker, args: unknown): Promise<Outcome> {
    const log: LogEntry[] = [];
    const previews: Preview[] = [];
    const operation = operations[name].run as (c: Catalog, args: unknown) => Promise<unknown>;
    try {
      const answer = await operation(this.#catalog(asker, log, previews), args);
      if (asker.isDryRun === true) {
        return {json: JSON.stringify({dryRun: true, response: answer ?? null, changes: mergePreviews(previews)}), log};
      }
      return {json: answer === undefined ? undefined : JSON.stringify(answer), log};
    } catch (error) {
      return {failure: toFailure(error), log};
    }
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  #catalog(asker: Asker, entries: LogEntry[], previews: Preview[]): Catalog {
    const {actor, requestId, isDryRun = false} = asker;
    const add = (level: keyof Log) => (fields: object, message: string) => void entries.push({level, fields, message});
    const log: Log = {info: add('info'), warn: add('warn'), error: add('error')};
    const logged = async <T>(operation: string, work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        log.error({operation}, `graph rollback due to exception ${printException(error)}`);
        throw error;
      }
    };
    const write = async <T>(work: (tx: GraphTx) => Promise<T>, purpose: 'entities' | 'types'): Promise<T> => {
      if (!isDryRun) return await this.#store.transaction(work, purpose);
      const {value, preview} = await this.#rehearse(work, purpose);
      previews.push(preview);
      return value;
    };
    return {
      actor,
      requestId,
      log,
      settings: this.#settings,
      deletes: deletesOf(this.#settings, asker, log),
      read: (operation, work) => logged(operation, this.#store.read(work)),
      write: (operation, work) => logged(operation, write(work, 'entities')),
      writeTypes: (operation, work) => logged(operation, write(work, 'types')),
    };
  }

  async #rehearse<T>(
    work: (tx: GraphTx) => Promise<T>,
    purpose: 'entities' | 'types',
  ): Promise<{value: T; preview: Preview}> {
    return await this.#store.rehearse(async tx => {
      const before = tx.types;
      const value = await work(tx);
      return {value, preview: await previewOf(tx, tx.applied, before)};
    }, purpose);
  }
}

/** @throws BAD_REQUEST for a `deleteType` that is none */
function deletesOf(settings: Settings, {actor, deleteType = ''}: Asker, log: Log): 'soft' | 'hard' {
  if (deleteType === '') return settings.deletes;
  if (!settings.deleteTypeOverride) {
    const ignored = `Ignoring parameter deleteType=${deleteType}, in request from user=${actor.userName}`;
    log.warn({}, `Override of deleteType is not enabled. ${ignored}`);
    return settings.deletes;
  }
  const modes: Readonly<Record<string, 'soft' | 'hard'>> = {SOFT: 'soft', HARD: 'hard', DEFAULT: settings.deletes};
  const mode = modes[deleteType.toUpperCase()];
  if (mode === undefined) throw new AppError('BAD_REQUEST', ['deleteType must be SOFT, HARD or DEFAULT']);
  return mode;
}

/** In the log an expected failure is one line under the name that operators of this API search for; a bug has its stack. */
function printException(error: unknown): string {
  if (error instanceof AppError) return `AtlasBaseException:${error.message}`;
  return error instanceof Error ? `${error.name}:${error.message}\n${stackOf(error)}` : String(error);
}

export function toFailure(error: unknown): Failure {
  if (error instanceof AppError) return {type: 'app', kind: error.kind, message: error.message, issues: error.issues};
  if (error instanceof JsonError) return {type: 'json', reason: error.message};
  return error instanceof Error
    ? {type: 'bug', message: error.message, stack: stackOf(error)}
    : {type: 'bug', message: String(error), stack: ''};
}

export function fromFailure(failure: Failure): Error {
  if (failure.type === 'app') return AppError.revive(failure.kind, failure.message, failure.issues);
  if (failure.type === 'json') return new JsonError(failure.reason, undefined);
  const error = new Error(failure.message);
  error.stack = failure.stack;
  return error;
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
